"""Reads executables of the matrix VM (.vmx) according to docs/vm-machine.md."""
import struct
import zlib
from dataclasses import dataclass, field

import numpy as np

MAGIC = b"ZVMX"
VERSION = 0x00040000
HEADER_WORDS = 32
# Names and record sizes of the sections, in the order of the header.
SECTIONS = [("instructions", 20), ("matrices", 16), ("values", 4), ("structure", 1), ("routines", 32),
            ("buffers", 32), ("plan", 16), ("locations", 12), ("strings", 1)]
SHARED, INSTANCE, CHANNEL = range(3)
TEMPORARY, INPUT, OUTPUT, INOUT = range(4)
CSR, DENSE = range(2)


class Malformed(Exception):
    """The file is not an executable."""


@dataclass
class Matrix:
    """The rows that differ from the identity."""
    rows: list = field(default_factory=list)  # of (row, columns, elements), without zeros
    bytes: int = 0  # size of the elements and the structure


@dataclass
class Buffer:
    name: str
    kind: int
    role: int
    size: int
    f32: bool


@dataclass
class Phase:
    name: str
    launches: list  # of (first instruction, instances or 0 for that of the run, name of the routine)


class Executable:
    """The contents of a file; attributes are named like its sections."""

    def __init__(self, content):
        header = self.checked_header(content)
        self.f32 = header[4] == 1
        self.stack_depth = header[5]
        self.observed = header[12]
        self.bytes = len(content)
        sections = dict(zip((name for name, _ in SECTIONS), zip(header[14::2], header[15::2])))
        self.sections = {}
        for name, size in SECTIONS:
            offset, count = sections[name]
            if offset % 4 or offset + count * size > len(content):
                raise Malformed(f"expected the {name} within {len(content)} bytes, found {count} at {offset}")
            self.sections[name] = content[offset:offset + count * size]
        self.name = self.string(header[13])
        self.instructions = self.records("instructions", 5)
        self.matrices = [self.matrix(*words) for words in self.records("matrices", 4).tolist()]
        self.routines = self.records("routines", 8).tolist()
        self.buffers = [Buffer(self.string(name), kind, role, size, element == 1)
                        for name, kind, role, size, _, element, _, _ in self.records("buffers", 8).tolist()]
        self.phases = self.plan(self.records("plan", 4).tolist())

    @staticmethod
    def checked_header(content):
        if content[:4] != MAGIC or len(content) < 4 * HEADER_WORDS:
            raise Malformed(f"expected {MAGIC!r} and {4 * HEADER_WORDS} bytes of header, found {content[:4]!r}")
        header = struct.unpack_from(f"<{HEADER_WORDS}I", content)
        if header[1] >> 16 != VERSION >> 16:
            raise Malformed(f"expected version {VERSION >> 16}, found {header[1] >> 16}.{header[1] & 0xFFFF}")
        if header[2] != len(content):
            raise Malformed(f"expected {header[2]} bytes, found {len(content)}")
        checksum = zlib.crc32(content[:12] + bytes(4) + content[16:])
        if header[3] != checksum:
            raise Malformed(f"expected checksum {checksum:#010x}, found {header[3]:#010x}")
        return header

    def records(self, section, words):
        return np.frombuffer(self.sections[section], "<u4").reshape(-1, words)

    def string(self, offset):
        strings = self.sections["strings"]
        return strings[offset:strings.index(b"\0", offset)].decode()

    def matrix(self, mask, count_and_format, first, structure):
        values = self.records("values", 1)[:, 0]
        zero = lambda word: not (word & 0x7FFFFFFF if self.f32 else word)  # -0.0 is a zero, too
        numbers = [row for row in range(32) if mask >> row & 1]
        result = Matrix()
        if count_and_format >> 16 == DENSE:
            result.bytes = 128 * len(numbers)
            stored = [(range(32), values[first + 32 * k:first + 32 * (k + 1)]) for k in range(len(numbers))]
        else:
            result.bytes = 4 * (count_and_format & 0xFFFF) + 2 * (len(numbers) + 1) + (count_and_format & 0xFFFF)
            starts = struct.unpack_from(f"<{len(numbers) + 1}H", self.sections["structure"], structure)
            at = structure + 2 * (len(numbers) + 1)
            columns = self.sections["structure"][at:at + starts[-1]]
            stored = [(columns[a:b], values[first + a:first + b]) for a, b in zip(starts, starts[1:])]
        for row, (columns, elements) in zip(numbers, stored):
            terms = [(column, int(word)) for column, word in zip(columns, elements) if not zero(int(word))]
            result.rows.append((row, [column for column, _ in terms], [word for _, word in terms]))
        return result

    def plan(self, records):
        phases, left = [], 0
        for kind, what, count, _ in records:
            if kind == 0:
                if left:
                    raise Malformed(f"expected {left} more launches in phase '{phases[-1].name}'")
                phases.append(Phase(self.string(what), []))
                left = count
            else:
                phases[-1].launches.append((self.routines[what][1], count, self.string(self.routines[what][0])))
                left -= 1
        return phases


def load(path):
    with open(path, "rb") as file:
        return Executable(file.read())
