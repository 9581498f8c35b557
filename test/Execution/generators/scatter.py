"""Random scatters: any dimension, shapes of indices, types, and combiners, ordered or not."""
from arrays import FLOATS8, is_integer
from generators.gather import INDICES, TYPES, index_counts
from indexed_cases import scatter_case


def program(draw, name):
    shape = draw.shape()
    dim, type = draw.one(*range(len(shape))), draw.one(*TYPES)
    unordered = draw.flag()
    if type == "i1":
        combiners = ["xor"] if unordered else ["replace", "xor"]
    elif type in FLOATS8:  # sums of more than a few are not exact
        combiners = ["max"] if unordered else ["replace", "max"]
    else:
        combiners = ["add", "max"] if unordered else ["replace", "add", "difference", "max"]
        if is_integer(type):
            combiners.append("xor")
    return scatter_case(draw.rng, name, type, shape, dim, index_counts(draw, shape, dim), draw.one(*combiners),
                        draw.one(*INDICES), draw.one(True, (), (0,)), unordered=unordered, unchecked=draw.flag(0.2))
