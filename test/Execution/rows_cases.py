"""Rows: an exact computation on every type, and softmax and layer normalization of floats."""
import numpy as np

from arrays import TYPES, garbage, is_integer, random_values
from programs import Case, Expected, affine_map, argmax_combiner, indented, tensor

SHIFT = {"max": ("arith.maximumf", "arith.maxsi"), "min": ("arith.minimumf", "arith.minsi"),
         "sub": ("arith.subf", "arith.subi")}


def reduction(result, value, init, operation, type):
    return [f"{result} = zyn.reduce_row {value} init {init} : {type} {{", f"^bb0(%a: {type}, %b: {type}):",
            f"  %c = {operation} %a, %b : {type}", f"  zyn.yield %c : {type}", "}"]


def rows_case(name, arguments, expected, types, maps, dims, lines, yielded, first=0):
    """Returns a case of a zyn.rows whose last arguments are as many destinations as `types`. With `first`, the inputs are
    the parts of larger arrays from this row on."""
    count = len(arguments) - len(types)
    names = lambda start, end: ", ".join(f"%{'part' if first and i < count else 'a'}{i}" for i in range(start, end))
    listed = lambda part: ", ".join(argument[1] for argument in part)
    slices, given = "", list(arguments)
    for i, (type, part, values) in enumerate(arguments[:count] if first else []):
        rank = values.ndim
        whole = np.concatenate([garbage(type, [first, *values.shape[1:]]), values])
        given[i] = (type, tensor(type, whole.shape), whole)
        slices += (f"  %part{i} = tensor.extract_slice %a{i}{[first] + [0] * (rank - 1)} {list(values.shape)} {[1] * rank} : "
                   f"{given[i][1]} to {part}\n")
    elements = ", ".join(f"%x{i}: {arguments[i][0]}" for i in range(count))
    results, out = ", ".join(f"%r{i}" for i in range(len(types))), ", ".join(types)
    body = (f"{slices}  {results} = zyn.rows ins({names(0, count)} : {listed(arguments[:count])})"
            f" outs({names(count, len(arguments))} : {listed(arguments[count:])}) dimensions = {dims}"
            f" indexing_maps = [{', '.join(maps)}] {{\n  ^bb0({elements}):\n" + indented([*lines, yielded])
            + f"  }} -> {out}\n  return {results} : {out}\n")
    return Case(name, given, expected, types, body)


def shift_case(rng, name, type, shape, dims, dynamic=()):
    """y = d - min d with d = x - max(x, start) of each row; also returns the maxima. All of it is exact."""
    rank, kept = len(shape), [i for i in range(len(shape)) if i not in dims]
    dynamic = range(rank) if dynamic is True else dynamic
    x = random_values(rng, type, shape, 2)
    start = random_values(rng, type, [shape[i] for i in kept], 2)
    widen = lambda array: np.expand_dims(array, dims)
    axes = tuple(dims)
    if type == "i1":
        combine = lambda array, init: np.bitwise_xor.reduce(
            np.concatenate([widen(init).reshape(-1, 1), np.moveaxis(array, axes, range(-len(axes), 0)).reshape(
                init.size, int(np.prod([shape[i] for i in dims], dtype=int)))], 1), 1).reshape(init.shape)
        top, sub = combine(x, start), lambda a, b: a ^ b
        least = combine(sub(x, widen(top)), np.zeros_like(start))
        operations = ["arith.xori"] * 3
    else:
        top, sub = np.maximum(x.max(axes, initial=-10**6), start), lambda a, b: a - b
        least = np.minimum((x - widen(top)).min(axes, initial=10**6), 0)
        operations = [SHIFT[kind][is_integer(type)] for kind in ("max", "min", "sub")]
    y = sub(sub(x, widen(top)), widen(least))
    row = [shape[i] for i in kept]
    row_type = tensor(type, row, [i for i, dim in enumerate(kept) if dim in dynamic])
    arguments = [(type, tensor(type, shape, dynamic), x), (type, row_type, start),
                 (type, tensor(type, shape, dynamic), garbage(type, shape)), (type, row_type, garbage(type, row))]
    zero = "false" if type == "i1" else f"0 : {type}" if is_integer(type) else f"0.0 : {type}"
    lines = [f"%zero = arith.constant {zero}", *reduction("%top", "%x0", "%x1", operations[0], type),
             f"%d = {operations[2]} %x0, %top : {type}", *reduction("%least", "%d", "%zero", operations[1], type),
             f"%y = {operations[2]} %d, %least : {type}"]
    exact = lambda array: Expected(type, array, np.zeros(np.shape(array)))
    return rows_case(name, arguments, [exact(y), exact(top)], [argument[1] for argument in arguments[2:]],
                     [affine_map(rank, range(rank)), affine_map(rank, kept)], list(dims), lines,
                     f"zyn.yield %y, %top : {type}, {type}")


def norm_case(rng, name, type, shape, dynamic=(), first=0):
    """Layer normalization of the last dimension, with weights, in the elements' type."""
    x, weights = random_values(rng, type, shape), random_values(rng, type, shape[-1:])
    n, rank = shape[-1], len(shape)
    mean = x.mean(-1, keepdims=True)
    deviation = np.sqrt(((x - mean) ** 2).mean(-1, keepdims=True) + 1)
    y = (x - mean) / deviation * weights
    out = tensor(type, shape, dynamic)
    arguments = [(type, out, x), (type, tensor(type, shape[-1:], [0] if rank - 1 in dynamic else []), weights),
                 (type, out, garbage(type, shape))]
    lines = [f"%zero = arith.constant 0.0 : {type}", f"%one = arith.constant 1.0 : {type}", f"%n = arith.constant {n}.0 : {type}",
             *reduction("%sum", "%x0", "%zero", "arith.addf", type), f"%mean = arith.divf %sum, %n : {type}",
             f"%d = arith.subf %x0, %mean : {type}", f"%square = arith.mulf %d, %d : {type}",
             *reduction("%squares", "%square", "%zero", "arith.addf", type), f"%variance = arith.divf %squares, %n : {type}",
             f"%more = arith.addf %variance, %one : {type}", f"%scale = math.rsqrt %more : {type}",
             f"%scaled = arith.mulf %d, %scale : {type}", f"%y = arith.mulf %scaled, %x1 : {type}"]
    bound = (n + 40) * TYPES[type].eps * (np.abs(y) + np.abs(weights) * (1 + np.abs(x).max(-1, initial=0, keepdims=True)))
    return rows_case(name, arguments, [Expected(type, y, bound)], [out],
                     [affine_map(rank, range(rank)), affine_map(rank, [rank - 1])], [rank - 1], lines, f"zyn.yield %y : {type}",
                     first)


def masked_case(rng, name, type, shape, mask_dims, dynamic=()):
    """y = (x + mask) - max (x + mask) of each row of the last dimension, exactly, for a mask with some dimensions of x."""
    rank = len(shape)
    x, mask = random_values(rng, type, shape, 2), random_values(rng, type, [shape[i] for i in mask_dims], 2)
    order = sorted(mask_dims)
    spread = np.transpose(mask, [list(mask_dims).index(i) for i in order])
    score = x + spread.reshape([shape[i] if i in mask_dims else 1 for i in range(rank)])
    y = score - score.max(-1, keepdims=True)
    out = tensor(type, shape, dynamic)
    arguments = [(type, out, x), (type, tensor(type, mask.shape, [i for i, dim in enumerate(mask_dims) if dim in dynamic]), mask),
                 (type, out, garbage(type, shape))]
    operation, lowest = ("arith.addi", -1000) if is_integer(type) else ("arith.addf", "-1000.0")
    lines = [f"%low = arith.constant {lowest} : {type}", f"%score = {operation} %x0, %x1 : {type}",
             *reduction("%top", "%score", "%low", SHIFT["max"][is_integer(type)], type),
             f"%y = {SHIFT['sub'][is_integer(type)]} %score, %top : {type}"]
    return rows_case(name, arguments, [Expected(type, y, np.zeros(y.shape))], [out],
                     [affine_map(rank, range(rank)), affine_map(rank, mask_dims)], [rank - 1], lines, f"zyn.yield %y : {type}")


def siblings_case(rng, name, type, shape, dynamic=()):
    """Reductions of the same rows, which are fused: sums, and the first index of the maxima."""
    x, row = random_values(rng, type, shape, 2), shape[:-1]
    full, rows, places = (tensor(*part, dynamic) for part in [(type, shape), (type, row), ("i32", row)])
    dims = [dim for dim in range(len(row)) if dynamic is True or dim in dynamic]
    sizes = ", ".join(f"%d{dim}" for dim in dims)
    letter, zero, low = ("i", "0", "-1000") if is_integer(type) else ("f", "0.0", "-1000.0")
    fill = lambda result, value, element, type: f"""  %empty_{result} = tensor.empty({sizes}) : {type}
  %{result} = zyn.map outs(%empty_{result} : {type}) {{
    %v = arith.constant {value} : {element}
    zyn.yield %v : {element}
  }} -> {type}
"""
    columns = len(shape) - 1
    body = "".join(f"  %n{dim} = arith.constant {dim} : index\n  %d{dim} = tensor.dim %a0, %n{dim} : {full}\n" for dim in dims)
    body += fill("zeros", zero, type, rows) + fill("lows", low, type, rows) + fill("firsts", "2147483647", "i32", places)
    body += f"""  %sums = zyn.reduce ins(%a0 : {full}) outs(%zeros : {rows}) dimensions = [{columns}] {{
  ^bb0(%a: {type}, %b: {type}):
    %c = arith.add{letter} %a, %b : {type}
    zyn.yield %c : {type}
  }} -> {rows}
  %indices = zyn.map ins(%a0 : {full}) outs(%a1 : {tensor("i32", shape, dynamic)}) {{
  ^bb0(%a: {type}):
    %j = zyn.index {columns} : index
    %c = arith.index_cast %j : index to i32
    zyn.yield %c : i32
  }} -> {tensor("i32", shape, dynamic)}
  %tops, %places = zyn.reduce ins(%a0, %indices : {full}, {tensor("i32", shape, dynamic)})
      outs(%lows, %firsts : {rows}, {places}) dimensions = [{columns}] {{
{argmax_combiner(type)}  }} -> {rows}, {places}
  return %sums, %places : {rows}, {places}
"""
    exact = lambda type, array: Expected(type, array, np.zeros(array.shape))
    return Case(name, [(type, full, x), ("i32", tensor("i32", shape, dynamic), garbage("i32", shape))],
                [exact(type, x.sum(-1)), exact("i32", np.argmax(x, -1))], [rows, places], body)


def cases(rng):
    built = []
    for dims in [(0, 3), (1, 3), (2, 3), (0, 2, 3), (2, 0, 3), (3,), (1,), (0, 2), (2, 1), ()]:
        for shape, dynamic in [([2, 3, 4, 64], ()), ([2, 3, 2, 33], range(4)), ([1, 2, 2, 3001], [3])]:
            name = f"rows_masked_{''.join(map(str, dims))}_{len(built)}"
            built.append(masked_case(rng, name, "f32" if len(built) % 2 else "i32", shape, dims, dynamic))
    for type in TYPES:
        built.append(shift_case(rng, f"rows_{type}", type, [9, 70], [1]))
        built.append(shift_case(rng, f"rows_{type}_dynamic", type, [6, 33], [1], dynamic=True))
    for shape, dims in [([1], [0]), ([0, 5], [1]), ([5, 0], [1]), ([3, 1], [1]), ([3000], [0]), ([40, 7], [0]),
                        ([2, 3, 50], [2]), ([4, 5, 6], [1, 2]), ([4, 5, 6], [1]), ([4, 5, 6], [0, 2])]:
        name = "x".join(map(str, shape)) + "_over_" + "_".join(map(str, dims))
        for dynamic in [(), True]:
            built.append(shift_case(rng, f"rows_{name}_{len(built)}", "f32", shape, dims, dynamic))
    for type in ["f16", "i16"]:  # two rows of a block have several warps each
        for length in [1032, 2048]:
            built.append(shift_case(rng, f"rows_{type}_of_{length}", type, [5, length], [1]))
    # Few lanes, blocks and clusters that hold a row, loops and several blocks for each row.
    for shape, dynamic in [([3, 2500], [1]), ([4, 3001], [0, 1]), ([40, 0], [1]), ([0, 40000], True),
                           ([1, 40000], True), ([2, 40002], [1]), ([2, 20004], ()), ([2, 20001], [1]),
                           ([2, 50257], ()), ([2, 300004], ())]:
        name = f"rows_long_{'x'.join(map(str, shape))}_{len(built)}"
        built.append(shift_case(rng, name, "f32", shape, [len(shape) - 1], dynamic))
    for type in ["f64", "f32", "f16", "i8"]:
        built.append(shift_case(rng, f"rows_long_{type}", type, [2, 100004 if type == "f32" else 70000], [1]))
        built.append(shift_case(rng, f"rows_long_{type}_dynamic", type, [2, 5000], [1], [1]))
    for shape, dynamic in [([70, 10], ()), ([70, 10], [0]), ([5, 33], True), ([4, 3, 300], ()), ([3, 5000], [0])]:
        for type in ["f32", "i32"]:
            name = f"rows_siblings_{type}_{'x'.join(map(str, shape))}_{len(built)}"
            built.append(siblings_case(rng, name, type, shape, dynamic))
    for type in ["f32", "f16"]:  # vectors of all widths
        for shape, first in [([5, 128], 1), ([5, 130], 1), ([4, 33], 3), ([3, 1000], 2), ([1, 770], 1), ([2, 20000], 1),
                             ([1, 1], 2)]:
            name = f"rows_{type}_norm_{'x'.join(map(str, shape))}_from_{first}"
            built.append(norm_case(rng, name, type, shape, first=first))
    built.append(norm_case(rng, "rows_long_norm", "f32", [2, 40000], [1]))
    built.append(norm_case(rng, "rows_long_norm_static", "f32", [3, 18000]))
    for type in ["f64", "f32"]:
        for shape in [[5, 128], [3, 1000], [2, 4, 33]]:
            built.append(norm_case(rng, f"rows_{type}_norm_{'x'.join(map(str, shape))}", type, shape,
                                   [0] if len(built) % 2 else []))
    return built
