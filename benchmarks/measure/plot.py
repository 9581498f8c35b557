"""A chart of ratios as an SVG file: a row for each case and a mark for each series, on a logarithmic axis."""
from dataclasses import dataclass, field
from html import escape
from math import isnan, log
from pathlib import Path

ROW, TOP, BOTTOM, RIGHT, WIDTH = 18, 64, 34, 28, 620
LETTER = 7.4  # width of a letter of the labels, about
TICKS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8, 1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10, 16]
COLORS = ["#1f66b0", "#d95f02", "#2a9d5c"]


@dataclass
class Row:
    label: str
    ratios: dict = field(default_factory=dict)  # by the name of the series


def text(x, y, content, anchor="start", extra=""):
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{extra}>{escape(content)}</text>'


def mark(x, y, number, hint):
    """Returns the mark of series `number`. Pairs of series share a color; the first of them is hollow."""
    color = COLORS[number // 2 % len(COLORS)]
    return (f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4.2" fill="{"#ffffff" if number % 2 == 0 else color}" '
            f'stroke="{color}" stroke-width="1.8"><title>{escape(hint)}</title></circle>')


def write_plot(path, title, axis, rows, series):
    """Writes the chart. `axis` is the label of the ratios, `rows` a list of `Row`, and `series` the names of the
    series in the order of the legend. Values that are missing or NaN have no mark. A line marks the ratio 1."""
    values = [ratio for row in rows for ratio in row.ratios.values() if not isnan(ratio)] or [1.0]
    low = max([tick for tick in TICKS if tick <= min(min(values), 0.8)] or TICKS[:1])
    high = min([tick for tick in TICKS if tick >= max(max(values), 1.5)] or TICKS[-1:])
    left = 24 + LETTER * max((len(row.label) for row in rows), default=0)
    # Out of range is at the edge; the title of the mark has the value.
    at = lambda ratio: left + WIDTH * min(max(log(ratio / low) / log(high / low), 0), 1)
    bottom = TOP + ROW * len(rows)
    width, height = left + WIDTH + RIGHT, bottom + BOTTOM

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height}" '
             f'viewBox="0 0 {width:.0f} {height}" font-family="Helvetica, Arial, sans-serif" font-size="12" '
             f'fill="#222222">',
             '<rect width="100%" height="100%" fill="#ffffff"/>',
             text(16, 22, title, extra=' font-size="15" font-weight="bold"')]
    for i in range(0, len(rows), 2):
        parts.append(f'<rect x="16" y="{TOP + ROW * i}" width="{width - RIGHT - 16:.1f}" height="{ROW}" '
                     f'fill="#f4f5f7"/>')
    for tick in TICKS:
        if low <= tick <= high:
            style = 'stroke="#222222" stroke-width="1.4"' if tick == 1 else 'stroke="#d0d4da"'
            parts.append(f'<line x1="{at(tick):.1f}" y1="{TOP}" x2="{at(tick):.1f}" y2="{bottom}" {style}/>')
            parts.append(text(at(tick), bottom + 14, f"{tick:g}", "middle"))
    parts.append(text(left + WIDTH / 2, bottom + 29, axis, "middle"))
    x = left
    for number, name in enumerate(series):
        parts.append(mark(x + 5, 44, number, name))
        parts.append(text(x + 15, 48, name))
        x += 40 + LETTER * len(name)
    for i, row in enumerate(rows):
        parts.append(text(left - 10, TOP + ROW * i + 13, row.label, "end"))
        for number, name in enumerate(series):
            ratio = row.ratios.get(name, float("nan"))
            if not isnan(ratio):
                parts.append(mark(at(ratio), TOP + ROW * i + ROW / 2, number, f"{row.label}, {name}: {ratio:.2f}"))
    Path(path).write_text("\n".join([*parts, "</svg>"]) + "\n")
