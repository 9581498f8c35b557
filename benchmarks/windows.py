#!/usr/bin/env python3
"""Compares reductions of windows with the pooling functions of torch and with a device-to-device copy.

    python benchmarks/windows.py [--only WORD] [--bursts] [--markdown FILE] [--plot FILE.svg]

Requires torch and an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run). Times are measured
as those of memory.py. The images have their channels last, as torch's channels_last, or first. An average is a sum of
windows and a map. torch's function of maxima also returns indices. The copy moves as many bytes as reading the images
and writing the results. Results are not checked here; the tests do that. Exits with 1 if a program could not be run.
"""
import sys

from measure import comparison
from measure.comparison import Case

BYTES = {"f32": 4, "bf16": 2}
LOWEST = {"f32": "0xFF800000", "bf16": "0xFF80"}


def pool_module(type, shape, spatial, size, stride, padding, is_average):
    """Returns a program and the shape of its result; `spatial` is the number of the first spatial dimension."""
    spread = lambda number, other: [number if d in (spatial, spatial + 1) else other for d in range(4)]
    result = [(n + 2 * p - w) // s + 1 for n, w, s, p in zip(shape, spread(size, 1), spread(stride, 1), spread(padding, 0))]
    tensor = lambda sizes: f"tensor<{'x'.join(map(str, sizes))}x{type}>"
    x, y = tensor(shape), tensor(result)
    paddings = [p for padding in spread(padding, 0) for p in (padding, padding)]
    combine, initial, wide = ("arith.addf", "0.0", "f32") if is_average else ("arith.maximumf", LOWEST[type], type)
    text = f"""func.func @main(%x: {x}) -> {y} {{
  %empty = tensor.empty() : {y}
  %init = zyn.map outs(%empty : {y}) {{
    %initial = arith.constant {initial} : {type}
    zyn.yield %initial : {type}
  }} -> {y}
  %r = zyn.reduce_window window = {spread(size, 1)} strides = {spread(stride, 1)} padding = {paddings}
      ins(%x : {x}) outs(%init : {y}) {{
  ^bb0(%a: {wide}, %b: {wide}):
    %next = {combine} %a, %b : {wide}
    zyn.yield %next : {wide}
  }} -> {y}
"""
    name = "r"
    if is_average:
        name = "mean"
        text += f"""  %mean = zyn.map ins(%r : {y}) outs(%empty : {y}) {{
  ^bb0(%sum: {type}):
    %factor = arith.constant {1 / size**2} : {type}
    %scaled = arith.mulf %sum, %factor : {type}
    zyn.yield %scaled : {type}
  }} -> {y}
"""
    return text + f"  return %{name} : {y}\n}}\n", result


def cases(torch):
    functional = torch.nn.functional
    for kind, type, layout, shape, size, stride, padding in [
            *[("max", type, "nhwc", (32, 112, 112, 64), 3, 2, 1) for type in ("f32", "bf16")],
            *[("average", type, "nhwc", (32, 112, 112, 64), 3, 2, 1) for type in ("f32", "bf16")],
            ("max", "f32", "nhwc", (32, 112, 112, 64), 2, 2, 0), ("max", "f32", "nhwc", (32, 56, 56, 256), 5, 1, 2),
            ("max", "bf16", "nhwc", (64, 28, 28, 480), 3, 1, 1), ("max", "f32", "nchw", (32, 64, 112, 112), 3, 2, 1),
            ("average", "f32", "nchw", (32, 64, 112, 112), 2, 2, 0)]:
        module, result = pool_module(type, shape, 1 if layout == "nhwc" else 2, size, stride, padding, kind == "average")
        pool = functional.avg_pool2d if kind == "average" else functional.max_pool2d

        def run(x, pool=pool, layout=layout, size=size, stride=stride, padding=padding):
            return pool(x.permute(0, 3, 1, 2) if layout == "nhwc" else x, size, stride, padding)

        elements = shape[0] * shape[1] * shape[2] * shape[3] + result[0] * result[1] * result[2] * result[3]
        label = "x".join(map(str, shape))
        yield Case(f"{kind} of {size}x{size} windows, stride {stride}, {layout} {label} {type}", module,
                   [f"random:{type}:{label}"], run, BYTES[type] * elements)


if __name__ == "__main__":
    sys.exit(comparison.main(__doc__.splitlines()[0], cases, ["torch", "copy"], "Windows"))
