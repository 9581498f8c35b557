"""Random reductions: any dimensions, combiners, and an argmax of two arrays."""
from arrays import FLOATS, FLOATS8, is_integer
from programs import argmax_case, reduce_case

TYPES = [*FLOATS, *FLOATS8, "i64", "i32", "i16", "i8", "i1"]
NARROW = ["f16", "bf16", *FLOATS8]


def program(draw, name):
    type, shape = draw.one(*TYPES), draw.shape()
    dims, dynamic = draw.some(range(len(shape)), 0.5), draw.some(range(len(shape)))
    if type == "i1":
        return reduce_case(draw.rng, name, type, shape, dims, "xor", dynamic)
    if draw.flag(0.2):
        return argmax_case(draw.rng, name, type, shape, draw.one(*range(len(shape))), dynamic)
    kind = draw.one("add", "add", "max", "min", *(["xor"] if is_integer(type) else []))
    if type in NARROW and draw.flag(0.5):
        return reduce_case(draw.rng, name, type, shape, dims, kind, dynamic, accumulator="f32")
    return reduce_case(draw.rng, name, type, shape, dims, kind, dynamic, whole=1 if type in NARROW else None)
