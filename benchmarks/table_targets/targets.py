"""What is asked of claims and statements about tables."""

from target import Target


def _of(
    judge: str, *, tabfact: float | None = None, infotabs: float | None = None, ms: float | None = None
) -> tuple[Target, ...]:
    return (
        Target(f"TabFact val, {judge}", f"tabfact_{judge}/accuracy", ">=", tabfact),
        Target(f"TabFact val, {judge}, three-way", f"tabfact_{judge}/accuracy_three_way"),
        Target(f"TabFact val, {judge}, calibration error", f"tabfact_{judge}/ece"),
        Target(f"TabFact val, {judge}, median ms", f"tabfact_{judge}/ms_per_claim/median", "<=", ms),
        Target(f"TabFact val, 2,000 of it, {judge}", f"tabfact_2000_{judge}/accuracy", ">=", tabfact),
        Target(f"TabFact val, 2,000 of it, {judge}, three-way", f"tabfact_2000_{judge}/accuracy_three_way"),
        Target(f"TabFact val, 2,000 of it, {judge}, median ms", f"tabfact_2000_{judge}/ms_per_claim/median", "<=", ms),
        Target(f"InfoTabS dev, {judge}", f"infotabs_{judge}/accuracy", ">=", infotabs),
        Target(f"InfoTabS dev, {judge}, calibration error", f"infotabs_{judge}/ece"),
    )


_CELLS, _GOLD = "cells", "cells_gold_evidence"

TARGETS = (
    Target("cells dev, FEVEROUS score", f"{_CELLS}/feverous_score", ">=", 0.58),
    Target("cells dev, label accuracy", f"{_CELLS}/label_accuracy", ">=", 0.80),
    Target("cells dev, full evidence", f"{_CELLS}/evidence_recall"),
    Target("cells dev, cell recall", f"{_CELLS}/retrieval/cell_recall/mean"),
    Target("cells dev, calibration error", f"{_CELLS}/ece"),
    Target("cells dev, gold evidence, label accuracy", f"{_GOLD}/label_accuracy", ">=", 0.88),
    Target("A table claim, median ms", "speed/ms_per_claim/median", "<=", 700),
    Target("A table claim, p95 ms", "speed/ms_per_claim/p95", "<=", 1500),
    Target("Atlas dev, numeric claims with a right trace", "numeric_traces/dev/right_label_and_trace", ">=", 0.95),
    Target("Atlas test, numeric claims with a right trace", "numeric_traces/test/right_label_and_trace", ">=", 0.95),
    *_of("lexical"),
    *_of("encoder"),
    *_of("programs", tabfact=0.66, ms=50),
    *_of("both", tabfact=0.76, infotabs=0.62),
)
