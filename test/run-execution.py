#!/usr/bin/python3
"""Runs Zyn programs with zyn-run and compares the results with a float64 reference in NumPy.

    test/run-execution.py --bin build/dev/bin --device cpu
    test/run-execution.py --bin build/dev/bin --device cuda --group matmul --filter bf16
    test/run-execution.py --bin build/dev/bin --group random --seed 1234 --count 1000

Requires only zyn-run, Python 3 and NumPy, so that it runs from an unpacked package as well as in a checkout. The cases
and the error bounds are defined in Execution/cases.py. Several functions are compiled in one module, since starting a
process takes longer than running a function; if a module fails, each of its functions is run on its own.

Exits with 0 if all cases passed, 1 if one failed, and 77 if zyn-run, NumPy or the device is missing.
"""
import argparse
import concurrent.futures
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

try:
    import numpy as np
except ImportError:
    print("not run: NumPy is missing (Debian and Ubuntu: apt-get install python3-numpy)")
    sys.exit(77)

sys.path.insert(0, str(Path(__file__).resolve().parent / "Execution"))
import arrays
import bad_input
import cases
import programs

MODULE_SIZE = 10  # functions per module
TIMEOUT = 300  # seconds per process; the emulator takes 35 for ten rows of unknown sizes on an idle processor


def module_text(batch):
    """Returns a module with a private function for each case and @main, which has the arguments and results of all."""
    if len(batch) == 1:
        return batch[0].function("main")
    lines, parameters, results, types = [], [], [], []
    for index, case in enumerate(batch):
        names = [f"%c{index}_{i}" for i in range(len(case.arguments))]
        own = [mlir for _, mlir, _ in case.arguments]
        parameters += [f"{name}: {mlir}" for name, mlir in zip(names, own)]
        returned = [f"%r{index}_{i}" for i in range(len(case.result_types))]
        lines.append(f"  {', '.join(returned)} = call @{case.name}({', '.join(names)}) : ({', '.join(own)}) -> "
                     f"({', '.join(case.result_types)})\n")
        results += returned
        types += case.result_types
    return ("".join(case.function() + "\n" for case in batch)
            + f"func.func @main({', '.join(parameters)}) -> ({', '.join(types)}) {{\n" + "".join(lines)
            + f"  return {', '.join(results)} : {', '.join(types)}\n}}\n")


def run_module(options, batch, folder):
    """Runs the cases of one module. Returns the failures, pairs of a case and a message, or a message if zyn-run failed."""
    folder.mkdir()
    (folder / "cases.mlir").write_text(module_text(batch))
    module = "cases.mlir"
    if options.passes:
        module = "rewritten.mlir"
        done = subprocess.run([options.zyn_opt, "cases.mlir", *options.passes, "-o", module], cwd=folder,
                              capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=TIMEOUT)
        if done.returncode != 0:
            return [(batch[0], f"zyn-opt exited {done.returncode}: {done.stderr.strip()[:1500]}")]
        if options.expect not in (folder / module).read_text():
            return [(batch[0], f"zyn-opt wrote {folder / module} without '{options.expect}'")]
    arguments = []
    for case in batch:
        for type, _, values in case.arguments:
            arguments.append(f"in{len(arguments)}.npy")
            arrays.save(folder / arguments[-1], values, type)
    outputs = [f"out{i}.npy" for i in range(sum(len(case.expected) for case in batch))]
    command = [options.zyn_run, module, "--entry", "main", *arguments]
    for output in outputs:
        command += ["-o", output]
    command += ["--device", options.device]
    if options.chip:
        command += ["--chip", options.chip]
    (folder / "command.txt").write_text(f"cd {folder} && {' '.join(command)}\n")
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, errors="replace",
                              stdin=subprocess.DEVNULL, timeout=TIMEOUT)
        problem = None if done.returncode == 0 else (
            f"zyn-run exited {done.returncode}: " + ((done.stderr or done.stdout).strip() or "no message")[:1500])
    except subprocess.TimeoutExpired:
        problem = f"zyn-run timed out after {TIMEOUT} s"
    if problem:
        return [(batch[0], problem)] if len(batch) == 1 else problem

    failures, outputs = [], iter(outputs)
    for case in batch:
        for number, expected in enumerate(case.expected):
            try:
                found = arrays.load(folder / next(outputs), expected.type)
                wrong = arrays.mismatch(found, np.asarray(expected.values), expected.bound, expected.type)
            except (OSError, ValueError) as error:
                wrong = str(error)
            if wrong:
                failures.append((case, f"result #{number} ({case.result_types[number]}): {wrong}"))
    return failures


def run_batch(options, name, batch):
    found = run_module(options, batch, options.folder / name)
    if not isinstance(found, str):
        return found
    failures = []
    for case in batch:
        failures += run_module(options, [case], options.folder / f"{name}-{case.name}")
    return failures or [(batch[0], f"zyn-run fails on {options.folder / name}/cases.mlir, which has this and "
                                   f"{len(batch) - 1} more functions, but on none of them alone: {found}")]


def chosen_cases(options):
    """Returns the selected cases."""
    chip = "sm_90a" if options.device.startswith("cuda") else options.chip
    if chip == "sm_90a":
        programs.float8_sum_eps = 2.0**-13
    sample = 1 if os.environ.get("ZYN_ALL_CASES") else max(1, options.sample)
    chosen = cases.select(options.group, options.filter, sample, options.seed, options.count, options.device == "emulate")
    return [case for case in chosen if options.device == "cpu" or case.chip in ("", chip)]


def device_missing(options):
    """Returns the reason why the device is not available, or None."""
    if not Path(options.zyn_run).exists():
        return f"{options.zyn_run} does not exist"
    if options.device.startswith("cuda"):
        listed = subprocess.run([options.zyn_run, "--list-devices"], capture_output=True, text=True,
                                stdin=subprocess.DEVNULL)
        if "cuda:" not in listed.stdout:
            return "this machine has no GPU that zyn-run can use"
    return None


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", default=os.environ.get("ZYN_BIN", "build/dev/bin"), help="directory of zyn-run")
    parser.add_argument("--device", default=os.environ.get("ZYN_TEST_DEVICE", "cpu"), help="cpu, cuda, cuda:N, emulate")
    parser.add_argument("--chip", default="", help="architecture to compile kernels for, such as sm_90a")
    parser.add_argument("--group", action="append", choices=[*cases.GROUPS, "bad-input"],
                        help="may be given several times; default: all")
    parser.add_argument("--filter", default="", help="only run cases whose name contains this string")
    parser.add_argument("--sample", type=int, default=1, metavar="N", help="only run every Nth of these cases")
    parser.add_argument("--seed", type=int, default=2024, help="seed of all random numbers (default: %(default)s)")
    parser.add_argument("--count", type=int, help="number of random cases")
    parser.add_argument("--jobs", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--pass", dest="passes", action="append", default=[], metavar="ARGUMENT",
                        help="run zyn-opt with this argument first, such as --pass=--zyn-partial-evaluate; may be given "
                             "several times")
    parser.add_argument("--expect", default="", metavar="TEXT", help="with --pass, fail if zyn-opt writes no such text")
    parser.add_argument("--list", action="store_true", help="list the cases and exit")
    options = parser.parse_args()
    options.zyn_opt = str(Path(options.bin).resolve() / "zyn-opt")
    options.zyn_run = str(Path(options.bin).resolve() / "zyn-run")
    return options


def main():
    options = parse_arguments()
    chosen = chosen_cases(options)
    if options.list:
        print("\n".join(case.name for case in chosen))
        return 0
    missing = device_missing(options)
    if missing:
        print(f"not run: {missing}")
        return 77

    options.folder = Path(tempfile.mkdtemp(prefix="zyn-execution-"))
    batches = [chosen[i:i + MODULE_SIZE] for i in range(0, len(chosen), MODULE_SIZE)]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = pool.map(lambda item: run_batch(options, f"module{item[0]}", item[1]), enumerate(batches))
        failures = [failure for failed in results for failure in failed]
    for case, problem in failures:
        print(f"FAILED {case.name}, seed {options.seed}: {problem}\n{case.function('main')}", file=sys.stderr)
    failed = len({case.name for case, _ in failures})
    total = len(chosen)

    if not options.group or "bad-input" in options.group:
        for name, problem in bad_input.run(options.zyn_run, options.device, options.folder, options.filter):
            total += 1
            if problem:
                failed += 1
                print(f"FAILED bad input, {name}: {problem}", file=sys.stderr)

    if failed:
        print(f"inputs and commands are kept in {options.folder}", file=sys.stderr)
    else:
        shutil.rmtree(options.folder)
    print(f"{options.device}: {total - failed} passed, {failed} failed")
    return 1 if failed or not total else 0


if __name__ == "__main__":
    sys.exit(main())
