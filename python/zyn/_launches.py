"""Kernels of a lowering: how they are launched, and what they use."""
from dataclasses import dataclass, field
from typing import Optional

from . import _ptx
from ._stages import Position

_LAUNCH = "gpu.launch_func"


@dataclass
class KernelUse:
    """A kernel.

    launches    how often the code contains a launch of it that runs once for each call, or None if a launch is in a
                loop, a branch or another block
    grid, block  the numbers of blocks and of threads in x, y and z, each None if it depends on arguments or sizes
    dynamic_shared  bytes of dynamic shared memory, or None if it depends on them
    origins     where the kernel comes from, positions in source files
    ptx         its zyn._ptx.Kernel, or None
    """

    name: str
    launches: Optional[int] = 0
    grid: list = field(default_factory=lambda: [None] * 3)
    block: list = field(default_factory=lambda: [None] * 3)
    dynamic_shared: Optional[int] = 0
    origins: tuple[Position, ...] = ()
    ptx: Optional[_ptx.Kernel] = None


def _constant(value):
    """Returns the integer that a value is, or None."""
    if value.is_block_argument or value.owner.name not in ("arith.constant", "llvm.mlir.constant"):
        return None
    number = value.owner.attributes["value"].split(" : ")[0]
    return int(number) if number.lstrip("-").isdigit() else None


def _operand_groups(op):
    """Returns the operands of a launch in the groups that its assembly format names."""
    sizes = op.attributes["operandSegmentSizes"].split(":")[1].strip(" >").split(",")
    operands, groups = op.operands, []
    for size in map(int, sizes):
        groups.append(operands[:size])
        operands = operands[size:]
    return groups


def _combine(kernel, launch):
    """Adds a launch to those of a kernel that were found before."""
    # Asynchronous dependencies, three sizes of the grid and three of blocks, three of clusters, dynamic shared memory.
    groups = _operand_groups(launch)
    sizes = [_constant(group[0]) if group else None for group in groups[1:7]]
    shared = _constant(groups[10][0]) if groups[10] else 0
    if kernel.launches == 0:
        kernel.grid, kernel.block, kernel.dynamic_shared = sizes[:3], sizes[3:], shared
    else:
        kernel.grid = [old if old == new else None for old, new in zip(kernel.grid, sizes[:3])]
        kernel.block = [old if old == new else None for old, new in zip(kernel.block, sizes[3:])]
        kernel.dynamic_shared = shared if shared == kernel.dynamic_shared else None
    runs_once = launch.parent.name == "func.func"
    kernel.launches = kernel.launches + 1 if runs_once and kernel.launches is not None else None


def find_kernels(lowering):
    """Returns a list of the kernels in the order of their launches, those that are not launched last."""
    kernels = {}
    # The last stage in which launches are ops.
    for stage in reversed(lowering.stages):
        launches = [op for op in stage.module.op.walk() if op.name == _LAUNCH] if stage.module else []
        if launches:
            break
    for launch in launches:
        name = launch.attributes["kernel"].split("::@")[-1].strip('"')
        _combine(kernels.setdefault(name, KernelUse(name)), launch)
    ptx = lowering.find("PTX")
    for kernel in _ptx.kernels(ptx.text) if ptx else []:
        kernels.setdefault(kernel.name, KernelUse(kernel.name)).ptx = kernel
    _find_origins(lowering, kernels)
    return list(kernels.values())


def _find_origins(lowering, kernels):
    """Sets the origins of kernels to those of their functions in the last stage that has them."""
    for stage in lowering.stages:
        if not stage.module:
            continue
        for op in stage.module.op.walk():
            name = op.attributes.get("sym_name", "").strip('"') if op.name in ("gpu.func", "llvm.func") else ""
            if name in kernels:
                file, _, rest = op.location.rpartition(":")[0].rpartition(":")
                if rest.isdigit():
                    kernels[name].origins = (Position(file, int(rest)),)
