#!/usr/bin/python3
"""Tests the commands and the IR in the documentation.

    test/docs.py commands --bin build/dev/bin [PAGE...]
    test/docs.py mlir --bin build/dev/bin [PAGE...]

commands: In every ```console block, each line that begins with "$ " is run in a scratch copy of the repository, with
the tools in PATH. Changes of the working directory persist within a page. The lines after a command are its expected
output: a line "..." matches any number of lines, "..." within a line matches any text, and trailing blanks are ignored.
Commands must exit with 0, unless the expected output contains "error: ".

mlir: Every ```mlir block must parse and verify, except for blocks that begin with "// before", which sketch a rewrite.

By default, the pages are README.md, CONTRIBUTING.md, docs/*.md, docs/rationale/*.md, examples/*/README.md, and for mlir
also the generated reference.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FENCE = re.compile(r"^( *)```(\w*)\s*$")
TIMEOUT = 300  # seconds per command


def blocks(path, language):
    """Yields the line number and the lines of each fenced block of a language."""
    lines, start, indent = path.read_text().splitlines(), None, ""
    for number, line in enumerate(lines):
        fence = FENCE.match(line)
        if fence and start is None:
            start, indent, found = number + 1, fence.group(1), fence.group(2)
        elif fence:
            if found == language:
                yield start + 1, [inner.removeprefix(indent) for inner in lines[start:number]]
            start = None


def commands(lines, first):
    """Returns line number, command and expected output of each command. A backslash at the end continues a line."""
    result = []
    for number, line in enumerate(lines, first):
        if line.startswith("$ "):
            result.append((number, [line[2:]], []))
        elif result and not result[-1][2] and result[-1][1][-1].endswith("\\"):
            result[-1][1].append(line)
        elif result:
            result[-1][2].append(line)
    return [(number, "\n".join(command), output) for number, command, output in result]


def output_matches(expected, found):
    """Returns true if the lines match; "..." is a wildcard within a line or for any number of lines."""
    pattern = ""
    for line in expected:
        if line.strip() == "...":
            pattern += r"(?:.*\n)*?"
        else:
            pattern += r"[^\n]*".join(re.escape(part) for part in line.rstrip().split("...")) + r"[ \t]*\n"
    text = "".join(line.rstrip() + "\n" for line in found)
    return re.fullmatch(pattern + r"\n*", text) is not None


def run_commands(options, pages):
    failed = total = 0
    with tempfile.TemporaryDirectory(prefix="zyn-docs-") as scratch:
        copy = Path(scratch) / "zyn"
        ignore = lambda folder, names: [n for n in names if n in (".git", "build", "dist", "__pycache__")]
        shutil.copytree(ROOT, copy, ignore=ignore, symlinks=True)
        path = os.pathsep.join([str(Path(options.bin).resolve()), "/usr/bin", os.environ["PATH"]])
        environment = {**os.environ, "PATH": path, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"}
        for page in pages:
            folder = copy
            for first, lines in blocks(page, "console"):
                for number, command, expected in commands(lines, first):
                    total += 1
                    location = f"{page.relative_to(ROOT)}:{number}"
                    if command.startswith("./dev"):  # would run the tests recursively
                        total -= 1
                        continue
                    script = f"{command}\nstatus=$?\npwd >{scratch}/folder\nexit $status"
                    try:
                        done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, text=True,
                                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                              stderr=subprocess.STDOUT, timeout=TIMEOUT, errors="replace")
                        status, output = done.returncode, done.stdout
                    except subprocess.TimeoutExpired:
                        status, output = "none", f"(timed out after {TIMEOUT} s)\n"
                    if (Path(scratch) / "folder").exists():
                        folder = Path((Path(scratch) / "folder").read_text().strip())
                    should_fail = any("error: " in line for line in expected)
                    if (status == 0) == should_fail or expected and not output_matches(expected, output.splitlines()):
                        failed += 1
                        print(f"{location}: error: `{command}` exited {status} and printed\n{output}"
                              + ("instead of\n" + "\n".join(expected) + "\n" if expected else ""))
    print(f"{total - failed} commands passed, {failed} failed")
    return failed


def parse_blocks(options, pages):
    failed = total = 0
    zyn_opt = Path(options.bin).resolve() / "zyn-opt"
    for page in pages:
        for number, lines in blocks(page, "mlir"):
            if not lines or lines[0].strip() == "// before":
                continue
            total += 1
            done = subprocess.run([zyn_opt, "-", "-o", os.devnull], input="\n".join(lines) + "\n", text=True,
                                  capture_output=True, timeout=TIMEOUT)
            if done.returncode:
                failed += 1
                print(f"{page.relative_to(ROOT)}:{number}: error: this example is not valid\n{done.stderr}")
    print(f"{total - failed} examples passed, {failed} failed")
    return failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["commands", "mlir"])
    parser.add_argument("--bin", default="build/dev/bin", help="folder of the tools")
    parser.add_argument("pages", nargs="*", type=Path)
    options = parser.parse_intermixed_args()
    pages = [page.resolve() for page in options.pages]
    if not pages:
        pages = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")),
                 *sorted((ROOT / "docs/rationale").glob("*.md")),
                 *sorted((ROOT / "examples").glob("*/README.md"))]
        if options.what == "mlir":
            pages += sorted((ROOT / "docs/reference").rglob("*.md"))
        pages = [page for page in pages if page.exists()]
    failed = run_commands(options, pages) if options.what == "commands" else parse_blocks(options, pages)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
