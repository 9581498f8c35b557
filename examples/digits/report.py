#!/usr/bin/env python3
"""Prints the accuracy of a classification and draws a few of its images. Standard library only.

    python3 report.py classes.npy labels.npy images.npy

classes [N] i32 as zyn-run wrote them, labels [N] i32, images [N, 64] f32 in 0..1.
Exits with 1 if the accuracy is below 0.95 or the shapes of the arrays do not match.
"""
import ast
import math
import os
import struct
import sys

SHOWN = 5
GAP = "     "
SHADES = " .:-=+*#%@"
REQUIRED = 0.95


def read_npy(path):
    """Returns shape and flat values of a .npy file of f32 or i32, little-endian, in C order."""
    with open(path, "rb") as file:
        magic = file.read(8)
        if magic[:6] != b"\x93NUMPY":
            sys.exit(f"{path}: error: not a .npy file")
        length_format = "<H" if magic[6] == 1 else "<I"
        length, = struct.unpack(length_format, file.read(struct.calcsize(length_format)))
        header = ast.literal_eval(file.read(length).decode())
        code = {"<f4": "f", "<i4": "i"}.get(header["descr"])
        if code is None or header["fortran_order"]:
            sys.exit(f"{path}: error: expected f32 or i32 in C order, found {header}")
        count = math.prod(header["shape"])
        return header["shape"], struct.unpack(f"<{count}{code}", file.read(4 * count))


def draw_half_blocks(image):
    """Returns four lines of 8 half-blocks: the upper pixel is the foreground color, the lower one the background.

    Uses 24-bit grays if the terminal supports them, otherwise the 24 grays of the 256-color palette.
    """
    if os.environ.get("COLORTERM") in ("truecolor", "24bit"):
        def gray(value):
            return "2;" + ";".join([str(round(255 * value))] * 3)
    else:
        def gray(value):
            return f"5;{232 + round(23 * value)}"
    return ["".join(f"\x1b[38;{gray(image[8 * y + x])};48;{gray(image[8 * y + 8 + x])}m▀" for x in range(8)) + "\x1b[0m"
            for y in range(0, 8, 2)]


def draw_shades(image):
    """Returns eight lines of characters, two per pixel because characters are about twice as high as wide."""
    return ["".join(2 * SHADES[round(9 * value)] for value in image[8 * y:8 * y + 8]) for y in range(8)]


def main():
    if len(sys.argv) != 4:
        sys.exit("usage: report.py classes.npy labels.npy images.npy")
    (shape, classes), (label_shape, labels), (image_shape, pixels) = map(read_npy, sys.argv[1:])
    if shape != label_shape or image_shape != (len(labels), 64):
        sys.exit(f"error: expected classes [N], labels [N], images [N, 64], found {shape}, {label_shape}, {image_shape}")

    count = len(labels)
    wrong = [k for k in range(count) if classes[k] != labels[k]]
    right = [k for k in range(count) if classes[k] == labels[k]]
    accuracy = len(right) / count
    print(f"accuracy {accuracy:.4f} ({len(right)} of {count})\n")

    shown = (right[:SHOWN - 1] + wrong[:1] + right[SHOWN - 1:])[:SHOWN]
    colored = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    draw = draw_half_blocks if colored else draw_shades
    captions = [f"label {labels[k]}, read as {classes[k]}" for k in shown]
    drawn = [draw([min(max(v, 0.0), 1.0) for v in pixels[64 * k:64 * k + 64]]) for k in shown]
    padding = " " * (len(captions[0]) - (8 if colored else 16))
    for line in zip(*drawn):
        print(GAP.join(part + padding for part in line).rstrip())
    print(GAP.join(captions))
    return int(accuracy < REQUIRED)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except BrokenPipeError:
        sys.exit(1)  # the reader has closed the pipe
    except OSError as error:
        sys.exit(f"{error.filename}: error: {error.strerror}")
