"""Random selections of the largest or smallest elements: keys of all types, any number of them, in rows of any dimension."""
from arrays import FLOATS, FLOATS8
from programs import topk_case

KEYS = [*FLOATS, *FLOATS8, "i64", "i32", "i16", "i8"]


def program(draw, name):
    shape = draw.shape()
    dim = draw.one(*range(len(shape)))
    k = int(draw.rng.integers(shape[dim] + 1))
    return topk_case(draw.rng, name, draw.one(*KEYS), shape, dim, k, draw.flag(0.5), draw.one("i32", "i64"),
                     draw.some(range(len(shape))))
