"""Checks the messages for modules that --import-wasm refuses.

A module is written as bytes, with a function `section` that adds the size.
"""

import argparse
import pathlib
import subprocess
import sys
import tempfile

HEADER = b"\0asm\1\0\0\0"


def section(number, *parts):
    payload = b"".join(parts)
    return bytes([number, len(payload)]) + payload


def function(*code):
    """A module with a function of type () -> () with this body."""
    body = b"\0" + bytes(code)
    return (HEADER + section(1, b"\1\x60\0\0") + section(3, b"\1\0") +
            section(10, b"\1" + bytes([len(body)]) + body))


VOID = section(1, b"\1\x60\0\0")

CASES = [
    # The file.
    (b"", "0x0: error: unexpected end"),
    (b"\0as", "0x3: error: unexpected end"),
    (b"MZ\0\0\0\0\0\0", "0x0: error: magic header not detected: expected a WebAssembly module"),
    (b"\0asm\2\0\0\0", "0x4: error: unknown binary version 2: expected 1"),
    (b"\0asm\x0d\0\1\0", "0x4: error: components (the component model) are not supported: build a core module "
     "instead, for example for wasm32-wasip1"),
    (HEADER + b"\x0e\0", "0x8: error: malformed section id 14"),
    (HEADER + b"\1\5\0", "0xa: error: length out of bounds"),
    (HEADER + b"\1\x80\x80\x80\x80\x80\0", "0x9: error: integer representation too long"),
    (HEADER + section(1, b"\0\0"), "0xb: error: section size mismatch: section 1 is longer than its contents"),
    (HEADER + section(3, b"\0") + section(1, b"\0"),
     "0xb: error: unexpected content after last section: section 1 is repeated or out of order"),
    (HEADER + section(0, b"\1\xff"), "0xb: error: malformed UTF-8 encoding"),
    # Sections.
    (HEADER + VOID + section(3, b"\1\0"),
     "0x12: error: function and code section have inconsistent lengths: 1 and 0"),
    (HEADER + section(5, b"\1\0\x81\x80\x04"), "0xb: error: memory size must be at most 65536 pages (4 GiB)"),
    (HEADER + section(5, b"\2\0\1\0\1"),
     "0xf: error: multiple memories need the multi-memory proposal, which is not supported"),
    (HEADER + section(5, b"\1\4\1"),
     "0xb: error: 64-bit memories and tables need the memory64 proposal, which is not supported: build for wasm32"),
    (HEADER + section(5, b"\1\3\1\1"),
     "0xb: error: shared memories need the threads proposal, which is not supported: build without -pthread"),
    (HEADER + section(7, b"\1\1a\0\0"), "0xe: error: unknown function 0"),
    (HEADER + section(13, b"\1\0\0"),
     "0x8: error: tags need the exception handling proposal, which is not supported: build without "
     "-fwasm-exceptions"),
    (HEADER + section(1, b"\1\x5f\0"),
     "0xb: error: types of structures and arrays need the GC proposal, which is not supported"),
    (HEADER + section(1, b"\1\x60\1\x7b\0"),
     "0xd: error: v128 needs the SIMD proposal, which is not supported: build with -mno-simd128"),
    (HEADER + section(6, b"\1\x7f\0\x41\0\x42\0\x0b"),
     "0xd: error: type mismatch: expected a constant expression with one value, found 2"),
    (HEADER + section(7, b"\2\1\n\0\0\1\n\0\0"), "0xe: error: unknown function 0"),
    (HEADER + section(5, b"\1\0\1") + section(7, b"\2\1\n\2\0\1\n\2\0"),
     "0x14: error: duplicate export name '\\0a'"),
    # Functions of the module zyn.
    (HEADER + VOID + section(2, b"\1\3zyn\x0binstance_id\0\0"),
     "0x21: error: incompatible import type of 'zyn' 'instance_id': expected a function of type () -> (i32), found "
     "() -> ()"),
    (HEADER + section(1, b"\1\x60\3\x7f\x7f\x7f\0") + section(2, b"\1\3zyn\x0ainput_read\0\0"),
     "0x25: error: function 'zyn' 'input_read' needs a memory, and the module has none"),
    # Functions.
    (function(0x6A, 0x0B), "0x17: error: function 'function0': type mismatch in i32.add: expected an operand, "
     "found none in this block"),
    (function(0x41, 0, 0x0B), "0x19: error: function 'function0': type mismatch in end: 1 more operands than results"),
    (function(0x42, 0, 0x45, 0x1A, 0x0B),
     "0x19: error: function 'function0': type mismatch in i32.eqz: expected i32, found i64"),
    (function(0x20, 3, 0x0B), "0x17: error: function 'function0': unknown local 3"),
    (function(0x0C, 2, 0x0B), "0x17: error: function 'function0': unknown label 2"),
    (function(0x41, 0, 0x28, 2, 0, 0x1A, 0x0B), "0x19: error: function 'function0': unknown memory 0"),
    (function(0x01), "0x18: error: function 'function0': unexpected end"),
    (function(0x0B, 0x01), "0x18: error: function 'function0': END opcode expected: the function continues after "
     "its end"),
    (function(0x27, 0x0B), "0x17: error: function 'function0': illegal opcode 0x27"),
    (function(0xFD, 0x0C, 0x0B), "0x17: error: function 'function0': instruction 0xfd needs the SIMD proposal, "
     "which is not supported: build with -mno-simd128"),
    (function(0xFE, 0x03, 0x00, 0x0B), "0x17: error: function 'function0': instruction 0xfe needs the threads "
     "proposal, which is not supported: build without -pthread and with -mno-atomics"),
    (function(0x12, 0x00, 0x0B), "0x17: error: function 'function0': instruction 0x12 needs the tail call proposal, "
     "which is not supported: build without -mtail-call"),
    (function(0x06, 0x40, 0x0B, 0x0B), "0x17: error: function 'function0': instruction 0x6 needs the exception "
     "handling proposal, which is not supported: build without -fwasm-exceptions"),
    (function(0xFB, 0x00, 0x0B), "0x17: error: function 'function0': instruction 0xfb needs the GC proposal, which "
     "is not supported: build for WebAssembly 2.0"),
]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--bin", type=pathlib.Path, required=True)
    arguments = parser.parse_args()
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "x.wasm"
        for module, expected in CASES:
            path.write_bytes(module)
            result = subprocess.run([arguments.bin / "zyn-translate", "--import-wasm", path], capture_output=True,
                                    text=True, errors="replace")
            if (result.returncode, result.stdout, result.stderr) != (1, "", f"{path}:{expected}\n"):
                failed = True
                print(f"{module!r}\nexpected: {expected}\nfound {result.returncode}: {result.stderr}")
    return failed


if __name__ == "__main__":
    sys.exit(main())
