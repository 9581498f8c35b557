"""Random reductions of windows: any rank, strides, padding and dilations, windows that do not fit, all combiners."""
from arrays import FLOATS, FLOATS8
from window_cases import window_case

INTEGERS = ["i64", "i32", "i16", "i8"]


def program(draw, name):
    type = draw.one(*FLOATS, *FLOATS8, *INTEGERS)
    shape = draw.shape()
    numbers = lambda *choices: [draw.one(*choices) for _ in shape]
    window = numbers(1, 1, 2, 3, 5)
    options = dict(strides=numbers(1, 1, 2, 3) if draw.flag() else None,
                   padding=[draw.one(0, 0, 1, 2) for _ in range(2 * len(shape))] if draw.flag() else None,
                   dilations=numbers(1, 2, 3) if draw.flag(0.2) else None, dynamic=draw.some(range(len(shape))))
    kind = draw.one("max", "min") if type in FLOATS8 else draw.one("max", "min", "add")
    accumulator = None
    if kind == "add":
        options["whole"] = 1 if type in ("f16", "bf16", "i8") else 8
        accumulator = draw.one(None, "f32") if type in ("f16", "bf16") else None
    return window_case(draw.rng, name, type, shape, window, kind=kind, accumulator=accumulator, **options)
