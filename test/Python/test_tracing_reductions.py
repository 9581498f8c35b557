"""Reductions, scans and sorts in traced functions, compared with NumPy in float64."""
import math

import numpy as np
import pytest

import zyn
from tracing_reference import bools, compare, device, floats, integers  # noqa: F401


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


def test_emulator():
    test_transposed_reductions("emulate")
