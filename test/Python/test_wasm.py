"""WebAssembly modules."""
import numpy as np
import pytest

import zyn


def vector(*items):
    return bytes([len(items)]) + b"".join(items)


def name(text):
    return bytes([len(text)]) + text.encode()


def section(number, contents):
    return bytes([number, len(contents)]) + contents


# Writes "hi" and exits with the number of bytes of its arguments, among them its name, "hello.wasm".
WASI = "wasi_snapshot_preview1"
CODE = bytes([0, 0x41, 1, 0x41, 0, 0x41, 1, 0x41, 16, 0x10, 0, 0x1a, 0x41, 20, 0x41, 24, 0x10, 2, 0x1a,
              0x41, 24, 0x28, 2, 0, 0x10, 1, 0x0b])
HELLO = b"\0asm\1\0\0\0" + b"".join([
    section(1, vector(b"\x60\4\x7f\x7f\x7f\x7f\1\x7f", b"\x60\1\x7f\0", b"\x60\2\x7f\x7f\1\x7f", b"\x60\0\0")),
    section(2, vector(name(WASI) + name("fd_write") + b"\0\0", name(WASI) + name("proc_exit") + b"\0\1",
                      name(WASI) + name("args_sizes_get") + b"\0\2")),
    section(3, vector(b"\3")),
    section(5, vector(b"\0\1")),
    section(7, vector(name("memory") + b"\2\0", name("_start") + b"\0\3")),
    section(10, vector(bytes([len(CODE)]) + CODE)),
    section(11, vector(b"\0\x41\0\x0b" + name("\x08\0\0\0\3\0\0\0hi\n"))),
])


@pytest.fixture
def hello(tmp_path):
    (tmp_path / "hello.wasm").write_bytes(HELLO)
    return zyn.load(tmp_path / "hello.wasm")


def functions():
    return zyn.load("test/Tools/Inputs/run.wasm")


def test_calls_functions(device):
    results = functions().run([5], function="fac", instances=3, device=device)
    assert [values.tolist() for values in results.values] == [[120] * 3] and results.values[0].dtype == np.int64
    assert results.exit_codes.tolist() == [0] * 3 and results.traps == {} and results.unfinished == 0
    results = functions().run([1, [0.5, 2, -4]], function="average", instances=3, device=device)
    np.testing.assert_array_equal(results.values, np.array([[0.75, 1.5, -1.5]], np.float32))


def test_reports_traps(device):
    results = functions().run([6, np.array([2, 0, -3, 0])], function="divide", instances=4, device=device)
    assert [values.tolist() for values in results.values] == [[3, 0, -2, 0], [0, 0, 0, 0]]
    assert results.exit_codes.tolist() == [0, -1, 0, -1] and list(results.traps) == [1, 3]
    assert results.traps[1].message == "trap in function 'divide': integer divide by zero"
    assert repr(results).startswith("<zyn.WasmResults of 4 instances: 2 trapped, 0 unfinished, ")


def test_runs_programs(hello, device):
    results = hello.run(instances=2, device=device)
    assert results.outputs == [b"hi\n"] * 2 and results.errors == [b""] * 2
    assert results.exit_codes.tolist() == [len("hello.wasm") + 1] * 2 and results.values == []
    # The same for all, and one for each.
    assert hello.run(["ab", ["c", "de", ""]], instances=3, device=device).exit_codes.tolist() == [16, 17, 15]
    assert hello.run(["ab"], device=device).exit_codes.tolist() == [14]


def test_arrays(device):
    module = zyn.load("test/wasm/Inputs/environment.wasm")
    rows = np.arange(3 * 5, dtype=np.int8).reshape(3, 5)
    output, shared = np.zeros_like(rows), np.zeros(4, np.int32)
    results = module.run(function="copy", input=rows[:, ::1], output=output, device=device)
    assert not results.traps and np.array_equal(output, np.roll(rows, 1, axis=1))
    # A copy of what is not contiguous is an input, too.
    module.run(function="copy", input=rows.T[:, :3], output=np.zeros((5, 3), np.int8), device=device)
    results = module.run([7], function="bounds", instances=2, shared=shared, device=device)
    assert results.traps[1].message.endswith("unaligned atomic")
    module.run([4], function="bounds", instances=3, shared=shared, device=device)
    assert shared.tolist() == [0, 0, 3, 0]


def test_rejects_arrays():
    module = zyn.load("test/wasm/Inputs/environment.wasm")
    fixed = np.zeros(3, np.int8)
    fixed.flags.writeable = False
    for arrays, error, message in [
        ({"input": np.zeros((2, 5))}, ValueError, r"input to have a row for each of 3 instances, found the shape \(2, 5\)"),
        ({"output": np.float32(1)}, TypeError, "a NumPy array as output, found float32"),
        ({"output": np.zeros((3, 4))[:, ::2]}, ValueError, "output to be contiguous and writable"),
        ({"shared": fixed}, ValueError, "shared to be contiguous and writable"),
    ]:
        with pytest.raises(error, match=message):
            module.run(function="ids", instances=3, **arrays)


def test_timeout():
    results = functions().run(function="forever", instances=2, timeout=0.2)
    assert results.unfinished == 2 and results.exit_codes.tolist() == [-1, -1]


def test_rejects_arguments(hello):
    module = functions()
    for arguments, error, message in [
        (([1, 2],), ValueError, "'fac' takes 1 argument, 2 given"),
        ((["x"],), TypeError, "expected a number of type i64 as argument #0, found 'x'"),
        (([2**64],), TypeError, "expected a number of type i64 as argument #0"),
        (([[1, 2]],), ValueError, "expected one value or 3 of each argument, found 2"),
    ]:
        with pytest.raises(error) as raised:
            module.run(*arguments, function="fac", instances=3)
        assert message in str(raised.value)
    with pytest.raises(TypeError, match="expected a string as an argument of a program, found 3"):
        hello.run([3])
    with pytest.raises(ValueError, match="expected 1 to 2147483647 instances, found 0"):
        module.run(instances=0)
    with pytest.raises(ValueError, match="expected a timeout of 0 or more seconds, found nan"):
        module.run(timeout=float("nan"))
    with pytest.raises(zyn.Error, match="no function 'cube' to call"):
        module.run(function="cube")
    with pytest.raises(zyn.Error, match="cannot|No such"):
        hello.run(folders={"missing": "."})
    with pytest.raises(ValueError, match="a WebAssembly module has no entry"):
        zyn.load("test/Tools/Inputs/run.wasm", "fac")


def test_rejects_modules(tmp_path):
    (tmp_path / "broken.wasm").write_bytes(HELLO[:40])
    with pytest.raises(zyn.Error, match="broken.wasm.*: error: "):
        zyn.load(tmp_path / "broken.wasm").run()


def test_default_device(hello):
    assert hello.run().exit_codes.tolist() == hello.run(device="cpu").exit_codes.tolist()
    assert [zyn._zyn.default_instance_device(instances) for instances in (1, 1023, 1024)] == ["cpu", "cpu", "auto"]
    with pytest.raises(zyn.Error, match="tpu"):
        hello.run(device="tpu")
