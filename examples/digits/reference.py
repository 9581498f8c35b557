#!/usr/bin/env python3
"""The classifier in NumPy float64, as a reference for the results of zyn-run.

    python reference.py                                    # prints the accuracy of the float64 network
    python reference.py classes.npy probabilities.npy      # compares these results with it

Exits with 1 if a probability differs by more than 1e-5, or if a class differs although the two largest
float64 probabilities are more than 1e-5 apart (if they are closer, rounding may decide for either).
"""
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).parent
TOLERANCE = 1e-5


def classify():
    """Returns classes [360] and probabilities [360, 10] of the held-out images in float64."""
    images, w1, b1, w2, b2 = (
        np.load(HERE / f"{name}.npy").astype(np.float64) for name in ["images", "w1", "b1", "w2", "b2"])
    logits = np.maximum(images @ w1 + b1, 0) @ w2 + b2
    exps = np.exp(logits - logits.max(axis=1, keepdims=True))
    probabilities = exps / exps.sum(axis=1, keepdims=True)
    return probabilities.argmax(axis=1), probabilities


def main():
    classes, probabilities = classify()
    labels = np.load(HERE / "labels.npy")
    right = int((classes == labels).sum())
    print(f"float64 accuracy {right / len(labels):.4f} ({right} of {len(labels)})")
    if len(sys.argv) == 1:
        return 0

    got_classes, got = np.load(sys.argv[1]), np.load(sys.argv[2])
    for name, array, like in [("classes", got_classes, classes), ("probabilities", got, probabilities)]:
        if array.shape != like.shape:
            sys.exit(f"{name}: expected shape {like.shape}, found {array.shape}")
    error = np.abs(got - probabilities).max()
    top = np.sort(probabilities, axis=1)
    wrong = int(((got_classes != classes) & (top[:, -1] - top[:, -2] > TOLERANCE)).sum())
    print(f"largest difference of a probability {error:.2e}, classes that differ {wrong}")
    return int(not error <= TOLERANCE or wrong > 0)  # "not <=" rather than ">" because of NaN


if __name__ == "__main__":
    sys.exit(main())
