#!/usr/bin/env python3
"""Measures what a Python process waits for before its first result: the import, and the first call of a matmul.

Usage: startup.py [--device cuda|cpu] [--size N] [--markdown FILE]

Each time is that of a process of its own. The first process of a compiler finds an empty cache on disk, and the second
one what the first has left there. Imports, arrays and the context of the device come before a measurement. On a GPU,
Triton compiles one tile of the matmul of its tutorial, and torch.compile the matmul with a maximum. The package zyn and,
on a GPU, PyTorch are required.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

COMMON = """
import json, sys, time
size, device = int(sys.argv[1]), sys.argv[2]
if device == "cuda":
    import torch
    a, b = (torch.ones(size, size, device="cuda", dtype=torch.bfloat16) for _ in range(2))
    wait = torch.cuda.synchronize
else:
    import numpy
    a, b = (numpy.ones((size, size), numpy.float32) for _ in range(2))
    wait = lambda: None
wait()
def measure(run):
    start = time.perf_counter()
    result = run()
    wait()
    print(json.dumps(time.perf_counter() - start))
    assert float(result[0, 0]) == size, result[0, 0]
"""

ZYN = COMMON + """
import zyn
element = "bf16" if device == "cuda" else "f32"
type = f"tensor<{'?x?' if sys.argv[3] == 'dynamic' else f'{size}x{size}'}x{element}>"
sums = type.replace("bf16", "f32")
text = f'''func.func @matmul(%a: {type}, %b: {type}, %c: {sums}) -> {sums} {{
  %r = zyn.matmul ins(%a, %b : {type}, {type}) outs(%c : {sums}) -> {sums}
  return %r : {sums}
}}'''
c = torch.zeros(size, size, device="cuda") if device == "cuda" else numpy.zeros((size, size), numpy.float32)
# Opens the device.
nothing = zyn.compile("func.func @f(%x: i64) -> i64 { return %x : i64 }", device=device)
nothing(1)
measure(lambda: zyn.compile(text, device=device)(a, b, c))
"""

TRITON = COMMON + f"""
sys.path.insert(0, {str(Path(__file__).resolve().parent)!r})
from measure.triton_matmul import GROUP, kernel
import triton
def run():
    c = torch.empty((size, size), device="cuda", dtype=torch.bfloat16)
    grid = (triton.cdiv(size, 128) * triton.cdiv(size, 256),)
    kernel.fn[grid](a, b, c, size, size, size, *a.stride(), *b.stride(), *c.stride(), ROWS=GROUP, TILE_M=128, TILE_N=256,
                    TILE_K=64, num_stages=3, num_warps=8)
    return c
measure(run)
"""

TORCH = COMMON + """
compiled = torch.compile(lambda a, b: (a @ b).relu())
measure(lambda: compiled(a, b))
"""

IMPORT = """
import json, time
import numpy
start = time.perf_counter()
import zyn
print(json.dumps(time.perf_counter() - start))
"""


def measure(code, folder, *words):
    """Returns the seconds that a process measures, with caches in a folder."""
    environment = {**os.environ, **{name: folder for name in (
        "ZYN_CACHE_DIR", "TRITON_CACHE_DIR", "TORCHINDUCTOR_CACHE_DIR")}}
    done = subprocess.run([sys.executable, "-c", code, *map(str, words)], env=environment, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["no output"])[-1])
    return json.loads(done.stdout.splitlines()[-1])


def measure_caches(code, *words):
    """Returns the milliseconds of a process without files in its caches, and the median of three after it."""
    with tempfile.TemporaryDirectory() as folder:
        first = measure(code, folder, *words)
        second = statistics.median(measure(code, folder, *words) for _ in range(3))
    return f"{first * 1e3:.0f} ms", f"{second * 1e3:.1f} ms"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", default="cuda", choices=("cuda", "cpu"))
    parser.add_argument("--size", type=int, default=4096, help="of the square matrices")
    parser.add_argument("--markdown", help="also write the table to this file")
    options = parser.parse_args()
    imports = [measure(IMPORT, "") for _ in range(5)]
    programs = [("zyn, sizes in the type", ZYN, "static"), ("zyn, sizes not known", ZYN, "dynamic")]
    if options.device == "cuda":
        programs += [("Triton, one tile", TRITON, ""), ("torch.compile", TORCH, "")]
    lines = ["| | first process | second process |", "| --- | --- | --- |",
             f"| import zyn, after NumPy | {min(imports) * 1e3:.0f} to {max(imports) * 1e3:.0f} ms | |"]
    for name, code, kind in programs:
        try:
            first, second = measure_caches(code, options.size, options.device, kind)
        except RuntimeError as error:
            first, second = f"{error}"[:60], ""
        lines.append(f"| {name} | {first} | {second} |")
    print("\n".join(lines))
    if options.markdown:
        Path(options.markdown).write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
