"""Tables of programs on the host beside PyTorch, for several numbers of threads."""
import math
import os
from pathlib import Path

from . import describe_host, markdown_table, summarize


def add_arguments(parser):
    parser.add_argument("--threads", type=int, action="append",
                        help="number of threads, may be given several times (default: 2, and all processors)")
    parser.add_argument("--rounds", type=int, default=3, help="rounds of each row (default: %(default)s)")
    parser.add_argument("--markdown", help="also write the table to this file")


def report(torch, header, options, measure):
    """Prints the rows that `measure(threads)` yields, each with its ratio and whether the results agree, as a table.
    Returns the exit status of the benchmark."""
    machine = describe_host(torch)
    print(machine, "  ".join(header), sep="\n", flush=True)
    rows, ratios, agree = [], {}, True
    with torch.no_grad():
        for threads in options.threads or sorted({2, len(os.sched_getaffinity(0))}):
            for row, ratio, agrees in measure(threads):
                rows.append(row)
                ratios.setdefault(f"{threads} threads", []).append(ratio)
                agree = agree and agrees and not math.isnan(ratio)
                print("  ".join(row), flush=True)
    summaries = [summarize(name, values) for name, values in ratios.items()]
    print(*summaries, sep="\n")
    if options.markdown:
        Path(options.markdown).write_text("\n\n".join([machine, markdown_table(header, rows), *summaries]) + "\n")
    return int(not agree)
