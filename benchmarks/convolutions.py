#!/usr/bin/env python3
"""Compares convolutions with cuDNN, through torch.

    python benchmarks/convolutions.py [--type TYPE]... [--filter TEXT] [--bursts] [--markdown FILE]

Requires torch and an NVIDIA GPU. Environment: ZYN_RUN is the zyn-run to measure (default: zyn-run).

cuDNN gets images and filters in the layout nhwc (torch's `channels_last`), and selects the fastest of its algorithms by
measuring them (`torch.backends.cudnn.benchmark`). Times are those of bursts and of sustained series, as in products.py.
A ratio above 1 means that Zyn is faster. host.py measures the host. Results are not checked here; the tests do that.
Exits with 1 if a program could not be run.
"""
import math
import sys
from dataclasses import dataclass

from measure import rates


@dataclass(frozen=True)
class Convolution(rates.Case):
    """Images N x H x W x C, filters F x R x S, the same stride, padding and dilation in both directions unless the
    height is 1."""

    label: str
    image: tuple
    filters: tuple
    stride: int = 1
    dilation: int = 1
    groups: int = 1

    @property
    def spatial(self):
        """Strides, padding and dilations of rows and columns; the padding keeps the size if the stride is 1."""
        flat = self.image[1] == 1
        padding = [(size - 1) * self.dilation // 2 for size in self.filters[1:]]
        return (1 if flat else self.stride, self.stride), padding, (self.dilation,) * 2

    @property
    def filter_shape(self):
        return (*self.filters, self.image[3] // self.groups)

    @property
    def result_shape(self):
        strides, padding, dilations = self.spatial
        sizes = [(size + 2 * pad - (extent - 1) * dilation - 1) // stride + 1 for size, pad, extent, dilation, stride
                 in zip(self.image[1:3], padding, self.filters[1:], dilations, strides)]
        return (self.image[0], *sizes, self.filters[0])

    def module(self, type):
        tensor = lambda shape: "tensor<" + "x".join(map(str, shape)) + f"x{type}>"
        x, w, y = map(tensor, (self.image, self.filter_shape, self.result_shape))
        strides, (rows, columns), dilations = self.spatial
        return f"""func.func @main(%x: {x}, %w: {w}) -> {y} {{
  %empty = tensor.empty() : {y}
  %r = zyn.conv2d strides = [{strides[0]}, {strides[1]}] padding = [{rows}, {rows}, {columns}, {columns}]
      dilations = [{dilations[0]}, {dilations[1]}] groups = {self.groups}
      ins(%x, %w : {x}, {w}) outs(%empty : {y}) -> {y}
  return %r : {y}
}}
"""

    def shapes(self):
        return [self.image, self.filter_shape]

    def torch_inputs(self, torch, dtype, device):
        """Returns the operands as torch has them: with the dimensions of nchw and the strides of nhwc."""
        return tuple(array.permute(0, 3, 1, 2) for array in super().torch_inputs(torch, dtype, device))

    def torch_run(self, torch):
        strides, padding, dilations = self.spatial
        return lambda x, w: torch.nn.functional.conv2d(x, w, None, strides, padding, dilations, self.groups)

    def gpu_runs(self, torch):
        return {"cuDNN": self.torch_run(torch)}

    def operations(self):
        return 2 * math.prod(self.result_shape) * math.prod(self.filter_shape[1:])

    def total_bytes(self):
        return 2 * sum(map(math.prod, (self.image, self.filter_shape, self.result_shape)))


CASES = [
    Convolution("32x56x56x256, 3x3, 256", (32, 56, 56, 256), (256, 3, 3)),
    Convolution("64x56x56x64, 3x3, 64", (64, 56, 56, 64), (64, 3, 3)),
    Convolution("32x28x28x512, 3x3, 512", (32, 28, 28, 512), (512, 3, 3)),
    Convolution("32x224x224x3, 7x7, 64, stride 2", (32, 224, 224, 3), (64, 7, 7), stride=2),
    Convolution("1x56x56x64, 3x3, 64", (1, 56, 56, 64), (64, 3, 3)),
    Convolution("32x7x7x512, 3x3, 512", (32, 7, 7, 512), (512, 3, 3)),
    Convolution("32x56x56x128, 3x3, 128, stride 2", (32, 56, 56, 128), (128, 3, 3), stride=2),
    Convolution("32x56x56x256, 1x1, 64", (32, 56, 56, 256), (64, 1, 1)),
    Convolution("32x56x56x256, 1x1, 512, stride 2", (32, 56, 56, 256), (512, 1, 1), stride=2),
    Convolution("8x64x64x256, 3x3, 256, dilation 2", (8, 64, 64, 256), (256, 3, 3), dilation=2),
    Convolution("32x112x112x32, 3x3, 64", (32, 112, 112, 32), (64, 3, 3)),
    Convolution("32x1x4096x256, 1x5, 256", (32, 1, 4096, 256), (256, 1, 5)),
    Convolution("32x28x28x256, 3x3, 256, 32 groups", (32, 28, 28, 256), (256, 3, 3), groups=32),
    Convolution("32x112x112x96, 3x3, depthwise", (32, 112, 112, 96), (96, 3, 3), groups=96),
    Convolution("32x56x56x144, 5x5, depthwise, stride 2", (32, 56, 56, 144), (144, 5, 5), stride=2, groups=144),
]


if __name__ == "__main__":
    sys.exit(rates.main(__doc__.splitlines()[0], "convolution", CASES, ["cuDNN"], ["bf16", "f16"]))
