"""Gathers and scatters: all element types, types of indices and dimensions, sizes of 0 and 1, and vectors of all widths."""
import numpy as np

from arrays import FLOATS, FLOATS8, garbage, is_integer, random_values, wrap
from programs import Case, Expected, indented, tensor


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


def gather_case(rng, name, type, shape, dim, count, index="i32", dynamic=(), indices=None, unchecked=False):
    """Returns a zyn.gather of `count` slices, a shape, along `dim`."""
    source = random_values(rng, type, shape)
    if indices is None:
        indices = rng.integers(0, max(min(shape[dim], 127), 1), count)
    stored = "i64" if index == "index" else index
    result = np.take(source, indices, dim)
    out_type = tensor(type, result.shape, dynamic)
    text, operand, index_type = index_operand(1, index, indices.shape, dynamic)
    body = f"""{text}  %r = zyn.gather{' unchecked' if unchecked else ''} ins(%a0, {operand} : {tensor(type, shape, dynamic)}, {index_type})
      outs(%a2 : {out_type}) dimension = {dim} -> {out_type}
  return %r : {out_type}
"""
    arguments = [(type, tensor(type, shape, dynamic), source), (stored, tensor(stored, indices.shape, dynamic), indices),
                 (type, out_type, garbage(type, result.shape))]
    return Case(name, arguments, [Expected(type, result, None)], [out_type], body)


def overwritten_gather_case(rng, name, length, count):
    """Returns a gather whose destination is the array of the indices. Its elements are no indices."""
    source, indices = rng.integers(length, 2**31, length), rng.integers(0, length, count)
    types = [tensor("i32", [length]), tensor("i32", [count])]
    body = f"""  %r = zyn.gather ins(%a0, %a1 : {', '.join(types)})
      outs(%a1 : {types[1]}) dimension = 0 -> {types[1]}
  return %r : {types[1]}
"""
    arguments = [("i32", types[0], source), ("i32", types[1], indices)]
    return Case(name, arguments, [Expected("i32", source[indices], None)], [types[1]], body)


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
    # The emulator reports an index that is loaded by another thread than the one that overwrites it.
    return [*cases, *(overwritten_gather_case(rng, f"gather_overwritten_{count}", 50, count) for count in [3, 1100, 40001])]


# The op of a combiner, given the element type's letter, and its reference.
COMBINERS = {
    "replace": (None, lambda old, update: update),
    "add": ("arith.add{0} %old, %update", lambda old, update: old + update),
    "difference": ("arith.sub{0} %update, %old", lambda old, update: update - old),
    "max": ("arith.max{1} %old, %update", np.maximum),
    "min": ("arith.minsi %old, %update", np.minimum),
    "xor": ("arith.xori %update, %old", np.bitwise_xor),
}


def scatter_case(rng, name, type, shape, dim, count, combiner="add", index="i32", dynamic=(), indices=None,
                 unordered=False, unchecked=False, known_target=False):
    """Returns a zyn.scatter of `count` slices, a shape, along `dim`. Sums are exact. With `known_target`, sizes of the
    destination are not dynamic."""
    if indices is None:
        indices = rng.integers(0, max(min(shape[dim], 127), 1), count)
    update_shape = [*shape[:dim], *indices.shape, *shape[dim + 1:]]
    whole = {"f8E4M3FN": 1, "f8E5M2": 1, "bf16": 3, "f16": 10}.get(type, 1000)
    init, updates = random_values(rng, type, shape, whole), random_values(rng, type, update_shape, whole)
    text, combine = COMBINERS[combiner]
    result = np.moveaxis(init, dim, 0).copy()
    slices = np.moveaxis(updates, range(dim, dim + indices.ndim), range(indices.ndim))
    for at in np.ndindex(indices.shape):
        combined = combine(result[indices[at]], slices[at])
        result[indices[at]] = wrap(combined, type) if is_integer(type) else combined
    result = np.moveaxis(result, 0, dim)
    stored = "i64" if index == "index" else index
    out_type = tensor(type, shape, () if known_target else dynamic)
    operands, operand, index_type = index_operand(1, index, indices.shape, dynamic)
    words = (" unordered" if unordered else "") + (" unchecked" if unchecked else "")
    letter = "i" if is_integer(type) else "f"
    lines = [] if text is None else [f"%c = {text.format(letter, 'si' if letter == 'i' else 'imumf')} : {type}"]
    body = f"""{operands}  %r = zyn.scatter{words} ins(%a0, {operand} : {tensor(type, update_shape, dynamic)}, {index_type})
      outs(%a2 : {out_type}) dimension = {dim} {{
  ^bb0(%old: {type}, %update: {type}):
{indented([*lines, f"zyn.yield {'%c' if lines else '%update'} : {type}"])}  }} -> {out_type}
  return %r : {out_type}
"""
    arguments = [(type, tensor(type, update_shape, dynamic), updates), (stored, tensor(stored, indices.shape, dynamic), indices),
                 (type, out_type, init)]
    return Case(name, arguments, [Expected(type, result, None)], [out_type], body)


def scatters(rng):
    cases = []
    add = lambda name, *args, **options: cases.append(scatter_case(rng, f"scatter_{name}", *args, **options))
    for type in [*FLOATS, *FLOATS8, "i64", "i32", "i16", "i8", "i1"]:
        add(f"{type}_replace", type, [9, 7], 0, [50], "replace", dynamic=True)
        if type == "i1":
            continue
        kind = "max" if type in FLOATS8 else "difference"
        add(f"{type}_rows", type, [20, 8], 0, [33], kind)
        add(f"{type}_elements", type, [3, 40], 1, [65], kind, "i64", dynamic=True)
        add(f"{type}_middle", type, [3, 10, 6], 1, [4, 5], kind, "i8")
        for combiner in ["max"] if type in FLOATS8 else ["add", "max"]:
            add(f"{type}_unordered_{combiner}", type, [3, 10, 6], 1, [31], combiner, unordered=True)
    for type in ["i64", "i32", "i8"]:
        add(f"{type}_unordered_xor", type, [30, 2], 0, [300], "xor", "i16", dynamic=True, unordered=True)
    for index in ["i8", "i16", "i32", "i64", "index"]:
        for dynamic in [[], True]:
            kind = "dynamic" if dynamic else "static"
            add(f"{index}_{kind}", "f32", [2, 30, 5], 1, [4, 30], "difference", index, dynamic=dynamic)
            add(f"{index}_{kind}_scalar", "f32", [4, 3], 0, [], "difference", index, indices=np.array(2), dynamic=dynamic)
            add(f"{index}_{kind}_unordered", "f32", [2, 30, 5], 1, [40], "add", index, dynamic=dynamic, unordered=True)
    for shape, dim, count in [([1], 0, [1]), ([1, 1], 1, [5]), ([5], 0, [0]), ([0, 3], 0, [0]), ([3, 0], 0, [2]),
                              ([3, 0], 1, [0, 2]), ([0, 4], 1, [3]), ([7], 0, [2, 0, 3]), ([9, 1, 2], 0, [1, 1]),
                              ([100], 0, [3000]), ([13, 17, 5], 2, [23]), ([4, 1000], 0, [3]), ([2, 1], 1, [700])]:
        name = "x".join(map(str, shape)) + f"_along_{dim}_" + "x".join(map(str, count))
        for dynamic in [[], True]:
            for unordered in [False, True]:
                add(f"{name}_{'dynamic' if dynamic else 'static'}{'_unordered' if unordered else ''}", "i32", shape, dim, count,
                    "add" if unordered else "difference", dynamic=dynamic, unordered=unordered)
    # Many updates of few elements are combined in shared memory first, if the number of elements is known. Ordered sums have
    # segments that end within and at the end of an iteration.
    for type, combiner in [("i32", "add"), ("i64", "max"), ("i32", "xor"), ("f32", "add"), ("f64", "add")]:
        add(f"{type}_{combiner}_few", type, [37], 0, [70000], combiner, "i8", unordered=True)
    for dynamic in [[], True]:
        kind = "dynamic" if dynamic else "static"
        add(f"i32_min_few_{kind}", "i32", [5, 3], 0, [23000], "min", dynamic=dynamic)
        add(f"f32_segments_{kind}", "f32", [90, 3], 0, [1500], "difference", dynamic=dynamic)
    add("f32_segments_of_16", "f32", [4], 0, [64], "difference", indices=np.repeat(np.arange(4), 16))
    add("i32_few_of_unknown_number", "i32", [100], 0, [70001], dynamic=True, known_target=True)
    return cases
