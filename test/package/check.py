#!/usr/bin/python3
"""Builds two external projects with an installed Zyn and runs the results.

    test/package/check.py --zyn PREFIX --build FOLDER

application compiles an .mlir file and calls it through the library; it does not require LLVM. plugin defines an op and
a pass, which zyn-opt loads; it requires the headers and the mlir-tblgen of the MLIR that Zyn was built with. It is
skipped if LLVM is linked into Zyn (as in the archive of ./dev package), since this hides MLIR's symbols.
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
    """Runs a command that must succeed and returns its output."""
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
    # The result of the pass can be lowered by Zyn's pipelines.
    expect(run(*zyn_opt, "--pass-pipeline=builtin.module(convert-axpy-to-zyn,zyn-to-nvvm)", program), r"nvvm\.kernel")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--zyn", type=Path, required=True, help="installation prefix of Zyn")
    parser.add_argument("--build", type=Path, required=True, help="build folder")
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
