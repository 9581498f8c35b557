"""A few kinds of plots, drawn into an array of pixels and written as PNG with the writer of examples/filter."""
import sys
from pathlib import Path

import numpy as np

sys.path.append(str(Path(__file__).resolve().parent.parent / "filter"))
from pngfile import write_png  # noqa: E402

INK, GRAY, BLUE, RED, GREEN, ORANGE = (40, 40, 48), (205, 208, 214), (52, 104, 178), (192, 60, 60), (56, 140, 84), (
    222, 140, 40)
WHITE = (255, 255, 255)
COLORS = [BLUE, RED, GREEN, ORANGE, (128, 84, 168), (80, 160, 176), (150, 110, 70), (100, 100, 110)]

# 5x7 pixels of each character: a byte for each column, from the left, whose lowest bit is the uppermost pixel.
GLYPHS = {character: bytes.fromhex(columns) for character, columns in {
    "0": "3e5149453e", "1": "00427f4000", "2": "4261514946", "3": "2141454b31", "4": "1814127f10", "5": "2745454539",
    "6": "3c4a494930", "7": "0171090503", "8": "3649494936", "9": "064949291e", "a": "2054545478", "b": "7f48444438",
    "c": "3844444420", "d": "384444487f", "e": "3854545418", "f": "087e090102", "g": "0c5252523e", "h": "7f08040478",
    "i": "00447d4000", "j": "2040443d00", "k": "7f10284400", "l": "00417f4000", "m": "7c04180478", "n": "7c08040478",
    "o": "3844444438", "p": "7c14141408", "q": "081414187c", "r": "7c08040408", "s": "4854545420", "t": "043f444020",
    "u": "3c4040207c", "v": "1c2040201c", "w": "3c4030403c", "x": "4428102844", "y": "0c5050503c", "z": "4464544c44",
    " ": "0000000000", "-": "0808080808", ".": "0060600000", ",": "0050300000", "+": "08083e0808"}.items()}
ADVANCE = 6  # pixels from one character to the next


class Canvas:
    """A white image and a rectangle in it (left, top, right, bottom) to which ranges of x and y are mapped."""

    def __init__(self, width, height, x, y, frame=(52, 14, 26, 46)):
        self.pixels = np.full((height, width, 3), 255, np.uint8)
        left, top, right, bottom = frame
        self.box = left, top, width - right, height - bottom
        self.x, self.y = x, y

    def column(self, x):
        left, _, right, _ = self.box
        return left + (np.asarray(x, float) - self.x[0]) / (self.x[1] - self.x[0]) * (right - left)

    def row(self, y):
        _, top, _, bottom = self.box
        return bottom - (np.asarray(y, float) - self.y[0]) / (self.y[1] - self.y[0]) * (bottom - top)

    def fill(self, left, top, right, bottom, color):
        rows, columns = sorted((int(round(top)), int(round(bottom)))), sorted((int(round(left)), int(round(right))))
        self.pixels[max(rows[0], 0):rows[1], max(columns[0], 0):columns[1]] = color

    def bar(self, left, right, height, color):
        self.fill(self.column(left), self.row(height), self.column(right), self.row(max(self.y[0], 0)), color)

    def line(self, xs, ys, color, thick=1):
        columns, rows = self.column(xs), self.row(ys)
        for k in range(len(columns) - 1):
            steps = int(max(abs(columns[k + 1] - columns[k]), abs(rows[k + 1] - rows[k]))) + 1
            self.dots(np.linspace(columns[k], columns[k + 1], steps + 1), np.linspace(rows[k], rows[k + 1], steps + 1),
                      color, thick)

    def points(self, xs, ys, color, thick=1):
        self.dots(self.column(xs), self.row(ys), color, thick)

    def dots(self, columns, rows, color, thick):
        left, top, right, bottom = self.box
        columns, rows = np.round(columns).astype(int), np.round(rows).astype(int)
        for across in range(thick):
            for down in range(thick):
                c, r = columns + across, rows + down
                inside = (c >= left) & (c < right) & (r >= top) & (r < bottom)
                self.pixels[r[inside], c[inside]] = color

    def text(self, column, row, text, color=INK, size=2, centered=False):
        """Draws text, which may contain lowercase letters, digits and a few symbols."""
        column = int(column - size * (ADVANCE * len(text) - 1) / 2 if centered else column)
        for character in text:
            for across, bits in enumerate(GLYPHS[character]):
                for down in range(7):
                    if bits >> down & 1:
                        left, top = column + across * size, row + down * size
                        self.fill(left, top, left + size, top + size, color)
            column += ADVANCE * size

    def axes(self, ticks_x, ticks_y, label="", form="{:g}"):
        left, top, right, bottom = self.box
        for y in ticks_y:
            at = int(self.row(y))
            self.pixels[at, left:right] = GRAY
            text = form.format(y)
            self.text(left - 12 * len(text) - 4, at - 7, text)
        for x in ticks_x:
            at = int(self.column(x))
            self.pixels[bottom:bottom + 4, at:at + 1] = INK
            self.text(at + 1, bottom + 8, f"{x:g}", centered=True)
        self.pixels[bottom, left:right] = INK
        self.text((left + right) / 2, bottom + 28, label, centered=True)

    def save(self, path):
        height, width, _ = self.pixels.shape
        write_png(path, height, width, 3, self.pixels.tobytes())


def side_by_side(canvases, path):
    """Writes canvases of the same height side by side to one picture."""
    pixels = np.concatenate([canvas.pixels for canvas in canvases], axis=1)
    write_png(path, *pixels.shape, pixels.tobytes())
