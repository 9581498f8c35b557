"""Several products of the same array, whose launches the compiler may merge."""
import numpy as np

from arrays import garbage, random_values
from programs import Case, Expected, tensor


def product_case(rng, name, type, count, m, n, k, accumulate=False, dependent=False):
    """Returns `count` products A·B + row of the same A, whose sums are exact. With `dependent`, the last one multiplies
    the result of the first one, and adds the elements of the second one."""
    acc = {"f16": "f32", "bf16": "f32", "i8": "i32"}.get(type, type)
    out = acc if dependent or acc == "i32" else type
    n = k if dependent else n
    a = random_values(rng, type, [m, k], whole=1)
    arguments, body = [(type, tensor(type, [m, k]), a)], ""

    def argument(element, values):
        arguments.append((element, tensor(element, values.shape), values))
        return f"%a{len(arguments) - 1}", arguments[-1][1]

    left, operand, results = a, "%a0", []
    for i in range(count):
        b, row = random_values(rng, type, [k, n], whole=1), random_values(rng, acc, [n], whole=1)
        c = random_values(rng, out, [m, n], whole=1) if accumulate else garbage(out, [m, n])
        others, other_maps, full = "", "", np.zeros([m, n])
        if dependent and i == count - 1:
            left, operand, full = results[0], "%r0", results[1]
            others, other_maps = f", %r1 : {tensor(acc, [n])}, {tensor(out, [m, n])}", ", affine_map<(i, j) -> (i, j)>"
        (names_b, type_b), (row_name, type_row) = argument(type, b), argument(acc, row)
        c_name, type_c = argument(out, c)
        others = others or f" : {type_row}"
        add = "arith.addi" if acc == "i32" else "arith.addf"
        body += (f"  %r{i} = zyn.matmul{' accumulate' if accumulate else ''} ins({operand}, {names_b} : "
                 f"{tensor(type, [m, k])}, {type_b}) outs({c_name} : {type_c})\n"
                 f"    epilogue_ins({row_name}{others}) epilogue_maps = [affine_map<(i, j) -> (j)>{other_maps}] epilogue {{\n"
                 f"  ^bb0(%sum: {acc}, %row: {acc}{f', %full: {out}' if other_maps else ''}):\n"
                 f"    %s = {add} %sum, %row : {acc}\n")
        value = "%s"
        if other_maps:
            body += f"    %t = {add} %s, %full : {acc}\n"
            value = "%t"
        if out != acc:
            body += f"    %n = arith.truncf {value} : {acc} to {out}\n"
            value = "%n"
        body += f"    zyn.yield {value} : {out}\n  }} -> {type_c}\n"
        results.append(left @ b + row + full + (c if accumulate else 0))
    types = [tensor(out, [m, n])] * count
    body += f"  return {', '.join(f'%r{i}' for i in range(count))} : {', '.join(types)}\n"
    references = [Expected(out, values, np.zeros([m, n])) for values in results]
    return Case(name, arguments, references, types, body)


def cases(rng):
    chosen = []
    add = lambda name, *args, **options: chosen.append(product_case(rng, f"merged_{name}", *args, **options))
    for type in ["f32", "f16", "bf16", "f64", "i8"]:
        for m, n, k in [(1, 64, 96), (4, 200, 72), (40, 72, 24), (33, 70, 47), (64, 128, 256)]:
            add(f"{type}_{m}x{n}x{k}", type, 3, m, n, k)
    for count in [2, 8, 9, 20]:
        add(f"{count}", "f32", count, 24, 40, 32)
    for m in [1, 40]:
        add(f"accumulate_{m}", "f32", 3, m, 64, 96, accumulate=True)
        add(f"dependent_{m}", "f32", 3, m, 64, 64, dependent=True)
        add(f"dependent_of_5_{m}", "f32", 5, m, 64, 64, dependent=True)
    # K is split, and partial sums are combined by further launches.
    add("deep", "f32", 3, 64, 64, 2048)
    add("deep_bf16", "bf16", 3, 64, 64, 2048)
    return chosen
