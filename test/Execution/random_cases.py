"""Random maps, reductions, matmuls, scans, sorts and selections, with shapes, broadcasts, dimensions, combiners and bodies from a seed."""
from arrays import FLOATS, FLOATS8, is_integer
from programs import argmax_case, map_case, matmul_case, recurrence_case, reduce_case, scan_case, sort_case, topk_case

COUNT = 80
ALL = [*FLOATS, "i32"]
MEMORY = [*ALL, *FLOATS8, "i8", "i1"]  # of maps and reductions
NARROW = ["f16", "bf16", *FLOATS8]


def random_shape(rng, most_elements=40000):
    """Returns sizes that are small, close to a power of two, or occasionally 0; some shapes have one long dimension."""
    shape, elements = [], 1
    if rng.random() < 0.15:
        shape = [int(rng.integers(1, 20)), int(rng.integers(1, 5)), int(rng.integers(1000, 1 + most_elements // 40))]
        rng.shuffle(shape)
        return shape[:int(rng.integers(2, 4))]
    for _ in range(rng.integers(1, 5)):
        size = int(rng.choice([rng.integers(1, 8), 2**rng.integers(1, 9) + rng.integers(-1, 2)]))
        size = 0 if rng.random() < 0.02 else min(size, max(1, most_elements // elements))
        shape.append(size)
        elements *= max(size, 1)
    return shape


def random_dynamic(rng, items):
    chosen = [item for item in items if rng.random() < 0.4]
    return "".join(chosen) if isinstance(items, str) else chosen


def random_expression(rng, arguments, rank, type, depth=3):
    if depth == 0 or rng.random() < 0.15:
        kind = rng.choice(["arg", "arg", "arg", "const", "index"])
        if kind == "index" and rank and type not in NARROW:
            return ("index", int(rng.integers(rank)))
        if kind == "arg" and arguments:
            return ("arg", int(rng.integers(arguments)))
        return ("const", int(rng.integers(-3, 4)))
    if not is_integer(type) and rng.random() < 0.2:
        inner = random_expression(rng, arguments, rank, type, depth - 1)
        return [("neg", inner), ("abs", inner), ("tanh", inner),
                ("sqrt", ("add", ("abs", inner), ("const", 1)))][rng.integers(4)]
    if type == "i1":
        operation = str(rng.choice(["xor", "and"]))
    else:
        operation = str(rng.choice(["add", "sub", "mul", "max", "min"] + (["xor"] if is_integer(type) else [])))
    return (operation, random_expression(rng, arguments, rank, type, depth - 1),
            random_expression(rng, arguments, rank, type, depth - 1))


def random_map(rng, name):
    type, shape = str(rng.choice(MEMORY)), random_shape(rng)
    rank = len(shape)
    inputs = []
    for _ in range(rng.integers(0, 4)):
        dims = [d for d in range(rank) if rng.random() < 0.75]
        if rng.random() < 0.25:
            rng.shuffle(dims)
        inputs.append(dims)
    depth = 2 if type in FLOATS8 else 3  # 8-bit floats overflow early
    outputs = [random_expression(rng, len(inputs), rank, type, depth) for _ in range(rng.choice([1, 1, 1, 2]))]
    return map_case(rng, name, type, shape, outputs, inputs, random_dynamic(rng, range(rank)))


def random_reduce(rng, name):
    type, shape = str(rng.choice(MEMORY)), random_shape(rng)
    dims = [d for d in range(len(shape)) if rng.random() < 0.5]
    dynamic = random_dynamic(rng, range(len(shape)))
    if type == "i1":
        return reduce_case(rng, name, type, shape, dims, "xor", dynamic)
    if rng.random() < 0.2:
        return argmax_case(rng, name, type, shape, int(rng.integers(len(shape))), dynamic)
    kind = str(rng.choice(["add", "add", "max", "min"] + (["xor"] if is_integer(type) else [])))
    if type in NARROW and rng.random() < 0.5:
        return reduce_case(rng, name, type, shape, dims, kind, dynamic, accumulator="f32")
    return reduce_case(rng, name, type, shape, dims, kind, dynamic, whole=1 if type in NARROW else None)


def random_scan(rng, name):
    shape = random_shape(rng)
    dim, dynamic = int(rng.integers(len(shape))), random_dynamic(rng, range(len(shape)))
    flag = lambda: bool(rng.random() < 0.4)
    if rng.random() < 0.2:
        return recurrence_case(rng, name, shape, dim, flag(), dynamic)
    type = str(rng.choice([*MEMORY, "i16", "i64"]))
    kind = "xor" if type == "i1" else str(rng.choice(["add", "add", "max", "last"]))
    wider = type in ("f16", "bf16", "f8E5M2", "f8E4M3FN") and (kind == "add" or flag())
    accumulator = str(rng.choice(["f32", "f64"])) if wider else type
    return scan_case(rng, name, type, shape, dim, kind, flag(), flag(), None if flag() else True, accumulator,
                     accumulator if flag() else type, dynamic)


def random_sort(rng, name):
    shape = random_shape(rng)
    types = ["f64", "f32", "f16", "bf16", *FLOATS8, "i64", "i32", "i16", "i8"]
    values = [str(rng.choice([*types, "i1"])) for _ in range(rng.choice([0, 0, 1, 2]))]
    return sort_case(rng, name, str(rng.choice(types)), shape, int(rng.integers(len(shape))), values, bool(rng.random() < 0.5),
                     random_dynamic(rng, range(len(shape))))


def random_topk(rng, name):
    shape = random_shape(rng)
    dim = int(rng.integers(len(shape)))
    types = ["f64", "f32", "f16", "bf16", *FLOATS8, "i64", "i32", "i16", "i8"]
    return topk_case(rng, name, str(rng.choice(types)), shape, dim, int(rng.integers(shape[dim] + 1)), bool(rng.random() < 0.5),
                     str(rng.choice(["i32", "i64"])), random_dynamic(rng, range(len(shape))))


def random_matmul(rng, name):
    type = str(rng.choice([*ALL, *FLOATS8, "i8"]))
    m, n, k = (int(rng.choice([rng.integers(1, 20), 2**rng.integers(3, 8) + rng.integers(-1, 2)])) for _ in range(3))
    batch = [int(rng.integers(1, 4)) for _ in range(rng.choice([0, 0, 1, 2]))]
    flag = lambda: bool(rng.random() < 0.4)
    x, y, z = (("arg", i) for i in range(3))
    epilogue = [None, None, ("max", ("add", x, y), ("const", 0)), ("add", ("mul", x, y), z)][rng.integers(4)]
    out = "f32" if type in NARROW and flag() else type
    rhs = str(rng.choice(FLOATS8)) if type in FLOATS8 else None
    precision = [None, "tf32", "tf32x3"][rng.integers(3)] if type == "f32" else None
    return matmul_case(rng, name, type, m, n, k, batch, flag(), flag(), flag(), out, random_dynamic(rng, "mnkb"),
                       epilogue, rhs=rhs, precision=precision)


def cases(rng, count=COUNT):
    builders = [random_map, random_reduce, random_matmul, random_scan, random_sort, random_topk]
    built = [builders[i % len(builders)] for i in range(count)]
    return [build(rng, f"random_{i}_{build.__name__[7:]}") for i, build in enumerate(built)]
