"""Loop nests that functions of Python describe, compared with NumPy in float64."""
import inspect
import time

import numpy as np
import pytest

import zyn
from tracing_reference import bools, compare, erf, floats, integers
from zyn._tracing.elementwise import FUNCTIONS

SIZES = [(0, 3, 2), (1, 1, 1), (3, 0, 2), (7, 5, 9), (33, 17, 65)]


def matmul(i, j, a, b):
    return zyn.sum(lambda k: a[i, k] * b[k, j], a.shape[1])


#===------------------------------------------------------------------------===#
# Types, sizes and indices
#===------------------------------------------------------------------------===#

@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.float16, np.int64, np.int32, np.int8])
def test_types(dtype, device):
    product = zyn.kernel(matmul, shape=lambda a, b: (a.shape[0], b.shape[1]), device=device)
    draw = floats if np.dtype(dtype).kind == "f" else integers
    a, b = draw(5, 7, dtype=dtype), draw(7, 3, dtype=dtype)
    assert compare(device, product, np.matmul, a, b, tolerance=1e-2 if dtype == np.float16 else None).dtype == dtype


def test_narrow_floats(device):
    """Types that NumPy does not have, within a function. Sums are rounded once."""
    product = zyn.kernel(matmul, shape=lambda a, b: (a.shape[0], b.shape[1]))
    a, b = floats(4, 300, low=0.5), floats(300, 2, low=0.5)
    for dtype, tolerance in [(zyn.bf16, 2**-6), (zyn.f16, 2**-9), (zyn.f8E5M2, 0.5)]:
        f = zyn.function(lambda a, b: product(a.astype(dtype), b.astype(dtype)).astype(zyn.f32), device=device)
        narrow = [zyn.function(lambda x: x.astype(dtype).astype(zyn.f32), device="cpu")(x) for x in (a, b)]
        np.testing.assert_allclose(f(a, b), narrow[0].astype(float) @ narrow[1], rtol=tolerance)


def test_named_sizes(device):
    @zyn.kernel(device=device)
    def product(i, j, a: zyn.f32["n", "k"], b: zyn.f32["k", "m"]) -> zyn.f32["n", "m"]:
        return zyn.sum(lambda k: a[i, k] * b[k, j], a.shape[1])
    for n, k, m in SIZES:
        compare(device, product, np.matmul, floats(n, k), floats(k, m))
    assert len(product._specializations) == 1
    with pytest.raises(zyn.Error, match="expected 'k' to be one size, found 3 in dimension 1 of argument #0 and 4 in"):
        product(floats(2, 3), floats(4, 2))


def test_ranks(device):
    total = zyn.kernel(lambda x: zyn.sum(lambda k: x[k], x.shape[0]), shape=(), device=device)
    compare(device, total, np.sum, floats(100))
    turned = zyn.kernel(lambda i, j, k, l, x: x[l, k, j, i], shape=lambda x: x.shape[::-1], device=device)
    compare(device, turned, np.transpose, floats(2, 3, 4, 5))
    numbers = zyn.kernel(lambda i, j: (i * 10 + j).astype(zyn.i32), shape=(2, 3), device=device)
    assert numbers().tolist() == [[0, 1, 2], [10, 11, 12]]
    one = zyn.kernel(lambda i: zyn.f64(2.5), shape=3, device=device)
    assert one().tolist() == [2.5] * 3


def test_indices(device):
    x = floats(3, 40)
    kernel = zyn.kernel(lambda i, j, x: (x[i, -1] + x[-2, j] + x[0, 0], x[i, x.shape[1] - 1 - j], x[2, j], x[1][j]),
                        shape=lambda x: x.shape, device=device)
    reference = lambda x: (x[:, -1:] + x[-2:-1] + x[0, 0], x[:, ::-1], np.broadcast_to(x[2], x.shape),
                           np.broadcast_to(x[1], x.shape))
    compare(device, kernel, reference, x)
    compare(device, kernel.compile(zyn.f32["n", "m"], device=device), reference, x)


def gather(device):
    @zyn.kernel(shape=lambda table, at: at.shape, device=device)
    def gather(i, table, at):
        return table[at[i]]
    return gather


@pytest.mark.parametrize("dtype", [np.int8, np.int32, np.int64])
def test_indices_that_are_elements(dtype, device):
    table, at = floats(9), integers(50, dtype=dtype, low=0)[:33] % dtype(9)
    compare(device, gather(device), lambda table, at: table[at], table, at)


@pytest.mark.parametrize("bad", [9, -1])
def test_elements_that_are_no_indices(bad, checked_device):
    kernel = gather(checked_device)
    with pytest.raises(zyn.Error) as raised:
        kernel(floats(9), np.array([0, 8, bad, 3]))
    line = kernel._function.__code__.co_firstlineno + 2
    assert (raised.value.file, raised.value.line) == (__file__, line)
    assert "an index is out of bounds of dimension 0 of input #1" in raised.value.message


def test_wrapped_borders(device):
    @zyn.kernel(device=device)
    def smooth(i, j, x: zyn.f32["n", "m"]) -> zyn.f32["n", "m"]:
        n, m = x.shape
        return (x[(i + 1) % n, j] + x[(i - 1) % n, j] + x[i, (j + 1) % m] + x[i, (j - 1) % m]) / 4
    for n, m in [(0, 3), (1, 1), (5, 7), (3, 65)]:
        compare(device, smooth, lambda x: sum(np.roll(x, shift, axis) for shift in (1, -1) for axis in (0, 1)) / 4,
                floats(n, m))


def test_other_borders(device):
    def blur(i, x):
        n = x.shape[0]
        left = zyn.where(i > 0, lambda: x[i - 1], 0)
        right = zyn.where(n - 1 > i, lambda: x[i + 1], lambda: -x[0])
        inside = x[zyn.clip(i - 2, 0, n - 1)] + zyn.where((n == i + 1) | (i == n), x[i], 2 * x[i])
        return left + right + inside
    blur = zyn.kernel(blur, shape=lambda x: x.shape, device=device).compile(zyn.f64["n"], device=device)
    for n in (1, 2, 40):
        x = floats(n, dtype=np.float64)
        left, right = np.append(0, x[:-1]), np.append(x[1:], -x[0])
        last = np.arange(n) == n - 1
        np.testing.assert_allclose(blur(x), left + right + x[np.maximum(np.arange(n) - 2, 0)] + np.where(last, x, 2 * x))


def test_conversions_of_indices(device):
    dtypes = [zyn.i8, zyn.i32, zyn.i64, zyn.f16, zyn.f32, zyn.f64, zyn.i1]
    kernel = zyn.kernel(lambda i: tuple(i.astype(dtype) for dtype in dtypes), shape=5, device=device)
    for dtype, result in zip(dtypes, kernel()):
        assert result.dtype == dtype.numpy
        np.testing.assert_array_equal(result, np.arange(5).astype(dtype.numpy))
    x = np.array([3, 0, 2, 1])
    for dtype in (np.int16, np.float32):
        kernel = zyn.kernel(lambda i, x: x[zyn.index(x[i]) + 0 * i], shape=4, device=device)
        compare(device, kernel, lambda x: x[x.astype(int)], x.astype(dtype))
    kernel = zyn.kernel(lambda i, x: x[zyn.index(x[i] > 1)], shape=4, device=device)
    compare(device, kernel, lambda x: x[(x > 1).astype(int)], x)
    # A size and a number as other types.
    kernel = zyn.kernel(lambda i, x: zyn.f32(x.shape[0]) + zyn.f32(i) + zyn.f32(0.5), shape=lambda x: x.shape, device=device)
    assert kernel.compile(zyn.f32["n"])(floats(3)).tolist() == [3.5, 4.5, 5.5]


#===------------------------------------------------------------------------===#
# Loops and branches
#===------------------------------------------------------------------------===#

@pytest.mark.parametrize("name", ["sum", "prod", "max", "min", "argmax", "argmin"])
@pytest.mark.parametrize("dtype", [np.float32, np.float16, np.int32])
def test_reductions(name, dtype, device):
    kernel = zyn.kernel(lambda i, x: getattr(zyn, name)(lambda k: x[i, k], x.shape[1]), shape=lambda x: x.shape[:1],
                        device=device)
    if name.startswith("arg"):
        kernel = zyn.kernel(lambda i, x: getattr(zyn, name)(lambda k: x[i, k], x.shape[1]).astype(zyn.i64),
                            shape=lambda x: x.shape[:1], device=device)
    draw = lambda *shape: floats(*shape, dtype=dtype) if dtype != np.int32 else integers(*shape, low=-2, high=3)
    for shape in [(3, 1), (5, 9)]:
        compare(device, kernel, lambda x: getattr(np, name)(x, axis=1), draw(*shape))
    if dtype == np.float32:
        x = draw(2, 9)
        x[0, 3] = x[0, 5] = np.nan
        compare(device, kernel, lambda x: getattr(np, name)(x, axis=1), x)
    if not name.startswith("arg"):
        result = kernel(np.zeros((2, 0), dtype))
        with np.errstate(all="ignore"):
            limits = [-np.inf, np.inf] if dtype != np.int32 else [np.iinfo(dtype).min, np.iinfo(dtype).max]
        assert result.tolist() == [{"sum": 0, "prod": 1, "max": limits[0], "min": limits[1]}[name]] * 2


def test_reductions_of_truths(device):
    kernel = zyn.kernel(lambda i, x: (zyn.any(lambda k: x[i, k], 4), zyn.all(lambda k: x[i, k], axis=4),
                                      zyn.sum(lambda k: x[i, k], 4), zyn.sum(lambda k: k * k, 4).astype(zyn.i32)),
                        shape=lambda x: x.shape[:1], device=device)
    compare(device, kernel, lambda x: (x.any(1), x.all(1), x.sum(1), np.full(len(x), 14)), bools(9, 4))


def test_sums_of_narrow_floats_are_rounded_once(device):
    kernel = zyn.kernel(lambda x: zyn.sum(lambda k: x[k], x.shape[0]), shape=(), device=device)
    assert kernel(np.ones(4097, np.float16)) == 4096
    assert kernel(np.full(4096, 1.25, np.float16)) == 5120


def test_ranges_that_depend_on_elements(device):
    """A sparse matrix in rows times a vector."""
    @zyn.kernel(device=device)
    def multiply(i, offsets: zyn.i32["rows1"], columns: zyn.i32["nnz"], values: zyn.f32["nnz"], x: zyn.f32["n"],
                 y: zyn.f32["rows"]) -> zyn.f32["rows"]:
        row = offsets[i], offsets[i + 1]
        return y[i] + zyn.sum(lambda k: values[k] * x[columns[k]], row)
    mask = bools(9, 6)
    dense = floats(9, 6) * mask
    offsets = np.append(0, np.cumsum(mask.sum(1))).astype(np.int32)
    columns, x, y = np.nonzero(mask)[1].astype(np.int32), floats(6), floats(9)
    result = multiply(offsets, columns, dense[mask], x, y)
    np.testing.assert_allclose(result, y + dense.astype(float) @ x, rtol=1e-5, atol=1e-5)


def test_nested_loops(device):
    @zyn.kernel(shape=lambda x, w: tuple(a - b + 1 for a, b in zip(x.shape, w.shape)), device=device)
    def correlate(i, j, x, w):
        rows, columns = w.shape
        return zyn.sum(lambda r: zyn.sum(lambda s: x[i + r, j + s] * w[r, s], columns), rows)

    def reference(x, w):
        windows = np.lib.stride_tricks.sliding_window_view(x, w.shape)
        return (windows * w).sum((2, 3))
    compare(device, correlate, reference, floats(9, 40), floats(3, 2))
    compare(device, correlate.compile(zyn.f32["n", "m"], zyn.f32["r", "s"], device=device),
            reference, floats(5, 4), floats(2, 4))


def test_fori_loop(device):
    @zyn.kernel(shape=lambda x: x.shape[:1], device=device)
    def best_pair(i, x):
        def step(k, values):
            best, total = values
            return zyn.maximum(best, x[i, k] - x[i, k - 1]), total + k
        m = x.shape[1]
        last, total = zyn.fori_loop(1, m, step, (zyn.f32(-9), zyn.i64(0).astype(zyn.index)))
        return last, total.astype(zyn.i64), zyn.fori_loop(m, 1, lambda k, y: y + 1, zyn.i8(3))
    compare(device, best_pair, lambda x: (np.diff(x, axis=1).max(1), np.full(len(x), x.shape[1] * (x.shape[1] - 1) // 2),
                                          np.full(len(x), 3)), floats(4, 7))
    # A bound may be an element, and the body may return numbers and sizes.
    counts = zyn.kernel(lambda i, n: zyn.fori_loop(0, n[i], lambda k, values: (values[0] + 1, 7), (zyn.i32(0), zyn.f32(2))),
                        shape=lambda n: n.shape, device=device)
    compare(device, counts, lambda n: (np.maximum(n, 0), np.where(n > 0, 7, 2)), np.array([0, 3, -2, 1], np.int32))


def test_while_loop(device):
    """Steps of z * z + c until z leaves a disk."""
    @zyn.kernel(shape=(11, 24), device=device)
    def mandelbrot(i, j):
        a, b = zyn.f32(j) * 0.125 - 2, zyn.f32(i) * 0.25 - 1.25
        return zyn.while_loop(
            lambda z: (z[0] * z[0] + z[1] * z[1] <= 4) & (z[2] < 99),
            lambda z: (z[0] * z[0] - z[1] * z[1] + a, 2 * z[0] * z[1] + b, z[2] + 1),
            (zyn.f32(0), zyn.f32(0), zyn.i32(0)))[2]

    def steps(c):
        z, count = 0, 0
        while abs(z) <= 2 and count < 99:
            z, count = z * z + c, count + 1
        return count
    result = mandelbrot()
    expected = [[steps(complex(j * 0.125 - 2, i * 0.25 - 1.25)) for j in range(24)] for i in range(11)]
    # Points at the border may be rounded to the other side.
    assert (result == expected).mean() > 0.98 and len(np.unique(result)) > 10
    # The first value may be the last one.
    compare(device, zyn.kernel(lambda i, x: zyn.while_loop(lambda x: x < 10, lambda x: x * 2, x[i]), shape=4, device=device),
            lambda x: np.array([16, 12, 10, 99]), np.array([1, 3, 5, 99], np.int32))


def test_branches(device):
    @zyn.kernel(shape=lambda x: x.shape, device=device)
    def choose(i, x):
        sign, other = zyn.where(x[i] < 0, lambda: (-1, zyn.sum(lambda k: x[k], i)), lambda: (zyn.i32(1), x[i]))
        inner = zyn.where(x[i] < 1, lambda: zyn.where(x[i] < 0, lambda: x[0], lambda: x[1]), 3.5)
        return sign, other, inner, zyn.where(x[i] > 0, lambda: i, lambda: x.shape[0]).astype(zyn.i32)
    compare(device, choose, lambda x: (np.where(x < 0, -1, 1), np.where(x < 0, np.cumsum(x) - x, x),
                                       np.where(x < 1, np.where(x < 0, x[0], x[1]), 3.5),
                                       np.where(x > 0, np.arange(len(x)), len(x))), floats(20))


#===------------------------------------------------------------------------===#
# Kernels and functions
#===------------------------------------------------------------------------===#

def test_elementwise_functions(device):
    both = lambda library: lambda x: (library.exp(x) + library.sqrt(abs(x)), library.maximum(x, 0.5) % 2, x > 0,
                                      library.floor(x))
    kernel = zyn.kernel(lambda i, x: both(zyn)(x[i]), shape=lambda x: x.shape, device=device)
    compare(device, kernel, both(np), floats(40))
    kernel = zyn.kernel(lambda i, x: (x[i] // 3, x[i] % -2, ~x[i], np.square(x[i]), zyn.clip(x[i], -1, 2)),
                        shape=lambda x: x.shape, device=device)
    compare(device, kernel, lambda x: (x // 3, x % -2, ~x, x * x, np.clip(x, -1, 2)), integers(40))


def test_functions_of_indices(device):
    rows = [row for row in FUNCTIONS.values() if row.int and row.name not in ("pow", "bitwise_not")]
    def apply(library, i, convert):
        values = [getattr(library, row.name)(*(i - 4, 3 - i)[:row.arity]) for row in rows]
        return tuple(convert(value) for value in values) + (convert(i ** 3), convert((i - 4) // 3), convert((i - 4) % 3))
    kernel = zyn.kernel(lambda i: apply(zyn, i, lambda value: value.astype(zyn.i64)), shape=9, device=device)
    with np.errstate(all="ignore"):
        expected = apply(np, np.arange(9), lambda value: value.astype(np.int64))
    np.testing.assert_array_equal(kernel(), expected)


def test_results(device):
    @zyn.kernel(device=device)
    def both(i: int, x: zyn.f32["n"], y: zyn.i64["m"]) -> tuple[zyn.f64["n"], zyn.i8["n"], zyn.i1["n"]]:
        return x[i].astype(zyn.f64), 3, x[i] > 0
    x = floats(5)
    results = both(x, integers(2, dtype=np.int64))
    assert isinstance(results, tuple) and [result.dtype for result in results] == [np.float64, np.int8, bool]
    np.testing.assert_array_equal(results, [x, [3] * 5, x > 0])
    single = zyn.kernel(lambda i, x: (x[i],), shape=lambda x: x.shape, device=device)(x)
    assert isinstance(single, tuple) and len(single) == 1
    out = np.empty(5, np.float32)
    assert zyn.kernel(lambda i, x: -x[i], shape=lambda x: x.shape, device=device)(x, out=out) is out
    np.testing.assert_array_equal(out, -x)

    @zyn.kernel(shape=lambda x: x.shape, device=device)
    def typed(i, x) -> zyn.f16:
        return 1.5
    assert typed(x).dtype == np.float16


def test_arguments(device):
    @zyn.kernel(shape=lambda a, x, weights, scale=2: x.shape, device=device)
    def combine(i, a: zyn.f32, x, weights, scale=2):
        return a * x[i] + weights["first"][0] * scale + weights["rest"][1][i] + a
    x, y, first = floats(5), floats(5), floats(1)
    weights = {"first": first, "rest": [x, y]}
    np.testing.assert_allclose(combine(3, x, weights), 3 * x + first * 2 + y + 3, rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(combine(3, x, weights, scale=4), 3 * x + first * 4 + y + 3, rtol=1e-5, atol=1e-5)
    assert str(inspect.signature(combine)) == "(a: zyn.f32, x, weights, scale=2)"
    keyword = zyn.kernel(lambda i, x, *, factor: x[i] * factor, shape=lambda x, *, factor: x.shape, device=device)
    np.testing.assert_array_equal(keyword(x, factor=2), x * 2)


def test_kernels_in_functions(device):
    @zyn.kernel
    def differences(i, j, x: zyn.f32["n", "m"], y: zyn.f32["m"]) -> zyn.f32["m", "n"]:
        return x[j, i] - y[i]

    @zyn.function(device=device)
    def compute(x: zyn.f32["rows", "columns"]):
        mean = x.mean(0)
        return zyn.relu(differences(x, mean)) + 1, differences(x[1:], mean)
    compare(device, compute, lambda x: (np.maximum((x - x.mean(0)).T, 0) + 1, (x[1:] - x.mean(0)).T), floats(6, 40))
    with pytest.raises(zyn.Error, match=r"the argument 'y' of 'differences' is f32\[m\], whose size 'm' is 4, found "
                                        r"f32\[3\]"):
        zyn.function(lambda x, y: differences(x, y))(floats(2, 4), floats(3))


def test_tensors_of_the_function_around(device):
    """A kernel reads tensors of the function in which it is: transposed and repeated ones, and those without dimensions."""
    @zyn.function(device=device)
    def compute(x, y):
        total, repeated, constant = x.sum(), zyn.broadcast_to(y, x.shape), np.arange(5, dtype=np.float32)[None] + x[:, :5]
        n, m = x.shape

        @zyn.kernel(shape=(m, n))
        def point(i, j):
            return x.T[i, j] * total + repeated[j, i] + y[None][0, i] + x[:, None][j, 0, i] + constant[j, i % 5] + total[()]
        return point()
    x, y = floats(4, 7), floats(7)
    compare(device, compute, lambda x, y: (x * x.sum() + y + y + x + (x[:, :5] + np.arange(5))[:, np.arange(7) % 5]
                                           + x.sum()).T, x, y)


def test_functions_in_kernels(device):
    @zyn.function
    def scale(x: zyn.f32, factor):
        return x * factor + 1

    def helper(x, i):
        return zyn.sigmoid(x[i])
    kernel = zyn.kernel(lambda i, x: scale(helper(x, i), 3) + zyn.gelu(x[i]), shape=lambda x: x.shape, device=device)
    x = floats(9)
    wide = x.astype(float)
    np.testing.assert_allclose(kernel(x), 3 / (1 + np.exp(-wide)) + 1 + wide * (1 + erf(wide / 2**0.5)) / 2, rtol=1e-5)


def test_modules():
    @zyn.kernel(unchecked=True)
    def shift(i, x: zyn.f32["n"]) -> zyn.f32["n"]:
        y = x[i]
        return zyn.sum(
            lambda k: x[k] + y,
            i)
    assert repr(shift) == "<zyn.TracedKernel 'shift'>"
    assert "zyn.compute unchecked ins(" in str(shift.module)
    line = shift._function.__code__.co_firstlineno
    lines = {}
    for op in shift.module.op.walk():
        lines.setdefault(op.name, []).append(op.location.removeprefix(f"{__file__}:").partition(":")[0])
    assert lines["zyn.compute"] == [str(line)] and lines["zyn.element"] == [str(line + 2), str(line + 4)]
    assert lines["scf.for"] == [str(line + 3)] and lines["arith.addf"] == [str(line + 4), str(line + 3)]
    # Equal values are read once, and a kernel has one launch.
    f = zyn.kernel(lambda i, x: x[i] + x[i], shape=lambda x: x.shape).compile(zyn.f32["n"], device="emulate")
    assert len(f.launches) == 1
    text = str(zyn.kernel(lambda i, x: x[i] + x[i + 1], shape=3).trace(zyn.f32["n"]))
    assert "ins(%cast : tensor<?xf32>)" in text or "ins(%arg0" in text


def test_annotations_as_text():
    names = {"zyn": zyn}
    exec(compile("from __future__ import annotations\n"
                 "def f(i: zyn.index, x: zyn.f32['n', 2]) -> zyn.f32['n']:\n  return x[i, 0]\n"
                 "def g(i, x) -> (zyn.f32['n'], zyn.f32['n']):\n  return x[i], x[i]", "later.py", "exec"), names)
    x = floats(3, 2)
    np.testing.assert_array_equal(zyn.kernel(names["f"], device="cpu")(x), x[:, 0])
    with pytest.raises(zyn.Error, match="later.py:4:1: error: the size 'n' of the result of 'g' is in the type of no param"):
        zyn.kernel(names["g"], device="cpu")(x)


def test_many_ops():
    """The time of tracing is linear."""
    def seconds(count):
        def chain(i, x):
            y = x[i]
            for step in range(count):
                y = y * x[(i + step) % 7]
            return y
        start = time.process_time()
        zyn.kernel(chain, shape=lambda x: x.shape).trace(zyn.f32[7])
        return time.process_time() - start
    seconds(10)
    assert seconds(2000) < 40 * seconds(200)
