"""WebAssembly modules."""
import itertools
import os
from dataclasses import dataclass

import numpy as np

from . import _zyn

# The bits of a slot as each type.
_TYPES = {"i32": (np.uint32, np.int32), "i64": (np.uint64, np.int64), "f32": (np.uint32, np.float32),
          "f64": (np.uint64, np.float64)}


@dataclass(frozen=True)
class WasmResults:
    """What instances of a WebAssembly module return.

    exit_codes  an array of i64: 0 for an instance whose function returned, the exit code of one that has ended itself,
                and -1 for one that trapped or did not end
    values      a list of an array for each result of the function, with an element for each instance; zeros for those
                that did not return
    outputs     a list of what each instance has written to standard output, as bytes
    errors      the same for standard error
    traps       a dict of a zyn.Diagnostic for each instance that trapped
    unfinished  the number of instances that the timeout has stopped
    seconds     from the start of the first instance to the end of the last one
    """

    exit_codes: np.ndarray
    values: list
    outputs: list
    errors: list
    traps: dict
    unfinished: int
    seconds: float

    def __repr__(self):
        count = len(self.exit_codes)
        return (f"<zyn.WasmResults of {count} {'instance' if count == 1 else 'instances'}: {len(self.traps)} trapped, "
                f"{self.unfinished} unfinished, {self.seconds:.3g} s>")


class WasmModule:
    """A WebAssembly module, whose exported functions run as any number of instances. See docs/wasm.md."""

    def __init__(self, contents, name):
        self._contents, self._name = contents, name
        self._codes = {}

    def run(self, args=(), *, function="_start", instances=None, device="auto", env=None, folders=None, timeout=0, seed=0,
            input=None, output=None, shared=None):
        """Calls an exported function in new instances, waits for them, and returns a zyn.WasmResults.

        args       for a function with parameters, a number for each of them, or a list or array of a number for each
                   instance; for a program (_start), a string for each argument, or a list of one for each instance
        function   the exported function
        instances  their number; by default, that of rows of `input` or `output`, or 1
        device     as for zyn.compile; "auto" is also the CPU for fewer than 1024 instances
        env        a dict of the environment of a program
        folders    a dict of the folders that a program may access: the one of the host, and the name for the program.
                   It modifies a copy, which is written back if there is only one instance
        timeout    the limit of the run in seconds; 0 is none
        seed       the seed of random numbers, which are others for each instance
        input      an array with a row for each instance, which it reads by functions of the module zyn
        output     an array with a row for each instance, which it writes
        shared     an array that all instances read and modify

        Standard input is empty. The module is compiled for a function and a device when it first runs. Raises zyn.Error
        if it is not valid or not supported, or has no such function.
        """
        if instances is None:
            instances = next((len(rows) for rows in (input, output) if rows is not None and np.ndim(rows)), 1)
        if not 1 <= instances < 2**31:
            raise ValueError(f"expected 1 to {2**31 - 1} instances, found {instances}")
        if not 0 <= timeout < float("inf"):
            raise ValueError(f"expected a timeout of 0 or more seconds, found {timeout}")
        if device == "auto":
            device = _zyn.default_instance_device(instances)
        key = (function, device, os.getpid())
        if key not in self._codes:
            self._codes[key] = _zyn.WasmCode.compile(self._contents, self._name, device, function)
        code = self._codes[key]
        if input is not None:
            input = np.ascontiguousarray(input)
        for name, array, rows in (("input", input, instances), ("output", output, instances), ("shared", shared, None)):
            _check_array(name, array, rows)
        numbers, words = self._arguments(code.parameters, list(args), function, instances)
        variables = [f"{name}={value}" for name, value in (env or {}).items()]
        paths = [os.fspath(path) for pair in (folders or {}).items() for path in pair]
        kinds, codes, bits, outputs, errors, traps, seconds = code.run(
            instances, numbers.ravel(), list(itertools.chain.from_iterable(words)), len(words), variables, paths, timeout, seed, shared, input,
            output)
        exit_codes = np.where(kinds == 1, 0, np.where(kinds == 2, codes.astype(np.int64), -1))
        values = [_from_bits(bits[:, i], kind) for i, kind in enumerate(code.results)]
        return WasmResults(exit_codes, values, outputs, errors, traps, int((kinds == 0).sum()), seconds)

    def _arguments(self, types, args, function, instances):
        """Returns the bits of numbers and the rows of words, one for all instances or one for each."""
        columns = [list(arg) if isinstance(arg, (list, tuple, np.ndarray)) and np.ndim(arg) else [arg] for arg in args]
        rows = max(map(len, columns), default=1)
        if any(len(column) not in (1, rows) for column in columns) or rows not in (1, instances):
            raise ValueError(f"expected one value or {instances} of each argument, found "
                             f"{', '.join(str(len(column)) for column in columns)}")
        columns = [column * rows if len(column) == 1 else column for column in columns]
        if function == "_start" and not types:
            return np.empty(0, np.uint64), [[_to_word(column[row]) for column in columns] for row in range(rows)]
        if len(columns) != len(types):
            raise ValueError(f"{function!r} takes {len(types)} {'argument' if len(types) == 1 else 'arguments'}, "
                             f"{len(columns)} given")
        numbers = np.zeros((rows, len(types)), np.uint64)
        for i, (column, kind) in enumerate(zip(columns, types)):
            numbers[:, i] = _to_bits(column, kind, i)
        return numbers, []

    def __repr__(self):
        return f"<zyn.WasmModule '{self._name}'>"


def _check_array(name, array, rows):
    """Checks an array that instances access; `rows` is None for one that they share."""
    if array is None:
        return
    if not isinstance(array, np.ndarray):
        raise TypeError(f"expected a NumPy array as {name}, found {type(array).__name__}")
    if rows is not None and (not array.ndim or len(array) != rows):
        raise ValueError(f"expected {name} to have a row for each of {rows} instances, found the shape {array.shape}")
    if name != "input" and not (array.flags.c_contiguous and array.flags.writeable):
        raise ValueError(f"expected {name} to be contiguous and writable, since instances modify it")


def _to_word(word):
    if not isinstance(word, (str, os.PathLike)):
        raise TypeError(f"expected a string as an argument of a program, found {word!r}")
    return os.fspath(word)


def _to_bits(column, kind, index):
    """Returns numbers as the slots that hold them; an integer may be signed or unsigned."""
    if kind not in _TYPES:
        raise TypeError(f"argument #{index} is a {kind}, which cannot be passed")
    unsigned, type = _TYPES[kind]
    if np.issubdtype(type, np.floating):
        return np.array(column, type).view(unsigned)
    bits = 8 * np.dtype(type).itemsize
    for number in column:
        if not isinstance(number, (int, np.integer)) or not -(1 << bits - 1) <= number < 1 << bits:
            raise TypeError(f"expected a number of type {kind} as argument #{index}, found {number!r}")
    return np.array([int(number) % (1 << bits) for number in column], np.uint64)


def _from_bits(slots, kind):
    unsigned, type = _TYPES.get(kind, _TYPES["i64"])
    return slots.astype(unsigned).view(type)
