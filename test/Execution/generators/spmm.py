"""Random products of sparse matrices: rows of all lengths, all types of values and indices, widths of 0, 1 and more."""
from arrays import FLOATS, FLOATS8
from spmm_cases import BIAS, spmm_case


def program(draw, name):
    type = draw.one(*FLOATS, *FLOATS8, "i32", "i8")
    k = draw.one(1, 7, 40, 300)
    lengths = [draw.one(0, 0, 1, 5, 33, 70) for _ in range(draw.one(0, 1, 6, 20))]
    if lengths and draw.flag(0.2):
        lengths[0] = 1100
    width = draw.size(1, 4, 11, 33, 64, 130)
    wide = type in FLOATS8 or (type in ("f16", "bf16") and draw.flag())
    has_epilogue = type not in FLOATS8 and type not in ("i32", "i8") and draw.flag(0.3)
    return spmm_case(draw.rng, name, type, lengths, k, width, draw.one("i32", "i64"),
                     out="f32" if wide else None, accumulate=draw.flag(0.3), dynamic=draw.some(range(2)),
                     epilogue=BIAS if has_epilogue else None, whole=draw.one(None, 2), extra=draw.one(0, 0, 9),
                     unchecked=draw.flag(0.2))
