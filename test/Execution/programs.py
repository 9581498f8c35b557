"""Builds test cases: a Zyn function, its inputs, and the expected results.

All destinations are arguments. If the old elements must not be read, they are NaN (12345 for integers, wrapped).
"""
import functools
from dataclasses import dataclass

import numpy as np

import arrays
import expressions
from arrays import TYPES, garbage, random_values


# The eps of sums of 8-bit floats: that of f32, or 2^-13 if the device's warpgroups compute them, which drop the bits that
# are below 2^-13 of the greatest term. run-execution.py sets it.
float8_sum_eps = TYPES["f32"].eps


@dataclass
class Expected:
    type: str
    values: np.ndarray
    bound: np.ndarray  # maximum error of an element before it is rounded to `type`; None if it has to be equal


@dataclass
class Case:
    name: str
    arguments: list  # of (element type, MLIR type, values)
    references: object  # a list of Expected, or a function that computes it
    result_types: list  # MLIR types
    body: str  # body of a function with the arguments %a0, %a1, ...
    kernel: str = ""  # parameters of #zyn.kernel
    chip: str = ""  # the architecture that kernels need, if not every one will do

    @functools.cached_property
    def expected(self):
        """A list of Expected."""
        return self.references() if callable(self.references) else self.references

    def function(self, name=None):
        """Returns the function: private with the name of the case, or public with the name `name`."""
        parameters = ", ".join(f"%a{i}: {mlir}" for i, (_, mlir, _) in enumerate(self.arguments))
        results = ", ".join(self.result_types)
        symbol = f"@{name}" if name else f"private @{self.name}"
        hints = f" attributes {{zyn.kernel = #zyn.kernel<{self.kernel}>}}" if self.kernel else ""
        return f"func.func {symbol}({parameters}) -> ({results}){hints} {{\n{self.body}}}\n"


def tensor(name, shape, dynamic=()):
    """Returns the MLIR type; `dynamic` contains the dynamic dimensions, or is True for all of them."""
    sizes = ["?" if dynamic is True or dim in dynamic else str(size) for dim, size in enumerate(shape)]
    return "tensor<" + "x".join([*sizes, name]) + ">"


def constant(values, name):
    """Returns the MLIR attribute with the elements `values`."""
    if values.size == 0:
        elements = ""
    elif name == "i1":
        elements = str(values.astype(bool).tolist()).lower()
    else:
        elements = f'"0x{arrays.encode(values, name).tobytes().hex().upper()}"'
    return f"dense<{elements}> : {tensor(name, values.shape)}"


def affine_map(rank, dims):
    names = [f"d{i}" for i in range(rank)]
    return f"affine_map<({', '.join(names)}) -> ({', '.join(names[d] for d in dims)})>"


def spread(values, rank, dims):
    """Returns `values`, accessed with an indexing map to `dims`, with one axis for each of `rank` dimensions."""
    order = np.argsort(dims)
    shape = [1] * rank
    for axis in order:
        shape[dims[axis]] = values.shape[axis]
    return np.transpose(values, order).reshape(shape)


def indented(lines, depth=4):
    return "".join(" " * depth + line + "\n" for line in lines)


def map_case(rng, name, type, shape, outputs, inputs=None, dynamic=(), elements=None):
    """Returns a zyn.map. `inputs` lists the dimensions of the indexing map of each input; `outputs` are expressions;
    `elements` are the elements of the first input instead of random ones.
    """
    rank = len(shape)
    identity = list(range(rank))
    inputs = [identity] if inputs is None else inputs
    arguments, values = [], []
    for dims in inputs:
        sizes = [shape[d] for d in dims]
        array = random_values(rng, type, sizes)
        if elements is not None and not arguments:
            array = arrays.represent(elements, type)
        dynamic_here = dynamic if dynamic is True else [i for i, d in enumerate(dims) if d in dynamic]
        arguments.append((type, tensor(type, sizes, dynamic_here), array))
        values.append((spread(array, rank, dims), 0.0))
    out_type = tensor(type, shape, dynamic)
    arguments += [(type, out_type, garbage(type, shape))] * len(outputs)

    printer = expressions.Printer(type, [f"%in{i}" for i in range(len(inputs))])
    results, expected = [], []
    for expression in outputs:
        results.append(printer.emit(expression))
        value, bound = expressions.evaluate(expression, type, values, tuple(shape))
        expected.append(Expected(type, np.broadcast_to(value, shape), np.broadcast_to(bound, shape)))

    names = lambda first, count: ", ".join(f"%a{first + i}" for i in range(count))
    types = lambda first, count: ", ".join(a[1] for a in arguments[first:first + count])
    ins = f"ins({names(0, len(inputs))} : {types(0, len(inputs))}) " if inputs else ""
    maps = ", ".join(affine_map(rank, dims) for dims in inputs)
    maps = f" indexing_maps = [{maps}]" if any(dims != identity for dims in inputs) else ""
    head = "".join(f"%in{i}: {type}, " for i in range(len(inputs)))[:-2]
    count = len(outputs)
    out_types = ", ".join([out_type] * count)
    result_names = ", ".join(f"%r{i}" for i in range(count))
    body = (f"  {result_names} = zyn.map {ins}outs({names(len(inputs), count)} : {out_types}){maps} {{\n"
            + (f"  ^bb0({head}):\n" if inputs else "")
            + indented([*printer.lines, f"zyn.yield {', '.join(results)} : {', '.join([type] * count)}"])
            + f"  }} -> {out_types}\n  return {result_names} : {out_types}\n")
    return Case(name, arguments, expected, [out_type] * count, body)


def reduce_reference(kind, type, values, init, dims):
    """Returns the value and an error bound of combining `values` along `dims` with `init`, in any order."""
    axes = tuple(dims)
    count = int(np.prod([values.shape[d] for d in dims], dtype=np.int64))
    if arrays.is_integer(type):
        functions = {"add": lambda v: v.sum(axes), "xor": lambda v: np.bitwise_xor.reduce(v, axes) if axes else v,
                     "max": lambda v: v.max(axes, initial=arrays.lowest(type)),
                     "min": lambda v: v.min(axes, initial=arrays.greatest(type))}
        if kind == "xor" and len(axes) > 1:  # ufunc.reduce only accepts several axes if it may reorder
            flat = np.moveaxis(values, axes, range(len(axes))).reshape(count, *[
                s for d, s in enumerate(values.shape) if d not in axes])
            combined = np.bitwise_xor.reduce(flat, 0)
        else:
            combined = functions[kind](values)
        return expressions.evaluate_integer(kind, type, [init, combined]), 0.0
    eps = TYPES[type].eps
    if kind == "add":
        value = init + values.sum(axes)
        magnitude = np.abs(init) + np.abs(values).sum(axes)
        whole = np.all(values == np.round(values)) and np.all(init == np.round(init))
        exact = whole and magnitude.max(initial=0) <= TYPES[type].exact
        return value, np.zeros(value.shape) if exact else count * eps / 2 * magnitude
    if kind == "mul":
        value = init * values.prod(axes)
        return value, (count + 1) * eps * np.abs(value)
    combined = values.max(axes, initial=-np.inf) if kind == "max" else values.min(axes, initial=np.inf)
    return (np.maximum if kind == "max" else np.minimum)(init, combined), np.zeros(init.shape)


def reduce_case(rng, name, type, shape, dims, kind="add", dynamic=(), whole=None, accumulator=None, view=None):
    """Returns a zyn.reduce of one array with the combiner `kind`; with `whole`, the elements are integers up to it.
    `accumulator` is the type that the combiner computes in. With `view`, slices of an array, it reads a part of it."""
    accumulator = accumulator or type
    kept = [d for d in range(len(shape)) if d not in dims]
    array = random_values(rng, type, shape, whole)
    values = array[view] if view else array
    out_shape = [values.shape[d] for d in kept]
    init = random_values(rng, type, out_shape, whole)
    if kind == "mul":  # keeps the product near 1
        array = values = arrays.represent(1 + rng.uniform(-1, 1, shape) / 64, type)
    argument_type = in_type = tensor(type, shape, dynamic)
    out_dynamic = dynamic if dynamic is True else [i for i, d in enumerate(kept) if d in dynamic]
    source, slice = "%a0", ""
    if view:
        in_type, out_dynamic, source = tensor(type, values.shape), (), "%view"
        starts, ends, steps = zip(*(part.indices(size) for part, size in zip(view, shape)))
        slice = (f"  %view = tensor.extract_slice %a0{list(starts)} {list(values.shape)} {list(steps)} : {argument_type} "
                 f"to {in_type}\n")
    out_type = tensor(type, out_shape, out_dynamic)
    value, bound = reduce_reference(kind, accumulator, values, init, dims)
    mlir = expressions.OPERATIONS[kind][arrays.is_integer(type)]
    body = (f"{slice}  %r = zyn.reduce ins({source} : {in_type}) outs(%a1 : {out_type}) dimensions = [{', '.join(map(str, dims))}] {{\n"
            f"  ^bb0(%acc: {accumulator}, %x: {accumulator}):\n    %v = {mlir} %acc, %x : {accumulator}\n"
            f"    zyn.yield %v : {accumulator}\n"
            f"  }} -> {out_type}\n  return %r : {out_type}\n")
    return Case(name, [(type, argument_type, array), (type, out_type, init)],
                [Expected(type, np.asarray(value), np.broadcast_to(bound, out_shape))], [out_type], body)


def argmax_combiner(type):
    """Returns the combiner of a reduction to the greatest element and its first index."""
    compare, equal = ("arith.cmpi s", "arith.cmpi eq") if arrays.is_integer(type) else ("arith.cmpf o", "arith.cmpf oeq")
    return f"""  ^bb0(%best: {type}, %at: i32, %x: {type}, %i: i32):
    %greater = {compare}gt, %x, %best : {type}
    %equal = {equal}, %x, %best : {type}
    %smaller = arith.cmpi slt, %i, %at : i32
    %tie = arith.andi %equal, %smaller : i1
    %take = arith.ori %greater, %tie : i1
    %v = arith.select %take, %x, %best : {type}
    %n = arith.select %take, %i, %at : i32
    zyn.yield %v, %n : {type}, i32
"""


def argmax_case(rng, name, type, shape, dim, dynamic=(), generated=False):
    """Returns a zyn.reduce of two arrays: the greatest element and its index, the smallest one if several are equal.
    If `generated`, the second array is not an argument, but computed by a zyn.map."""
    values = arrays.represent(rng.integers(-20, 20, shape), type)  # few different values, so that some are equal
    indices = np.broadcast_to(spread(np.arange(shape[dim]), len(shape), [dim]), shape)
    kept = [d for d in range(len(shape)) if d != dim]
    out_shape = [shape[d] for d in kept]
    out_dynamic = dynamic if dynamic is True else [i for i, d in enumerate(kept) if d in dynamic]
    lowest = arrays.lowest(type)
    types = [tensor(type, shape, dynamic), tensor("i32", shape, dynamic), tensor(type, out_shape, out_dynamic),
             tensor("i32", out_shape, out_dynamic)]
    sizes = [i for i in range(len(shape)) if dynamic is True or i in dynamic]
    generator = "".join(f"  %c{i} = arith.constant {i} : index\n  %d{i} = tensor.dim %a0, %c{i} : {types[0]}\n"
                        for i in sizes) + f"""  %any = tensor.empty({", ".join(f"%d{i}" for i in sizes)}) : {types[1]}
  %first = arith.constant 0 : i32
  %computed = zyn.map outs(%any : {types[1]}) {{
    %i = zyn.index {dim} : index
    %n = arith.index_cast %i : index to i32
    %s = arith.addi %n, %first : i32
    zyn.yield %s : i32
  }} -> {types[1]}
"""
    body = (generator if generated else "") + f"""  %r:2 = zyn.reduce ins(%a0, {"%computed" if generated else "%a1"} : {types[0]}, {types[1]}) outs(%a2, %a3 : {types[2]}, {types[3]}) dimensions = [{dim}] {{
{argmax_combiner(type)}  }} -> {types[2]}, {types[3]}
  return %r#0, %r#1 : {types[2]}, {types[3]}
"""
    none = np.zeros(out_shape)
    best = values.max(dim, initial=lowest)
    at = values.argmax(dim) if shape[dim] else np.full(out_shape, 2**31 - 1)
    return Case(name, [(type, types[0], values), ("i32", types[1], indices),
                       (type, types[2], np.full(out_shape, lowest)), ("i32", types[3], np.full(out_shape, 2**31 - 1))],
                [Expected(type, best, none), Expected("i32", at, none)], types[2:], body)


def scan_reference(kind, type, values, initial):
    """Returns the inclusive scans along the last dimension and bounds of their errors, for accumulators of `type`.
    `initial` has what each scan starts with, or is None."""
    if initial is not None:
        values = np.concatenate([initial[..., None], values], -1)
    start = 0 if initial is None else 1
    none = np.zeros(values.shape)
    if kind == "last":  # the last element that is not zero
        at = np.maximum.accumulate(np.where(values != 0, np.arange(values.shape[-1]), 0), -1)
        scanned, bound = np.take_along_axis(values, at, -1), none
    elif kind in ("max", "min"):
        scanned, bound = (np.maximum if kind == "max" else np.minimum).accumulate(values, -1), none
    elif kind == "xor":
        scanned, bound = np.bitwise_xor.accumulate(values, -1), none
    elif arrays.is_integer(type):
        scanned, bound = arrays.wrap(np.cumsum(values, -1), type), none
    else:
        scanned, magnitude = np.cumsum(values, -1), np.cumsum(np.abs(values), -1)
        exact = np.all(values == np.round(values)) and magnitude.max(initial=0) <= TYPES[type].exact
        bound = none if exact else np.arange(values.shape[-1]) * TYPES[type].eps / 2 * magnitude
    return scanned, bound, start


def scan_case(rng, name, type, shape, dim, kind="add", exclusive=False, reverse=False, carry=None, accumulator=None,
              out=None, dynamic=(), whole=None):
    """Returns a zyn.scan of one array. With `carry`, which `exclusive` implies, it starts with initial values."""
    carry = exclusive if carry is None else carry
    accumulator, out = accumulator or type, out or type
    kept = [d for d in range(len(shape)) if d != dim]
    values = random_values(rng, type, shape, whole)
    if kind == "last":
        values = values * (rng.random(shape) < 0.1)
    types = [tensor(type, shape, dynamic), tensor(out, shape, dynamic)]
    arguments = [(type, types[0], values), (out, types[1], garbage(out, shape))]
    initial = None
    if carry:
        initial = random_values(rng, accumulator, [shape[d] for d in kept], whole)
        kept_dynamic = dynamic if dynamic is True else [i for i, d in enumerate(kept) if d in dynamic]
        types.append(tensor(accumulator, initial.shape, kept_dynamic))
        arguments.append((accumulator, types[2], initial))

    def references():  # which takes seconds for long lines
        lines = np.moveaxis(values, dim, -1)
        scanned, bound, start = scan_reference(kind, accumulator, lines[..., ::-1] if reverse else lines, initial)
        expected = []
        for array in (scanned, bound):
            line = array[..., :shape[dim]] if exclusive else array[..., start:]
            expected.append(np.moveaxis(line[..., ::-1] if reverse else line, -1, dim))
        last = [Expected(accumulator, scanned[..., -1], bound[..., -1])] if carry else []
        return [Expected(out, *expected), *last]

    integer = arrays.is_integer(accumulator)
    if kind == "last":
        zero = expressions.literal(0, accumulator)
        compare = "arith.cmpi ne" if integer else "arith.cmpf une"
        combiner = [f"%zero = {zero}", f"%set = {compare}, %x, %zero : {accumulator}",
                    f"%v = arith.select %set, %x, %acc : {accumulator}"]
    else:
        combiner = [f"%v = {expressions.OPERATIONS[kind][integer]} %acc, %x : {accumulator}"]
    words = "".join(f" {word}" for word, used in (("exclusive", exclusive), ("reverse", reverse)) if used)
    out_types = types[1:]
    outs = ", ".join(f"%a{i + 1}" for i in range(len(out_types)))
    names = ", ".join(f"%r{i}" for i in range(len(out_types)))
    body = (f"  {names} = zyn.scan{words} ins(%a0 : {types[0]}) outs({outs} : {', '.join(out_types)}) dimension = {dim} {{\n"
            f"  ^bb0(%acc: {accumulator}, %x: {accumulator}):\n"
            + indented([*combiner, f"zyn.yield %v : {accumulator}"])
            + f"  }} -> {', '.join(out_types)}\n  return {names} : {', '.join(out_types)}\n")
    return Case(name, arguments, references, out_types, body)


def recurrence_case(rng, name, shape, dim, reverse=False, dynamic=()):
    """Returns a zyn.scan of two arrays with a combiner that is not commutative: r[i] = a[i] * r[i - 1] + b[i]."""
    a, b = random_values(rng, "i32", shape, 3), random_values(rng, "i32", shape, 9)
    type = tensor("i32", shape, dynamic)

    def references():  # which takes seconds for long lines
        lines = [np.moveaxis(x, dim, 0)[::-1 if reverse else 1] for x in (a, b)]
        products, sums = np.array(lines[0]), np.array(lines[1])
        for i in range(1, shape[dim]):
            products[i] = arrays.wrap(products[i - 1] * lines[0][i])
            sums[i] = arrays.wrap(sums[i - 1] * lines[0][i] + lines[1][i])
        return [Expected("i32", np.moveaxis(x[::-1 if reverse else 1], 0, dim), np.zeros(shape)) for x in (products, sums)]

    words = " reverse" if reverse else ""
    body = f"""  %r:2 = zyn.scan{words} ins(%a0, %a1 : {type}, {type}) outs(%a2, %a3 : {type}, {type}) dimension = {dim} {{
  ^bb0(%p: i32, %s: i32, %a: i32, %b: i32):
    %product = arith.muli %p, %a : i32
    %scaled = arith.muli %s, %a : i32
    %sum = arith.addi %scaled, %b : i32
    zyn.yield %product, %sum : i32, i32
  }} -> {type}, {type}
  return %r#0, %r#1 : {type}, {type}
"""
    return Case(name, [("i32", type, a), ("i32", type, b), *[("i32", type, garbage("i32", shape))] * 2], references,
                [type] * 2, body)


def sorted_order(keys, descending):
    """Returns the stable order along the last dimension: zeros are equal, and NaNs are equal and the greatest."""
    ordered = np.where(np.isnan(keys), np.inf, keys) if keys.dtype == np.float64 else keys
    rank = np.unique(ordered, return_inverse=True)[1].reshape(keys.shape).astype(np.int64)
    if keys.dtype == np.float64:
        rank = rank + np.isnan(keys)  # behind infinities
    return np.argsort(-rank if descending else rank, -1, kind="stable")


def random_keys(rng, type, shape):
    """Returns keys with duplicates, infinities, NaNs and zeros of both signs."""
    limit = min(TYPES[type].exact, int(rng.choice([3, 100, 2**31 - 1])))
    keys = rng.integers(-limit, limit + 1, shape) if arrays.is_integer(type) else rng.normal(0, 2, shape)
    if not arrays.is_integer(type):
        special = rng.choice([0.0, -0.0, np.inf, -np.inf, np.nan, 1.0, -1.0], shape)
        keys = np.where(rng.random(shape) < 0.3, special, keys)
    return keys


def topk_case(rng, name, type, shape, dim, k, smallest=False, index="i32", dynamic=(), keys=None):
    """Returns a zyn.topk: the `k` first elements of a stable sort."""
    keys = arrays.represent(random_keys(rng, type, shape) if keys is None else keys, type)
    order = np.moveaxis(sorted_order(np.moveaxis(keys, dim, -1), not smallest)[..., :k], -1, dim)
    selected = [*shape[:dim], k, *shape[dim + 1:]]
    types = [tensor(type, shape, dynamic), tensor(type, selected, dynamic), tensor(index, selected, dynamic)]
    out_types = ", ".join(types[1:])
    body = (f"  %r:2 = zyn.topk{' smallest' if smallest else ''} ins(%a0 : {types[0]}) outs(%a1, %a2 : {out_types})"
            f" dimension = {dim} -> {out_types}\n  return %r#0, %r#1 : {out_types}\n")
    # Zeros keep their signs.
    return Case(name, [(type, types[0], keys), (type, types[1], garbage(type, selected)),
                       (index, types[2], garbage(index, selected))],
                [Expected(type, np.take_along_axis(keys, order, dim), None), Expected(index, order, None)], types[1:], body)


def comparator(kind, types):
    """Returns the comparator of a zyn.sort of inputs with the types `types`, and a function that computes from their lines
    the numbers by which they are ordered, the last one first."""
    names = [f"%{side}{i}: {type}" for side in "xy" for i, type in enumerate(types)]
    type, integer = types[0], arrays.is_integer(types[0])
    less = lambda x, y, type: (f"arith.cmpi {'ult' if type == 'i1' else 'slt'}, {x}, {y} : {type}" if arrays.is_integer(type)
                               else f"arith.cmpf olt, {x}, {y} : {type}")
    if kind == "magnitude":
        magnitude = lambda x: f"math.abs{'i' if integer else 'f'} {x} : {type}"
        lines = [f"%a = {magnitude('%x0')}", f"%b = {magnitude('%y0')}", f"%r = {less('%a', '%b', type)}"]
        numbers = lambda keys, *_: [np.abs(keys)]
    else:  # the first one descending, then the second one
        lines = [f"%a = {less('%y0', '%x0', type)}", f"%b = {less('%x0', '%y0', type)}", f"%c = {less('%x1', '%y1', types[1])}",
                 "%no = arith.constant false",
                 "%d = arith.select %b, %no, %c : i1", "%e = arith.ori %a, %d : i1"]
        numbers = lambda first, second, *_: [second, -first]
    result = lines[-1].split(" ", 1)[0]
    body = f"    ^bb0({', '.join(names)}):\n" + indented([*lines, f"zyn.yield {result} : i1"], 6)
    return f" comparator {{\n{body}    }}", numbers


def sort_case(rng, name, type, shape, dim, values=(), descending=False, dynamic=(), keys=None, compare=None):
    """Returns a zyn.sort of keys, and of a value of each of the types `values`. `compare` is the kind of its comparator, or
    None."""
    keys = random_keys(rng, type, shape) if keys is None else keys
    if compare:  # NaNs have no order
        keys = np.nan_to_num(keys, posinf=3, neginf=-3)
    keys = arrays.represent(keys, type)
    inputs = [(type, keys)]
    for value in values:
        numbers = np.arange(keys.size).reshape(shape) if arrays.is_integer(value) else rng.normal(0, 2, shape)
        inputs.append((value, arrays.represent(numbers, value)))
    region = ""
    if compare:
        region, numbers = comparator(compare, [element for element, _ in inputs])
        order = np.lexsort(numbers(*(np.moveaxis(array, dim, -1) for _, array in inputs)), -1)
    else:
        order = sorted_order(np.moveaxis(keys, dim, -1), descending)
    order = np.moveaxis(order, -1, dim)
    types = [tensor(element, shape, dynamic) for element, _ in inputs]
    arguments = [(element, mlir, array) for (element, array), mlir in zip(inputs, types)]
    arguments += [(element, mlir, garbage(element, shape)) for (element, _), mlir in zip(inputs, types)]
    # Zeros keep their signs.
    expected = [Expected(element, np.take_along_axis(array, order, dim), None) for element, array in inputs]
    count = len(inputs)
    names = lambda prefix, first: ", ".join(f"{prefix}{first + i}" for i in range(count))
    out_types = ", ".join(types)
    body = (f"  {names('%r', 0)} = zyn.sort{' descending' if descending else ''} ins({names('%a', 0)} : {out_types})\n"
            f"      outs({names('%a', count)} : {out_types}) dimension = {dim}{region} -> {out_types}\n"
            f"  return {names('%r', 0)} : {out_types}\n")
    return Case(name, arguments, expected, types, body)


def matmul_case(rng, name, type, m, n, k, batch=(), ta=False, tb=False, accumulate=False, out=None, dynamic=(),
                epilogue=None, whole=None, rhs=None, precision=None, weights=None):
    """Returns a zyn.matmul. Operand number `weights` is a constant with few elements that are not zero. `dynamic` contains the dynamic sizes among "m", "n", "k" and "b"; `epilogue` is an
    expression of the sum (argument 0), a row that is broadcast (1), and a full matrix (2); `rhs` is the type of B."""
    acc = {"f16": "f32", "bf16": "f32", **dict.fromkeys(arrays.FLOATS8, "f32"), "i8": "i32"}.get(type, type)
    rhs = rhs or type
    out = "i32" if type == "i8" else out or type
    batch = list(batch)
    is_dynamic = lambda letters: [i for i, letter in enumerate("b" * len(batch) + letters) if letter in dynamic]
    shape_a, letters_a = ([*batch, k, m], "km") if ta else ([*batch, m, k], "mk")
    shape_b, letters_b = ([*batch, n, k], "nk") if tb else ([*batch, k, n], "kn")
    shape_c = [*batch, m, n]
    a, b = random_values(rng, type, shape_a, whole), random_values(rng, rhs, shape_b, whole)
    if weights is not None:
        sparse = (a, b)[weights]
        sparse[rng.random(sparse.shape) < 0.9] = 0
    c = random_values(rng, out, shape_c, whole) if accumulate else garbage(out, shape_c)
    type_c = tensor(out, shape_c, is_dynamic("mn"))
    arguments = [(type, tensor(type, shape_a, is_dynamic(letters_a)), a),
                 (rhs, tensor(rhs, shape_b, is_dynamic(letters_b)), b), (out, type_c, c)]

    left, right = (np.swapaxes(x, -1, -2) if swap else x for x, swap in ((a, ta), (b, tb)))
    total, magnitude = left @ right, np.abs(left) @ np.abs(right)
    if accumulate:
        total, magnitude = total + c, magnitude + np.abs(c)
    if acc == "i32":
        total, bound = arrays.wrap(total), np.zeros(shape_c)
    else:
        eps = float8_sum_eps if type in arrays.FLOATS8 else TYPES[acc].eps
        # Both operands are truncated or rounded to 10 bits after the binary point, or to about 20 in two parts.
        rounding = {None: 0.0, "tf32": 2.0**-9, "tf32x3": 2.0**-18}[precision]
        bound = ((k + 1) * eps + rounding) * magnitude
        if whole and magnitude.max(initial=0) <= TYPES[acc].exact:
            bound = np.zeros(shape_c)

    words = "".join(word for word, used in ((" transpose_a", ta), (" transpose_b", tb), (" accumulate", accumulate))
                    if used) + (f" precision = {precision}" if precision else "")
    names, body = ["%a0", "%a1"], ""
    if weights is not None:
        names[weights] = "%w"
        body = f"  %w = arith.constant {constant(arguments[weights][2], arguments[weights][0])}\n"
    body += f"  %r = zyn.matmul{words} ins({', '.join(names)} : {arguments[0][1]}, {arguments[1][1]}) outs(%a2 : {type_c})"
    if epilogue:
        row, full = random_values(rng, acc, [n]), random_values(rng, acc, shape_c)
        arguments += [(acc, tensor(acc, [n], [0] if "n" in dynamic else []), row),
                      (acc, tensor(acc, shape_c, is_dynamic("mn")), full)]
        rank = len(shape_c)
        printer = expressions.Printer(acc, ["%sum", "%row", "%full"])
        result = printer.emit(epilogue)
        if out != acc:
            result = printer.define(f"arith.truncf {result} : {acc} to {out}")
        total, bound = expressions.evaluate(epilogue, acc, [(total, bound), (row, 0.0), (full, 0.0)])
        body += (f"\n    epilogue_ins(%a3, %a4 : {arguments[3][1]}, {arguments[4][1]})"
                 f" epilogue_maps = [{affine_map(rank, [rank - 1])}, {affine_map(rank, range(rank))}] epilogue {{\n"
                 f"  ^bb0(%sum: {acc}, %row: {acc}, %full: {acc}):\n"
                 + indented([*printer.lines, f"zyn.yield {result} : {out}"]) + "  }")
    body += f" -> {type_c}\n  return %r : {type_c}\n"
    return Case(name, arguments, [Expected(out, total, np.broadcast_to(bound, shape_c))], [type_c], body)


def conv2d_reference(x, w, strides, padding, dilations, groups):
    """Returns the convolution of images N x H x W x C with filters F x R x S x C/groups, by the definition."""
    top, bottom, left, right = padding
    x = np.pad(x, ((0, 0), (top, bottom), (left, right), (0, 0)))
    (rows, columns), channels, filters = w.shape[1:3], w.shape[3], w.shape[0] // groups
    sizes = [max((size - (extent - 1) * dilation - 1) // stride + 1, 0)
             for size, extent, stride, dilation in zip(x.shape[1:3], (rows, columns), strides, dilations)]
    result = np.zeros((x.shape[0], *sizes, w.shape[0]), np.result_type(x, w))
    if 0 in sizes:
        return result
    for r in range(rows):
        for s in range(columns):
            first = r * dilations[0], s * dilations[1]
            window = x[:, first[0]:first[0] + (sizes[0] - 1) * strides[0] + 1:strides[0],
                       first[1]:first[1] + (sizes[1] - 1) * strides[1] + 1:strides[1]]
            for group in range(groups):
                of_group = slice(group * filters, (group + 1) * filters)
                result[..., of_group] += window[..., group * channels:(group + 1) * channels] @ w[of_group, r, s].T
    return result


def conv2d_case(rng, name, type, image, filters, strides=(1, 1), padding=(0, 0, 0, 0), dilations=(1, 1), groups=1,
                layout="nhwc", accumulate=False, out=None, dynamic=(), epilogue=None, whole=None, rhs=None, precision=None):
    """Returns a zyn.conv2d of an image N x H x W x C with filters F x R x S. `dynamic` contains the dynamic sizes among
    the letters of "nhwcfrspq", `rhs` is the type of the filters, and `epilogue` is as in `matmul_case`."""
    acc = {"f16": "f32", "bf16": "f32", **dict.fromkeys(arrays.FLOATS8, "f32"), "i8": "i32"}.get(type, type)
    rhs = rhs or type
    out = "i32" if type == "i8" else out or type
    channels = image[3] // groups
    x = random_values(rng, type, image, whole)
    w = random_values(rng, rhs, [*filters, channels], whole)
    total = conv2d_reference(x, w, strides, padding, dilations, groups)
    magnitude = conv2d_reference(np.abs(x), np.abs(w), strides, padding, dilations, groups)
    y = random_values(rng, out, total.shape, whole) if accumulate else garbage(out, total.shape)
    if accumulate:
        total, magnitude = total + y, magnitude + np.abs(y)
    if acc == "i32":
        total, bound = arrays.wrap(total), np.zeros(total.shape)
    else:
        eps = float8_sum_eps if type in arrays.FLOATS8 else TYPES[acc].eps
        rounding = {None: 0.0, "tf32": 2.0**-9, "tf32x3": 0.0}[precision]
        bound = ((w[0].size + 1) * eps + rounding) * magnitude if w.size else np.zeros(total.shape)
        if whole and magnitude.max(initial=0) <= TYPES[acc].exact:
            bound = np.zeros(total.shape)
    full = random_values(rng, acc, total.shape)
    row = random_values(rng, acc, [filters[0]])
    if epilogue:
        total, bound = expressions.evaluate(epilogue, acc, [(total, bound), (row, 0.0), (full, 0.0)])
    bound = np.broadcast_to(bound, total.shape)

    letters = ["nhwc", "frsc", "npqf"]
    if layout == "nchw":
        swap = lambda array: np.ascontiguousarray(np.moveaxis(array, 3, 1))
        x, w, y, full, total, bound = (swap(array) for array in (x, w, y, full, total, bound))
        letters = ["nchw", "fcrs", "nfpq"]
    types = [tensor(element, array.shape, [i for i, letter in enumerate(names) if letter in dynamic])
             for element, array, names in zip((type, rhs, out), (x, w, y), letters)]
    arguments = list(zip((type, rhs, out), types, (x, w, y)))

    words = f" layout = {layout}" if layout != "nhwc" else ""
    for word, numbers, default in [("strides", strides, (1, 1)), ("padding", padding, (0,) * 4),
                                   ("dilations", dilations, (1, 1))]:
        if tuple(numbers) != default:
            words += f" {word} = [{', '.join(map(str, numbers))}]"
    words += (f" groups = {groups}" if groups != 1 else "") + (" accumulate" if accumulate else "")
    words += f" precision = {precision}" if precision else ""
    body = f"  %r = zyn.conv2d{words} ins(%a0, %a1 : {types[0]}, {types[1]}) outs(%a2 : {types[2]})"
    if epilogue:
        arguments += [(acc, tensor(acc, row.shape, [0] if "f" in dynamic else []), row),
                      (acc, types[2].replace(f"x{out}>", f"x{acc}>"), full)]
        printer = expressions.Printer(acc, ["%sum", "%row", "%full"])
        result = printer.emit(epilogue)
        if out != acc:
            result = printer.define(f"arith.truncf {result} : {acc} to {out}")
        channel = letters[2].index("f")
        body += (f"\n    epilogue_ins(%a3, %a4 : {arguments[3][1]}, {arguments[4][1]})"
                 f" epilogue_maps = [{affine_map(4, [channel])}, {affine_map(4, range(4))}] epilogue {{\n"
                 f"  ^bb0(%sum: {acc}, %row: {acc}, %full: {acc}):\n"
                 + indented([*printer.lines, f"zyn.yield {result} : {out}"]) + "  }")
    body += f" -> {types[2]}\n  return %r : {types[2]}\n"
    return Case(name, arguments, [Expected(out, total, bound)], [types[2]], body)
