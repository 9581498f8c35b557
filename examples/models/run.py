#!/usr/bin/python3
"""Runs exported models with zyn-run, which has to be in PATH.

    examples/models/run.py gpt2 bert --device emulate
    examples/models/run.py gpt2-full.mlir --weights model.safetensors --input words.npy -o logits.npy

Without --weights, the weights come from the seed that export.py used, and the output for the stored input has to be
that of PyTorch: exits with 1 if it is not.
"""
import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

from weights import from_files, from_seed

# Of the greatest element. Sums are added in another order than PyTorch's, and torch-mlir writes a constant of gelu with
# an error.
TOLERANCE = 1e-4


def run(model, x, weights, output, device):
    """Runs a model, a file without its suffix, with the file of an input and a dict of weights; writes its output."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{name}.npy" for name in weights]
        for path, array in zip(files, weights.values()):
            np.save(path, array)
        subprocess.run(["zyn-run", f"{model}.mlir", x, *files, "-o", output, "--device", device], check=True)


def describe(model):
    """Returns the names and shapes of the weights of a model, and the seed with which its output was computed."""
    description = json.loads(Path(f"{model}.json").read_text())
    return description["weights"], description["seed"]


def agrees(name, found, expected):
    """Returns true if an output is that of PyTorch, and says so."""
    if found.shape != expected.shape:
        print(f"{name}: expected the shape {expected.shape}, found {found.shape}")
        return False
    error = np.abs(found - expected).max() / np.abs(expected).max()
    words = "agrees with" if error <= TOLERANCE else "differs from"
    print(f"{name}: {words} PyTorch, the largest error is {error:.1g}")
    return error <= TOLERANCE


def compare(model, weights, device):
    """Returns true if a model's output for its stored input is that of PyTorch."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder) / "output.npy"
        run(model, f"{model}-input.npy", weights, output, device)
        found, expected = np.load(output), np.load(f"{model}-output.npy")
    return agrees(model.name, found, expected)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("models", nargs="+", help="names of models in this folder, or paths of exported .mlir files")
    parser.add_argument("--device", default="auto", help="cuda, cuda:N, cpu, emulate, or auto (the default)")
    parser.add_argument("--weights", nargs="+", metavar="FILE", help=".npz or .safetensors files of one model")
    parser.add_argument("--rename", nargs="+", default=[], metavar="OLD=NEW",
                        help="replaces a part of the names in these files")
    parser.add_argument("--input", help="a .npy file; by default, the stored input")
    parser.add_argument("-o", dest="output", default="output.npy", help="the output with these weights")
    options = parser.parse_args()
    folder = Path(__file__).resolve().parent
    models = [Path(name).with_suffix("") if name.endswith(".mlir") else folder / name for name in options.models]
    if not options.weights:
        return 0 if all([compare(model, from_seed(*describe(model)), options.device) for model in models]) else 1
    if len(models) > 1:
        parser.error("expected one model with --weights")
    renamed = dict(pair.split("=") for pair in options.rename)
    weights = from_files(describe(models[0])[0], options.weights, renamed)
    run(models[0], options.input or f"{models[0]}-input.npy", weights, options.output, options.device)
    return 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError) as error:
        sys.exit(str(error))
    except subprocess.CalledProcessError as error:  # zyn-run has said why
        sys.exit(error.returncode)
