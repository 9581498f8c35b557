"""Dumps and modifies executables of the matrix VM, independently of the implementation.

    executable.py dump FILE                       print each record on a line
    executable.py damage FILE OUT TARGET=VALUE... modify words and update the checksum

A TARGET is header:WORD, SECTION:RECORD:WORD, or byte:N. +VALUE and -VALUE change the word by VALUE. `checksum=wrong`
stores a wrong checksum, `length=N` truncates or extends the file.
"""

import struct
import sys
import zlib

HEADER = ["magic", "version", "bytes", "checksum", "type", "stack", "shared", "instance", "channel", "epochs",
          "depth", "instances", "observed", "name"]
SECTIONS = {"instructions": 20, "matrices": 16, "values": 4, "structure": 1, "routines": 32, "buffers": 32, "plan": 16,
            "locations": 12, "strings": 1}
NONE = 0xFFFFFFFF


class File:
    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = bytearray(file.read())
        self.header = struct.unpack_from("<32I", self.bytes)
        self.sections = {name: self.header[14 + 2 * i:16 + 2 * i] for i, name in enumerate(SECTIONS)}

    def words(self, section, record):
        offset, _ = self.sections[section]
        size = SECTIONS[section]
        return struct.unpack_from(f"<{size // 4}I", self.bytes, offset + record * size)

    def records(self, section):
        return [self.words(section, i) for i in range(self.sections[section][1])]

    def string(self, offset):
        begin = self.sections["strings"][0] + offset
        return self.bytes[begin:self.bytes.index(0, begin)].decode()


def hexadecimal(words):
    return " ".join(f"{word:x}" for word in words)


def dump(path):
    file = File(path)
    for name, word in zip(HEADER, file.header):
        print(f"header {name} {word if name != 'name' else file.string(word)}")
    locations = [f"{file.string(name)}:{line}:{column}" for name, line, column in file.records("locations")]
    for i, (first, immediate, x, y, location) in enumerate(file.records("instructions")):
        opcode, d, a, b = first.to_bytes(4, "little")
        print(f"instruction {i}: opcode {opcode} d {d} a {a} b {b} immediate 0x{immediate:x} x {x} y {y}"
              f" at {locations[location].rsplit('/')[-1] if location != NONE else 'unknown location'}")
    for i, (rows, counts, value, structure) in enumerate(file.records("matrices")):
        count, kind = counts & 0xFFFF, counts >> 16
        first = file.sections["values"][0] + 4 * value
        if kind == 0:
            numbers = bin(rows).count("1")
            begin = file.sections["structure"][0] + structure
            starts = struct.unpack_from(f"<{numbers + 1}H", file.bytes, begin)
            columns = file.bytes[begin + 2 * numbers + 2:begin + 2 * numbers + 2 + count]
            elements = struct.unpack_from(f"<{count}I", file.bytes, first)
            print(f"matrix {i}: csr rows 0x{rows:x} starts {list(starts)} columns {list(columns)}"
                  f" elements {hexadecimal(elements)}")
        else:
            elements = struct.unpack_from(f"<{32 * bin(rows).count('1')}I", file.bytes, first)
            print(f"matrix {i}: dense rows 0x{rows:x} non-zeros {count} elements {hexadecimal(elements)}")
    for name, *words in file.records("routines"):
        print(f"routine @{file.string(name)} {words[:5]}")
    for name, *words in file.records("buffers"):
        print(f"buffer @{file.string(name)} {words[:5]} phases {words[5:]}")
    for kind, second, third, location in file.records("plan"):
        print(f"launch routine {second} instances {third}" if kind else f"phase @{file.string(second)} {third}")


def damage(path, out, changes):
    file = File(path)
    data = file.bytes
    for change in changes:
        target, value = change.split("=")
        if target == "checksum":
            continue
        if target == "length":
            data[:] = data[:int(value, 0)].ljust(int(value, 0), b"\0")
            continue
        kind, *numbers = target.split(":")
        numbers = [int(number, 0) for number in numbers]
        if kind == "byte":
            data[numbers[0]] = int(value, 0)
            continue
        offset = 4 * numbers[0] if kind == "header" else \
            file.sections[kind][0] + SECTIONS[kind] * numbers[0] + 4 * numbers[1]
        old = struct.unpack_from("<I", data, offset)[0] if value[0] in "+-" else 0
        struct.pack_into("<I", data, offset, (old + int(value, 0)) & NONE)
    if len(data) >= 16:
        data[12:16] = bytes(4)
        struct.pack_into("<I", data, 12, zlib.crc32(data) ^ ("checksum=wrong" in changes))
    with open(out, "wb") as output:
        output.write(data)


if __name__ == "__main__":
    if sys.argv[1] == "dump":
        dump(sys.argv[2])
    else:
        damage(sys.argv[2], sys.argv[3], sys.argv[4:])
