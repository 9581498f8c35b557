"""Modules and ops."""
import threading

import pytest

import zyn


def test_prints_and_parses_again(axpy):
    module = zyn.Module.parse(axpy)
    assert str(zyn.Module.parse(str(module))) == str(module)
    assert str(zyn.Module.parse(module.bytecode)) == str(module)
    assert repr(module) == "<zyn.Module with 1 ops>"


def test_parses_a_file(axpy, tmp_path):
    path = tmp_path / "axpy.mlir"
    path.write_text(axpy)
    for given in (path, str(path)):
        assert zyn.Module.parse_file(given).op.children[0].location == f"{path}:1:1"
    (tmp_path / "axpy.mlirbc").write_bytes(zyn.Module.parse(axpy).bytecode)
    assert str(zyn.Module.parse_file(tmp_path / "axpy.mlirbc")) == str(zyn.Module.parse(axpy))


def test_error_has_parts():
    source = "func.func @f() -> i32 {\n  %0 = arith.constant 1.0 : f32\n  return %0 : f32\n}\n"
    with pytest.raises(zyn.Error) as raised:
        zyn.Module.parse(source, name="f.mlir")
    error = raised.value
    assert (error.file, error.line, error.column) == ("f.mlir", 3, 3)
    assert error.message.startswith("type of return operand 0 ('f32') doesn't match")
    assert str(error) == f"f.mlir:3:3: error: {error.message}"
    assert [diagnostic.severity for diagnostic in error.diagnostics] == ["error"]


def test_error_has_notes():
    source = "func.func private @f()\nfunc.func private @f()\n"
    with pytest.raises(zyn.Error) as raised:
        zyn.Module.parse(source, name="f.mlir")
    (note,) = raised.value.notes
    assert (note.severity, note.line) == ("note", 1)
    assert str(raised.value).endswith(str(note))


@pytest.mark.parametrize("source", ["", "}", "func.func", "(" * 100000, b"ML\xefR", b"ML\xefR" + bytes(100)])
def test_rejects_bad_source(source):
    if source == "":
        assert zyn.Module.parse(source).op.children == []
        return
    with pytest.raises(zyn.Error):
        zyn.Module.parse(source)


def test_rejects_bad_arguments():
    with pytest.raises(zyn.Error, match="missing.mlir: error: cannot read"):
        zyn.Module.parse_file("missing.mlir")
    with pytest.raises(zyn.Error, match=r"\\xff.mlir: error: cannot read"):
        zyn.Module.parse_file(b"\xff.mlir")
    for bad in (None, 1, ["module {}"]):
        with pytest.raises(TypeError):
            zyn.Module.parse(bad)
        with pytest.raises(TypeError):
            zyn.Module.parse_file(bad) if bad != 1 else zyn.Module.parse_file(1.5)


def test_walks_ops(axpy):
    module = zyn.Module.parse(axpy, name="axpy.mlir")
    ops = module.op.walk()
    assert [op.name for op in ops] == ["builtin.module", "func.func", "zyn.map", "arith.mulf", "arith.addf",
                                       "zyn.yield", "func.return"]
    function, map_op, product, total, _, ret = ops[1:]
    assert function.attributes["sym_name"] == '"axpy"'
    assert map_op.location == "axpy.mlir:3:8"
    assert map_op.result_types == ["tensor<?xf32>"]
    assert [operand.type for operand in map_op.operands] == ["tensor<?xf32>"] * 3
    assert all(operand.is_block_argument and operand.owner == function for operand in map_op.operands)
    assert [operand.index for operand in map_op.operands] == [1, 2, 2]
    assert total.operands[0].owner == product and not total.operands[0].is_block_argument
    assert ret.operands[0].owner == map_op
    assert "arith.mulf" in str(map_op)
    assert repr(total.operands[0]) == "<zyn.Value result #0 of 'arith.mulf' : f32>"
    assert repr(ret.operands[0].owner.operands[0]) == "<zyn.Value argument #1 of 'func.func' : tensor<?xf32>>"
    assert len(set(ops)) == len(ops)


def test_ops_keep_their_module(axpy):
    op = zyn.Module.parse(axpy).op.children[0]
    assert op.attributes["sym_name"] == '"axpy"'


def test_threads_share_a_module(axpy):
    module = zyn.Module.parse(axpy)
    expected = str(module)
    failures = []

    def work():
        for _ in range(50):
            if str(module) != expected or len(module.op.walk()) != 7:
                failures.append(str(module))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
