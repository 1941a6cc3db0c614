"""Calibration in the terminal: the reliability diagram as a table, and accuracy by coverage."""

from collections.abc import Sequence

from rich.table import Table

from veriscope.cli.output import out
from veriscope.cli.score_tables import score_table
from veriscope.scoring.calibration import Bin, Calibration
from veriscope.scoring.selective import Selective

_WIDTH = 20
_SHOWN = 2


def show_calibration(calibration: Calibration, selective: Selective) -> None:
    """Print the measures, the reliability table, and how right the surest answers are."""
    out.print(_measures(calibration, selective))
    out.print(_reliability(calibration.bins))
    out.print(_coverage(selective))


def _measures(calibration: Calibration, selective: Selective) -> Table:
    table = score_table("Calibration", "Value")
    values = {
        "Expected calibration error": calibration.ece,
        "… over bins of equal size": calibration.adaptive_ece,
        "Largest error of a bin": calibration.max_error,
        "Confidence less accuracy": calibration.overconfidence,
        "Brier score": calibration.brier,
        "Log loss": calibration.log_loss,
        "Area under risk–coverage": selective.area,
        "Accuracy at 80 % coverage": selective.at_80.accuracy,
    }
    for name, value in values.items():
        table.add_row(name, f"{value:.4f}")
    return table


def _reliability(bins: Sequence[Bin]) -> Table:
    table = score_table("Confidence", "Claims", "Said", "Right")
    table.add_column("said │, right █")
    for found in bins:
        table.add_row(
            f"{found.low:.2f}–{found.high:.2f}",
            f"{found.claims:,}",
            f"{found.confidence:.3f}",
            f"{found.accuracy:.3f}",
            _bar(found),
        )
    return table


def _bar(found: Bin) -> str:
    """A bar as long as the bin is right, with a mark where its confidence lies."""
    length = round(found.accuracy * _WIDTH)
    drawn = ["█" if place < length else "·" for place in range(_WIDTH)]
    drawn[min(_WIDTH - 1, round(found.confidence * _WIDTH))] = "│"
    return "".join(drawn)


def _coverage(selective: Selective) -> Table:
    table = score_table("Answered", "Accuracy", "Least confidence")
    for point in selective.curve[_SHOWN - 1 :: _SHOWN]:
        table.add_row(f"{point.coverage:.0%}", f"{point.accuracy:.4f}", f"{point.threshold:.4f}")
    return table
