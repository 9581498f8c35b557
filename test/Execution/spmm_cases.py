"""Sparse matmuls: all types of values and indices, rows of all lengths, widths of 0, 1 and of all vectors."""
import numpy as np

import arrays
import expressions
from arrays import FLOATS, FLOATS8, TYPES, garbage, random_values
from programs import Case, Expected, affine_map, constant, indented, tensor

BIAS = ("max", ("add", ("arg", 0), ("arg", 1)), ("const", 0))


def spmm_case(rng, name, type, lengths, k, n, index="i32", out=None, accumulate=False, dynamic=(), epilogue=None,
              whole=None, extra=0, unchecked=False, num_columns=None):
    """Returns a zyn.spmm of a matrix whose rows have `lengths` elements, at random columns in any order, some of them
    several times, and of a k x n matrix. `extra` elements belong to no row. `epilogue` is an expression of the sum and of
    an element for each row. With `num_columns`, the matrix is a zyn.constant_matrix with as many columns, of which each
    row has different ones in order."""
    acc = {"f16": "f32", "bf16": "f32", **dict.fromkeys(FLOATS8, "f32"), "i8": "i32"}.get(type, type)
    out = "i32" if type == "i8" else out or type
    m, total = len(lengths), sum(lengths)
    offsets = extra // 2 + np.concatenate([[0], np.cumsum(lengths)]).astype(int)
    columns = rng.integers(0, max(k, 1), total + extra)
    if num_columns is not None:
        columns = np.concatenate([np.zeros(0, int), *(np.sort(rng.choice(num_columns, length, replace=False))
                                                      for length in lengths)])
    values, dense = random_values(rng, type, [total + extra], whole), random_values(rng, type, [k, n], whole)
    init = random_values(rng, out, [m, n], whole) if accumulate else garbage(out, [m, n])
    sums, magnitude = np.zeros([m, n]), np.zeros([m, n])
    for row in range(m):
        own = slice(offsets[row], offsets[row + 1])
        sums[row] = values[own] @ dense[columns[own]]
        magnitude[row] = np.abs(values[own]) @ np.abs(dense[columns[own]])
    if accumulate:
        sums, magnitude = sums + init, magnitude + np.abs(init)
    if acc == "i32":
        sums, bound = arrays.wrap(sums), np.zeros([m, n])
    else:
        bound = (max(lengths, default=0) + 1) * TYPES[acc].eps * magnitude
        if whole and magnitude.max(initial=0) <= TYPES[acc].exact:
            bound = np.zeros([m, n])
    matrix_dynamic = dynamic if num_columns is None else ()
    index_type = lambda size: tensor(index, [size], matrix_dynamic)
    matrix = [(index, index_type(m + 1), offsets), (index, index_type(total + extra), columns),
              (type, tensor(type, [total + extra], matrix_dynamic), values)]
    arguments, body = list(matrix), ""
    if num_columns is not None:
        attributes = [constant(values, element) for element, _, values in matrix]
        arguments = []
        body = (f"  %offsets, %columns, %values = zyn.constant_matrix format = csr offsets = {attributes[0]} "
                f"columns = {attributes[1]} num_columns = {num_columns} values = {attributes[2]}\n")
    names = "%a0, %a1, %a2" if arguments else "%offsets, %columns, %values"
    first = len(arguments)
    arguments += [(type, tensor(type, [k, n], dynamic), dense), (out, tensor(out, [m, n], dynamic), init)]
    words = (" accumulate" if accumulate else "") + (" unchecked" if unchecked else "")
    out_type = arguments[-1][1]
    types = ", ".join(mlir for _, mlir, _ in [*matrix, arguments[first]])
    body += f"  %r = zyn.spmm{words} ins({names}, %a{first} : {types}) outs(%a{first + 1} : {out_type})"
    if epilogue:
        column = random_values(rng, acc, [m])
        arguments.append((acc, tensor(acc, [m], dynamic), column))
        printer = expressions.Printer(acc, ["%sum", "%column"])
        result = printer.emit(epilogue)
        if out != acc:
            result = printer.define(f"arith.truncf {result} : {acc} to {out}")
        sums, bound = expressions.evaluate(epilogue, acc, [(sums, bound), (column[:, None], 0.0)])
        body += (f"\n    epilogue_ins(%a{first + 2} : {arguments[-1][1]}) epilogue_maps = [{affine_map(2, [0])}] epilogue {{\n"
                 f"  ^bb0(%sum: {acc}, %column: {acc}):\n"
                 + indented([*printer.lines, f"zyn.yield {result} : {out}"]) + "  }")
    body += f" -> {out_type}\n  return %r : {out_type}\n"
    return Case(name, arguments, [Expected(out, sums, np.broadcast_to(bound, [m, n]))], [out_type], body)


def cases(rng):
    built = []
    add = lambda name, *args, **options: built.append(spmm_case(rng, f"spmm_{name}", *args, **options))
    for type in [*FLOATS, *FLOATS8, "i32", "i8"]:
        whole, out = (2, "f32") if type in FLOATS8 else (None, None)
        add(f"{type}", type, [3, 0, 17, 40, 1, 65, 9], 50, 64, whole=whole, out=out)
        add(f"{type}_odd", type, [5, 33], 7, 11, "i64", dynamic=[0], accumulate=True, whole=whole, out=out)
    for type in ["f16", "bf16"]:
        add(f"{type}_to_f32", type, [8, 2], 9, 24, out="f32", whole=3)
    for type in ["f32", "f16"]:
        add(f"{type}_epilogue", type, [4, 0, 31], 20, 40, epilogue=BIAS)
        add(f"{type}_epilogue_dynamic", type, [4, 0, 31], 20, 8, epilogue=BIAS, dynamic=True)
    for index in ["i8", "i16", "i64"]:
        add(f"{index}_indices", "f32", [7, 4, 0, 12], 30, 16, index)
    # A row that a block computes, between others.
    for n in [1, 6, 40, 132]:
        add(f"long_row_{n}", "f32", [2, 1500, 3, 1030, 0, 1024, 1025, 1, 9], 600, n, whole=3, dynamic=True if n == 132 else [])
    # Rows that are divided into parts of 2,048 elements: some start with a part, some inside, some end where another starts.
    for number, (lengths, n, options) in enumerate([
            ([4097], 6, {}), ([2048, 4096, 4097, 5000, 0, 6144, 7, 6145], 6, {"dynamic": True}),
            ([1] * 20 + [4600, 4500], 34, {"extra": 9, "accumulate": True, "epilogue": BIAS}),
            ([3, 9000, 2, 4200], 130, {"dynamic": [0]}), ([100, 4500], 40, {"type": "f16", "out": "f32", "index": "i64"})]):
        type = options.pop("type", "f32")
        add(f"divided_rows_{number}", type, lengths, 8200, n, whole=3, **options)
    for lengths, k, n in [([], 5, 8), ([0], 5, 8), ([0, 0, 0], 0, 4), ([1], 1, 1), ([2, 3], 4, 0), ([32, 33, 31, 64], 10, 1),
                          ([9] * 20, 30, 2), ([1, 2, 3], 40, 129), ([70, 4], 12, 520)]:
        for dynamic in [[], True]:
            name = f"{len(lengths)}_rows_{sum(lengths)}_by_{k}x{n}_{'dynamic' if dynamic else 'static'}"
            add(name, "f32", lengths, k, n, dynamic=dynamic, whole=3)
    add("slice", "f32", [5, 0, 3], 9, 12, extra=7, whole=3)
    add("unchecked", "f32", [5, 0, 3], 9, 12, unchecked=True, whole=3)
    return built
