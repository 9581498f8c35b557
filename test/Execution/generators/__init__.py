"""Random programs: each file of this folder is the generator of an op, which is found by its name.

A generator is a function `program(draw, name)` that returns a Case. It takes all random choices from a Draw, so that a
program only depends on the seed, the op and its number among those of the op, and not on other ops.
"""
import importlib
import pkgutil
import zlib

import numpy as np

from generators.draw import Draw

COUNT = 100
MOST_ELEMENTS, FEW_ELEMENTS = 40000, 4000  # of the tensors of a program; few for the emulator
NOT_OPS = {"draw"}
# Parameters of #zyn.kernel, which kernels obey or report.
KERNELS = ["workgroup = [7, 1, 1]", "workgroup = [100, 1, 1]", "workgroup = [16, 2, 1], vector_width = 2", "vector_width = 1",
           "vector_width = 16", "unroll_factor = 3", "tensor_cores = false", "max_registers = 64, min_blocks = 2"]


def generators():
    """Returns the generator of each op."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__) if module.name not in NOT_OPS)
    return {name: importlib.import_module(f"generators.{name}").program for name in names}


def cases(rng, count=None, part="", are_small=False):
    """Returns those of `count` programs whose names contain `part`. The ops take turns. By default, there are COUNT
    programs, or one of each op if they are small."""
    seed, ops, built = int(rng.integers(2**63)), list(generators().items()), []
    most_elements = FEW_ELEMENTS if are_small else MOST_ELEMENTS
    for i in range(count or (len(ops) if are_small else COUNT)):
        op, program = ops[i % len(ops)]
        name = f"random_{i}_{op}"
        if part in name:
            own = np.random.default_rng([seed, zlib.crc32(op.encode()), i // len(ops)])
            draw = Draw(own, most_elements)
            case = program(draw, name)
            case.kernel = draw.one(*KERNELS) if draw.flag(0.15) else ""
            built.append(case)
    return built
