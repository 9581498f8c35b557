"""Compilation and calls."""
import io
import sys

import numpy as np
import pytest

import zyn

MATMUL = """func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = zyn.matmul ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
"""

# Adds 1 to all elements of a buffer.
INCREMENT = """func.func @increment(%x: memref<?xf32>) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  %c = arith.constant 1.0 : f32
  zyn.map ins(%x : memref<?xf32>) outs(%x : memref<?xf32>) {
  ^bb0(%p: f32):
    %s = arith.addf %p, %c : f32
    zyn.yield %s : f32
  }
  return
}
"""


def vectors(count=3):
    return np.arange(count, dtype=np.float32), np.ones(count, np.float32)


def test_calls_with_arrays_and_numbers(axpy, device):
    f = zyn.compile(axpy, device=device)
    x, y = vectors()
    result = f(2.0, x, y)
    assert type(result) is np.ndarray and result.dtype == np.float32
    np.testing.assert_array_equal(result, [1, 3, 5])
    # Arguments are not modified, and integers are numbers, too.
    np.testing.assert_array_equal(y, 1)
    np.testing.assert_array_equal(f(np.float32(3), x, y), 3 * x + y)
    np.testing.assert_array_equal(f(3, x, y), 3 * x + y)


def test_agrees_with_a_reference(device):
    f = zyn.compile(MATMUL, device=device)
    random = np.random.default_rng(7)
    for m, n, k in [(1, 1, 1), (17, 33, 9), (0, 3, 2), (64, 64, 64)]:
        a, b, c = (random.standard_normal(shape, np.float32) for shape in [(m, k), (k, n), (m, n)])
        expected = a.astype(np.float64) @ b.astype(np.float64)
        np.testing.assert_allclose(f(a, b, c), expected, rtol=1e-4, atol=1e-4)


def test_compiles_paths_bytes_and_modules(axpy, tmp_path):
    path = tmp_path / "axpy.mlir"
    path.write_text(axpy)
    module = zyn.Module.parse(axpy)
    x, y = vectors()
    for source in (path, str(path), axpy, module, module.bytecode):
        np.testing.assert_array_equal(zyn.compile(source, "axpy", "cpu")(2.0, x, y), 2 * x + y)


def test_describes_the_function(axpy):
    f = zyn.compile(zyn.Module.parse(axpy, name="axpy.mlir"), device="emulate")
    assert (f.name, f.device) == ("axpy", "emulate")
    assert f.argument_types == ["f32", "tensor<?xf32>", "tensor<?xf32>"]
    assert f.result_types == ["tensor<?xf32>"]
    assert f.launches == [("axpy_map_0", 1)]
    assert any(remark.line == 3 for remark in f.remarks)
    assert repr(f) == "<zyn.Function 'axpy' (f32, tensor<?xf32>, tensor<?xf32>) on emulate>"
    assert "gpu.func" in f.ir("kernel") and f.ir("zyn-to-kernel") == f.ir("kernel")
    assert list(f.stages())[-1] == "llvm"
    with pytest.raises(zyn.Error, match="no stage 'x'; the stages are 'zyn-bufferize', 'zyn-to-kernel', 'llvm'"):
        f.ir("x")


def test_keeps_chosen_remarks(axpy):
    assert zyn.compile(axpy, device="emulate", remarks="").remarks == []
    assert len(zyn.compile(axpy, device="emulate", remarks="schedule").remarks) == 1
    with pytest.raises(zyn.Error, match="'\\*' is not a regular expression for the categories of remarks"):
        zyn.compile(axpy, device="emulate", remarks="*")


def test_rejects_sources(axpy):
    for bad in (None, 3, [axpy]):
        with pytest.raises(TypeError):
            zyn.compile(bad)
    with pytest.raises(zyn.Error, match="no function 'f' to run; the public functions are 'axpy'"):
        zyn.compile(axpy, "f", device="cpu")
    with pytest.raises(zyn.Error, match="unknown device 'abacus'"):
        zyn.compile(axpy, device="abacus")
    with pytest.raises(zyn.Error):
        zyn.compile("missing.mlir")


def test_writes_outputs(axpy, device):
    f = zyn.compile(axpy, device=device)
    x, y = vectors()
    out = np.empty(3, np.float32)
    assert f(2.0, x, y, out=out) is out
    np.testing.assert_array_equal(out, [1, 3, 5])
    assert f(2.0, x, y, out=(out,)) == (out,)
    assert f(2.0, x, y, out=[out]) == [out]
    for bad, message in [(np.empty(2, np.float32), "output #0 of 'axpy' is an array of 3xf32, found one of 2xf32"),
                         (np.empty(3), "output #0 of 'axpy' is tensor<?xf32>, found an array of 3xf64"),
                         (np.empty((3, 1), np.float32), "is tensor<?xf32>, found an array of 3x1xf32"),
                         (np.empty(6, np.float32)[::2], "output #0 of 'axpy' is not contiguous"),
                         ((out, out), "'axpy' returns 1 result, 2 given as 'out'"),
                         (3, "output #0 of 'axpy' is tensor<?xf32>")]:
        with pytest.raises(zyn.Error) as raised:
            f(2.0, x, y, out=bad)
        assert message in str(raised.value)
    out.flags.writeable = False
    with pytest.raises(zyn.Error, match="output #0 of 'axpy' is a read-only array"):
        f(2.0, x, y, out=out)


def test_checks_outputs(device):
    f = zyn.compile("func.func @f(%x: tensor<?xi8>) -> (tensor<?xi8>, tensor<?xi8>) "
                    "{ return %x, %x : tensor<?xi8>, tensor<?xi8> }", device=device)
    x = np.array([1, 200, 3], np.uint8)
    outputs = [np.zeros(3, np.uint8), np.zeros(4, np.int8)]
    with pytest.raises(zyn.Error, match="output #1 of 'f' is an array of 3xi8, found one of 4xi8"):
        f(x, out=outputs)
    # Those that are checked after the call are not written.
    np.testing.assert_array_equal(outputs[1], 0)
    # Integers of MLIR have no sign.
    outputs[1] = np.zeros(3, np.int8)
    assert f(x, out=outputs) is outputs
    np.testing.assert_array_equal(outputs[0], x)
    np.testing.assert_array_equal(outputs[1], x.view(np.int8))


def test_outputs_may_overlap(device):
    f = zyn.compile("""
        func.func @f(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<?x?xf32>) {
          %c0 = arith.constant 0 : index
          %n = tensor.dim %x, %c0 : tensor<?x?xf32>
          %e = tensor.empty(%n, %n) : tensor<?x?xf32>
          %p = zyn.matmul ins(%x, %y : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
          %q = zyn.matmul ins(%y, %x : tensor<?x?xf32>, tensor<?x?xf32>) outs(%e : tensor<?x?xf32>) -> tensor<?x?xf32>
          return %p, %q : tensor<?x?xf32>, tensor<?x?xf32>
        }""", device=device)
    rng = np.random.default_rng(0)
    x, y = (rng.integers(-4, 4, (33, 33)).astype(np.float32) for _ in range(2))
    p, q = x @ y, y @ x
    out = np.empty_like(x), np.empty_like(x)
    assert f(x, y, out=out) is out
    np.testing.assert_array_equal(out, (p, q))
    # The arguments themselves, the one for the other.
    arguments = x.copy(), y.copy()
    f(*arguments, out=arguments)
    np.testing.assert_array_equal(arguments, (p, q))
    # A part of an argument.
    memory = np.empty(34 * 33, np.float32)
    first, last = memory[:33 * 33].reshape(33, 33), memory[33:].reshape(33, 33)
    first[:] = x
    f(first, y, out=(last, out[1]))
    np.testing.assert_array_equal(last, p)
    # The same array twice: the last result remains.
    f(x, y, out=(out[0], out[0]))
    np.testing.assert_array_equal(out[0], q)


def test_outputs_of_constants_and_slices(device):
    f = zyn.compile("""
        func.func @f(%x: tensor<4xf32>, %y: tensor<?xf32>) -> (tensor<3xf32>, tensor<4xf32>, tensor<2xf32>, tensor<?xf32>) {
          %c = arith.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
          %s = tensor.extract_slice %x[1] [2] [1] : tensor<4xf32> to tensor<2xf32>
          return %c, %x, %s, %y : tensor<3xf32>, tensor<4xf32>, tensor<2xf32>, tensor<?xf32>
        }""", device=device)
    x = np.array([4, 5, 6, 7], np.float32)
    for y in (np.arange(5, dtype=np.float32), np.empty(0, np.float32)):
        out = [np.zeros(size, np.float32) for size in (3, 4, 2, len(y))]
        for _ in range(2):
            f(x, y, out=out)
            for found, expected in zip(out, ([1, 2, 3], x, [5, 6], y)):
                np.testing.assert_array_equal(found, expected)
                found[:] = 0


def test_calls_as_python_does(axpy, device):
    f = zyn.compile(axpy, device=device)
    x, y = vectors()
    expected = f(2.0, x, y)
    np.testing.assert_array_equal(f(*[2.0, x, y], **{"out": None}), expected)
    np.testing.assert_array_equal(type(f).__call__(f, 2.0, x, y, stream=None), expected)
    with pytest.raises(TypeError, match="unexpected keyword argument 'output'"):
        f(2.0, x, y, output=x)
    with pytest.raises(TypeError, match="stream must be the number of a CUstream, or None"):
        f(2.0, x, y, stream="main")

    class Named(zyn.Function):
        pass

    named = Named(zyn.Module.parse(axpy), device=device)
    np.testing.assert_array_equal(named(2.0, x, y), expected)
    np.testing.assert_array_equal(named(2.0, x, y, out=x), expected)
    with pytest.raises(TypeError):
        zyn.Function.__new__(zyn.Function)(x)


def test_returns_several_results(device):
    f = zyn.compile("""func.func @f(%x: tensor<2xf32>, %n: i32) -> (tensor<2xf32>, i32, tensor<2xf32>) {
      %0 = zyn.map ins(%x : tensor<2xf32>) outs(%x : tensor<2xf32>) {
      ^bb0(%p: f32):
        %s = arith.addf %p, %p : f32
        zyn.yield %s : f32
      } -> tensor<2xf32>
      %1 = arith.addi %n, %n : i32
      return %0, %1, %0 : tensor<2xf32>, i32, tensor<2xf32>
    }""", device=device)
    first, number, second = f(np.array([1, 2], np.float32), -3)
    assert number == -6 and type(number) is int
    np.testing.assert_array_equal(first, [2, 4])
    np.testing.assert_array_equal(second, [2, 4])


def test_returned_arguments_are_copies(device):
    f = zyn.compile("func.func @f(%x: tensor<?xi8>) -> tensor<?xi8> { return %x : tensor<?xi8> }", device=device)
    x = np.arange(4, dtype=np.int8)
    result = f(x)
    result[0] = 7
    np.testing.assert_array_equal(x, [0, 1, 2, 3])
    # A read-only argument does not make the result one.
    x.flags.writeable = False
    f(x)[1] = 7


def test_constants_are_not_modified(device):
    f = zyn.compile("func.func @f() -> tensor<2xf32> { %0 = arith.constant dense<[1.0, 2.0]> : tensor<2xf32> "
                    "return %0 : tensor<2xf32> }", device=device)
    f()[0] = 7
    np.testing.assert_array_equal(f(), [1, 2])


def test_modifies_buffers(device):
    f = zyn.compile(INCREMENT, device=device)
    x = np.arange(5, dtype=np.float32)
    assert f(x) is None
    np.testing.assert_array_equal(x, [1, 2, 3, 4, 5])
    with pytest.raises(zyn.Error, match="not contiguous in row-major order; pass numpy.ascontiguousarray"):
        f(x[::2])
    x.flags.writeable = False
    with pytest.raises(zyn.Error, match="which the function may modify, found a read-only array"):
        f(x)


def test_buffers_may_be_the_same(device):
    f = zyn.compile("""func.func @f(%x: memref<?xf32>, %y: memref<?xf32>) {
      %c = arith.constant 1.0 : f32
      zyn.map ins(%x : memref<?xf32>) outs(%x : memref<?xf32>) {
      ^bb0(%p: f32):
        %s = arith.addf %p, %c : f32
        zyn.yield %s : f32
      }
      return
    }""", device=device)
    x = np.zeros(5, np.float32)
    f(x, x)
    np.testing.assert_array_equal(x, 1)
    f(x[:3], x[3:])
    np.testing.assert_array_equal(x, [2, 2, 2, 1, 1])
    # Arrays without elements do not overlap.
    f(x[2:2], x)
    np.testing.assert_array_equal(x, [2, 2, 2, 1, 1])
    # A CPU uses both in place; copies of a part each would lose changes.
    if device == "cpu":
        f(x[:3], x[2:])
        np.testing.assert_array_equal(x, [3, 3, 3, 1, 1])
    else:
        with pytest.raises(zyn.Error, match="argument #[01] of 'f' overlaps with another one that is copied"):
            f(x[:3], x[2:])
        np.testing.assert_array_equal(x, [2, 2, 2, 1, 1])


def test_copies_arrays_that_are_not_contiguous(axpy, device):
    f = zyn.compile(axpy, device=device)
    x = np.arange(12, dtype=np.float32)
    y = np.asfortranarray(x.reshape(3, 4))[1]
    np.testing.assert_array_equal(f(2.0, x[::3], y), 2 * x[::3] + y)
    np.testing.assert_array_equal(f(2.0, x[11:7:-1], y), 2 * x[11:7:-1] + y)


def test_accepts_any_alignment(device):
    f = zyn.compile(MATMUL, device=device)
    random = np.random.default_rng(3)
    memory = random.standard_normal(3 * 64 * 64 + 16, np.float32)
    for offset in (1, 2, 3):
        a, b, c = (memory[offset + 64 * 64 * i:][:64 * 64].reshape(64, 64) for i in range(3))
        np.testing.assert_allclose(f(a, b, c), a @ b, rtol=1e-3, atol=1e-3)


def test_handles_arrays_without_elements(axpy, device):
    f = zyn.compile(axpy, device=device)
    assert f(2.0, *vectors(0)).shape == (0,)


@pytest.mark.parametrize("dtype", ["bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
                                   "float16", "float32", "float64"])
def test_passes_all_types(dtype, device):
    kind = {"b": "i1", "i": f"i{8 * np.dtype(dtype).itemsize}", "u": f"i{8 * np.dtype(dtype).itemsize}",
            "f": f"f{8 * np.dtype(dtype).itemsize}"}[np.dtype(dtype).kind]
    f = zyn.compile(f"func.func @f(%x: tensor<?x{kind}>) -> tensor<?x{kind}> {{ return %x : tensor<?x{kind}> }}",
                    device=device)
    x = np.array([0, 1, 1, 0]).astype(dtype)
    result = f(x)
    assert result.dtype.itemsize == x.dtype.itemsize
    np.testing.assert_array_equal(result.astype(dtype), x)


def test_passes_numbers():
    def identity(kind):
        return zyn.compile(f"func.func @f(%x: {kind}) -> {kind} {{ return %x : {kind} }}", device="cpu")

    assert identity("i8")(-128) == -128 and identity("i8")(255) == -1
    assert identity("index")(2**40) == 2**40
    assert identity("i1")(True) is True
    assert identity("i1")(0) is False and identity("i1")(np.bool_(True)) is True
    assert identity("f64")(0.1) == 0.1 and identity("f16")(0.5) == 0.5
    assert identity("f16")(65504) == 65504 and identity("f32")(float("-inf")) == float("-inf")
    assert np.isnan(identity("f32")(float("nan")))
    for kind, bad in [("i8", 256), ("i8", -129), ("i32", 1.5), ("i64", 2**64), ("f32", "1"), ("f32", None),
                      ("f32", np.zeros(1, np.float32)), ("i1", 2), ("i1", 0.5), ("f16", 65505), ("f32", 1e300),
                      ("f32", -1e300), ("f64", 10**400), ("f64", 1j)]:
        with pytest.raises(zyn.Error, match=f"argument #0 of 'f' is {kind}, found"):
            identity(kind)(bad)


def test_passes_arrays_of_rank_0(device):
    f = zyn.compile("func.func @f(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }", device=device)
    for x in (2.5, np.float32(2.5), np.array(2.5, np.float32)):
        assert f(x).shape == () and f(x) == 2.5
    with pytest.raises(zyn.Error, match="argument #0 of 'f' is tensor<f32>, found 1e\\+300"):
        f(1e300)
    f = zyn.compile("func.func @f(%x: tensor<i8>) -> tensor<i8> { return %x : tensor<i8> }", device=device)
    assert f(-3) == -3
    for bad in (1.5, 300):
        with pytest.raises(zyn.Error, match=f"argument #0 of 'f' is tensor<i8>, found {bad}"):
            f(bad)
    f = zyn.compile("func.func @f(%x: memref<f32>) { return }", device=device)
    assert f(np.array(2.5, np.float32)) is None
    with pytest.raises(zyn.Error, match="is memref<f32>, found a number, which it cannot modify; pass an array"):
        f(2.5)


def test_rejects_streams(axpy):
    f = zyn.compile(axpy, device="cpu")
    np.testing.assert_array_equal(f(2.0, *vectors(), stream=0), [1, 3, 5])
    with pytest.raises(TypeError, match="stream must be the number of a CUstream"):
        f(2.0, *vectors(), stream="abc")
    with pytest.raises(ValueError, match="stream must be the number of a CUstream"):
        f(2.0, *vectors(), stream=-5)


def test_names_need_not_be_utf8():
    f = zyn.compile('func.func @"\\FF"() { return }', device="cpu")
    assert f.name == "\\xff" and repr(f) == "<zyn.Function '\\xff' () on cpu>"
    with pytest.raises(zyn.Error, match=r"'\\xff' takes 0 arguments, 1 given"):
        f(1)


def test_emulator_reports_findings():
    f = zyn.compile("examples/kernels/broken/reduce-missing-barrier.mlir", device="emulate")
    with pytest.raises(zyn.Error) as raised:
        f(np.ones(1000, np.float32))
    findings = raised.value.diagnostics
    assert len(findings) > 1 and all(finding.severity == "error" for finding in findings)
    assert any(finding.message.startswith("data race") for finding in findings)
    assert raised.value.file == "examples/kernels/broken/reduce-missing-barrier.mlir"


def test_rejects_arguments(axpy, device):
    f = zyn.compile(zyn.Module.parse(axpy, name="axpy.mlir"), device=device)
    x, y = vectors()
    for arguments, message in [
        ((2.0, x), "'axpy' takes 3 arguments, 2 given"),
        ((2.0, x.astype(int), y), "axpy.mlir:1:1: error: argument #1 of 'axpy' is tensor<?xf32>, found an array of 3xi64"),
        ((2.0, x, y.reshape(3, 1)), "argument #2 of 'axpy' is tensor<?xf32>, found an array of 3x1xf32"),
        ((2.0, x, y[:2]), "axpy.mlir:3:8: error: size of dimension 0 of input #0 is not that of dimension 0 of 'outs'"),
        ((2.0, [1, 2], y), "argument #1 of 'axpy' is tensor<?xf32>, found an object of type 'list'; pass an array"),
        ((2.0, None, y), "found an object of type 'NoneType'; pass an array"),
        ((x, x, y), "argument #0 of 'axpy' is f32, found an object of type 'ndarray'; pass a number"),
        ((2.0, x.astype(">f4"), y), "argument #1 of 'axpy' has elements of type '>f4'"),
        ((2.0, x.astype(complex), y), "argument #1 of 'axpy' has elements of type 'complex128'"),
        ((2.0, np.array(["a"]), y), "argument #1 of 'axpy' has elements of type"),
        ((2.0, np.array([None]), y), "argument #1 of 'axpy' has elements of type 'object'"),
    ]:
        with pytest.raises(zyn.Error) as raised:
            f(*arguments)
        assert message in str(raised.value)
    with pytest.raises(TypeError):
        f(2.0, x, y, nonsense=1)


def test_results_outlive_everything(axpy, device):
    x, y = vectors()
    result = zyn.compile(axpy, device=device)(2.0, x, y)
    del x, y
    np.testing.assert_array_equal(result, [1, 3, 5])


def test_verify(axpy, device):
    f = zyn.compile(axpy, device=device)
    x, y = vectors()
    (comparison,) = f.verify(2.0, x, y)
    assert (comparison.name, comparison.elements) == ("result #0", 3)
    assert comparison.reference == ("cpu" if device != "cpu" else "emulate")
    assert comparison.error <= comparison.tolerance == pytest.approx(1e-4)
    assert str(comparison) == f"result #0: '{f.device}' agrees with '{comparison.reference}', all elements are equal"
    assert f.verify(2.0, x, y, tolerance=0)[0].tolerance == 0


def test_verify_finds_differences():
    f = zyn.compile(INCREMENT, device="cpu")
    x = np.arange(5, dtype=np.float32)
    (comparison,) = f.verify(x)
    assert comparison.name == "argument #0"
    # It is not modified.
    np.testing.assert_array_equal(x, np.arange(5))
    with pytest.raises(zyn.Error, match="cannot verify 'f': it has neither results nor memref arguments"):
        zyn.compile("func.func @f() { return }", device="cpu").verify()
    with pytest.raises(zyn.Error, match="'increment' takes 1 argument, 0 given"):
        f.verify()
    for tolerance in [-1, float("nan"), float("inf")]:
        with pytest.raises(ValueError, match="expected a tolerance of 0 or more"):
            f.verify(x, tolerance=tolerance)


def test_time(axpy):
    f = zyn.compile(axpy, device="cpu")
    short, long = (f.time(2.0, np.ones(size, np.float32), np.ones(size, np.float32)) for size in [10, 10_000_000])
    assert 0 < short < long < 10
    x = np.zeros(5, np.float32)
    assert zyn.compile(INCREMENT, device="cpu").time(x, runs=3) > 0
    # The runs are on a copy.
    np.testing.assert_array_equal(x, 0)
    with pytest.raises(ValueError, match="expected at least 1 run"):
        f.time(2.0, x, x, runs=0)
    with pytest.raises(zyn.Error, match="argument #1 of 'axpy'"):
        f.time(2.0, np.ones((2, 2), np.float32), x)


def test_tune_keeps_the_function(axpy):
    f = zyn.compile(axpy, device="cpu")
    calls = []
    tuned = f.tune(2.0, np.arange(4, dtype=np.float32), np.ones(4, np.float32), progress=lambda *call: calls.append(call))
    assert tuned.remarks[0].message == "tuning has no effect on 'cpu': tiles of matmuls are measured on a CUDA device"
    assert tuned.name == f.name and calls == []
    assert tuned(2.0, np.arange(4, dtype=np.float32), np.ones(4, np.float32)).tolist() == [1, 3, 5, 7]
    with pytest.raises(zyn.Error, match="takes 3 arguments, 1 given"):
        f.tune(2.0)


def test_compile_reports_progress(axpy, device, monkeypatch, tmp_path):
    monkeypatch.setenv("ZYN_CACHE_DIR", str(tmp_path))
    calls = []
    zyn.compile(axpy, device=device, progress=lambda *call: calls.append(call))
    total = calls[0][1]
    assert len(calls) > 20 and calls == sorted(set(calls)) and calls[-1] == (total, total)
    assert {total} == {of for _, of in calls}
    # A failure is reported after the end.
    calls.clear()
    with pytest.raises(zyn.Error):
        zyn.compile("func.func @f(%x: tensor<4xf32, #zyn.device<cuda:7>>) { return }", device=device,
                    progress=lambda *call: calls.append(call))
    assert calls[-1][0] == calls[-1][1]

    def fail(done, total):
        raise OverflowError(done)
    with pytest.raises(OverflowError, match="^1$"):
        zyn.compile(axpy.replace("axpy", "axpy2"), device=device, progress=fail)


def test_keeps_lowered_constants(device, monkeypatch, tmp_path):
    monkeypatch.setenv("ZYN_CACHE_DIR", str(tmp_path))
    large = np.arange(8192, dtype=np.float32)
    text = f"""
        func.func @f(%x: tensor<8192xf32>, %y: tensor<3xi16>) -> (tensor<8192xf32>, tensor<3xi16>) {{
          %large = arith.constant dense<{large.astype(int).astype(float).tolist()}> : tensor<8192xf32>
          %small = arith.constant dense<[1, -2, 3]> : tensor<3xi16>
          %p = zyn.map ins(%x, %large : tensor<8192xf32>, tensor<8192xf32>) outs(%x : tensor<8192xf32>) {{
          ^bb0(%a: f32, %b: f32):
            %c = arith.addf %a, %b : f32
            zyn.yield %c : f32
          }} -> tensor<8192xf32>
          %q = zyn.map ins(%y, %small : tensor<3xi16>, tensor<3xi16>) outs(%y : tensor<3xi16>) {{
          ^bb0(%a: i16, %b: i16):
            %c = arith.muli %a, %b : i16
            zyn.yield %c : i16
          }} -> tensor<3xi16>
          return %p, %q : tensor<8192xf32>, tensor<3xi16>
        }}"""
    calls = []
    functions = [zyn.compile(text, "f", device, progress=lambda *call: calls.append(call))]
    assert calls.pop()
    calls.clear()
    functions.append(zyn.compile(text, "f", device, progress=lambda *call: calls.append(call)))
    assert not calls, "it was lowered again"
    for f in functions:
        p, q = f(np.ones(8192, np.float32), np.array([5, 6, 7], np.int16))
        np.testing.assert_array_equal(p, large + 1)
        np.testing.assert_array_equal(q, [5, -12, 21])


def test_progress_bar(monkeypatch):
    from zyn import _progress

    class Terminal(io.StringIO):
        def isatty(self):
            return True
    assert _progress.bar("tuning") is None
    monkeypatch.setattr(sys, "stderr", Terminal())
    draw = _progress.bar("tuning")
    draw(1, 4)
    assert sys.stderr.getvalue() == f"\rtuning [{'#' * 10}{'.' * 30}] 1/4"
    draw(4, 4)
    assert sys.stderr.getvalue().endswith(f"4/4\r{' ' * 53}\r")
    # Short work is not worth a bar.
    draw = _progress.bar("compiling", delay=60)
    before = sys.stderr.getvalue()
    draw(1, 2)
    draw(2, 2)
    assert sys.stderr.getvalue() == before
