"""What tests of traced functions share: arrays of random numbers, and the comparison with NumPy in float64."""
import math

import numpy as np
import pytest

import zyn

RANDOM = np.random.default_rng(11)
TOLERANCE = {np.float64: 1e-12, np.float32: 2e-5, np.float16: 4e-3}


@pytest.fixture
def device(request):
    """Ops have tests of their own on the emulator: some tests of traced functions run on it, too."""
    return request.config.getoption("--device")


def floats(*shape, dtype=np.float32, low=-2.0, high=2.0):
    return RANDOM.uniform(low, high, shape).astype(dtype)


def integers(*shape, dtype=np.int32, low=-9, high=10):
    return RANDOM.integers(low, high, shape).astype(dtype)


def bools(*shape):
    return RANDOM.integers(0, 2, shape).astype(bool)


def erf(x):
    return np.vectorize(math.erf, otypes=[float])(x)


def softmax(x, axis):
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def widen(value):
    """Returns the numbers of arrays in float64 and int64."""
    if isinstance(value, (list, tuple)):
        return [widen(element) for element in value]
    if not isinstance(value, np.ndarray):
        return value
    return value.astype({"f": np.float64, "i": np.int64}.get(value.dtype.kind, value.dtype))


def compare(device, function, reference, *arguments, tolerance=None):
    """Compares what a traced function returns with what another one returns for wide numbers."""
    is_compiled = isinstance(function, (zyn.TracedFunction, zyn.Function))
    compiled = function if is_compiled else zyn.function(function, device=device)
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
