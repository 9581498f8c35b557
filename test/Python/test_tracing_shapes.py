"""Shapes and indices in traced functions, compared with NumPy in float64."""
import numpy as np
import pytest

import zyn
from tracing_reference import compare, device, floats  # noqa: F401


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
           slice(3, None), (0, 1, 2), None, np.int64(1), slice(None, None, -1), (slice(None), slice(3, 0, -2), 1),
           (..., slice(-2, None, -3), None), (0, slice(0, 3, -1)), (slice(9, -9, -1), slice(1, None), slice(None, None, -4))]


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


def test_bad_index_in_an_array(checked_device):
    with pytest.raises(zyn.Error, match=r"test_tracing_shapes.py:\d+:\d+: error: "):
        zyn.function(lambda x, at: x[at], device=checked_device)(floats(3, 4, 5), np.array([3]))


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


def test_emulator():
    test_joins("emulate")
