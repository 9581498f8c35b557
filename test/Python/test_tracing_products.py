"""Products and functions of neural networks in traced functions, compared with NumPy in float64."""
import math

import numpy as np
import pytest

import zyn
from tracing_reference import bools, compare, device, erf, floats, integers, softmax  # noqa: F401


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


def test_emulator():
    test_network_functions("emulate")


@pytest.mark.parametrize("function", [zyn.softmax, zyn.layer_norm])
def test_is_one_kernel(function):
    f = zyn.function(lambda x: function(x) * 2).compile(zyn.f32["n", 100], device="emulate")
    assert f.launches == [("_lambda__rows_0", 1)]
