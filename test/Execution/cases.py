"""The table of execution tests: GROUPS[name](rng) returns the cases of a group.

Maximum errors compared with the float64 reference:

| op | floats | i32, i8, i1 |
|---|---|---|
| map | each operation rounds once in the element type; the bound propagates the error through the body (expressions.py). The error of functions (exp, tanh, ...) is at most 8 units in the last place, that of a quotient 2 | exact, wrapping |
| reduce, sum | n eps/2 times the sum of magnitudes, which holds for all orders, then one rounding if the combiner has a wider type; exact if all elements are integers and partial sums fit the type | exact |
| reduce, max and min, argmax | exact | exact |
| matmul | (K + 1) eps of the accumulator's type (f32 for f16, bf16 and 8-bit floats) times |A|·|B|, then one rounding to the destination's type; exact for small integers. eps is 2^-13 for 8-bit floats on devices whose warpgroups drop bits of the sums; tf32 adds 2^-9, and tf32x3 2^-18, times |A|·|B| | exact, wrapping |
| conv2d | as matmul, with R S C for K; tf32x3 is computed with all bits of f32 | exact, wrapping |
| compute | as map; terms of loops are added in order | exact, wrapping |
| gather | exact | exact |
| scatter | exact, since all sums are | exact, wrapping |
| reduce_window | as reduce | exact, wrapping |
| rows | exact for maxima and minima; (n + 40) eps times the greatest magnitudes for layer normalization | exact, wrapping |
| constant_matrix | exact | exact |
| linalg | as the ops that it is raised to; the host sums products of f16 in f16 |
| spmm | as matmul, with the elements of the longest row for K | exact, wrapping |

eps is 2^-52 for f64, 2^-23 for f32, 2^-10 for f16, 2^-7 for bf16, 2^-3 for f8E4M3FN and 2^-2 for f8E5M2. Conversions from
and to 8-bit floats are exact or rounded once. Numbers below the smallest normal one may be flushed to zero.
"""
import functools
import zlib

import numpy as np

import attention_cases
import compute_cases
import constant_matrix_cases
import control_flow_cases
import conv2d_cases
import float8_cases
import generators
import indexed_cases
import linalg_cases
import merged_cases
import prologue_cases
import row_strip_cases
import rows_cases
import special_cases
import spmm_cases
import view_cases
import window_cases
from arrays import FLOATS
from programs import (Case, Expected, argmax_case, map_case, matmul_case, recurrence_case, reduce_case, scan_case,
                      sort_case, topk_case)

X, Y, Z = ("arg", 0), ("arg", 1), ("arg", 2)
INTEGERS = ["i64", "i32", "i16", "i8"]
ALL = [*FLOATS, *INTEGERS]


# Arguments for which functions lose accuracy, are truncated, or are outside of their domain.
SMALL = [0.0, -0.0, 1e-40, -1e-40, 1e-37, 1e-20, -1e-20, 1e-10, -1e-10, 1e-8, -1e-8, 1e-5, -1e-5, 1e-3, -1e-3, 0.02, -0.02]
EDGES = {
    **dict.fromkeys(["expm1", "exp", "tanh", "erf"],
                    [np.inf, -np.inf, np.nan, 700, -700, 88, -88, 30, -30, 5, -5, 1, -1, 0.4, -0.4, *SMALL]),
    "log1p": [np.inf, np.nan, -1, -2, -0.999, 1e30, 100, 1, 0.4, -0.4, *SMALL],
    **dict.fromkeys(["log", "log2"], [np.inf, np.nan, 0.0, -0.0, -1, 1e-37, 1e30, 100, 1, 0.9999, 1.0001, 0.4]),
}


def edges(rng):
    """Functions at their edges: in vectors, in the scalar loop for the remaining elements, and on a single element."""
    cases = []
    for function, elements in EDGES.items():
        for type in ["f32", "f64"]:
            for name, chosen in [("vector", (elements * 3)[:64]), ("tail", elements[-7:]), ("one", elements[-12:-11])]:
                cases.append(map_case(rng, f"map_edges_{type}_{function}_{name}", type, [len(chosen)], [(function, X)],
                                      elements=chosen))
    return cases


def maps(rng):
    cases = []
    add = lambda name, *args, **options: cases.append(map_case(rng, f"map_{name}", *args, **options))
    for type in ALL:
        add(f"{type}_static", type, [4, 33], [("add", ("mul", X, Y), ("const", 3))], [[0, 1], [0, 1]])
        add(f"{type}_dynamic", type, [7, 129], [("max", X, ("sub", X, Y))], [[0, 1], [1]], dynamic=True)
        add(f"{type}_scalar_broadcast", type, [5, 6], [("add", X, Y)], [[0, 1], []], dynamic=[1])
        add(f"{type}_index", type, [9, 10], [("add", ("index", 1), ("mul", ("const", 16), ("index", 0)))], [])
    for shape in [[], [1], [0], [1, 1, 1], [3, 0, 5], [17], [1023], [1025], [2, 3, 5, 7], [100003], [3, 1, 70000]]:
        name = "x".join(map(str, shape)) or "scalar"
        rank = list(range(len(shape)))
        add(f"shape_{name}", "f32", shape, [("add", X, ("const", 1))], [rank], dynamic=True if len(shape) % 2 else [])
    add("shape_0_by_dynamic", "f32", [0, 5], [("add", X, ("const", 1))], dynamic=[1])
    add("transposed", "f32", [37, 41], [("sub", X, Y)], [[0, 1], [1, 0]])
    add("permuted", "f32", [5, 6, 7], [("sub", X, Y)], [[2, 0, 1], [1, 0]], dynamic=[0, 2])
    add("outer_product", "f32", [65, 66], [("mul", X, Y)], [[0], [1]])
    add("two_results", "f32", [19, 3], [("add", X, Y), ("mul", X, Y)], [[0, 1], [1]], dynamic=[0])
    add("constant", "f32", [300], [("const", 2.5)], [])
    add("many_inputs", "f32", [64, 5], [("add", ("mul", X, Y), ("mul", Z, ("arg", 3)))],
        [[0, 1], [0], [1], [0, 1]])
    add("i32_bits", "i32", [77], [("xor", ("and", X, Y), ("const", 255))], [[0], [0]])
    positive = ("add", ("abs", X), ("const", 0.5))
    for function in ["exp", "tanh", "erf", "sin", "cos"]:
        for type in ["f32", "f64", "f16", "bf16"] if function in ("exp", "tanh") else ["f32", "f64"]:
            add(f"{type}_{function}", type, [513], [(function, X)])
    for function in ["sqrt", "rsqrt", "log"]:
        for type in ["f32", "f64"]:
            add(f"{type}_{function}", type, [513], [(function, positive)])
    for function in ["expm1", "log1p"]:
        for type in ["f32", "f64"]:
            add(f"{type}_{function}", type, [513], [(function, ("mul", positive, ("const", 1e-4)))])
    for type in FLOATS:
        add(f"{type}_div", type, [129], [("div", X, Y)], [[0], [0]])
    # ptxas drops the negation unless --convert-nvvm-to-ptx hides it.
    add("i32_max_of_negation", "i32", [6, 11, 127],
        [("max", ("max", ("xor", X, ("const", 2)), ("mul", ("const", -1), X)),
          ("mul", ("mul", ("const", 3), X), ("index", 1)))], dynamic=[1])
    add("i32_min_of_negation", "i32", [1000], [("min", Z, ("min", Y, ("sub", ("const", 0), ("add", X, Z))))],
        [[0], [0], [0]])
    return cases + layouts(rng) + edges(rng)


def layouts(rng):
    """Transpositions and broadcasts: square, thin, ragged and tiny, with rows that are multiples of vectors or not."""
    cases = []
    add = lambda name, *args, **options: cases.append(map_case(rng, f"map_{name}", *args, **options))
    for type in [*FLOATS, "i32", "i8", "i1"]:
        both = ("xor" if type in ("i32", "i8", "i1") else "sub", X, Y)
        for dynamic in [[], True]:
            kind = "dynamic" if dynamic else "static"
            add(f"{type}_transposed_{kind}", type, [70, 65], [X], [[1, 0]], dynamic=dynamic)
            add(f"{type}_transposed_thin_{kind}", type, [3, 1000], [both], [[1, 0], [0, 1]], dynamic=dynamic)
            add(f"{type}_transposed_tall_{kind}", type, [1030, 16], [both], [[1, 0], [1]], dynamic=dynamic)
            add(f"{type}_rows_{kind}", type, [40, 128], [both], [[0, 1], [1]], dynamic=dynamic)
            # Rows that are multiples of all vectors, and of none.
            for shape in [[80, 144], [16, 1040], [1040, 16], [71, 145]]:
                name = "x".join(map(str, shape))
                add(f"{type}_transposed_{name}_{kind}", type, shape, [both], [[1, 0], [0, 1]], dynamic=dynamic)
            add(f"{type}_columns_{kind}", type, [300, 17], [both], [[0, 1], [0]], dynamic=dynamic)
    for shape, inputs in [
            ([2, 70, 65], [[0, 2, 1]]), ([40, 3, 65], [[2, 1, 0]]), ([40, 35, 9], [[1, 0, 2], [2, 1, 0]]),
            ([40, 2, 70], [[2, 0, 1], [0, 1, 2]]), ([300, 4, 5], [[0, 2, 1]]), ([2, 33, 2, 34], [[0, 3, 2, 1], [1, 3]]),
            ([2, 33, 5, 16], [[0, 1, 2, 3], [1]]), ([2, 33, 5, 7], [[0, 1, 2, 3], [2, 3], [0, 1]]),
            ([1, 40, 1, 50], [[3, 1], [0, 1, 2, 3]]), ([0, 40, 50], [[0, 2, 1]]), ([40, 0, 50], [[2, 0]]),
            ([5000, 3], [[0, 1], [1]]), ([3, 5000], [[0, 1], [0]]), ([2500, 2], [[1, 0]]), ([1, 3000], [[1, 0]])]:
        expression = X if len(inputs) == 1 else ("add", X, Y)
        name = "x".join(map(str, shape)) + "_from_" + "_".join("".join(map(str, dims)) for dims in inputs)
        for dynamic in [[], True]:
            add(f"{name}_{len(cases)}", "f32", shape, [expression], inputs, dynamic=dynamic)
    # Rows that are too long for the cache, of vectors and of single elements.
    for shape in [[5, 1 << 19], [2, 3, (1 << 19) + 1]]:
        inputs = [list(range(len(shape))), [len(shape) - 1], [0]]
        add(f"long_rows_{'x'.join(map(str, shape))}", "f64", shape, [("add", ("mul", X, Y), Z)], inputs,
            dynamic=True if len(shape) == 3 else [])
    # 17 tiles, in two groups of up to 9.
    add("transposed_groups", "f32", [1088, 128], [X], [[1, 0]])
    add("two_transposed", "f32", [50, 60, 20], [("add", ("mul", X, Y), Z)], [[2, 0, 1], [0, 2, 1], [1, 2, 0]])
    add("transposed_index", "f32", [50, 60], [("add", X, ("add", ("index", 1), ("mul", ("const", 64), ("index", 0))))],
        [[1, 0]], dynamic=True)
    return cases + view_cases.transposes(rng)


def reductions(rng):
    cases = []
    add = lambda name, *args, **options: cases.append(reduce_case(rng, f"reduce_{name}", *args, **options))
    for type in ALL:
        whole = {"f16": 2, "bf16": 1}.get(type)
        add(f"{type}_rows", type, [13, 100], [1], whole=whole)
        add(f"{type}_columns", type, [100, 13], [0], dynamic=True, whole=whole)
        add(f"{type}_all", type, [9, 11], [0, 1], dynamic=[0], whole=whole)
        add(f"{type}_max", type, [31, 65], [1], "max", dynamic=[1])
        add(f"{type}_min", type, [65, 31], [0], "min")
        cases.append(argmax_case(rng, f"argmax_{type}_rows", type, [21, 97], 1))
        cases.append(argmax_case(rng, f"argmax_{type}_columns", type, [97, 21], 0, dynamic=True))
    for shape, dims in [([1], [0]), ([0], [0]), ([0, 3], [0]), ([3, 0], [0]), ([3, 0], [1]), ([100003], [0]),
                        ([2, 3, 5], [1]), ([2, 3, 5], [0, 2]), ([7, 1, 300], [2]), ([1, 70000], [1]),
                        ([4, 5, 6, 7], [1, 3]), ([3000, 3], [0])]:
        name = "x".join(map(str, shape)) + "_along_" + "_".join(map(str, dims))
        # Long sums of integers, which are exact, so that a missing element is detected.
        add(name, "f32", shape, dims, dynamic=True if len(dims) == 1 else [], whole=20 if max(shape) > 300 else None)
    add("0_by_dynamic", "f32", [0, 5], [0, 1], dynamic=[1])
    add("nothing", "f32", [5, 6], [])
    add("product", "f32", [40, 50], [1], "mul")
    add("xor", "i32", [33, 65], [1], "xor", dynamic=True)
    return cases + forms(rng) + view_cases.views(rng)


def forms(rng):
    """Shapes for which reductions have different forms; the results are exact, so that a missing element is detected.
    """
    cases = []
    add = lambda name, *args, **options: cases.append(reduce_case(rng, f"reduce_{name}", *args, **options))
    for type in ["i8", "i1"]:
        for shape, dims in [([21, 100], [1]), ([100, 21], [0]), ([70000], [0]), ([3, 50, 4], [0, 2])]:
            for dynamic in [[], True]:
                kind = "dynamic" if dynamic else "static"
                add(f"{type}_{'x'.join(map(str, shape))}_{kind}", type, shape, dims, "xor", dynamic=dynamic)
    for shape, dims in [
            ([16, 5000], [0]), ([16, 5000], [1]), ([5000, 16], [0]), ([5000, 16], [1]), ([700, 30], [0]),
            ([700, 30], [1]), ([2, 33333], [1]), ([12011, 3], [0]), ([2000, 20], [0]), ([30, 1030], [0]),
            ([20, 1100], [0]), ([700, 40], [1]), ([2, 20, 300], [1]), ([20, 30, 40], [0, 2]), ([20, 30, 40], [1]),
            ([300, 5, 1], [1]), ([1, 300, 1], [1]), ([7, 8, 9, 10], [0, 2]), ([7, 8, 9, 10], [0, 3]),
            ([7, 8, 9, 10], [1, 2]), ([7, 8, 9, 10], [0, 1, 3]), ([7, 8, 9, 10], [0, 1, 2, 3]), ([3, 1, 4], [1]),
            ([40, 0, 3], [0, 2]), ([0, 4, 3], [0, 2]), ([4, 3, 0], [0]), ([4, 3, 0], [0, 2])]:
        name = "x".join(map(str, shape)) + "_over_" + "_".join(map(str, dims))
        for dynamic in [[], True]:
            add(f"{name}_{len(cases)}", "f32", shape, dims, dynamic=dynamic, whole=20)
    for type, wide in [("f16", "f32"), ("bf16", "f32"), ("f8E4M3FN", "f32"), ("f8E5M2", "f16"), ("f32", "f64")]:
        for shape, dims in [([16, 5000], [1]), ([5000, 16], [0]), ([30, 1030], [0]), ([700, 40], [1]), ([2, 33333], [1]),
                            ([12011, 3], [0]), ([20, 30, 40], [0, 2]), ([3, 0], [1])]:
            add(f"{type}_in_{wide}_{'x'.join(map(str, shape))}_{len(cases)}", type, shape, dims, accumulator=wide,
                dynamic=True if len(cases) % 2 else [], whole=1 if type.startswith("f8") else 8)
    for type in ["f16", "bf16", "f64", "i8"]:
        for shape, dims in [([60, 300], [1]), ([300, 60], [0]), ([2, 17000], [1]), ([6000, 4], [0]), ([999, 17], [1])]:
            add(f"{type}_max_{'x'.join(map(str, shape))}_{len(cases)}", type, shape, dims, "max",
                dynamic=True if len(cases) % 2 else [])
    for type, shape, dim in [("f32", [1, 33000], 1), ("f32", [6000, 3], 0), ("f32", [300, 40], 1), ("f16", [70, 1001], 1),
                             ("bf16", [501, 24], 0), ("i8", [6, 500, 7], 1), ("f64", [5, 12, 6], 1)]:
        for dynamic in [[], True]:
            cases.append(argmax_case(rng, f"argmax_{type}_{'x'.join(map(str, shape))}_{len(cases)}", type, shape, dim,
                                     dynamic=dynamic))
            cases.append(argmax_case(rng, f"argmax_{type}_{'x'.join(map(str, shape))}_generated_{len(cases)}", type, shape,
                                     dim, dynamic=dynamic, generated=True))
    return cases


def scans(rng):
    """Rows that lanes, blocks and tiles with look-back scan; columns that threads scan, whole and in chunks."""
    cases = []
    add = lambda name, *args, **options: cases.append(scan_case(rng, f"scan_{name}", *args, **options))
    for type in ["f64", "f32", "f16", "bf16", "i64", "i32", "i16", "i8"]:
        whole = {"f16": 2, "bf16": 1}.get(type)
        add(f"{type}_rows", type, [13, 100], 1, whole=whole)
        add(f"{type}_columns", type, [100, 13], 0, dynamic=True, whole=whole)
        add(f"{type}_middle", type, [3, 50, 7], 1, exclusive=True, dynamic=[0], whole=whole)
        add(f"{type}_max", type, [31, 65], 1, "max", carry=True, dynamic=[1])
        add(f"{type}_last_reversed", type, [5, 1030], 1, "last", reverse=True)
        add(f"{type}_last_blocks", type, [2, 3777], 1, "last", exclusive=True, reverse=True, dynamic=True)
    for type in ["i1", "f8E4M3FN"]:
        for shape, dim in [([21, 100], 1), ([100, 21], 0), ([2000], 0)]:
            add(f"{type}_{len(cases)}", type, shape, dim, "xor" if type == "i1" else "max",
                dynamic=[0] if len(shape) == 1 else [])
    # Accumulators that are wider than the elements.
    for type, accumulator in [("f16", "f32"), ("bf16", "f32"), ("f8E5M2", "f32"), ("f32", "f64"), ("f16", "f64")]:
        add(f"{type}_in_{accumulator}", type, [11, 333], 1, accumulator=accumulator, carry=True)
        add(f"{type}_to_{accumulator}", type, [333, 11], 0, accumulator=accumulator, out=accumulator, dynamic=True)
        # Vectors of initial values, and of what chunks start with, are several accesses.
        add(f"{type}_vectors_in_{accumulator}", type, [20, 32], 0, accumulator=accumulator, carry=True, reverse=True)
        add(f"{type}_chunks_in_{accumulator}", type, [700, 16], 0, accumulator=accumulator, exclusive=True, dynamic=True)
    add_scan_shapes(rng, cases, [
        ([1], 0), ([0], 0), ([0, 3], 0), ([0, 3], 1), ([3, 0], 1), ([1, 1, 1], 1), ([5, 1], 1), ([2, 3, 5], 1), ([7, 300], 1),
        ([700, 8], 1), ([3, 1027], 1), ([9, 513], 1), ([2, 40, 31], 1), ([1001, 3], 0), ([500, 8], 0), ([30, 103], 0),
        ([4, 5, 6, 7], 1), ([2, 3, 4, 300], 3), ([20, 0, 3], 2), ([50, 2, 1], 0)])
    # Small tiles: several of them, and several groups of 32.
    for number, kernel in enumerate(["workgroup = [32, 1, 1], unroll_factor = 1", "workgroup = [64, 1, 1], unroll_factor = 2",
                                     "workgroup = [32, 1, 1], unroll_factor = 1, vector_width = 1"]):
        built = [
            scan_case(rng, f"scan_tiles_{number}_add", "i32", [2, 9001], 1, carry=True, dynamic=True),
            scan_case(rng, f"scan_tiles_{number}_last", "f32", [12288], 0, "last", exclusive=True),
            scan_case(rng, f"scan_tiles_{number}_reversed", "i64", [5555], 0, "last", reverse=True, carry=True),
            scan_case(rng, f"scan_tiles_{number}_sum", "bf16", [3, 4096], 1, accumulator="f32"),
            recurrence_case(rng, f"recurrence_tiles_{number}", [3, 4099], 1, dynamic=True),
            scan_case(rng, f"scan_tiles_{number}_columns", "f32", [600, 8], 0, whole=20)]
        for case in built:
            case.kernel = kernel
        cases += built
    return cases


def add_scan_shapes(rng, cases, shapes):
    """Scans of integers, whose sums are exact, so that a missing element is detected."""
    for shape, dim in shapes:
        name = "x".join(map(str, shape)) + f"_along_{dim}"
        for dynamic in [[], True]:
            kind = "dynamic" if dynamic else "static"
            for suffix, type, options in [("", "f32", {}), ("_exclusive", "i32", {"exclusive": True}),
                                          ("_reversed", "f32", {"reverse": True})]:
                cases.append(scan_case(rng, f"scan_{name}_{kind}{suffix}", type, shape, dim, dynamic=dynamic, whole=20,
                                       **options))
            cases.append(recurrence_case(rng, f"recurrence_{name}_{kind}", shape, dim, dynamic=dynamic))


def long_scans(rng):
    """Lines that are too long for the emulator."""
    cases = []
    add_scan_shapes(rng, cases, [
        ([100003], 0), ([8192], 0), ([8193], 0), ([3, 65536], 1), ([1, 70001], 1), ([3, 4097], 1), ([6001, 3], 0),
        ([9000, 8], 0), ([40000, 2], 0), ([300, 1030], 0), ([70, 7777], 1)])
    for type in ["f64", "f32", "f16", "bf16", "i64", "i32", "i16", "i8", "f8E4M3FN"]:
        cases.append(scan_case(rng, f"scan_{type}_last_long", type, [140000], 0, "last"))
        cases.append(scan_case(rng, f"scan_{type}_last_long_rows", type, [2, 300007], 1, "last", exclusive=True, dynamic=True))
    cases.append(recurrence_case(rng, "recurrence_long", [3, 412345], 1, reverse=True))
    cases.append(scan_case(rng, "scan_groups_bf16_in_f32", "bf16", [1 << 20], 0, accumulator="f32", whole=1))
    cases.append(scan_case(rng, "scan_groups_f64", "f64", [200000], 0, whole=5))
    return cases


def sorts(rng):
    """Rows that lanes, blocks and sweeps sort, with duplicates, infinities, NaNs and zeros of both signs."""
    cases = []
    add = lambda name, *args, **options: cases.append(sort_case(rng, f"sort_{name}", *args, **options))
    for type in ["f64", "f32", "f16", "bf16", "f8E4M3FN", "f8E5M2", "i64", "i32", "i16", "i8"]:
        add(f"{type}_lanes", type, [13, 30], 1, dynamic=[1])
        add(f"{type}_lanes_values", type, [7, 4, 5], 1, ["i32"], descending=True)
        add(f"{type}_block", type, [3, 400], 1, ["i32"])
        add(f"{type}_block_descending", type, [300, 2], 0, ["i16", "f64"], descending=True, dynamic=True)
        # Tiles of a few hundred elements.
        cases.append(sort_case(rng, f"sort_{type}_sweeps", type, [1700], 0))
        cases.append(sort_case(rng, f"sort_{type}_sweeps_values", type, [2, 801], 1, ["i32"], descending=True, dynamic=True))
        for case in cases[-2:]:
            case.kernel = "unroll_factor = 1"
    for shape, dim in [([1], 0), ([0], 0), ([3, 0], 1), ([0, 3], 1), ([5, 1], 1), ([2, 3, 5], 1), ([1000, 2], 1),
                       ([33, 33], 0), ([20, 64], 1), ([4, 257], 1), ([1023], 0), ([3, 31, 2, 10], 1)]:
        name = "x".join(map(str, shape)) + f"_along_{dim}"
        for dynamic in [[], True]:
            kind = "dynamic" if dynamic else "static"
            add(f"{name}_{kind}", "f32", shape, dim, ["i32"], dynamic=dynamic)
            add(f"{name}_{kind}_descending", "i32", shape, dim, descending=True, dynamic=dynamic)
    for name, type, keys in [("equal", "i32", np.zeros(1000)), ("sorted", "i64", np.arange(1000)),
                             ("reversed", "f32", -np.arange(1000))]:
        cases.append(sort_case(rng, f"sort_{name}", type, [1000], 0, ["i32"], keys=keys))
        cases[-1].kernel = "unroll_factor = 1"
    # More bytes for each element than a thread should have.
    for size in [20, 200, 800]:
        add(f"many_arrays_{size}", "i64", [size], 0, ["i64"] * 20)
    return cases


def compared_sorts(rng):
    """Sorts with comparators, whose tiles and merges have up to 64 elements with unroll_factor = 1."""
    cases = []
    add = lambda name, *args, **options: cases.append(sort_case(rng, f"sort_by_{name}", *args, **options))
    for type in ["f64", "f32", "f16", "bf16", "i64", "i32", "i16", "i8"]:
        add(f"magnitude_{type}", type, [3, 70], 1, compare="magnitude")
    for type, values in [("i1", ["i8"]), ("f32", ["f64", "i8"]), ("i16", ["i32"])]:
        add(f"pair_{type}", type, [90], 0, values, compare="pair")
    for shape, dim in [([1], 0), ([0], 0), ([3, 0], 1), ([5, 1], 1), ([2, 33, 2], 1), ([64], 0), ([129], 0), ([600], 0)]:
        add("x".join(map(str, shape)) + f"_along_{dim}", "i32", shape, dim, ["i32"], compare="pair")
    add("dynamic", "i32", [300, 2], 0, ["f32"], dynamic=True, compare="magnitude")
    for case in cases:
        case.kernel = "workgroup = [64, 1, 1], unroll_factor = 1"
    return cases


def long_sorts(rng):
    """Lines that are too long for the emulator."""
    return [sort_case(rng, f"sort_long_{number}", *arguments, **options) for number, (arguments, options) in enumerate([
        (("i32", [1000003], 0), {}), (("i32", [7680], 0), {}), (("f32", [7681], 0), {"dynamic": True}),
        (("f32", [2, 4096], 1), {"dynamic": True}), (("i64", [2, 4097], 1, ["i8"]), {"dynamic": True}), (("f32", [1 << 20], 0, ["i32"]), {"descending": True}),
        (("f64", [3, 200001], 1, ["f16"]), {"dynamic": True}), (("i16", [500000, 2], 0), {}),
        (("i8", [777777], 0, ["i64", "i32"]), {"dynamic": True}), (("bf16", [5000, 70], 1, ["i32"]), {}),
        (("i64", [131073], 0), {}), (("i32", [60000, 20], 1), {"descending": True}),
        (("i32", [1000003], 0, ["i32"]), {"compare": "pair"}), (("f32", [3, 70000], 1), {"compare": "magnitude", "dynamic": True}),
        (("f64", [2048, 40], 0, ["i64"] * 20), {"compare": "magnitude"})])]


def selections(rng):
    """Rows that lanes, a block and several blocks select from, with duplicates, infinities, NaNs and zeros of both signs."""
    cases = []
    add = lambda name, *args, **options: cases.append(topk_case(rng, f"topk_{name}", *args, **options))
    for number, type in enumerate(["f64", "f32", "f16", "bf16", "f8E4M3FN", "f8E5M2", "i64", "i32", "i16", "i8"]):
        add(f"{type}_lanes", type, [5, 30], 1, 4)
        if number % 2:
            add(f"{type}_row", type, [97, 2], 0, 40, smallest=True, index="i64")
        else:
            add(f"{type}_blocks", type, [2100], 0, 7, smallest=type == "f64")
    for shape, dim, k in [([1], 0, 1), ([0], 0, 0), ([3, 0], 1, 0), ([0, 3], 1, 2), ([5, 1], 1, 1), ([9], 0, 0), ([9], 0, 9),
                          ([2, 3, 5], 1, 3), ([200, 2], 1, 1), ([33, 3], 0, 33), ([4, 257], 1, 1), ([130], 0, 130),
                          ([3, 31, 2, 5], 1, 31)]:
        add("x".join(map(str, shape)) + f"_along_{dim}_{k}", "f32", shape, dim, k)
    for name, type, keys, k in [("equal", "i32", np.zeros(2100), 70), ("sorted", "i64", np.arange(2100), 100),
                                ("reversed", "f32", -np.arange(2100), 3)]:
        add(name, type, [2100], 0, k, keys=keys)
    # Ties at the last element.
    add("ties", "i8", [3, 700], 1, 100, keys=rng.integers(0, 2, [3, 700]))
    for number, (type, shape, dim, k) in enumerate([("f32", [3, 7], 1, 5), ("i32", [2, 200, 2], 1, 34)]):
        add(f"dynamic_{number}", type, shape, dim, k, dynamic=True)
    for case in cases:
        case.kernel = "unroll_factor = 1"
    return cases


def long_selections(rng):
    """Lines that are too long for the emulator."""
    return [topk_case(rng, f"topk_long_{number}", *arguments, **options) for number, (arguments, options) in enumerate([
        (("f32", [1000003], 0, 100), {}), (("i32", [1 << 20], 0, 5000), {"dynamic": True}),
        (("f32", [3, 200001], 1, 64), {"smallest": True, "dynamic": True}), (("i64", [2, 140000], 1, 140000), {"index": "i64"}),
        (("bf16", [64, 32768], 1, 50), {}), (("f64", [400000, 2], 0, 1000), {"dynamic": [0]}), (("i8", [777777], 0, 300), {}),
        (("f16", [300, 4099], 1, 4099), {"smallest": True}), (("i16", [500000], 0, 1), {}),
        (("i32", [600000], 0, 3000), {"keys": np.zeros(600000)}), (("f32", [400, 5000], 1, 2048), {"dynamic": True})])]


def matmuls(rng):
    cases = []
    add = lambda name, *args, **options: cases.append(matmul_case(rng, f"matmul_{name}", *args, **options))
    for type in [*FLOATS, "i32", "i8"]:
        add(f"{type}_square", type, 64, 64, 64)
        add(f"{type}_odd", type, 37, 53, 71, dynamic="mnk")
        add(f"{type}_whole", type, 48, 80, 32, whole=3)
        add(f"{type}_accumulate", type, 33, 20, 17, accumulate=True, dynamic="m")
        add(f"{type}_transposed", type, 24, 40, 56, ta=True, tb=True)
    for type in ["f32", "f16", "bf16"]:
        add(f"{type}_transpose_a", type, 65, 33, 129, ta=True, dynamic="k")
        add(f"{type}_transpose_b", type, 130, 64, 48, tb=True)
        add(f"{type}_batch", type, 20, 30, 40, batch=[3], dynamic="b")
        add(f"{type}_tiles", type, 256, 128, 192)
        add(f"{type}_epilogue", type, 45, 67, 89, dynamic="m",
            epilogue=("max", ("add", ("add", X, Y), Z), ("const", 0)))
    for type in ["f16", "bf16"]:
        add(f"{type}_to_f32", type, 40, 50, 60, out="f32")
        add(f"{type}_accumulate_f32", type, 40, 50, 60, out="f32", accumulate=True, tb=True)
        add(f"{type}_epilogue_f32", type, 128, 128, 64, out="f32", epilogue=("mul", ("sub", X, Y), Z))
    add("epilogue_accumulate", "f32", 31, 29, 27, accumulate=True, epilogue=("sub", ("mul", X, Y), Z))
    for m, n, k in [(1, 1, 1), (1, 100, 50), (100, 1, 50), (50, 60, 1), (0, 5, 6), (5, 0, 6), (5, 6, 0), (129, 257, 65)]:
        add(f"{m}x{n}x{k}", "f32", m, n, k, dynamic="" if m == 1 else "mnk")
    # Few rows or columns: lanes, with rows of operands that are aligned to vectors or not.
    orders = [(False, False), (False, True), (True, False), (True, True)]
    for type, few in [("f32", 1), ("f32", 3), ("f32", 4), ("f64", 1), ("f64", 4), ("i32", 2), ("f16", 1), ("f16", 3),
                      ("i8", 2)]:
        for i, (n, k) in enumerate([(128, 192), (300, 1000), (67, 301), (64, 64)]):
            for ta, tb in orders if (type, few) == ("f32", 3) else [orders[(i + few) % 4]]:
                suffix = f"{type}_{few}_{n}x{k}{'_ta' if ta else ''}{'_tb' if tb else ''}"
                whole = 1 if type == "f16" else 3
                add(f"thin_rows_{suffix}", type, few, n, k, ta=ta, tb=tb, whole=whole)
                add(f"thin_columns_{suffix}", type, n, few, k, ta=ta, tb=tb, whole=whole)
    for few in [1, 3]:
        add(f"thin_dynamic_{few}", "f32", few, 200, 130, dynamic="mnk")
        add(f"thin_dynamic_columns_{few}", "f32", 200, few, 132, dynamic="mnk", tb=True)
        add(f"thin_batch_{few}", "f32", few, 96, 80, batch=[3], dynamic="b", accumulate=True)
        add(f"thin_epilogue_{few}", "f32", few, 130, 600, epilogue=("max", ("add", ("add", X, Y), Z), ("const", 0)))
        add(f"thin_epilogue_columns_{few}", "f64", 130, few, 600, epilogue=("mul", ("sub", X, Y), Z))
    for precision in ["tf32", "tf32x3"]:
        add(f"thin_{precision}", "f32", 4, 260, 514, precision=precision)
    add("batch_of_batches", "f32", 9, 10, 11, batch=[2, 3], ta=True)
    add("batch_empty", "f32", 9, 10, 11, batch=[0], dynamic="b")
    return cases


def chains(rng):
    """Several ops in one function, as in a model."""
    m, k, n = 23, 31, 10
    draw = lambda *shape: np.asarray(rng.uniform(-1, 1, shape), np.float32).astype(np.float64)
    x, w, b = draw(m, k), draw(k, n), draw(n)
    logits = x @ w + b
    shifted = np.exp(logits - logits.max(1, keepdims=True))
    softmax = shifted / shifted.sum(1, keepdims=True)
    body = """  %c0 = arith.constant 0 : index
  %m = tensor.dim %a0, %c0 : tensor<?x31xf32>
  %full = tensor.empty(%m) : tensor<?x10xf32>
  %row = tensor.empty(%m) : tensor<?xf32>
  %p = zyn.matmul ins(%a0, %a1 : tensor<?x31xf32>, tensor<31x10xf32>) outs(%full : tensor<?x10xf32>) -> tensor<?x10xf32>
  %l = zyn.map ins(%p, %a2 : tensor<?x10xf32>, tensor<10xf32>) outs(%full : tensor<?x10xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] {
  ^bb0(%v: f32, %bias: f32):
    %s = arith.addf %v, %bias : f32
    zyn.yield %s : f32
  } -> tensor<?x10xf32>
  %lowest = zyn.map outs(%row : tensor<?xf32>) {
    %c = arith.constant 0xFF800000 : f32
    zyn.yield %c : f32
  } -> tensor<?xf32>
  %max = zyn.reduce ins(%l : tensor<?x10xf32>) outs(%lowest : tensor<?xf32>) dimensions = [1] {
  ^bb0(%acc: f32, %v: f32):
    %s = arith.maximumf %acc, %v : f32
    zyn.yield %s : f32
  } -> tensor<?xf32>
  %e = zyn.map ins(%l, %max : tensor<?x10xf32>, tensor<?xf32>) outs(%full : tensor<?x10xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
  ^bb0(%v: f32, %top: f32):
    %d = arith.subf %v, %top : f32
    %s = math.exp %d : f32
    zyn.yield %s : f32
  } -> tensor<?x10xf32>
  %zero = zyn.map outs(%row : tensor<?xf32>) {
    %c = arith.constant 0.0 : f32
    zyn.yield %c : f32
  } -> tensor<?xf32>
  %sum = zyn.reduce ins(%e : tensor<?x10xf32>) outs(%zero : tensor<?xf32>) dimensions = [1] {
  ^bb0(%acc: f32, %v: f32):
    %s = arith.addf %acc, %v : f32
    zyn.yield %s : f32
  } -> tensor<?xf32>
  %r = zyn.map ins(%e, %sum : tensor<?x10xf32>, tensor<?xf32>) outs(%full : tensor<?x10xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
  ^bb0(%v: f32, %total: f32):
    %s = arith.divf %v, %total : f32
    zyn.yield %s : f32
  } -> tensor<?x10xf32>
  return %r : tensor<?x10xf32>
"""
    layer = Case("chain_softmax", [("f32", "tensor<?x31xf32>", x), ("f32", "tensor<31x10xf32>", w),
                                   ("f32", "tensor<10xf32>", b)],
                 [Expected("f32", softmax, np.full(softmax.shape, 4e-6))], ["tensor<?x10xf32>"], body)

    # A destination that is read later, which bufferization must not overwrite.
    y = draw(40)
    body = """  %r = zyn.map ins(%a0 : tensor<40xf32>) outs(%a0 : tensor<40xf32>) {
  ^bb0(%v: f32):
    %s = arith.addf %v, %v : f32
    zyn.yield %s : f32
  } -> tensor<40xf32>
  return %r, %a0 : tensor<40xf32>, tensor<40xf32>
"""
    kept = Case("chain_argument_is_kept", [("f32", "tensor<40xf32>", y)],
                [Expected("f32", 2 * y, np.zeros(40)), Expected("f32", y, np.zeros(40))], ["tensor<40xf32>"] * 2, body)

    body = """  %r = zyn.map ins(%a0 : tensor<?xf32>) outs(%a1 : tensor<?xf16>) {
  ^bb0(%v: f32):
    %s = arith.truncf %v : f32 to f16
    zyn.yield %s : f16
  } -> tensor<?xf16>
  return %r : tensor<?xf16>
"""
    converted = Case("chain_convert", [("f32", "tensor<?xf32>", y), ("f16", "tensor<?xf16>", np.full(40, np.nan))],
                     [Expected("f16", y, np.zeros(40))], ["tensor<?xf16>"], body)
    return [layer, kept, converted]


def hints(rng):
    """Kernels with parameters of #zyn.kernel that they obey, or only obey in part."""
    parameters = ["workgroup = [7, 1, 1]", "workgroup = [100, 1, 1]", "workgroup = [1024, 1, 1], unroll_factor = 16",
                  "vector_width = 1", "vector_width = 16", "unroll_factor = 1", "unroll_factor = 3",
                  "workgroup = [16, 2, 1], vector_width = 2, unroll_factor = 1", "max_registers = 32, min_blocks = 8"]
    cases = []
    for number, kernel in enumerate(parameters):
        name = lambda form: f"hints_{number}_{form}"
        built = [
            map_case(rng, name("linear"), "f32", [2051], [("add", X, ("const", 1))], dynamic=True),
            map_case(rng, name("rows"), "f32", [67, 44], [("sub", X, Y)], [[0, 1], [1]], dynamic=[0]),
            map_case(rng, name("transposed"), "f32", [67, 45], [("sub", X, Y)], [[0, 1], [1, 0]]),
            map_case(rng, name("thin"), "f32", [5, 300], [("neg", X)], [[1, 0]], dynamic=True),
            reduce_case(rng, name("row_blocks"), "f32", [8, 3000], [1]),
            reduce_case(rng, name("lanes"), "f32", [100, 30], [1], dynamic=True),
            reduce_case(rng, name("columns"), "f32", [600, 36], [0]),
            matmul_case(rng, name("matmul"), "f16", 40, 72, 24),
        ]
        for case in built:
            case.kernel = kernel
        cases += built
    return cases


def weights(rng):
    """Matmuls by constants with few elements that are not zero, for --zyn-select-matrix-format."""
    cases = []
    add = lambda name, *args, **options: cases.append(matmul_case(rng, f"weights_{name}", *args, **options))
    for side, m, n, k in [(0, 24, 37, 19), (1, 37, 24, 19)]:
        dynamic = {"n"} if side == 0 else {"m"}
        for type in [*FLOATS, "i32", "i8"]:
            add(f"{type}_{side}", type, m, n, k, weights=side)
        add(f"{side}_dynamic", "f32", m, n, k, weights=side, dynamic=dynamic)
        add(f"{side}_transposed", "f32", m, n, k, weights=side, ta=True, tb=True)
        add(f"{side}_vector", "f32", m if side == 0 else 1, n if side else 1, k, weights=side)
        add(f"{side}_nothing", "f32", m if side == 0 else 0, n if side else 0, k, weights=side)
        add(f"{side}_epilogue", "f16", m, n, k, weights=side, accumulate=True, dynamic=dynamic,
            epilogue=("max", ("add", X, Y), Z))
        add(f"{side}_batch", "f32", 5, 6, 7, weights=side, batch=(2,))
    return cases


GROUPS = {"map": maps, "reduce": reductions, "scan": scans, "scan-long": long_scans, "sort": sorts, "sort-long": long_sorts,
          "sort-compared": compared_sorts,
          "topk": selections, "topk-long": long_selections,
          "matmul": matmuls, "chain": chains, "hints": hints, "conv2d": conv2d_cases.cases,
          "special": special_cases.cases,
          "gather": indexed_cases.gathers, "scatter": indexed_cases.scatters,
          "linalg": linalg_cases.cases, "merged": merged_cases.cases,
          "prologue": prologue_cases.cases, "row_strips": row_strip_cases.cases, "rows": rows_cases.cases,
          "window": window_cases.cases, "compute": compute_cases.cases, "spmm": spmm_cases.cases,
          "control-flow": control_flow_cases.cases,
          "constant-matrix": constant_matrix_cases.cases, "weights": weights,
          "attention": attention_cases.cases, "attention-long": attention_cases.long_cases,
          "float8": float8_cases.cases, "random": generators.cases}


@functools.lru_cache(maxsize=1)  # the lines of a test select parts of one group
def build_group(group, seed):
    return GROUPS[group](np.random.default_rng([seed, zlib.crc32(group.encode())]))


def select(groups=(), part="", sample=1, seed=2024, count=None, are_small=False):
    """Returns the cases of groups, or of all, whose names contain `part`, or every `sample`-th of them. Each group has its
    own random number generator. Of random programs, there are `count`, which are small for the emulator."""
    chosen = []
    for group in GROUPS:
        if groups and group not in groups:
            continue
        if group == "random":
            rng = np.random.default_rng([seed, zlib.crc32(group.encode())])
            built = generators.cases(rng, count, part, are_small)
        else:
            built = build_group(group, seed)
        chosen += [case for case in built if part in case.name]
    return chosen[::sample]
