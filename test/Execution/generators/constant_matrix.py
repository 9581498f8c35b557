"""Random constant matrices: dense ones of all types, and those in CSR format that multiply a dense matrix."""
from arrays import FLOATS, FLOATS8, TYPES
from constant_matrix_cases import csr_case, dense_case


def program(draw, name):
    if draw.flag(0.3):
        shape = [draw.size(0, 1, 5, 33), draw.size(0, 1, 8, 70)]
        return dense_case(draw.rng, name, draw.one(*TYPES), shape, draw.one(None, "auto", "dense"))
    type = draw.one(*FLOATS, *FLOATS8, "i32", "i8")
    rows = [draw.one(0, 0, 1, 5, 33) for _ in range(draw.one(0, 1, 6, 20))]
    return csr_case(draw.rng, name, type, rows, draw.one(0, 1, 7, 40, 100), draw.size(1, 4, 11, 33, 64),
                    more=draw.one(0, 0, 3), out="f32" if type in FLOATS8 else None,
                    index=draw.one("i16", "i32", "i64"), whole=2, dynamic=draw.some(range(2)), accumulate=draw.flag(0.3))
