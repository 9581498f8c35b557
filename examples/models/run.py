#!/usr/bin/python3
"""Runs an exported model with zyn-run, which has to be in PATH, and compares the results with PyTorch's.

    examples/models/run.py gpt2 bert --device emulate
    examples/models/run.py gpt2-full.mlir --weights model.safetensors --input words.npy -o logits.npy

With the weights from the seed that export.py used, the output for the stored input has to be that of PyTorch; exits
with 1 if it is not. Weights from a .npz or .safetensors file have the names of the parameters in PyTorch.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from weights import from_file, from_seed

TOLERANCE = 1e-4  # of the greatest element; sums are added in another order than PyTorch does


def run(model, x, weights, output, options):
    """Runs a file of MLIR with the file of an input and arrays of weights, and writes the output to a file."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{name}.npy" for name in weights]
        for path, array in zip(files, weights.values()):
            np.save(path, array)
        subprocess.run(["zyn-run", model, x, *files, "-o", output, "--device", options.device, *options.option], check=True)


def compare(model, options):
    """Returns true if a model has the same output as in PyTorch."""
    stored = json.loads(model.with_suffix(".json").read_text())
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "output.npy"
        run(model, f"{model.with_suffix('')}-input.npy", from_seed(stored["weights"], stored["seed"]), output, options)
        found, expected = np.load(output), np.load(f"{model.with_suffix('')}-output.npy")
    error = np.abs(found - expected).max() / np.abs(expected).max()
    agrees = found.shape == expected.shape and error <= TOLERANCE
    print(f"{model.stem}: {'agrees with' if agrees else 'differs from'} PyTorch, the largest error is {error:.1g}")
    return agrees


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+", help="names of models in this folder, or paths of exported ones")
    parser.add_argument("--device", default="auto", help="cuda, cuda:N, cpu, emulate")
    parser.add_argument("--weights", help="a .npz or .safetensors file")
    parser.add_argument("--input", help="a .npy file")
    parser.add_argument("-o", dest="output", default="output.npy", help="the output with --weights")
    parser.add_argument("--option", action="append", default=[], help="a further option of zyn-run")
    options = parser.parse_args()
    models = [Path(name) if name.endswith(".mlir") else Path(__file__).parent / f"{name}.mlir" for name in options.models]
    if not options.weights:
        return 0 if all([compare(model, options) for model in models]) else 1
    shapes = json.loads(models[0].with_suffix(".json").read_text())["weights"]
    run(models[0], options.input or f"{models[0].with_suffix('')}-input.npy", from_file(shapes, options.weights), options.output, options)


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError) as error:
        sys.exit(str(error))
    except subprocess.CalledProcessError:
        sys.exit(1)
