"""Loop nests: reads at affine and data-dependent indices, loops with known and data-dependent lengths, branches.

An index is an expression of ("loop", i), the index of a loop of the iteration space, ("step",), that of the sequential loop,
("const", value), ("add", index, index), ("mul", index, value), ("rem", index, value) and ("read", input, indices), an element
of an array of integers. All are evaluated for the whole iteration space at once.
"""
from dataclasses import dataclass

import numpy as np

import expressions
from arrays import FLOATS, FLOATS8, garbage, is_integer, random_values
from programs import Case, Expected, affine_map, indented, tensor

X, Y = ("arg", 0), ("arg", 1)
I, J, K = ("loop", 0), ("loop", 1), ("step",)


@dataclass
class Loop:
    """A sequential loop, which combines a term for each step. Terms are skipped unless `guard`, an index, is a multiple of
    two."""
    length: tuple  # an index
    is_while: bool = False
    guard: tuple = None


def combiner(type):
    """Returns the operation that combines terms: one that neither overflows nor rounds much."""
    return "xor" if type == "i1" else "max" if type in FLOATS8 else "add"


class Nest:
    """Prints and evaluates a nest."""

    def __init__(self, type, shape, inputs, reads, loop):
        self.type, self.shape, self.inputs, self.reads, self.loop = type, shape, inputs, reads, loop
        self.printer = expressions.Printer(type, [])
        self.loops = [self.printer.define(f"zyn.index {i} : index") for i in range(len(shape))]
        self.step = None
        self.grids = np.indices(shape)

    def constant(self, value):
        return self.printer.define(f"arith.constant {value} : index")

    def print_element(self, input, indices):
        at = ", ".join([self.print_index(index) for index in indices])
        return self.printer.define(f"zyn.element {input}[{at}] : {self.inputs[input][0]}")

    def print_index(self, index):
        kind, *operands = index
        if kind == "loop":
            return self.loops[operands[0]]
        if kind == "step":
            return self.step
        if kind == "const":
            return self.constant(operands[0])
        if kind == "read":
            element = self.print_element(*operands)
            return self.printer.define(f"arith.index_cast {element} : {self.inputs[operands[0]][0]} to index")
        left = self.print_index(operands[0])
        right = self.print_index(operands[1]) if kind == "add" else self.constant(operands[1])
        mlir = {"add": "addi", "mul": "muli", "rem": "remui"}[kind]
        return self.printer.define(f"arith.{mlir} {left}, {right} : index")

    def index(self, index, step=None):
        """Returns the values of an index at all points."""
        kind, *operands = index
        if kind == "loop":
            return self.grids[operands[0]]
        if kind in ("step", "const"):
            return np.full(self.shape, step if kind == "step" else operands[0])
        if kind == "read":
            return self.element(*operands, step)
        left = self.index(operands[0], step)
        right = self.index(operands[1], step) if kind == "add" else operands[1]
        return {"add": np.add, "mul": np.multiply, "rem": np.remainder}[kind](left, right)

    def element(self, input, indices, step=None):
        """Returns the elements that all points read. Points that skip the step may have any indices."""
        array = self.inputs[input][2]
        at = tuple(np.minimum(self.index(index, step), size - 1) for index, size in zip(indices, array.shape))
        return array[at] if indices else np.full(self.shape, array)

    def print_terms(self, outputs):
        self.printer.arguments = [self.print_element(*read) for read in self.reads]
        return [self.printer.emit(output) for output in outputs]

    def terms(self, outputs, step=None):
        """Returns pairs of values and error bounds."""
        elements = [(self.element(*read, step), 0.0) for read in self.reads]
        return [tuple(np.broadcast_to(part, self.shape) for part in expressions.evaluate(output, self.type, elements, self.shape))
                for output in outputs]

    def print_guarded(self, outputs, partials):
        """Prints the combined terms of a step."""
        lines, types = self.printer.lines, ", ".join([self.type] * len(outputs))

        def combine():
            mlir = expressions.OPERATIONS[combiner(self.type)][is_integer(self.type)]
            return [self.printer.define(f"{mlir} {partial}, {term} : {self.type}")
                    for partial, term in zip(partials, self.print_terms(outputs))]

        if not self.loop.guard:
            return combine()
        remainder = self.print_index(("rem", self.loop.guard, 2))
        condition = self.printer.define(f"arith.cmpi eq, {remainder}, {self.constant(0)} : index")
        name = f"%b{len(lines)}"
        lines.append(f"{name}:{len(outputs)} = scf.if {condition} -> ({types}) {{")
        lines.append(f"scf.yield {', '.join(combine())} : {types}")
        lines.append("} else {")
        lines.append(f"scf.yield {', '.join(partials)} : {types}")
        lines.append("}")
        return [f"{name}#{i}" for i in range(len(outputs))]

    def print_loop(self, outputs):
        lines, count = self.printer.lines, len(outputs)
        types = ", ".join([self.type] * count)
        length, zero, one = self.print_index(self.loop.length), self.constant(0), self.constant(1)
        initial = self.printer.define(expressions.literal(0, self.type))
        self.step = "%k"
        partials = [f"%p{i}" for i in range(count)]
        arguments = ", ".join(f"{name} = {initial}" for name in partials)
        if not self.loop.is_while:
            lines.append(f"%l:{count} = scf.for %k = {zero} to {length} step {one} iter_args({arguments}) -> ({types}) {{")
            lines.append(f"scf.yield {', '.join(self.print_guarded(outputs, partials))} : {types}")
            lines.append("}")
            return [f"%l#{i}" for i in range(count)]
        values = ", ".join(["%k", *partials])
        lines.append(f"%l:{count + 1} = scf.while (%k = {zero}, {arguments}) : (index, {types}) -> (index, {types}) {{")
        lines.append(f"%go = arith.cmpi ult, %k, {length} : index")
        lines.append(f"scf.condition(%go) {values} : index, {types}")
        lines.append("} do {")
        lines.append(f"^bb0({', '.join(['%k: index', *(f'{name}: {self.type}' for name in partials)])}):")
        results = self.print_guarded(outputs, partials)
        lines.append(f"%next = arith.addi %k, {one} : index")
        lines.append(f"scf.yield {', '.join(['%next', *results])} : index, {types}")
        lines.append("}")
        return [f"%l#{i + 1}" for i in range(count)]

    def print(self, outputs):
        """Returns the lines of the body."""
        results = self.print_loop(outputs) if self.loop else self.print_terms(outputs)
        return [*self.printer.lines, f"zyn.yield {', '.join(results)} : {', '.join([self.type] * len(outputs))}"]

    def evaluate(self, outputs):
        """Returns pairs of values and error bounds."""
        if not self.loop:
            return self.terms(outputs)
        length = self.index(self.loop.length)
        totals = [(np.zeros(self.shape, np.int64 if is_integer(self.type) else np.float64), np.zeros(self.shape)) for _ in outputs]
        for step in range(length.max(initial=0)):
            is_taken = step < length
            if self.loop.guard:
                is_taken &= self.index(self.loop.guard, step) % 2 == 0
            for i, term in enumerate(self.terms(outputs, step)):
                combined = expressions.evaluate((combiner(self.type), X, Y), self.type, [totals[i], term])
                totals[i] = tuple(np.where(is_taken, new, old) for new, old in zip(combined, totals[i]))
        return totals


def compute_case(rng, name, type, shape, inputs, reads, outputs, loop=None, maps=None, dynamic=(), unchecked=False):
    """Returns a zyn.compute. `inputs` are triples of an element type, a shape and values, or None for random ones; `reads` are
    pairs of an input and indices, the arguments of `outputs`, which are expressions; `maps` has the loops of the dimensions of
    each destination."""
    rank = len(shape)
    inputs = [(element, sizes, random_values(rng, element, sizes) if values is None else values)
              for element, sizes, values in inputs]
    maps = maps or [list(range(rank))] * len(outputs)
    dynamic_inputs = [dynamic if dynamic is True else [dim for dim in dynamic if dim < len(sizes)] for _, sizes, _ in inputs]
    arguments = [(element, tensor(element, sizes, where), values)
                 for (element, sizes, values), where in zip(inputs, dynamic_inputs)]
    nest = Nest(type, shape, inputs, reads, loop)
    lines, expected, out_types = nest.print(outputs), [], []
    for dims, (value, bound) in zip(maps, nest.evaluate(outputs)):
        sizes = [shape[dim] for dim in dims]
        where = dynamic if dynamic is True else [i for i, dim in enumerate(dims) if dim in dynamic]
        out_types.append(tensor(type, sizes, where))
        arguments.append((type, out_types[-1], garbage(type, sizes)))
        expected.append(Expected(type, np.transpose(value, dims), np.transpose(np.broadcast_to(bound, shape), dims)))
    names = lambda first, count: ", ".join(f"%a{first + i}" for i in range(count))
    types = ", ".join(argument[1] for argument in arguments[:len(inputs)])
    ins = f"ins({names(0, len(inputs))} : {types}) " if inputs else ""
    text = ", ".join(affine_map(rank, dims) for dims in maps)
    has_maps = any(dims != list(range(rank)) for dims in maps)
    results = ", ".join(f"%r{i}" for i in range(len(outputs)))
    body = (f"  {results} = zyn.compute {'unchecked ' if unchecked else ''}{ins}"
            f"outs({names(len(inputs), len(outputs))} : {', '.join(out_types)})"
            f"{f' destination_maps = [{text}]' if has_maps else ''} {{\n{indented(lines)}  }} -> {', '.join(out_types)}\n"
            f"  return {results} : {', '.join(out_types)}\n")
    return Case(name, arguments, expected, out_types, body)


def matmul_nest(rng, name, type, m, n, k, **options):
    return compute_case(rng, name, type, [m, n], [(type, [m, k], None), (type, [k, n], None)], [(0, [I, K]), (1, [K, J])],
                        [("and" if type == "i1" else "mul", X, Y)], Loop(("const", k), options.pop("is_while", False)), **options)


def stencil(rng, name, type, shape, **options):
    """Reads the neighbors of each element, those at the edges from the other side."""
    around = lambda loop, by: ("rem", ("add", loop, ("const", by)), shape[loop[1]])
    reads = [(0, [around(I, shape[0] - 1), J]), (0, [around(I, 1), around(J, 1)])]
    return compute_case(rng, name, type, shape, [(type, shape, None)], reads, [("xor" if type == "i1" else "max", X, Y)], **options)


def lookup(rng, name, type, count, length, index="i32", **options):
    indices = rng.integers(0, min(length, 127), [count])
    return compute_case(rng, name, type, [count], [(type, [length], None), (index, [count], indices)],
                        [(0, [("read", 1, [I])])], [X], **options)


def ragged(rng, name, type, rows, **options):
    """Combines rows of different lengths, which are stored one after another."""
    lengths = rng.integers(0, 9, rows)
    starts = np.cumsum(lengths) - lengths
    inputs = [(type, [int(lengths.sum()) + 1], None), ("i64", [rows], starts), ("i32", [rows], lengths)]
    return compute_case(rng, name, type, [rows], inputs, [(0, [("add", ("read", 1, [I]), K)])], [X],
                        Loop(("read", 2, [I]), is_while=True), **options)


def cases(rng):
    built = []
    add = lambda make, name, *args, **options: built.append(make(rng, f"compute_{name}", *args, **options))
    for type in [*FLOATS, *FLOATS8, "i64", "i32", "i16", "i8", "i1"]:
        add(matmul_nest, f"{type}_matmul", type, 17, 33, 9)
        add(matmul_nest, f"{type}_matmul_dynamic", type, 5, 40, 12, dynamic=True)
        add(stencil, f"{type}_stencil", type, [19, 70])
        add(lookup, f"{type}_lookup", type, 300, 50)
        add(ragged, f"{type}_ragged", type, 100, dynamic=True)
    for index in ["i8", "i16", "i32", "i64"]:
        add(lookup, f"index_{index}", "f32", 65, 100, index, dynamic=True)
        add(lookup, f"index_{index}_unchecked", "f32", 65, 100, index, unchecked=True)
    for m, n, k in [(1, 1, 1), (1, 300, 2), (300, 1, 2), (0, 5, 3), (5, 0, 3), (3, 5, 0), (64, 64, 64), (129, 257, 3)]:
        for dynamic in [[], [0], True]:
            kind = "static" if dynamic == [] else "dynamic" if dynamic is True else "rows"
            add(matmul_nest, f"{m}x{n}x{k}_{kind}", "f32", m, n, k, dynamic=dynamic, is_while=m == 64)
    add(matmul_nest, "transposed", "f32", 20, 35, 7, maps=[[1, 0]])
    permuted = [(0, [("loop", 2), I, J])], [X, ("neg", X)]
    for maps in [[[2, 0, 1], [0, 1, 2]], [[0, 2, 1], [1, 2, 0]]]:
        for dynamic in [[], True]:
            add(compute_case, f"permuted_{maps[0][0]}_{'dynamic' if dynamic else 'static'}", "f32", [4, 5, 37],
                [("f32", [37, 4, 5], None)], *permuted, maps=maps, dynamic=dynamic)
    add(compute_case, "scalar", "f32", [], [("f32", [4], None)], [(0, [K])], [X], Loop(("const", 4)))
    add(compute_case, "scalar_input", "f32", [7], [("f32", [], None)], [(0, [])], [("add", X, X)])
    add(compute_case, "indices", "i32", [3, 4, 5, 6], [], [], [("add", ("index", 3), ("mul", ("index", 0), ("const", 9)))])
    add(compute_case, "guarded", "f32", [50], [("f32", [60], None)], [(0, [("add", I, K)])], [X, ("mul", X, X)],
        Loop(("const", 10), guard=("add", I, K)))
    # Threads that skip what others check.
    add(compute_case, "triangle", "f32", [40, 30], [("f32", [40], None)], [(0, [K])], [X], Loop(I))
    return built
