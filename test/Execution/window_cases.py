"""Windows: all types, combiners, strides, paddings and dilations, sizes of 0 and 1, and vectors of all widths."""
import itertools

import numpy as np

import arrays
import expressions
from arrays import FLOATS, FLOATS8, random_values
from programs import Case, Expected, reduce_reference, tensor


def windows(values, window, strides, padding, dilations, neutral):
    """Returns an array whose first dimensions are those of the results, and whose last one has the elements of their
    windows; those in the padding are `neutral`."""
    rank = values.ndim
    padded = np.pad(values, [padding[2 * d:2 * d + 2] for d in range(rank)], constant_values=neutral)
    counts = [max(0, (padded.shape[d] - (window[d] - 1) * dilations[d] - 1) // strides[d] + 1) for d in range(rank)]
    taken = [padded[tuple(slice(r[d] * dilations[d], r[d] * dilations[d] + counts[d] * strides[d], strides[d])
                          for d in range(rank))] if all(counts) else np.zeros(counts)
             for r in itertools.product(*map(range, window))]
    return np.stack(taken, -1)


def window_case(rng, name, type, shape, window, strides=None, padding=None, dilations=None, kind="max", accumulator=None,
                dynamic=(), whole=None, initial=None):
    """Returns a zyn.reduce_window with the combiner `kind`, which computes in `accumulator`. `initial` is the initial value
    of all elements if the program sets them."""
    rank = len(shape)
    accumulator = accumulator or type
    values = random_values(rng, type, shape, whole)
    neutral = {"add": 0, "xor": 0, "max": -np.inf, "min": np.inf}[kind]
    if arrays.is_integer(type):
        neutral = {"add": 0, "xor": 0, "max": arrays.lowest(type), "min": arrays.greatest(type)}[kind]
    taken = windows(values, window, strides or [1] * rank, padding or [0] * 2 * rank, dilations or [1] * rank, neutral)
    init = random_values(rng, type, taken.shape[:-1], whole) if initial is None else np.full(taken.shape[:-1], initial)
    value, bound = reduce_reference(kind, accumulator, taken, init, [rank])
    in_type, out_type = tensor(type, shape, dynamic), tensor(type, init.shape, dynamic)
    words = "".join(f" {word} = [{', '.join(map(str, numbers))}]"
                    for word, numbers in (("strides", strides), ("padding", padding), ("dilations", dilations)) if numbers)
    mlir = expressions.OPERATIONS[kind][arrays.is_integer(type)]
    text, operand = "", "%a1"
    if initial is not None:
        operand = "%init"
        text = f"""  %init = zyn.map outs(%a1 : {out_type}) {{
    %c = arith.constant {initial} : {type}
    zyn.yield %c : {type}
  }} -> {out_type}
"""
    body = f"""{text}  %r = zyn.reduce_window window = [{', '.join(map(str, window))}]{words} ins(%a0 : {in_type}) outs({operand} : {out_type}) {{
  ^bb0(%acc: {accumulator}, %x: {accumulator}):
    %v = {mlir} %acc, %x : {accumulator}
    zyn.yield %v : {accumulator}
  }} -> {out_type}
  return %r : {out_type}
"""
    return Case(name, [(type, in_type, values), (type, out_type, init)],
                [Expected(type, np.asarray(value), np.broadcast_to(bound, init.shape))], [out_type], body)


def argmax_case(rng, name, shape, window, strides, padding, dynamic=()):
    """Returns the greatest element of each window and its linear index in the input, an array of its own. All elements
    differ."""
    rank = len(shape)
    values = rng.permutation(int(np.prod(shape))).reshape(shape).astype(float)
    indices = np.arange(values.size).reshape(shape)
    take = lambda array: windows(array, window, strides, padding, [1] * rank, -1)
    taken = take(values)
    best = taken.argmax(-1)[..., None]
    greatest = np.take_along_axis(taken, best, -1)[..., 0]
    at = np.take_along_axis(take(indices), best, -1)[..., 0]
    types = [tensor("f32", shape, dynamic), tensor("i32", shape, dynamic)]
    out_types = [tensor("f32", at.shape, dynamic), tensor("i32", at.shape, dynamic)]
    numbers = lambda values: ", ".join(map(str, values))
    body = f"""  %r:2 = zyn.reduce_window window = [{numbers(window)}] strides = [{numbers(strides)}] padding = [{numbers(padding)}]
      ins(%a0, %a1 : {', '.join(types)}) outs(%a2, %a3 : {', '.join(out_types)}) {{
  ^bb0(%a: f32, %i: i32, %b: f32, %j: i32):
    %greater = arith.cmpf ogt, %b, %a : f32
    %value = arith.select %greater, %b, %a : f32
    %index = arith.select %greater, %j, %i : i32
    zyn.yield %value, %index : f32, i32
  }} -> {', '.join(out_types)}
  return %r#0, %r#1 : {', '.join(out_types)}
"""
    arguments = [("f32", types[0], values), ("i32", types[1], indices), ("f32", out_types[0], np.full(at.shape, -1.0)),
                 ("i32", out_types[1], np.full(at.shape, -1))]
    return Case(name, arguments, [Expected("f32", greatest, None), Expected("i32", at, None)], out_types, body)


def cases(rng):
    built = []
    add = lambda name, *args, **options: built.append(window_case(rng, f"window_{name}", *args, **options))
    image = dict(strides=[1, 2, 2, 1], padding=[0, 0, 1, 1, 1, 0, 0, 0])
    for type in [*FLOATS, *FLOATS8, "i64", "i32", "i16", "i8"]:
        add(f"{type}_max", type, [2, 9, 8, 16], [1, 3, 3, 1], **image)
        add(f"{type}_min_rows", type, [2, 3, 7, 11], [1, 1, 2, 3], strides=[1, 1, 2, 1], kind="min", dynamic=True)
        if type not in FLOATS8:
            add(f"{type}_sum", type, [1, 7, 9, 6], [1, 2, 3, 1], kind="add", whole={"f16": 3, "bf16": 1}.get(type))
    add("i1_xor", "i1", [3, 20], [1, 4], padding=[0, 0, 2, 1], kind="xor")
    for type, wide in [("f16", "f32"), ("bf16", "f32"), ("f8E4M3FN", "f16"), ("f32", "f64")]:
        whole = 1 if type in FLOATS8 else 8
        add(f"{type}_in_{wide}", type, [2, 9, 8, 24], [1, 3, 3, 1], kind="add", accumulator=wide, whole=whole, **image)
        add(f"{type}_in_{wide}_rows", type, [3, 40], [1, 7], strides=[1, 3], kind="add", accumulator=wide, whole=whole,
            dynamic=[1])
    for shape, window, options in [
            ([1], [1], {}), ([5], [5], {}), ([5], [2], dict(padding=[3, 4])), ([0], [1], {}), ([0, 4], [1, 2], {}),
            ([4, 0], [2, 1], {}), ([0], [3], dict(padding=[2, 2])), ([3], [7], {}), ([3], [2], dict(padding=[5, 0])),
            ([50], [3], dict(dilations=[7], strides=[2])), ([7, 6, 5], [2, 3, 2], dict(strides=[3, 1, 2])),
            ([4, 33, 3], [1, 4, 1], dict(strides=[1, 2, 1], dilations=[1, 3, 1], padding=[0, 0, 5, 2, 0, 0])),
            ([2, 3, 4, 5, 8], [1, 2, 1, 3, 1], dict(padding=[0, 0, 0, 1, 0, 0, 1, 0, 0, 0])),
            ([30, 32], [11, 1], dict(padding=[5, 5, 0, 0])), ([20, 18], [9, 9], {}), ([2, 2500], [1, 2], dict(strides=[1, 2])),
            ([7, 6], [40, 30], dict(strides=[2, 3], padding=[39, 20, 35, 31], dilations=[1, 2])),
            ([40], [70], dict(padding=[69, 68])), ([5, 16], [90, 1], dict(padding=[88, 87, 3, 2])),
            ([6, 4], [2, 1], dict(strides=[2, 1], padding=[0, 0, 1, 1])), ([9, 16], [1, 1], dict(strides=[3, 1]))]:
        for dynamic in [[], True]:
            name = "x".join(map(str, shape)) + "_by_" + "x".join(map(str, window))
            add(f"{name}_{'dynamic' if dynamic else 'static'}", "f32", shape, window, kind="add", dynamic=dynamic, whole=20,
                **options)
    for type in ["f32", "bf16"]:
        add(f"{type}_initial", type, [2, 9, 8, 16], [1, 3, 3, 1], kind="add", initial=-1.5, whole=2, **image)
        add(f"{type}_initial_of_nothing", type, [2, 0, 8], [1, 3, 1], padding=[0, 0, 2, 2, 0, 0], initial=-1.5)
    built.append(argmax_case(rng, "window_argmax", [2, 9, 10, 8], [1, 3, 3, 1], **image))
    built.append(argmax_case(rng, "window_argmax_rows", [5, 41], [1, 4], [1, 3], [0, 0, 2, 2], dynamic=True))
    return built
