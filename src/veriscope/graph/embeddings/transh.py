"""TransH (Wang et al. 2014): TransE after both ends are projected onto the predicate's hyperplane.

Departs from the paper in one thing: translations are kept exactly in their hyperplanes; the paper uses a penalty.
"""

import math

from numba import njit

from veriscope.graph.compact import fast_kernel, inlined_kernel, inner_kernel
from veriscope.graph.embeddings.draws import Visits, random_state
from veriscope.graph.embeddings.losses import Recipe, weigh
from veriscope.graph.embeddings.rows import Number, Row, Squares, Vectors, add_scaled, dot, fill_row, make_unit
from veriscope.graph.embeddings.steps import Scratch, begin_visit, end_step, make_scratch, slope_of, step_size


@njit(cache=True, nogil=True)
def train_transh(
    visits: Visits, vectors: Vectors, squares: Squares, recipe: Recipe, negatives: int, seed: int
) -> float:
    """Visit facts, move the vectors in place and return the total loss. Threads may share vectors without locks."""
    entities = vectors.entities
    state, scratch, loss = random_state(seed), make_scratch(entities, negatives), 0.0
    query = scratch.query
    for turn in range(len(visits.order)):
        anchor, predicate, sign = begin_visit(visits, turn, entities, scratch, state, recipe)
        normal = vectors.normals[predicate]
        add_scaled(query, -dot(normal, query), normal)
        add_scaled(query, sign, vectors.predicates[predicate])
        for k in range(negatives + 1):
            if not scratch.is_aside[k]:
                scratch.distances[k] = projected_distance(query, entities[scratch.drawn[k]], normal, recipe.norm)
        loss += weigh(scratch.distances, scratch.weights, recipe)
        _move_ends(scratch, normal, vectors, squares, recipe)
        if dot(scratch.pull, scratch.pull) > 0:
            _move_anchor(scratch, anchor, normal, vectors, squares, recipe)
            _move_predicate(scratch, predicate, sign, vectors, squares, recipe)
    return loss


@fast_kernel
def projected_distance(query: Row, end: Row, normal: Row, norm: int) -> Number:
    """‖query − the end's projection‖, L1 or L2."""
    along, total = dot(normal, end), query.dtype.type(0)
    if norm == 1:
        for i in range(len(query)):
            total += abs(query[i] - end[i] + along * normal[i])
        return total
    for i in range(len(query)):
        difference = query[i] - end[i] + along * normal[i]
        total += difference * difference
    return math.sqrt(total)


@inlined_kernel
def _move_ends(scratch: Scratch, normal: Row, vectors: Vectors, squares: Squares, recipe: Recipe) -> None:
    gradient, turn = scratch.gradient, scratch.turn
    fill_row(scratch.pull, 0)
    fill_row(turn, 0)
    for k in range(len(scratch.drawn)):
        weight, end = scratch.weights[k], vectors.entities[scratch.drawn[k]]
        if weight != 0:
            _fill_gradient(scratch, end, normal, slope_of(weight, scratch.distances[k], recipe.norm), recipe.norm)
            along = dot(normal, gradient)
            add_scaled(scratch.pull, 1, gradient)
            add_scaled(turn, dot(normal, end), gradient)
            add_scaled(turn, along, end)
            step = end_step(squares.entities, scratch.drawn[k], weight, len(gradient), recipe)
            add_scaled(end, step, gradient)
            add_scaled(end, -step * along, normal)
            if recipe.has_unit_entities:
                make_unit(end)


@fast_kernel
def _fill_gradient(scratch: Scratch, end: Row, normal: Row, slope: Number, norm: int) -> None:
    """The gradient of the loss by the query, through one end's distance."""
    query, gradient = scratch.query, scratch.gradient
    along, grade, one = dot(normal, end), query.dtype.type(slope), query.dtype.type(1)
    for i in range(len(query)):
        difference = query[i] - end[i] + along * normal[i]
        gradient[i] = grade * (math.copysign(one, difference) if norm == 1 else difference)


@inner_kernel
def _move_anchor(
    scratch: Scratch, anchor: int, normal: Row, vectors: Vectors, squares: Squares, recipe: Recipe
) -> None:
    """Move the kept end, and add its part of the normal's gradient to that of the others."""
    pull, row = scratch.pull, vectors.entities[anchor]
    along = dot(normal, pull)
    add_scaled(scratch.turn, -dot(normal, row), pull)
    add_scaled(scratch.turn, -along, row)
    step = step_size(squares.entities, anchor, dot(pull, pull) / len(pull), recipe)
    add_scaled(row, -step, pull)
    add_scaled(row, step * along, normal)
    if recipe.has_unit_entities:
        make_unit(row)


@inner_kernel
def _move_predicate(
    scratch: Scratch, predicate: int, sign: int, vectors: Vectors, squares: Squares, recipe: Recipe
) -> None:
    """Move the translation and the normal; then make the normal a unit again and put the translation in its plane."""
    pull, turn = scratch.pull, scratch.turn
    translation, normal = vectors.predicates[predicate], vectors.normals[predicate]
    square = dot(pull, pull) / len(pull)
    add_scaled(translation, -sign * step_size(squares.predicates, predicate, square, recipe), pull)
    square = dot(turn, turn) / len(turn)
    if square > 0:
        add_scaled(normal, -step_size(squares.normals, predicate, square, recipe), turn)
        make_unit(normal)
    add_scaled(translation, -dot(normal, translation), normal)
