#!/usr/bin/python3
"""Generates random programs of the matrix VM from a seed: many routines in a file, launched concurrently.

    random_programs.py SEED [--routines N] [--type i32|f32] > p.mlir

The results of a program do not depend on the order in which instances run, except for the order of the words that it
appends to @hits. f32 programs only use finite numbers and no functions whose last digits depend on the device.
"""
import argparse
from dataclasses import dataclass

import numpy as np

from random_routines import (CELL_WORDS, CONTENDED, EXTREMES, INSTANCE, INTEGER_KINDS, LANE_WORDS, MOST_INSTANCES,
                             SUM_CELLS, TABLE, ADDRESS, Writer)

DIVISIONS = {"divsi", "divui", "remsi", "remui"}


def affine(terms, constant):
    """Returns a sum such as `2 * r1 - 3 * r2 + 4`. Terms are pairs of a sign and the text of factor and register."""
    text = ""
    for negative, factor in [*terms, *([constant] if constant else [])]:
        text += (" - " if negative else " + ") if text else ("-" if negative else "")
        text += factor
    return text or "0"


class I32(Writer):
    type, table = "i32", "table"
    private_kinds = ["exchange", "cas", *CONTENDED]
    runs = address_runs = [0, 3, 6, 9, 12, 15]

    def prologue(self):
        first = [(INSTANCE, "r0")]
        for d in self.free[1:]:
            constant = self.integer()
            first.append((d, affine([(False, f"{self.rng.integers(1, 2**31)} * r0")] if self.chance(0.6) else [],
                                    (constant < 0, str(abs(constant))))))
        self.linear(first)

    def start(self, counter, count):
        self.linear([(counter, str(count))])

    def step(self, counter):
        self.linear([(counter, f"r{counter} - 1")])
        return f"r{counter} sgt 0"

    def add_scaled_instance(self, scale):
        self.linear([(ADDRESS, f"r{ADDRESS} + {scale} * r{INSTANCE}")])

    def term(self, register):
        coefficient = self.integer() or 1
        if self.chance(0.4):
            coefficient = self.pick([1, -1])
        factor = "" if abs(coefficient) == 1 and self.chance(0.8) else f"{abs(coefficient)} * "
        return (coefficient < 0, f"{factor}r{register}")

    def sum(self, most):
        count = int(self.rng.integers(0, most + 1))
        registers = sorted(int(r) for r in self.rng.choice(27, count, replace=False))
        constant = self.integer()
        return affine([self.term(r) for r in registers],
                      (constant < 0, str(abs(constant))) if not count or self.chance(0.4) else None)

    def rows(self, count, most):
        chosen = self.rng.choice(self.free, min(count, len(self.free)), replace=False)
        return [(int(d), self.sum(most)) for d in sorted(chosen)]

    def permutation(self):
        moved = [int(r) for r in self.rng.choice(self.free, int(self.rng.integers(2, 12)), replace=False)]
        return [(d, f"r{a}") for d, a in zip(moved, moved[1:] + moved[:1])]

    def calculate(self):
        draw = self.rng.random()
        if draw < 0.25:
            self.linear(self.rows(1, 2))
        elif draw < 0.40:
            self.linear(self.rows(int(self.rng.integers(1, 5)), 4))
        elif draw < 0.44:
            self.linear(self.rows(int(self.rng.integers(5, 19)), 27))
        elif draw < 0.52:
            self.linear(self.permutation())
        elif draw < 0.57:
            a, b = (int(r) for r in self.rng.choice(self.free, 2, replace=False))
            self.linear([(a, f"r{b}"), (b, f"r{a}")])
        else:
            self.integer_oracle()

    def integer_oracle(self):
        draw, d, a = self.rng.random(), self.whole(), f"r{self.whole()}"
        if draw < 0.08:
            self.oracle(d, "select", a, f"r{self.whole()}", f"r{self.whole()}")
        elif draw < 0.16:
            self.oracle(d, self.pick(["popcount", "clz", "random"]), a)
        else:
            kind, b = self.pick(INTEGER_KINDS), self.second()
            if kind in DIVISIONS and not self.chance(0.1):  # most instances should not trap
                if b.startswith("r"):
                    self.oracle(ADDRESS, "ori", b, self.pick([1, 4, -2**31]))
                    b = f"r{ADDRESS}"
                else:
                    b = b if int(b) else "7"
            self.oracle(d, kind, a, b)

    def second(self):
        return f"r{self.whole()}" if self.chance(0.65) else str(self.integer())


class F32(I32):
    """Registers 0 to 11 contain floats, 12 to 16 integers, and 17 a comparison result, which is also a subnormal."""

    type, table = "f32", "floats"
    private_kinds = ["addf", "exchange", "cas"]
    runs, address_runs = [0, 3, 6, 9], [12, 13, 14]

    def __init__(self, *arguments, **keywords):
        super().__init__(*arguments, **keywords)
        self.free = list(range(12))

    def whole(self):
        return 12 + int(self.rng.integers(5))

    def prologue(self):
        self.oracle(INSTANCE, "fptosi", "r0")
        self.linear([(d, f"{self.number_text(self.rng.random())} * r0 - {self.number_text(9 * self.rng.random())}")
                     for d in self.free[1:] if self.chance(0.9)])
        for d in range(12, 17):
            self.oracle(d, self.pick(["random", "popcount", "fptosi"]), f"r{INSTANCE if self.chance(0.5) else 1}")

    def start(self, counter, count):
        self.linear([(counter, f"{count}.0")])

    def step(self, counter):
        self.linear([(counter, f"r{counter} - 1.0")])
        return f"r{counter} ogt 0.0"

    def add_scaled_instance(self, scale):
        self.oracle(18, "muli", f"r{INSTANCE}", scale)
        self.oracle(ADDRESS, "addi", f"r{ADDRESS}", "r18")

    def read_table(self):
        if self.chance(0.5):
            return super().read_table()
        self.masked(TABLE - 1)
        self.op("load", f"{{r{self.whole()} = @table[r{ADDRESS}]}}")

    def number_text(self, value):
        return np.format_float_scientific(np.float32(value), trim="0", exp_digits=2)

    def sum(self, most):
        """Returns coefficients whose magnitudes sum to at most 1, so that states stay finite in loops."""
        count = int(self.rng.integers(0, min(most, 12) + 1))
        registers = sorted(int(r) for r in self.rng.choice([*self.free, 17], count, replace=False))
        terms = []
        for register in registers:
            size = self.rng.random() / count if self.chance(0.7) else 2.0**-int(self.rng.integers(4, 12))
            if count == 1 and self.chance(0.5):
                size = 1.0
            factor = "" if size == 1.0 else f"{self.number_text(max(size, 1e-6))} * "
            terms.append((self.chance(0.5), f"{factor}r{register}"))
        constant = None
        if not count or self.chance(0.4):
            constant = (self.chance(0.5), self.number_text(self.rng.choice([0.5, 1.0, 3.25, self.rng.random() * 9])))
        return affine(terms, constant)

    def condition(self):
        if self.chance(0.5):
            return super().condition()
        return f"r{self.register()} {self.pick(['oeq', 'une', 'olt', 'ole', 'ogt', 'oge'])} " + (
            f"r{self.register()}" if self.chance(0.6) else self.pick(["0.0", "-1.5", "3.0", "1.0e-40"]))

    def calculate(self):
        draw = self.rng.random()
        if draw < 0.3:
            self.integer_oracle()
        elif draw < 0.65:
            self.float_oracle()
        else:
            super().calculate() if draw < 0.8 else self.linear(self.rows(int(self.rng.integers(1, 12)), 12))

    def float_oracle(self):
        d, a, b = self.register(), f"r{self.register()}", f"r{self.register()}"
        kind = self.pick("addf subf mulf divf minf maxf compare sqrt floor sitofp uitofp fptosi randomf select".split())
        if kind == "compare":
            return self.oracle(17, self.pick(["oeq", "une", "olt", "ole"]), a, b)
        if kind == "fptosi":
            return self.oracle(self.whole(), kind, a)
        if kind == "select":
            return self.oracle(d, kind, f"r{self.whole()}", b, a)
        if kind == "divf":
            self.oracle(ADDRESS, "mulf", b, b)
            self.oracle(ADDRESS, "addf", f"r{ADDRESS}", "0.5")
            b = f"r{ADDRESS}"
        elif kind == "sqrt":
            self.oracle(ADDRESS, "maxf", a, "1.0e-30")
            a = f"r{ADDRESS}"
        elif kind in ("minf", "maxf"):
            b = self.pick(["0.25", "-2.5", "1.0e-38", "100.0"])  # not 0: the minimum of zeros is unspecified
        if kind in ("sitofp", "uitofp", "randomf"):
            a = f"r{self.whole()}"
        unary = kind in ("sqrt", "floor", "sitofp", "uitofp", "randomf")
        self.oracle(d, kind, a, *([] if unary else [b]))
        self.oracle(d, "minf", f"r{d}", "1000.0")
        self.oracle(d, "maxf", f"r{d}", "-1000.0")


@dataclass
class RandomProgram:
    text: str
    inputs: list  # arrays of the input and inout buffers, in order
    outputs: list  # names of the output and inout buffers, in order
    routines: list  # name and number of instances of each launch of the last phase


def generate(seed, type="i32", routines=50, instances=MOST_INSTANCES, length=12):
    rng = np.random.default_rng([seed, ["i32", "f32"].index(type)])
    writers, mains = [], []
    for k in range(routines):
        alone = rng.random() < 0.1
        count = 1 if alone else int(rng.integers(2, instances + 1)) if rng.random() < 0.2 else instances
        writers.append({"i32": I32, "f32": F32}[type](rng, k, count, length=length))
        mains.append(writers[-1].main(f"main{k}"))
    launch = lambda k: f"    vm.launch @main{k}" + (
        f" instances {writers[k].instances}" if writers[k].instances != instances or rng.random() < 0.3 else "")
    phases = []
    if rng.random() < 0.5:
        some = [k for k in range(routines) if rng.random() < 0.3] or [0]
        phases.append("\n".join(["  vm.phase @first {", *map(launch, some), "  }"]))
    after = " after [@first]" if phases else ""
    phases.append("\n".join([f"  vm.phase @last{after} {{", *map(launch, range(routines)), "  }"]))

    words = lambda count: np.where(rng.random(count) < 0.3, rng.choice(EXTREMES, count),
                                   rng.integers(-2**31, 2**31, count)).astype(np.int32)
    floats = lambda *shape: rng.uniform(-100, 100, shape).astype(np.float32)
    numbers = (lambda *shape: words(int(np.prod(shape))).reshape(shape)) if type == "i32" else floats
    lane, cells = routines * LANE_WORDS, routines * MOST_INSTANCES * CELL_WORDS
    sums = routines * len(CONTENDED) * SUM_CELLS
    buffers = [f"@table shared input : tensor<{TABLE}xi32>"]
    inputs = [words(TABLE)]
    if type == "f32":
        buffers.append(f"@floats shared input : tensor<{TABLE}xf32>")
        inputs.append(floats(TABLE))
    buffers += [f"@lane instance inout : tensor<{lane}x{type}>", f"@cells shared inout : tensor<{cells}x{type}>",
                f"@sums shared inout : tensor<{sums}xi32>",
                f"@hits shared output : tensor<{1 + 4 * routines * MOST_INSTANCES}xi32>",
                f"@mail channel : tensor<{2 * routines * MOST_INSTANCES}x{type}>"]
    inputs += [numbers(lane, instances), numbers(cells), words(sums)]
    depth = int(rng.choice([2, 5, 16, 16]))
    attributes = f" attributes {{stack_depth = {depth} : i32}}" if depth != 16 else ""
    text = "\n".join([f"vm.program @random{seed} : {type}{attributes} {{",
                      *(f"  vm.buffer {buffer}" for buffer in buffers),
                      *(line for writer in writers for line in writer.buffers), *mains, *phases, "}", ""])
    return RandomProgram(text, inputs, ["lane", "cells", "sums", "hits"],
                         [(f"main{k}", writers[k].instances) for k in range(routines)])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("seed", type=int)
    parser.add_argument("--routines", type=int, default=50)
    parser.add_argument("--type", choices=["i32", "f32"], default="i32")
    options = parser.parse_args()
    print(generate(options.seed, options.type, options.routines).text, end="")


if __name__ == "__main__":
    main()
