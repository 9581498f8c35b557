"""The examples in docstrings and in the pages."""
import doctest
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import zyn

SOURCE = Path(__file__).resolve().parent.parent.parent
PAGES = ["README.md", "docs/python.md", "docs/tutorial.md"]
FLAGS = doctest.ELLIPSIS


def docstrings():
    """Yields the name and the text of all docstrings of the package."""
    yield "zyn", zyn.__doc__
    for name in zyn.__all__:
        thing = getattr(zyn, name)
        yield f"zyn.{name}", thing.__doc__
        if isinstance(thing, type):
            for member, value in vars(thing).items():
                if not member.startswith("_") and getattr(value, "__doc__", None) and not isinstance(value, str):
                    yield f"zyn.{name}.{member}", value.__doc__
    for name in ["Entry", "clear", "entries", "folder"]:
        yield f"zyn.cache.{name}", getattr(zyn.cache, name).__doc__


def run(text, name, file, line, names):
    """Runs the examples in text, which change names, and returns how many there are."""
    test = doctest.DocTestParser().get_doctest(text, names, name, file, line)
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    report = []
    result = runner.run(test, out=report.append, clear_globs=False)
    assert result.failed == 0, "".join(report)
    names.update(test.globs)
    return result.attempted


def test_docstrings():
    texts = dict(docstrings())
    assert all(texts[f"zyn.{name}"] for name in zyn.__all__)
    assert sum(run(text, name, None, 0, {"zyn": zyn, "np": np}) for name, text in texts.items()) > 10


@pytest.mark.parametrize("page", PAGES)
def test_page(page, tmp_path, monkeypatch):
    """All blocks of a page share their names and run in a scratch folder with the examples."""
    (tmp_path / "examples").symlink_to(SOURCE / "examples")
    monkeypatch.chdir(tmp_path)
    text = (SOURCE / page).read_text()
    names, examples = {}, 0
    for block in re.finditer(r"^```python\n(.*?)^```$", text, re.M | re.S):
        line = text.count("\n", 0, block.start()) + 1
        if ">>>" in block[1]:
            examples += run(block[1], page, page, line, names)
        else:
            exec(compile("\n" * line + block[1], page, "exec"), names)
            examples += 1
    assert examples > 0


def run_example(*command):
    done = subprocess.run([sys.executable, *command], cwd=SOURCE, capture_output=True, text=True, timeout=300)
    return done.returncode, done.stdout, done.stderr


def test_examples():
    status, output, errors = run_example("examples/python/digits.py", "cpu")
    assert (status, errors) == (0, "")
    assert f"```\n{output}```\n" in (SOURCE / "examples/python/README.md").read_text()
    status, output, errors = run_example("examples/python/stages.py", "examples/digits/model.mlir", "classify")
    assert (status, errors) == (0, "")
    assert [line.split(":")[0] for line in output.splitlines()] == ["source", "zyn-bufferize", "zyn-to-kernel", "llvm"]
    status, output, errors = run_example("examples/python/search.py", "cpu")
    assert (status, errors) == (0, "")
    assert f"```\n{output}```\n" in (SOURCE / "examples/python/README.md").read_text()
    status, output, errors = run_example("examples/python/reciprocal.py")
    assert (status, errors) == (0, "")
    assert output == "arith.constant arith.addf arith.mulf\n[1.5 5. ]\n"
    status, output, errors = run_example("examples/python/transformer.py", "cpu")
    assert (status, errors, output) == (0, "", "1 x 5 x 16: agrees\n3 x 12 x 16: agrees\n")
    status, output, errors = run_example("examples/python/life.py", "cpu")
    assert (status, errors) == (0, "")
    assert f"```\n{output}```\n" in (SOURCE / "examples/python/README.md").read_text()
    status, output, errors = run_example("examples/python/stages.py", "missing.mlir")
    assert (status, errors) == (1, "missing.mlir: error: cannot read: No such file or directory\n")
