"""The oracle, predicate and atomic kinds of the matrix VM on arrays of words (uint32).

Words are interpreted according to the name of the kind. The caller must check for division by zero. sin, cos, exp, log
and pow are those of NumPy, since the matrix VM does not specify their last digits.
"""
import numpy as np

KINDS = ("addi subi muli mulhui divsi divui remsi remui shli shrsi shrui andi ori xori minsi maxsi minui maxui "
         "eq ne slt sle ult ule popcount clz addf subf mulf divf minf maxf oeq une olt ole sqrt floor "
         "sin cos exp log pow sitofp uitofp fptosi random randomf select").split()
PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge oeq une olt ole ogt oge".split()
ATOMICS = "addi addf minsi maxsi minui maxui andi ori xori exchange cas".split()
UNARY = set("popcount clz sqrt floor sin cos exp log sitofp uitofp fptosi random randomf".split())
DIVISIONS = {"divsi", "divui", "remsi", "remui"}

i32 = lambda words: words.view(np.int32)
f32 = lambda words: words.view(np.float32)
word = lambda values, type: np.asarray(values, type).view(np.uint32)
flag = lambda condition: np.asarray(condition).astype(np.uint32)


def divide(a, b):
    """Returns quotient and remainder of i32, rounded towards zero."""
    a, b = i32(a).astype(np.int64), i32(b).astype(np.int64)
    quotient = np.abs(a) // np.abs(b) * np.sign(a) * np.sign(b)
    return quotient.astype(np.uint32), (a - quotient * b).astype(np.uint32)


def least_or_greatest(pick):
    """Returns fmin or fmax: the other operand if one is a NaN."""
    return lambda a, b: word(pick(f32(a), f32(b)), np.float32)


def to_i32(a):
    clamped = np.clip(np.nan_to_num(f32(a).astype(np.float64), nan=0.0), -2.0**31, 2.0**31 - 1)
    return clamped.astype(np.int64).astype(np.uint32)


def popcount(a, _):
    return np.unpackbits(np.ascontiguousarray(a).view(np.uint8).reshape(-1, 4), axis=1).sum(axis=1, dtype=np.uint32)


def clz(a, _):
    return (32 - np.frexp(a.astype(np.float64))[1]).astype(np.uint32)


def philox(counter, instance, seed):
    """Returns the first word of Philox2x32-10 (Salmon, Moraes, Dror, Shaw 2011)."""
    low, high = counter.astype(np.uint64), instance.astype(np.uint64)
    key, mask = int(seed) & 0xFFFFFFFF, np.uint64(0xFFFFFFFF)
    for _ in range(10):
        product = low * np.uint64(0xD256D193)
        low, high = (product >> np.uint64(32)) ^ np.uint64(key) ^ high, product & mask
        key = (key + 0x9E3779B9) & 0xFFFFFFFF
    return low.astype(np.uint32)


def randomf(bits):
    return word((bits >> 8).astype(np.float32) * np.float32(2.0**-24), np.float32)


by_float = lambda function: lambda a, b: word(function(f32(a), f32(b)), np.float32)
of_float = lambda function: lambda a, _: word(function(f32(a)), np.float32)

BINARY = {
    "addi": lambda a, b: a + b, "subi": lambda a, b: a - b, "muli": lambda a, b: a * b,
    "mulhui": lambda a, b: (a.astype(np.uint64) * b >> np.uint64(32)).astype(np.uint32),
    "divsi": lambda a, b: divide(a, b)[0], "remsi": lambda a, b: divide(a, b)[1],
    "divui": lambda a, b: a // b, "remui": lambda a, b: a % b,
    "shli": lambda a, b: a << (b & 31), "shrui": lambda a, b: a >> (b & 31),
    "shrsi": lambda a, b: word(i32(a) >> i32(b & 31), np.int32),
    "andi": lambda a, b: a & b, "ori": lambda a, b: a | b, "xori": lambda a, b: a ^ b,
    "minsi": lambda a, b: word(np.minimum(i32(a), i32(b)), np.int32),
    "maxsi": lambda a, b: word(np.maximum(i32(a), i32(b)), np.int32),
    "minui": np.minimum, "maxui": np.maximum, "popcount": popcount, "clz": clz,
    "addf": by_float(np.add), "subf": by_float(np.subtract), "mulf": by_float(np.multiply),
    "divf": by_float(np.divide), "pow": by_float(np.power),
    "minf": least_or_greatest(np.fmin), "maxf": least_or_greatest(np.fmax),
    "sqrt": of_float(np.sqrt), "floor": of_float(np.floor), "sin": of_float(np.sin), "cos": of_float(np.cos),
    "exp": of_float(np.exp), "log": of_float(np.log),
    "sitofp": lambda a, _: word(i32(a).astype(np.float32), np.float32),
    "uitofp": lambda a, _: word(a.astype(np.float32), np.float32),
    "fptosi": lambda a, _: to_i32(a),
}

HOLDS = {
    "eq": lambda a, b: a == b, "ne": lambda a, b: a != b,
    "slt": lambda a, b: i32(a) < i32(b), "sle": lambda a, b: i32(a) <= i32(b),
    "sgt": lambda a, b: i32(a) > i32(b), "sge": lambda a, b: i32(a) >= i32(b),
    "ult": lambda a, b: a < b, "ule": lambda a, b: a <= b, "ugt": lambda a, b: a > b, "uge": lambda a, b: a >= b,
    "oeq": lambda a, b: f32(a) == f32(b), "une": lambda a, b: f32(a) != f32(b),
    "olt": lambda a, b: f32(a) < f32(b), "ole": lambda a, b: f32(a) <= f32(b),
    "ogt": lambda a, b: f32(a) > f32(b), "oge": lambda a, b: f32(a) >= f32(b),
}

for name in ("eq", "ne", "slt", "sle", "ult", "ule", "oeq", "une", "olt", "ole"):
    BINARY[name] = lambda a, b, holds=HOLDS[name]: flag(holds(a, b))
