"""Matmuls by kinds of elements: the program for Zyn, its inputs, and the call of torch that a user has instead."""
import math
from dataclasses import dataclass


@dataclass(frozen=True)
class Format:
    """`element` is the type of A and B for Zyn, `result` that of the destination, and `dtype` the name of torch's type.
    If `transposed`, B is N x K, since torch has no other matmul of these elements. `narrow` rounds the f32 sums to
    `result` in an epilogue."""

    element: str
    result: str
    dtype: str
    transposed: bool = False
    narrow: bool = False
    precision: str = ""
    has_triton: bool = False


FORMATS = {
    "bf16": Format("bf16", "bf16", "bfloat16", has_triton=True),
    "f16": Format("f16", "f16", "float16", has_triton=True),
    "f32": Format("f32", "f32", "float32"),
    "tf32": Format("f32", "f32", "float32", precision="precision = tf32 "),
    "f64": Format("f64", "f64", "float64"),
    "f8": Format("f8E4M3FN", "f32", "float8_e4m3fn", transposed=True),
    "f8-bf16": Format("f8E4M3FN", "bf16", "float8_e4m3fn", transposed=True, narrow=True),
    "i8": Format("i8", "i32", "int8", transposed=True),
}
BYTES = {"f8E4M3FN": 1, "i8": 1, "f16": 2, "bf16": 2, "f32": 4, "i32": 4, "f64": 8}


def module_of(format, m, n, k, dynamic=False):
    """Returns a module whose function main multiplies two matrices."""
    def tensor(element, *sizes):
        return "tensor<" + "".join("?x" if dynamic else f"{size}x" for size in sizes) + f"{element}>"

    a, c = tensor(format.element, m, k), tensor(format.result, m, n)
    b = tensor(format.element, *((n, k) if format.transposed else (k, n)))
    sizes = f"""  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : {a}
  %n = tensor.dim %b, %c{0 if format.transposed else 1} : {b}
""" if dynamic else ""
    epilogue = f""" epilogue {{
  ^bb0(%sum: f32):
    %narrow = arith.truncf %sum : f32 to {format.result}
    zyn.yield %narrow : {format.result}
  }}""" if format.narrow else ""
    words = ("transpose_b " if format.transposed else "") + format.precision
    return f"""func.func @main(%a: {a}, %b: {b}) -> {c} {{
{sizes}  %empty = tensor.empty({"%m, %n" if dynamic else ""}) : {c}
  %r = zyn.matmul {words}ins(%a, %b : {a}, {b}) outs(%empty : {c}){epilogue} -> {c}
  return %r : {c}
}}
"""


def zyn_inputs(format, m, n, k):
    b = f"{n}x{k}" if format.transposed else f"{k}x{n}"
    return [f"random:{format.element}:{m}x{k}", f"random:{format.element}:{b}"]


def total_bytes(format, m, n, k):
    """Returns the number of bytes of both operands and the result."""
    return BYTES[format.element] * (m * k + k * n) + BYTES[format.result] * m * n


def torch_inputs(torch, format, m, n, k):
    """Returns A and B with values like those of zyn-run. B is K x N, but may be the view of an N x K matrix."""
    def matrix(*shape):
        if format.element == "i8":
            return torch.randint(-100, 101, shape, dtype=torch.int8, device="cuda")
        return torch.randn(shape, device="cuda").to(getattr(torch, format.dtype))

    return matrix(m, k), matrix(n, k).t() if format.transposed else matrix(k, n)


def torch_matmul(torch, format):
    """Returns the function of A and B that torch has for these elements. It fails for shapes that cuBLAS does not
    support: f8 and i8 need multiples of 8 or 16."""
    torch.backends.cuda.matmul.allow_tf32 = bool(format.precision)
    if format.element == "i8":
        return torch._int_mm
    if format.element != "f8E4M3FN":
        return torch.matmul
    one = torch.ones((), device="cuda")
    result = {"f32": torch.float32, "bf16": torch.bfloat16}[format.result]
    return lambda a, b: torch._scaled_mm(a, b, scale_a=one, scale_b=one, out_dtype=result, use_fast_accum=True)


def rate(m, n, k, ms):
    """Returns 10^12 operations per second as text."""
    return "" if math.isnan(ms) else f"{2 * m * n * k / ms / 1e9:.1f}"
