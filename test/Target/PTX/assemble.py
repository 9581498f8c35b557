#!/usr/bin/env python3
"""Compiles an .mlir file to PTX and assembles it. Fails if ptxas reports an error, a warning or a spill.

    assemble.py --bin FOLDER --ptxas PTXAS FILE.mlir CHIP...

Prints the chip, the registers and the shared memory of each kernel.
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--bin", type=Path, required=True, help="folder of zyn-translate")
parser.add_argument("--ptxas", required=True)
parser.add_argument("file")
parser.add_argument("chips", nargs="+")
options = parser.parse_args()

failed = False
for chip in options.chips:
    translated = subprocess.run([options.bin / "zyn-translate", "--zyn-to-ptx", "--chip", chip, options.file],
                                capture_output=True, text=True)
    if translated.returncode:
        sys.exit(f"{options.file} for {chip}: {translated.stderr}")
    assembled = subprocess.run([options.ptxas, "-v", "-arch", chip, "-o", "/dev/null", "/dev/stdin"],
                               input=translated.stdout, capture_output=True, text=True)
    log = assembled.stdout + assembled.stderr
    problems = [line for line in log.splitlines()
                if re.search(r"\bC75\d\d\b|[1-9]\d* bytes spill|: (error|warning)|^(error|fatal)", line)]
    if assembled.returncode or problems:
        failed = True
        print(f"{options.file} for {chip}: ptxas exited {assembled.returncode}\n" + "\n".join(problems or [log]))
    kernels = re.findall(r"Compiling entry function '(\w+)'[^\0]*?Used (\d+) registers(?:.*?(\d+) bytes smem)?", log)
    if not kernels:
        failed = True
        print(f"{options.file} for {chip}: no kernel")
    for name, registers, shared in kernels:
        print(f"{chip} {name}: {registers} registers, {shared or 0} bytes of shared memory")
sys.exit(failed)
