"""The trainings that a settings file runs, by name."""

from typing import NamedTuple

_HERE = "veriscope.lab.training"


class RecipeEntry(NamedTuple):
    """A recipe's function, as "module:function", and a summary for the help."""

    function: str
    summary: str


RECIPES = {
    "pages": RecipeEntry(f"{_HERE}.train_pages:train_pages", "Train the three page rankers of the fused retriever."),
    "sentences": RecipeEntry(
        f"{_HERE}.train_sentences:train_sentences", "Train the lexical selector's sentence ranker."
    ),
    "tables": RecipeEntry(f"{_HERE}.train_tables:train_tables", "Train the lexical selector's table ranker."),
    "cells": RecipeEntry(f"{_HERE}.train_cells:train_cells", "Train the lexical selector's cell ranker."),
    "programs": RecipeEntry(f"{_HERE}.train_programs:train_programs", "Train the rankers of table programs."),
    "table-fusion": RecipeEntry(
        f"{_HERE}.train_table_fusion:train_table_fusion", "Fit how judges of tables are weighed together."
    ),
    "corrections": RecipeEntry(
        f"{_HERE}.train_corrections:train_corrections", "Fit how table claims are weighed with their corrections."
    ),
    "mixed-benchmark": RecipeEntry(
        "veriscope.lab.lessons.mixed_benchmark:make_mixed_benchmark",
        "Make a benchmark of sentence, cell and combined evidence from a corpus.",
    ),
    "base-weights": RecipeEntry(
        f"{_HERE}.base_weights:unpack_base_weights", "Unpack the weights that training starts from."
    ),
    "onnx-weights": RecipeEntry(
        f"{_HERE}.onnx_weights:unpack_onnx_weights",
        "Unpack the weights of an ONNX file, so that training starts there.",
    ),
    "training-set": RecipeEntry(f"{_HERE}.training_set:gather_training_set", "Gather what the encoder learns from."),
    "encoder-train": RecipeEntry(f"{_HERE}.train_encoder:train_encoder", "Train one network of the encoder's recipe."),
    "encoder-rank": RecipeEntry(f"{_HERE}.train_encoder:rank_lines", "Order mined lines by a trained network."),
    "encoder-score": RecipeEntry(f"{_HERE}.train_encoder:score_examples", "Score examples by a trained network."),
    "encoder-measure": RecipeEntry(f"{_HERE}.train_encoder:measure_network", "Measure a network on held-out claims."),
    "encoder-export": RecipeEntry(f"{_HERE}.export_encoder:export_encoder", "Export a network to eight-bit ONNX."),
    "verdict-head": RecipeEntry(
        f"{_HERE}.train_verdict_head:train_verdict_head", "Fit the head of the encoder's verdict, calibrated."
    ),
}
