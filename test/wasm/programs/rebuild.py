#!/usr/bin/env python3
# Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds the programs in this folder for WebAssembly and for this machine, and writes what the native ones do.

On Debian 12 with LLVM's packages:
  apt-get install rustc libstd-rust-dev-wasm32 lld-14 wasi-libc clang-22 libclang-rt-22-dev-wasm32
"""

import os
import subprocess
import tempfile

from cases import CASES, FOLDER, observe

RUSTC = "/usr/bin/rustc"
CLANG = "clang-22"
BUILTINS = "/usr/lib/llvm-22/lib/clang/22/lib/wasi/libclang_rt.builtins-wasm32.a"


def build(source, module, native):
    if source.endswith(".rs"):
        # Without its local paths, a panic's message does not depend on the folder.
        rustc = [RUSTC, "-O", os.path.basename(source)]
        subprocess.run([*rustc, "-o", module, "--target", "wasm32-wasi", "-C", "strip=symbols", "-C", "lto",
                        "-C", "linker=wasm-ld-14"], cwd=FOLDER, check=True)
        subprocess.run([*rustc, "-o", native], cwd=FOLDER, check=True)
    else:
        subprocess.run([CLANG, "-O2", "--target=wasm32-wasi", "--sysroot=/usr", source, "-o", module, "-s",
                        "-nodefaultlibs", "-lc", BUILTINS], check=True)
        subprocess.run([CLANG, "-O2", source, "-o", native, "-lm"], check=True)


def main():
    os.makedirs(os.path.join(FOLDER, "expected"), exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        for source in sorted(os.listdir(FOLDER)):
            name, extension = os.path.splitext(source)
            if extension in (".rs", ".c"):
                build(os.path.join(FOLDER, source), os.path.join(FOLDER, name + ".wasm"), os.path.join(folder, name))
        for case in CASES:
            with open(case.expectation, "w", encoding="utf-8") as file:
                file.write(observe(case, [os.path.join(folder, case.program), *case.arguments]))


if __name__ == "__main__":
    main()
