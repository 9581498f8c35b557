"""Gathers and scatters: all element types, types of indices and dimensions, sizes of 0 and 1, and vectors of all widths."""
import numpy as np

from arrays import FLOATS, FLOATS8, garbage, random_values
from programs import Case, Expected, tensor


def index_operand(position, element, shape, dynamic):
    """Returns the ops that define the operand, its name and its type. There are no arguments of index."""
    name, type = f"%a{position}", tensor(element, shape, dynamic)
    if element != "index":
        return "", name, type
    stored = tensor("i64", shape, dynamic)
    sizes = [dim for dim in range(len(shape)) if dynamic is True or dim in dynamic]
    text = "".join(f"  %n{dim} = arith.constant {dim} : index\n  %d{dim} = tensor.dim {name}, %n{dim} : {stored}\n"
                   for dim in sizes)
    text += f"""  %empty = tensor.empty({', '.join(f'%d{dim}' for dim in sizes)}) : {type}
  %index = zyn.map ins({name} : {stored}) outs(%empty : {type}) {{
  ^bb0(%i: i64):
    %cast = arith.index_cast %i : i64 to index
    zyn.yield %cast : index
  }} -> {type}
"""
    return text, "%index", type


def gather_case(rng, name, type, shape, dim, count, index="i32", dynamic=(), indices=None):
    """Returns a zyn.gather of `count` slices, a shape, along `dim`."""
    source = random_values(rng, type, shape)
    if indices is None:
        indices = rng.integers(0, max(min(shape[dim], 127), 1), count)
    stored = "i64" if index == "index" else index
    result = np.take(source, indices, dim)
    out_type = tensor(type, result.shape, dynamic)
    text, operand, index_type = index_operand(1, index, indices.shape, dynamic)
    body = f"""{text}  %r = zyn.gather ins(%a0, {operand} : {tensor(type, shape, dynamic)}, {index_type})
      outs(%a2 : {out_type}) dimension = {dim} -> {out_type}
  return %r : {out_type}
"""
    arguments = [(type, tensor(type, shape, dynamic), source), (stored, tensor(stored, indices.shape, dynamic), indices),
                 (type, out_type, garbage(type, result.shape))]
    return Case(name, arguments, [Expected(type, result, None)], [out_type], body)


def gathers(rng):
    cases = []
    add = lambda name, *args, **options: cases.append(gather_case(rng, f"gather_{name}", *args, **options))
    for type in [*FLOATS, *FLOATS8, "i64", "i32", "i16", "i8", "i1"]:
        add(f"{type}_rows", type, [50, 64], 0, [33])
        add(f"{type}_rows_dynamic", type, [50, 48], 0, [7, 5], dynamic=True)
        add(f"{type}_elements", type, [3, 100], 1, [65], "i64")
        add(f"{type}_middle", type, [3, 40, 6], 1, [21], "i8")
    for index in ["i8", "i16", "i32", "i64", "index"]:
        for dynamic in [[], True]:
            kind = "dynamic" if dynamic else "static"
            add(f"{index}_{kind}", "f32", [2, 30, 5], 1, [4, 3], index, dynamic=dynamic)
            add(f"{index}_{kind}_scalar", "f32", [4, 3], 0, [], index, indices=np.array(2), dynamic=dynamic)
    for shape, dim, count in [([1], 0, [1]), ([1, 1], 1, [5]), ([5], 0, [0]), ([0, 3], 0, [0]), ([3, 0], 0, [2]),
                              ([3, 0], 1, [0, 2]), ([0, 4], 1, [3]), ([7], 0, [2, 0, 3]), ([9, 1, 2], 0, [1, 1]),
                              ([2000], 0, [5000]), ([13, 17, 19], 2, [23]), ([4, 4096], 0, [3])]:
        name = "x".join(map(str, shape)) + f"_along_{dim}_" + "x".join(map(str, count))
        for dynamic in [[], True]:
            add(f"{name}_{'dynamic' if dynamic else 'static'}", "f32", shape, dim, count, dynamic=dynamic)
    add("first_and_last", "i32", [6, 4], 0, [3], indices=np.array([5, 0, 5]))
    return cases
