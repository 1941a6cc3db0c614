"""Trains the networks of the FEVEROUS baseline from prepared claims; needs torch."""

import json
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from veriscope.errors import InputError, UsageError
from veriscope.lab.reproductions.feverous_prepared import PreparedClaim, PreparedSet, learnable, read_prepared
from veriscope.lab.reproductions.feverous_recipe import TYPES_FILE, FeverousRecipe, Variant
from veriscope.lab.reproductions.feverous_sampling import (
    TYPE_ORDER,
    drawn_claims,
    evidence_type,
    gold_examples,
    nei_examples,
)
from veriscope.lab.training import (
    FeverousNetwork,
    FineTuning,
    Run,
    TableExample,
    TokenLesson,
    device,
    drawn_pairs,
    export_feverous_network,
    fine_tune,
    finish,
    load_feverous_network,
    network_logits,
    pair_with_evidence,
    read_inference_pairs,
    save_feverous_network,
    table_lessons,
    text_lessons,
)
from veriscope.models import FEVEROUS_CELLS, FEVEROUS_VERDICT, FeverousTokenizer, NetworkHeader, Settings, linearise
from veriscope.verdict import LABEL_ORDER

# Takes the current task, and how many steps of how many are done.
Report = Callable[[str, int, int], None]


class _Task(NamedTuple):
    """The lessons of a network, how to train it, the base weights, the folder for it and its kind."""

    lessons: Sequence[TokenLesson]
    plan: FineTuning
    base: Path
    out: Path
    kind: str = FEVEROUS_VERDICT


@dataclass(frozen=True, slots=True)
class Trainer:
    """Runs the trainings of a recipe; each returns whether it is done, or False if its `seconds` were over before."""

    recipe: FeverousRecipe
    report: Report
    seconds: float = 1e9

    def pretrain(self) -> bool:
        """Train a verdict predictor on inference pairs alone: premise as evidence, hypothesis as claim."""
        recipe = self.recipe
        if recipe.nli is None:
            raise UsageError("the recipe names no inference pairs; set `nli`")
        pairs = [
            pair for pair in pair_with_evidence(read_inference_pairs(recipe.nli), lambda _: None) if pair is not None
        ]
        tokens = self._tokenizer(recipe.base)
        learned = drawn_pairs(pairs, count=recipe.nli_pairs, seed=recipe.seed)
        encoded = tokens.texts([(pair.claim, pair.evidence) for pair in learned])
        lessons = text_lessons(encoded, [LABEL_ORDER.index(pair.label) for pair in learned])
        plan = self._plan(recipe.nli_epochs, recipe.verdict_decay, run=0, batch=recipe.nli_batch)
        task = _Task(lessons, plan, recipe.base, recipe.pretrained_folder())
        return self._train(task, tokens, {"data": recipe.nli.name, "pairs": len(lessons)})

    def verdict(self, variant: Variant, run: int) -> bool:
        """Train a verdict predictor on gold evidence."""
        recipe = self.recipe
        claims = self._learnable_set().claims
        examples = gold_examples(claims)
        sampled = list(nei_examples(claims, share=recipe.nei_share, seed=recipe.seed)) if variant.samples_nei else []
        base = recipe.pretrained_folder() if variant.is_pretrained else recipe.base
        if variant.is_pretrained:
            NetworkHeader.read(base, kind=FEVEROUS_VERDICT)
        tokens = self._tokenizer(base)
        texts = [(one.claim, linearise(one.evidence, separator=tokens.separator)) for one in (*examples, *sampled)]
        labels = [LABEL_ORDER.index(one.label) for one in (*examples, *sampled)]
        plan = self._plan(recipe.verdict_epochs, recipe.verdict_decay, run=run)
        task = _Task(text_lessons(tokens.texts(texts), labels), plan, base, recipe.verdict(variant, run))
        counts = {"claims": len(examples), "sampled_nei": len(sampled)}
        return self._train(task, tokens, {"variant": variant.value, **counts})

    def cells(self, run: int) -> bool:
        """Train a cell extractor on the gold tables."""
        recipe = self.recipe
        learned = self._learnable_set(tables=True)
        examples = [
            TableExample(one.claim, learned.tables[key], one.relevant_cells(key))
            for one in learned.claims
            for key in one.tables
        ]
        tokens = self._tokenizer(recipe.base)
        lessons = table_lessons(examples, tokens, seed=recipe.seed)
        plan = self._plan(recipe.cell_epochs, recipe.cell_decay, run=run)
        task = _Task(lessons, plan, recipe.base, recipe.cells(run), FEVEROUS_CELLS)
        return self._train(task, tokens, {"tables": len(lessons)})

    def types(self, fold: int) -> bool:
        """Train on all folds but one to predict the type of evidence from the claim alone, and answer for that fold."""
        recipe, out = self.recipe, self.recipe.types(fold)
        typed = [(one, TYPE_ORDER.index(kind)) for one in self._learnable_set().claims if (kind := evidence_type(one))]
        learned = [pair for pair in typed if _fold(pair[0], recipe) != fold]
        asked = [pair for pair in typed if _fold(pair[0], recipe) == fold]
        tokens = self._tokenizer(recipe.base)
        lessons = text_lessons(tokens.alone([one.claim for one, _ in learned]), [kind for _, kind in learned])
        plan = self._plan(recipe.type_epochs, recipe.verdict_decay, run=fold, batch=recipe.type_batch)
        network = self._fit(_Task(lessons, plan, recipe.base, out), tokens)
        if network is None:
            return False
        said = network_logits(network, tokens.alone([one.claim for one, _ in asked]), filler=tokens.filler)
        answers = [[one.id, kind, int(logits.argmax())] for (one, kind), logits in zip(asked, said, strict=True)]
        (out / TYPES_FILE).write_text(json.dumps({"fold": fold, "answers": answers}) + "\n", encoding="utf-8")
        finish(out)
        return True

    def export(self) -> bool:
        """Export the first run's full verdict predictor and cell extractor, to run without torch."""
        variant = self.recipe.full_variant()
        export_feverous_network(self.recipe.verdict(variant, 1), outputs=len(LABEL_ORDER), per_id=False)
        export_feverous_network(self.recipe.cells(1), outputs=1, per_id=True)
        return True

    def _learnable_set(self, *, tables: bool = False) -> PreparedSet:
        """The prepared training claims with complete gold, as many as the recipe asks for."""
        prepared = read_prepared(self.recipe.prepared_folder("train"), tables=tables)
        claims = tuple(learnable(prepared.claims))
        if not claims:
            raise InputError(f"{self.recipe.train}: no claim has all its evidence in {self.recipe.corpus}")
        return PreparedSet(drawn_claims(claims, count=self.recipe.claims, seed=self.recipe.seed), prepared.tables)

    def _tokenizer(self, base: Path) -> FeverousTokenizer:
        return FeverousTokenizer(base, max_tokens=self.recipe.max_tokens)

    def _plan(self, epochs: int, decay: float, *, run: int, batch: int | None = None) -> FineTuning:
        recipe = self.recipe
        seed = recipe.seed * 1000 + run
        return FineTuning(epochs, decay, seed, batch=batch or recipe.batch, rate=recipe.rate, seconds=self.seconds)

    def _train(self, task: _Task, tokens: FeverousTokenizer, settings: Settings) -> bool:
        """Train a network, and write it with the settings of its training."""
        network, plan = self._fit(task, tokens), task.plan
        if network is None:
            return False
        known: Settings = {
            "base": task.base.name, "epochs": plan.epochs, "batch": plan.batch, "rate": plan.rate, "decay": plan.decay,
            "seed": plan.seed, "max_tokens": tokens.max_tokens, "lessons": _digest(task.lessons),
        }  # fmt: skip
        save_feverous_network(network, task.out, NetworkHeader(task.kind, settings | known), base=task.base)
        finish(task.out)
        return True

    def _fit(self, task: _Task, tokens: FeverousTokenizer) -> FeverousNetwork | None:
        """The trained network; None if the time was over before."""
        per_id = task.kind == FEVEROUS_CELLS
        outputs = 1 if per_id else len(LABEL_ORDER)
        network = load_feverous_network(task.base, outputs=outputs, per_id=per_id, seed=task.plan.seed).to(device())
        run = Run(task.out, _run_name(task), self.report)
        return network if fine_tune(network, task.lessons, task.plan, run, filler=tokens.filler) else None


def _run_name(task: _Task) -> str:
    """A name that changes with the lessons and the settings, but not with the time limit."""
    plan, lessons = task.plan, task.lessons
    settings = (plan.epochs, plan.decay, plan.seed, plan.batch, plan.rate, plan.warm_up)
    return f"{task.base.name} {len(lessons)} {_digest(lessons)} {settings}"


def _digest(lessons: Sequence[TokenLesson]) -> str:
    digest = 0
    for lesson in lessons:
        digest = zlib.crc32(lesson.targets.tobytes(), zlib.crc32(lesson.pair.ids.tobytes(), digest))
    return f"{digest:08x}"


def _fold(claim: PreparedClaim, recipe: FeverousRecipe) -> int:
    return zlib.crc32(f"{recipe.seed} {claim.id}".encode()) % recipe.folds + 1
