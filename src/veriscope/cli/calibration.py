"""Prints calibration: the reliability diagram as a table, and accuracy by coverage."""

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table

from veriscope.cli.output import out, talk
from veriscope.cli.score_tables import score_table
from veriscope.files import replacing
from veriscope.reports import calibration_svg
from veriscope.scoring import AnswerScores, Bin, Calibration, SelectiveAccuracy

_WIDTH = 20
_SHOWN = 2


def show_calibration(calibration: Calibration, selective: SelectiveAccuracy) -> None:
    """Print the measures, the reliability table, and the accuracy of the surest answers."""
    out.print(_measures(calibration, selective))
    out.print(_reliability(calibration.bins))
    out.print(_coverage(selective))


def _measures(calibration: Calibration, selective: SelectiveAccuracy) -> Table:
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
    """A bar as long as the bin's accuracy, with a mark at its confidence."""
    length = round(found.accuracy * _WIDTH)
    drawn = ["█" if place < length else "·" for place in range(_WIDTH)]
    drawn[min(_WIDTH - 1, round(found.confidence * _WIDTH))] = "│"
    return "".join(drawn)


def _coverage(selective: SelectiveAccuracy) -> Table:
    table = score_table("Answered", "Accuracy", "Least confidence")
    for point in selective.curve[_SHOWN - 1 :: _SHOWN]:
        table.add_row(f"{point.coverage:.0%}", f"{point.accuracy:.4f}", f"{point.threshold:.4f}")
    return table


def draw_calibration(path: Path, scores: AnswerScores, *, title: str) -> None:
    """Draw the reliability diagram and accuracy by coverage, and say where the picture is."""
    with replacing(path) as stream:
        stream.write(calibration_svg(scores.calibration, scores.selective, title=title).encode())
    talk.print(f"picture written to {path}")
