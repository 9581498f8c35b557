"""Random sorts: keys of all types, with equal ones and special values, any number of values, in both directions or with a
comparator."""
from arrays import FLOATS, FLOATS8
from programs import sort_case

KEYS = [*FLOATS, *FLOATS8, "i64", "i32", "i16", "i8"]


def program(draw, name):
    shape = draw.shape()
    values = [draw.one(*KEYS, "i1") for _ in range(draw.one(0, 0, 1, 2))]
    compare = draw.one(None, None, "magnitude", "pair") if values and values[0] in ("f32", "i32", "i64") else None
    return sort_case(draw.rng, name, draw.one("f32", "i32") if compare else draw.one(*KEYS), shape,
                     draw.one(*range(len(shape))), values, not compare and draw.flag(0.5), draw.some(range(len(shape))),
                     compare=compare)
