#!/usr/bin/env python3
"""Exports ResNet-18 in its published size for any number of images, with its output for the photographs.

    python3 -m venv venv
    venv/bin/pip install -r examples/models/requirements.txt
    venv/bin/python examples/resnet/export.py

Writes resnet18.mlir, resnet18.json and resnet18-output.npy; see examples/models/export.py.
"""
import subprocess
import sys

import numpy as np

from classify import FOLDER, MODEL, PHOTOGRAPHS, prepare, read_photograph


def main():
    images = FOLDER / "photographs.npy"
    np.save(images, np.stack([prepare(read_photograph(path)) for path in PHOTOGRAPHS]))
    try:
        subprocess.run([sys.executable, FOLDER.parent / "models" / "export.py", "resnet18", "--published", "--dynamic",
                        "--input", images, "-o", MODEL], check=True)
    finally:
        images.unlink()
        MODEL.with_name("resnet18-input.npy").unlink(missing_ok=True)


if __name__ == "__main__":
    main()
