#!/usr/bin/env python3
"""Compares instances of WebAssembly on a GPU with native code, with wasm2c and zyn-run on all cores, and with CUDA by hand.

    python benchmarks/wasm.py [--markdown FILE]

Requires an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run), CC the C compiler of the native
code (default: clang or cc), WASM2C_RUNTIME the folder of wasm2c's runtime (default: that of Debian's package wabt). What
needs rustc, wasm2c or nvcc is left out if they are not in PATH. The programs are those of wasm/programs.c, which was
compiled with clang-22 --target=wasm32 -O2 -mno-simd128 -nostdlib -Wl,--no-entry -z stack-size=4096, like wasm/calls.c, and
wasm/words.rs, with rustc -O --crate-type cdylib --target wasm32-unknown-unknown -C strip=symbols -C lto -C panic=abort. The
native code is compiled with -O3 -march=native, like wasm2c's, which checks bounds explicitly; the CUDA code is programs.c
with interleaved arrays and without checks. Times are per instance, and include those of setting up the instances, except
for CUDA. A ratio above 1 means that the GPU is faster. Calls of the host by instances on the GPU are measured with an
increasing number of instances, each of which makes some hundred calls. Results are not checked here; the tests do that.
Exits with 1 if a program could not be run.
"""
import argparse
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from measure.machine import Failed, call, table

FOLDER = Path(__file__).resolve().parent / "wasm"
# The module and the rounds of each program.
PROGRAMS = {"sieve": ("programs", 32), "hash": ("programs", 32), "queens": ("programs", 8), "nbody": ("programs", 1000),
            "words": ("words", 8)}
COUNTS = [10240, 102400, 1024000]
HOST_COUNT = 8192
CALLS = 200  # of each instance
WASM2C_RUNTIME = Path(os.environ.get("WASM2C_RUNTIME", "/usr/share/wabt/wasm2c"))


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"{command[0]}: {next(iter(done.stderr.strip().splitlines()), f'exited {done.returncode}')}")
    return done.stdout


def compile_native(compiler, folder):
    """Returns the command, or None if there is no compiler of C or Rust."""
    if not compiler or not shutil.which("rustc"):
        return None
    run("rustc", "-O", "--crate-type", "cdylib", "-C", "target-cpu=native", "-C", "panic=abort", FOLDER / "words.rs", "-o",
        folder / "libwords.so")
    run(compiler, "-O3", "-march=native", FOLDER / "native.c", folder / "libwords.so", f"-Wl,-rpath,{folder}", "-o",
        folder / "native", "-lm")
    return folder / "native"


def compile_wasm2c(compiler, folder):
    if not compiler or not shutil.which("wasm2c"):
        return None
    sources = []
    for module in ["programs", "words"]:
        sources.append(folder / f"{module}.w2c.c")
        run("wasm2c", FOLDER / f"{module}.wasm", "-n", module, "-o", sources[-1])
    run(compiler, "-O3", "-march=native", "-DWASM2C", "-DWASM_RT_MEMCHECK_SIGNAL_HANDLER=0", f"-I{folder}",
        f"-I{WASM2C_RUNTIME}", FOLDER / "native.c", *sources, WASM2C_RUNTIME / "wasm-rt-impl.c", "-o", folder / "wasm2c",
        "-lm")
    return folder / "wasm2c"


def compile_ceiling(folder):
    if not shutil.which("nvcc"):
        return None
    run("nvcc", "-x", "cu", "-O3", "-arch=native", FOLDER / "ceiling.cu", "-o", folder / "ceiling")
    return folder / "ceiling"


def measure_zyn(module, device, function, argument, count):
    """Returns the time per instance in microseconds; the first run also loads the kernel."""
    report = call("zyn-run", FOLDER / module, "--invoke", function, "--args", argument, "--instances", count,
                  "--device", device, "--no-output", "--repeat", 3)
    return float(re.search(r"time: ([0-9.]+) ms", report)[1]) * 1000 / count


def measure_native(binary, program):
    """The same, with all cores; nan without a binary."""
    if not binary:
        return math.nan
    return float(run(binary, program, PROGRAMS[program][1], HOST_COUNT, os.cpu_count()).split()[0]) * 1e6 / HOST_COUNT


def measure_ceiling(binary, program, count):
    """The same for CUDA, without setting up instances; nan for what there is no such code for."""
    if not binary or PROGRAMS[program][0] != "programs":
        return math.nan
    return float(run(binary, program, PROGRAMS[program][1], count).split()[0]) * 1e6 / count


def compare_programs(native_binary, wasm2c_binary, ceiling_binary):
    """Returns the rows of the table."""
    rows = []
    for program, (module, rounds) in PROGRAMS.items():
        native, wasm2c = (measure_native(binary, program) for binary in (native_binary, wasm2c_binary))
        host = measure_zyn(f"{module}.wasm", "cpu", program, rounds, HOST_COUNT)
        for count in COUNTS:
            gpu = measure_zyn(f"{module}.wasm", "cuda", program, rounds, count)
            ceiling = measure_ceiling(ceiling_binary, program, count)
            rows.append([program, f"{count:,}", f"{gpu:.2f} us"])
            for other, digits in [(native, 1), (host, 1), (wasm2c, 1), (ceiling, 2)]:
                rows[-1] += ["-", "-"] if math.isnan(other) else [f"{other:.2f} us", f"{other / gpu:.{digits}f}"]
    return rows


def measure_setup():
    """Returns the rows of the table of instances that do nothing."""
    rows = []
    for program, pages in [("sieve", 1), ("words", 17)]:
        for device in ["cuda", "cpu"]:
            time = measure_zyn(f"{PROGRAMS[program][0]}.wasm", device, program, 0, 102400)
            size = "1 page" if pages == 1 else f"{pages} pages"
            rows.append([f"{PROGRAMS[program][0]}.wasm, {size}", device, f"{1 / time:.2f} million"])
    return rows


def measure_calls():
    """Returns the rows of the table of calls of the host."""
    rows = []
    for name, function in [("clock_time_get", "clock"), ("fd_write, 32 bytes", "write")]:
        for count in [1, 32, 1024, 10240]:
            time = measure_zyn("calls.wasm", "cuda", function, CALLS, count) / CALLS
            rows.append([name, f"{count:,}", f"{time * count:.1f} us", f"{1 / time:.2f} million"])
    return rows


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--markdown", metavar="FILE", help="also write the tables to this file")
    options = parser.parse_args()
    compiler = os.environ.get("CC") or shutil.which("clang") or shutil.which("cc")
    with tempfile.TemporaryDirectory(prefix="zyn-bench-") as name:
        folder = Path(name)
        try:
            rows = compare_programs(compile_native(compiler, folder), compile_wasm2c(compiler, folder),
                                    compile_ceiling(folder))
            setups, calls = measure_setup(), measure_calls()
        except Failed as error:
            print(error, file=sys.stderr)
            return 1
    text = table(["program", "instances", "GPU", "native, all cores", "ratio", "zyn on all cores", "ratio",
                  "wasm2c, all cores", "ratio", "CUDA", "ratio"], rows) + "\n\n"
    text += table(["module", "device", "instances set up per second"], setups) + "\n\n"
    text += table(["call", "instances", "time of a call", "calls per second"], calls)
    print(text)
    if options.markdown:
        Path(options.markdown).write_text(text + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
