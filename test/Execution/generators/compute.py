"""Random loop nests: any indices, loops, branches, destinations and inputs, among them arrays of indices."""
from arrays import FLOATS, FLOATS8
from compute_cases import Loop, compute_case

TYPES = [*FLOATS, *FLOATS8, "i64", "i32", "i16", "i8", "i1"]
INDICES = ["i8", "i16", "i32", "i64"]


class Inputs:
    """Draws inputs, and indices that are inside of them."""

    def __init__(self, draw, type, rank):
        self.draw, self.rank, self.step = draw, rank, False
        self.inputs = [(type, self.sizes(), None) for _ in range(draw.one(1, 1, 2))]
        self.count = len(self.inputs)  # of those that are no indices
        for _ in range(draw.one(0, 1)):
            sizes = self.sizes()
            self.inputs.append((draw.one(*INDICES), sizes, draw.rng.integers(0, 100, sizes)))

    def sizes(self):
        return [self.draw.one(1, 2, 3, 7, 16, 33) for _ in range(self.draw.one(0, 1, 1, 2, 2, 3))]

    def term(self, depth):
        """Returns an index without bounds, with up to `depth` reads of indices at indices."""
        draw = self.draw
        kinds = (["loop"] * 3 if self.rank else []) + (["step"] * 3 if self.step else []) + ["const"]
        if depth and len(self.inputs) > self.count:
            kinds.append("read")
        kind = draw.one(*kinds)
        if kind == "loop":
            return ("loop", int(draw.rng.integers(self.rank)))
        if kind == "read":
            number = int(draw.rng.integers(self.count, len(self.inputs)))
            return ("read", number, [("rem", self.affine(1, depth - 1), size) for size in self.inputs[number][1]])
        return (kind,) if kind == "step" else ("const", int(draw.rng.integers(20)))

    def affine(self, terms=3, depth=2):
        index = self.term(depth)
        for _ in range(self.draw.one(*range(terms))):
            index = ("add", index, ("mul", self.term(depth), int(self.draw.rng.integers(1, 5))))
        return index

    def read(self):
        number = int(self.draw.rng.integers(self.count))
        return number, [("rem", self.affine(), size) for size in self.inputs[number][1]]


def program(draw, name):
    type, rank = draw.one(*TYPES), draw.one(0, 1, 1, 2, 2, 3, 4)
    shape = [draw.size(1, 2, 3, 8, 33, 65, small=8) for _ in range(rank)]
    if rank > 2:
        shape = [min(size, 8) for size in shape]
    inputs, loop = Inputs(draw, type, rank), None
    if draw.flag(0.6):
        length = ("rem", inputs.affine(), 9) if draw.flag() else ("const", draw.one(0, 1, 2, 5, 8))
        inputs.step = True
        loop = Loop(length, draw.flag(), inputs.affine() if draw.flag(0.3) else None)
    reads = [inputs.read() for _ in range(draw.one(1, 2, 3))]
    operations = ["xor", "and"] if type == "i1" else ["max", "min"] if type in FLOATS8 else ["add", "sub", "mul", "max"]
    outputs = []
    for _ in range(draw.one(1, 1, 2)):
        output = ("arg", 0)
        for i in range(1, len(reads)):
            output = (draw.one(*operations), output, ("arg", i))
        outputs.append(output)
    maps = [[int(i) for i in draw.rng.permutation(rank)] for _ in outputs] if draw.flag() else None
    return compute_case(draw.rng, name, type, shape, inputs.inputs, reads, outputs, loop, maps, draw.some(range(4)),
                        draw.flag(0.2))
