"""Products whose rows are reduced: kernels of tensor cores reduce strips of them. All sums are whole numbers."""
import numpy as np

from arrays import garbage, is_integer, lowest, random_values
from programs import Case, Expected, affine_map, argmax_combiner, indented, tensor


def combiner(operation, type):
    return (f"  ^bb0(%x: {type}, %y: {type}):\n    %z = arith.{operation} %x, %y : {type}\n    zyn.yield %z : {type}\n")


def reduce_text(kind, c, type, shape, dims, first):
    """Returns the op that reduces the array %c, its results' types, and what computes them from C."""
    rank, kept = len(shape), [size for i, size in enumerate(shape) if i not in dims]
    result = tensor(type, kept)
    if kind == "argmax":
        indices = tensor("i32", shape)
        text = f"""  %any = tensor.empty() : {indices}
  %indices = zyn.map outs(%any : {indices}) {{
    %index = zyn.index {rank - 1} : index
    %i = arith.index_cast %index : index to i32
    zyn.yield %i : i32
  }} -> {indices}
  %r:2 = zyn.reduce ins(%c, %indices : {c}, {indices}) outs(%a{first}, %a{first + 1} : {result}, {tensor('i32', kept)})
      dimensions = {dims} {{
{argmax_combiner(type)}  }} -> {result}, {tensor('i32', kept)}
"""
        return text, ["%r#0", "%r#1"], lambda array: [array.max(-1), array.argmax(-1)]
    if kind in ("addf", "addi", "maximumf", "maxsi"):
        text = (f"  %r = zyn.reduce ins(%c : {c}) outs(%a{first} : {result}) dimensions = {dims} {{\n"
                f"{combiner(kind, type)}  }} -> {result}\n")
        axes = tuple(dims)
        return text, ["%r"], lambda array: [array.sum(axes) if kind.startswith("add") else array.max(axes)]
    if kind == "wide":
        text = (f"  %r = zyn.reduce ins(%c : {c}) outs(%a{first} : {result}) dimensions = {dims} {{\n"
                f"{combiner('addf', 'f32')}  }} -> {result}\n")
        return text, ["%r"], lambda array: [array.sum(-1)]
    if kind == "quotients":
        lines = ["%zero = arith.constant 0 : i32", "%one = arith.constant 1 : i32", "%many = arith.constant 1000 : i32",
                 "%bit = arith.ori %e, %one : i32", "%q = arith.divsi %many, %bit : i32",
                 "%sum = zyn.reduce_row %q init %zero : i32 {", *combiner("addi", "i32").splitlines(), "}",
                 "zyn.yield %sum : i32"]
        text = (f"  %r = zyn.rows ins(%c : {c}) outs(%a{first} : {result}) dimensions = {dims} {{\n  ^bb0(%e: i32):\n"
                + indented(lines) + f"  }} -> {result}\n")
        return text, ["%r"], lambda array: [np.trunc(1000 / (array.astype(np.int64) | 1)).sum(-1)]
    # The sum of squares and the greatest element, of which the first one is halved.
    init = f"{float(lowest(type)):.1f}" if lowest(type) > -1e30 else "-1.0e30"
    lines = ["%zero = arith.constant 0.0 : f32", "%half = arith.constant 0.5 : f32",
             f"%least = arith.constant {init} : f32",
             "%square = arith.mulf %e, %e : f32", "%sum = zyn.reduce_row %square init %zero : f32 {",
             *combiner("addf", "f32").splitlines(), "}", "%max = zyn.reduce_row %e init %least : f32 {",
             *combiner("maximumf", "f32").splitlines(), "}", "%scaled = arith.mulf %sum, %half : f32",
             "%all = arith.addf %scaled, %row : f32", "zyn.yield %all, %max : f32, f32"]
    identity, row = affine_map(rank, range(rank)), affine_map(rank, range(rank - 1))
    text = (f"  %r:2 = zyn.rows ins(%c, %a{first} : {c}, {result}) outs(%a{first + 1}, %a{first + 2} : {result}, {result})"
            f" dimensions = {dims} indexing_maps = [{identity}, {row}] {{\n  ^bb0(%e: f32, %row: f32):\n"
            + indented(lines) + f"  }} -> {result}, {result}\n")
    return text, ["%r#0", "%r#1"], lambda array, row: [(array ** 2).sum(-1) / 2 + row, array.max(-1)]


def case(rng, name, kind, type, m, n, k, batch=(), out=None, transpose=False, returned=False, reader=False, epilogue=False,
         view=(), both=False, precision=None, conv=None, tile=None):
    """A matmul with elements of `type`, or a convolution of images `conv` with n filters of 1x1, whose rows `kind`
    reduces; with `both`, together with its columns. `returned`: the product is a result, too; `reader`: another op reads
    it; `view`: the sizes of the rows of a view, which is reduced; `tile`: the unit, the rows and the columns of the tile."""
    batch = list(batch)
    acc = out or ("f64" if type == "f64" else "i32" if is_integer(type) else "f32")
    a_shape, b_shape = ([*conv, k], [n, 1, 1, k]) if conv else ([*batch, m, k], [*batch, *((n, k) if transpose else (k, n))])
    c_shape = [*(conv or [*batch, m]), n]
    a, b = random_values(rng, type, a_shape, whole=1), random_values(rng, type, b_shape, whole=1)
    c, add = tensor(acc, c_shape), "addi" if is_integer(acc) else "addf"
    arguments = [(type, tensor(type, a_shape), a), (type, tensor(type, b_shape), b), (acc, c, garbage(acc, c_shape))]
    op = "conv2d" if conv else "matmul"
    words = " transpose_b" * transpose + (f" precision = {precision}" if precision else "")
    product = a @ b.reshape(n, k).T if conv else a @ (np.swapaxes(b, -1, -2) if transpose else b)
    text = f"  %c0 = zyn.{op}{words} ins(%a0, %a1 : {arguments[0][1]}, {arguments[1][1]}) outs(%a2 : {c})\n"
    if epilogue:
        sum_type, summed, extend = acc, "%sum", ""
        if acc == "i64":
            sum_type, summed, extend = "i32", "%long", "    %long = arith.extsi %sum : i32 to i64\n"
        row, same = random_values(rng, acc, [n], whole=3), random_values(rng, acc, c_shape, whole=3)
        arguments += [(acc, tensor(acc, [n]), row), (acc, c, same)]
        rank = len(c_shape)
        text = text.rstrip() + f""" epilogue_ins(%a3, %a4 : {tensor(acc, [n])}, {c})
      epilogue_maps = [{affine_map(rank, [rank - 1])}, {affine_map(rank, range(rank))}] epilogue {{
  ^bb0(%sum: {sum_type}, %row: {acc}, %same: {acc}):
{extend}    %s = arith.{add} {summed}, %row : {acc}
    %t = arith.{add} %s, %same : {acc}
    zyn.yield %t : {acc}
  }}"""
        product = product + row + same
    if tile:
        text = text.rstrip() + " attributes {zyn.tile = #zyn.tile<unit = %s, rows = %d, columns = %d>}" % tile
    text = text.rstrip() + f" -> {c}\n"
    shape = [*view, n] if view else c_shape
    reduced = tensor(acc, shape)
    if view and batch:
        groups = [list(range(len(batch) + 1)), [len(batch) + 1]]
        text += f"  %c = tensor.collapse_shape %c0 {groups} : {c} into {reduced}\n"
    elif view:
        groups = [list(range(len(view))), [len(view)]]
        text += f"  %c = tensor.expand_shape %c0 {groups} output_shape {shape} : {c} into {reduced}\n"
    else:
        text = text.replace("%c0 =", "%c =")
    dims = list(range(len(shape))) if both else [len(shape) - 1]
    first = len(arguments)
    body, names, compute = reduce_text(kind, reduced, acc, shape, dims, first)
    kept = [size for i, size in enumerate(shape) if i not in dims]
    start = random_values(rng, acc, kept, whole=3)
    array = product.reshape(shape)
    if kind == "argmax":
        least = np.full(kept, lowest(acc))
        arguments += [(acc, tensor(acc, kept), least), ("i32", tensor("i32", kept), np.full(kept, -1))]
        results = compute(array)
        types = [acc, "i32"]
    elif kind == "rows":
        arguments += [(acc, tensor(acc, kept), start), *[(acc, tensor(acc, kept), garbage(acc, kept))] * 2]
        results, types = compute(array, start), [acc, acc]
    elif kind == "quotients":
        arguments.append((acc, tensor(acc, kept), garbage(acc, kept)))
        results, types = compute(array), [acc]
    else:
        arguments.append((acc, tensor(acc, kept), start))
        results = compute(array)
        results = [results[0] + start if kind in ("addf", "addi", "wide") else np.maximum(results[0], start)]
        types = [acc]
    expected = [Expected(type, np.asarray(values), np.zeros(np.shape(values))) for type, values in zip(types, results)]
    result_types = [tensor(type, kept) for type in types]
    text += body
    if reader:
        arguments.append((acc, c, garbage(acc, c_shape)))
        source = "%c0" if view else "%c"
        text += (f"  %other = zyn.map ins({source} : {c}) outs(%a{len(arguments) - 1} : {c}) {{\n  ^bb0(%x: {acc}):\n"
                 f"    %y = arith.{add} %x, %x : {acc}\n    zyn.yield %y : {acc}\n  }} -> {c}\n")
        names, result_types = [*names, "%other"], [*result_types, c]
        expected.append(Expected(acc, product * 2, np.zeros(c_shape)))
    if returned:
        names, result_types = [*names, "%c0" if view else "%c"], [*result_types, c]
        expected.append(Expected(acc, product, np.zeros(c_shape)))
    text += f"  return {', '.join(names)} : {', '.join(result_types)}\n"
    chip = "sm_90a" if tile and tile[0] == "warpgroups" else ""
    return Case(f"row_strips_{name}", arguments, expected, result_types, text, chip=chip)


# Tiles that have whole strips and all of K, and the type of their elements.
TILES = [("bf16", "warpgroups", 256, 192), ("f16", "warpgroups", 128, 256), ("bf16", "warpgroups", 256, 128),
         ("f16", "warpgroups", 256, 64), ("bf16", "warpgroups", 128, 192), ("f8E4M3FN", "warpgroups", 128, 128),
         ("i8", "warpgroups", 128, 64), ("f16", "warpgroups", 64, 64), ("bf16", "warps", 128, 128),
         ("i8", "warps", 64, 64), ("f64", "warps", 128, 64), ("f64", "warps", 64, 64)]


def cases(rng):
    chosen = []
    add = lambda name, *args, **options: chosen.append(case(rng, name, *args, **options))
    sums = {"i8": ["addi", "maxsi", "argmax"], "f64": ["addf", "maximumf", "argmax"]}
    for type in ["f16", "bf16", "f8E4M3FN", "i8", "f64"]:
        for kind in sums.get(type, ["addf", "maximumf", "argmax", "rows"]):
            for m, n, k in [(128, 256, 64), (70, 201, 48), (33, 31, 64)]:
                add(f"{type}_{kind}_{m}x{n}", kind, type, m, n, k)
    for kind in ["addf", "argmax", "rows"]:
        add(f"tf32_{kind}", kind, "f32", 96, 160, 64, precision="tf32")
        add(f"returned_{kind}", kind, "bf16", 130, 264, 64, returned=True)
        add(f"reader_{kind}", kind, "bf16", 130, 264, 64, reader=True)
        add(f"epilogue_{kind}", kind, "bf16", 100, 200, 64, epilogue=True)
        add(f"epilogue_odd_{kind}", kind, "f16", 65, 97, 64, epilogue=True, returned=True)
        add(f"transposed_{kind}", kind, "bf16", 130, 264, 64, transpose=True)
        add(f"batch_{kind}", kind, "bf16", 70, 136, 64, batch=(3,))
        add(f"expanded_{kind}", kind, "bf16", 96, 200, 64, view=(2, 3, 16))
        add(f"collapsed_{kind}", kind, "bf16", 48, 200, 64, batch=(2,), view=(96,), returned=True)
        # Lanes and threads do not reduce rows, nor do tiles with a part of K.
        add(f"thin_{kind}", kind, "bf16", 2, 256, 64)
        add(f"f32_{kind}", kind, "f32", 64, 128, 64)
        add(f"deep_{kind}", kind, "bf16", 32, 64, 4096)
        add(f"conv_{kind}", kind, "f16", 0, 136, 64, conv=[2, 7, 9])
        add(f"wide_{kind}", kind, "bf16", 300, 4100, 64)
    add("narrow", "maximumf", "bf16", 200, 192, 64, out="bf16")
    add("narrow_sum", "wide", "bf16", 200, 192, 64, out="bf16")
    add("narrow_sum_odd", "wide", "f16", 70, 75, 64, out="f16", returned=True)
    for type, *tile in TILES:
        for kind in ["addi" if type == "i8" else "addf", "argmax"]:
            name = f"tile_{'x'.join(map(str, tile))}_{type}_{kind}"
            add(name, kind, type, 270, 300, 64, tile=tuple(tile))
            # The arithmetic of argmax would take longer than reading the product again; the largest tile has no registers.
            if kind != "argmax" and tile[1:] != [256, 192]:
                add(f"{name}_stored", kind, type, 515, 1552, 64, tile=tuple(tile), returned=True, epilogue=True)
    for name, options in [("returned", {"returned": True}), ("reader", {"reader": True})]:
        for unit in ["warps", "warpgroups"]:
            tile = (unit, *{"warps": (64, 64), "warpgroups": (128, 128)}[unit])
            shape = {"tile": tile, **options}
            add(f"{name}_{unit}", "maximumf", "bf16", 512, 1536, 64, **shape)
            add(f"{name}_{unit}_odd", "addf", "bf16", 515, 1541, 64, epilogue=True, **shape)
            add(f"{name}_{unit}_batch", "addf", "bf16", 256, 1536, 64, batch=(2,), view=(512,), **shape)
    # Wide results, and what is not computed for elements that do not exist.
    for unit in ["warps", "warpgroups"]:
        add(f"i64_{unit}", "addi", "i8", 130, 200, 64, out="i64", epilogue=True, tile=(unit, 128, 128))
        add(f"i64_{unit}_argmax", "argmax", "i8", 130, 203, 64, out="i64", epilogue=True, tile=(unit, 128, 128))
    add("quotients", "quotients", "i8", 70, 203, 64)
    add("both", "addf", "bf16", 130, 200, 64, both=True)
    return chosen
