"""Pipelines, and lists of what there is."""
import pickle
import threading
import time

import pytest

import zyn


def test_runs_a_pipeline(axpy):
    module = zyn.Module.parse(axpy)
    lowered = zyn.PassManager("builtin.module(zyn-to-kernel)").run(module)
    names = {op.name for op in lowered.op.walk()}
    assert "gpu.launch_func" in names and "zyn.map" not in names
    # The module is not modified.
    assert str(module) == str(zyn.Module.parse(axpy))


def test_adds_passes(axpy):
    passes = zyn.PassManager().add("zyn-to-nvvm", chip="sm_90a").add("cse", on="func.func")
    assert str(passes) == "builtin.module(zyn-to-nvvm{chip=sm_90a},func.func(cse))"
    assert 'chip = "sm_90a"' in str(passes.run(zyn.Module.parse(axpy)))
    passes = zyn.PassManager("builtin.module(cse)").add("zyn-fuse", allow_reassociation=True)
    assert str(passes) == "builtin.module(cse,zyn-fuse{allow-reassociation=true})"


@pytest.mark.parametrize("pipeline, message", [
    ("builtin.module(zyn-fuze)", "pass-pipeline:1:16: error: 'zyn-fuze' does not refer to a registered pass"),
    ("func.func(cse)", "pass-pipeline:1:1: error: expected a pipeline on 'builtin.module', found one on 'func.func'"),
    ("builtin.module(cse", "expected pass pipeline to be wrapped"),
    ("builtin.module(cse{x=1})", "no such option x"),
    ("\nbuiltin.module(cse,\n func.func(zyn-fuze))", "pass-pipeline:3:12: error: 'zyn-fuze' does not refer to"),
    ("builtin.module(cse,zyn-fuse{allow-reassociation=maybe})",
     "pass-pipeline:1:20: error: invalid value in the options 'allow-reassociation=maybe' of 'zyn-fuse'"),
    ("builtin.module(func.func(canonicalize{max-iterations=x}))",
     "pass-pipeline:1:26: error: invalid value in the options 'max-iterations=x' of 'canonicalize'"),
    ("", "expected pass pipeline to be wrapped"),
])
def test_rejects_pipelines(pipeline, message):
    with pytest.raises(zyn.Error) as raised:
        zyn.PassManager(pipeline)
    assert message in str(raised.value)
    assert raised.value.file == "pass-pipeline"


def test_formats_options():
    # A pass whose option has "_" in its name, and values that need quotes or are the default ones.
    assert str(zyn.PassManager().add("spirv-attach-target", client_api="Vulkan")) == (
        "builtin.module(spirv-attach-target{client_api=Vulkan})")
    passes = zyn.PassManager().add("zyn-to-nvvm", chip="sm_90a", features="+ptx80 ")
    assert str(passes) == 'builtin.module(zyn-to-nvvm{chip=sm_90a features="+ptx80 "})'
    assert str(zyn.PassManager().add("zyn-to-nvvm", chip=None)) == "builtin.module(zyn-to-nvvm)"
    assert str(zyn.PassManager().add("inline", op_pipelines=["func.func(cse, cse)"])) == (
        "builtin.module(inline{op-pipelines={func.func(cse, cse)}})")
    with pytest.raises(ValueError, match="both kinds of quotes"):
        zyn.PassManager().add("zyn-to-nvvm", chip="'\"")
    with pytest.raises(zyn.Error, match="no such option name"):
        zyn.PassManager().add("cse", name="x")


def test_keeps_its_passes_after_an_error():
    passes = zyn.PassManager("builtin.module(cse)")
    with pytest.raises(zyn.Error):
        passes.add("nonsense")
    with pytest.raises(zyn.Error):
        passes.add("zyn-fuse", allow_reassociation="maybe")
    assert str(passes) == "builtin.module(cse)"


def test_failing_pass_is_an_error():
    module = zyn.Module.parse("func.func @f(%x: tensor<4xf32>, %y: tensor<2x2xf32>) -> tensor<2x2xf32> {\n"
                              "  %0 = linalg.pack %x inner_dims_pos = [0] inner_tiles = [2] into %y "
                              ": tensor<4xf32> -> tensor<2x2xf32>\n  return %0 : tensor<2x2xf32>\n}", name="f.mlir")
    with pytest.raises(zyn.Error, match="f.mlir:2:8: error: 'linalg.pack' op works on tensors"):
        zyn.PassManager().add("zyn-to-kernel").run(module)


def test_calls_back_after_each_pass(axpy):
    calls = []
    zyn.PassManager("builtin.module(zyn-fuse,func.func(cse))").run(
        zyn.Module.parse(axpy), after_pass=lambda name, ir: calls.append((name, ir.splitlines()[0])))
    assert [name for name, _ in calls] == ["zyn-fuse", "cse"]
    assert calls[0][1].startswith("module") and calls[1][1].startswith("func.func @axpy")


def test_callback_uses_the_module(axpy):
    module = zyn.Module.parse(axpy)
    texts = []

    def use(name, ir):
        texts.append(str(zyn.PassManager("builtin.module(cse)").run(module)))

    zyn.PassManager("builtin.module(zyn-fuse,cse)").run(module, after_pass=use)
    assert texts == [str(module)] * 2


def test_threads_read_the_module_during_a_callback(axpy):
    module = zyn.Module.parse(axpy)
    expected = [(op.attributes, op.location, str(op), len(op.operands), op.result_types) for op in module.op.walk()]
    running = threading.Event()
    found = []

    def read():
        running.wait()
        found.append([(op.attributes, op.location, str(op), len(op.operands), op.result_types)
                      for op in module.op.walk()])

    def wait(name, ir):
        running.set()
        time.sleep(0.1)

    thread = threading.Thread(target=read)
    thread.start()
    zyn.PassManager("builtin.module(zyn-fuse,cse)").run(module, after_pass=wait)
    thread.join()
    assert found == [expected]


def test_exception_of_a_callback_ends_the_run(axpy):
    calls = []

    def fail(name, ir):
        calls.append(name)
        raise KeyError(name)

    with pytest.raises(KeyError, match="zyn-fuse"):
        zyn.PassManager("builtin.module(zyn-fuse,cse)").run(zyn.Module.parse(axpy), after_pass=fail)
    assert calls == ["zyn-fuse"]


def test_keeps_remarks(axpy):
    passes = zyn.PassManager("builtin.module(zyn-to-kernel)")
    passes.run(zyn.Module.parse(axpy, name="axpy.mlir"), remarks="schedule")
    (remark,) = passes.diagnostics
    assert (remark.severity, remark.file, remark.line) == ("remark", "axpy.mlir", 3)
    passes.run(zyn.Module.parse(axpy), remarks="")
    assert passes.diagnostics == []
    with pytest.raises(zyn.Error, match="'\\(' is not a regular expression for the categories of remarks: paren"):
        passes.run(zyn.Module.parse(axpy), remarks="(")


def test_keeps_remarks_of_a_run_that_fails(axpy):
    def fail(name, ir):
        if name == "strip-debuginfo":
            raise KeyError(name)

    passes = zyn.PassManager("builtin.module(zyn-to-kernel,strip-debuginfo)")
    for remarks, count in [("schedule", 1), ("nothing", 0)]:
        with pytest.raises(KeyError):
            passes.run(zyn.Module.parse(axpy), remarks=remarks, after_pass=fail)
        assert len(passes.diagnostics) == count


def test_lists_everything():
    passes = zyn.passes()
    assert passes["zyn-fuse"].description
    assert "allow-reassociation" in passes["zyn-fuse"].options
    assert "canonicalize" in passes and "zyn-to-nvvm" not in passes
    assert zyn.pipelines()["zyn-to-nvvm"].description
    assert "zyn-fuse" not in zyn.pipelines()
    dialects = zyn.dialects()
    assert {"zyn", "kernel", "vm", "instance", "linalg"} <= set(dialects)
    assert "zyn.matmul" in dialects["zyn"].ops


def test_errors_can_be_pickled():
    with pytest.raises(zyn.Error) as raised:
        zyn.Module.parse("func.func private @f()\nfunc.func private @f()\n", name="f.mlir")
    error, copy = raised.value, pickle.loads(pickle.dumps(raised.value))
    assert str(copy) == str(error)
    assert (copy.file, copy.line, copy.column, copy.message) == (error.file, error.line, error.column, error.message)
    assert [str(note) for note in copy.notes] == [str(note) for note in error.notes] != []
    assert copy.diagnostics[0].severity == "error"
