"""PTX as text: its source locations, and what its kernels use."""
import re
from dataclasses import dataclass, field

_STRING = re.compile(r'"((?:[^"\\]|\\.)*)"', re.S)
_ESCAPE = re.compile(rb"\\([0-9A-Fa-f]{2}|.)", re.S)


def _unescape(text):
    """Returns what a string in MLIR's or PTX's syntax stands for."""
    def replace(match):
        code = match[1]
        return bytes([int(code, 16)]) if len(code) == 2 else {b"n": b"\n", b"t": b"\t"}.get(code, code)
    return _ESCAPE.sub(replace, text.encode()).decode(errors="replace")


def image(binary):
    """Returns the PTX in an op gpu.binary."""
    # The longest string is the image; others are options and properties.
    strings = [match[1] for match in _STRING.finditer(binary.attributes["objects"])]
    return _unescape(max(strings, key=len)).rstrip("\0")


def join(texts):
    """Returns one text of several with a single header."""
    first, *others = texts
    return first + "".join(text[text.index("\n", text.index(".address_size")) + 1:] for text in others)


_FILE = re.compile(r'\s*\.file\s+(\d+)\s+"((?:[^"\\]|\\.)*)"')
_LOC = re.compile(r"\s*\.loc\s+(\d+)\s+(\d+)\s+\d+")
# What the directives bring with them: labels, and an empty section.
_DEBUG = re.compile(r"\s*(\$L__(tmp|func_begin|func_end)\d+:|\.section\s+\.debug_\w+.*)\s*$")
# Instructions and labels have a location, declarations do not.
_DECLARATION = re.compile(r"\s*(\.|//|[{}()]|\$|$)")


def strip_locations(ptx):
    """Returns the text without its source locations, and a dict of lines, from 1, to (file, line) for instructions."""
    lines = ptx.split("\n")
    files = {number: _unescape(name) for number, name in (
        match.groups() for match in map(_FILE.match, lines) if match)}
    kept, origins, current = [], {}, None
    for line in lines:
        if _FILE.match(line) or _DEBUG.match(line):
            continue
        loc = _LOC.match(line)
        if loc:
            # Line 0 is code of no line of the source.
            current = (files.get(loc[1], ""), int(loc[2])) if int(loc[2]) else None
            continue
        kept.append(line)
        if line.startswith("}"):
            current = None
        elif current and not _DECLARATION.match(line):
            origins[len(kept)] = current
    return "\n".join(kept).rstrip("\n") + "\n", origins


@dataclass
class Kernel:
    """A kernel in PTX.

    line          of its declaration in the text, from 1
    registers     a dict of the types of its virtual registers, such as "b32", and how many it has
    shared        bytes of static shared memory
    local         bytes of local memory for each thread
    limits        a dict of its directives such as "maxntid" and their values
    instructions  how many
    """

    name: str
    line: int
    registers: dict[str, int] = field(default_factory=dict)
    shared: int = 0
    local: int = 0
    limits: dict[str, str] = field(default_factory=dict)
    instructions: int = 0


_ENTRY = re.compile(r"(?:\.visible\s+)?\.entry\s+([\w$]+)")
_REGISTERS = re.compile(r"\s+\.reg\s+\.(\w+)\s+%\w+<(\d+)>")
_MEMORY = re.compile(r"\s*(?:\.visible\s+)?\.(shared|local)\s+(?:\.align\s+\d+\s+)?\.[a-z](\d+)\s+([\w$]+)(?:\[(\d+)\])?")
_LIMIT = re.compile(r"\s*\.(maxntid|reqntid|minnctapersm|maxnreg|reqnctapercluster)\s+([\d, ]+)")


def kernels(ptx):
    """Returns a list of zyn._ptx.Kernel."""
    found, current, variables, bodies = [], None, {}, []
    for number, line in enumerate(ptx.split("\n"), 1):
        entry = _ENTRY.match(line)
        if entry:
            current = Kernel(entry[1], number)
            found.append(current)
            bodies.append([])
            continue
        memory = _MEMORY.match(line)
        if memory:
            size = int(memory[2]) // 8 * int(memory[4] or 1)
            if memory[1] == "local" and current:
                current.local += size
            elif memory[1] == "shared" and not current:
                variables[memory[3]] = size
            elif memory[1] == "shared":
                current.shared += size
            continue
        if not current:
            continue
        registers, limit = _REGISTERS.match(line), _LIMIT.match(line)
        if registers:
            # The number is one more than that of the last register.
            current.registers[registers[1]] = int(registers[2]) - 1
        elif limit:
            current.limits[limit[1]] = limit[2].strip()
        elif line.startswith("}"):
            current = None
        elif not _DECLARATION.match(line):
            current.instructions += 1
            bodies[-1].append(line)
    # Variables of the whole text belong to the kernels that refer to them.
    for kernel, body in zip(found, bodies):
        used = set(re.findall(r"[\w$]+", "\n".join(body))) if variables else set()
        kernel.shared += sum(size for name, size in variables.items() if name in used)
    return found


def target(ptx):
    """Returns the chip and the features that a text is for, as a dict; empty for an empty text."""
    chip = re.search(r"^\.target (\w+)", ptx, re.M)
    version = re.search(r"^\.version (\d+)\.(\d+)", ptx, re.M)
    return {"chip": chip[1], "features": f"+ptx{version[1]}{version[2]}"} if chip and version else {}
