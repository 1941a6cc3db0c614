"""TransE (Bordes et al. 2013): the distance is ‖s + p − o‖; one visit moves a fact and some corrupted ones."""

import math

from numba import njit

from veriscope.graph.compact import fast_kernel, inlined_kernel
from veriscope.graph.embeddings.draws import Visits, random_state
from veriscope.graph.embeddings.losses import Recipe, weigh
from veriscope.graph.embeddings.rows import Number, Row, Squares, Vectors, add_scaled, dot, fill_row, make_unit
from veriscope.graph.embeddings.steps import Scratch, begin_visit, end_step, make_scratch, slope_of, step_size


@njit(cache=True, nogil=True)
def train_transe(
    visits: Visits, vectors: Vectors, squares: Squares, recipe: Recipe, negatives: int, seed: int
) -> float:
    """Visit facts, move the vectors in place and return the total loss. Threads may share vectors without locks."""
    entities, predicates = vectors.entities, vectors.predicates
    state, scratch, loss = random_state(seed), make_scratch(entities, negatives), 0.0
    query, pull = scratch.query, scratch.pull
    for turn in range(len(visits.order)):
        anchor, predicate, sign = begin_visit(visits, turn, entities, scratch, state, recipe)
        add_scaled(query, sign, predicates[predicate])
        for k in range(negatives + 1):
            if not scratch.is_aside[k]:
                scratch.distances[k] = distance(query, entities[scratch.drawn[k]], recipe.norm)
        loss += weigh(scratch.distances, scratch.weights, recipe)
        _move_ends(scratch, vectors, squares, recipe)
        square = dot(pull, pull) / len(pull)
        if square > 0:
            add_scaled(entities[anchor], -step_size(squares.entities, anchor, square, recipe), pull)
            add_scaled(predicates[predicate], -sign * step_size(squares.predicates, predicate, square, recipe), pull)
            if recipe.has_unit_entities:
                make_unit(entities[anchor])
    return loss


@fast_kernel
def distance(query: Row, end: Row, norm: int) -> Number:
    """‖query − end‖, L1 or L2."""
    total = query.dtype.type(0)
    if norm == 1:
        for i in range(len(query)):
            total += abs(query[i] - end[i])
        return total
    for i in range(len(query)):
        difference = query[i] - end[i]
        total += difference * difference
    return math.sqrt(total)


@inlined_kernel
def _move_ends(scratch: Scratch, vectors: Vectors, squares: Squares, recipe: Recipe) -> None:
    fill_row(scratch.pull, 0)
    for k in range(len(scratch.drawn)):
        weight, row = scratch.weights[k], scratch.drawn[k]
        if weight != 0:
            step = end_step(squares.entities, row, weight, len(scratch.query), recipe)
            slope = slope_of(weight, scratch.distances[k], recipe.norm)
            _move_end(scratch.query, vectors.entities[row], slope, step, scratch.pull, recipe.norm)
            if recipe.has_unit_entities:
                make_unit(vectors.entities[row])


@fast_kernel
def _move_end(query: Row, end: Row, slope: Number, step: Number, pull: Row, norm: int) -> None:
    """Add the gradient of the loss by the query to `pull`, and move the end against its own."""
    grade, move = query.dtype.type(slope), query.dtype.type(slope * step)
    if norm == 1:
        one = query.dtype.type(1)
        for i in range(len(query)):
            direction = math.copysign(one, query[i] - end[i])
            pull[i] += grade * direction
            end[i] += move * direction
        return
    for i in range(len(query)):
        difference = query[i] - end[i]
        pull[i] += grade * difference
        end[i] += move * difference
