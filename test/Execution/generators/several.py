"""Random programs of several ops on i32, whose results are exact.

Destinations are arguments, results of earlier ops that are read or returned later, or empty tensors. Dynamic sizes may
have names.
"""
from collections import Counter

import numpy as np

import expressions
from arrays import random_values, wrap
from generators.map import expression
from programs import Case, Expected, affine_map, indented, spread

SIZES = [1, 2, 3, 5, 8, 17, 33, 64]
COMBINERS = {"add": np.add.reduce, "max": np.maximum.reduce, "min": np.minimum.reduce}


class Program:
    """A function under construction. A shape consists of positions in the list of the program's sizes."""

    def __init__(self, draw, name):
        self.draw, self.name = draw, name
        self.sizes = [draw.size(*SIZES, small=8) for _ in range(3)]
        self.dynamic = [draw.flag() for _ in self.sizes]
        self.has_names = draw.flag()
        self.maxima = [draw.one("", f" max {max(size, 1)}", f" max {size + 100}") for size in self.sizes]
        self.lines, self.values, self.arguments = [], [], []
        for shape in [(0, 1), (1, 2), (0, 1, 2), (draw.one(0, 1, 2),)]:
            array = random_values(draw.rng, "i32", self.extent(shape))
            self.arguments.append(("i32", self.type(shape), array))
            self.values.append((f"%a{len(self.values)}", shape, array))
        for i, (argument, dim) in enumerate([(0, 0), (0, 1), (1, 1)]):
            if self.dynamic[i]:
                self.lines += [f"%c{i} = arith.constant {dim} : index",
                               f"%n{i} = tensor.dim %a{argument}, %c{i} : {self.type(self.values[argument][1])}"]

    def extent(self, shape):
        return [self.sizes[i] for i in shape]

    def type(self, shape):
        dims = "".join(f"{'?' if self.dynamic[i] else self.sizes[i]}x" for i in shape)
        # A caller of several programs has the names of all of them.
        names = ", ".join(f'"{self.name}_{i}"{self.maxima[i]}' if self.dynamic[i] else "_" for i in shape)
        return f"tensor<{dims}i32{f', #zyn.shape<{names}>' if self.has_names else ''}>"

    def pick(self, accept=lambda shape: True):
        """Returns a value with an accepted shape, or None."""
        found = [value for value in self.values if accept(value[1])]
        return self.draw.one(*found) if found else None

    def define(self, text):
        self.lines.append(f"%t{len(self.lines)} = {text}")
        return f"%t{len(self.lines) - 1}"

    def destination(self, shape):
        """Returns a tensor whose elements are not read: one that exists, or an empty one."""
        existing = self.pick(lambda other: other == shape)
        if existing and self.draw.flag():
            return existing[0]
        sizes = ", ".join(f"%n{i}" for i in shape if self.dynamic[i])
        return self.define(f"tensor.empty({sizes}) : {self.type(shape)}")

    def initial(self, shape):
        """Returns a value whose elements are read: one that exists, or a constant."""
        return self.pick(lambda other: other == shape) or self.add_map(shape, [], ("const", int(self.draw.rng.integers(-5, 6))))

    def add(self, shape, array, text):
        value = (self.define(text), shape, wrap(array))
        self.values.append(value)
        return value

    def add_map(self, shape, inputs, body):
        """Adds a map of `inputs`, pairs of a value and the dimensions of its indexing map."""
        destination, rank = self.destination(shape), len(shape)
        printer = expressions.Printer("i32", [f"%in{i}" for i in range(len(inputs))])
        result = printer.emit(body)
        arrays = [(spread(array, rank, dims), 0.0) for (_, _, array), dims in inputs]
        value = np.broadcast_to(expressions.evaluate(body, "i32", arrays, tuple(self.extent(shape)))[0], self.extent(shape))
        ins = f"ins({', '.join(value[0] for value, _ in inputs)} : {', '.join(self.type(value[1]) for value, _ in inputs)}) "
        maps = ", ".join(affine_map(rank, dims) for _, dims in inputs)
        arguments = ", ".join(f"%in{i}: i32" for i in range(len(inputs)))
        text = (f"zyn.map {ins if inputs else ''}outs({destination} : {self.type(shape)})"
                f"{f' indexing_maps = [{maps}]' if inputs else ''} {{\n" + (f"  ^bb0({arguments}):\n" if inputs else "")
                + indented([*printer.lines, f"zyn.yield {result} : i32"]) + f"  }} -> {self.type(shape)}")
        return self.add(shape, value, text)

    def combiner(self, kind):
        return ("  ^bb0(%x: i32, %y: i32):\n"
                + indented([f"%z = {expressions.OPERATIONS[kind][1]} %x, %y : i32", "zyn.yield %z : i32"]))


def add_map(program):
    draw = program.draw
    shape = program.pick()[1]
    inputs = []
    for _ in range(draw.one(1, 2, 3)):
        value = program.pick(lambda other: Counter(other) <= Counter(shape))
        dims = []
        for i in value[1]:
            dims.append(draw.one(*(dim for dim in range(len(shape)) if shape[dim] == i and dim not in dims)))
        inputs.append((value, dims))
    program.add_map(shape, inputs, expression(draw, len(inputs), len(shape), "i32"))


def add_reduce(program):
    name, shape, array = program.pick()
    dims = program.draw.some(range(len(shape)), 0.5)
    kept = tuple(i for dim, i in enumerate(shape) if dim not in dims)
    kind = program.draw.one(*COMBINERS)
    init = program.initial(kept)
    count = int(np.prod([array.shape[dim] for dim in dims], dtype=int))
    stacked = np.moveaxis(array, dims, range(len(dims))).reshape(count, *init[2].shape)
    value = COMBINERS[kind](np.concatenate([stacked, init[2][None]]), 0)
    program.add(kept, value, f"zyn.reduce ins({name} : {program.type(shape)}) outs({init[0]} : {program.type(kept)})"
                f" dimensions = {dims} {{\n{program.combiner(kind)}  }} -> {program.type(kept)}")


def add_matmul(program):
    draw = program.draw
    a = program.pick(lambda shape: len(shape) == 2)
    k = draw.one(0, 1)
    b = program.pick(lambda shape: len(shape) == 2 and a[1][k] in shape)
    other = draw.one(*(dim for dim in (0, 1) if b[1][dim] == a[1][k]))
    shape = (a[1][1 - k], b[1][1 - other])
    accumulate = draw.flag()
    init = program.initial(shape) if accumulate else (program.destination(shape), shape, 0)
    value = (a[2] if k == 1 else a[2].T) @ (b[2] if other == 0 else b[2].T) + init[2]
    words = (" transpose_a" if k == 0 else "") + (" transpose_b" if other == 1 else "") + (" accumulate" if accumulate else "")
    program.add(shape, value, f"zyn.matmul{words} ins({a[0]}, {b[0]} : {program.type(a[1])}, {program.type(b[1])})"
                f" outs({init[0]} : {program.type(shape)}) -> {program.type(shape)}")


def add_scan(program):
    name, shape, array = program.pick()
    if not shape:
        return
    dim, reverse = program.draw.one(*range(len(shape))), program.draw.flag()
    turned = lambda x: np.flip(x, dim) if reverse else x
    program.add(shape, turned(np.cumsum(turned(array), dim)),
                f"zyn.scan{' reverse' if reverse else ''} ins({name} : {program.type(shape)})"
                f" outs({program.destination(shape)} : {program.type(shape)}) dimension = {dim} {{\n"
                f"{program.combiner('add')}  }} -> {program.type(shape)}")


def add_sort(program):
    name, shape, array = program.pick()
    if not shape:
        return
    dim, descending = program.draw.one(*range(len(shape))), program.draw.flag()
    value = np.sort(array, dim)
    program.add(shape, np.flip(value, dim) if descending else value,
                f"zyn.sort{' descending' if descending else ''} ins({name} : {program.type(shape)})"
                f" outs({program.destination(shape)} : {program.type(shape)}) dimension = {dim} -> {program.type(shape)}")


def indices_of(program, size):
    """Adds a map of some values to indices below `size`."""
    value = program.pick(lambda shape: len(shape) < 3)
    shape, limit = value[1], max(program.sizes[size], 1)
    type = program.type(shape)
    name = program.define(f"zyn.map ins({value[0]} : {type}) outs({program.destination(shape)} : {type}) {{\n  ^bb0(%x: i32):\n"
                          + indented([f"%limit = arith.constant {limit} : i32", "%i = arith.remui %x, %limit : i32",
                                      "zyn.yield %i : i32"]) + f"  }} -> {type}")
    return name, shape, (value[2] % 2**32) % limit


def add_gather(program):
    name, shape, array = program.pick(lambda shape: 0 < len(shape) < 3)
    dim = program.draw.one(*range(len(shape)))
    index, counts, indices = indices_of(program, shape[dim])
    if array.shape[dim] == 0 and indices.size:
        return
    result = (*shape[:dim], *counts, *shape[dim + 1:])
    program.add(result, np.take(array, indices, dim),
                f"zyn.gather ins({name}, {index} : {program.type(shape)}, {program.type(counts)})"
                f" outs({program.destination(result)} : {program.type(result)}) dimension = {dim} -> {program.type(result)}")


def add_scatter(program):
    name, shape, array = program.pick(lambda shape: 0 < len(shape) < 3)
    dim = program.draw.one(*range(len(shape)))
    index, counts, indices = indices_of(program, shape[dim])
    if array.shape[dim] == 0 and indices.size:
        return
    updates = program.initial((*shape[:dim], *counts, *shape[dim + 1:]))
    value = np.moveaxis(array, dim, 0).copy()
    slices = np.moveaxis(updates[2], range(dim, dim + indices.ndim), range(indices.ndim))
    for at in np.ndindex(indices.shape):
        value[indices[at]] = wrap(value[indices[at]] + slices[at])
    program.add(shape, np.moveaxis(value, 0, dim),
                f"zyn.scatter ins({updates[0]}, {index} : {program.type(updates[1])}, {program.type(counts)})"
                f" outs({name} : {program.type(shape)}) dimension = {dim} {{\n{program.combiner('add')}"
                f"  }} -> {program.type(shape)}")


STEPS = [add_map, add_map, add_reduce, add_matmul, add_scan, add_sort, add_gather, add_scatter]


def program(draw, name):
    built = Program(draw, name)
    for _ in range(draw.one(2, 3, 4, 5, 6)):
        draw.one(*STEPS)(built)
    returned = [built.values[-1], *draw.some(built.values[:-1], 0.2)]
    types = [built.type(shape) for _, shape, _ in returned]
    built.lines.append(f"return {', '.join(value[0] for value in returned)} : {', '.join(types)}")
    expected = [Expected("i32", array, np.zeros(array.shape)) for _, _, array in returned]
    return Case(name, built.arguments, expected, types, indented(built.lines, 2))
