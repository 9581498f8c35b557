"""Programs of the matrix VM."""
import numpy as np
import pytest

import zyn

DIVIDE = """vm.program @divide : i32 {
  vm.buffer @quotient instance output : tensor<1xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    %0 = vm.linear %s {r1 = 12} : i32
    %1 = vm.oracle %0 {r1 = divsi r1, r0} : i32
    %2 = vm.store %1 {@quotient[0] = r1} : i32
    vm.halt %2 : i32
  }
  vm.phase @all {
    vm.launch @main
  }
}
"""

# Each instance counts down from its number.
COUNT = """vm.program @count : i32 {
  vm.buffer @done instance output : tensor<1xi32>
  vm.routine @main(%s: !vm.state<i32>) {
    %0 = vm.linear %s {r1 = r0} : i32
    vm.jump %0 ^loop : i32
  ^loop(%a: !vm.state<i32>):
    vm.branch %a {r1 ne 0} ^body, ^end : i32
  ^body(%b: !vm.state<i32>):
    %1 = vm.linear %b {r1 = r1 - 1} : i32
    vm.jump %1 ^loop : i32
  ^end(%c: !vm.state<i32>):
    %2 = vm.store %c {@done[0] = r1} : i32
    vm.halt %2 : i32
  }
  vm.phase @all {
    vm.launch @main
  }
}
"""


def squares():
    return zyn.load("examples/vm/squares.mlir")


@pytest.mark.parametrize("engine", ["aot", "interpreter", "epochs"])
def test_runs(device, engine):
    program = squares()
    results = program.run([np.array([10], np.int32)], instances=70, engine=engine, device=device)
    assert list(results.outputs) == ["result"]
    numbers = np.arange(70)
    np.testing.assert_array_equal(results.outputs["result"], [numbers**2, numbers**2 + 10])
    assert results.states.shape == (32, 70) and results.states.dtype == np.int32
    np.testing.assert_array_equal(results.states[1], numbers**2)
    run = results.report["run"]
    assert run["device"].startswith(device) and (run["engine"], run["executed"]) == (engine, 6 * 70)
    assert run["phases"] == [{"name": "all", "instances": 70, "executed": 420, "fewest": 6, "most": 6, "divergence": 0}]
    assert results.traps == [] == run["traps"]


def test_takes_inputs_by_name():
    program = squares()
    assert [(buffer.name, buffer.kind, buffer.dtype, buffer.size) for buffer in program.inputs + program.outputs] == [
        ("add", "shared", "i32", 1), ("result", "instance", "i32", 2)]
    results = program.run({"add": np.arange(2, dtype=np.int32)[1:]}, instances=3, device="cpu")
    np.testing.assert_array_equal(results.outputs["result"][1], [1, 2, 5])
    with pytest.raises(ValueError, match="expected the inputs add, found sub"):
        program.run({"sub": np.ones(1, np.int32)}, device="cpu")


def test_describes_executables(tmp_path):
    program = squares()
    assert program.report["instructions"] == {"total": 6, "linear": 1, "oracle": 1, "branch": 1, "input_output": 3}
    assert "run" not in program.report
    path = tmp_path / "squares.vmx"
    path.write_bytes(program.executable)
    loaded = zyn.load(path)
    assert loaded.report == program.report
    assert "vm.oracle" in loaded.disassemble() and "muli r0, r0" in loaded.disassemble()
    assert zyn.load(loaded.module).executable == program.executable
    np.testing.assert_array_equal(loaded.run([np.zeros(1, np.int32)], instances=3, device="cpu").outputs["result"][0],
                                  [0, 1, 4])


def test_reports_divergence():
    results = zyn.load(zyn.Module.parse(COUNT)).run(instances=64, device="cpu")
    (phase,) = results.report["run"]["phases"]
    assert phase["fewest"] < phase["most"] and phase["executed"] < 64 * phase["most"]
    # Each instance takes 2 instructions for a round; the longest ones of the two warps are 31 and 63.
    steps = [phase["fewest"] + 2 * rounds for rounds in range(64)]
    if phase["most"] == steps[63]:
        assert phase["divergence"] == pytest.approx(1 - sum(steps) / (32 * (steps[31] + steps[63])))
    assert 0.2 < phase["divergence"] < 0.5


def test_reports_traps():
    results = zyn.load(zyn.Module.parse(DIVIDE, name="divide.mlir")).run(instances=4, device="cpu")
    (trap,) = results.traps
    assert (trap.severity, trap.file, trap.line) == ("warning", "divide.mlir", 5)
    assert trap.message.startswith("division by zero: 1 of 4 instances")
    assert results.report["run"]["traps"] == [{"file": "divide.mlir", "line": 5, "column": trap.column,
                                              "message": trap.message}]
    np.testing.assert_array_equal(results.outputs["quotient"][0, 1:], [12, 6, 4])


def test_results_outlive_the_program():
    outputs = squares().run([np.ones(1, np.int32)], instances=5, device="cpu").outputs["result"]
    np.testing.assert_array_equal(outputs[0], [0, 1, 4, 9, 16])


def test_rejects_inputs():
    program = squares()
    one = np.ones(1, np.int32)
    for inputs, message in [
        ([], "program 'squares' has 1 input buffer, 0 given"),
        ([one, one], "program 'squares' has 1 input buffer, 2 given"),
        ([np.ones(2, np.int32)], "input #0, buffer @add, is 1xi32, found an array of 2xi32"),
        ([np.ones((), np.int32)], "input #0, buffer @add, is 1xi32, found an array of i32"),
        ([np.ones(1)], "input #0, buffer @add, is 1xi32, found an array of 1xf64"),
        ([np.ones(1, complex)], "input #0 has elements of type 'complex128'"),
    ]:
        with pytest.raises(zyn.Error) as raised:
            program.run(inputs, device="cpu")
        assert message in str(raised.value)
    for arguments, message in [({"instances": 0}, "expected 1 to 2147483647 instances, found 0"),
                               ({"engine": "steam"}, "expected the engine aot, interpreter or epochs, found 'steam'"),
                               ({"seed": -1}, "expected a seed from 0"),
                               ({"max_instructions": 0}, "expected at least 1 instruction, found 0")]:
        with pytest.raises(ValueError, match=message):
            program.run([one], device="cpu", **arguments)
    with pytest.raises(zyn.Error, match="unknown device 'abacus'"):
        program.run([one], device="abacus")


def test_limits_instructions():
    with pytest.raises(zyn.Error, match="-:.*: error: .*64"):
        zyn.load(zyn.Module.parse(COUNT)).run(instances=64, device="cpu", max_instructions=10)


def test_rejects_files(tmp_path):
    broken = tmp_path / "broken.vmx"
    broken.write_bytes(b"ZYN")
    for source, entry, message in [
        ("missing.vmx", None, "missing.vmx: error: cannot read: No such file or directory"),
        ("missing.mlir", None, "missing.mlir: error: cannot read: No such file or directory"),
        ("missing.wasm", None, "missing.wasm: error: cannot read: No such file or directory"),
        (broken, None, f"{broken}: error: "),
        ("examples/digits/model.mlir", None, "examples/digits/model.mlir: error: no program to load; zyn.compile"),
        ("examples/vm/squares.mlir", "cubes", "cubes"),
    ]:
        with pytest.raises(zyn.Error) as raised:
            zyn.load(source, entry)
        assert message in str(raised.value)
    with pytest.raises(TypeError):
        zyn.load(3)
