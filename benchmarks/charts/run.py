"""Draws a chart of seven curves with our SVG module and with libraries: time, size, what a strict policy refuses.

python benchmarks/charts/run.py --out result.json
"""

import argparse
import io
import json
import platform
import random
import re
import subprocess
import sys
import time
from importlib import import_module
from pathlib import Path

REPEATS = 10
STYLES = ("m0", "m1", "m2", "m3", "m4", "m5", "m6")


def curves():
    draw = random.Random(1)
    return {name: sorted((draw.random(), draw.random()) for _ in range(60)) for name in STYLES}


def ours():
    reports = import_module("veriscope.reports")

    def draw():
        chart = reports.UnitChart(26, 26, 200)
        lines = [chart.curve(points, f"curve {name}", title=name) for name, points in curves().items()]
        frame = chart.frame((0, 0.25, 0.5, 0.75, 1), across="false", up="true", is_small=True)
        return reports.element("svg", frame, *lines, viewBox="0 0 252 252", role="img")

    return draw


def matplotlib():
    plt = import_module("matplotlib.pyplot")

    def draw():
        figure, axes = plt.subplots(figsize=(3, 3))
        for name, points in curves().items():
            axes.plot(*zip(*points, strict=True), label=name)
        written = io.StringIO()
        figure.savefig(written, format="svg")
        plt.close(figure)
        return written.getvalue()

    return draw


def pygal():
    pygal = import_module("pygal")

    def draw():
        chart = pygal.XY(width=252, height=252)
        for name, points in curves().items():
            chart.add(name, points)
        return chart.render(is_unicode=True)

    return draw


def plotly():
    go = import_module("plotly.graph_objects")

    def draw():
        lines = [go.Scatter(x=[x for x, _ in at], y=[y for _, y in at], name=name) for name, at in curves().items()]
        return go.Figure(lines).to_html(include_plotlyjs=True)

    return draw


LIBRARIES = {made.__name__: made for made in (ours, matplotlib, pygal, plotly)}


def measure(name):
    """In this process, which has imported nothing yet."""
    start = time.process_time()
    draw = LIBRARIES[name]()
    imported = time.process_time()
    picture = draw()
    first = time.process_time()
    for _ in range(REPEATS):
        draw()
    each = (time.process_time() - first) / REPEATS
    return {
        "import_s": round(imported - start, 2),
        "first_ms": round(1000 * (first - imported), 1),
        "each_ms": round(1000 * each, 1),
        "kilobytes": round(len(picture) / 1000, 1),
        "scripts": picture.count("<script"),
        "style_attributes": len(re.findall(r"\sstyle=", picture)),
    }


def main():
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--out", type=Path)
    options.add_argument("--only", choices=LIBRARIES)
    chosen = options.parse_args()
    if chosen.only:
        print(json.dumps(measure(chosen.only)))
        return
    result = {"machine": f"{platform.machine()}, Python {platform.python_version()}"}
    for name in LIBRARIES:
        done = subprocess.run([sys.executable, __file__, "--only", name], capture_output=True, text=True, check=True)
        result[name] = json.loads(done.stdout)
    text = json.dumps(result, indent=2)
    print(text)
    if chosen.out:
        chosen.out.write_text(text + "\n")


if __name__ == "__main__":
    main()
