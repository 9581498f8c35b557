"""Programs of the matrix VM."""
import json
import os
from dataclasses import dataclass

import numpy as np

from . import _zyn
from ._diagnostics import Diagnostics
from ._error import Error
from ._wasm import WasmModule

ENGINES = ["aot", "interpreter", "epochs"]


@dataclass(frozen=True)
class Buffer:
    """A buffer of a program.

    kind   "shared", or "instance" with size words for each instance
    dtype  "i32" or "f32"
    size   the number of words
    """

    name: str
    kind: str
    dtype: str
    size: int


@dataclass(frozen=True)
class ProgramResults:
    """What a run of a program returns.

    outputs  a dict of the output buffers in order: an array of (size,) for a shared one, and of (size, instances) for an
             instance buffer
    states   the final states of the last phase, an array of (32, instances) as i32; states.view(np.float32) are those
             of a program on f32
    report   the statistics of the program and of this run as a dict: that of zyn-run --report=json
    traps    a zyn.Diagnostics about instances that trapped
    """

    outputs: dict
    states: np.ndarray
    report: dict
    traps: list

    def __repr__(self):
        run = self.report["run"]
        return (f"<zyn.ProgramResults of {', '.join(self.outputs) or 'nothing'}: {run['executed']} instructions in "
                f"{run['seconds']:.3g} s on {run['device']}>")


class Program:
    """A program of the matrix VM, which runs as any number of instances. See docs/vm-machine.md.

    name     its name
    inputs   a list of zyn.Buffer, the ones that run takes arrays for
    outputs  a list of zyn.Buffer, the ones that run returns
    report   the statistics of the executable as a dict: instructions of each class, routines, phases and buffers
    """

    def __init__(self, executable):
        self._executable = executable
        self._codes = {}
        self.report = json.loads(executable.report())
        self.name = self.report["program"]
        self.inputs = self._buffers("input", "inout")
        self.outputs = self._buffers("output", "inout")

    def _buffers(self, *roles):
        return [Buffer(row["name"], row["kind"], row["type"], row["size"]) for row in self.report["buffers"]
                if row["role"] in roles]

    def run(self, inputs=(), *, instances=1024, engine="aot", device="auto", seed=0, max_instructions=None):
        """Runs the program, waits for it, and returns a zyn.ProgramResults.

        inputs            an array of i32 or f32 for each of self.inputs, as a list in order or as a dict by name
        instances         the number of instances of launches that do not specify it
        engine            "aot" (compiled ahead of time), "interpreter" or "epochs"
        device            as for zyn.compile
        seed              the seed of the program's random numbers, from 0 to 2**32 - 1
        max_instructions  it is an error if an instance executes more; the engine aot checks this only where an instance
                          jumps back, so that code without loops is not limited

        The program is compiled when it first runs on a device with an engine. Raises zyn.Error if an input does not fit
        its buffer, if the device has not enough memory, if an instance executes too many instructions, or if instances
        wait for each other.
        """
        if engine not in ENGINES:
            raise ValueError(f"expected the engine aot, interpreter or epochs, found {engine!r}")
        if not 1 <= instances < 2**31:
            raise ValueError(f"expected 1 to {2**31 - 1} instances, found {instances}")
        if not 0 <= seed < 2**32:
            raise ValueError(f"expected a seed from 0 to {2**32 - 1}, found {seed}")
        if max_instructions is not None and not 1 <= max_instructions < 2**63:
            raise ValueError(f"expected at least 1 instruction, found {max_instructions}")
        arrays = [np.asarray(array, order="C") for array in self._in_order(inputs)]
        code = self._compile(engine, device)
        outputs, states, report, traps = code.run(arrays, instances, seed, max_instructions or 0)
        return ProgramResults({buffer.name: array for buffer, array in zip(self.outputs, outputs)}, states,
                              json.loads(report), Diagnostics(traps))

    def _in_order(self, inputs):
        if not hasattr(inputs, "keys"):
            return list(inputs)
        names = [buffer.name for buffer in self.inputs]
        if sorted(inputs) != sorted(names):
            raise ValueError(f"expected the inputs {', '.join(names) or 'none'}, found {', '.join(map(str, inputs))}")
        return [inputs[name] for name in names]

    def _compile(self, engine, device):
        # An emulator has its own memory and findings, and a child process its own threads.
        key = (engine, device, os.getpid())
        if key not in self._codes:
            self._codes[key] = self._executable.compile(device, ENGINES.index(engine))
        return self._codes[key]

    @property
    def module(self):
        """The program as a zyn.Module, decoded from the executable."""
        return self._executable.decode()

    @property
    def executable(self):
        """The executable, the contents of a .vmx file, as bytes."""
        return self._executable.bytes

    def disassemble(self):
        """Returns the program as text."""
        return str(self.module)

    def __repr__(self):
        return f"<zyn.Program '{self.name}' of {self.report['instructions']['total']} instructions>"


def load(source, entry=None):
    """Loads a program of the matrix VM, and returns a zyn.Program, or a WebAssembly module, and returns a zyn.WasmModule.

    source  the path of an executable (.vmx), of MLIR with a program (.mlir) or of a module (.wasm), or a zyn.Module
    entry   the name of the program, if there are several

    Raises zyn.Error if the file cannot be read, is damaged, or has no such program.

    >>> squares = zyn.load("examples/vm/squares.mlir")
    >>> squares
    <zyn.Program 'squares' of 6 instructions>
    >>> squares.inputs
    [Buffer(name='add', kind='shared', dtype='i32', size=1)]
    >>> squares.run([np.array([10], np.int32)], instances=4, device="cpu").outputs["result"]
    array([[ 0,  1,  4,  9],
           [10, 11, 14, 19]], dtype=int32)
    """
    if not isinstance(source, _zyn.Module):
        path = os.fspath(source)
        name = os.fsdecode(path)
        if name.endswith(".wasm"):
            if entry:
                raise ValueError("a WebAssembly module has no entry; pass the function to run")
            return WasmModule(_read(path), name)
        if name.endswith(".vmx"):
            program = Program(_zyn.Executable.load(_read(path), name))
            if entry and entry != program.name:
                raise Error(f"{name}: error: no program {entry!r} to load; the program is {program.name!r}")
            return program
        source = _zyn.Module.parse_file(path)
    if not _zyn.has_program(source, entry or ""):
        file = source.op.location.split(":")[0]
        raise Error(f"{file}: error: no program {entry!r} to load" if entry else
                    f"{file}: error: no program to load; zyn.compile compiles functions")
    return Program(_zyn.Executable.encode(source, entry or ""))


def _read(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as error:
        raise Error(f"{os.fsdecode(path)}: error: cannot read: {error.strerror}") from None
