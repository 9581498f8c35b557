"""Products of few rows or columns, one of whose operands a map computes: weights that are dequantized or converted."""
import numpy as np

from arrays import TYPES, garbage, is_integer, random_values
from programs import Case, Expected, affine_map, tensor

# The bodies of maps: what the indices of their inputs are, the value of an element, and the ops that compute it from the
# converted elements %c0, %c1, ...
BODIES = {
    "cast": (["full"], lambda x: x, ["%e = arith.addf %c0, %zero"]),
    "scale": (["full", "row"], lambda x, s: x * s, ["%e = arith.mulf %c0, %c1"]),
    "zero_point": (["full", "row", "column"], lambda x, s, z: (x - z) * s,
                   ["%d = arith.subf %c0, %c2", "%e = arith.mulf %d, %c1"]),
    "sum": (["full", "full"], lambda x, y: x + y, ["%e = arith.addf %c0, %c1"]),
    "transposed": (["transposed"], lambda x: x * 2, ["%e = arith.addf %c0, %c0"]),
    "along_k": (["full", "row", "column"], lambda x, s, z: x * s + z,
                ["%d = arith.mulf %c0, %c1", "%e = arith.addf %d, %c2"]),
    "inverse": (["full"], lambda x: 8 / x, ["%e = arith.divf %eight, %c0"]),
    "one": (["full", "nothing"], lambda x, s: x * s, ["%e = arith.mulf %c0, %c1"]),
}


def convert(name, value, source, type):
    """Returns a line that defines `name` as `value`, converted from one element type to a float type."""
    if source == type:
        return f"    {name} = arith.addf {value}, %zero : {type}\n"
    if is_integer(source):
        return f"    {name} = arith.sitofp {value} : {source} to {type}\n"
    word = "extf" if TYPES[source].eps > TYPES[type].eps else "truncf"
    return f"    {name} = arith.{word} {value} : {source} to {type}\n"


def case(rng, name, body, source, type, m, n, k, side="b", transpose=False, batch=(), epilogue=False, change=False,
         readers=1, tile=None):
    """A matmul, whose elements and sums are whole numbers, of which operand `side` is computed by a map from arrays of
    `source`. With `change`, an array is overwritten after the map has read it. `tile` has the rows and
    columns of a tile of warps."""
    batch = list(batch)
    inputs, compute, ops = BODIES[body]
    acc = "f64" if type == "f64" else "f32"
    size = {"a": m, "b": n}[side]
    is_first = (side == "a") != transpose  # the size of the result comes before K
    shape = [*batch, *((size, k) if is_first else (k, size))]
    rank = len(shape)
    kinds = {"full": list(range(rank)), "row": [rank - 2], "column": [rank - 1], "nothing": [],
             "transposed": [*range(rank - 2), rank - 1, rank - 2]}
    other_shape = [*batch, *((m, k) if side == "b" else (k, n))]
    other = random_values(rng, type, other_shape, whole=1)
    arguments = [(type, tensor(type, other_shape), other)]
    maps, names, values, lines = [], [], [], ""
    for i, kind in enumerate(inputs):
        dims = kinds[kind]
        stored = [shape[d] for d in dims]
        element = source if kind in ("full", "transposed") else type
        array = random_values(rng, element, stored, whole=2)
        if body == "inverse":
            array = np.where(array > 0, 2.0, -2.0)
        arguments.append((element, tensor(element, stored), array))
        names.append(f"%a{len(arguments) - 1}")
        maps.append(affine_map(rank, dims))
        order = np.argsort(dims)
        spread = [1] * rank
        for axis in order:
            spread[dims[axis]] = stored[axis]
        values.append(np.transpose(array, order).reshape(spread) if dims else array)
        lines += convert(f"%c{i}", f"%x{i}", element, type)
    matrix = np.broadcast_to(compute(*values), shape)
    body_text = "".join(f"    {op} : {type}\n" for op in ops)
    types = ", ".join(mlir for _, mlir, _ in arguments[1:])
    block = ", ".join(f"%x{i}: {element}" for i, (element, _, _) in enumerate(arguments[1:]))
    text = f"""  %zero = arith.constant 0.0 : {type}
  %eight = arith.constant 8.0 : {type}
  %any = tensor.empty() : {tensor(type, shape)}
  %w = zyn.map ins({', '.join(names)} : {types}) outs(%any : {tensor(type, shape)}) indexing_maps = [{', '.join(maps)}] {{
  ^bb0({block}):
{lines}{body_text}    zyn.yield %e : {type}
  }} -> {tensor(type, shape)}
"""
    references, result_names, result_types = [], [], []
    if change:
        # The array is an argument, of which the function changes a copy, so that only the order of its ops matters.
        text += f"""  %scratch = zyn.map ins(%a1 : {arguments[1][1]}) outs(%a1 : {arguments[1][1]}) {{
  ^bb0(%x: {source}):
    %y = arith.{'addi' if is_integer(source) else 'addf'} %x, %x : {source}
    zyn.yield %y : {source}
  }} -> {arguments[1][1]}
"""
        references.append(Expected(source, arguments[1][2] * 2, np.zeros(shape)))
        result_names.append("%scratch")
        result_types.append(arguments[1][1])
    left, right = (other, matrix) if side == "b" else (matrix, other)
    if transpose:
        left, right = (left, np.swapaxes(right, -1, -2)) if side == "b" else (np.swapaxes(left, -1, -2), right)
    total = left @ right
    shape_c = [*batch, m, n]
    for i in range(readers):
        arguments.append((acc, tensor(acc, shape_c), garbage(acc, shape_c)))
        destination, c = f"%a{len(arguments) - 1}", tensor(acc, shape_c)
        operands = ("%a0, %w", f"{arguments[0][1]}, {tensor(type, shape)}")
        if side == "a":
            operands = ("%w, %a0", f"{tensor(type, shape)}, {arguments[0][1]}")
        word = f" transpose_{side}" if transpose else ""
        text += f"  %r{i} = zyn.matmul{word} ins({operands[0]} : {operands[1]}) outs({destination} : {c})\n"
        expected = total
        if epilogue or i > 0:
            row = random_values(rng, acc, [n], whole=2)
            arguments.append((acc, tensor(acc, [n]), row))
            text += f"""    epilogue_ins(%a{len(arguments) - 1} : {tensor(acc, [n])}) epilogue_maps = [{affine_map(len(shape_c), [len(shape_c) - 1])}] epilogue {{
  ^bb0(%sum: {acc}, %row: {acc}):
    %s = arith.addf %sum, %row : {acc}
    zyn.yield %s : {acc}
  }}"""
            expected = total + row
        if tile:
            text += " attributes {zyn.tile = #zyn.tile<unit = warps, rows = %d, columns = %d>}" % tile
        text += f" -> {c}\n"
        references.append(Expected(acc, expected, np.zeros(shape_c)))
        result_names.append(f"%r{i}")
        result_types.append(c)
    text += f"  return {', '.join(result_names)} : {', '.join(result_types)}\n"
    return Case(f"prologue_{name}", arguments, references, result_types, text)


def group_case(rng, name, source, type, m, n, k, group, transpose, tile=None):
    """A matmul whose weights have a scale for each `group` of neighbors along K: a map of three dimensions computes them, of
    which two are collapsed."""
    acc = "f64" if type == "f64" else "f32"
    x, y = random_values(rng, type, [m, k], whole=1), garbage(acc, [m, n])
    stored = [n, k // group, group] if transpose else [k // group, group, n]
    kept = [0, 1] if transpose else [0, 2]
    scales = [stored[d] for d in kept]
    q, s = random_values(rng, source, stored, whole=2), random_values(rng, type, scales, whole=2)
    matrix = q * np.expand_dims(s, 2 if transpose else 1)
    flat = [n, k] if transpose else [k, n]
    arguments = [(type, tensor(type, [m, k]), x), (source, tensor(source, stored), q), (type, tensor(type, scales), s),
                 (acc, tensor(acc, [m, n]), y)]
    tile = " attributes {zyn.tile = #zyn.tile<unit = warps, rows = %d, columns = %d>}" % tile if tile else ""
    text = f"""  %zero = arith.constant 0.0 : {type}
  %any = tensor.empty() : {tensor(type, stored)}
  %w = zyn.map ins(%a1, %a2 : {arguments[1][1]}, {arguments[2][1]}) outs(%any : {tensor(type, stored)})
      indexing_maps = [{affine_map(3, [0, 1, 2])}, {affine_map(3, kept)}] {{
  ^bb0(%x: {source}, %s: {type}):
{convert("%c", "%x", source, type)}    %e = arith.mulf %c, %s : {type}
    zyn.yield %e : {type}
  }} -> {tensor(type, stored)}
  %flat = tensor.collapse_shape %w {[[0], [1, 2]] if transpose else [[0, 1], [2]]} : {tensor(type, stored)} into {tensor(type, flat)}
  %r = zyn.matmul{' transpose_b' if transpose else ''} ins(%a0, %flat : {arguments[0][1]}, {tensor(type, flat)})
      outs(%a3 : {arguments[3][1]}){tile} -> {arguments[3][1]}
  return %r : {arguments[3][1]}
"""
    total = x @ matrix.reshape(flat).T if transpose else x @ matrix.reshape(flat)
    return Case(f"prologue_{name}", arguments, [Expected(acc, total, np.zeros([m, n]))], [arguments[3][1]], text)


def cases(rng):
    chosen = []
    add = lambda name, *args, **options: chosen.append(case(rng, name, *args, **options))

    def add_staged(name, body, source, type, m, n, k, **options):
        # Small operands of 16 bits are only staged for a tile that is named.
        tile = (16, 128) if m <= 16 else (32, 128) if m <= 33 else (64, 64)
        add(f"staged_{name}", body, source, type, m, n, k, tile=tile if type in ("f16", "bf16") else None, **options)

    for source, type in [("i8", "f32"), ("i8", "bf16"), ("i8", "f16"), ("f16", "f32"), ("bf16", "f32"), ("f32", "f64"),
                         ("i16", "f32"), ("f8E4M3FN", "f16"), ("i32", "f32"), ("i8", "f64")]:
        for m, n, k in [(1, 96, 160), (1, 70, 67), (3, 200, 128)]:
            for transpose in [False, True]:
                add(f"{source}_{type}_{m}x{n}x{k}{'_transposed' if transpose else ''}", "scale", source, type, m, n, k,
                    transpose=transpose)
    for body in BODIES:
        for m, n, k in [(1, 96, 160), (4, 77, 65)]:
            for transpose in [False, True]:
                add(f"{body}_{m}{'_transposed' if transpose else ''}", body, "i8", "f32", m, n, k, transpose=transpose,
                    epilogue=True)
        add(f"{body}_of_a", body, "i8", "f32", 130, 2, 96, side="a")
        add(f"{body}_of_a_transposed", body, "i8", "f32", 130, 2, 96, side="a", transpose=True)
        add(f"{body}_batch", body, "i8", "f32", 2, 64, 80, batch=(3,), transpose=True)
    # Blocks compute the elements from what they have copied to shared memory.
    for source, type in [("i8", "f32"), ("i8", "bf16"), ("i8", "f16"), ("f16", "f32"), ("bf16", "f32"), ("f32", "bf16"),
                         ("f32", "f64"), ("i16", "f32"), ("f8E4M3FN", "f16"), ("i32", "f32"), ("i8", "f64"), ("f16", "f16")]:
        for m, n, k in [(5, 96, 160), (16, 200, 256), (40, 80, 112), (64, 130, 80)]:
            for transpose in [False, True]:
                add_staged(f"{source}_{type}_{m}x{n}x{k}{'_transposed' if transpose else ''}", "scale", source, type, m, n,
                    k, transpose=transpose, epilogue=m == 40)
    for body in BODIES:
        for type in ["f16", "f32"]:
            for transpose in [False, True]:
                word = "_transposed" if transpose else ""
                add_staged(f"{body}_{type}{word}", body, "i8", type, 33, 144, 176, transpose=transpose)
                add_staged(f"{body}_{type}_of_a{word}", body, "i8", type, 144, 12, 208, side="a", transpose=transpose)
                add_staged(f"{body}_{type}_batch{word}", body, "i8", type, 17, 96, 112, batch=(3,), transpose=transpose)
    # Rows that are not whole chunks of the operand, and elements that do not exist, which may not be infinite.
    for body in ["along_k", "inverse"]:
        for type in ["bf16", "f16"]:
            for n, k in [(104, 100), (100, 96), (104, 104)]:
                for transpose in [False, True]:
                    word = "_transposed" if transpose else ""
                    add_staged(f"{body}_{type}_{n}x{k}{word}", body, "f32", type, 16, n, k, transpose=transpose)
                    add_staged(f"{body}_{type}_{n}x{k}_of_a{word}", body, "f32", type, n, 16, k, side="a",
                        transpose=transpose)
    for type in ["f32", "bf16", "f16", "f64"]:
        for m in [1, 3, 12, 40]:
            for group in [32, 16, 8]:
                for transpose in [False, True]:
                    tile = (16, 128) if type in ("bf16", "f16") and m > 4 else None
                    chosen.append(group_case(rng, f"groups_{type}_{m}_{group}{'_transposed' if transpose else ''}", "i8", type,
                                             m, 112, 160, group, transpose, tile))
    # Shared memory, and units.
    for source, type in [("f32", "f16"), ("i64", "f16"), ("i8", "f64")]:
        add_staged(f"wide_{source}_{type}", "cast", source, type, 16, 256, 512, transpose=True)
    add_staged("both_few", "scale", "i8", "f16", 64, 64, 128, side="a")
    add_staged("deep", "zero_point", "i8", "bf16", 16, 64, 8192, transpose=True)
    add_staged("large", "zero_point", "i8", "bf16", 16, 1040, 1024)
    # The map remains: its operand has other readers, more rows, rows that are not aligned, or elements that change.
    add("readers", "scale", "i8", "f32", 1, 96, 64, readers=2)
    add("rows", "scale", "i8", "f32", 140, 96, 64)
    add("unaligned", "scale", "i8", "f32", 40, 97, 65)
    add("change", "scale", "i8", "f32", 1, 96, 64, change=True)
    add_staged("change", "scale", "i8", "f32", 16, 96, 64, change=True)
    add("deep", "scale", "i8", "f32", 1, 64, 8192, transpose=True)
    add("large", "zero_point", "i8", "f32", 1, 1000, 1000)
    return chosen
