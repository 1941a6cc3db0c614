"""What is asked of statements about tables."""

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


TARGETS = (
    *_of("lexical"),
    *_of("encoder"),
    *_of("programs", tabfact=0.66, ms=50),
    *_of("both", tabfact=0.76, infotabs=0.62),
)
