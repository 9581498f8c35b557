#!/usr/bin/env python3
"""Generates a synthetic stream of events, and the limits and weights of the trading system.

    python3 stream.py FOLDER [--events N] [--seed S]

Nothing here is data of a market: prices are random walks, and orders and fills are independent of each other and of
what the system answers. The same seed gives the same files on every machine.

Files, i64 unless stated otherwise, for 64 instruments: events.npy [N, 8], whose columns trading.mlir describes;
opens.npy [64], the opening prices in ticks; position_limits.npy [64] in shares; limits.npy [8] of risk_check;
stocks.npy [64], eight letters each; rates.npy [16] f32, of the filters; weights.npy [16, 64] f32, of filters and
instruments.
"""
import argparse
from pathlib import Path

import numpy as np

INSTRUMENTS, FILTERS = 64, 16
QUOTE, ORDER, FILL = range(3)
MASK = 2**64 - 1

# Shares of an order, hundredths of a percent, gross notional, messages in a window, nanoseconds, open orders.
LIMITS = [1000, 100, 800_000_000, 15, 100_000, 5, 0, 0]


class Random:
    """The generator splitmix64 by Guy Steele, Doug Lea and Christine Flood (OOPSLA 2014)."""

    def __init__(self, seed):
        self.state = seed & MASK

    def next(self):
        self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)

    def below(self, count):
        """Returns an integer from 0 to count - 1."""
        return (self.next() >> 32) * count >> 32


def generate_events(random, opens, count):
    """Returns an array of events [count, 8]: six tenths are quotes, two tenths orders and two tenths fills. The first
    events are a fill of each instrument."""
    middles, positions, time = list(opens), [0] * INSTRUMENTS, 0
    events = np.zeros((count, 8), np.int64)
    for i, row in enumerate(events):
        time += 1 + random.below(2000)
        if i < INSTRUMENTS:
            instrument, choice = i, 9
        else:
            instrument, choice = random.below(INSTRUMENTS), random.below(10)
        middle = middles[instrument]
        if choice < 6:
            middle = max(1000, middle + random.below(7) - 3)
            middles[instrument] = middle
            spread = 1 + random.below(3)
            row[:7] = (time, QUOTE, instrument, middle - spread, middle + spread, 100 * (1 + random.below(50)),
                       100 * (1 + random.below(50)))
            continue
        # One of 20 orders is too large, and another one too far from the price.
        unusual = random.below(20)
        shares = 2000 if unusual == 0 else 1 + random.below(1000)
        price = middle * 2 if unusual == 1 else middle + random.below(9) - 4
        side = random.below(2)
        if choice < 8:
            row[:7] = time, ORDER, instrument, side, shares, price, 99998 if random.below(4) else 0
        else:
            # Large positions are closed rather than increased.
            if abs(positions[instrument]) > 300:
                side = int(positions[instrument] > 0)
            shares = 1 + random.below(1000)
            positions[instrument] += -shares if side else shares
            row[:6] = time, FILL, instrument, side, shares, middle + random.below(9) - 4
    # Some orders are for an instrument that does not exist.
    orders = np.flatnonzero(events[:, 1] == ORDER)
    events[orders[49::100], 2] = INSTRUMENTS
    return events


def generate(count, seed):
    """Returns a dictionary of arrays by the names of the files."""
    random = Random(seed)
    opens = np.array([2000 + random.below(48000) for _ in range(INSTRUMENTS)])
    position_limits = np.array([800 + random.below(1200) for _ in range(INSTRUMENTS)])
    names = [f"SYN{i:02}".ljust(8).encode() for i in range(INSTRUMENTS)]
    # Half-lives of 1, 2, 4, ... quotes.
    rates = 1 - np.exp2(-1 / np.exp2(np.arange(FILTERS)))
    weights = np.array([[random.below(2**20) / 2**19 - 1 for _ in range(INSTRUMENTS)] for _ in range(FILTERS)])
    return {
        "events": generate_events(random, opens.tolist(), count),
        "opens": opens,
        "position_limits": position_limits,
        "limits": np.array(LIMITS),
        "stocks": np.frombuffer(b"".join(names), np.int64),
        "rates": rates.astype(np.float32),
        "weights": weights.astype(np.float32),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path, help="where the files are written")
    parser.add_argument("--events", type=int, default=512, help="number of events (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=0, help="seed of the random numbers (default: %(default)s)")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for name, array in generate(options.events, options.seed).items():
        np.save(options.folder / f"{name}.npy", array)


if __name__ == "__main__":
    main()
