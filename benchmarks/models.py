#!/usr/bin/env python3
"""Compares exported models with PyTorch, eager and compiled.

    python3 examples/models/export.py resnet18 --published --batch 32 -o resnet18
    python benchmarks/models.py [FILE.mlir]... [--markdown FILE]

Requires torch and an NVIDIA GPU. The files are those that export.py writes, by default the small models in
examples/models; they have weights from a seed. Elements are f32 on both sides, and torch does not use tf32. A call of
Zyn and of torch starts on the host; `graph` is a call that replays a CUDA graph: zyn-run --graph, and
mode="reduce-overhead" of torch.compile. `first call` is the time of the first call in seconds, which compiles, without
a cache on disk. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run). Exits with 1 if a model could not be
run, or if the results differ.
"""
import argparse
import json
import math
import os
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from measure import cells, describe_gpu, import_torch, markdown_table, summarize, torch_ms, zyn_ms
from measure.exported import FOLDER, TOLERANCE, Exported

HEADER = ["model", "input", "launches", "zyn, ms", "error", "torch, ms", "ratio", "torch.compile, ms", "ratio",
          "zyn, graph, ms", "torch.compile, graph, ms", "ratio", "zyn, first call, s", "torch.compile, first call, s"]


def compiled(torch, exported, mode):
    """Returns the milliseconds of a compiled model, and the seconds of its first call."""
    torch._dynamo.reset()
    run = torch.compile(exported.model, mode=mode)
    start = time.perf_counter()
    run(exported.x)
    torch.cuda.synchronize()
    seconds = time.perf_counter() - start
    return torch_ms(torch, lambda: run(exported.x)), seconds


def measure(torch, path, folder):
    """Returns a row of the table, and the ratios of torch's times to Zyn's."""
    exported = Exported(torch, path, folder, "cuda")
    output, trace = Path(folder) / "output.npy", Path(folder) / "trace.json"
    with tempfile.TemporaryDirectory() as cache:
        os.environ["ZYN_CACHE_DIR"] = cache
        first = exported.zyn("-o", output)
        exported.zyn(f"--profile={trace}", "--repeat", "1", "--no-output")
        events = json.loads(trace.read_text())["traceEvents"]
        launches = sum(event.get("cat") in ("kernel", "copy", "fill") for event in events)
        zyn, graph = (zyn_ms(path, "main", exported.inputs, "cuda", *options) for options in ([], ["--graph"]))
    error = exported.error(np.load(output))
    eager = torch_ms(torch, lambda: exported.model(exported.x))
    inductor, seconds = compiled(torch, exported, "default")
    inductor_graph, _ = compiled(torch, exported, "reduce-overhead")
    row = [exported.name, exported.input, str(launches), f"{zyn:.4f}", f"{error:.0e}", *cells(zyn, [eager, inductor]),
           f"{graph:.4f}", *cells(graph, [inductor_graph]), f"{first:.2f}", f"{seconds:.2f}"]
    return row, inductor / zyn, inductor_graph / graph, error <= TOLERANCE


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, default=sorted(FOLDER.glob("*.mlir")))
    parser.add_argument("--markdown", help="also write the table to this file")
    options = parser.parse_args()
    torch = import_torch()
    if not torch:
        return 0
    torch.backends.cudnn.allow_tf32 = False  # for matmuls, it is the default
    machine = describe_gpu(torch)
    print(machine, flush=True)
    rows, ratios, graph_ratios, agree = [], [], [], True
    with torch.no_grad():
        for path in options.files:
            with tempfile.TemporaryDirectory() as folder:
                row, ratio, graph_ratio, agrees = measure(torch, path, folder)
            rows.append(row)
            ratios.append(ratio)
            graph_ratios.append(graph_ratio)
            agree = agree and agrees and not math.isnan(ratio)
            print("  ".join(row), flush=True)
    print(summarize("torch.compile / zyn", ratios))
    print(summarize("the same with graphs", graph_ratios))
    if options.markdown:
        Path(options.markdown).write_text("\n\n".join([machine, markdown_table(HEADER, rows)]) + "\n")
    return int(not agree)


if __name__ == "__main__":
    sys.exit(main())
