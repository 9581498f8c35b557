#!/usr/bin/env python3
"""Trains the digit classifier of this example and writes its arrays as .npy files.

    pip install numpy scikit-learn
    python train.py [FOLDER]          # writes the files to FOLDER, by default that of this script

The network is 64 -> 32 (ReLU) -> 10 (softmax), trained in plain NumPy float32 with Adam (Kingma and Ba,
2015) on the cross-entropy, with decoupled weight decay (Loshchilov and Hutter, 2019). The seed is fixed:
a second run on the same machine writes the same bytes. Another BLAS may round differently.

Files: images.npy [360, 64] f32 in 0..1 and labels.npy [360] i32, which are not used for training;
w1.npy [64, 32], b1.npy [32], w2.npy [32, 10], b2.npy [10], all f32.
"""
import sys
from pathlib import Path

import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

SEED = 7
HELD_BACK = 360
HIDDEN = 32
EPOCHS = 120
BATCH = 32
RATE = 3e-3
DECAY = 1e-2


def forward(x, w1, b1, w2, b2):
    """Returns hidden activations [N, HIDDEN] and class probabilities [N, 10] for images x [N, 64]."""
    hidden = np.maximum(x @ w1 + b1, 0)
    logits = hidden @ w2 + b2
    exps = np.exp(logits - logits.max(axis=1, keepdims=True))
    return hidden, exps / exps.sum(axis=1, keepdims=True)


def gradients(x, labels, weights):
    """Returns the gradient of the mean cross-entropy with respect to each of the four weight arrays."""
    hidden, probabilities = forward(x, *weights)
    d_logits = probabilities
    d_logits[np.arange(len(x)), labels] -= 1
    d_logits /= np.float32(len(x))
    d_hidden = (d_logits @ weights[2].T) * (hidden > 0)
    return [x.T @ d_hidden, d_hidden.sum(axis=0), hidden.T @ d_logits, d_logits.sum(axis=0)]


def train(x, labels, rng):
    """Returns the weights [w1, b1, w2, b2] after EPOCHS passes over the images."""
    weights = [
        (rng.standard_normal((64, HIDDEN)) * np.sqrt(2 / 64)).astype(np.float32),
        np.zeros(HIDDEN, np.float32),
        (rng.standard_normal((HIDDEN, 10)) * np.sqrt(2 / HIDDEN)).astype(np.float32),
        np.zeros(10, np.float32),
    ]
    mean = [np.zeros_like(w) for w in weights]
    square = [np.zeros_like(w) for w in weights]
    step = 0
    for epoch in range(EPOCHS):
        rate = RATE * 0.5 * (1 + np.cos(np.pi * epoch / EPOCHS))  # cosine decay to 0
        order = rng.permutation(len(x))
        for start in range(0, len(x), BATCH):
            step += 1
            batch = order[start:start + BATCH]
            for k, g in enumerate(gradients(x[batch], labels[batch], weights)):
                mean[k] += np.float32(0.1) * (g - mean[k])
                square[k] += np.float32(0.001) * (g * g - square[k])
                update = (mean[k] / np.float32(1 - 0.9**step)) / (
                    np.sqrt(square[k] / np.float32(1 - 0.999**step)) + np.float32(1e-8))
                decay = np.float32(DECAY) if weights[k].ndim == 2 else np.float32(0)
                weights[k] -= np.float32(rate) * (update + decay * weights[k])
    return weights


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    digits = load_digits()
    x = (digits.data / 16).astype(np.float32)  # pixels count 0 to 16 dots
    labels = digits.target.astype(np.int32)
    x, held_x, labels, held_labels = train_test_split(
        x, labels, test_size=HELD_BACK, stratify=labels, random_state=SEED)

    weights = train(x, labels, np.random.default_rng(SEED))

    arrays = {"images": held_x, "labels": held_labels, **dict(zip(["w1", "b1", "w2", "b2"], weights))}
    for name, array in arrays.items():
        np.save(folder / f"{name}.npy", np.ascontiguousarray(array))
    right = int((forward(held_x, *weights)[1].argmax(axis=1) == held_labels).sum())
    print(f"held-out accuracy {right / HELD_BACK:.4f} ({right} of {HELD_BACK})")


if __name__ == "__main__":
    main()
