"""The stages of a lowering, each as text with the source lines that its lines come from."""
from collections import defaultdict
from dataclasses import dataclass, field
from typing import NamedTuple, Optional

from . import _ptx, _zyn
from ._error import Error
from ._passes import PassManager

# Pipelines by the kind of a module and of a device, and the options that each of them takes.
_CHIP, _TARGET = ("chip",), ("chip", "features")
_PIPELINES = {
    "zyn": {
        "cuda": {"zyn-bufferize": (), "zyn-to-kernel": _CHIP, "zyn-to-gpu": _CHIP, "zyn-to-nvvm": _TARGET},
        "emulate": {"zyn-bufferize": (), "zyn-to-kernel": _CHIP, "zyn-to-emulator": _CHIP},
        "cpu": {"zyn-to-llvm": ()},
    },
    "vm": {
        "cuda": {"vm-optimize": (), "vm-to-nvvm": _TARGET},
        "emulate": {"vm-optimize": (), "vm-to-emulator": _CHIP},
        "cpu": {"vm-optimize": (), "vm-to-llvm": ()},
    },
    "instance": {
        "cuda": {"instance-to-nvvm": _TARGET},
        "emulate": {"instance-to-emulator": _CHIP},
        "cpu": {"instance-to-llvm": ()},
    },
}

# Larger constants are left out of the text, as zyn.Function.ir does.
_MAX_ELEMENTS = 4096


class Position(NamedTuple):
    """A line of a source file, from 1."""

    file: str
    line: int


@dataclass
class Stage:
    """A stage of a lowering.

    name     that of the pipeline, or "source" or "PTX"
    text     the IR after it
    origins  for lines of the text, from 1, the positions that they come from, as a sorted tuple
    module   the IR as a zyn.Module, or None for PTX
    """

    name: str
    text: str
    origins: dict[int, tuple[Position, ...]]
    module: Optional[_zyn.Module] = None


@dataclass
class Lowering:
    """The stages of a lowering, up to the first one that fails.

    diagnostics  warnings and remarks of the last stage that has run
    error        the zyn.Error of the stage that failed, or None
    failed       the name of that stage
    """

    stages: list[Stage]
    diagnostics: list[_zyn.Diagnostic] = field(default_factory=list)
    error: Optional[Error] = None
    failed: str = ""

    def find(self, name):
        """Returns the stage of a name, or None."""
        return next((stage for stage in self.stages if stage.name == name), None)


def print_stage(name, module):
    """Returns a module as a stage."""
    text, found = _zyn.print_origins(module, _MAX_ELEMENTS)
    origins = defaultdict(set)
    for line, file, source_line, _ in found:
        origins[line].add(Position(file, source_line))
    return Stage(name, text, {line: tuple(sorted(positions)) for line, positions in origins.items()}, module)


def _functions(module):
    return [op.attributes["sym_name"].strip('"') for op in module.op.children if op.name == "func.func"]


def select(module, entry):
    """Returns a module with a function alone, and what it uses. Raises zyn.Error if there is none of this name."""
    functions = _functions(module)
    if entry not in functions:
        listed = ", ".join(f"'{name}'" for name in functions)
        raise Error(f"no function '{entry}' to show; " +
                    (f"the functions are {listed}" if functions else "the module has none"))

    def hide(root):
        for op in root.children:
            if op.name == "func.func" and op.attributes["sym_name"].strip('"') != entry:
                op.set_attribute("sym_visibility", '"private"')
    return PassManager().add(hide).add("symbol-dce").run(module)


def _kind(module):
    """Returns the kind of a module in the table of pipelines."""
    names = {op.name for op in module.op.children}
    return "instance" if "instance.export" in names else "vm" if "vm.program" in names else "zyn"


def _add_ptx(lowering):
    lowered = lowering.stages[-1].module
    # The directives only add lines to the PTX, and change none.
    passes = PassManager().add("ensure-debug-info-scope-on-llvm-func", emission_kind="DebugDirectivesOnly")
    passes.add("convert-nvvm-to-ptx")
    texts = [_ptx.image(op) for op in passes.run(lowered, remarks="").op.walk() if op.name == "gpu.binary"]
    if not texts:
        return
    text, origins = _ptx.strip_locations(_ptx.join(texts))
    lowering.stages.append(Stage("PTX", text, {line: (Position(*origin),) for line, origin in origins.items()}))


def lower(source, module, device, options):
    """Returns the lowering of a module for "cuda", "emulate" or "cpu" after the stage source.

    options are the chip and features. Each pipeline starts from the module; an error ends the lowering.
    """
    lowering = Lowering([source])
    for name, accepted in _PIPELINES[_kind(module)][device].items():
        passes = PassManager()
        lowering.failed = name
        try:
            passes.add(name, **{option: value for option, value in options.items() if value and option in accepted})
            stage = print_stage(name, passes.run(module))
            lowering.diagnostics = passes.diagnostics
            lowering.stages.append(stage)
        except Error as error:
            lowering.diagnostics = passes.diagnostics or lowering.diagnostics
            lowering.error = error
            return lowering
    if device == "cuda":
        lowering.failed = "PTX"
        try:
            _add_ptx(lowering)
        except Error as error:
            lowering.error = error
            return lowering
    lowering.failed = ""
    return lowering
