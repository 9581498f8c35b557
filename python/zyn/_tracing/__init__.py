"""Functions of Python that are traced into the zyn dialect.

function.py has the decorator, trace.py writes the module, tensor.py has the class whose operators do, and the other
files have the functions of tensors. kernel.py has the decorator of loop nests, whose points kernel_body.py writes, with
the loops and branches of loops.py.
"""
from .tensor import Tensor
from .elementwise import PUBLIC as _ELEMENTWISE
from .elementwise import astype, clip, where
from .function import TracedFunction, forget_compiled, function
from .functions import (
    abs, acos, acosh, add, asin, asinh, atan, atan2, atanh, bitwise_and, bitwise_not, bitwise_or, bitwise_xor, cbrt,
    ceil, cos, cosh, divide, equal, erf, erfc, exp, exp2, expm1, floor, floor_divide, greater, greater_equal,
    isfinite, isinf, isnan, less, less_equal, log, log10, log1p, log2, maximum, minimum, multiply, negative,
    not_equal, pow, reciprocal, remainder, round, rsqrt, sign, sin, sinh, sqrt, square, subtract, tan, tanh, trunc)
from .indexing import take
from .kernel import TracedKernel, kernel
from .loops import fori_loop, while_loop
from .networks import gelu, layer_norm, relu, sigmoid, silu, softmax
from .products import attention, conv2d, matmul
from .reductions import all, any, argmax, argmin, max, mean, min, prod, sum, var
from .scans import cummax, cummin, cumprod, cumsum
from .shapes import (arange, broadcast_to, concat, expand_dims, full, ones, reshape, squeeze, stack, transpose, zeros)
from .sorting import argsort, sort, topk
from .types import DTYPES as _DTYPES
from .types import INDEX as index
from .types import DType, TensorType, bf16, f8E4M3FN, f8E5M2, f16, f32, f64, i1, i8, i16, i32, i64

__all__ = [
    "DType", "Tensor", "TensorType", "TracedFunction", "TracedKernel", "function", "kernel", *_DTYPES, *_ELEMENTWISE,
    "all", "any", "arange", "argmax", "argmin", "argsort", "astype", "attention", "broadcast_to", "clip", "concat",
    "conv2d", "cummax", "cummin", "cumprod", "cumsum", "expand_dims", "fori_loop", "full", "gelu", "index", "layer_norm",
    "matmul", "max", "mean", "min", "ones", "prod", "relu", "reshape", "sigmoid", "silu", "softmax", "sort", "squeeze",
    "stack", "sum", "take", "topk", "transpose", "var", "where", "while_loop", "zeros",
]

for _name in __all__:
    if hasattr(globals()[_name], "__module__") and not isinstance(globals()[_name], DType):
        globals()[_name].__module__ = "zyn"
