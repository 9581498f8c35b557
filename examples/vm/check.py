#!/usr/bin/python3
"""Runs the programs in this directory and compares the results with NumPy.

    python3 examples/vm/check.py [--bin FOLDER] [--device cpu] [--engine aot] [--instances N] [--seed S] [NAME...]

By default, runs all programs on all engines. zyn-run is found in --bin or PATH. Exits with 1 if a result is wrong.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

import reference
from inputs import inputs

HERE = Path(__file__).resolve().parent
ENGINES = ["epochs", "interpreter", "aot"]


def run(name, instances, seed, engine, device, folder=None):
    """Runs a program with zyn-run and returns its outputs and inputs. Raises RuntimeError if it fails."""
    given = inputs(name, instances)
    outputs = reference.PROGRAMS[name](1, 0, inputs(name, 1))
    with tempfile.TemporaryDirectory() as files:
        words = [os.path.join(folder, "zyn-run") if folder else "zyn-run", str(HERE / f"{name}.mlir")]
        for file, array in given.items():
            np.save(f"{files}/{file}.npy", array)
            words.append(f"{files}/{file}.npy")
        words += ["--instances", str(instances), "--seed", str(seed), "--engine", engine, "--device", device]
        results = [f"{files}/output{i}.npy" for i in range(len(outputs))]
        words += [word for path in results for word in ("-o", path)]
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode or "trapped" in done.stderr:
            raise RuntimeError(f"zyn-run exited {done.returncode}: {done.stderr.strip()}")
        return [np.load(path) for path in results], given


def wrong(found, expected, tolerance):
    """Returns a description of the first error in an output, or None."""
    if found.shape != expected.shape:
        return f"expected shape {expected.shape}, found {found.shape}"
    bad = np.argwhere(~(np.abs(found - expected) <= tolerance))
    if not len(bad):
        return None
    at = tuple(map(int, bad[0]))
    return f"{len(bad)} of {found.size} words; at {list(at)} expected {expected[at]}, found {found[at]}"


def in_order(appended):
    """Returns the words appended to a buffer, whose first word is their number, in ascending order."""
    count = appended[0]
    return np.concatenate([appended[:1], np.sort(appended[1:count + 1]), appended[count + 1:]])


def check(options, name, engine):
    """Returns a description of the first error of a program, or None."""
    try:
        outputs, given = run(name, options.instances, options.seed, engine, options.device, options.bin)
    except RuntimeError as error:
        return str(error)
    if name in reference.UNORDERED:
        outputs = [in_order(array) for array in outputs]
    expected = reference.PROGRAMS[name](options.instances, options.seed, given)
    faults = [wrong(found, *right) for found, right in zip(outputs, expected)]
    return next(filter(None, faults), None)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"one of {', '.join(reference.PROGRAMS)}")
    parser.add_argument("--bin", help="directory of zyn-run")
    parser.add_argument("--device", default="cpu", help="cpu (the default), cuda, cuda:N or emulate")
    parser.add_argument("--engine", action="append", choices=ENGINES, help="may be given several times")
    parser.add_argument("--instances", type=int, default=256, help="default: %(default)s")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    unknown = set(options.names) - set(reference.PROGRAMS)
    if unknown:
        parser.error(f"no program {', '.join(sorted(unknown))}; there are: {', '.join(reference.PROGRAMS)}")
    failures = 0
    for name in options.names or reference.PROGRAMS:
        for engine in options.engine or ENGINES:
            fault = check(options, name, engine)
            failures += fault is not None
            print(f"{'FAIL' if fault else 'ok  '}  {name}, {engine}{': ' + fault if fault else ''}", flush=True)
    return int(failures > 0)


if __name__ == "__main__":
    sys.exit(main())
