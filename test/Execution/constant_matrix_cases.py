"""Constant matrices: dense ones of all types, which are returned or multiplied, and those in CSR format."""
import numpy as np

from arrays import FLOATS, FLOATS8, TYPES, random_values
from programs import Case, Expected, constant, tensor
from spmm_cases import spmm_case


def dense_case(rng, name, type, shape, format=None):
    """Returns a zyn.constant_matrix whose result is returned."""
    values = random_values(rng, type, shape)
    words = f"format = {format} " if format else ""
    body = (f"  %w = zyn.constant_matrix {words}values = {constant(values, type)}\n"
            f"  return %w : {tensor(type, shape)}\n")
    return Case(name, [], [Expected(type, values, None)], [tensor(type, shape)], body)


def product_case(rng, name, type, m, k, n, accumulate=False):
    """Returns a zyn.matmul of a constant matrix and an argument, or one that accumulates into another constant."""
    left, x, start = (random_values(rng, type, shape, 3) for shape in ([m, k], [k, n], [m, n]))
    values = left @ x + (start if accumulate else 0)
    words = " accumulate" if accumulate else ""
    out = tensor(type, [m, n])
    body = (f"  %w = zyn.constant_matrix values = {constant(left, type)}\n"
            f"  %y = zyn.constant_matrix values = {constant(start, type)}\n"
            f"  %r = zyn.matmul{words} ins(%w, %a0 : {tensor(type, [m, k])}, {tensor(type, [k, n])}) "
            f"outs(%y : {out}) -> {out}\n  return %r, %y : {out}, {out}\n")
    expected = [Expected(type, exact, np.zeros([m, n])) for exact in (values, start)]
    return Case(name, [(type, tensor(type, [k, n]), x)], expected, [out, out], body)


def csr_case(rng, name, type, lengths, k, n, more=0, **options):
    """Returns a zyn.spmm of a constant matrix with k columns whose rows have `lengths` elements, or k. The dense matrix has
    `more` rows than that."""
    lengths = [min(length, k) for length in lengths]
    return spmm_case(rng, name, type, lengths, k + more, n, num_columns=k, **options)


def cases(rng):
    built = []
    for type in TYPES:
        built.append(dense_case(rng, f"constant_matrix_{type}", type, [5, 7]))
    for shape, format in [([0, 4], None), ([3, 0], "auto"), ([1, 1], "dense"), ([130, 33], "dense")]:
        built.append(dense_case(rng, f"constant_matrix_{shape[0]}x{shape[1]}", "f32", shape, format))
    for type in ["f32", "f64", "i32"]:
        built.append(product_case(rng, f"constant_matrix_{type}_product", type, 9, 6, 16))
        built.append(product_case(rng, f"constant_matrix_{type}_sum", type, 4, 11, 5, accumulate=True))
    for type in [*FLOATS, *FLOATS8, "i32", "i8"]:
        whole, out = (2, "f32") if type in FLOATS8 else (None, None)
        built.append(csr_case(rng, f"constant_matrix_{type}_csr", type, [3, 0, 9, 40], 33, 24, whole=whole, out=out))
    for index in ["i8", "i16", "i64"]:
        built.append(csr_case(rng, f"constant_matrix_csr_{index}", "f32", [2, 0, 7, 1], 30, 9, index=index, whole=3))
    for rows, k, n, more in [([], 4, 3, 0), ([0, 0], 0, 5, 0), ([3, 1], 9, 1, 4)]:
        name = f"constant_matrix_csr_{len(rows)}_rows_of_{k}"
        built.append(csr_case(rng, name, "f32", rows, k, n, more=more, whole=3))
    built.append(csr_case(rng, "constant_matrix_csr_dynamic", "f32", [4, 2], 12, 20, dynamic=True))
    return built
