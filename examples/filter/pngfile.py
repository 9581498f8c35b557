"""Reads and writes PNG files (8 bits, gray or RGB, not interlaced) and f32 .npy files. Standard library only.

Formats: the PNG specification, https://www.w3.org/TR/png-3/, and numpy.lib.format.
"""
import ast
import math
import struct
import sys
import zlib
from array import array

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def read_png(path):
    """Returns height, width, channels (1 or 3) and the bytes of a PNG file, row by row."""
    with open(path, "rb") as file:
        content = file.read()
    if content[:8] != SIGNATURE:
        sys.exit(f"{path}: error: not a PNG file")
    at, packed = 8, b""
    while at < len(content):
        length, kind = struct.unpack(">I4s", content[at:at + 8])
        chunk = content[at + 8:at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color, _, _, interlaced = struct.unpack(">2I5B", chunk)
        elif kind == b"IDAT":
            packed += chunk
        at += 12 + length
    channels = {0: 1, 2: 3}.get(color)
    if depth != 8 or channels is None or interlaced:
        sys.exit(f"{path}: error: expected 8 bits, gray or RGB, not interlaced")

    stride = width * channels
    packed, pixels = zlib.decompress(packed), bytearray()
    above = bytes(stride)
    for y in range(height):
        start = y * (stride + 1)
        line = unfilter(packed[start], bytearray(packed[start + 1:start + 1 + stride]), above, channels)
        pixels += line
        above = line
    return height, width, channels, bytes(pixels)


def unfilter(kind, line, above, step):
    """Reverses the filter of a line in place: bytes are stored as differences from a prediction by their neighbors."""
    for x in range(len(line)):
        a, b = line[x - step] if x >= step else 0, above[x]
        if kind == 1:
            line[x] = (line[x] + a) & 255
        elif kind == 2:
            line[x] = (line[x] + b) & 255
        elif kind == 3:
            line[x] = (line[x] + (a + b) // 2) & 255
        elif kind == 4:
            c = above[x - step] if x >= step else 0
            da, db, dc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
            line[x] = (line[x] + (a if da <= db and da <= dc else b if db <= dc else c)) & 255
    return line


def write_png(path, height, width, channels, pixels):
    """Writes 8-bit gray (channels 1) or RGB (3) pixels, row by row."""
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    stride = width * channels
    lines = b"".join(b"\0" + pixels[y * stride:(y + 1) * stride] for y in range(height))
    header = struct.pack(">2I5B", width, height, 8, {1: 0, 3: 2}[channels], 0, 0, 0)
    with open(path, "wb") as file:
        file.write(SIGNATURE + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b""))


def read_npy(path):
    """Returns shape and values of a .npy file of little-endian f32 in C order."""
    with open(path, "rb") as file:
        magic = file.read(8)
        if magic[:6] != b"\x93NUMPY":
            sys.exit(f"{path}: error: not a .npy file")
        length_format = "<H" if magic[6] == 1 else "<I"
        length, = struct.unpack(length_format, file.read(struct.calcsize(length_format)))
        header = ast.literal_eval(file.read(length).decode())
        if header["descr"] != "<f4" or header["fortran_order"]:
            sys.exit(f"{path}: error: expected f32 in C order, found {header}")
        count = math.prod(header["shape"])
        return header["shape"], struct.unpack(f"<{count}f", file.read(4 * count))


def write_npy(path, shape, values):
    """Writes values as f32 in C order."""
    header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {tuple(shape)}, }}"
    header += " " * (-(len(header) + 11) % 64) + "\n"  # magic, version and length are 10 bytes, the newline 1
    values = array("f", values)
    if sys.byteorder == "big":
        values.byteswap()
    with open(path, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + values.tobytes())
