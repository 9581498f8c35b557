#!/usr/bin/python3
"""Runs the programs of this folder and draws what they compute into docs/images/vm-*.png.

    python3 examples/vm/pictures.py [--bin FOLDER] [--device cpu] [--engine aot] [--folder docs/images]
"""
import argparse
from pathlib import Path

import numpy as np

import filters
import reference
from canvas import BLUE, COLOURS, GREEN, GREY, INK, ORANGE, RED, WHITE, Canvas, side_by_side
from check import HERE, run
from inputs import frequencies

HEIGHT = 300


def pricing(outputs):
    """How the share's last price is distributed, and how the mean payoff settles as paths are added."""
    payoff, _, last, _ = outputs[0]
    counts, edges = np.histogram(last, np.arange(40, 201, 4))
    prices = Canvas(420, HEIGHT, (40, 200), (0, counts.max() * 1.1))
    prices.axes([50, 100, 150], [], "price after a year")
    for count, left, right in zip(counts, edges, edges[1:]):
        prices.bar(left, right - 0.5, count, BLUE if left >= 100 else GREY)
    exact, many = reference.black_scholes(), np.arange(1, len(payoff) + 1)
    means = np.cumsum(payoff) / many
    spread = 2 * payoff.std() / np.sqrt(many)
    settle = Canvas(420, HEIGHT, (5.5, np.log2(64 * len(payoff))), (exact - 3, exact + 3))
    settle.axes([6, 8, 10, 12, 14], [8, 10, 12], "log2 of the paths")
    x = np.log2(64 * many)
    settle.line(x, exact + spread, GREY)
    settle.line(x, exact - spread, GREY)
    settle.line([5.5, x[-1]], [exact, exact], INK)
    settle.line(x, means, RED, 2)
    settle.text(settle.column(10.5), settle.row(exact - 0.35), f"exact {exact:.2f}")
    return [prices, settle]


def epidemic(outputs):
    """How large the outbreaks are, and how large on the average if one member begins."""
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
    """The orbit of all three bodies without a disturbance, and with greater and greater ones."""
    orbit = outputs[0].reshape(32, 3, 2, -1)
    canvases = []
    for instance in (0, 60, 240):
        canvas = Canvas(280, HEIGHT, (-1.4, 1.4), (-1.0, 1.0), (10, 10, 10, 50))
        for body, colour in zip(range(3), (BLUE, RED, GREEN)):
            path = orbit[:, body, :, instance]
            canvas.line(path[:, 0], path[:, 1], GREY)
            canvas.points(path[:, 0] - 0.01, path[:, 1] + 0.01, colour, 4)
        canvas.text(140, HEIGHT - 30, f"moved by {0.0005 * instance:.3f}", centred=True)
        canvases.append(canvas)
    return canvases


def machine(outputs):
    """What the elevator does, by how often it is called."""
    stood, moved, opened, answered, waited = (row.reshape(-1, 16).sum(axis=0) for row in outputs[0])
    share = np.stack([opened, moved, stood]) / (stood + moved + opened)
    left = Canvas(420, HEIGHT, (0.5, 16.5), (0, 1))
    left.axes([1, 4, 8, 12, 16], [0, 0.5, 1], "calls in 160 ticks")
    for calls in range(16):
        below = 0.0
        for part, colour in zip(share[:, calls], (ORANGE, BLUE, GREY)):
            left.fill(left.column(calls + 0.5), left.row(below), left.column(calls + 1.5), left.row(below + part),
                      colour)
            below += part
    for x, y, word, colour in [(1, 0.6, "stands", INK), (11.4, 0.55, "moves", WHITE), (11.4, 0.15, "open", INK)]:
        left.text(left.column(x), left.row(y), word, colour)
    right = Canvas(420, HEIGHT, (0.5, 16.5), (0, 16))
    right.axes([1, 4, 8, 12, 16], [0, 4, 8, 12, 16], "ticks a caller waits")
    right.line(np.arange(1, 17), waited / answered, RED, 3)
    return [left, right]


def filter_bank(outputs):
    """What each filter answers to each frequency, in decibels."""
    instances = outputs[0].shape[1]
    bands = outputs[0].reshape(filters.BANDS, filters.SAMPLES, instances)[:, filters.TAPS:]
    power = 2 * (bands.astype(float)**2).mean(axis=1)
    canvas = Canvas(840, HEIGHT, (0, 0.5), (-60, 6))
    canvas.axes([0, 0.125, 0.25, 0.375, 0.5], [0, -20, -40, -60], "cycles a sample", "{:g}")
    for response, colour in zip(power, COLOURS):
        canvas.line(frequencies(instances), 10 * np.log10(response + 1e-7), colour, 2)
    return [canvas]


PICTURES = {"pricing": (1024, pricing), "epidemic": (3400, epidemic), "nbody": (256, nbody),
            "machine": (1600, machine), "filters": (512, filter_bank)}


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", help="folder of zyn-run")
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
