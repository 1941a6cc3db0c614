"""Writes the picture of a model's calibration into a file."""

from pathlib import Path

from veriscope.cli.calibration_plot import calibration_svg
from veriscope.cli.output import talk
from veriscope.datasets.atomic import replacing
from veriscope.scoring.verdict_report import AnswerScores


def draw_calibration(path: Path, scores: AnswerScores, *, title: str) -> None:
    """Draw the reliability diagram and accuracy by coverage, and say where."""
    with replacing(path) as stream:
        stream.write(calibration_svg(scores.calibration, scores.selective, title=title).encode())
    talk.print(f"picture written to {path}", soft_wrap=True)
