"""Reductions of parts of arrays, and of complex numbers; transposed views."""
import numpy as np

from arrays import TYPES, garbage, is_integer, random_values
from expressions import OPERATIONS
from programs import Case, Expected, reduce_case, tensor


def views(rng):
    """Parts of arrays: rows that start with a vector, at the same place of one, and elsewhere; columns, steps, and
    dimensions that are next to each other in memory or not. The results are exact."""
    cases = []
    part = slice
    for type in ["f32", "bf16", "i8"]:
        for name, shape, view in [
                ("prefix", [40, 96], (part(0, 25), part(0, 96))), ("left", [40, 192], (part(0, 40), part(0, 64))),
                ("right", [40, 192], (part(3, 39), part(64, 192))), ("ragged", [40, 191], (part(1, 40), part(5, 166))),
                ("shifted", [40, 192], (part(0, 40), part(1, 190))),
                ("steps", [40, 191], (part(0, 40, 3), part(1, 191, 2))), ("rows", [90, 64], (part(1, 90, 4), part(0, 64))), ("one", [40, 30], (part(7, 8), part(9, 10)))]:
            for dims in [[0], [1], [0, 1]]:
                for dynamic in [(), True] if type == "f32" else [()]:
                    cases.append(reduce_case(
                        rng, f"reduce_{name}_of_{type}_along_{'_'.join(map(str, dims))}{'_dynamic' if dynamic else ''}",
                        type, shape, dims, dynamic=dynamic, view=view, whole=1))
    for dims in [[0], [1], [2], [3], [0, 2], [1, 3], [0, 3], [0, 1, 2, 3], []]:
        cases.append(reduce_case(rng, f"reduce_box_along_{'_'.join(map(str, dims)) or 'nothing'}", "f32",
                                 [5, 6, 20, 12], dims, view=(part(1, 5), part(0, 6), part(4, 20), part(0, 8)), whole=1))
    # Forms for long rows and columns.
    for name, shape, view, dims in [
            ("long_rows", [3, 40004], (part(0, 3), part(2, 40001)), [1]),
            ("long_row", [2, 60000], (part(0, 2), part(0, 50000)), [0, 1]),
            ("many_rows", [2000, 40], (part(0, 2000), part(0, 36)), [1]),
            ("long_columns", [5000, 40], (part(0, 5000), part(4, 40)), [0]),
            ("wide_columns", [100, 1500], (part(0, 100), part(0, 1024)), [0])]:
        cases.append(reduce_case(rng, f"reduce_view_of_{name}", "f32", shape, dims, view=view, whole=1))
    return cases + [complex_sums(rng, [3, 70], 1), complex_sums(rng, [70, 3], 0), complex_sums(rng, [20003], 0)]


def complex_sums(rng, shape, dim):
    """Sums of complex numbers, whose parts are integers."""
    parts = [np.asarray(rng.integers(-9, 10, shape), np.float64) for _ in range(2)]
    sums = [np.sum(values, dim) for values in parts]
    source, result = tensor("f32", shape), tensor("f32", sums[0].shape)
    numbers, totals = source.replace("f32", "complex<f32>"), result.replace("f32", "complex<f32>")
    body = f"""  %any = tensor.empty() : {numbers}
  %x = zyn.map ins(%a0, %a1 : {source}, {source}) outs(%any : {numbers}) {{
  ^bb0(%re: f32, %im: f32):
    %c = complex.create %re, %im : complex<f32>
    zyn.yield %c : complex<f32>
  }} -> {numbers}
  %none = tensor.empty() : {totals}
  %zeros = zyn.map outs(%none : {totals}) {{
    %c = complex.constant [0.0 : f32, 0.0 : f32] : complex<f32>
    zyn.yield %c : complex<f32>
  }} -> {totals}
  %s = zyn.reduce ins(%x : {numbers}) outs(%zeros : {totals}) dimensions = [{dim}] {{
  ^bb0(%sum: complex<f32>, %c: complex<f32>):
    %next = complex.add %sum, %c : complex<f32>
    zyn.yield %next : complex<f32>
  }} -> {totals}
  %r:2 = zyn.map ins(%s : {totals}) outs(%a2, %a3 : {result}, {result}) {{
  ^bb0(%c: complex<f32>):
    %re = complex.re %c : complex<f32>
    %im = complex.im %c : complex<f32>
    zyn.yield %re, %im : f32, f32
  }} -> {result}, {result}
  return %r#0, %r#1 : {result}, {result}
"""
    empty = garbage("f32", sums[0].shape)
    return Case(f"reduce_complex_{'x'.join(map(str, shape))}",
                [*(("f32", source, values) for values in parts), *(("f32", result, empty) for _ in sums)],
                [Expected("f32", np.asarray(values), np.zeros(values.shape)) for values in sums], [result, result],
                body)


def transpose_case(rng, name, type, shape, permutation, moved, dynamic=()):
    """The greater one, or for i1 the other one, of each element of a transposed view and of another array. The results are
    written to a view that `moved` transposes."""
    sizes = [shape[dim] for dim in permutation]
    unknown = [i for i, dim in enumerate(permutation) if dim in dynamic]
    back = list(np.argsort(moved))
    stored, stored_unknown = [sizes[dim] for dim in back], [i for i, dim in enumerate(back) if dim in unknown]
    x, other = random_values(rng, type, shape), random_values(rng, type, sizes)
    source, view, result = tensor(type, shape, dynamic), tensor(type, sizes, unknown), tensor(type, stored, stored_unknown)
    combine = "xor" if type == "i1" else "max"
    body = f"""  %x = zyn.transpose %a0 permutation = {list(permutation)} : {source}
  %y = zyn.transpose %a2 permutation = {list(moved)} : {result}
  %m = zyn.map ins(%x, %a1 : {view}, {view}) outs(%y : {view}) {{
  ^bb0(%a: {type}, %b: {type}):
    %c = {OPERATIONS[combine][is_integer(type)]} %a, %b : {type}
    zyn.yield %c : {type}
  }} -> {view}
  %r = zyn.transpose %m permutation = {[int(dim) for dim in back]} : {view}
  return %r : {result}
"""
    turned = np.transpose(x, permutation)
    values = np.transpose(np.maximum(turned, other) if combine == "max" else turned != other, back)
    return Case(name, [(type, source, x), (type, view, other), (type, result, garbage(type, stored))],
                [Expected(type, values, np.zeros(values.shape))], [result], body)


def transposes(rng):
    """Maps from a transposed view to another one: rows that stay together, and others."""
    return [transpose_case(rng, f"map_view_{'rows' if order[2] == 2 else 'columns'}_of_{type}_{kind}", type, [5, 33, 48], order,
                           [2, 0, 1] if order[2] == 1 else [1, 0, 2], dynamic)
            for type in TYPES for order in ([1, 0, 2], [2, 0, 1]) for kind, dynamic in [("static", ()), ("dynamic", [0, 2])]]
