#!/usr/bin/env python3
"""Compares layers and small networks, exported by torch-mlir, on the host with PyTorch.

    python3 -m venv venv
    venv/bin/pip install -r examples/models/requirements.txt
    venv/bin/python benchmarks/host_layers.py [--threads N]... [--rounds N] [--only WORD] [--markdown FILE]

Requires torch-mlir, but no GPU. Weights are constants of the exported programs. Elements are f32; what else is measured,
and how, is as in host_models.py. Exits with 1 if a program could not be run, or if the results differ.
"""
import argparse
import math
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from measure import cells, host, host_ms, import_torch_of_host, zyn_ms
from measure.exported import TOLERANCE

HEADER = ["program", "input", "threads", "zyn, ms", "error", "torch, ms", "ratio", "zyn, first call, s"]


def programs(torch):
    """Yields names, modules and the sizes of their inputs."""
    nn = torch.nn

    class Residual(nn.Module):
        def __init__(self, channels):
            super().__init__()
            convolution = lambda: nn.Conv2d(channels, channels, 3, padding=1, bias=False)
            self.first, self.second = convolution(), convolution()
            self.norms = nn.ModuleList(nn.BatchNorm2d(channels) for _ in range(2))

        def forward(self, x):
            y = torch.relu(self.norms[0](self.first(x)))
            return torch.relu(self.norms[1](self.second(y)) + x)

    yield "MLP", nn.Sequential(nn.Linear(784, 512), nn.ReLU(), nn.Linear(512, 512), nn.ReLU(), nn.Linear(512, 10)), (32, 784)
    yield "LeNet-5", nn.Sequential(
        nn.Conv2d(1, 6, 5, padding=2), nn.ReLU(), nn.MaxPool2d(2), nn.Conv2d(6, 16, 5), nn.ReLU(), nn.MaxPool2d(2),
        nn.Flatten(), nn.Linear(400, 120), nn.ReLU(), nn.Linear(120, 84), nn.ReLU(), nn.Linear(84, 10)), (32, 1, 28, 28)
    yield "residual block", Residual(64), (1, 64, 56, 56)
    yield "encoder layer", nn.TransformerEncoderLayer(256, 4, 1024, batch_first=True), (2, 128, 256)
    yield "softmax", nn.Softmax(-1), (1024, 1024)
    yield "layer-norm", nn.LayerNorm(1024), (1024, 1024)


def measure(torch, name, model, sizes, threads, rounds, folder):
    """Returns a row of the table, the ratio, and whether the results agree."""
    from torch_mlir import fx
    torch.set_num_threads(threads)
    os.environ["ZYN_THREADS"] = str(threads)  # of zyn-run
    model, x = model.eval(), torch.randn(sizes)
    program, inputs, output = (Path(folder) / file for file in ("program.mlir", "input.npy", "output.npy"))
    program.write_text(str(fx.export_and_import(model, x, func_name="main", output_type="linalg-on-tensors")))
    np.save(inputs, x.numpy())
    with tempfile.TemporaryDirectory() as cache:
        os.environ["ZYN_CACHE_DIR"] = cache
        start = time.perf_counter()
        subprocess.run([os.environ.get("ZYN_RUN", "zyn-run"), program, inputs, "--device", "cpu", "-o", output], check=True)
        first = time.perf_counter() - start
        zyns, torches = [], []
        for _ in range(rounds):
            torches.append(host_ms(lambda: model(x)))
            zyns.append(zyn_ms(program, "main", [str(inputs)], "cpu"))
    expected = model(x).numpy()
    error = np.abs(np.load(output) - expected).max() / np.abs(expected).max()
    zyn = math.nan if any(map(math.isnan, zyns)) else min(zyns)
    row = [name, "x".join(map(str, sizes)), str(threads), f"{zyn:.4f}", f"{error:.0e}", *cells(zyn, [min(torches)]),
           f"{first:.2f}"]
    return row, min(torches) / zyn, error <= TOLERANCE


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    host.add_arguments(parser)
    parser.add_argument("--only", default="", help="only programs whose name contains this word")
    options = parser.parse_args()
    torch = import_torch_of_host()
    if torch is None:
        return 0

    def rows(threads):
        for name, model, sizes in programs(torch):
            if options.only in name:
                with tempfile.TemporaryDirectory() as folder:
                    yield measure(torch, name, model, sizes, threads, options.rounds, folder)

    return host.report(torch, HEADER, options, rows)


if __name__ == "__main__":
    sys.exit(main())
