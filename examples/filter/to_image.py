#!/usr/bin/env python3
"""Converts a .npy image, f32 in 0..1, [H, W] or [H, W, 3], to a PNG file. Standard library only.

    python3 to_image.py sharpened.npy sharpened.png
"""
import sys

from pngfile import read_npy, write_png


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: to_image.py image.npy image.png")
    shape, values = read_npy(sys.argv[1])
    if len(shape) != 2 and (len(shape) != 3 or shape[2] != 3):
        sys.exit(f"{sys.argv[1]}: error: expected shape [H, W] or [H, W, 3], found {shape}")
    if not all(map(lambda v: v - v == 0, values)):
        sys.exit(f"{sys.argv[1]}: error: contains a NaN or an infinity")
    pixels = bytes(round(255 * min(max(v, 0.0), 1.0)) for v in values)
    write_png(sys.argv[2], shape[0], shape[1], 3 if len(shape) == 3 else 1, pixels)


if __name__ == "__main__":
    try:
        main()
    except OSError as error:
        sys.exit(f"{error.filename}: error: {error.strerror}")
