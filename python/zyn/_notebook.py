"""How Jupyter shows modules, diagnostics and tables."""
from dataclasses import fields
from html import escape

from . import _zyn

# Lines of a module, of which a notebook keeps a copy, and elements of its constants.
_MAX_LINES, _MAX_ELEMENTS = 500, 64

# They have enough contrast on light and dark backgrounds.
_COLORS = {"error": "#d1443b", "warning": "#b36b00", "remark": "#7d68c8", "note": "#7a828e"}


def format_text(text, more=""):
    """Returns text whose columns stay aligned, followed by HTML."""
    return f'<div style="max-height: 30em; overflow: auto"><pre>\n{escape(text)}</pre>{more}</div>'


def format_module(module):
    """Returns the beginning of a module."""
    lines = _zyn.print_short(module, _MAX_ELEMENTS).splitlines()
    rest = len(lines) - _MAX_LINES
    more = f"<p>and {rest} more {'line' if rest == 1 else 'lines'}; zyn.show(module) shows all</p>" if rest > 0 else ""
    return format_text("\n".join(lines[:_MAX_LINES]), more)


def _format_cell(text, style=""):
    return f'<td style="text-align: left; vertical-align: top; {style}">{text}</td>'


def _format_rows(columns, rows):
    headings = "".join(f'<th style="text-align: left">{escape(name)}</th>' for name in columns)
    return (f'<div style="max-height: 30em; overflow: auto"><table><thead><tr>{headings}</tr></thead>'
            f'<tbody>{"".join(f"<tr>{row}</tr>" for row in rows)}</tbody></table></div>')


def _format_diagnostic(diagnostic):
    place = diagnostic.file + (f":{diagnostic.line}:{diagnostic.column}" if diagnostic.line else "")
    return (_format_cell(f"<code>{escape(place)}</code>") +
            _format_cell(diagnostic.severity, f"color: {_COLORS[diagnostic.severity]}") +
            _format_cell(escape(diagnostic.message)))


def format_diagnostics(diagnostics):
    """Returns a table of diagnostics, in which their notes follow them."""
    if not diagnostics:
        return "<p>no diagnostics</p>"
    return _format_rows(["source", "severity", "message"], (
        _format_diagnostic(part) for diagnostic in diagnostics for part in [diagnostic, *diagnostic.notes]))


def _format_value(value):
    if isinstance(value, dict):
        return "<br>".join(f"<code>{escape(name)}</code> {escape(str(text))}" for name, text in value.items())
    if isinstance(value, list):
        return ", ".join(f"<code>{escape(str(element))}</code>" for element in value)
    return escape(str(value))


def format_table(values):
    """Returns a table of dataclass objects of one type, with a column for each field."""
    values = [*values]
    if not values:
        return "<p>nothing</p>"
    names = [field.name for field in fields(values[0])]
    return _format_rows(names, (
        "".join(_format_cell(_format_value(getattr(value, name))) for name in names) for value in values))
