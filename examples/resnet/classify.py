#!/usr/bin/env python3
"""Classifies photographs with ResNet-18 and zyn-run, which has to be in PATH.

    examples/resnet/classify.py [PHOTO...] [--weights FILE...] [--labels FILE] [--top N] [--device DEVICE]

Photographs are PNG files; others, such as JPEG, are read with Pillow, if it is installed. Without any, those of the
examples are classified. A photograph is scaled so that its shorter side has 256 pixels; the network gets the 224x224 in
the middle, with the mean and the deviation of ImageNet's colors removed, as torchvision does for this model.

Without --weights, the weights come from a seed, so that the classes mean nothing, but the output for the photographs of
the examples has to be that of PyTorch: exits with 1 if it is not.
"""
import argparse
import struct
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parent
sys.path[:0] = [str(FOLDER.parent / "models"), str(FOLDER.parent / "filter")]
import run  # noqa: E402
from pngfile import read_png  # noqa: E402
from weights import from_files, from_seed  # noqa: E402

PHOTOGRAPHS = [FOLDER.parent / "filter" / "photo.png", FOLDER / "coffee.png"]
MODEL = FOLDER / "resnet18"
SHORTER_SIDE, SIZE = 256, 224
MEAN, DEVIATION = np.array([0.485, 0.456, 0.406]), np.array([0.229, 0.224, 0.225])


def read_photograph(path):
    """Returns height x width x 3 bytes."""
    if Path(path).suffix.lower() == ".png":
        try:
            height, width, channels, pixels = read_png(path)
        except (struct.error, zlib.error, UnboundLocalError):
            raise ValueError(f"{path}: error: the PNG file is incomplete or damaged") from None
        return np.broadcast_to(np.frombuffer(pixels, np.uint8).reshape(height, width, channels), (height, width, 3))
    try:
        from PIL import Image
    except ImportError:
        raise ValueError(f"{path}: error: only PNG files can be read without Pillow; install it, or convert the file") from None
    try:
        with Image.open(path) as image:
            return np.asarray(image.convert("RGB"))
    except OSError:
        raise ValueError(f"{path}: error: cannot be read, or not a format that Pillow knows") from None


def scaling(old, new):
    """Returns the new x old matrix of the middle SIZE lines of `new` ones: a pixel is the average of those that it covers,
    weighted by their distance to its center (bilinear, antialiased)."""
    scale = max(old / new, 1)
    first = round((new - SIZE) / 2)
    centers = (np.arange(first, first + SIZE) + 0.5) * old / new
    weights = np.maximum(0, 1 - np.abs(np.arange(old) + 0.5 - centers[:, None]) / scale)
    return weights / weights.sum(1, keepdims=True)


def prepare(photograph):
    """Returns 3 x SIZE x SIZE numbers of f32."""
    height, width, _ = photograph.shape
    shorter = min(height, width)
    rows, columns = (scaling(side, side * SHORTER_SIDE // shorter) for side in (height, width))
    scaled = np.einsum("yh,hwc,xw->cyx", rows, photograph / 255.0, columns, optimize=True)
    return ((scaled - MEAN[:, None, None]) / DEVIATION[:, None, None]).astype(np.float32)


def classify(photographs, weights, device):
    """Returns a row of 1,000 numbers for each photograph: the greater, the likelier is the class."""
    with tempfile.TemporaryDirectory() as folder:
        x, output = Path(folder) / "photographs.npy", Path(folder) / "output.npy"
        np.save(x, np.stack([prepare(read_photograph(path)) for path in photographs]))
        run.run(MODEL, x, weights, output, device)
        return np.load(output)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("photographs", nargs="*", metavar="PHOTO")
    parser.add_argument("--weights", nargs="+", metavar="FILE", help=".npz or .safetensors files, with torchvision's names")
    parser.add_argument("--labels", metavar="FILE", help="a text file with the name of each class on a line of its own")
    parser.add_argument("--top", type=int, default=3, metavar="N", help="the number of classes to print (default: 3)")
    parser.add_argument("--device", default="auto", help="cuda, cuda:N, cpu, emulate, or auto (the default)")
    options = parser.parse_args()
    if options.top < 1:
        parser.error("argument --top: expected a positive number")
    shapes, seed = run.describe(MODEL)
    weights = from_files(shapes, options.weights) if options.weights else from_seed(shapes, seed)
    labels = Path(options.labels).read_text().splitlines() if options.labels else [f"class {i}" for i in range(1000)]
    if len(labels) != 1000:
        raise ValueError(f"{options.labels}: error: expected 1000 lines, found {len(labels)}")
    scores = classify(options.photographs or PHOTOGRAPHS, weights, options.device)
    shares = np.exp(scores - scores.max(1, keepdims=True))
    shares /= shares.sum(1, keepdims=True)
    for path, row in zip(options.photographs or PHOTOGRAPHS, shares):
        best = np.argsort(-row)[:options.top]
        print(f"{Path(path).name}: " + ", ".join(f"{labels[i]} {row[i]:.1%}" for i in best))
    if options.weights or options.photographs:
        return 0
    return 0 if run.agrees("resnet18", scores, np.load(FOLDER / "resnet18-output.npy")) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except (OSError, ValueError) as error:
        sys.exit(str(error))
    except subprocess.CalledProcessError as error:  # zyn-run has said why
        sys.exit(error.returncode)
