"""Functions of Python that are traced: their arguments, results, constants and modules."""
import subprocess
import sys
from collections import namedtuple

import numpy as np
import pytest

import zyn
from tracing_reference import bools, compare, device, floats, integers  # noqa: F401


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
