"""8-bit floats: all conversions, compared bit by bit, and maps, reductions and matmuls."""
import numpy as np

from arrays import FLOATS, FLOATS8, decode, f8_values, represent
from programs import Case, Expected, argmax_case, map_case, matmul_case, reduce_case, tensor

X, Y = ("arg", 0), ("arg", 1)


def boundaries(name, type):
    """Returns numbers of `type`: the 8-bit floats, the middles between them, and the neighbors of both."""
    numbers = f8_values(name)[:128]
    finite = np.append(numbers[np.isfinite(numbers)], [480.0, 512.0, 57344.0, 61440.0, 65536.0, 1e5, 1e30])
    with np.errstate(over="ignore"):
        chosen = np.concatenate([finite, (finite[:-1] + finite[1:]) / 2, [np.inf, np.nan]]).astype(type)
        tiny = np.array([np.finfo(type).tiny, np.finfo(type).smallest_subnormal, np.finfo(type).max], type)
        chosen = np.concatenate([chosen, np.nextafter(chosen, type(np.inf)), np.nextafter(chosen, type(0)), tiny])
    return np.concatenate([chosen, -chosen]).astype(np.float64)


def all_16_bits(name):
    bits = np.arange(2**16, dtype=np.uint16)
    return decode(bits.view("<f2" if name == "f16" else "V2"), name)


def conversion(op, source, target, values, dynamic):
    """Returns a map that only converts."""
    types = [tensor(type, values.shape, [0] if dynamic else []) for type in (source, target)]
    body = f"""  %r = zyn.map ins(%a0 : {types[0]}) outs(%a1 : {types[1]}) {{
  ^bb0(%x: {source}):
    %y = arith.{op} %x : {source} to {target}
    zyn.yield %y : {target}
  }} -> {types[1]}
  return %r : {types[1]}
"""
    return Case(f"float8_{source}_to_{target}", [(source, types[0], values), (target, types[1], np.zeros(values.shape))],
                [Expected(target, represent(values, target), None)], [types[1]], body)


def conversions(rng):
    cases = []
    for name in FLOATS8:
        for wide in FLOATS:
            cases.append(conversion("extf", name, wide, f8_values(name), dynamic=len(cases) % 2))
        bits = rng.integers(0, 2**32, 20000, dtype=np.uint64).astype(np.uint32)
        # Exponents near those of the 8-bit floats.
        near = rng.uniform(-2, 2, 20000) * 2.0**rng.integers(-18, 17, 20000)
        with np.errstate(invalid="ignore"):
            single = np.concatenate([boundaries(name, np.float32), bits.view(np.float32).astype(np.float64),
                                     near.astype(np.float32).astype(np.float64)])
        cases.append(conversion("truncf", "f32", name, single, dynamic=False))
        cases.append(conversion("truncf", "f64", name, np.concatenate([boundaries(name, np.float64), single, near]),
                                dynamic=True))
        for wide in ["f16", "bf16"]:
            cases.append(conversion("truncf", wide, name, all_16_bits(wide), dynamic=False))
    return cases


def cases(rng):
    chosen = conversions(rng)
    for type in FLOATS8:
        prefix = f"float8_{type}"
        chosen += [
            map_case(rng, f"{prefix}_arithmetic", type, [40, 33], [("max", ("add", ("mul", X, Y), ("const", 1)), Y)],
                     [[0, 1], [1]], dynamic=True),
            map_case(rng, f"{prefix}_functions", type, [300], [("neg", X), ("abs", X), ("tanh", X)]),
            map_case(rng, f"{prefix}_transposed", type, [70, 65], [X], [[1, 0]]),
            reduce_case(rng, f"{prefix}_rows", type, [13, 100], [1], whole=1),
            reduce_case(rng, f"{prefix}_columns", type, [100, 13], [0], dynamic=True, whole=1),
            reduce_case(rng, f"{prefix}_all", type, [90, 11], [0, 1], whole=1),
            reduce_case(rng, f"{prefix}_max", type, [2, 17000], [1], "max"),
            argmax_case(rng, f"{prefix}_argmax", type, [21, 97], 1, dynamic=True),
        ]
        for rhs in FLOATS8:
            # Sums of small integers are exact in any order, and in the narrower sums of tensor cores.
            both = f"float8_matmul_{type}_{rhs}"
            chosen += [
                matmul_case(rng, f"{both}_f32", type, 64, 80, 128, out="f32", whole=3, rhs=rhs),
                matmul_case(rng, f"{both}_odd", type, 37, 53, 71, out="f32", dynamic="mnk", whole=3, rhs=rhs),
                matmul_case(rng, f"{both}_transposed", type, 130, 72, 96, out="f32", ta=True, tb=True, whole=3,
                            rhs=rhs),
                matmul_case(rng, f"{both}_transpose_b", type, 128, 128, 256, tb=True, whole=3, out="f32", rhs=rhs,
                            accumulate=True),
                matmul_case(rng, f"{both}_rounded", type, 48, 40, 33, batch=[2], whole=2, rhs=rhs),
                matmul_case(rng, f"{both}_epilogue", type, 45, 67, 89, whole=1, rhs=rhs,
                            epilogue=("max", ("mul", X, Y), ("const", 0))),
            ]
    return chosen
