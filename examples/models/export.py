#!/usr/bin/env python3
"""Exports a model from PyTorch to linalg on tensors, with its weights as arguments.

    python3 -m venv venv
    venv/bin/pip install -r examples/models/requirements.txt
    venv/bin/python examples/models/export.py gpt2
    venv/bin/python examples/models/export.py gpt2 --published --set length=16 -o gpt2-full

Writes NAME.mlir; NAME.json, which has the model, its sizes if they are not the small ones, and the names and shapes of
the weights in the order of the arguments; and an input and PyTorch's output for it, NAME-input.npy and
NAME-output.npy. The weights for this output come from a seed.
"""
import argparse
import json
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch_mlir import fx

from models import MODELS, PUBLISHED
from weights import from_seed

SEED = 2026


class WithWeights(nn.Module):
    """A model as a function of its input and its weights."""

    def __init__(self, model, names):
        super().__init__()
        self.call = lambda *weights: torch.func.functional_call(model, dict(zip(names, weights[1:])), weights[:1])

    def forward(self, x, *weights):
        return self.call(x, *weights)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", choices=MODELS)
    parser.add_argument("--published", action="store_true", help="the sizes of a published model instead of small ones")
    parser.add_argument("--set", nargs="*", default=[], metavar="NAME=N", help="other sizes, such as length=16")
    parser.add_argument("--batch", type=int, default=2, help="the number of images or texts")
    parser.add_argument("--dynamic", action="store_true", help="for any number of words, or of images")
    parser.add_argument("--input", type=Path, metavar="FILE", help="a .npy file with the input (default: random)")
    parser.add_argument("-o", dest="output", type=Path, help="path of the files without their suffix")
    options = parser.parse_args()
    if options.dynamic and MODELS[options.model].dynamic_dimension is None:
        parser.error(f"argument --dynamic: the sizes of {options.model} are fixed")
    sizes = dict(PUBLISHED[options.model]) if options.published else {}
    sizes.update((name, int(value)) for name, value in (size.split("=") for size in options.set))
    output = options.output or Path(__file__).resolve().parent / options.model

    torch.manual_seed(SEED)
    model = MODELS[options.model](**sizes).eval()
    shapes = {name: list(array.shape) for name, array in model.state_dict().items() if array.is_floating_point()}
    weights = [torch.from_numpy(array) for array in from_seed(shapes, SEED).values()]
    function = WithWeights(model, list(shapes))
    x = torch.from_numpy(np.load(options.input)) if options.input else model.example(options.batch)
    dynamic = None
    if options.dynamic:
        dynamic = ({model.dynamic_dimension: torch.export.Dim.DYNAMIC}, ({},) * len(weights))
    with torch.no_grad():
        expected = function(x, *weights)
        module = fx.export_and_import(function, x, *weights, func_name="main", output_type="linalg-on-tensors",
                                      dynamic_shapes=dynamic)
    description = {"model": options.model, "sizes": sizes, "seed": SEED, "weights": shapes}
    output.with_suffix(".mlir").write_text(str(module))
    output.with_suffix(".json").write_text(json.dumps(description, indent=1) + "\n")
    np.save(f"{output}-input.npy", x.numpy())
    np.save(f"{output}-output.npy", expected.numpy())


if __name__ == "__main__":
    main()
