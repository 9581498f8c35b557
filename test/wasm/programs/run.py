#!/usr/bin/env python3
# Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Compares the programs in this folder with what their native builds did: run.py [--device cpu] PROGRAM...

Each case runs once by itself, and as three instances, each of which must have the same output.
"""

import argparse
import difflib
import os
import sys

from cases import CASES, FOLDER, observe

INSTANCES = 3


def compare(what, expected, found):
    if expected == found:
        return True
    print(f"{what} differs from the native build:")
    print("\n".join(difflib.unified_diff(expected.splitlines(), found.splitlines(), "native", "module", lineterm="")))
    return False


def check(case, command):
    with open(case.expectation, encoding="utf-8") as file:
        expected = file.read()
    arguments = ["--", *case.arguments]
    good = compare(case.name, expected, observe(case, [*command, *arguments]))
    if case.input:
        # Only a single instance has an input.
        return good
    lines = observe(case, [*command, "--instances", str(INSTANCES), "--output", "all", *arguments]).splitlines()
    # The output of a single run, without what follows the status.
    single = expected.splitlines()
    end = next(i for i, line in enumerate(single) if line.startswith(("status", "panic")))
    many = lines[1:1 + INSTANCES * end]
    good &= compare(f"{case.name} with {INSTANCES} instances", "\n".join(INSTANCES * single[:end]), "\n".join(many))
    ended = lines[1 + INSTANCES * end:]
    if case.panics:
        wanted = [f"finished: 0 of {INSTANCES} instances", "trapped: unreachable"]
    else:
        code = int(single[end].split()[1])
        wanted = [f"finished: {INSTANCES} of {INSTANCES} instances"] + ([f"exit code {code}: {INSTANCES} "] if code else [])
    for text in wanted:
        if not any(line.startswith(text) for line in ended):
            print(f"{case.name}: expected '{text}' in the summary, found {ended}")
            good = False
    return good


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--zyn-run", default="zyn-run")
    parser.add_argument("programs", nargs="*")
    options = parser.parse_args()
    cases = [case for case in CASES if case.program in options.programs or not options.programs]
    failures = 0
    for case in cases:
        command = [options.zyn_run, os.path.join(FOLDER, case.program + ".wasm"), "--device", options.device, "--dir", ".",
                   "--env", "NAME=value"]
        failures += not check(case, command)
    print(f"{len(cases) - failures} passed, {failures} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
