#!/usr/bin/env python3
"""Compiles .mlir files to PTX for every architecture that LLVM and ptxas know, and assembles it.

    chips.py --bin FOLDER --ptxas PTXAS FILE.mlir...

The PTX has the version that the architecture requires at least, from LLVM's own table, or that an op requires.
"""
import argparse
import re
import subprocess
import sys
from pathlib import Path

parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
parser.add_argument("--bin", type=Path, required=True, help="folder of zyn-translate")
parser.add_argument("--ptxas", required=True)
parser.add_argument("files", nargs="+")
options = parser.parse_args()

help = subprocess.run([options.ptxas, "--help"], capture_output=True, text=True, check=True).stdout
assembled = set(re.findall(r"'(sm_\w+)'", help))
# Which new versions of ptxas no longer know.
chips = sorted({"sm_70", "sm_72", *assembled})
failed = done = 0
for file in options.files:
    for chip in chips:
        ptx = subprocess.run([options.bin / "zyn-translate", "--zyn-to-ptx", "--chip", chip, file],
                             capture_output=True, text=True)
        if "unknown chip" in ptx.stderr:  # newer than LLVM
            continue
        problem = ptx.stderr
        if not problem and chip in assembled:
            done += 1
            problem = subprocess.run([options.ptxas, "-arch", chip, "-o", "/dev/null", "/dev/stdin"], input=ptx.stdout,
                                     capture_output=True, text=True).stderr
        if problem:
            failed += 1
            print(f"{file} for {chip}: {problem}")
print(f"{len(chips)} architectures, {done} assembled, {failed} failed")
sys.exit(failed != 0)
