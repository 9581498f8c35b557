#!/usr/bin/env python3
"""Prints how many ops of each dialect a program has after each stage of its lowering.

    examples/python/stages.py FILE [ENTRY]
"""
import sys
from collections import Counter

import zyn


def count_dialects(module):
    return Counter(op.name.split(".")[0] for op in module.op.walk())


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    path, entry = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    function = zyn.compile(path, entry, device="emulate")
    stages = {"source": zyn.Module.parse_file(path)}
    for name, text in function.stages().items():
        stages[name] = zyn.Module.parse(text, name=name)
    for name, module in stages.items():
        counts = ", ".join(f"{count} {dialect}" for dialect, count in count_dialects(module).most_common(4))
        print(f"{name}: {counts}")


if __name__ == "__main__":
    try:
        main()
    except zyn.Error as error:
        sys.exit(str(error))
