#!/usr/bin/env python3
"""Exports the models of this folder from PyTorch to linalg on tensors or TOSA, with torch's results.

    python3 -m venv venv
    venv/bin/pip install torch==2.15.0 torch-mlir==20261001 numpy==2.4.6 packaging
    venv/bin/python test/Execution/Models/export.py

The weights come from a seed and are small, and so are the models. For each, there is NAME.mlir, and NAME.json with the
inputs and the results in float32.
"""
import json
from pathlib import Path

import torch
from torch import nn
from torch.nn import functional
from torch_mlir import fx


class LeNet(nn.Module):
    """Convolutions with padding, pooling and linear layers."""

    def __init__(self):
        super().__init__()
        self.first, self.second = nn.Conv2d(1, 4, 5, padding=2), nn.Conv2d(4, 6, 3)
        self.hidden, self.last = nn.Linear(54, 16), nn.Linear(16, 10)

    def forward(self, images):
        x = functional.max_pool2d(functional.relu(self.first(images)), 2)
        x = functional.avg_pool2d(functional.relu(self.second(x)), 2, padding=1)
        return self.last(functional.relu(self.hidden(x.flatten(1))))


class Residual(nn.Module):
    """Depthwise and grouped convolutions, normalization over a batch, and a residual connection."""

    def __init__(self):
        super().__init__()
        self.depthwise = nn.Conv2d(4, 4, 3, padding=1, groups=4)
        self.norm = nn.BatchNorm2d(4)
        self.grouped = nn.Conv2d(4, 8, 3, stride=2, padding=1, groups=2)
        self.shortcut = nn.Conv2d(4, 8, 1, stride=2, bias=False)
        self.line = nn.Conv1d(8, 3, 3, dilation=2)

    def forward(self, images):
        x = functional.relu6(self.norm(self.depthwise(images)))
        x = functional.relu(self.grouped(x) + self.shortcut(images))
        pooled = functional.max_pool2d(x, 3, stride=2, padding=1)
        return self.line(x.flatten(2)), pooled, functional.adaptive_avg_pool2d(x, 1)


class Encoder(nn.Module):
    """A layer of a transformer encoder: embedding, attention, layer normalization, gelu."""

    def __init__(self, width=8, heads=2):
        super().__init__()
        self.heads = heads
        self.embedding = nn.Embedding(20, width)
        self.query, self.key, self.value = (nn.Linear(width, width) for _ in range(3))
        self.out, self.up, self.down = nn.Linear(width, width), nn.Linear(width, 16), nn.Linear(16, width)
        self.before, self.after = nn.LayerNorm(width), nn.LayerNorm(width)

    def forward(self, words):
        x = self.embedding(words)
        batch, length, width = x.shape
        normalized = self.before(x)
        query, key, value = (part(normalized).view(batch, length, self.heads, -1).transpose(1, 2)
                             for part in (self.query, self.key, self.value))
        scores = torch.softmax(query @ key.transpose(-1, -2) / (width // self.heads)**0.5, -1)
        x = x + self.out((scores @ value).transpose(1, 2).reshape(batch, length, width))
        return x + self.down(functional.gelu(self.up(self.after(x))))


class Functions(nn.Module):
    """Functions of tensors that exporters decompose."""

    def forward(self, x, y):
        return (x.pow(3), x.argmax(1), functional.gelu(x, approximate="tanh"), x.var(1), torch.cat([x, y], 0),
                torch.where(x > 0, x, y), functional.pad(x, (1, 2)), torch.einsum("ij,kj->ki", x, y),
                torch.log_softmax(x, 1), torch.triu(x), (x * y).sum(0, keepdim=True), x[:, 1:3], x.flip(1))


class Attention(nn.Module):
    """Attention as PyTorch decomposes it, and written out: without a mask, with one of booleans or floats, and causal."""

    def forward(self, query, key, value, seen, bias):
        attend = functional.scaled_dot_product_attention
        hidden = torch.where(seen, query @ key.transpose(-1, -2) / query.shape[-1]**0.5, float("-inf"))
        return (attend(query, key, value, scale=1.0), attend(query, key, value, attn_mask=seen),
                attend(query, key, value, attn_mask=bias, scale=0.5), attend(key, key, value, is_causal=True),
                torch.softmax(hidden, -1) @ value, torch.softmax(query[0] @ key[0].mT * 0.3 + bias, -1) @ value[0],
                torch.softmax(query[0, 0] @ key[0, 0].T, -1) @ value[0, 0])


class MaskedAttention(nn.Module):
    """Attention that is not decomposed."""

    def forward(self, query, key, value, seen, bias):
        attend = functional.scaled_dot_product_attention
        return attend(query, key, value, attn_mask=seen), attend(query, key, value, attn_mask=bias)


class Operators(nn.Module):
    """What TOSA has ops for."""

    def forward(self, x, y, images, filters, bias, words, heads):
        return (functional.conv2d(images, filters, bias, padding=1, stride=2), functional.linear(x, y), x.argmax(1),
                functional.max_pool2d(images, 2), functional.avg_pool2d(images, 3, stride=1, padding=1),
                torch.softmax(x, -1), x.sum(1), x.amax(0), x.mean(), functional.embedding(words, y), torch.sigmoid(x),
                torch.clamp(x, -0.5, 0.5), torch.where(x > y, x, y), x.pow(2), torch.cat([x, y], 1), x.T.contiguous(),
                x[:, 1:3], functional.pad(x, (1, 2)), torch.softmax(heads @ heads.mT * 0.5, -1) @ heads)


class Sequences(nn.Module):
    """Scans, sorts, selections and scatters."""

    def forward(self, x, numbers, rows, places, updates, elements):
        return (x.cumsum(1), x.cumprod(0), numbers.cumsum(0), x.logcumsumexp(1), *x.sort(1), *x.sort(0, descending=True),
                *torch.sort(numbers, 1), *x.topk(2, 1), *x.topk(3, 0, largest=False), *x.kthvalue(2, 1),
                x.index_put((rows,), updates), x.index_put((rows, rows - 1), elements), x.index_add(0, rows, updates),
                x.scatter(1, places, x[:, :3]), x.scatter_add(1, places, x[:, :3]),
                x.scatter_reduce(1, places, x[:, :3], "amax"), x.scatter_reduce(1, places, x[:, :3], "mean"))


class Selections(nn.Module):
    """Extrema with their indices, and elements at indices."""

    def forward(self, x, numbers, rows, places):
        return (x.argmax(1), x.argmin(0, keepdim=True), x.argmax(), *x.max(1), *x.min(0), *numbers.max(1),
                *numbers.min(1), x.index_select(1, rows - 1), x.index_select(0, rows), x[rows], x[:, places[:2] - 1],
                x[rows, rows - 2], x.gather(1, places), functional.embedding(places, x))


def export(name, model, *inputs, batch=False, output_type="linalg-on-tensors", **options):
    model.eval()
    for parameter in model.state_dict().values():
        if parameter.is_floating_point():  # few digits, so that the text is short
            parameter.copy_(random(*parameter.shape) / 2)
    if isinstance(model, Residual):
        model.norm.running_var.copy_(model.norm.running_var.abs() + 0.5)
    dynamic = {"dynamic_shapes": ({0: torch.export.Dim("batch", min=2, max=64)},) * len(inputs)} if batch else {}
    module = fx.export_and_import(model, *inputs, output_type=output_type, func_name="main", **dynamic, **options)
    results = model(*inputs)
    results = results if isinstance(results, tuple) else (results,)
    folder = Path(__file__).resolve().parent
    (folder / f"{name}.mlir").write_text(str(module))
    arrays = lambda tensors: [{"type": str(t.dtype).removeprefix("torch."), "shape": list(t.shape),
                               "elements": t.detach().flatten().tolist()} for t in tensors]
    (folder / f"{name}.json").write_text(json.dumps({"inputs": arrays(inputs), "results": arrays(results)}) + "\n")


def random(*shape):
    return (torch.randn(shape) * 64).round() / 64


def main():
    torch.manual_seed(2026)
    with torch.no_grad():
        export("lenet", LeNet(), random(2, 1, 12, 12))
        export("lenet-dynamic", LeNet(), random(3, 1, 12, 12), batch=True)
        export("residual", Residual(), random(2, 4, 7, 8))
        export("encoder", Encoder(), torch.randint(0, 20, (2, 5)))
        export("functions", Functions(), random(6, 5), random(6, 5))
        seen = torch.rand(2, 1, 5, 7) > 0.3
        seen[:, :, :, 0] = True  # each query sees a key
        heads = random(2, 3, 5, 8), random(2, 3, 7, 8), random(2, 3, 7, 6)
        export("attention", Attention(), *heads, seen, random(5, 7))
        export("masked-attention", MaskedAttention(), *heads, seen.expand(2, 3, 5, 7).clone(), random(2, 3, 5, 7),
               decomposition_table=[])
        export("operators", Operators(), random(6, 5), random(6, 5), random(1, 3, 7, 8), random(4, 3, 3, 3), random(4),
               torch.tensor([[1, 2], [0, 5]]), random(3, 7, 4), output_type="tosa")
        numbers, rows = torch.randint(-9, 9, (6, 5)), torch.tensor([1, 4, 2])
        places = torch.stack([torch.randperm(5)[:3] for _ in range(6)])
        export("sequences", Sequences(), random(6, 5), numbers, rows, places, random(3, 5), random(3))
        export("selections", Selections(), random(6, 5), numbers, rows, places)


if __name__ == "__main__":
    main()
