"""Sizes with names in traced functions, compared with NumPy in float64."""
import numpy as np
import pytest

import zyn
from tracing_reference import compare, device, floats, softmax  # noqa: F401


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
    with pytest.raises(zyn.Error, match=r"test_tracing_sizes.py:\d+:\d+: error: "):
        compute(floats(0, 4), floats(5, 4))


def test_slices_with_negative_steps(device):
    @zyn.function(device=device)
    def compute(x: zyn.f32["n", 4]):
        n = x.shape[0]
        return x[::-1], x[::-2, 1::-1], x[n // 2::-1], x[:0:-1, 2], x[::-1].T[::-1] + 1
    def reference(x):
        return x[::-1], x[::-2, 1::-1], x[len(x) // 2::-1], x[:0:-1, 2], x[::-1].T[::-1] + 1
    for n in (1, 2, 7, 40):
        compare(device, compute, reference, floats(n, 4))
    backward = zyn.function(lambda x: (x[::-1], x[::-3]), device=device).compile(zyn.f32["n"], device=device)
    compare(device, backward, lambda x: (x[::-1], x[::-3]), floats(0))


def test_slices_out_of_bounds(checked_device):
    # There is no element 5.
    with pytest.raises(zyn.Error, match=r"test_tracing_sizes.py:\d+:\d+: error: "):
        zyn.function(lambda x: x[5::-1]).compile(zyn.f32["n"], device=checked_device)(floats(3))


def test_emulator():
    test_slices_with_negative_steps("emulate")


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
