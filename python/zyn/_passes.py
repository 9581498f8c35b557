"""Pipelines of passes, and lists of what there is."""
from dataclasses import dataclass, field

from . import _zyn
from ._diagnostics import Diagnostics
from ._table import Table


def _format_value(value):
    """Returns a value of an option in the syntax of pipelines."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "{" + ",".join(_format_value(element) for element in value) + "}"
    text = str(value)
    # Braces and parentheses are the syntax of lists and pipelines, which the caller has written.
    if not any(character in text for character in " \t\n'\"") or any(bracket in text for bracket in "({"):
        return text
    for quote in "\"'":
        if quote not in text:
            return quote + text + quote
    raise ValueError(f"the value of an option has both kinds of quotes: {text}")


def _option_name(name, option):
    """Returns the name of an option that is given as an argument of Python."""
    info = passes().get(name) if "_" in option else None
    return option if info and option in info.options else option.replace("_", "-")


def _format_pass(name, options):
    options = {option: value for option, value in options.items() if value is not None}
    if not options:
        return name
    texts = (f"{_option_name(name, option)}={_format_value(value)}" for option, value in options.items())
    return f"{name}{{{' '.join(texts)}}}"


class _PythonPass:
    """A pass that is a function."""

    def __init__(self, function, on):
        self.function, self.on = function, on
        self.name = getattr(function, "__name__", type(function).__name__)

    def __call__(self, root):
        if self.on is None:
            self.function(root)
            return
        for op in root.walk():
            if not op.is_erased and op.name == self.on:
                self.function(op)


class PassManager:
    """A list of passes on modules, those of MLIR and functions of Python.

    >>> passes = zyn.PassManager("builtin.module(canonicalize)")
    >>> passes.add("zyn-fuse").add("cse", on="func.func")
    <zyn.PassManager 'builtin.module(canonicalize,zyn-fuse,func.func(cse))'>
    """

    def __init__(self, pipeline="builtin.module()"):
        """Parses a pipeline in the syntax of zyn-opt --pass-pipeline. Raises zyn.Error."""
        _zyn.check_pipeline(pipeline)
        # Pipelines as text, and functions.
        self._steps = [pipeline.strip()]
        self.diagnostics = Diagnostics()

    def add(self, pass_, /, *, on=None, **options):
        """Appends a pass or pipeline, or a function, and returns this object.

        pass_ is the name of a pass or pipeline. options are its options, with "_" in place of "-"; None is an option's
        default value. on is the op that a pass on nested ops runs on, such as "func.func". Raises zyn.Error if there is
        no such pass or option.

        Or else pass_ is a function that is called with the op "builtin.module", or with each op on, and that may change
        ops. What it raises ends the run and is passed on.

        >>> print(zyn.PassManager().add("zyn-select-matrix-format", threshold=25))
        builtin.module(zyn-select-matrix-format{threshold=25})
        """
        if callable(pass_):
            if options:
                raise TypeError("a function has no options")
            self._steps.append(_PythonPass(pass_, on))
            return self
        text = _format_pass(pass_, options)
        if on is not None:
            text = f"{on}({text})"
        last = self._steps[-1] if isinstance(self._steps[-1], str) else None
        before = (last or "builtin.module()").removesuffix(")")
        comma = "" if before.endswith("(") else ","
        pipeline = f"{before}{comma}{text})"
        _zyn.check_pipeline(pipeline)
        self._steps[-1 if last else len(self._steps):] = [pipeline]
        return self

    def run(self, module, *, remarks=".*", after_pass=None):
        """Runs the passes on a copy of module and returns it.

        Warnings and remarks, also those of a run that fails, are kept in the list diagnostics; remarks is a regular
        expression for the categories of remarks to keep. after_pass(name, ir) is called after each pass with its name
        and the op that it has run on as text; an exception that it raises ends the run. Raises zyn.Error if a pass
        fails, or if the module is not valid after a function.

        >>> module = zyn.Module.parse("func.func @f() { %0 = arith.constant 1 : i32 return }")
        >>> print(zyn.PassManager().add("canonicalize").run(module))
        module {
          func.func @f() {
            return
          }
        }
        <BLANKLINE>
        """
        self.diagnostics = Diagnostics()
        for step in self._steps:
            if isinstance(step, str):
                module = _zyn.run_pipeline(step, module, remarks, after_pass, self.diagnostics)
                continue
            module = module.rewrite(step)
            if after_pass:
                after_pass(step.name, str(module))
        return module

    def __str__(self):
        if len(self._steps) == 1:
            return self._steps[0]
        inner = (step.partition("(")[2].removesuffix(")") if isinstance(step, str) else step.name
                 for step in self._steps)
        return f"builtin.module({','.join(filter(None, inner))})"

    def __repr__(self):
        return f"<zyn.PassManager '{self}'>"


@dataclass(frozen=True)
class PassInfo:
    """A pass that pipelines can contain; options is a dict of their names and descriptions."""

    name: str
    description: str
    options: dict = field(default_factory=dict)


@dataclass(frozen=True)
class PipelineInfo:
    """A pipeline that other pipelines can contain."""

    name: str
    description: str


@dataclass(frozen=True)
class DialectInfo:
    """A dialect that modules can contain, and the names of its ops."""

    name: str
    ops: list


def passes():
    """Returns a dict of the names of all passes and a zyn.PassInfo for each.

    >>> zyn.passes()["cse"].description
    'Eliminate common sub-expressions'
    """
    return Table((row[0], PassInfo(*row)) for row in _zyn.list_passes())


def pipelines():
    """Returns a dict of the names of all pipelines and a zyn.PipelineInfo for each.

    >>> "zyn-to-nvvm" in zyn.pipelines()
    True
    """
    return Table((row[0], PipelineInfo(*row)) for row in _zyn.list_pipelines())


def dialects():
    """Returns a dict of the names of all dialects and a zyn.DialectInfo for each.

    >>> "zyn.matmul" in zyn.dialects()["zyn"].ops
    True
    """
    return Table((row[0], DialectInfo(*row)) for row in _zyn.list_dialects())
