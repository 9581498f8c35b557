"""Random scans: inclusive or exclusive, in both directions, with and without carries, and a recurrence of two arrays."""
from arrays import FLOATS, FLOATS8
from programs import recurrence_case, scan_case

TYPES = [*FLOATS, *FLOATS8, "i64", "i32", "i16", "i8", "i1"]


def program(draw, name):
    shape = draw.shape()
    dim, dynamic = draw.one(*range(len(shape))), draw.some(range(len(shape)))
    if draw.flag(0.2):
        return recurrence_case(draw.rng, name, shape, dim, draw.flag(), dynamic)
    type = draw.one(*TYPES)
    kind = "xor" if type == "i1" else draw.one("add", "add", "max", "last")
    wider = type in ("f16", "bf16", *FLOATS8) and (kind == "add" or draw.flag())
    accumulator = draw.one("f32", "f64") if wider else type
    exclusive, reverse, carry = draw.flag(), draw.flag(), draw.one(None, True)
    return scan_case(draw.rng, name, type, shape, dim, kind, exclusive, reverse, carry, accumulator,
                     draw.one(accumulator, type), dynamic)
