"""Functions of Python that are traced, compared with NumPy in float64."""
import math
import re
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import numpy as np
import pytest

import zyn
from zyn._tracing.elementwise import FUNCTIONS

RANDOM = np.random.default_rng(11)
TOLERANCE = {np.float64: 1e-12, np.float32: 2e-5, np.float16: 4e-3}


@pytest.fixture
def device(request):
    """Ops have tests of their own on the emulator; `test_emulator` is for what is traced for it."""
    return request.config.getoption("--device")


def floats(*shape, dtype=np.float32, low=-2.0, high=2.0):
    return RANDOM.uniform(low, high, shape).astype(dtype)


def integers(*shape, dtype=np.int32, low=-9, high=10):
    return RANDOM.integers(low, high, shape).astype(dtype)


def bools(*shape):
    return RANDOM.integers(0, 2, shape).astype(bool)


def widen(value):
    """Returns the numbers of arrays in float64 and int64."""
    if isinstance(value, (list, tuple)):
        return [widen(element) for element in value]
    if not isinstance(value, np.ndarray):
        return value
    return value.astype({"f": np.float64, "i": np.int64}.get(value.dtype.kind, value.dtype))


def compare(device, function, reference, *arguments, tolerance=None):
    """Compares what a traced function returns with what another one returns for wide numbers."""
    compiled = zyn.function(function, device=device) if not isinstance(function, zyn.TracedFunction) else function
    results = compiled(*arguments)
    with np.errstate(all="ignore"):
        expected = reference(*map(widen, arguments))
    results = results if isinstance(results, tuple) else (results,)
    expected = expected if isinstance(expected, tuple) else (expected,)
    assert len(results) == len(expected)
    for result, wanted in zip(results, expected):
        wanted = np.asarray(wanted)
        assert result.shape == wanted.shape
        if result.dtype.kind == "f":
            limit = tolerance or TOLERANCE[result.dtype.type]
            np.testing.assert_allclose(result, wanted, rtol=limit, atol=limit)
        else:
            np.testing.assert_array_equal(result, wanted.astype(result.dtype))
    return results[0] if len(results) == 1 else results


#===------------------------------------------------------------------------===#
# Elementwise functions
#===------------------------------------------------------------------------===#

def erf(x):
    return np.vectorize(math.erf, otypes=[float])(x)


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


#===------------------------------------------------------------------------===#
# Reductions and scans
#===------------------------------------------------------------------------===#

REDUCTIONS = ["sum", "prod", "max", "min", "mean", "var"]


@pytest.mark.parametrize("axis", [None, 0, 1, -1, (0, 2), (0, 1, 2)])
@pytest.mark.parametrize("keepdims", [False, True])
def test_reductions(axis, keepdims, device):
    def all_of(library):
        return lambda x: tuple(getattr(library, name)(x, axis=axis, keepdims=keepdims) for name in REDUCTIONS)
    compare(device, all_of(zyn), all_of(np), floats(4, 3, 5, low=0.5))
    compare(device, all_of(zyn), all_of(np), floats(2, 1, 3, low=0.5, dtype=np.float16))

    def exact(library):
        return lambda x: tuple(getattr(library, name)(x, axis=axis, keepdims=keepdims) for name in REDUCTIONS[:4])
    compare(device, exact(zyn), exact(np), integers(4, 3, 2, dtype=np.int64, low=-3, high=4))

    def truths(library):
        return lambda x: (library.any(x, axis=axis, keepdims=keepdims), library.all(x, axis=axis, keepdims=keepdims),
                          library.sum(x, axis=axis, keepdims=keepdims))
    compare(device, truths(zyn), truths(np), bools(3, 2, 2))


def test_reductions_of_nothing_and_of_one(device):
    x = np.zeros((0, 3), np.float32)
    results = zyn.function(lambda x: (x.sum(0), x.prod(0), x.max(axis=0), x.min(axis=0), x.mean(0), x.sum(1)),
                           device=device)(x)
    for result, expected in zip(results, (0, 1, -math.inf, math.inf, math.nan)):
        np.testing.assert_array_equal(result, np.full(3, expected))
    assert results[5].shape == (0,)
    both = lambda x: (x.sum(), x.sum(axis=0), x.mean(axis=(0, 1)), x.max(axis=1, keepdims=True))
    compare(device, both, both, floats(1, 1))
    # Repeated elements count as often as they are repeated.
    compare(device, lambda x: (zyn.broadcast_to(x, (4, 3)).sum(0), zyn.broadcast_to(x, (4, 3)).mean(1)),
            lambda x: (np.broadcast_to(x, (4, 3)).sum(0), np.broadcast_to(x, (4, 3)).mean(1)), floats(3))


def test_transposed_reductions(device):
    both = lambda x: (x.T.sum(axis=0), x.T.sum(axis=-1), (x.T + x.sum(axis=(0, 1))).max(axis=0),
                      x.transpose(1, 2, 0).sum(axis=(0, 2), keepdims=True))
    compare(device, both, both, floats(4, 3, 4))


@pytest.mark.parametrize("dtype", [np.float32, np.int8])
def test_extrema_with_indices(dtype, device):
    x = integers(4, 6, dtype=dtype, low=-2, high=3)
    for axis in (None, 0, 1, -1):
        both = lambda x: (x.argmax(axis), x.argmin(axis), x.argmax(axis=axis, keepdims=True))
        compare(device, both, both, x)
    if dtype == np.float32:
        x[1, 2] = x[1, 4] = x[2, 0] = np.nan
        x[3] = -np.inf
        both = lambda x: (x.argmax(1), x.argmin(1))
        compare(device, both, both, x)


@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int32])
def test_scans(dtype, device):
    x = (floats(3, 37, dtype=dtype, low=0.5, high=1.5) if dtype != np.int32 else integers(3, 37, low=-2, high=3))
    tolerance = 2e-2 if dtype == np.float16 else None
    compare(device, lambda x: (zyn.cumsum(x, 1), zyn.cumsum(x, 0), x.cumsum(axis=-1)),
            lambda x: (np.cumsum(x, 1), np.cumsum(x, 0), np.cumsum(x, -1)), x, tolerance=tolerance)
    compare(device, lambda x: (zyn.cummax(x, 1), zyn.cummin(x, 1)),
            lambda x: (np.maximum.accumulate(x, 1), np.minimum.accumulate(x, 1)), x)
    compare(device, lambda x: (zyn.cumsum(x, 1, exclusive=True), zyn.cumsum(x, 1, reverse=True)),
            lambda x: (np.cumsum(x, 1) - x, np.cumsum(x[:, ::-1], 1)[:, ::-1]), x, tolerance=tolerance)
    compare(device, lambda x: zyn.cumprod(x[:, :5], 1), lambda x: np.cumprod(x[:, :5], 1), x, tolerance=tolerance)


#===------------------------------------------------------------------------===#
# Products
#===------------------------------------------------------------------------===#

@pytest.mark.parametrize("shapes", [[(5, 7), (7, 3)], [(7,), (7, 3)], [(5, 7), (7,)], [(7,), (7,)], [(2, 5, 7), (7, 3)],
                                    [(2, 5, 7), (2, 7, 3)], [(2, 1, 5, 7), (3, 7, 4)], [(5, 7), (2, 7, 3)],
                                    [(2, 3, 5, 7), (7,)], [(0, 7), (7, 3)], [(1, 1), (1, 1)]])
def test_matmul(shapes, device):
    x, y = (floats(*shape) for shape in shapes)
    compare(device, lambda x, y: x @ y, np.matmul, x, y)


def test_matmul_of_transposed_matrices(device):
    x, y = floats(5, 7), floats(3, 5)
    both = lambda x, y: (x.T @ y.T, y @ x, (x.T @ y.T).T, x.T[:, :2] @ y[:, :2].T)
    compare(device, both, both, x, y)
    x = floats(2, 5, 7)
    compare(device, lambda x: (x.mT @ x, x @ x.mT, x.transpose(1, 0, 2) @ x.transpose(1, 2, 0)),
            lambda x: (np.swapaxes(x, 1, 2) @ x, x @ np.swapaxes(x, 1, 2), x.transpose(1, 0, 2) @ x.transpose(1, 2, 0)), x)


def test_matmul_types(device):
    x, y = integers(4, 6, dtype=np.int8), integers(6, 5, dtype=np.int8)
    result = compare(device, lambda x, y: x @ y, np.matmul, x, y)
    assert result.dtype == np.int32
    compare(device, lambda x, y: x @ y, np.matmul, x.astype(np.int32), y.astype(np.int32))
    compare(device, lambda x, y: x @ y, np.matmul, x.astype(np.float64), y.astype(np.float64))
    half = floats(4, 6, dtype=np.float16), floats(6, 5, dtype=np.float16)
    assert compare(device, lambda x, y: x @ y, np.matmul, *half, tolerance=1e-2).dtype == np.float16
    assert compare(device, lambda x, y: zyn.matmul(x, y, dtype=zyn.f32), np.matmul, *half).dtype == np.float32
    compare(device, lambda x, y: zyn.matmul(x, y, precision="tf32x3"), np.matmul, floats(16, 16), floats(16, 16))


def convolve(x, w, strides, padding, dilations, groups):
    """A convolution of N x H x W x C images in loops."""
    top, bottom, left, right = padding
    x = np.pad(x, ((0, 0), (top, bottom), (left, right), (0, 0)))
    f, r, s, c = w.shape
    rows = (x.shape[1] - (r - 1) * dilations[0] - 1) // strides[0] + 1
    columns = (x.shape[2] - (s - 1) * dilations[1] - 1) // strides[1] + 1
    y = np.zeros((x.shape[0], rows, columns, f))
    for i in range(r):
        for j in range(s):
            part = x[:, i * dilations[0]:, j * dilations[1]:][:, ::strides[0], ::strides[1]][:, :rows, :columns]
            for group in range(groups):
                filters = slice(group * f // groups, (group + 1) * f // groups)
                y[..., filters] += part[..., group * c:(group + 1) * c] @ w[filters, i, j].T
    return y


@pytest.mark.parametrize("strides, padding, dilations, groups",
                         [(1, 0, 1, 1), (2, 1, 1, 1), ((1, 2), (0, 1), (2, 1), 2), (1, [1, 0, 2, 1], 1, 1)])
def test_conv2d(strides, padding, dilations, groups, device):
    x, w = floats(2, 7, 6, 4), floats(4, 3, 2, 4 // groups)
    pair = lambda value: (value, value) if isinstance(value, int) else value
    four = [padding] * 4 if isinstance(padding, int) else \
        [padding[0]] * 2 + [padding[1]] * 2 if len(padding) == 2 else padding
    reference = lambda x, w: convolve(x, w, pair(strides), four, pair(dilations), groups)
    options = dict(strides=strides, padding=padding, dilations=dilations, groups=groups)
    compare(device, lambda x, w: zyn.conv2d(x, w, **options), reference, x, w)
    to_nchw = lambda array: np.ascontiguousarray(array.transpose(0, 3, 1, 2))
    result = zyn.function(lambda x, w: zyn.conv2d(x, w, layout="nchw", **options), device=device)(to_nchw(x), to_nchw(w))
    np.testing.assert_allclose(result, to_nchw(reference(x.astype(float), w.astype(float))), rtol=1e-4, atol=1e-4)


def attend(q, k, v, mask=None, causal=False, scale=None, lengths=None):
    k, v = (np.repeat(array, q.shape[1] // array.shape[1], axis=1) for array in (k, v))
    scores = q @ k.swapaxes(2, 3) * (1 / math.sqrt(q.shape[3]) if scale is None else scale)
    seen = np.ones(scores.shape, bool)
    if mask is not None:
        if mask.dtype == bool:
            seen &= mask
        else:
            scores = scores + mask
    rows, columns = np.indices(scores.shape)[2:]
    ends = np.full(len(q), k.shape[2]) if lengths is None else np.asarray(lengths)
    ends = ends[:, None, None, None]
    seen &= columns < ends
    if causal:
        seen &= columns <= rows + ends - q.shape[2]
    weights = np.where(seen, np.exp(scores - scores.max(axis=3, keepdims=True)), 0)
    sums = weights.sum(axis=3, keepdims=True)
    return weights @ v / np.where(sums == 0, 1, sums)


def test_attention(device):
    q, k, v = floats(2, 4, 5, 8), floats(2, 4, 7, 8), floats(2, 4, 7, 6)
    compare(device, zyn.attention, attend, q, k, v)
    compare(device, lambda q, k, v: zyn.attention(q, k, v, causal=True, scale=0.5),
            lambda q, k, v: attend(q, k, v, causal=True, scale=0.5), q, k, v)
    compare(device, zyn.attention, attend, q, k[:, :2].copy(), v[:, :2].copy())
    lengths = np.array([3, 7], np.int32)
    compare(device, lambda q, k, v, lengths: zyn.attention(q, k, v, lengths=lengths),
            lambda q, k, v, lengths: attend(q, k, v, lengths=lengths), q, k, v, lengths)
    masks = [floats(4, 1, 7), bools(1, 1, 5, 7), floats(5, 7), floats(2, 1, 5, 7), bools(2, 4, 5, 7)]
    for mask in masks:
        compare(device, lambda q, k, v, mask: zyn.attention(q, k, v, mask=mask),
                lambda q, k, v, mask: attend(q, k, v, mask=mask), q, k, v, mask)


#===------------------------------------------------------------------------===#
# Shapes and indices
#===------------------------------------------------------------------------===#

@pytest.mark.parametrize("source, target", [((4, 6), (24,)), ((4, 6), (3, 8)), ((4, 6), (2, 2, 3, 2)), ((4, 6), (-1, 4)),
                                            ((1, 4, 1), (4,)), ((4,), (1, 4, 1)), ((2, 3, 4), (6, 4)), ((1, 1), ()),
                                            ((), (1, 1)), ((0, 3), (3, 0)), ((0, 3), (0,)), ((2, 3), (1, 2, 1, 3, 1))])
def test_reshapes(source, target, device):
    both = lambda x: (x.reshape(target), (x + x).reshape(*target) * 2 if target else x.reshape(target))
    compare(device, both, both, floats(*source))


def test_transposes_and_broadcasts(device):
    both = lambda x: (x.T, x.transpose(1, 2, 0), x.transpose(2, 0, 1)[1:], x.T.reshape(-1), x.T + 1, x.T.T)
    compare(device, both, both, floats(2, 3, 4))
    compare(device, lambda x: (zyn.expand_dims(x, 0), zyn.expand_dims(x, -1), zyn.broadcast_to(x, (2, 3, 4)),
                               zyn.broadcast_to(x[:, :1], (3, 4)), zyn.squeeze(x[:1], 0)),
            lambda x: (np.expand_dims(x, 0), np.expand_dims(x, -1), np.broadcast_to(x, (2, 3, 4)),
                       np.broadcast_to(x[:, :1], (3, 4)), np.squeeze(x[:1], 0)), floats(3, 4))


INDICES = [0, -1, (1, 2), slice(1, 3), slice(None, None, 2), slice(-2, None), (slice(None), 1), (..., 0),
           (slice(0, 2), None, slice(1, 9)), (None, 1, ..., None), slice(2, 1), (slice(None), slice(3, 0)), ...,
           slice(3, None), (0, 1, 2), None, np.int64(1)]


@pytest.mark.parametrize("index", INDICES, ids=str)
def test_indices(index, device):
    x = floats(3, 4, 5)
    both = lambda x: (x[index], x[index] + 1)
    compare(device, both, both, x)
    # Of a transposed tensor.
    both = lambda x: (x.T[index], x.T[index] * 2)
    compare(device, both, both, x)


def test_indices_in_arrays(device):
    x, at = floats(3, 4, 5), np.array([[2, 0], [1, 1]])
    both = lambda x, at: (x[at], x[:, at], x[..., at], x[[2, 0]], x[1:, np.array([3, 3, 0])], x[None, at])
    compare(device, both, both, x, at)
    compare(device, lambda x, at: (zyn.take(x, at, 1), zyn.take(x, [1], axis=0), zyn.take(x, 1, axis=0)),
            lambda x, at: (np.take(x, at, 1), np.take(x, [1], axis=0), np.take(x, 1, axis=0)), x, at)
    with pytest.raises(zyn.Error, match=r"test_tracing.py:\d+:\d+: error: "):
        zyn.function(lambda x, at: x[at], device=device)(x, np.array([3]))


def test_joins(device):
    x, y = floats(2, 3), floats(2, 1)
    compare(device, lambda x, y: (zyn.concat([x, y], 1), zyn.concat([x, x, x]), zyn.concat([x.T, y.T], axis=-2),
                                  zyn.stack([x, x + 1]), zyn.stack([x, x], -1)),
            lambda x, y: (np.concatenate([x, y], 1), np.concatenate([x, x, x]), np.concatenate([x.T, y.T], axis=-2),
                          np.stack([x, x + 1]), np.stack([x, x], -1)), x, y)


def test_tensors_from_sizes(device):
    def create(x):
        n, m = x.shape
        return zyn.arange(n), zyn.zeros((n, 2)), zyn.ones((m,), zyn.i8), zyn.full((2, m), 2.5, np.float16), \
            zyn.zeros(2, bool), zyn.ones(2, bool), zyn.arange(m, zyn.f32)
    results = zyn.function(create, device=device)(floats(3, 4))
    expected = [np.arange(3, dtype=np.int32), np.zeros((3, 2), np.float32), np.ones(4, np.int8),
                np.full((2, 4), 2.5, np.float16), [False] * 2, [True] * 2, np.arange(4, dtype=np.float32)]
    for result, wanted in zip(results, expected):
        np.testing.assert_array_equal(result, wanted)
        assert result.dtype == np.asarray(wanted).dtype


@pytest.mark.parametrize("dtype", [np.float32, np.int16])
def test_sorts(dtype, device):
    x = integers(3, 33, dtype=dtype)
    compare(device, lambda x: (zyn.sort(x), zyn.sort(x, 0), zyn.argsort(x), zyn.argsort(x, axis=0)),
            lambda x: (np.sort(x), np.sort(x, 0), np.argsort(x, kind="stable"), np.argsort(x, axis=0, kind="stable")), x)
    compare(device, lambda x: (zyn.sort(x, descending=True), zyn.argsort(x, descending=True)),
            lambda x: (-np.sort(-x), np.argsort(-x, kind="stable")), x)
    compare(device, lambda x: (*zyn.topk(x, 4), *zyn.topk(x, 2, axis=0, largest=False)),
            lambda x: (-np.sort(-x)[:, :4], np.argsort(-x, kind="stable")[:, :4], np.sort(x, 0)[:2],
                       np.argsort(x, 0, kind="stable")[:2]), x)


def softmax(x, axis):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def test_network_functions(device):
    x = floats(4, 9, low=-20, high=20)
    compare(device, lambda x: (zyn.softmax(x), zyn.softmax(x, 0), zyn.softmax(x, (0, 1)), zyn.relu(x), zyn.sigmoid(x),
                               zyn.silu(x), zyn.gelu(x)),
            lambda x: (softmax(x, -1), softmax(x, 0), softmax(x, (0, 1)), np.maximum(x, 0), 1 / (1 + np.exp(-x)),
                       x / (1 + np.exp(-x)), x * (1 + erf(x / math.sqrt(2))) / 2), x)
    compare(device, zyn.softmax, lambda x: softmax(x, -1), x.astype(np.float16))
    weight, bias = floats(9), floats(9)

    def normalize(x, weight=1, bias=0):
        return (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-5) * weight + bias
    compare(device, lambda x, w, b: (zyn.layer_norm(x, w, b), zyn.layer_norm(x)),
            lambda x, w, b: (normalize(x, w, b), normalize(x)), x, weight, bias)
    named = zyn.function(lambda x: zyn.layer_norm(x), device=device)
    np.testing.assert_allclose(named.compile(zyn.f32["n", "m"])(x), normalize(x.astype(float)), rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("test", [test_operators, test_joins, test_transposed_reductions, test_network_functions])
def test_emulator(test):
    test("emulate")


@pytest.mark.parametrize("function", [zyn.softmax, zyn.layer_norm])
def test_is_one_kernel(function):
    f = zyn.function(lambda x: function(x) * 2).compile(zyn.f32["n", 100], device="emulate")
    assert f.launches == [("_lambda__rows_0", 1)]


#===------------------------------------------------------------------------===#
# Sizes with names
#===------------------------------------------------------------------------===#

def test_named_sizes(device):
    @zyn.function(device=device)
    def layer(x: zyn.f32["n", 6], w: zyn.f32[6, "m"], b: zyn.f32["m"]):
        y = zyn.relu(x @ w + b)
        return y, y.sum(0), y.mean(1), y / x.shape[0], zyn.softmax(y)
    def reference(x, w, b):
        y = np.maximum(x @ w + b, 0)
        return y, y.sum(0), y.mean(1), y / len(x), softmax(y, -1)
    for n, m in [(1, 1), (5, 3), (33, 40)]:
        compare(device, layer, reference, floats(n, 6), floats(6, m), floats(m))
    assert len(layer._specializations) == 1
    with pytest.raises(zyn.Error, match="expected 'm' to be one size, found 3 in dimension 1 of argument #1 and 4 in "
                                        "dimension 0 of argument #2"):
        layer(floats(2, 6), floats(6, 3), floats(4))
    with pytest.raises(zyn.Error, match="argument #0 of 'layer'"):
        layer(floats(2, 5), floats(6, 3), floats(3))


def test_sizes_that_are_computed(device):
    @zyn.function(device=device)
    def compute(x: zyn.f32["n", 4], y: zyn.f32["m", 4]):
        n = x.shape[0]
        joined = zyn.concat([x, y])
        return (joined, joined.reshape(-1), x.reshape(n * 2, 2), x[1:], x[:-1] + x[1:], x[::2], x[n - 1], x[-1],
                joined[n:] + y, zyn.arange(2 * n + 1), zyn.zeros((n // 2,)), x.reshape((n, 2, 2)).sum((0, 2)), joined[:2])
    def reference(x, y):
        n = len(x)
        joined = np.concatenate([x, y])
        return (joined, joined.reshape(-1), x.reshape(n * 2, 2), x[1:], x[:-1] + x[1:], x[::2], x[n - 1], x[-1],
                joined[n:] + y, np.arange(2 * n + 1), np.zeros(n // 2), x.reshape((n, 2, 2)).sum((0, 2)), joined[:2])
    for n, m in [(1, 1), (6, 3), (7, 1)]:
        compare(device, compute, reference, floats(n, 4), floats(m, 4))
    # There is no last row.
    with pytest.raises(zyn.Error, match=r"test_tracing.py:\d+:\d+: error: "):
        compute(floats(0, 4), floats(5, 4))


def test_size_arithmetic():
    seen = []

    @zyn.function
    def compute(x: zyn.f32["n", "m"]):
        n, m = x.shape
        assert n + n == 2 * n and (n + 1) * (n - 1) == n * n - 1 and n - n == 0 and 6 * n // 3 == 2 * n
        assert n * m // m == n and n // 2 == n // 2 and n != m and n // 2 * 2 != n and (n + 1) - 1 == n
        assert {n: 1}[x.shape[0]] == 1 and x.size == n * m and x.ndim == 2
        seen.extend(map(str, [n, n + 1, 2 * n * m - 3, n // 2 + m, -n, (n + 1) // m]))
        return x
    compute.module
    assert seen == ["n", "n + 1", "2 * m * n - 3", "m + (n // 2)", "-n", "((n + 1) // m)"]


#===------------------------------------------------------------------------===#
# Functions
#===------------------------------------------------------------------------===#

def test_traces_once_for_each_signature():
    traced = []

    @zyn.function(device="cpu")
    def scale(x, factor=2.0):
        traced.append((x.describe(), factor))
        return x * factor
    x = floats(3)
    for _ in range(2):
        np.testing.assert_array_equal(scale(x), x * 2)
        np.testing.assert_array_equal(scale(x, factor=3), x * 3)
        np.testing.assert_array_equal(scale(x[:2].copy(), 2.0), x[:2] * 2)
        np.testing.assert_array_equal(scale(x.astype(np.float64), 3.0), x.astype(np.float64) * 3.0)
    # Numbers of different types are different constants.
    assert traced == [("f32[3]", 2.0), ("f32[3]", 3), ("f32[2]", 2.0), ("f64[3]", 3.0)]


def test_numbers_as_arguments(device):
    traced = []

    @zyn.function(device=device)
    def axpy(a: zyn.f32, x: zyn.f32["n"], count: zyn.i32):
        traced.append(1)
        return a * x + a, a, (x + count.astype(zyn.f32)).sum(), a + 1
    for a in (2.0, 3):
        compare(device, axpy, lambda a, x, count: (a * x + a, a, (x + count).sum(), a + 1), a, floats(4), 5)
    assert traced == [1]


def test_trees_of_arguments(device):
    @zyn.function(device=device)
    def network(x, layers, options):
        for w, b in layers:
            x = zyn.tanh(x @ w + b)
        return x * options["scale"] + options["shift"]
    layers = [(floats(3, 4), floats(4)), (floats(4, 2), floats(2))]
    x, shift = floats(5, 3), floats(2)
    expected = x.astype(float)
    for w, b in layers:
        expected = np.tanh(expected @ w.astype(float) + b)
    np.testing.assert_allclose(network(x, layers, {"scale": 3, "shift": shift}), expected * 3 + shift, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(network(x, layers=layers, options={"scale": 3, "shift": shift}), expected * 3 + shift,
                               rtol=1e-5, atol=1e-5)


class Foreign:
    """An array of another library."""

    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **_):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


class ForeignWithType(Foreign):
    """One that has its type as PyTorch's do."""

    shape = property(lambda self: self.array.shape)
    dtype = property(lambda self: f"torch.{self.array.dtype}")


def test_arrays_of_other_libraries():
    x = floats(3)
    add = zyn.function(lambda x, y: x + y, device="cpu")
    np.testing.assert_array_equal(add(x, ForeignWithType(x)), x + x)
    with pytest.raises(zyn.Error, match="the argument 'y' of '<lambda>', an object of type 'Foreign', has no 'shape' and "
                                        "'dtype'; annotate the parameter"):
        add(x, Foreign(x))

    @zyn.function(device="cpu")
    def annotated(x: zyn.f32["n"], y: zyn.f32["n"]):
        return x + y
    np.testing.assert_array_equal(annotated(x, Foreign(x)), x + x)


def test_named_tuples_as_arguments():
    pair = namedtuple("Pair", "left right")
    x = floats(3)
    function = zyn.function(lambda pair: pair.left - pair.right * 2, device="cpu")
    np.testing.assert_allclose(function(pair(x, x)), -x)
    np.testing.assert_allclose(function(pair(right=x, left=3 * x)), x, rtol=1e-6, atol=1e-6)


def test_results(device):
    x = floats(3)
    single = zyn.function(lambda x: (x + 1,), device=device)
    result = single(x)
    assert isinstance(result, tuple) and len(result) == 1
    np.testing.assert_array_equal(result[0], x + 1)
    constant = np.arange(3)
    results = zyn.function(lambda x: [x, constant, x.T, x[:, None], x.sum()], device=device)(x)
    for result, expected in zip(results, [x, constant, x, x[:, None]]):
        np.testing.assert_array_equal(result, expected)
    assert results[4].shape == ()
    out = np.empty(3, np.float32)
    assert zyn.function(lambda x: x * 2, device=device)(x, out=out) is out
    np.testing.assert_array_equal(out, x * 2)


def test_nested_functions(device):
    @zyn.function
    def scale(x: zyn.f32["n"], y: zyn.f32["n"], factor: zyn.f32):
        return x * factor + y

    @zyn.function(device=device)
    def twice(x: zyn.f32["k"]):
        return scale(scale(x, x, 3), np.ones(4, np.float32)[:1] * x, factor=x.sum())
    compare(device, twice, lambda x: x * 4 * x.sum() + x, floats(4))

    def fails(call):
        with pytest.raises(zyn.Error) as raised:
            zyn.function(call)(floats(4), floats(3), floats(4, dtype=np.float64))
        return raised.value.message
    assert fails(lambda x, y, z: scale(x, y, 2)) == (
        "the argument 'y' of 'scale' is f32[n], whose size 'n' is 4, found f32[3]: 4 and 3 differ")
    assert fails(lambda x, y, z: scale(x, z, 2)) == "the argument 'y' of 'scale' is f32[n], found f64[4]"
    assert fails(lambda x, y, z: scale(x, x, y)) == "the argument 'factor' of 'scale' is a number of f32, found f32[3]"
    assert "is called in a zyn.function, where calls have no 'out'" in fails(lambda x, y, z: scale(x, x, 1, out=x))


def test_constants(device):
    weights = floats(3, 4)
    many, truths, empty = integers(40, 50, dtype=np.int64), bools(3, 2), np.zeros((0, 2), np.float32)
    compare(device, lambda x: (x @ weights, weights.T[0] * x, weights.astype(">f4")[:, 0] + x, weights.T @ x, 1 - x + x),
            lambda x: (x @ weights, weights.T[0] * x, weights[:, 0] + x, weights.T @ x, 1 - x + x), floats(3))
    compare(device, lambda x: (x + many, zyn.where(truths, 1, x[0, 0]), zyn.concat([empty, empty])),
            lambda x: (x + many, np.where(truths, 1, x[0, 0]), np.concatenate([empty, empty])), integers(1, 1, dtype=np.int64))
    # What an array is later does not matter.
    one = np.ones(3, np.float32)
    add = zyn.function(lambda x: x + one, device=device)
    assert add(one).tolist() == [2] * 3
    one[:] = 7
    assert add(np.ones(3, np.float32)).tolist() == [2] * 3
    # So it is while the function is traced.
    def add_twice(x):
        buffer = np.zeros(3, np.float32)
        for step in range(2):
            buffer[:] = step + 1
            x = x * 10 + buffer
        return x
    assert zyn.function(add_twice, device="cpu")(np.zeros(3, np.float32)).tolist() == [12] * 3
    # The same array is one constant.
    text = str(zyn.function(lambda x: x @ weights @ weights.T + x @ weights @ weights.T).trace(zyn.f32["n", 3]))
    assert text.count("dense<") == 2


def test_numpy_functions():
    x = floats(4)
    with pytest.raises(zyn.Error, match="numpy.heaviside does not take"):
        zyn.function(lambda x: np.heaviside(x, 0))(x)
    both = lambda x: (np.exp(x), np.arctan2(x, x), np.maximum(x, 0), np.power(x, 2), np.float32(2) * x, np.ones(4, np.float32) @ x)
    compare("cpu", both, both, x)


class Model:
    def __init__(self, factor):
        self.factor = factor

    @zyn.function(device="cpu")
    def apply(self, x):
        """Scales."""
        return x * self.factor


def test_methods():
    x = floats(3)
    first, second = Model(2), Model(3)
    for _ in range(2):
        np.testing.assert_array_equal(first.apply(x), x * 2)
        np.testing.assert_array_equal(second.apply(x), x * 3)
    assert Model.apply.__doc__ == "Scales." and repr(Model.apply) == "<zyn.TracedFunction 'apply'>"


def test_modules():
    @zyn.function
    def double(x: zyn.f32["n", 2]):
        return x + x
    text = str(double.module)
    assert text == str(double.module) and 'tensor<?x2xf32, #zyn.shape<"n", _>>' in text
    line = double._function.__code__.co_firstlineno + 2
    add, = (op for op in double.module.op.walk() if op.name == "zyn.map")
    assert add.location.startswith(f"{__file__}:{line}:")
    f = double.compile(device="emulate")
    assert f.device == "emulate" and f.argument_types == ['tensor<?x2xf32, #zyn.shape<"n", _>>']
    assert any(remark.file == __file__ and remark.line == line for remark in f.remarks)

    plain = zyn.function(lambda x: x + x)
    with pytest.raises(zyn.Error, match="the type of the parameter 'x' of '<lambda>' is only known for a call; annotate it"):
        plain.module
    assert "tensor<3xf64>" in str(plain.trace(np.ones(3))) and "tensor<3xf64>" in str(plain.module)
    assert "tensor<?xf16" in str(plain.trace(zyn.f16["n"]))
    with pytest.raises(zyn.Error, match="needs an argument or a type for the parameter 'x', which has no type"):
        plain.trace()
    with pytest.raises(TypeError):
        plain.trace(1, 2)
    np.testing.assert_array_equal(plain.compile(zyn.f32["n"], device="cpu")(np.ones(2, np.float32)), [2, 2])


def test_keyword_only_parameters():
    inner = zyn.function(lambda x, *, factor: x * factor, device="cpu")
    outer = zyn.function(lambda x, *, y: inner(x, factor=3) + inner(y, factor=2), device="cpu")
    x = floats(3)
    np.testing.assert_allclose(inner(x, factor=2), x * 2)
    np.testing.assert_allclose(outer(x, y=x), x * 5, rtol=1e-6)
    with pytest.raises(TypeError):
        inner(x, 2)


def test_forks():
    """A child process compiles again."""
    script = """
import os, sys
import numpy as np
import zyn
double = zyn.function(lambda x: x + x, device="cpu")
print(double(np.ones(2, np.float32)), flush=True)
child = os.fork()
if not child:
    print(double(np.ones(2, np.float32)), flush=True)
    os._exit(0)
sys.exit(os.waitpid(child, 0)[1])
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=300)
    assert (done.returncode, done.stdout, done.stderr) == (0, "[2. 2.]\n[2. 2.]\n", "")


def test_annotations_as_text():
    names = {"zyn": zyn}
    exec(compile("from __future__ import annotations\n"
                 "def f(x: zyn.f32['n'], y: int = 2) -> int:\n  return x * y\n"
                 "def g(x: missing.type):\n  return x", "later.py", "exec"), names)
    assert zyn.function(names["f"]).compile(device="cpu").argument_types == ['tensor<?xf32, #zyn.shape<"n">>']
    with pytest.raises(zyn.Error, match="later.py:4:1: error: the annotation 'missing.type' of 'g' cannot be evaluated: "):
        zyn.function(names["g"])(1)
