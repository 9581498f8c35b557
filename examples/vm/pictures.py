#!/usr/bin/python3
"""Runs the programs in this directory and plots the results to docs/images/vm-*.png.

    python3 examples/vm/pictures.py [--bin FOLDER] [--device cpu] [--engine aot] [--folder docs/images]
"""
import argparse
from pathlib import Path

import numpy as np

import filters
import reference
from canvas import BLUE, COLORS, GREEN, GRAY, INK, ORANGE, RED, WHITE, Canvas, side_by_side
from check import HERE, run
from inputs import frequencies

HEIGHT = 300


def pricing(outputs):
    """Plots the distribution of the final stock price, and the convergence of the mean payoff."""
    payoff, _, last, _ = outputs[0]
    counts, edges = np.histogram(last, np.arange(40, 201, 4))
    prices = Canvas(420, HEIGHT, (40, 200), (0, counts.max() * 1.1))
    prices.axes([50, 100, 150], [], "price after a year")
    for count, left, right in zip(counts, edges, edges[1:]):
        prices.bar(left, right - 0.5, count, BLUE if left >= 100 else GRAY)
    exact, many = reference.black_scholes(), np.arange(1, len(payoff) + 1)
    means = np.cumsum(payoff) / many
    spread = 2 * payoff.std() / np.sqrt(many)
    settle = Canvas(420, HEIGHT, (5.5, np.log2(64 * len(payoff))), (exact - 3, exact + 3))
    settle.axes([6, 8, 10, 12, 14], [8, 10, 12], "log2 of the paths")
    x = np.log2(64 * many)
    settle.line(x, exact + spread, GRAY)
    settle.line(x, exact - spread, GRAY)
    settle.line([5.5, x[-1]], [exact, exact], INK)
    settle.line(x, means, RED, 2)
    settle.text(settle.column(10.5), settle.row(exact - 0.35), f"exact {exact:.2f}")
    return [prices, settle]


def epidemic(outputs):
    """Plots the sizes of outbreaks, and the mean size for each first infected member."""
    (sizes, _), total, begun = outputs
    counts = np.bincount(sizes, minlength=35)
    left = Canvas(420, HEIGHT, (0, 35), (0, counts.max() * 1.05))
    left.axes([1, 10, 20, 30], [], "infected in an outbreak")
    for size in range(1, 35):
        left.bar(size - 0.45, size + 0.45, counts[size], RED)
    right = Canvas(420, HEIGHT, (0, 35), (0, 20))
    right.axes([1, 9, 17, 25, 34], [0, 5, 10, 15, 20], "mean size by who begins")
    for member, mean in enumerate(total / begun, 1):
        right.bar(member - 0.4, member + 0.4, mean, ORANGE if member in (1, 34) else BLUE)
    return [left, right]


def nbody(outputs):
    """Plots the orbits of the three bodies without and with increasing perturbations."""
    orbit = outputs[0].reshape(32, 3, 2, -1)
    canvases = []
    for instance in (0, 60, 240):
        canvas = Canvas(280, HEIGHT, (-1.4, 1.4), (-1.0, 1.0), (10, 10, 10, 50))
        for body, color in zip(range(3), (BLUE, RED, GREEN)):
            path = orbit[:, body, :, instance]
            canvas.line(path[:, 0], path[:, 1], GRAY)
            canvas.points(path[:, 0] - 0.01, path[:, 1] + 0.01, color, 4)
        canvas.text(140, HEIGHT - 30, f"moved by {0.0005 * instance:.3f}", centered=True)
        canvases.append(canvas)
    return canvases


def machine(outputs):
    """Plots the activity of the elevator by frequency of calls."""
    stood, moved, opened, answered, waited = (row.reshape(-1, 16).sum(axis=0) for row in outputs[0])
    share = np.stack([opened, moved, stood]) / (stood + moved + opened)
    left = Canvas(420, HEIGHT, (0.5, 16.5), (0, 1))
    left.axes([1, 4, 8, 12, 16], [0, 0.5, 1], "calls in 160 ticks")
    for calls in range(16):
        below = 0.0
        for part, color in zip(share[:, calls], (ORANGE, BLUE, GRAY)):
            left.fill(left.column(calls + 0.5), left.row(below), left.column(calls + 1.5), left.row(below + part),
                      color)
            below += part
    for x, y, word, color in [(1, 0.6, "stands", INK), (11.4, 0.55, "moves", WHITE), (11.4, 0.15, "open", INK)]:
        left.text(left.column(x), left.row(y), word, color)
    right = Canvas(420, HEIGHT, (0.5, 16.5), (0, 16))
    right.axes([1, 4, 8, 12, 16], [0, 4, 8, 12, 16], "ticks a caller waits")
    right.line(np.arange(1, 17), waited / answered, RED, 3)
    return [left, right]


def filter_bank(outputs):
    """Plots the frequency responses of the filters in decibels."""
    instances = outputs[0].shape[1]
    bands = outputs[0].reshape(filters.BANDS, filters.SAMPLES, instances)[:, filters.TAPS:]
    power = 2 * (bands.astype(float)**2).mean(axis=1)
    canvas = Canvas(840, HEIGHT, (0, 0.5), (-60, 6))
    canvas.axes([0, 0.125, 0.25, 0.375, 0.5], [0, -20, -40, -60], "cycles a sample", "{:g}")
    for response, color in zip(power, COLORS):
        canvas.line(frequencies(instances), 10 * np.log10(response + 1e-7), color, 2)
    return [canvas]


PICTURES = {"pricing": (1024, pricing), "epidemic": (3400, epidemic), "nbody": (256, nbody),
            "machine": (1600, machine), "filters": (512, filter_bank)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", help="directory of zyn-run")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--engine", default="aot")
    parser.add_argument("--folder", type=Path, default=HERE.parent.parent / "docs/images")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, (instances, draw) in PICTURES.items():
        outputs, _ = run(name, instances, 0, options.engine, options.device, options.bin)
        path = options.folder / f"vm-{name}.png"
        side_by_side(draw(outputs), path)
        print(f"{path}: {path.stat().st_size} bytes")


if __name__ == "__main__":
    main()
