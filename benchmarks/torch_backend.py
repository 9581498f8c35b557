#!/usr/bin/env python3
"""Compares torch.compile(model, backend="zyn") with PyTorch's eager mode and inductor.

Usage: torch_backend.py [MODEL[:BATCH]]... [--small] [--bf16] [--device cuda|cpu] [--markdown FILE]

The models are those of examples/models, in their published sizes unless --small is given, by default resnet18 with 32
images and bert with 2 texts of 128 words. Elements are f32, without tf32, or bf16. Each backend runs in processes of its own: the
first one finds an empty cache on disk, and a second one what the first has left there. `first call` is the time in seconds
of the first call, which compiles; `ms` is that of a later call, with the wait for the device. The error is that of the
greatest element of the result, relative to it, beside eager mode. The package zyn, PyTorch and torch-mlir are required.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER = Path(__file__).resolve().parent

CHILD = """
import json, statistics, sys, time
model, batch, backend, device, folder, small, type = sys.argv[1:]
sys.path[0] = folder  # which has a package zyn otherwise
import torch
from models import MODELS, PUBLISHED
torch.backends.cuda.matmul.allow_tf32 = torch.backends.cudnn.allow_tf32 = False
torch.manual_seed(0)
model = MODELS[model](**({} if small else PUBLISHED[model])).eval().to(device, getattr(torch, type))
x = model.example(int(batch)).to(device)
if x.is_floating_point():
    x = x.to(getattr(torch, type))
wait = torch.cuda.synchronize if device == "cuda" else lambda: None
run = model if backend == "eager" else torch.compile(model, backend=backend)
with torch.no_grad():
    expected = model(x)
    wait()
    start = time.perf_counter()
    found = run(x)
    wait()
    first = time.perf_counter() - start
    times, end = [], time.perf_counter() + 2
    while time.perf_counter() < end or len(times) < 5:
        start = time.perf_counter()
        run(x)
        wait()
        times.append(time.perf_counter() - start)
error = float((found - expected).abs().max() / expected.abs().max())
print(json.dumps([first, statistics.median(times[len(times) // 4:]) * 1e3, error]))
"""


def measure(model, batch, backend, options, folder):
    """Returns the seconds of the first call, the milliseconds of a later one, and the error."""
    environment = {**os.environ, **{name: folder for name in (
        "ZYN_CACHE_DIR", "TRITON_CACHE_DIR", "TORCHINDUCTOR_CACHE_DIR")}}
    done = subprocess.run([sys.executable, "-c", CHILD, model, batch, backend, options.device,
                           str(FOLDER.parent / "examples/models"), "small" if options.small else "",
                           "bfloat16" if options.bf16 else "float32"],
                          env=environment, capture_output=True, text=True)
    if "runs in eager mode" in done.stderr:
        raise RuntimeError(next(line for line in done.stderr.splitlines() if "runs in eager mode" in line))
    if done.returncode:
        raise RuntimeError((done.stderr.strip().splitlines() or ["no output"])[-1])
    return json.loads(done.stdout.splitlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("models", nargs="*", default=["resnet18:32", "bert:2"])
    parser.add_argument("--small", action="store_true", help="small sizes, as for the tests")
    parser.add_argument("--bf16", action="store_true", help="elements of bf16 instead of f32")
    parser.add_argument("--device", default="cuda", choices=("cuda", "cpu"))
    parser.add_argument("--markdown", help="also write the table to this file")
    options = parser.parse_args()
    lines = ["| model | backend | first call, s | in a second process, s | ms | eager, ms | ratio | error |",
             "| --- | --- | --- | --- | --- | --- | --- | --- |"]
    failed = False
    for name in options.models:
        model, _, batch = name.partition(":")
        eager = None
        for backend in ("eager", "inductor", "zyn"):
            with tempfile.TemporaryDirectory() as folder:
                try:
                    first, ms, error = measure(model, batch or "2", backend, options, folder)
                    second = first if backend == "eager" else measure(model, batch or "2", backend, options, folder)[0]
                except RuntimeError as message:
                    print(f"{name}, {backend}: {message}", file=sys.stderr)
                    failed = True
                    continue
            if backend == "eager":
                eager = ms
                continue
            others = f"{eager:.3f} | {eager / ms:.2f}" if eager else " | "
            lines.append(f"| {name} | {backend} | {first:.2f} | {second:.2f} | {ms:.3f} | {others} | {error:.0e} |")
            print(lines[-1], file=sys.stderr)
    print("\n".join(lines))
    if options.markdown:
        Path(options.markdown).write_text("\n".join(lines) + "\n")
    return failed


if __name__ == "__main__":
    sys.exit(main())
