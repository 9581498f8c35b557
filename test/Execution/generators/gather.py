"""Random gathers: any dimension, shapes of indices, and types of elements and indices."""
from arrays import FLOATS, FLOATS8
from indexed_cases import gather_case

TYPES = [*FLOATS, *FLOATS8, "i64", "i32", "i16", "i8", "i1"]
INDICES = ["i8", "i16", "i32", "i64", "index"]


def index_counts(draw, shape, dim):
    """Returns the shape of indices along a dimension: none if there is nothing to index."""
    slice_elements = max(1, *(size for i, size in enumerate(shape) if i != dim)) if len(shape) > 1 else 1
    longest = max(1, draw.most_elements // slice_elements)
    count = [draw.size(*(min(size, longest) for size in (1, 2, 3, 7, 32, 33, 100, 1000))) for _ in range(draw.one(0, 1, 1, 2))]
    if len(count) == 2:
        count = [min(size, 40) for size in count]
    if shape[dim] == 0:
        return [*count[:1], 0]
    return count


def program(draw, name):
    shape = draw.shape()
    dim = draw.one(*range(len(shape)))
    return gather_case(draw.rng, name, draw.one(*TYPES), shape, dim, index_counts(draw, shape, dim), draw.one(*INDICES),
                       draw.one(True, (), (0,)), unchecked=draw.flag(0.2))
