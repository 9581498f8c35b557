"""Attention: types, head sizes, groups of heads, masks, lengths, and log-sum-exps."""
import re

import numpy as np

import arrays
from arrays import TYPES, garbage, random_values, represent
import expressions
from programs import Case, Expected, affine_map, indented, tensor

FLOATS = ["f64", "f32", "f16", "bf16"]
# The letter of each dimension of the operands; a mask has some of those of the scores.
QUERIES, KEYS, VALUES, RESULT, SCORES = "bhmd", "bknd", "bkne", "bhme", "bhmn"
LARGE = 1e9
# Of the result, an element of a bias, and one of a residual or a gate.
X, Y, Z = ("arg", 0), ("arg", 1), ("arg", 2)
EPILOGUES = {"residual": ("max", ("add", ("add", X, Y), Z), ("const", 0)),
             "gated": ("mul", X, ("div", Y, ("add", ("exp", ("neg", Z)), ("const", 1))))}


def reference(q, k, v, scale, seen, bias, eps, weight_eps):
    """Returns the results, the log-sum-exps, and a bound of the errors of each. `eps` is that of the accumulator,
    `weight_eps` that of the elements."""
    depth, keys = q.shape[-1], k.shape[-2]
    with np.errstate(invalid="ignore", divide="ignore"):
        scores = np.where(seen, scale * (q @ np.swapaxes(k, -1, -2)) + bias, -np.inf)
        top = scores.max(-1, initial=-np.inf, keepdims=True)
        reference = np.where(np.isneginf(top), 0, top)
        weights = np.exp(scores - reference)
        total = weights.sum(-1, keepdims=True)
        shares = weights / np.where(total == 0, 1, total)
        result = shares @ v
        lse = (reference + np.log(total))[..., 0]
        # The error of a score, and thereby the relative error of a weight.
        added = np.where(np.abs(bias) > LARGE / 2, 0, np.abs(bias))  # in such a row, products are zeros
        magnitude = abs(scale) * (np.abs(q) @ np.abs(np.swapaxes(k, -1, -2))) + added
        relative = (((depth + 8) * magnitude + 8) * eps).max(-1, initial=0, keepdims=True)
        average = shares @ np.abs(v)
        # Small weights of f16 are subnormal.
        flushed = 2.0**-24 * np.abs(v).sum(-2, keepdims=True) if weight_eps == TYPES["f16"].eps else 0.0
        bound = average * (2 * relative + (keys + 4) * eps + weight_eps) + flushed
        lse_bound = np.where(np.isfinite(lse), (relative + keys * eps)[..., 0] + 4 * eps * np.abs(lse), 0)
    return result, lse, bound, np.where(np.isfinite(lse_bound), lse_bound, 0)


def attention_case(rng, name, type, batch, heads, m, n, d, e=None, group=1, causal=False, scale=None, mask=None,
                   mask_dims=SCORES, lengths=None, lse=False, out=None, dynamic="", special=False,
                   large=False, transposed=False, epilogue=None):
    """Returns a zyn.attention. `mask` is the element type of the mask, whose dimensions `mask_dims` are among the letters
    of SCORES; `lengths` is the type of the lengths; `dynamic` contains letters of the dynamic sizes. With `special`, the
    first query has a NaN and the second one an infinity. With `large`, three queries are zeros whose rows of the mask are
    -LARGE, LARGE, and -LARGE from half of the keys on. With `transposed`, the heads of a query, a key, a value or a result
    are next to each other. `epilogue` is an expression, see `expressions`, of the result, an element of a vector for each value,
    and one of an array whose heads are next to each other."""
    acc = "f64" if type == "f64" else "f32"
    out, e = out or type, d if e is None else e
    sizes = dict(b=batch, h=heads, k=heads // group, m=m, n=n, d=d, e=e)
    shape = lambda letters: [sizes[letter] for letter in letters]
    typed = lambda element, letters: tensor(element, shape(letters), [i for i, x in enumerate(letters) if x in dynamic])
    q, k, v = (random_values(rng, type, shape(letters)) for letters in (QUERIES, KEYS, VALUES))
    if special:
        q[:, :, 0, 0], q[:, :, 1, 0] = np.nan, np.inf
    if large:
        q[:, :, :3] = 0
    arguments = [(type, typed(type, letters), x) for letters, x in ((QUERIES, q), (KEYS, k), (VALUES, v))]

    count = np.full(batch, n)
    if lengths:
        given = rng.integers(0, n + 1, batch)
        given[:1] = n  # not limited
        given[1:2] = -3
        given[2:3] = n + 5
        count = np.clip(given, 0, n)
        for x in (k, v):  # must not be read
            x[np.arange(n)[None, None, :, None] + np.zeros(x.shape) >= count[:, None, None, None]] = np.nan
    past = np.arange(n)[None, :] >= count[:, None]
    seen = ~past[:, None, None, :] & np.ones(shape(SCORES), bool)
    if causal:
        seen &= np.arange(n) <= np.arange(m)[:, None] + count[:, None, None, None] - m
    bias = np.zeros([])
    words = (" causal" if causal else "") + (f" scale = {scale!r}" if scale else "") + (
        f" group_size = {group}" if group != 1 else "")
    types = [mlir for _, mlir, _ in arguments]
    text = f"zyn.attention{words} ins(%a0, %a1, %a2 : {', '.join(types)})"
    if mask:
        values = (rng.random(shape(mask_dims)) < 0.6).astype(np.int64) if mask == "i1" else np.where(
            rng.random(shape(mask_dims)) < 0.2, -np.inf, random_values(rng, mask, shape(mask_dims)))
        if "m" in mask_dims and m:  # a query that sees nothing
            values[(slice(None),) * mask_dims.index("m") + (m // 2,)] = 0 if mask == "i1" else -np.inf
        if large:
            values[..., 0, :], values[..., 1, :], values[..., 2, n // 2:] = represent(np.array([-LARGE, LARGE, -LARGE]), mask)
        mlir = typed(mask, mask_dims)
        text += f" mask(%a{len(arguments)} : {mlir})"
        if mask_dims != SCORES:
            text += f" mask_map = {affine_map(4, [SCORES.index(letter) for letter in mask_dims])}"
        arguments.append((mask, mlir, values))
        full = values.reshape([sizes[x] if x in mask_dims else 1 for x in SCORES])
        if mask == "i1":
            seen &= full != 0
        else:
            bias = full
    if lengths:
        mlir = typed(lengths, "b")
        text += f" lengths(%a{len(arguments)} : {mlir})"
        arguments.append((lengths, mlir, given))

    epilogue_types, epilogue_text, epilogue_values = [], "", []
    if epilogue:
        printer = expressions.Printer(acc, ["%sum", "%row", "%full"])
        stored = printer.emit(epilogue)
        if out != acc:
            stored = printer.define(f"arith.truncf {stored} : {acc} to {out}")
        names = []
        for letters in ["e", "bmhe"]:
            epilogue_values.append(random_values(rng, acc, shape(letters)))
            epilogue_types.append(typed(acc, letters))
            names.append(f"%a{len(arguments)}")
            arguments.append((acc, epilogue_types[-1], epilogue_values[-1]))
        epilogue_text = (f"\n    epilogue_ins({', '.join(names)} : {', '.join(epilogue_types)})"
                         f" epilogue_maps = [{affine_map(4, [3])}, {affine_map(4, [0, 2, 1, 3])}] epilogue {{\n"
                         f"  ^bb0(%sum: {acc}, %row: {acc}, %full: {acc}):\n"
                         + indented([*printer.lines, f"zyn.yield {stored} : {out}"]) + "  }")

    repeat = lambda x: np.repeat(np.nan_to_num(x), group, 1)  # without what is past the lengths

    def expected():  # which takes seconds for long sequences
        value, sums, bound, sums_bound = reference(q, repeat(k), repeat(v), scale or 1 / np.sqrt(max(d, 1)), seen, bias,
                                                   TYPES[acc].eps, TYPES[type].eps)
        if epilogue:
            row, full = epilogue_values
            value, bound = expressions.evaluate(epilogue, acc, [(value, bound), (row, 0.0), (np.swapaxes(full, 1, 2), 0.0)])
            bound = np.broadcast_to(bound, value.shape)
        return [Expected(out, value, bound), *([Expected(acc, sums, sums_bound)] if lse else [])]

    results = [(out, RESULT), *([(acc, "bhm")] if lse else [])]
    result_types = [typed(*result) for result in results]
    first = len(arguments)
    arguments += [(kind, mlir, garbage(kind, shape(dims))) for (kind, dims), mlir in zip(results, result_types)]
    names = ", ".join(f"%r{i}" for i in range(len(results)))
    outs = ", ".join(f"%a{first + i}" for i in range(len(results)))
    body = (f"  {names} = {text}\n      outs({outs} : {', '.join(result_types)}){epilogue_text} -> {', '.join(result_types)}\n"
            f"  return {names} : {', '.join(result_types)}\n")
    if not transposed:
        return Case(name, arguments, expected, result_types, body)
    return Case(name, *transposed_operands(arguments, expected, result_types, text))


def transposed_operands(arguments, expected, types, text):
    """Returns the parts of a case whose queries, keys, values and results are transposed."""
    swap = lambda mlir: re.sub(r"<([^x]+)x([^x]+)x([^x]+)x", r"<\1x\3x\2x", mlir)
    view = lambda result, source, mlir: f"  {result} = zyn.transpose {source} permutation = [0, 2, 1, 3] : {mlir}\n"
    stored, last = list(arguments), len(arguments) - 1
    for i in [0, 1, 2, last]:
        type, mlir, values = arguments[i]
        stored[i] = (type, swap(mlir), np.swapaxes(values, 1, 2))
    body = "".join(view(f"%t{i}", f"%a{i}", stored[i][1]) for i in [0, 1, 2, last])
    body += (f"  %r0 = {text.replace('%a0, %a1, %a2', '%t0, %t1, %t2')}\n      outs(%t{last} : {types[0]}) -> {types[0]}\n"
             + view("%r", "%r0", types[0]) + f"  return %r : {swap(types[0])}\n")

    def transposed():
        result, = expected()
        return [Expected(result.type, np.swapaxes(result.values, 1, 2), np.swapaxes(result.bound, 1, 2))]
    return stored, transposed, [swap(types[0])], body


def merged_case(rng, name, type, batch, heads, m, n, d, dynamic=""):
    """Returns an attention whose heads are merged before they are gated, as in models: the bias is that of all heads."""
    case = attention_case(rng, name, type, batch, heads, m, n, d, causal=True, dynamic=dynamic)
    q, k, v, (_, result, garbage_values) = case.arguments
    sizes = [None if letter in dynamic else size for letter, size in (("b", batch), ("m", m))]
    shape = lambda *rest: "tensor<" + "".join(f"{'?' if size is None else size}x" for size in [*sizes, *rest]) + f"{type}>"
    dynamic_sizes = ", ".join(value for value, size in zip(["%b", "%m"], sizes) if size is None)
    heads_type, merged, row = shape(heads, d), shape(heads * d), f"tensor<{heads * d}x{type}>"
    bias, gate = random_values(rng, type, [heads * d]), random_values(rng, type, [batch, m, heads * d])
    printer = expressions.Printer(type, ["%x", "%y", "%z"])
    stored = printer.emit(EPILOGUES["gated"])
    identity, channel = affine_map(3, [0, 1, 2]), affine_map(3, [2])
    body = f"""  %attended = zyn.attention causal ins(%a0, %a1, %a2 : {q[1]}, {k[1]}, {v[1]}) outs(%a5 : {result}) -> {result}
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %b = tensor.dim %a5, %c0 : {result}
  %m = tensor.dim %a5, %c2 : {result}
  %e0 = tensor.empty({dynamic_sizes}) : {heads_type}
  %heads = zyn.map ins(%attended : {result}) outs(%e0 : {heads_type}) indexing_maps = [{affine_map(4, [0, 2, 1, 3])}] {{
  ^bb0(%x: {type}):
    zyn.yield %x : {type}
  }} -> {heads_type}
  %merged = tensor.collapse_shape %heads [[0], [1], [2, 3]] : {heads_type} into {merged}
  %e1 = tensor.empty({dynamic_sizes}) : {merged}
  %r = zyn.map ins(%merged, %a3, %a4 : {merged}, {row}, {merged}) outs(%e1 : {merged})
      indexing_maps = [{identity}, {channel}, {identity}] {{
  ^bb0(%x: {type}, %y: {type}, %z: {type}):
{indented([*printer.lines, f"zyn.yield {stored} : {type}"])}  }} -> {merged}
  return %r : {merged}
"""
    arguments = [q, k, v, (type, row, bias), (type, merged, gate), (type, result, garbage_values)]

    def expected():
        attended, = case.expected
        merge = lambda x: np.swapaxes(np.broadcast_to(x, attended.values.shape), 1, 2).reshape(gate.shape)
        eps = TYPES[type].eps
        value, bound = merge(attended.values), merge(attended.bound)
        value, bound = expressions.evaluate(EPILOGUES["gated"], type, [(value, bound + eps * np.abs(value)), (bias, 0.0),
                                                                       (gate, 0.0)])
        return [Expected(type, value, np.broadcast_to(bound, value.shape))]

    return Case(name, arguments, expected, [merged], body)


def scaled_case(rng, name, type):
    """Returns an attention with an epilogue that multiplies all elements by the same number."""
    case = attention_case(rng, name, type, 2, 2, 40, 48, 16)
    q, k, v, (_, result, garbage_values) = case.arguments
    factor = random_values(rng, type, [])
    body = f"""  %attended = zyn.attention ins(%a0, %a1, %a2 : {q[1]}, {k[1]}, {v[1]}) outs(%a4 : {result}) -> {result}
  %r = zyn.map ins(%attended, %a3 : {result}, tensor<{type}>) outs(%a4 : {result})
      indexing_maps = [{affine_map(4, [0, 1, 2, 3])}, {affine_map(4, [])}] {{
  ^bb0(%x: {type}, %y: {type}):
    %z = arith.mulf %x, %y : {type}
    zyn.yield %z : {type}
  }} -> {result}
  return %r : {result}
"""
    arguments = [q, k, v, (type, f"tensor<{type}>", factor), (type, result, garbage_values)]

    def expected():
        attended, = case.expected
        eps = TYPES[type].eps
        value = attended.values * factor
        return [Expected(type, value, (attended.bound + eps * np.abs(attended.values)) * np.abs(factor) + eps * np.abs(value))]

    return Case(name, arguments, expected, [result], body)


def reduced_case(rng, name, type, *sizes, returned=False, **options):
    """Returns an attention whose results' rows are reduced, to the sum of squares and the greatest element, and which are
    results of the program if they are `returned`."""
    case = attention_case(rng, name, type, *sizes, **options)
    *body, _ = case.body.splitlines()
    (out, result, _), others = case.arguments[-len(case.result_types)], case.result_types[1:]
    row, wide = re.sub(r"x[^x]+x[^x]+>$", ">", result).replace(">", "xf32>"), out == "f32"
    element = "%e" if wide else "%x"
    lines = ["%zero = arith.constant 0.0 : f32", "%least = arith.constant 0xFF800000 : f32",
             *([] if wide else [f"%x = arith.extf %e : {out} to f32"]),
             f"%square = arith.mulf {element}, {element} : f32"]
    for reduced, operation, start in [("%square", "addf", "%zero"), (element, "maximumf", "%least")]:
        lines += [f"%{operation} = zyn.reduce_row {reduced} init {start} : f32 {{", "^bb0(%p: f32, %q: f32):",
                  f"  %combined = arith.{operation} %p, %q : f32", "  zyn.yield %combined : f32", "}"]
    lines.append("zyn.yield %addf, %maximumf : f32, f32")
    first = len(case.arguments)
    body += [f"  %reduced:2 = zyn.rows ins(%r0 : {result}) outs(%a{first}, %a{first + 1} : {row}, {row}) dimensions = [3] {{",
             f"  ^bb0(%e: {out}):", indented(lines) + f"  }} -> {row}, {row}"]
    names, types = ["%reduced#0", "%reduced#1"], [row, row]
    if returned:
        names, types = [*names, "%r0"], [*types, result]
    names, types = [*names, *(f"%r{i + 1}" for i in range(len(others)))], [*types, *others]
    body.append(f"  return {', '.join(names)} : {', '.join(types)}")
    shape = case.arguments[0][2].shape[:3]
    arguments = [*case.arguments, *[("f32", row, garbage("f32", shape))] * 2]

    def expected():
        value, *rest = case.expected
        error = value.bound + TYPES[out].eps * np.abs(value.values)
        squares = (value.values**2).sum(-1)
        square_bound = (error * (2 * np.abs(value.values) + error)).sum(-1) + value.values.shape[-1] * TYPES["f32"].eps * squares
        return [Expected("f32", squares, square_bound), Expected("f32", value.values.max(-1), error.max(-1)),
                *([value] if returned else []), *rest]

    return Case(name, arguments, expected, types, "\n".join(body) + "\n")


def cases(rng):
    chosen = []
    add = lambda name, *args, **options: chosen.append(attention_case(rng, f"attention_{name}", *args, **options))
    for type in FLOATS:
        add(f"{type}_plain", type, 2, 3, 40, 48, 16)
        add(f"{type}_causal", type, 1, 2, 33, 50, 24, causal=True, lse=True)
        add(f"{type}_causal_long", type, 1, 2, 50, 33, 8, causal=True, lse=True, dynamic="mn")
        add(f"{type}_group", type, 2, 6, 17, 23, 32, group=3, dynamic="bmn")
        add(f"{type}_bool", type, 2, 2, 19, 37, 16, mask="i1", lse=True)
        add(f"{type}_bool_broadcast", type, 2, 2, 19, 37, 16, mask="i1", mask_dims="mn", dynamic="bhmnde")
        add(f"{type}_bias", type, 1, 4, 20, 30, 16, mask=type, mask_dims="hmn", group=2)
        add(f"{type}_bias_per_key", type, 3, 2, 20, 30, 16, mask="f64" if type == "f64" else "f32", mask_dims="bn", lse=True)
        add(f"{type}_lengths", type, 4, 2, 12, 40, 16, lengths="i32", lse=True)
        add(f"{type}_lengths_causal", type, 4, 2, 12, 40, 16, lengths="i64", causal=True, group=2, dynamic="bn", lse=True)
        add(f"{type}_transposed", type, 2, 3, 40, 48, 16, transposed=True)
        add(f"{type}_transposed_dynamic", type, 2, 4, 33, 50, 64, group=2, causal=True, transposed=True, dynamic="bhkmn")
        add(f"{type}_special", type, 1, 2, 20, 30, 16, lse=True, special=True)
        add(f"{type}_negative_scale", type, 1, 2, 9, 11, 8, scale=-0.5, lse=True)
        add(f"{type}_scale", type, 1, 2, 9, 11, 5, scale=0.75, out="f64" if type == "f64" else "f32")
        for name, epilogue in EPILOGUES.items():
            add(f"{type}_{name}", type, 2, 4, 33, 50, 24, group=2, causal=True, lse=True, epilogue=epilogue)
            add(f"{type}_{name}_dynamic", type, 2, 3, 40, 48, 64, dynamic="bmn", epilogue=epilogue)
            add(f"{type}_{name}_wide", type, 1, 2, 20, 30, 40, out="f64" if type == "f64" else "f32", epilogue=epilogue)
    for type in FLOATS:
        chosen.append(merged_case(rng, f"attention_{type}_merged", type, 2, 3, 40, 48, 16))
        chosen.append(merged_case(rng, f"attention_{type}_merged_dynamic", type, 2, 4, 33, 50, 64, dynamic="bmn"))
    for type in FLOATS:
        chosen.append(scaled_case(rng, f"attention_{type}_scaled", type))
    for type in ["f32", "f16", "bf16"]:
        reduce = lambda name, *sizes, **options: chosen.append(
            reduced_case(rng, f"attention_{type}_reduced_{name}", type, *sizes, **options))
        for d in [8, 24, 40, 64, 96, 128]:
            reduce(f"{d}", 2, 3, 70, 90, d)
        reduce("returned", 2, 4, 70, 90, 64, causal=True, group=2, lse=True, returned=True)
        reduce("returned_odd", 1, 2, 33, 50, 40, returned=True, out="f32")
        reduce("lengths", 4, 2, 12, 40, 128, lengths="i32")
        reduce("epilogue", 2, 3, 33, 50, 64, epilogue=EPILOGUES["gated"])
        reduce("epilogue_returned", 2, 3, 33, 50, 72, causal=True, epilogue=EPILOGUES["residual"], returned=True)
        # No kernel of attention reduces these.
        reduce("dynamic", 2, 3, 33, 50, 64, dynamic="n")
        reduce("without_keys", 1, 2, 3, 0, 8)
    # More tiles than blocks, so that these compute several: the last round has a part of them.
    for causal in [False, True]:
        add(f"many_heads{'_causal' if causal else ''}", "bf16", 10, 30, 70, 70, 16, causal=causal)
    add("epilogue_without_keys", "bf16", 2, 2, 3, 0, 8, epilogue=EPILOGUES["gated"])
    add("epilogue_with_few_queries", "bf16", 2, 8, 1, 90, 64, group=4, epilogue=EPILOGUES["gated"], dynamic="n")
    for type in ["f16", "bf16"]:
        for mask in ["f32", "bf16"]:
            add(f"{type}_bias_large_{mask}", type, 1, 2, 20, 300, 16, mask=mask, mask_dims="hmn", lse=True, large=True)
        for d in [8, 40, 64, 96, 128, 256]:
            add(f"{type}_head_{d}", type, 1, 2, 70, 90, d, lse=d == 64)
            add(f"{type}_head_{d}_causal", type, 1, 2, 70, 90, d, causal=True, dynamic="mn")
        add(f"{type}_blocks", type, 1, 2, 150, 450, 128)
        add(f"{type}_blocks_causal", type, 2, 1, 250, 500, 64, causal=True, lse=True)
        add(f"{type}_blocks_lengths", type, 3, 1, 20, 700, 192, lengths="i32", dynamic="mn", out="f32")
        add(f"{type}_values_of_other_size", type, 1, 2, 30, 40, 64, e=24)
    for number, (batch, heads, m, n, d) in enumerate([
            (0, 2, 3, 4, 8), (2, 0, 3, 4, 8), (2, 2, 0, 4, 8), (2, 2, 3, 0, 8), (1, 1, 1, 1, 1), (1, 2, 1, 100, 64),
            (2, 1, 100, 1, 64), (1, 1, 65, 129, 64), (1, 1, 129, 65, 128)]):
        for dynamic in ["", "bhkmnde"]:
            add(f"edge_{number}_{'dynamic' if dynamic else 'static'}", "bf16", batch, heads, m, n, d, causal=number % 2 == 1,
                dynamic=dynamic, lse=True)
    return chosen


def long_cases(rng):
    """Rows and columns that are too long for the emulator."""
    chosen = []
    add = lambda name, *args, **options: chosen.append(attention_case(rng, f"attention_long_{name}", *args, **options))
    for type in ["f16", "bf16"]:
        for d in [64, 96, 128, 192, 256]:
            add(f"{type}_{d}", type, 2, 3, 700, 1030, d, lse=True)
            add(f"{type}_{d}_causal", type, 2, 4, 1100, 1100, d, causal=True, group=2, dynamic="bmn")
        add(f"{type}_lengths", type, 4, 2, 513, 999, 128, causal=True, lengths="i32", lse=True, dynamic="mn")
        add(f"{type}_transposed", type, 2, 8, 700, 1030, 128, group=4, causal=True, transposed=True)
        add(f"{type}_short_queries", type, 3, 8, 3, 3000, 128, group=4, causal=True)
        # Several tiles for each block; under the causal mask, in sections of heads with about as many keys.
        for d in [64, 128, 256]:
            add(f"{type}_{d}_many", type, 4, 40, 500, 300, d, lse=True)
            add(f"{type}_{d}_many_causal", type, 4, 40, 500, 300, d, causal=True, lse=True, dynamic="bmn")
        add(f"{type}_sections", type, 2, 48, 700, 700, 256, causal=True)
        add(f"{type}_bool", type, 1, 2, 300, 800, 64, mask="i1", mask_dims="mn")
    return chosen
