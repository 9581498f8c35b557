"""NaNs and infinities in reductions, scans, windows, rows and divisions."""
import numpy as np

from arrays import TYPES, garbage
from programs import Case, Expected, tensor

COMBINERS = {"add": ("arith.addf", 0.0, np.add), "max": ("arith.maximumf", -np.inf, np.maximum),
             "maxnum": ("arith.maxnumf", -np.inf, np.fmax), "min": ("arith.minimumf", np.inf, np.minimum)}
# What is in a row besides small integers, and where.
ROWS = {"nothing": {}, "a NaN": {2: np.nan}, "an infinity": {3: np.inf}, "a negative infinity": {0: -np.inf},
        "both infinities": {1: np.inf, -1: -np.inf}, "a NaN and an infinity": {0: np.inf, -2: np.nan},
        "the NaN last": {-1: np.nan}}


def rows_of(rng, length):
    """Returns a row of each kind, one of negative infinities and one of NaNs."""
    x = rng.integers(-4, 5, [len(ROWS) + 2, length]).astype(float)
    for row, special in zip(x, ROWS.values()):
        for at, value in special.items():
            row[at] = value
    x[-2], x[-1] = -np.inf, np.nan
    return x


def case(name, type, arrays, results, bounds, body):
    """Returns a case whose arguments are `arrays` and the destinations of `results`."""
    values = [np.asarray(array) for array in arrays]
    arguments = [(type, tensor(type, array.shape), array) for array in values]
    return Case(f"special_{name}", arguments,
                [Expected(type, np.asarray(result), np.broadcast_to(bound, np.shape(result)))
                 for result, bound in zip(results, bounds)], [tensor(type, np.shape(result)) for result in results], body)


def combiner(operation, type):
    return f"{{\n  ^bb0(%a: {type}, %b: {type}):\n    %c = {operation} %a, %b : {type}\n    zyn.yield %c : {type}\n  }}"


def reduction(name, type, x, dims, kind):
    operation, initial, ufunc = COMBINERS[kind]
    expected = ufunc.reduce(x, tuple(dims), initial=initial)
    init = np.full(expected.shape, initial)
    source, out = tensor(type, x.shape), tensor(type, init.shape)
    body = (f"  %r = zyn.reduce ins(%a0 : {source}) outs(%a1 : {out}) dimensions = {list(dims)} "
            f"{combiner(operation, type)} -> {out}\n  return %r : {out}\n")
    return case(f"reduce_{name}_{type}_{kind}", type, [x, init], [expected], [0], body)


def scan(name, type, x, dim, kind):
    operation, _, ufunc = COMBINERS[kind]
    shape = tensor(type, x.shape)
    body = (f"  %r = zyn.scan ins(%a0 : {shape}) outs(%a1 : {shape}) dimension = {dim} {combiner(operation, type)} "
            f"-> {shape}\n  return %r : {shape}\n")
    return case(f"scan_{name}_{type}_{kind}", type, [x, garbage(type, x.shape)], [ufunc.accumulate(x, dim)], [0], body)


def window(type, x, kind):
    """Windows of three elements, with one of padding on both sides."""
    operation, initial, ufunc = COMBINERS[kind]
    padded = np.pad(x, [(0, 0), (1, 1)], constant_values=initial)
    expected = ufunc(ufunc(ufunc(initial, padded[:, :-2]), padded[:, 1:-1]), padded[:, 2:])
    shape = tensor(type, x.shape)
    body = (f"  %r = zyn.reduce_window window = [1, 3] padding = [0, 0, 1, 1] ins(%a0 : {shape}) outs(%a1 : {shape}) "
            f"{combiner(operation, type)} -> {shape}\n  return %r : {shape}\n")
    return case(f"window_{type}_{kind}", type, [x, np.full(x.shape, initial)], [expected], [0], body)


def softmax(type, x):
    exp = np.exp(x - x.max(1, keepdims=True))
    expected = exp / exp.sum(1, keepdims=True)
    bound = np.nan_to_num((x.shape[1] + 40) * TYPES[type].eps * expected)
    shape = tensor(type, x.shape)
    body = f"""  %r = zyn.rows ins(%a0 : {shape}) outs(%a1 : {shape}) dimensions = [1] {{
  ^bb0(%x: {type}):
    %lowest = arith.constant -1.0 : {type}
    %zero = arith.constant 0.0 : {type}
    %inf = arith.divf %lowest, %zero : {type}
    %max = zyn.reduce_row %x init %inf : {type} {combiner("arith.maximumf", type)}
    %d = arith.subf %x, %max : {type}
    %exp = math.exp %d : {type}
    %sum = zyn.reduce_row %exp init %zero : {type} {combiner("arith.addf", type)}
    %y = arith.divf %exp, %sum : {type}
    zyn.yield %y : {type}
  }} -> {shape}
  return %r : {shape}
"""
    return case(f"softmax_{x.shape[1]}_{type}", type, [x, garbage(type, x.shape)], [expected], [bound], body)


def divisions(rng):
    """Returns a case with the bits of quotients, of which a thread has several: of pairs of numbers at the bounds that
    --convert-divisions-to-nvvm has, each as often as there are in a group, and of others."""
    bounds = np.ldexp(np.float32(1), [-149, -126, -100, -65, -61, -60, 60, 61, 62, 127])
    edges = np.concatenate([bounds, np.nextafter(bounds, np.float32(0)), np.nextafter(bounds, np.float32(np.inf)),
                            np.float32([0, 1, 1 / 3, np.inf, np.nan])])
    edges = np.concatenate([edges, -edges])
    ordinary = (rng.standard_normal([2, 5000]) * 10.0**rng.integers(-9, 9, [2, 5000])).astype(np.float32)
    x = np.concatenate([np.repeat(edges, 8 * len(edges)), np.repeat(edges, len(edges)), ordinary[0]])
    y = np.concatenate([np.tile(np.repeat(edges, 8), len(edges)), np.tile(edges, len(edges)), ordinary[1]])
    with np.errstate(all="ignore"):
        quotients = x / y
    bits = np.where(np.isnan(quotients), 0, quotients.view(np.int32))
    source, out = tensor("f32", x.shape), tensor("i32", x.shape)
    body = f"""  %r = zyn.map ins(%a0, %a1 : {source}, {source}) outs(%a2 : {out}) {{
  ^bb0(%x: f32, %y: f32):
    %q = arith.divf %x, %y : f32
    %bits = arith.bitcast %q : f32 to i32
    %nan = arith.cmpf uno, %q, %q : f32
    %zero = arith.constant 0 : i32
    %b = arith.select %nan, %zero, %bits : i32
    zyn.yield %b : i32
  }} -> {out}
  return %r : {out}
"""
    arguments = [("f32", source, x.astype(float)), ("f32", source, y.astype(float)), ("i32", out, garbage("i32", x.shape))]
    return Case("special_divisions", arguments, [Expected("i32", bits.astype(np.int64), None)], [out], body)


def cases(rng):
    built = [divisions(rng)]
    with np.errstate(invalid="ignore"):
        for type in ["f64", "f32", "f16", "bf16"]:
            short, long = rows_of(rng, 37), rows_of(rng, 2200)
            for kind in COMBINERS:
                built += [reduction("rows", type, short, [1], kind),
                          reduction("columns", type, short.T.copy(), [0], kind), scan("rows", type, short[:, :20], 1, kind)]
            for kind in ["max", "maxnum"]:
                built += [reduction("long_rows", type, long, [1], kind), window(type, short, kind),
                          reduction("long_columns", type, long.T.copy(), [0], kind), scan("long", type, long, 1, kind)]
            # One row at a time is a whole array.
            built += [reduction(f"all_{i}", type, row[None], [0, 1], "max") for i, row in enumerate(long)]
            built += [softmax(type, short), softmax(type, long)]
    return built
