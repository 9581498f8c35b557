"""Random maps: any broadcasts, transpositions, bodies and numbers of results."""
from arrays import FLOATS, FLOATS8, is_integer
from programs import map_case

TYPES = [*FLOATS, *FLOATS8, "i64", "i32", "i16", "i8", "i1"]
NARROW = ["f16", "bf16", *FLOATS8]


def expression(draw, arguments, rank, type, depth=3):
    """Returns a random body: an expression of some arguments and indices."""
    if depth == 0 or draw.flag(0.15):
        kind = draw.one("arg", "arg", "arg", "const", "index")
        if kind == "index" and rank and type not in NARROW:
            return ("index", int(draw.rng.integers(rank)))
        if kind == "arg" and arguments:
            return ("arg", int(draw.rng.integers(arguments)))
        return ("const", int(draw.rng.integers(-3, 4)))
    inner = lambda: expression(draw, arguments, rank, type, depth - 1)
    if not is_integer(type) and draw.flag(0.2):
        x = inner()
        return draw.one(("neg", x), ("abs", x), ("tanh", x), ("sqrt", ("add", ("abs", x), ("const", 1))))
    if type == "i1":
        operations = ["xor", "and"]
    else:
        operations = ["add", "sub", "mul", "max", "min"] + (["xor"] if is_integer(type) else [])
    return (draw.one(*operations), inner(), inner())


def program(draw, name):
    type, shape = draw.one(*TYPES), draw.shape()
    rank = len(shape)
    inputs = []
    for _ in range(draw.one(0, 1, 2, 3)):
        dims = draw.some(list(range(rank)), 0.75)
        if draw.flag(0.25):
            draw.rng.shuffle(dims)
        inputs.append(dims)
    depth = 2 if type in FLOATS8 else 3  # 8-bit floats overflow early
    outputs = [expression(draw, len(inputs), rank, type, depth) for _ in range(draw.one(1, 1, 1, 2))]
    return map_case(draw.rng, name, type, shape, outputs, inputs, draw.some(range(rank)))
