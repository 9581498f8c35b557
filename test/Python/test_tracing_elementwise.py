"""Elementwise functions in traced functions, compared with NumPy in float64."""
import math
import re
from pathlib import Path

import numpy as np
import pytest

import zyn
from tracing_reference import bools, compare, device, erf, floats, integers  # noqa: F401
from zyn._tracing.elementwise import FUNCTIONS


REFERENCES = {
    "abs": np.abs, "acos": np.arccos, "acosh": np.arccosh, "asin": np.arcsin, "asinh": np.arcsinh, "atan": np.arctan,
    "atan2": np.arctan2, "atanh": np.arctanh, "bitwise_not": np.invert, "cbrt": np.cbrt, "divide": np.true_divide,
    "erf": erf, "erfc": lambda x: 1 - erf(x), "pow": np.power, "round": np.rint, "rsqrt": lambda x: 1 / np.sqrt(x),
}
# The arguments for which functions are defined.
DOMAINS = {"acos": (-1, 1), "asin": (-1, 1), "atanh": (-0.9, 0.9), "acosh": (1, 9), "log": (0.1, 9), "log2": (0.1, 9),
           "log10": (0.1, 9), "log1p": (-0.9, 9), "sqrt": (0, 9), "rsqrt": (0.1, 9), "pow": (0.1, 3)}
BINARY = sorted(name for name, function in FUNCTIONS.items() if function.arity == 2)


def reference_of(name):
    return REFERENCES.get(name) or getattr(np, name)


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_elementwise_functions(name, device):
    row, function, reference = FUNCTIONS[name], getattr(zyn, name), reference_of(name)
    low, high = DOMAINS.get(name, (-2, 2))
    if row.float:
        for dtype in (np.float64, np.float32, np.float16):
            arguments = [floats(3, 5, dtype=dtype, low=low, high=high) for _ in range(row.arity)]
            # Values that differ from float64 by the rounding of the argument are not compared.
            compare(device, function, reference, *arguments, tolerance={np.float64: 1e-9, np.float32: 1e-4}.get(dtype, 1e-2))
    if row.int and name != "pow":
        for dtype in (np.int8, np.int32, np.int64):
            arguments = [integers(3, 5, dtype=dtype) for _ in range(row.arity)]
            compare(device, function, reference, *arguments)
    if row.bool:
        compare(device, function, reference, *(bools(3, 5) for _ in range(row.arity)))


def test_stubs():
    """The functions of the table are in the types for editors and type checkers, with the names of their parameters."""
    stubs = (Path(zyn.__file__).parent / "_tracing" / "functions.pyi").read_text()
    found = {name: parameters.count(": Any") for name, parameters in re.findall(r"^def (\w+)\((.*)\) -> Tensor", stubs, re.M)}
    assert found == {name: function.arity for name, function in FUNCTIONS.items()}
    for name in FUNCTIONS:
        assert getattr(zyn, name).__name__ == name and name in zyn.__all__


def test_special_numbers(device):
    x = np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1.5, -2.5], np.float32)
    for name in ("sign", "isnan", "isinf", "isfinite", "floor", "trunc", "round", "abs", "square"):
        compare(device, getattr(zyn, name), getattr(np, {"round": "rint"}.get(name, name)), x)
    left, right = (array.ravel().copy() for array in np.meshgrid(x, x))
    for name in ("maximum", "minimum", "less", "equal", "not_equal", "greater_equal"):
        compare(device, getattr(zyn, name), getattr(np, name), left, right)
    finite = np.array([5.5, -5.5, 0.0, 3.0], np.float32)
    left, right = (array.ravel().copy() for array in np.meshgrid(finite, finite[[0, 1, 3]]))
    result = compare(device, lambda x, y: x % y, np.mod, left, right)
    np.testing.assert_array_equal(np.signbit(result), np.signbit(np.mod(left, right)))


@pytest.mark.parametrize("dtype", [np.int8, np.int64])
def test_divides_integers_by_anything(dtype, device):
    least = np.iinfo(dtype).min
    x = np.array([7, -7, 0, least, least, -1, least], dtype)
    y = np.array([0, 0, 0, -1, 0, 3, 3], dtype)
    with np.errstate(all="ignore"):
        expected = np.floor_divide(x, y), np.remainder(x, y)
    quotients, rests = zyn.function(lambda x, y: (x // y, x % y), device=device)(x, y)
    np.testing.assert_array_equal(quotients, expected[0])
    np.testing.assert_array_equal(rests, expected[1])
    for number in (-1, 3, -3):
        results = zyn.function(lambda x: (x // number, x % number), device=device)(x)
        with np.errstate(all="ignore"):
            np.testing.assert_array_equal(results, [x // dtype(number), x % dtype(number)])
    results = zyn.function(lambda y: 7 // y, device=device)(y)
    with np.errstate(all="ignore"):
        np.testing.assert_array_equal(results, np.floor_divide(dtype(7), y))


def test_operators(device):
    x, y = floats(4, 3, low=0.5), floats(4, 3, low=0.5)
    compare(device, lambda x, y: (x + y, x - y, x * y, x / y, x % y, x ** y, -x, +x, abs(-x), x < y, x <= y, x > y,
                                  x >= y, x == y, x != y),
            lambda x, y: (x + y, x - y, x * y, x / y, x % y, x ** y, -x, +x, abs(-x), x < y, x <= y, x > y,
                          x >= y, x == y, x != y), x, y)
    i, j = integers(4, 3), integers(4, 3, low=1)
    both = lambda x, y: (x + y, x - y, x * y, x // y, x % y, -x, ~x, x & y, x | y, x ^ y, abs(x), x ** 3, x ** 0)
    compare(device, both, both, i, j)


def test_operators_with_numbers(device):
    both = lambda x: (x + 1, 1 - x, 2 * x, x / 3, 1 / x, x % 2, 2 ** x, x ** 2, x ** -1.5, x > 1, 1 > x, x + 1e-7,
                      x + np.float64(0.25), x * np.float32(3))
    for dtype in (np.float64, np.float32):
        compare(device, both, both, floats(7, dtype=dtype, low=0.5))
    both = lambda x: (x + 1, 1 - x, 2 * x, x // 3, x % 3, x & 6, x == 2, x < np.int64(3))
    compare(device, both, both, integers(9))
    both = lambda x: (x & True, x | False, x ^ True, ~x, x == True)  # noqa: E712
    compare(device, both, both, bools(9))
    infinite = zyn.function(lambda x: (zyn.minimum(x, math.inf), zyn.maximum(x, -math.inf), x + math.nan), device=device)
    x = floats(3)
    results = infinite(x)
    np.testing.assert_array_equal(results, [x, x, np.full(3, np.nan)])


@pytest.mark.parametrize("shapes", [[(4, 3), (3,)], [(4, 1), (3,)], [(1,), (4, 3)], [(), (2,)], [(2, 1, 3), (4, 1)],
                                    [(0, 3), (1, 3)], [(1, 1), (1,)], [(5, 1), (1, 5)]])
def test_broadcasts(shapes, device):
    x, y = (floats(*shape) for shape in shapes)
    compare(device, lambda x, y: x + y, np.add, x, y)
    compare(device, lambda x, y: zyn.where(x > y, x, y), np.maximum, x, y)


def test_where_and_clip(device):
    x = floats(4, 5)
    compare(device, lambda x: (zyn.where(x > 0, x, 0), zyn.where(x > 0, 1.5, x), zyn.where(x[0] > 0, x, x[:, :1])),
            lambda x: (np.where(x > 0, x, 0), np.where(x > 0, 1.5, x), np.where(x[0] > 0, x, x[:, :1])), x)
    compare(device, lambda x: (zyn.clip(x, -1, 1), zyn.clip(x, low=0), zyn.clip(x, high=x[:, :1])),
            lambda x: (np.clip(x, -1, 1), np.clip(x, 0, None), np.clip(x, None, x[:, :1])), x)


TYPES = [np.float64, np.float32, np.float16, np.int64, np.int32, np.int16, np.int8, np.bool_]


@pytest.mark.parametrize("source", TYPES)
def test_converts(source, device):
    x = np.array([0, 1, 100, 2], source) if source == np.bool_ else np.array([0, 1, 100, -3], source)
    results = zyn.function(lambda x: tuple(x.astype(dtype) for dtype in TYPES), device=device)(x)
    for dtype, result in zip(TYPES, results):
        assert result.dtype == dtype
        np.testing.assert_array_equal(result, x.astype(dtype))
    if np.dtype(source).kind == "f":
        results = zyn.function(lambda x: (x.astype("i32"), x.astype(zyn.i1)), device=device)(np.array([-2.9, 0.9, 0], source))
        np.testing.assert_array_equal(results, [[-2, 0, 0], [1, 1, 0]])


def test_narrow_floats(device):
    x = np.array([1.0, 0.1, 300, -2.7], np.float32)
    narrow = lambda *dtypes: zyn.function(lambda x: astype_all(x, dtypes), device=device)(x)

    def astype_all(x, dtypes):
        for dtype in dtypes:
            x = x.astype(dtype)
        return x.astype(zyn.f32)

    np.testing.assert_allclose(narrow(zyn.bf16), x, rtol=2**-8)
    np.testing.assert_allclose(narrow(zyn.bf16, zyn.f16, zyn.bf16), x, rtol=2**-7)
    np.testing.assert_allclose(narrow(zyn.f8E5M2, zyn.f16), x, rtol=2**-3)
    np.testing.assert_allclose(narrow(zyn.f8E4M3FN, zyn.f8E5M2), x, rtol=2**-2)


def test_emulator():
    test_operators("emulate")
