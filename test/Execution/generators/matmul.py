"""Random matmuls: any transpositions, batches, types, precisions and epilogues."""
from arrays import FLOATS, FLOATS8
from generators.map import expression
from programs import matmul_case

SUM, ROW, FULL = (("arg", i) for i in range(3))
BIAS = ("max", ("add", SUM, ROW), ("const", 0))


def epilogue(draw, type):
    """Returns nothing, or an expression of the sum, a row and a matrix."""
    known = draw.one(None, None, BIAS, ("add", ("mul", SUM, ROW), FULL), "random")
    if known != "random":
        return known
    accumulator = type if type in ("f64", "i32") else "i32" if type == "i8" else "f32"
    return ("add", SUM, expression(draw, 3, 0, accumulator, 2))


def program(draw, name):
    type = draw.one(*FLOATS, *FLOATS8, "i32", "i8")
    m, n, k = (draw.size(*range(1, 20), *(2**i + j for i in range(3, 8) for j in (-1, 0, 1)), small=33) for _ in range(3))
    batch = [draw.one(1, 2, 3) for _ in range(draw.one(0, 0, 1, 2))]
    out = "f32" if type in ("f16", "bf16", *FLOATS8) and draw.flag() else type
    rhs = draw.one(*FLOATS8) if type in FLOATS8 else None
    precision = draw.one(None, "tf32", "tf32x3") if type == "f32" else None
    return matmul_case(draw.rng, name, type, m, n, k, batch, draw.flag(), draw.flag(), draw.flag(), out, draw.some("mnkb"),
                       epilogue(draw, type), rhs=rhs, precision=precision)
