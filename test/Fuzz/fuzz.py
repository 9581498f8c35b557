#!/usr/bin/python3
"""Runs the tools on randomly mutated inputs of the tests until the time is over.

    test/Fuzz/fuzz.py --bin build/dev/bin [--seconds N | --cases N] [--seed N] [--jobs N] [--out FOLDER] [--kind NAME]

No input may crash a tool or make it hang, and rejected inputs must result in an error message. Everything else is a
failure, which is reduced line by line and stored in FOLDER with its command and output, once for each distinct stack.
Case N of a seed is always the same. Crashes in LLVM's and MLIR's own code that Zyn cannot avoid are listed in
known-crashes.txt and do not count. Exits with 1 if there was a failure.
"""
import argparse
import itertools
import os
import pathlib
import random
import re
import shlex
import shutil
import sys
import tempfile
import threading
import time

import cases
import child
import seeds

HERE = pathlib.Path(__file__).resolve().parent
MINIMIZE_SECONDS = 60


def load_known():
    """Returns the regular expressions of the known crashes."""
    lines = (HERE / "known-crashes.txt").read_text().splitlines()
    return [re.compile(line) for line in lines if line.strip() and not line.startswith("#")]


class Fuzzer:
    def __init__(self, options):
        self.options = options
        self.known_crashes = load_known()
        self.lock = threading.Lock()
        self.numbers = itertools.count(options.first)
        self.inputs = self.known = 0
        self.failures = {}  # folders by identification of the failure
        self.started = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="zyn-fuzz-") as folder:
            self.seeds = seeds.Seeds(HERE.parent.parent, options.bin, pathlib.Path(folder))

    def is_over(self, number):
        if self.options.cases:
            return number >= self.options.first + self.options.cases
        return time.monotonic() - self.started >= self.options.seconds

    def work(self):
        """Runs cases in one thread, each in an empty folder."""
        with tempfile.TemporaryDirectory(prefix="zyn-fuzz-") as name:
            folder = pathlib.Path(name)
            for number in self.numbers:
                if self.is_over(number):
                    return
                rng = random.Random(f"{self.options.seed}/{number}")
                case = cases.make_case(rng, self.seeds, self.options.kind)
                for single in self.suspects(case, folder):
                    self.try_case(number, single, folder)

    def suspects(self, case, folder):
        """Returns the case itself, or for a batch that fails, its parts."""
        if not case.parts:
            return [case]
        with self.lock:
            self.inputs += len(case.parts)
        batch = cases.Case(case.kind, [*case.command, "--split-input-file"],
                           {"in.mlir": "\n// -----\n".join(case.parts).encode("utf-8", "surrogateescape")})
        if not self.execute(batch, folder).problem:
            return []
        return [cases.Case(case.kind, case.command, {"in.mlir": part.encode("utf-8", "surrogateescape")})
                for part in case.parts]

    def execute(self, case, folder):
        for path in folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for name, data in case.files.items():
            (folder / name).write_bytes(data)
        tool, *arguments = case.command
        return child.run([str(self.options.bin / tool), *arguments], str(folder))

    def explain(self, case, outcome, folder):
        """Returns the outcome, or what the parser alone does if the tool prints no stack: zyn-run does not."""
        name = case.main_file()
        if not outcome.problem or "Stack dump:" in outcome.output or not (name or "").endswith(".mlir"):
            return outcome
        parsed = child.run([str(self.options.bin / "zyn-opt"), name], str(folder))
        return parsed if "MLIR Parser" in (parsed.problem or "") else outcome

    def try_case(self, number, case, folder):
        outcome = self.execute(case, folder)
        explained = self.explain(case, outcome, folder)
        with self.lock:
            self.inputs += 1
            if not outcome.problem:
                return
            texts = [f"{case.kind}: {explained.problem}", explained.output]
            if any(known.search(text) for known in self.known_crashes for text in texts):
                self.known += 1
                return
            # Others can only be identified by their number.
            has_stack = ": " in outcome.problem and not outcome.problem.endswith("no stack")
            identity = outcome.problem if has_stack else f"{case.kind} {outcome.problem} {number}"
            if identity in self.failures:
                return
            kept = self.options.out / f"{len(self.failures):03}-{case.kind.replace(' ', '-')}-{number}"
            self.failures[identity] = kept
        self.say(f"case {number}: {case.command[0]} {outcome.problem[:300]}")
        case, outcome = self.minimize(case, outcome, folder)
        self.keep(kept, number, case, outcome)

    def minimize(self, case, outcome, folder):
        """Removes increasingly small pieces of the first file as long as it fails in the same way."""
        deadline = time.monotonic() + MINIMIZE_SECONDS
        name = case.main_file()
        if not name or outcome.problem.startswith("hangs"):
            return case, outcome
        is_text = name.endswith((".mlir", ".ptx"))
        pieces = case.files[name].splitlines(keepends=True) if is_text else [
            bytes([byte]) for byte in case.files[name]]
        size = max(1, len(pieces) // 2)
        while size and time.monotonic() < deadline:
            start, shrunk = 0, False
            while start < len(pieces) and time.monotonic() < deadline:
                fewer = pieces[:start] + pieces[start + size:]
                smaller = cases.Case(case.kind, case.command, {**case.files, name: b"".join(fewer)})
                found = self.execute(smaller, folder)
                if found.problem == outcome.problem:
                    pieces, case, outcome, shrunk = fewer, smaller, found, True
                else:
                    start += size
            if not shrunk or size == 1:
                size //= 2
        return case, outcome

    def keep(self, kept, number, case, outcome):
        kept.mkdir(parents=True, exist_ok=True)
        for name, data in case.files.items():
            (kept / name).write_bytes(data)
        (kept / "command").write_text(f"# seed {self.options.seed}, case {number}: {outcome.problem}\n"
                                      f"{shlex.join(case.command)}\n")
        (kept / "output").write_text(outcome.output[:200_000], errors="replace")

    def say(self, text):
        print(text, flush=True)

    def progress(self):
        left = f"{self.options.cases} cases" if self.options.cases else f"{self.options.seconds:.0f} s"
        return (f"[{time.monotonic() - self.started:.0f} s of {left}] {self.inputs} inputs, {len(self.failures)} failures, "
                f"{self.known} known crashes of LLVM")

    def run(self):
        threads = [threading.Thread(target=self.work, daemon=True) for _ in range(self.options.jobs)]
        for thread in threads:
            thread.start()
        shown = time.monotonic()
        while any(thread.is_alive() for thread in threads):
            time.sleep(0.2)
            if time.monotonic() - shown >= self.options.progress:
                shown = time.monotonic()
                self.say(self.progress())
        self.say(self.progress())
        for identity, folder in self.failures.items():
            self.say(f"error: {folder}: {identity[:200]}")
        return 1 if self.failures else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=pathlib.Path, required=True, help="folder of the tools")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--cases", type=int, default=0, help="number of cases, instead of --seconds")
    parser.add_argument("--first", type=int, default=0, help="number of the first case")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("build/fuzz"))
    parser.add_argument("--kind", default="",
                        help="only cases of this kind: " + ", ".join(make.__name__ for make, _ in cases.KINDS))
    parser.add_argument("--progress", type=float, default=15, help="seconds between progress reports")
    options = parser.parse_args()
    options.bin = options.bin.resolve()
    return Fuzzer(options).run()


if __name__ == "__main__":
    sys.exit(main())
