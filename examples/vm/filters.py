#!/usr/bin/python3
"""Prints filters.mlir, whose matrices are too large to be written by hand.

    python3 filters.py > filters.mlir

The bank has eight filters of 18 taps, one for each eighth of the frequencies: cosines under a Hamming window, as in
cosine-modulated filter banks (Vaidyanathan, "Multirate Systems and Filter Banks", 1993). The transform is the
orthonormal DCT-II of 16 points.
"""
import math
import textwrap

BANDS, TAPS, POINTS, SAMPLES = 8, 18, 16, 128


def bank():
    """The taps of each filter, the newest sample's first. Its largest response is about 1."""
    window = [0.54 - 0.46 * math.cos(2 * math.pi * (j + 0.5) / TAPS) for j in range(TAPS)]
    scale = 2 / sum(window)
    return [[scale * window[j] * math.cos(math.pi * (2 * k + 1) / (2 * BANDS) * (j - (TAPS - 1) / 2))
             for j in range(TAPS)] for k in range(BANDS)]


def transform():
    """Rows of the orthonormal DCT-II."""
    return [[math.sqrt((1 if k == 0 else 2) / POINTS) * math.cos(math.pi * k * (2 * j + 1) / (2 * POINTS))
             for j in range(POINTS)] for k in range(POINTS)]


def row(register, coefficients):
    """`r18 = 0.5 * r0 - 0.25 * r1` over as many lines as it takes."""
    text = ""
    for j, value in enumerate(coefficients):
        sign = (" - " if value < 0 else " + ") if j else ("-" if value < 0 else "")
        text += f"{sign}{abs(value):.9f} * r{j}"
    return "\n".join(textwrap.wrap(f"r{register} = {text}", 112, initial_indent=" " * 6, subsequent_indent=" " * 10))


class Routine:
    """Ops, each of which takes the state that the one before it has made."""

    def __init__(self, name):
        self.lines, self.state, self.count = [f"  vm.routine @{name}(%s: !vm.state<f32>) {{"], "%s", 0

    def op(self, name, text):
        self.lines.append(f"    %{self.count} = vm.{name} {self.state} {text} : f32")
        self.state, self.count = f"%{self.count}", self.count + 1

    def end(self, name, text=""):
        self.lines.append(f"    vm.{name} {self.state}{text} : f32")

    def block(self, label):
        self.lines.append(f"  ^{label}(%{self.count}: !vm.state<f32>):")
        self.state, self.count = f"%{self.count}", self.count + 1

    def note(self, text):
        self.lines.append(f"    // {text}")

    def text(self):
        return "\n".join([*self.lines, "  }"])


def bank_routine():
    routine = Routine("bank")
    routine.op("linear", "{r0 = 0.0}")
    routine.end("jump", " ^sample")
    routine.block("sample")
    routine.op("load", "{r0 = @signal[r26]}")
    routine.note("All filters, and the samples move on by one register.")
    shift = [f"r{j + 1} = r{j}" for j in range(TAPS - 1)]
    rows = [" " * 6 + ", ".join(shift[:9]), " " * 6 + ", ".join(shift[9:]),
            *(row(TAPS + k, taps) for k, taps in enumerate(bank()))]
    routine.op("linear", "{\n" + ",\n".join(rows) + "}")
    for k in range(BANDS):
        routine.op("store", f"{{@bands[r26 + {k * SAMPLES}] = r{TAPS + k}}}" if k else f"{{@bands[r26] = r{TAPS}}}")
    routine.op("oracle", "{r26 = addi r26, 1}")
    routine.end("branch", f" {{r26 slt {SAMPLES}}} ^sample, ^done")
    routine.block("done")
    routine.end("halt")
    return routine.text()


def transform_routine():
    routine = Routine("transform")
    routine.end("jump", " ^block")
    routine.block("block")
    place = lambda buffer, k: f"@{buffer}[r26 + {k}]" if k else f"@{buffer}[r26]"
    for k in range(POINTS):
        routine.op("load", f"{{r{k} = {place('signal', k)}}}")
    routine.op("linear", "{\n" + ",\n".join(row(k, points) for k, points in enumerate(transform())) + "}")
    for k in range(POINTS):
        routine.op("store", f"{{{place('spectrum', k)} = r{k}}}")
    routine.op("oracle", f"{{r26 = addi r26, {POINTS}}}")
    routine.end("branch", f" {{r26 slt {SAMPLES}}} ^block, ^done")
    routine.block("done")
    routine.end("halt")
    return routine.text()


def program():
    return f"""\
// A bank of {BANDS} filters, and a cosine transform: dense matrices. filters.py has printed this.
//
// Each instance has a signal of {SAMPLES} samples. In the first phase, a product of one matrix and the state computes
// what all filters answer to the last {TAPS} samples, and moves these on. In the second one, one matrix is the
// transform of {POINTS} samples.
//
//              bank                          transform
// r0 to r{POINTS - 1}    samples, the newest first     samples, then their transform
// r16, r17     the two oldest of them
// r18 to r25   the filters' answers
// r26          the sample, an i32            the first of them, an i32
vm.program @filters : f32 {{
  vm.buffer @signal instance input : tensor<{SAMPLES}xf32>
  // {SAMPLES} answers of the first filter, then those of the second one, and so on.
  vm.buffer @bands instance output : tensor<{BANDS * SAMPLES}xf32>
  vm.buffer @spectrum instance output : tensor<{SAMPLES}xf32>

{bank_routine()}

{transform_routine()}

  vm.phase @filter {{
    vm.launch @bank
  }}
  vm.phase @analyse after [@filter] {{
    vm.launch @transform
  }}
}}"""


if __name__ == "__main__":
    print(program())
