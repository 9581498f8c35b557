"""A lowering as one HTML page, made from show.html, show.css and show.js."""
import base64
import hashlib
import html
import json
import re
from collections import Counter, defaultdict
from itertools import groupby
from pathlib import Path
from typing import NamedTuple, Optional

from ._launches import find_kernels
from ._stages import Lowering, Position

# Rows of a block of text, which browsers lay out when it comes into view.
_BLOCK = 400


def _read(name):
    return (Path(__file__).parent / name).read_text(encoding="utf-8")


def escape(text):
    return html.escape(str(text), quote=True)


#
# Diagnostics
#

_REMARK = re.compile(r'\[(?P<kind>\w+)\] (?P<name>\S+) \| Category:(?P<category>\S+)(?: \| Reason="(?P<reason>.*)")?$',
                     re.S)


class Note(NamedTuple):
    """A diagnostic as it is shown: "missed" and its like for remarks, and the severity for others."""

    kind: str
    category: str
    text: str
    position: Optional[Position]

    @property
    def place(self):
        return f"{self.position.file}:{self.position.line}" if self.position else ""


def _note(diagnostic):
    position = Position(diagnostic.file, diagnostic.line) if diagnostic.line else None
    remark = _REMARK.match(diagnostic.message) if diagnostic.severity == "remark" else None
    if remark:
        text = f"{remark['name']}: {remark['reason']}" if remark["reason"] else remark["name"]
        return Note(remark["kind"].lower(), remark["category"], text, position)
    return Note(diagnostic.severity, "", diagnostic.message, position)


def collect_notes(diagnostics):
    """Returns a dict of the notes for diagnostics, and how often each occurs."""
    return Counter(_note(part) for diagnostic in diagnostics for part in (diagnostic, *diagnostic.notes))


#
# Stages
#

class _Origins:
    """Numbers sets of source lines, which the rows of stages refer to."""

    def __init__(self):
        self.sets = {(): -1}

    def number(self, positions):
        """Returns the number of a set of positions, -1 for none."""
        return self.sets.setdefault(positions, len(self.sets) - 1)

    def data(self):
        numbers = {}
        sets = [[numbers.setdefault(position, len(numbers)) for position in positions]
                for positions in self.sets if positions]
        return {"origins": [f"{file}:{line}" for file, line in numbers], "sets": sets}


def _lines(text):
    """Returns the lines of a text as a page can show them: a parser of HTML changes other ends of lines."""
    lines = text.replace("\r\n", "\n").replace("\r", "␍").replace("\0", "␀").expandtabs(8).split("\n")
    return lines[:-1] if lines[-1] == "" else lines


class _Row(NamedTuple):
    text: str
    positions: tuple
    kind: str = ""


def _note_rows(stage, notes):
    """Returns a dict of lines of the source and the rows that follow them."""
    lines = {}
    for line, positions in stage.origins.items():
        for position in positions:
            lines[position] = min(line, lines.get(position, line))
    rows = {}
    for note, count in notes.items():
        if note.position in lines:
            times = f" ({count} times)" if count > 1 else ""
            text = f"    └ {note.kind}: {note.text}{times}".replace("\n", " ")
            rows.setdefault(lines[note.position], []).append(_Row(text, (note.position,), note.kind))
    return rows


def _stage_rows(stage, notes):
    following = _note_rows(stage, notes) if stage.name == "source" else {}
    rows = []
    for number, line in enumerate(_lines(stage.text), 1):
        rows.append(_Row(line, stage.origins.get(number, ())))
        rows += following.get(number, ())
    return rows


def _run_lengths(numbers):
    """Returns [number, count, number, count, ...]."""
    runs = []
    for number in numbers:
        if runs and runs[-2] == number:
            runs[-1] += 1
        else:
            runs += [number, 1]
    return runs


def _format_rows(rows):
    text = []
    for is_note, group in groupby(rows, lambda row: bool(row.kind)):
        if is_note:
            text += (f'<span class="note {escape(row.kind)}">{escape(row.text)}\n</span>' for row in group)
        else:
            text.append(escape("".join(f"{row.text}\n" for row in group)))
    return "".join(text)


def _format_stage(index, stage, rows):
    blocks = []
    for start in range(0, len(rows), _BLOCK):
        block = rows[start:start + _BLOCK]
        # A parser of HTML drops a line break at the beginning.
        blocks.append(f'<pre class="block" style="--rows:{len(block)}">\n{_format_rows(block)}</pre>')
    width = max((len(row.text) for row in rows), default=0)
    count = sum(not row.kind for row in rows)
    name = escape(stage.name)
    return f"""<section class="stage" id="stage-{index}" aria-labelledby="name-{index}">
<div class="bar"><h2 id="name-{index}">{name}</h2><span class="count">{count} {"line" if count == 1 else "lines"}</span>
<span class="steps" hidden><span class="place"></span>
<button type="button" class="previous" title="previous place (p)" aria-label="previous place in {name}">▲</button>
<button type="button" class="next" title="next place (n)" aria-label="next place in {name}">▼</button></span></div>
<div class="code" tabindex="0" role="group" aria-label="{name}">
<div class="sheet" style="--columns:{width};--digits:{len(str(count))}"><div class="marks"></div>{"".join(blocks)}</div>
</div></section>
"""


#
# Kernels and remarks
#

def _place_link(position):
    place = f"{position.file}:{position.line}"
    return f'<a href="#" data-origin="{escape(place)}">{escape(place)}</a>'


def _format_sizes(sizes):
    # Trailing sizes of 1 say nothing.
    sizes = [*sizes]
    while len(sizes) > 1 and sizes[-1] == 1:
        sizes.pop()
    return " × ".join("?" if size is None else str(size) for size in sizes)


def _shared(kernel):
    """Returns the bytes of shared memory as text; the static part is only known from PTX."""
    known = (kernel.ptx.shared if kernel.ptx else 0) + (kernel.dynamic_shared or 0)
    is_known = kernel.ptx and kernel.dynamic_shared is not None
    return str(known) if is_known else f"{known} + ?" if known else "?"


# Columns of the table of kernels: a name, its explanation, and a function of a kernel and the notes about it.
_KERNEL_COLUMNS = [
    ("kernel", "", lambda kernel, notes: f"<code>{escape(kernel.name)}</code>"),
    ("source", "", lambda kernel, notes: " ".join(map(_place_link, kernel.origins))),
    ("launches", "of a call; ? depends on arguments or sizes",
     lambda kernel, notes: "?" if kernel.launches is None else str(kernel.launches)),
    ("blocks", "x × y × z; ? depends on arguments or sizes", lambda kernel, notes: _format_sizes(kernel.grid)),
    ("threads", "of a block, x × y × z", lambda kernel, notes: _format_sizes(kernel.block)),
    ("shared", "bytes of shared memory of a block, static and dynamic", lambda kernel, notes: _shared(kernel)),
    ("registers", "virtual ones in the PTX, by type: the assembler assigns those of the hardware",
     lambda kernel, notes: ", ".join(f"{count} {type}" for type, count in kernel.ptx.registers.items() if count)),
    ("local", "bytes of local memory of a thread", lambda kernel, notes: str(kernel.ptx.local)),
    ("instructions", "in the PTX", lambda kernel, notes: str(kernel.ptx.instructions)),
    ("limits", "directives in the PTX",
     lambda kernel, notes: ", ".join(f".{name} {value}" for name, value in kernel.ptx.limits.items())),
    ("schedule", "remarks about it",
     lambda kernel, notes: escape("; ".join(note.text for note in notes if note.category in _SCHEDULES))),
]
_SCHEDULES = ("schedule", "zyn-to-kernel")
_FROM_PTX = ("registers", "local", "instructions", "limits")


def _format_kernels(kernels, notes):
    if not kernels:
        return ""
    by_position = defaultdict(list)
    for note in notes:
        by_position[note.position].append(note)
    about = [[note for position in kernel.origins for note in by_position[position]] for kernel in kernels]
    columns = []
    for name, title, format_cell in _KERNEL_COLUMNS:
        cells = ["" if name in _FROM_PTX and not kernel.ptx else format_cell(kernel, about[i])
                 for i, kernel in enumerate(kernels)]
        if any(cells):
            columns.append((name, title, [_format_cell(cell, is_prose=name == "schedule") for cell in cells]))
    headings = "".join(_heading(name, title) for name, title, _ in columns)
    rows = "".join("<tr>" + "".join(cells[i] for *_, cells in columns) + "</tr>\n" for i in range(len(kernels)))
    is_open = " open" if len(kernels) <= 8 else ""
    count = f"{len(kernels)} {'kernel' if len(kernels) == 1 else 'kernels'}"
    return f"""<details{is_open}><summary>{count}</summary><div class="table" tabindex="0" role="group" aria-label="kernels">
<table><thead><tr>{headings}</tr></thead><tbody>
{rows}</tbody></table></div></details>"""


def _format_cell(cell, is_prose=False):
    return f'<td class="text">{cell}</td>' if is_prose else f"<td>{cell}</td>"


def _heading(name, title):
    return f'<th scope="col" title="{escape(title)}">{name}</th>' if title else f'<th scope="col">{name}</th>'


def _format_notes(notes):
    if not notes:
        return ""
    rows = "".join(
        f'<tr data-place="{escape(note.place)}"><td>{_place_link(note.position) if note.position else ""}</td>'
        f'<td class="{escape(note.kind)}">{escape(note.kind)}</td><td>{escape(note.category)}</td>'
        f'<td class="text">{escape(note.text)}{f" ({count} times)" if count > 1 else ""}</td></tr>\n'
        for note, count in notes.items())
    total = sum(notes.values())
    headings = "".join(f'<th scope="col">{name}</th>' for name in ("source", "kind", "category", "message"))
    return f"""<details id="notes"><summary>{total} {"remark or warning" if total == 1 else "remarks and warnings"}</summary>
<div class="table" tabindex="0" role="group" aria-label="remarks and warnings"><table><thead><tr>{headings}</tr></thead>
<tbody>
{rows}</tbody></table></div></details>"""


#
# The page
#

def _fill(template, parts):
    """Replaces {{name}} by parts, in which nothing is replaced."""
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], template)


def _script_json(value):
    """Returns JSON that cannot end the element script that it is in."""
    return json.dumps(value, separators=(",", ":")).replace("<", "\\u003c")


def format_page(lowering: Lowering, title, facts):
    """Returns the page of a lowering; facts are words about it, such as the device."""
    errors = collect_notes(lowering.error.diagnostics if lowering.error else ())
    notes = collect_notes(lowering.diagnostics)
    origins = _Origins()
    data, stages = [], []
    for index, stage in enumerate(lowering.stages):
        rows = _stage_rows(stage, errors + notes)
        data.append({"name": stage.name, "runs": _run_lengths(origins.number(row.positions) for row in rows),
                     "notes": [i for i, row in enumerate(rows) if row.kind]})
        stages.append(_format_stage(index, stage, rows))
    toggles = "".join(
        f'<label><input type="checkbox" checked data-stage="{index}"> {escape(stage.name)}</label>\n'
        for index, stage in enumerate(lowering.stages))
    error = ""
    if lowering.error:
        error = (f'<p class="failed" role="alert"><strong>{escape(lowering.failed)} failed.</strong> '
                 f"{escape(lowering.error)}</p>")
    script = _read("show.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return _fill(_read("show.html"), {
        "title": escape(title), "facts": " · ".join(map(escape, facts)), "style": _read("show.css"), "script": script,
        "digest": digest, "error": error, "kernels": _format_kernels(find_kernels(lowering), notes),
        "notes": _format_notes(notes), "toggles": toggles, "stages": "".join(stages),
        "data": _script_json({**origins.data(), "stages": data})})
