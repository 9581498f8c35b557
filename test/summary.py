#!/usr/bin/python3
"""Summarizes JUnit XML files of lit and GoogleTest: failures, skipped tests with reasons, and totals.

    test/summary.py RESULT.xml...

The last line is "N passed, N failed, N skipped". Exits with 1 if a test failed or no test ran.
"""
import re
import sys
import xml.etree.ElementTree as ET
from collections import Counter

SHOWN_LINES = 25  # maximum number of output lines per failure

# Descriptions of lit features.
FEATURES = {"gpu": "a GPU", "ptxas": "ptxas (part of CUDA)", "numpy": "NumPy for /usr/bin/python3",
            "python-package": "the Python package, which needs pybind11, DLPack, Python's headers, NumPy and pytest",
            "random-programs": "ZYN_RANDOM_PROGRAMS", "device": "a GPU (the execution tests on cuda)"}


def skip_reason(message):
    """Returns a description of the missing requirements of a skipped test."""
    missing = re.search(r"Missing required feature\(s\): (.*)", message)
    if not missing:  # GoogleTest's message begins with the source location
        lines = [line for line in message.strip().splitlines() if not re.fullmatch(r"\S+:\d+", line)]
        return lines[0] if lines else "no reason given"
    return "need " + " and ".join(FEATURES.get(name.strip(), name.strip()) for name in missing.group(1).split(","))


def shortened(text):
    """Returns the end of the output of a failure; for lit, only the output of the commands."""
    lines = [line for line in text.splitlines() if line.strip()]
    wanted = [line for line in lines if not re.match(r"# (RUN|executed command|note: command had no output)", line)]
    lines = wanted or lines
    omitted = len(lines) - SHOWN_LINES
    return [f"... {omitted} lines, all in the log ..."] * (omitted > 0) + lines[-SHOWN_LINES:]


def main():
    passed, failures, skipped = 0, [], Counter()
    for path in sys.argv[1:]:
        for test in ET.parse(path).getroot().iter("testcase"):
            name = f"{test.get('classname')}.{test.get('name')}".replace("Zyn.", "", 1)
            problems = test.findall("failure") + test.findall("error")
            skip = test.find("skipped")
            if problems:
                failures.append((name, "\n".join(p.text or p.get("message", "") for p in problems)))
            elif skip is not None:
                reason = skip.get("message") or skip.text or ""
                if reason.startswith("Test not selected"):  # filtered out, so covered by another run
                    continue
                skipped[skip_reason(reason)] += 1
            elif test.get("status") != "notrun":
                passed += 1
    for name, output in failures:
        print(f"\nFAILED {name}")
        print("\n".join("  " + line for line in shortened(output)))
    print()
    for reason, count in sorted(skipped.items()):
        print(f"not run: {count} test{'s' * (count > 1)}: {reason}")
    print(f"{passed} passed, {len(failures)} failed, {sum(skipped.values())} skipped")
    return 1 if failures or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
