"""Random rows: any dimensions of a row."""
from arrays import TYPES
from rows_cases import shift_case


def program(draw, name):
    shape = draw.shape()
    dims = draw.some(range(len(shape)), 0.5) or [len(shape) - 1]
    return shift_case(draw.rng, name, draw.one(*TYPES), shape, dims, draw.some(range(len(shape))))
