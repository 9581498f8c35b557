#!/usr/bin/env python3
"""A block of a transformer as a function of Python, compared with NumPy in float64.

    examples/python/transformer.py [DEVICE]

DEVICE is cuda, cpu, emulate, or auto (the default).
"""
import sys

import numpy as np

import zyn

HEADS, WIDTH = 2, 16


def split_heads(x):
    """Returns what each head gets of rows of features: batch x heads x rows x features."""
    batch, rows, _ = x.shape
    return x.reshape(batch, rows, HEADS, WIDTH // HEADS).transpose(0, 2, 1, 3)


@zyn.function
def attend(x, weights):
    q, k, v = (split_heads(x @ weights[name]) for name in ("queries", "keys", "values"))
    y = zyn.attention(q, k, v, causal=True)
    return y.transpose(0, 2, 1, 3).reshape(x.shape) @ weights["outputs"]


@zyn.function
def block(x, weights):
    x = x + attend(zyn.layer_norm(x), weights)
    hidden = zyn.relu(zyn.layer_norm(x) @ weights["up"])
    return x + hidden @ weights["down"]


def reference(x, weights):
    """The same with NumPy."""
    def normalize(x):
        return (x - x.mean(-1, keepdims=True)) / np.sqrt(x.var(-1, keepdims=True) + 1e-5)

    q, k, v = (split_heads(normalize(x) @ weights[name]) for name in ("queries", "keys", "values"))
    scores = q @ k.swapaxes(2, 3) / np.sqrt(q.shape[3])
    scores = np.where(np.tri(x.shape[1], dtype=bool), scores, -np.inf)
    shares = np.exp(scores - scores.max(-1, keepdims=True))
    shares /= shares.sum(-1, keepdims=True)
    x = x + (shares @ v).transpose(0, 2, 1, 3).reshape(x.shape) @ weights["outputs"]
    return x + np.maximum(normalize(x) @ weights["up"], 0) @ weights["down"]


def main():
    device = sys.argv[1] if len(sys.argv) > 1 else "auto"
    random = np.random.default_rng(1)
    shapes = {"queries": (WIDTH, WIDTH), "keys": (WIDTH, WIDTH), "values": (WIDTH, WIDTH), "outputs": (WIDTH, WIDTH),
              "up": (WIDTH, 4 * WIDTH), "down": (4 * WIDTH, WIDTH)}
    weights = {name: random.normal(0, 0.2, shape).astype(np.float32) for name, shape in shapes.items()}

    # The numbers of sequences and of their elements differ from call to call; the weights have fixed sizes.
    types = {name: zyn.f32[shape] for name, shape in shapes.items()}
    compiled = block.compile(zyn.f32["batch", "rows", WIDTH], types, device=device)
    for batch, rows in [(1, 5), (3, 12)]:
        x = random.normal(size=(batch, rows, WIDTH)).astype(np.float32)
        y = compiled(x, *weights.values())
        expected = reference(x.astype(float), {name: array.astype(float) for name, array in weights.items()})
        print(f"{batch} x {rows} x {WIDTH}: {'agrees' if np.abs(y - expected).max() < 1e-4 else 'differs'}")


if __name__ == "__main__":
    try:
        main()
    except zyn.Error as error:
        sys.exit(str(error))
