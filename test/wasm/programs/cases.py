# Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
# See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The runs of the programs in this folder, and what a run does."""

import os
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, field

FOLDER = os.path.dirname(os.path.abspath(__file__))


@dataclass
class Case:
    """A run in a copy of the folder `data`."""

    name: str
    program: str
    arguments: list = field(default_factory=list)
    input: str = ""
    # A native program that panics exits with 101, a module traps.
    panics: bool = False

    @property
    def expectation(self):
        return os.path.join(FOLDER, "expected", self.name + ".txt")


EXPRESSIONS = ["1 + 2 * 3", "2 ^ 3 ^ 2 - x", "(1 + 2", "-(4 - 6) / half % 3", "sqrt(16) + max(1, x, 2)", "1 / (x - 3)",
               "max()", "1.2.3", "y", "2 $ 3"]

CASES = [
    Case("wordcount", "wordcount"),
    Case("sorting", "sorting"),
    Case("formatting", "formatting"),
    Case("parser", "parser", EXPRESSIONS),
    Case("matrix", "matrix"),
    Case("nbody", "nbody"),
    Case("panic", "panic", panics=True),
    Case("exit-code-0", "exit_code", ["0"]),
    Case("exit-code-7", "exit_code", ["7"]),
    Case("exit-code-none", "exit_code"),
    Case("sleeping", "sleeping"),
    Case("queens", "queens", ["4", "6", "8"]),
    Case("sieve", "sieve", ["100000"]),
    Case("lines", "lines", ["input.txt", "missing.txt"]),
    Case("lines-of-input", "lines", input="one two\nthree\n"),
    Case("files", "files"),
]


def read_tree(folder):
    """Returns a line for each file below `folder`."""
    lines = []
    for path, folders, files in os.walk(folder):
        for name in folders + files:
            entry = os.path.join(path, name)
            if os.path.islink(entry):
                contents = "-> " + os.readlink(entry)
            elif os.path.isdir(entry):
                contents = "folder"
            else:
                with open(entry, encoding="utf-8") as file:
                    contents = repr(file.read())
            lines.append(f"{os.path.relpath(entry, folder)}: {contents}")
    return sorted(lines)


def observe(case, command):
    """Runs a command for the case. Returns its output, its exit status and the files that it leaves, as text."""
    with tempfile.TemporaryDirectory() as parent:
        folder = os.path.join(parent, "data")
        shutil.copytree(os.path.join(FOLDER, "data"), folder)
        before = read_tree(folder)
        done = subprocess.run(command, cwd=folder, input=case.input, text=True, encoding="utf-8", timeout=300,
                              capture_output=True, env={**os.environ, "NAME": "value"})
        changed = [line for line in read_tree(folder) if line not in before]
    status = "panic" if case.panics and "panicked at" in done.stderr else f"status {done.returncode}"
    return "\n".join([done.stdout + status, *changed]) + "\n"
