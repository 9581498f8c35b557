#!/usr/bin/env python3
"""Measures the largest errors of the functions of the math dialect, in units in the last place.

    function_errors.py --bin FOLDER --device DEVICE [--only FUNCTION] [--count N] [--limits FILE]

DEVICE is one of zyn-run, or `expanded`: the host runs what --convert-math-to-nvvm expands functions to, except that
`ex2.approx` is the host's exp2. The reference is computed in long double. Arguments are random numbers of all magnitudes
in the domain of a function, and of about 1; results for zeros, infinities and NaN must be those of NumPy.

Prints a table. With --limits, fails if an error is above the limit in the table of FILE (docs/functions.md).
"""
import argparse
import math
import re
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import numpy as np

TYPES = {"f32": np.float32, "f64": np.float64}
SPECIAL = [0.0, -0.0, math.inf, -math.inf, math.nan, 1.0, -1.0, 2.0, -0.5]


@dataclass
class Function:
    """A function with its reference. Arguments have magnitudes from 2^low to 2^high of the type's exponents, which are
    cut to `limits` of its values."""
    op: str
    reference: object
    low: float = -1.0  # of the smallest exponent of normal numbers
    high: float = 1.0  # of the largest one
    limits: tuple = (-math.inf, math.inf)
    arity: int = 1


def exp_of_minus_square(x):
    """Returns exp(-x^2), whose square would be rounded in parts: that of the first 26 bits is exact."""
    high = x.astype(np.float32).astype(np.longdouble)
    return np.exp(-high * high) * np.exp(-(x - high) * (x + high))


def erf(x):
    """The series of exp(-x^2) times powers of x, whose terms are positive (Abramowitz and Stegun, 7.1.6)."""
    x = np.clip(x, -7, 7)  # beyond that, the result is 1 in long double
    term = total = x
    for k in range(1, 250):
        term = term * (2 * x * x / (2 * k + 1))
        total = total + term
    return np.copysign(2 / np.sqrt(np.arccos(np.longdouble(-1))) * exp_of_minus_square(x) * total, x)


def erfc(x):
    """From 2 on, the continued fraction (Abramowitz and Stegun, 7.1.14)."""
    tail = np.clip(x, 2, 150)  # beyond that, the result is 0
    fraction = tail
    for k in range(200, 0, -1):
        fraction = tail + np.longdouble(k) / 2 / fraction
    large = exp_of_minus_square(tail) / np.sqrt(np.arccos(np.longdouble(-1))) / fraction
    return np.where(x < 2, 1 - erf(x), large)


FUNCTIONS = {
    "acos": Function("math.acos", np.arccos, high=0, limits=(-1, 1)),
    "acosh": Function("math.acosh", np.arccosh, low=0, limits=(1, math.inf)),
    "asin": Function("math.asin", np.arcsin, high=0, limits=(-1, 1)),
    "asinh": Function("math.asinh", np.arcsinh),
    "atan": Function("math.atan", np.arctan),
    "atan2": Function("math.atan2", np.arctan2, low=-0.3, high=0.3, arity=2),
    "atanh": Function("math.atanh", np.arctanh, high=0, limits=(-1, 1)),
    "cbrt": Function("math.cbrt", np.cbrt),
    "cos": Function("math.cos", np.cos),
    "cosh": Function("math.cosh", np.cosh, high=0.06),
    "erf": Function("math.erf", erf, high=0.06),
    "erfc": Function("math.erfc", erfc, high=0.02),
    "exp": Function("math.exp", np.exp, high=0.06),
    "exp2": Function("math.exp2", np.exp2, high=0.06),
    "expm1": Function("math.expm1", np.expm1, high=0.06),
    "log": Function("math.log", np.log, limits=(0, math.inf)),
    "log10": Function("math.log10", np.log10, limits=(0, math.inf)),
    "log1p": Function("math.log1p", np.log1p, limits=(-1, math.inf)),
    "log2": Function("math.log2", np.log2, limits=(0, math.inf)),
    "pow": Function("math.powf", np.power, low=-0.1, high=0.1, arity=2),
    "remainder": Function("arith.remf", np.fmod, low=-0.5, high=0.5, arity=2),
    "rsqrt": Function("math.rsqrt", lambda x: 1 / np.sqrt(x), limits=(0, math.inf)),
    "sin": Function("math.sin", np.sin),
    "sinh": Function("math.sinh", np.sinh, high=0.06),
    "sqrt": Function("math.sqrt", np.sqrt, limits=(0, math.inf)),
    "tan": Function("math.tan", np.tan),
    "tanh": Function("math.tanh", np.tanh, high=0.06),
}


def draw(function, type, count, rng):
    """Returns arrays of arguments: random ones, the special ones, and all pairs of these if there are two."""
    info = np.finfo(type)
    exponents = rng.uniform(function.low * -info.minexp, function.high * info.maxexp, [function.arity, count])
    arguments = np.exp2(exponents) * rng.choice([-1, 1], exponents.shape)
    arguments[:, :count // 3] = rng.uniform(-3, 3, [function.arity, count // 3])
    arguments[:, 0] = info.smallest_subnormal
    arguments[:, 1] = info.tiny * 0.75
    low, high = function.limits
    # Outside of its domain, another function's argument is mirrored or close to its border.
    arguments = np.where(arguments < low, np.abs(arguments), arguments)
    arguments = np.where(arguments > high, np.fmod(arguments, 1), arguments)
    arguments = np.where(arguments < low, 1 + arguments * 1e-3, arguments)
    edges = [*SPECIAL, float(info.smallest_subnormal), float(info.max), -float(info.max)]
    special = np.array(np.meshgrid(*[edges] * function.arity)).reshape(function.arity, -1)
    return np.concatenate([arguments, special], 1).astype(type), special.shape[1]


def device_module(function, type):
    names = ", ".join(f"%a{i}" for i in range(function.arity))
    arguments = ", ".join(f"%a{i}: tensor<?x{type}>" for i in range(function.arity))
    tensors, scalars = ", ".join([f"tensor<?x{type}>"] * function.arity), ", ".join(f"%x{i}" for i in range(function.arity))
    body = ", ".join(f"%x{i}: {type}" for i in range(function.arity))
    return f"""func.func @main({arguments}) -> tensor<?x{type}> {{
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a0, %c0 : tensor<?x{type}>
  %empty = tensor.empty(%n) : tensor<?x{type}>
  %r = zyn.map ins({names} : {tensors}) outs(%empty : tensor<?x{type}>) {{
  ^bb0({body}):
    %v = {function.op} {scalars} : {type}
    zyn.yield %v : {type}
  }} -> tensor<?x{type}>
  return %r : tensor<?x{type}>
}}
"""


def expanded_module(function, type, tools):
    """Returns a loop with the expanded function as host code."""
    arguments = ", ".join(f"%a{i}: memref<?x{type}>" for i in range(function.arity))
    loads = "\n".join(f"      %x{i} = memref.load %a{i}[%i] : memref<?x{type}>" for i in range(function.arity))
    scalars = ", ".join(f"%x{i}" for i in range(function.arity))
    text = f"""gpu.module @m {{
  func.func @main({arguments}) -> memref<?x{type}> {{
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %n = memref.dim %a0, %c0 : memref<?x{type}>
    %r = memref.alloc(%n) : memref<?x{type}>
    scf.for %i = %c0 to %n step %c1 {{
{loads}
      %v = {function.op} {scalars} : {type}
      memref.store %v, %r[%i] : memref<?x{type}>
    }}
    return %r : memref<?x{type}>
  }}
}}
"""
    pipeline = "builtin.module(gpu.module(convert-math-to-nvvm))"
    done = subprocess.run([tools / "zyn-opt", "--pass-pipeline", pipeline], input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(done.stderr.strip())
    return re.sub(r"module \{\s*gpu.module @m \{(.*)\}\s*\}", r"\1", done.stdout, flags=re.DOTALL)


def run(options, function, type, arguments, folder):
    """Returns the results of a function."""
    expanded = options.device == "expanded"
    file, result = folder / "main.mlir", folder / "result.npy"
    file.write_text(expanded_module(function, type, options.bin) if expanded else device_module(function, type))
    names = [folder / f"{i}.npy" for i in range(function.arity)]
    for name, array in zip(names, arguments):
        np.save(name, array)
    command = [options.bin / "zyn-run", file, *names, "-o", result, "--device", "cpu" if expanded else options.device]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{function.op} on {type}: {done.stderr.strip() or done.stdout.strip()}")
    return np.load(result)


def largest_error(function, type, arguments, found, num_special):
    """Returns the largest error of finite results in units in the last place, with its arguments, and the arguments of
    wrong special results."""
    with np.errstate(all="ignore"):
        exact = function.reference(*arguments.astype(np.longdouble))
        expected = exact.astype(type)
        unit = np.maximum(np.spacing(np.abs(expected)), np.finfo(type).smallest_subnormal).astype(np.longdouble)
        error = np.abs(found.astype(np.longdouble) - exact) / unit
    same = (found == expected) | (np.isnan(found) & np.isnan(expected))
    ordinary = np.isfinite(expected) & (np.arange(len(found)) < len(found) - num_special)
    error = np.where(same & ~np.isfinite(expected), 0, error)
    error = np.where(np.isnan(error), math.inf, error)
    # The largest finite number and infinity are neighbors.
    worst = int(np.argmax(np.where(ordinary, error, -1)))
    signs = np.signbit(found) == np.signbit(expected)
    zero_or_special = ~ordinary & ~(np.isfinite(expected) & (expected != 0))
    wrong = (zero_or_special & ~(same & (signs | np.isnan(expected)))) | (~ordinary & ~zero_or_special & (error > 8))
    return float(error[worst]), arguments[:, worst], arguments[:, np.flatnonzero(wrong)[:4]].T.tolist()


def read_limits(file):
    """Returns {(function, type): the cells of its row} of a table in Markdown."""
    rows = {}
    for line in Path(file).read_text().splitlines():
        if found := re.match(r"\| `(\w+)` \| (f\d+) \|(.*)\|$", line):
            rows[found[1], found[2]] = [cell.strip() for cell in found[3].split("|")]
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", type=Path, required=True)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--only", action="append", choices=list(FUNCTIONS))
    parser.add_argument("--count", type=int, default=20000)
    parser.add_argument("--limits")
    options = parser.parse_args()
    limits = read_limits(options.limits) if options.limits else {}
    column = 0 if options.device in ("cpu", "emulate") else 1
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for name in options.only or FUNCTIONS:
            for type in TYPES:
                rng = np.random.default_rng([len(name), ord(name[0]), ord(name[-1])])
                arguments, num_special = draw(FUNCTIONS[name], TYPES[type], options.count, rng)
                found = run(options, FUNCTIONS[name], type, arguments, Path(folder))
                error, worst, wrong = largest_error(FUNCTIONS[name], TYPES[type], arguments, found, num_special)
                line = f"{name} {type}: {error:.2f} ulp at {', '.join(map(str, worst))}"
                if options.limits and error > float(limits[name, type][column]):
                    line += f", above the limit of {limits[name, type][column]}"
                    failed = True
                if wrong:
                    line += f"; wrong results for {wrong}"
                    failed = True
                print(line, flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
