"""Programs in linalg on tensors, as other compilers export them: each op that is raised to zyn, in static and dynamic
sizes, and those that are raised to a loop nest; and tm_tensor, which torch-mlir adds to linalg."""
import itertools

import numpy as np

from arrays import TYPES, garbage, random_values, wrap
from programs import Case, Expected, tensor


def generic(maps, iterators, ins, outs, body):
    """Returns a linalg.generic. `ins` and `outs` are pairs of a name and a type; `maps` are lists of affine expressions of
    the loops i, j, k, ..., and `iterators` has a letter for each loop: p or r."""
    loops = "ijklmnop"[:len(iterators)]
    texts = ", ".join(f"affine_map<({', '.join(loops)}) -> ({', '.join(map(str, exprs))})>" for exprs in maps)
    kinds = ", ".join({"p": '"parallel"', "r": '"reduction"'}[letter] for letter in iterators)
    operands = lambda pairs: f"{', '.join(n for n, _ in pairs)} : {', '.join(t for _, t in pairs)}"
    inputs = f"ins({operands(ins)}) " if ins else ""
    results = ", ".join(t for _, t in outs)
    return (f"linalg.generic {{indexing_maps = [{texts}], iterator_types = [{kinds}]}} {inputs}outs({operands(outs)}) {{\n"
            f"{body}  }} -> ({results})")


def simple_case(name, arguments, values, bound, type, dynamic, body, shape=None):
    """Returns a case with one result, `%r`, of the shape of `values`."""
    result = tensor(type, values.shape if shape is None else shape, dynamic)
    return Case(name, arguments, [Expected(type, values, np.broadcast_to(bound, values.shape))], [result],
                body + f"  return %r : {result}\n")


def product_body(type, acc):
    if type == acc:
        kind = "i" if type.startswith("i") else "f"
        return (f"  ^bb0(%x: {type}, %y: {type}, %z: {acc}):\n    %p = arith.mul{kind} %x, %y : {acc}\n"
                f"    %s = arith.add{kind} %z, %p : {acc}\n    linalg.yield %s : {acc}\n")
    widen, kind = ("extsi", "i") if type.startswith("i") else ("extf", "f")
    return (f"  ^bb0(%x: {type}, %y: {type}, %z: {acc}):\n    %v = arith.{widen} %x : {type} to {acc}\n"
            f"    %w = arith.{widen} %y : {type} to {acc}\n    %p = arith.mul{kind} %v, %w : {acc}\n"
            f"    %s = arith.add{kind} %p, %z : {acc}\n    linalg.yield %s : {acc}\n")


def filled(name, value, type, out, element):
    """Returns ops that define `name` as a tensor like `out`, of type `type`, whose elements are `value`."""
    return (f"  {name}_c = arith.constant {value} : {element}\n"
            f"  {name} = linalg.fill ins({name}_c : {element}) outs({out} : {type}) -> {type}\n")


def contraction(rng, name, spec, sizes, type="f32", acc=None, dynamic=(), accumulate=False):
    """Returns a contraction in the notation of einsum, as a linalg.generic."""
    acc = acc or type
    names, result = spec.split("->")
    a, b = names.split(",")
    loops = "".join(sorted(result)) + "".join(sorted(set(a + b) - set(result)))
    letter = dict(zip(loops, "ijklmnop"))
    shape = lambda letters: [sizes[x] for x in letters]
    mlir = lambda element, letters: tensor(element, shape(letters), dynamic)
    whole = 8 if type.startswith("i") else None
    lhs, rhs = random_values(rng, type, shape(a), whole), random_values(rng, type, shape(b), whole)
    init = random_values(rng, acc, shape(result), whole) if accumulate else garbage(acc, shape(result))
    out = mlir(acc, result)
    zero = "0" if acc.startswith("i") else "0.0"
    body = "" if accumulate else filled("%zeros", zero, out, "%a2", acc)
    start = "%a2" if accumulate else "%zeros"
    op = generic([[letter[x] for x in letters] for letters in (a, b, result)],
                 "".join("p" if x in result else "r" for x in loops), [("%a0", mlir(type, a)), ("%a1", mlir(type, b))],
                 [(start, out)], product_body(type, acc))
    values = np.einsum(spec, lhs, rhs) + (init if accumulate else 0)
    magnitude = np.einsum(spec, np.abs(lhs), np.abs(rhs)) + (np.abs(init) if accumulate else 0)
    depth = int(np.prod([sizes[x] for x in set(a + b) - set(result)]))
    sums = "f32" if acc in ("f16", "bf16") else acc
    bound = 0 * magnitude if acc.startswith("i") else (depth + 2) * TYPES[sums].eps * magnitude
    # The host sums in the element type, as linalg does.
    if acc in ("f16", "bf16"):
        bound = bound + (depth + 2) * TYPES[acc].eps * magnitude
    if acc.startswith("i"):
        values = wrap(values, acc)
    return simple_case(name, [(type, mlir(type, a), lhs), (type, mlir(type, b), rhs), (acc, out, init)], values, bound, acc,
                       dynamic, body + f"  %r = {op}\n")


def contractions(rng):
    cases = []
    sizes = {"b": 3, "h": 2, "m": 17, "n": 9, "k": 20, "q": 4}
    specs = ["mk,kn->mn", "mk,nk->mn", "km,kn->mn", "km,nk->mn", "mk,kn->nm", "bmk,bkn->bmn", "bmk,kn->bmn", "bmk,bnk->bmn",
             "mbk,bkn->bmn", "bhmk,bhnk->bhmn", "bmhk,bnhk->bhmn", "bhmk,bhkn->bmhn", "mk,k->m", "k,kn->n", "k,k->", "m,n->mn",
             "mkq,kqn->mn", "mkq,qkn->mn", "mk,bkn->bmn", "bmk,bk->bm", "mkb,nkb->bnm"]
    for index, spec in enumerate(specs):
        for dynamic in [(), True]:
            kind = "dynamic" if dynamic else "static"
            cases.append(contraction(rng, f"linalg_contraction_{index}_{kind}", spec, sizes, dynamic=dynamic,
                                     accumulate=index % 2 == 1))
    for type, acc in [("f64", "f64"), ("f16", "f32"), ("f16", "f16"), ("bf16", "f32"), ("i32", "i32"), ("i8", "i32")]:
        cases.append(contraction(rng, f"linalg_contraction_{type}_{acc}", "mk,kn->mn", sizes, type, acc, accumulate=True))
    # Sums of types that zyn.matmul does not have.
    for type, acc in [("f32", "f64"), ("i8", "i8"), ("i64", "i64"), ("i8", "i64")]:
        cases.append(contraction(rng, f"linalg_contraction_{type}_{acc}", "mk,kn->mn", sizes, type, acc))
    return cases + layers(rng)


def layers(rng):
    """Linear layers as exporters write them: the weights transposed, and broadcast over the batch, with a bias."""
    cases = []
    x, w, b = (random_values(rng, "f32", shape) for shape in ([3, 7, 20], [12, 20], [12]))
    for dynamic in [(), (0, 1)]:
        kind = "dynamic" if dynamic else "static"
        xt, wt, bt = tensor("f32", [3, 7, 20], dynamic), "tensor<12x20xf32>", "tensor<12xf32>"
        out = tensor("f32", [3, 7, 12], dynamic)
        batch = tensor("f32", [3, 20, 12], (0,) if dynamic else ())
        sizes = lambda dims: f"({', '.join(f'%d{d}' for d in dims)})" if dynamic else "()"
        body = f"""  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d0 = tensor.dim %a0, %c0 : {xt}
  %d1 = tensor.dim %a0, %c1 : {xt}
  %et = tensor.empty() : tensor<20x12xf32>
  %t = linalg.transpose ins(%a1 : {wt}) outs(%et : tensor<20x12xf32>) permutation = [1, 0]
  %eb = tensor.empty{sizes([0])} : {batch}
  %bw = linalg.broadcast ins(%t : tensor<20x12xf32>) outs(%eb : {batch}) dimensions = [0]
  %eo = tensor.empty{sizes([0, 1])} : {out}
  %bias = linalg.broadcast ins(%a2 : {bt}) outs(%eo : {out}) dimensions = [0, 1]
  %r = linalg.batch_matmul ins(%a0, %bw : {xt}, {batch}) outs(%bias : {out}) -> {out}
"""
        values = x @ w.T + b
        bound = 22 * TYPES["f32"].eps * (np.abs(x) @ np.abs(w.T) + np.abs(b))
        cases.append(simple_case(f"linalg_layer_{kind}", [("f32", xt, x), ("f32", wt, w), ("f32", bt, b)], values, bound,
                                 "f32", dynamic, body))
    return cases


CONVOLUTIONS = {  # letters of the image, the filters and the result; upper-case letters are elements of windows
    "conv_1d_nwc_wcf": ("nqc", "Qcf", "nqf"),
    "conv_1d_ncw_fcw": ("ncq", "fcQ", "nfq"),
    "conv_2d_nhwc_hwcf": ("npqc", "PQcf", "npqf"),
    "conv_2d_nhwc_fhwc": ("npqc", "fPQc", "npqf"),
    "conv_2d_nchw_fchw": ("ncpq", "fcPQ", "nfpq"),
    "conv_2d_nhwgc_gfhwc": ("npqgc", "gfPQc", "npqgf"),
    "conv_2d_ngchw_gfchw": ("ngcpq", "gfcPQ", "ngfpq"),
    "depthwise_conv_2d_nhwc_hwc": ("npqg", "PQg", "npqg"),
    "depthwise_conv_2d_nchw_chw": ("ngpq", "gPQ", "ngpq"),
    "depthwise_conv_2d_nhwc_hwcm": ("npqg", "PQgf", "npqgf"),
    "conv_3d_ndhwc_dhwcf": ("nopqc", "OPQcf", "nopqf"),
    "conv_2d": ("pq", "PQ", "pq"),
}


def convolution(rng, op, stride, dilation, padding, bias, dynamic):
    image, filters, result = CONVOLUTIONS[op]
    sizes = {"n": 2, "c": 3, "f": 4, "g": 3, "o": 2, "p": 5, "q": 6, "O": 2, "P": 3, "Q": 2}
    spatial = [x for x in image if x in "opq"]
    span = lambda x: (sizes[x] - 1) * stride + (sizes[x.upper()] - 1) * dilation + 1
    full = [span(x) if x in spatial else sizes[x] for x in image]
    pads = [padding if x in spatial else 0 for x in image]
    shape = [size - 2 * pad for size, pad in zip(full, pads)]
    x = random_values(rng, "f32", shape)
    w = random_values(rng, "f32", [sizes[letter] for letter in filters])
    out_shape = [sizes[letter] for letter in result]
    channel = [d for d, letter in enumerate(result) if letter in "gf"]
    start = random_values(rng, "f32", [out_shape[d] for d in channel]) if bias else random_values(rng, "f32", out_shape)
    padded = np.pad(x, [(pad, pad) for pad in pads])
    plain = lambda letters: letters.replace("P", "").replace("Q", "").replace("O", "")
    values = np.zeros(out_shape)
    magnitude = np.zeros(out_shape)
    for at in itertools.product(*(range(sizes[letter.upper()]) for letter in spatial)):
        where = dict(zip(spatial, at))
        part = padded[tuple(slice(where[d] * dilation, where[d] * dilation + (sizes[d] - 1) * stride + 1, stride)
                            if d in where else slice(None) for d in image)]
        weights = w[tuple(where[d.lower()] if d.isupper() else slice(None) for d in filters)]
        spec = f"{image},{plain(filters)}->{result}"
        values += np.einsum(spec, part, weights)
        magnitude += np.einsum(spec, np.abs(part), np.abs(weights))
    broadcast = start.reshape([size if d in channel else 1 for d, size in enumerate(out_shape)]) if bias else start
    values += broadcast
    magnitude += np.abs(broadcast)
    xt, wt = tensor("f32", shape, dynamic), tensor("f32", w.shape)
    pt, out = tensor("f32", full, dynamic), tensor("f32", out_shape, dynamic)
    body, operand = "", "%a0"
    if padding:
        arguments = ", ".join(f"%p{d}: index" for d in range(len(pads)))
        body += f"""  %zero = arith.constant 0.0 : f32
  %pad = tensor.pad %a0 low{pads} high{pads} {{
  ^bb0({arguments}):
    tensor.yield %zero : f32
  }} : {xt} to {pt}
"""
        operand = "%pad"
    start_type = tensor("f32", start.shape)
    arguments = [("f32", xt, x), ("f32", wt, w), ("f32", start_type if bias else out, start),
                 ("f32", out, garbage("f32", out_shape))]
    init = "%a2"
    if bias:
        others = [d for d in range(len(result)) if d not in channel]
        body += f"  %bias = linalg.broadcast ins(%a2 : {start_type}) outs(%a3 : {out}) dimensions = {others}\n"
        init = "%bias"
    rank = len(spatial)
    attributes = (f" {{strides = dense<{stride}> : vector<{rank}xi64>, dilations = dense<{dilation}> : vector<{rank}xi64>}}"
                  if op != "conv_2d" else "")
    body += f"  %r = linalg.{op}{attributes} ins({operand}, %a1 : {pt}, {wt}) outs({init} : {out}) -> {out}\n"
    name = f"linalg_{op}_{stride}_{dilation}_{padding}_{'bias' if bias else 'sum'}_{'dynamic' if dynamic else 'static'}"
    return simple_case(name, arguments, values, (w.size + 4) * TYPES["f32"].eps * magnitude, "f32", dynamic, body)


def convolutions(rng):
    cases = []
    for op, (image, _, _) in CONVOLUTIONS.items():
        if op == "conv_2d":  # has no attributes
            cases.append(convolution(rng, op, 1, 1, 0, False, ()))
            continue
        dynamic = [d for d, letter in enumerate(image) if letter in "nopq"]
        cases.append(convolution(rng, op, 1, 1, 0, False, ()))
        cases.append(convolution(rng, op, 2, 1, 1, True, ()))
        cases.append(convolution(rng, op, 1, 2, 1, True, tuple(dynamic)))
    return cases


def pooling(rng, name, op, layout, combine, neutral, padding=0, dynamic=()):
    sizes = {"n": 2, "c": 5, "p": 4, "q": 3}
    window, stride = {"p": 3, "q": 2}, 2
    shape = [(sizes[x] - 1) * stride + window[x] - 2 * padding if x in "pq" else sizes[x] for x in layout]
    x = random_values(rng, "f32", shape)
    pads = [padding if letter in "pq" else 0 for letter in layout]
    padded = np.pad(x, [(pad, pad) for pad in pads], constant_values=neutral)
    parts = [padded[tuple(slice(dict(p=r, q=s)[d], dict(p=r, q=s)[d] + (sizes[d] - 1) * stride + 1, stride) if d in "pq"
                          else slice(None) for d in layout)] for r in range(3) for s in range(2)]
    values = combine(np.stack(parts), 0)
    out_shape = [sizes[letter] for letter in layout]
    constant = {0: "0.0", -np.inf: "0xFF800000", np.inf: "0x7F800000"}[neutral]
    xt, out = tensor("f32", shape, dynamic), tensor("f32", out_shape, dynamic)
    pt = tensor("f32", padded.shape, dynamic)
    body, operand = filled("%init", constant, out, "%a1", "f32"), "%a0"
    if padding:
        arguments = ", ".join(f"%p{d}: index" for d in range(4))
        body += (f"  %pad = tensor.pad %a0 low{pads} high{pads} {{\n  ^bb0({arguments}):\n    tensor.yield %init_c : f32\n"
                 f"  }} : {xt} to {pt}\n")
        operand = "%pad"
    body += (f"  %window = tensor.empty() : tensor<3x2xf32>\n"
             f"  %r = linalg.{op} {{strides = dense<2> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}} "
             f"ins({operand}, %window : {pt}, tensor<3x2xf32>) outs(%init : {out}) -> {out}\n")
    bound = 8 * TYPES["f32"].eps * np.abs(np.stack(parts)).sum(0) if neutral == 0 else 0
    return simple_case(f"linalg_pool_{name}", [("f32", xt, x), ("f32", out, garbage("f32", out_shape))], values, bound, "f32",
                       dynamic, body)


def poolings(rng):
    return [pooling(rng, "nhwc_max", "pooling_nhwc_max", "npqc", np.max, -np.inf),
            pooling(rng, "nhwc_min", "pooling_nhwc_min", "npqc", np.min, np.inf, 1),
            pooling(rng, "nhwc_sum", "pooling_nhwc_sum", "npqc", np.sum, 0, 1, (0, 1, 2)),
            pooling(rng, "nchw_max", "pooling_nchw_max", "ncpq", np.max, -np.inf, 1, (0, 2, 3)),
            pooling(rng, "nchw_sum", "pooling_nchw_sum", "ncpq", np.sum, 0)]


def elementwise(rng):
    """Each op in static and dynamic sizes, with NumPy's function of the two inputs."""
    cases = []
    m, n = 6, 35

    def add(name, shapes, function, out_shape, text, bound=0, type="f32", dims=True):
        for dynamic in [(), dims]:
            kind = "dynamic" if dynamic else "static"
            values = [random_values(rng, type, shape) for shape in shapes]
            types = [tensor(type, shape, dynamic) for shape in shapes]
            out = tensor(type, out_shape, dynamic)
            arguments = [(type, t, v) for t, v in zip(types, values)] + [(type, out, garbage(type, out_shape))]
            expected = function(*values)
            cases.append(simple_case(f"linalg_{name}_{kind}", arguments, expected, bound * np.abs(expected), type, dynamic,
                                     text(types, out)))

    eps = TYPES["f32"].eps
    both = "  ^bb0(%x: f32, %y: f32, %z: f32):\n    %v = arith.{op} %x, %y : f32\n    linalg.yield %v : f32\n"
    binary = lambda maps, op: lambda t, o: "  %r = " + generic(
        [*maps, ["i", "j"]], "pp", [("%a0", t[0]), ("%a1", t[1])], [("%a2", o)], both.format(op=op)) + "\n"
    add("broadcast_row", [[m, n], [n]], lambda x, y: x + y, [m, n], binary([["i", "j"], ["j"]], "addf"))
    add("broadcast_unit", [[m, n], [m, 1]], lambda x, y: x * y, [m, n], binary([["i", "j"], ["i", 0]], "mulf"), dims=(0,))
    add("transposed", [[n, m], [m, n]], lambda x, y: x.T - y, [m, n], binary([["j", "i"], ["i", "j"]], "subf"))
    add("permuted_result", [[m, n], [m, n]], lambda x, y: (x - y).T, [n, m], lambda t, o: "  %r = " + generic(
        [["i", "j"], ["i", "j"], ["j", "i"]], "pp", [("%a0", t[0]), ("%a1", t[1])], [("%a2", o)],
        both.format(op="subf")) + "\n")
    add("tensor_arith", [[m, n], [m, n]], lambda x, y: x * y * x, [m, n], lambda t, o:
        f"  %p = arith.mulf %a0, %a1 : {o}\n  %r = arith.mulf %p, %a0 : {o}\n", bound=4 * eps)
    add("fpowi", [[m, n]], lambda x: x**3, [m, n], lambda t, o: "  %three = arith.constant 3 : i64\n  %r = " + generic(
        [["i", "j"], ["i", "j"]], "pp", [("%a0", t[0])], [("%a1", o)],
        "  ^bb0(%x: f32, %z: f32):\n    %v = math.fpowi %x, %three : f32, i64\n    linalg.yield %v : f32\n") + "\n",
        bound=4 * eps)
    add("index", [[m, n]], lambda x: x + np.arange(n), [m, n], lambda t, o: "  %r = " + generic(
        [["i", "j"], ["i", "j"]], "pp", [("%a0", t[0])], [("%a1", o)],
        "  ^bb0(%x: f32, %z: f32):\n    %j = linalg.index 1 : index\n    %k = arith.index_cast %j : index to i32\n"
        "    %f = arith.sitofp %k : i32 to f32\n    %v = arith.addf %x, %f : f32\n    linalg.yield %v : f32\n") + "\n")
    add("map", [[m, n], [m, n]], lambda x, y: np.maximum(x, y), [m, n], lambda t, o:
        f"  %r = linalg.map {{ arith.maximumf }} ins(%a0, %a1 : {t[0]}, {t[1]}) outs(%a2 : {o})\n")
    add("softmax", [[m, n]], lambda x: np.exp(x) / np.exp(x).sum(1, keepdims=True), [m, n], lambda t, o:
        f"  %r = linalg.softmax dimension(1) ins(%a0 : {t[0]}) outs(%a1 : {o}) -> {o}\n", bound=100 * eps)
    add("shifted", [[m + 4], [m]], lambda x, y: x[4:] - y, [m], lambda t, o: "  %r = " + generic(
        [["i + 4"], ["i"], ["i"]], "p", [("%a0", t[0]), ("%a1", t[1])], [("%a2", o)], both.format(op="subf")) + "\n")
    add("diagonal", [[m, m]], lambda x: np.diag(x), [m], lambda t, o: "  %r = " + generic(
        [["i", "i"], ["i"]], "p", [("%a0", t[0])], [("%a1", o)],
        "  ^bb0(%x: f32, %z: f32):\n    linalg.yield %x : f32\n") + "\n")
    return cases


def reductions(rng):
    cases = []
    shape = [5, 6, 70]
    eps = TYPES["f32"].eps
    x = random_values(rng, "f32", shape)

    def add(name, values, bound, init, out_map, body, neutral="0.0", dims=True):
        for dynamic in [(), dims]:
            kind = "dynamic" if dynamic else "static"
            xt, out = tensor("f32", shape, dynamic), tensor("f32", values.shape, dynamic)
            text = filled("%init", neutral, out, "%a1", "f32") if init is None else ""
            kinds = "".join("p" if letter in out_map else "r" for letter in "ijk")
            text += "  %r = " + generic([["i", "j", "k"], out_map], kinds, [("%a0", xt)],
                                        [("%init" if init is None else "%a1", out)], body) + "\n"
            start = garbage("f32", values.shape) if init is None else init
            cases.append(simple_case(f"linalg_reduce_{name}_{kind}", [("f32", xt, x), ("f32", out, start)],
                                     values, bound, "f32", dynamic, text))

    total = "  ^bb0(%x: f32, %z: f32):\n    %v = arith.addf %x, %z : f32\n    linalg.yield %v : f32\n"
    squares = ("  ^bb0(%x: f32, %z: f32):\n    %p = arith.mulf %x, %x : f32\n    %v = arith.addf %p, %z : f32\n"
               "    linalg.yield %v : f32\n")
    init = random_values(rng, "f32", [5, 6])
    add("rows", x.sum(2) + init, 72 * eps * (np.abs(x).sum(2) + np.abs(init)), init, ["i", "j"], total)
    add("keeps_dimension", x.sum(2, keepdims=True), 72 * eps * np.abs(x).sum(2, keepdims=True), None, ["i", "j", 0], total,
        dims=(0, 1))
    add("columns", x.sum((0, 1)), 40 * eps * np.abs(x).sum((0, 1)), None, ["k"], total)
    add("transposed", x.sum(0).T, 8 * eps * np.abs(x).sum(0).T, None, ["k", "j"], total)
    add("squares", (x * x).sum(2), 80 * eps * (x * x).sum(2), None, ["i", "j"], squares)
    add("all", np.asarray((x * x).sum()), 3000 * eps * (x * x).sum(), None, [], squares)
    add("max", x.max(1), 0, None, ["i", "k"], "  ^bb0(%x: f32, %z: f32):\n    %v = arith.maximumf %z, %x : f32\n"
        "    linalg.yield %v : f32\n", "0xFF800000")
    # Neither associative nor commutative, so that the loop remains sequential.
    last = "  ^bb0(%x: f32, %z: f32):\n    %c = arith.cmpf ogt, %x, %z : f32\n    %w = arith.negf %x : f32\n" \
           "    %v = arith.select %c, %w, %z : f32\n    linalg.yield %v : f32\n"
    state = np.zeros([5, 6])
    for k in range(70):
        state = np.where(x[:, :, k] > state, -x[:, :, k], state)
    add("sequential", state, 0, None, ["i", "j"], last)
    return cases + argmax(rng)


def argmax(rng):
    """The maximum and its index, as torch-mlir computes them."""
    cases = []
    x = random_values(rng, "f32", [7, 33], whole=5)
    for dynamic in [(), True]:
        xt, v, i = tensor("f32", x.shape, dynamic), tensor("f32", [7], dynamic), tensor("i64", [7], dynamic)
        op = generic([["i", "j"], ["i"], ["i"]], "pr", [("%a0", xt)], [("%low", v), ("%zero", i)], """\
  ^bb0(%x: f32, %best: f32, %at: i64):
    %j = linalg.index 1 : index
    %k = arith.index_cast %j : index to i64
    %m = arith.maximumf %x, %best : f32
    %c = arith.cmpf ogt, %x, %best : f32
    %s = arith.select %c, %k, %at : i64
    linalg.yield %m, %s : f32, i64
""")
        body = (filled("%low", "0xFF800000", v, "%a1", "f32") + filled("%zero", "0", i, "%a2", "i64")
                + f"  %r:2 = {op}\n  return %r#0, %r#1 : {v}, {i}\n")
        cases.append(Case(f"linalg_argmax_{'dynamic' if dynamic else 'static'}",
                          [("f32", xt, x), ("f32", v, garbage("f32", [7])), ("i64", i, garbage("i64", [7]))],
                          [Expected("f32", x.max(1), np.zeros(7)), Expected("i64", x.argmax(1), np.zeros(7))], [v, i], body))
    return cases


def index_reductions(rng):
    """Extrema with their indices, written as other compilers do: ties, infinities, the last one of equal elements, and the
    first dimension."""
    cases = []
    for name, type, shape, last in [("argmin", "f32", [9, 40], False), ("last_argmin", "f32", [9, 40], True),
                                    ("argmin_integers", "i32", [6, 300], False), ("argmin_one", "f32", [4, 1], False),
                                    ("argmin_infinite", "f32", [3, 5], False)]:
        x = random_values(rng, type, shape, whole=3)
        if name == "argmin_infinite":
            x = np.full_like(x, np.inf)
        for dim, dynamic in itertools.product(range(2), [(), True]):
            kept = shape[1 - dim]
            xt, vt, at = tensor(type, shape, dynamic), tensor(type, [kept], dynamic), tensor("i64", [kept], dynamic)
            kind, compare = ("f", "ole" if last else "olt") if type == "f32" else ("i", "sle" if last else "slt")
            out = "ij"[1 - dim]
            op = generic([["i", "j"], [out], [out]], "".join("p" if x == out else "r" for x in "ij"), [("%a0", xt)],
                         [("%high", vt), ("%zero", at)], f"""\
  ^bb0(%x: {type}, %best: {type}, %at: i64):
    %j = linalg.index {dim} : index
    %k = arith.index_cast %j : index to i64
    %c = arith.cmp{kind} {compare}, %x, %best : {type}
    %m = arith.select %c, %x, %best : {type}
    %s = arith.select %c, %k, %at : i64
    linalg.yield %m, %s : {type}, i64
""")
            highest = "0x7F800000" if type == "f32" else "2147483647"
            body = (filled("%high", highest, vt, "%a1", type) + filled("%zero", "0", at, "%a2", "i64")
                    + f"  %r:2 = {op}\n  return %r#0, %r#1 : {vt}, {at}\n")
            at_values = shape[dim] - 1 - np.flip(x, dim).argmin(dim) if last else x.argmin(dim)
            cases.append(Case(f"linalg_{name}_{dim}_{'dynamic' if dynamic else 'static'}",
                              [(type, xt, x), (type, vt, garbage(type, [kept])), ("i64", at, garbage("i64", [kept]))],
                              [Expected(type, x.min(dim), np.zeros(kept)), Expected("i64", at_values, np.zeros(kept))],
                              [vt, at], body))
    return cases


def gathers(rng):
    """Slices at indices that are loaded, in each dimension, and counted from the end."""
    cases = []
    shape = [6, 5, 4]
    x = random_values(rng, "f32", shape)
    for dim, dynamic, type in itertools.product(range(3), [(), True], ["i32", "i64"]):
        indices = rng.integers(-shape[dim], shape[dim], [2, 3])
        values = np.take(x, indices % shape[dim], dim)
        xt, it, out = tensor("f32", shape, dynamic), tensor(type, [2, 3], dynamic), tensor("f32", values.shape, dynamic)
        loops = "ijkl"
        selected = list(loops[dim:dim + 2])
        places = [f"%l{loop}" for loop in range(4) if loop not in (dim, dim + 1)]
        places.insert(dim, "%p")
        lines = "".join(f"    %l{loop} = linalg.index {loop} : index\n" for loop in range(4) if loop not in (dim, dim + 1))
        op = generic([selected, list(loops)], "pppp", [("%a1", it)], [("%a2", out)], f"""\
  ^bb0(%w: {type}, %z: f32):
{lines}    %c = arith.cmpi slt, %w, %c0 : {type}
    %b = arith.addi %w, %size : {type}
    %q = arith.select %c, %b, %w : {type}
    %p = arith.index_cast %q : {type} to index
    %e = tensor.extract %a0[{", ".join(places)}] : {xt}
    linalg.yield %e : f32
""")
        body = f"  %c0 = arith.constant 0 : {type}\n  %size = arith.constant {shape[dim]} : {type}\n  %r = {op}\n"
        cases.append(simple_case(f"linalg_gather_{dim}_{type}_{'dynamic' if dynamic else 'static'}",
                                 [("f32", xt, x), (type, it, indices), ("f32", out, garbage("f32", values.shape))], values,
                                 0, "f32", dynamic, body))
    return cases


def tm_tensor(rng):
    """The ops that torch-mlir adds to linalg, in static and dynamic sizes, 1 and 0 included."""
    cases = []
    eps = TYPES["f32"].eps
    for m, n in [(5, 70), (1, 1), (3, 0)]:
        x = random_values(rng, "f32", [m, n])
        for dynamic in [(), True]:
            kind = f"{m}x{n}_{'dynamic' if dynamic else 'static'}"
            xt, zt, it = tensor("f32", [m, n], dynamic), tensor("f32", [m], dynamic), tensor("i64", [m, n], dynamic)
            body = f"""  %r:2 = tm_tensor.scan dimension(1) inclusive(true) ins(%a0 : {xt}) outs(%a1, %a2 : {xt}, {zt}) {{
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %x, %y : f32
    tm_tensor.yield %s : f32
  }} -> {xt}, {zt}
  return %r#0 : {xt}
"""
            cases.append(Case(f"tm_tensor_scan_{kind}", [("f32", xt, x), ("f32", xt, garbage("f32", [m, n])),
                                                         ("f32", zt, np.zeros(m, np.float32))],
                              [Expected("f32", np.cumsum(x, 1), n * eps * np.cumsum(np.abs(x), 1))], [xt], body))
            exclusive = np.cumsum(x, 1) - x + 2
            cases.append(Case(f"tm_tensor_exclusive_scan_{kind}", [("f32", xt, x), ("f32", xt, garbage("f32", [m, n])),
                                                                   ("f32", zt, np.full(m, 2, np.float32))],
                              [Expected("f32", exclusive, n * eps * (np.cumsum(np.abs(x), 1) + 2))], [xt],
                              body.replace("inclusive(true)", "inclusive(false)")))
            indices = np.broadcast_to(np.arange(n), [m, n]).copy()
            order = np.argsort(x, 1, kind="stable")
            body = f"""  %r:2 = tm_tensor.sort dimension(1) outs(%a0, %a1 : {xt}, {it}) {{
  ^bb0(%x: f32, %y: f32, %i: i64, %j: i64):
    %c = arith.cmpf ole, %x, %y : f32
    tm_tensor.yield %c : i1
  }} -> {xt}, {it}
  return %r#0, %r#1 : {xt}, {it}
"""
            cases.append(Case(f"tm_tensor_sort_{kind}", [("f32", xt, x), ("i64", it, indices)],
                              [Expected("f32", np.take_along_axis(x, order, 1), np.zeros([m, n])),
                               Expected("i64", order, np.zeros([m, n]))], [xt, it], body))
    return cases + scatters(rng) + attentions(rng)


def scatters(rng):
    cases = []
    for depth, count, dynamic in itertools.product([1, 2], [7, 1, 0], [(), True]):
        x, shape = random_values(rng, "f32", [6, 5, 4]), [count, *[6, 5, 4][depth:]]
        updates = random_values(rng, "f32", shape)
        indices = np.stack([rng.integers(0, size, [count]) for size in [6, 5, 4][:depth]], 1).reshape(count, depth)
        values, magnitude = x.astype(np.float64), np.abs(x).astype(np.float64)
        for place, update in zip(indices, updates):
            values[tuple(place)] += update
            magnitude[tuple(place)] += np.abs(update)
        xt, ut = tensor("f32", x.shape, dynamic), tensor("f32", shape, dynamic)
        it = tensor("i64", [count, depth], (0,) if dynamic else ())
        body = f"""  %r = tm_tensor.scatter {{dimension_map = array<i64: {', '.join(map(str, range(depth)))}>}} unique_indices(false)
      ins(%a1, %a2 : {ut}, {it}) outs(%a0 : {xt}) {{
  ^bb0(%x: f32, %y: f32):
    %s = arith.addf %y, %x : f32
    tm_tensor.yield %s : f32
  }} -> {xt}
"""
        cases.append(simple_case(f"tm_tensor_scatter_{depth}_{count}_{'dynamic' if dynamic else 'static'}",
                                 [("f32", xt, x), ("f32", ut, updates), ("i64", it, indices)], values,
                                 8 * TYPES["f32"].eps * magnitude, "f32", dynamic, body))
    return cases


def attentions(rng):
    cases = []
    for batch, mask, dynamic in itertools.product([[], [3], [2, 3]], [None, "i1", "f32"], [(), True]):
        q, k, v = (random_values(rng, "f32", [*batch, *shape]) for shape in ([5, 8], [7, 8], [7, 6]))
        scores = q.astype(np.float64) @ np.swapaxes(k, -1, -2) / np.sqrt(8)
        arguments = [("f32", tensor("f32", a.shape, dynamic), a) for a in (q, k, v)]
        if mask == "i1":
            seen = rng.integers(0, 2, scores.shape).astype(bool)
            seen[..., 0] = True
            scores = np.where(seen, scores, -np.inf)
            arguments.append(("i1", tensor("i1", seen.shape, dynamic), seen))
        elif mask:
            bias = random_values(rng, "f32", scores.shape)
            scores = scores + bias
            arguments.append(("f32", tensor("f32", bias.shape, dynamic), bias))
        weights = np.exp(scores - scores.max(-1, keepdims=True))
        weights /= weights.sum(-1, keepdims=True)
        values = weights @ v
        out = tensor("f32", values.shape, dynamic)
        arguments.append(("f32", out, garbage("f32", values.shape)))
        names, types = zip(*[(f"%a{i}", t) for i, (_, t, _) in enumerate(arguments[:-1])])
        body = (f"  %r = tm_tensor.attention ins({', '.join(names)} : {', '.join(types)}) "
                f"outs(%a{len(names)} : {out}) -> {out}\n")
        cases.append(simple_case(f"tm_tensor_attention_{len(batch)}_{mask}_{'dynamic' if dynamic else 'static'}", arguments,
                                 values, 1e-5 * (weights @ np.abs(v) + 1), "f32", dynamic, body))
    return cases


def tensors(rng):
    """Ops of the tensor dialect, and bodies that read tensors at computed indices."""
    cases = []
    x, y = random_values(rng, "f32", [6, 5]), random_values(rng, "f32", [6, 5])
    table = random_values(rng, "f32", [30, 8])
    words = rng.integers(0, 30, [3, 4])
    for dynamic in [(), True]:
        kind = "dynamic" if dynamic else "static"
        xt = tensor("f32", [6, 5], dynamic)
        both = [("f32", xt, x), ("f32", xt, y)]
        for dim in range(2):
            values = np.concatenate([x, y], dim)
            out = tensor("f32", values.shape, dynamic)
            cases.append(simple_case(f"linalg_concat_{dim}_{kind}", both, values, 0, "f32", dynamic,
                                     f"  %r = tensor.concat dim({dim}) %a0, %a1 : ({xt}, {xt}) -> {out}\n"))
        values = np.pad(x, [(1, 2), (0, 3)], constant_values=2.5)
        out = tensor("f32", values.shape, dynamic)
        cases.append(simple_case(f"linalg_pad_{kind}", both[:1], values, 0, "f32", dynamic, f"""\
  %c = arith.constant 2.5 : f32
  %r = tensor.pad %a0 low[1, 0] high[2, 3] {{
  ^bb0(%i: index, %j: index):
    tensor.yield %c : f32
  }} : {xt} to {out}
"""))
        wt, tt = tensor("i64", words.shape, dynamic), tensor("f32", table.shape, dynamic)
        values = table[words]
        out = tensor("f32", values.shape, dynamic)
        op = generic([["i", "j"], ["i", "j", "k"]], "ppp", [("%a0", wt)], [("%a2", out)], f"""\
  ^bb0(%w: i64, %z: f32):
    %row = arith.index_cast %w : i64 to index
    %column = linalg.index 2 : index
    %good = arith.cmpi sge, %w, %c0 : i64
    cf.assert %good, "index must not be negative"
    %e = tensor.extract %a1[%row, %column] : {tt}
    linalg.yield %e : f32
""")
        cases.append(simple_case(f"linalg_embedding_{kind}", [("i64", wt, words), ("f32", tt, table),
                                                              ("f32", out, garbage("f32", values.shape))],
                                 values, 0, "f32", dynamic, f"  %c0 = arith.constant 0 : i64\n  %r = {op}\n"))
    out = tensor("f32", [3, 10], True)
    body = f"""  %c0 = arith.constant 0 : index
  %n = tensor.dim %a0, %c0 : tensor<?x5xf32>
  %ni = arith.index_cast %n : index to i64
  %two = arith.constant 2 : i64
  %ten = arith.constant 10 : i64
  %rows = arith.divui %ni, %two : i64
  %shape = tensor.from_elements %rows, %ten : tensor<2xi64>
  %r = tensor.reshape %a0(%shape) : (tensor<?x5xf32>, tensor<2xi64>) -> {out}
"""
    cases.append(simple_case("linalg_reshape", [("f32", "tensor<?x5xf32>", x)], x.reshape(3, 10), 0, "f32", True, body))
    return cases


def cases(rng):
    return (contractions(rng) + convolutions(rng) + poolings(rng) + elementwise(rng) + reductions(rng) + tensors(rng)
            + index_reductions(rng) + gathers(rng) + tm_tensor(rng))
