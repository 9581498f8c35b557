#!/usr/bin/python3
"""Builds two projects of an outsider against an installed Zyn, and runs what they make.

    test/package/check.py --zyn PREFIX --build FOLDER

application compiles an .mlir and calls it through the library; it needs no LLVM. plugin has an op and a pass of its
own, which zyn-opt loads; it needs the headers and mlir-tblgen of the MLIR that Zyn was built with, and is left out
where Zyn has LLVM inside (the archive of ./dev package), since that hides MLIR's functions.
"""
import argparse
import os
import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
LLVM = "/usr/lib/llvm-22"


def run(*command, **options):
    """The output of a command that has to succeed."""
    command = [str(part) for part in command]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True, **options)
    if done.returncode != 0:
        sys.exit(f"error: `{' '.join(command)}` exited {done.returncode} and printed\n{done.stdout}")
    return done.stdout


def run_to_fail(*command):
    """What a command prints that has to fail with one error."""
    done = subprocess.run([str(part) for part in command], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    if done.returncode != 1 or done.stderr.count("error:") != 1:
        sys.exit(f"error: `{command}` exited {done.returncode} and printed\n{done.stderr}")
    return done.stderr


def build(project, options):
    folder = options.build / project
    run("cmake", "-G", "Ninja", "-S", HERE / project, "-B", folder, "-DCMAKE_C_COMPILER=clang-22",
        "-DCMAKE_CXX_COMPILER=clang++-22", "-DCMAKE_BUILD_TYPE=Release",
        f"-DCMAKE_PREFIX_PATH={options.zyn};{LLVM}")
    run("ninja", "-C", folder)
    return folder


def expect(output, pattern):
    if not re.search(pattern, output):
        sys.exit(f"error: expected output that matches '{pattern}', found\n{output}")


def check_application(options):
    folder = build("application", options)
    for device in ["cpu", "emulate"]:
        expect(run(folder / "saxpy", HERE / "application" / "saxpy.mlir", device), r"^4 7 10 13\n$")


def check_plugin(options):
    folder = build("plugin", options)
    zyn_opt = [options.zyn / "bin" / "zyn-opt", f"--load-dialect-plugin={folder}/libAxpyPlugin.so",
               f"--load-pass-plugin={folder}/libAxpyPlugin.so"]
    program = HERE / "plugin" / "axpy.mlir"
    expect(run(*zyn_opt, program), "axpy.axpy")
    expect(run(*zyn_opt, "--pass-pipeline=builtin.module(convert-axpy-to-zyn)", program), r"zyn\.map")
    # Zyn bufferizes it and checks its sizes without knowing it.
    expect(run(*zyn_opt, "--pass-pipeline=builtin.module(zyn-bufferize,func.func(zyn-insert-runtime-checks))", program),
           r"(?s)cf\.assert .* is not that of dimension 0 of 'outs'.*axpy\.axpy 2\.0\S+ \* \S+ outs\(\S+ : memref")
    for pipeline, route in [("zyn-to-llvm", "linalg"), ("zyn-to-nvvm", "a kernel")]:
        expect(run_to_fail(*zyn_opt, f"--pass-pipeline=builtin.module({pipeline})", program),
               rf"axpy\.mlir:2:8: error: 'axpy\.axpy' op has no lowering to {route}")
    # Its functions and pipelines: what the pass makes goes all the way.
    expect(run(*zyn_opt, "--pass-pipeline=builtin.module(convert-axpy-to-zyn,zyn-to-nvvm)", program), r"nvvm\.kernel")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--zyn", type=Path, required=True, help="where Zyn is installed")
    parser.add_argument("--build", type=Path, required=True, help="folder to build in")
    options = parser.parse_args()
    options.zyn, options.build = options.zyn.resolve(), options.build.resolve()
    config = (options.zyn / "lib/cmake/Zyn/ZynConfig.cmake").read_text()
    projects = [check_application]
    if "set(ZYN_LINKS_MLIR ON)" in config and os.path.isdir(LLVM):
        projects.append(check_plugin)
    for check in projects:
        check(options)
        print(f"{check.__name__.removeprefix('check_')}: passed")


if __name__ == "__main__":
    main()
