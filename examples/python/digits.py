#!/usr/bin/env python3
"""Classifies handwritten digits and prints the accuracy.

    examples/python/digits.py [DEVICE]

DEVICE is cuda, cpu, emulate, or auto (the default).
"""
import sys
from pathlib import Path

import numpy as np

import zyn

DIGITS = Path(__file__).resolve().parent.parent / "digits"


def main():
    device = sys.argv[1] if len(sys.argv) > 1 else "auto"
    images, labels, *weights = (np.load(DIGITS / f"{name}.npy") for name in ["images", "labels", "w1", "b1", "w2", "b2"])
    classify = zyn.compile(DIGITS / "model.mlir", "classify", device)
    classes, probabilities = classify(images, *weights)
    right = int((classes == labels).sum())
    print(f"accuracy {right / len(labels):.4f} ({right} of {len(labels)})")
    for index in np.flatnonzero(classes != labels)[:3]:
        print(f"image {index}: label {labels[index]}, read as {classes[index]} "
              f"with probability {probabilities[index, classes[index]]:.2f}")


if __name__ == "__main__":
    try:
        main()
    except zyn.Error as error:
        sys.exit(str(error))
