#!/usr/bin/env python3
"""The trading system in Python integers and float64, as a reference for the results of zyn-run.

    python3 reference.py FOLDER

Reads the files of stream.py and the results of @run_events in FOLDER. Integers and messages must be equal. Exits with 1
if one differs, or if a score is further from float64 than its error bound.
"""
import collections
import sys
from pathlib import Path

import numpy as np

from stream import FILTERS, INSTRUMENTS, ORDER, QUOTE

INPUTS = ["events", "opens", "position_limits", "limits", "stocks", "rates", "weights"]
RESULTS = ["outcomes", "signals", "messages", "positions", "ledger", "account", "session"]
FIRST_NUMBER = 20261124000000
REASONS = ["accepted", "unknown instrument", "shares", "price", "position", "notional", "messages", "open orders"]
# A score is a sum of 16 products, each of which is rounded once. The filters have the rounding errors of some more
# steps, since each step also reduces the errors of the previous ones. All are relative to the sum of the absolute
# products.
TOLERANCE = 64 * np.finfo(np.float32).eps


class System:
    """The state of the trading system, all of whose numbers are Python integers but for the filters."""

    def __init__(self, inputs):
        self.opens, self.position_limits, self.limits = (
            inputs[name].tolist() for name in ["opens", "position_limits", "limits"])
        self.stocks = [inputs["stocks"][i:i + 1].tobytes() for i in range(INSTRUMENTS)]
        self.rates, self.weights = inputs["rates"].astype(np.float64), inputs["weights"].astype(np.float64)
        self.references = list(self.opens)
        self.fills = [[] for _ in range(INSTRUMENTS)]  # of shares and prices
        self.positions, self.costs, self.realized, self.prices = ([0] * INSTRUMENTS for _ in range(4))
        self.cash = 0
        self.start = self.messages = self.open_orders = 0
        self.number = FIRST_NUMBER
        self.features, self.filters = np.zeros(INSTRUMENTS), np.zeros((FILTERS, INSTRUMENTS))

    def risk_check(self, time, instrument, sells, shares, price):
        max_shares, hundredths, max_gross, max_messages, window, max_open = self.limits[:6]
        if instrument >= INSTRUMENTS:
            return 1
        if time - self.start >= window:
            self.start, self.messages = time, 0
        reference = self.references[instrument]
        after = list(self.positions)
        after[instrument] += -shares if sells else shares
        fits = [
            1 <= shares <= max_shares,
            abs(price - reference) <= reference * hundredths // 10000,
            abs(after[instrument]) <= self.position_limits[instrument],
            sum(abs(p) * r for p, r in zip(after, self.references)) <= max_gross,
            self.messages < max_messages,
            self.open_orders < max_open,
        ]
        if all(fits):
            self.messages += 1
            self.open_orders += 1
            return 0
        return 2 + fits.index(False)

    def position_update(self, instrument, sells, shares, price):
        """Closes the position share by share, and rounds the cost of all of them once."""
        position, cost = self.positions[instrument], self.costs[instrument]
        change = -shares if sells else shares
        closed = min(abs(position), shares) if position * change < 0 else 0
        sign = 1 if position > 0 else -1
        released = sign * (abs(cost) * closed // abs(position)) if closed else 0
        profit = sign * closed * price - released
        opened = shares - closed
        self.costs[instrument] += (-opened if sells else opened) * price - released
        self.positions[instrument] += change
        self.realized[instrument] += profit
        self.prices[instrument] = price
        self.cash -= change * price
        self.open_orders = max(self.open_orders - 1, 0)
        return profit

    def encode_order(self, instrument, sells, shares, price, time_in_force):
        message = b"O" + b"%014d" % self.number + (b"S" if sells else b"B")
        message += shares.to_bytes(4, "big") + self.stocks[instrument] + (price * 100).to_bytes(4, "big")
        message += time_in_force.to_bytes(4, "big") + b"ZYNX" + b"YPN" + bytes(4) + b"N "
        self.number += 1
        return np.frombuffer(message.ljust(64, b"\0"), np.int8)

    def signal_evaluation(self, instrument, bid, ask, bid_size, ask_size):
        """Returns the score, and the sum of the absolute products."""
        self.references[instrument] = (bid + ask) // 2
        price = (bid * ask_size + ask * bid_size) / (bid_size + ask_size)
        self.features[instrument] = price - self.opens[instrument]
        self.filters += self.rates[:, None] * (self.features - self.filters)
        products = self.weights[:, instrument] * self.filters[:, instrument]
        return products.sum(), np.abs(products).sum()

    def unrealized(self):
        return [position * price - cost for position, price, cost in zip(self.positions, self.prices, self.costs)]


def run_events(inputs):
    """Returns the results of @run_events by name, and the scales of the errors of the scores."""
    system, events = System(inputs), inputs["events"]
    results = {"outcomes": np.zeros(len(events), np.int64), "signals": np.zeros(len(events)),
               "messages": np.zeros((len(events), 64), np.int8)}
    scales = np.zeros(len(events))
    for i, (time, kind, instrument, *values) in enumerate(events.tolist()):
        if kind == QUOTE:
            results["signals"][i], scales[i] = system.signal_evaluation(instrument, *values[:4])
        elif kind == ORDER:
            results["outcomes"][i] = system.risk_check(time, instrument, *values[:3])
            if results["outcomes"][i] == 0:
                results["messages"][i] = system.encode_order(instrument, *values[:4])
        else:
            results["outcomes"][i] = system.position_update(instrument, *values[:3])
    unrealized = system.unrealized()
    gross = sum(abs(position) * price for position, price in zip(system.positions, system.prices))
    results["positions"] = np.array(system.positions)
    results["ledger"] = np.array([system.costs, system.realized, unrealized, system.prices]).T
    results["account"] = np.array([system.cash, sum(system.realized), sum(unrealized), gross])
    results["session"] = np.array([system.start, system.messages, system.open_orders, 0])
    return results, scales


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: reference.py FOLDER")
    folder = Path(sys.argv[1])
    inputs, got = ({name: np.load(folder / f"{name}.npy") for name in names} for names in [INPUTS, RESULTS])
    expected, scales = run_events(inputs)
    kinds = inputs["events"][:, 1]
    counts = collections.Counter(REASONS[code] for code in expected["outcomes"][kinds == ORDER])
    print(f"{len(kinds)} events: {(kinds == QUOTE).sum()} quotes, {(kinds == ORDER).sum()} orders, "
          f"{(kinds > ORDER).sum()} fills")
    print("orders: " + ", ".join(f"{counts[reason]} {reason}" for reason in REASONS))

    wrong = [name for name in RESULTS if got[name].shape != expected[name].shape
             or name != "signals" and not np.array_equal(got[name], expected[name])]
    for name in wrong:
        print(f"{name}: differs from the reference")
    if "signals" in wrong:
        return 1
    cash, realized, unrealized, _ = got["account"]
    books_agree = realized + unrealized == cash + (got["positions"] * got["ledger"][:, 3]).sum()
    print("profit agrees with cash and positions" if books_agree else "profit differs from cash and positions")
    error = np.abs(got["signals"] - expected["signals"]) / np.maximum(scales, np.finfo(np.float32).tiny)
    print(f"largest error of a score {error.max():.1e}, bound {TOLERANCE:.1e}")
    return int(bool(wrong) or not books_agree or not error.max() <= TOLERANCE)  # "not <=" because of NaN


if __name__ == "__main__":
    sys.exit(main())
