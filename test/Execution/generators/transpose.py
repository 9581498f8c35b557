"""Random transposed views of what is read and of what is written, of all types and up to four dimensions."""
from arrays import FLOATS, FLOATS8
from view_cases import transpose_case

TYPES = [*FLOATS, *FLOATS8, "i64", "i32", "i16", "i8", "i1"]


def program(draw, name):
    shape = draw.shape()
    permutation, moved = ([int(dim) for dim in draw.rng.permutation(len(shape))] for _ in range(2))
    return transpose_case(draw.rng, name, draw.one(*TYPES), shape, permutation, moved, draw.some(range(len(shape))))
