"""Generates programs of any size, to measure how compile time grows with it.

    python benchmarks/compile/programs.py NAME OPS

Prints a program with about OPS zyn ops, or instructions if its name is vm-*. As a module: PROGRAMS[NAME](OPS).
"""
import sys

SIDE = 64
MATRIX, ROW = f"tensor<{SIDE}x{SIDE}xf32>", f"tensor<{SIDE}xf32>"
BY_ROW = "affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>"


def function(name, arguments, results, lines, returned):
    """Returns a function; `arguments` are pairs of name and type."""
    return "\n".join([
        f"func.func @{name}({', '.join(f'{a}: {t}' for a, t in arguments)}) -> ({', '.join(results)}) {{", *lines,
        f"  return {', '.join(returned)} : {', '.join(results)}", "}", ""])


def empty(k, type=MATRIX):
    return f"  %e{k} = tensor.empty() : {type}"


def scale(k, source, factor, type=MATRIX):
    """%k = source * factor, elementwise."""
    return [empty(k, type),
            f"  %c{k} = arith.constant {factor:e} : f32",
            f"  %{k} = zyn.map ins({source} : {type}) outs(%e{k} : {type}) {{",
            "  ^bb0(%a: f32):",
            f"    %p = arith.mulf %a, %c{k} : f32",
            "    zyn.yield %p : f32",
            f"  }} -> {type}"]


def add(k, left, right, right_type=MATRIX, maps=""):
    """%k = left + right, elementwise."""
    return [empty(k),
            f"  %{k} = zyn.map ins({left}, {right} : {MATRIX}, {right_type}) outs(%e{k} : {MATRIX}){maps} {{",
            "  ^bb0(%a: f32, %b: f32):",
            "    %s = arith.addf %a, %b : f32",
            "    zyn.yield %s : f32",
            f"  }} -> {MATRIX}"]


def matmul(k, left, right):
    return [empty(k),
            f"  %{k} = zyn.matmul ins({left}, {right} : {MATRIX}, {MATRIX}) outs(%e{k} : {MATRIX}) -> {MATRIX}"]


def reduce(k, source):
    return [empty(k, ROW),
            f"  %z{k} = zyn.map outs(%e{k} : {ROW}) {{",
            "    %zero = arith.constant 0.0 : f32",
            "    zyn.yield %zero : f32",
            f"  }} -> {ROW}",
            f"  %{k} = zyn.reduce ins({source} : {MATRIX}) outs(%z{k} : {ROW}) dimensions = [1] {{",
            "  ^bb0(%a: f32, %b: f32):",
            "    %s = arith.addf %a, %b : f32",
            "    zyn.yield %s : f32",
            f"  }} -> {ROW}"]


def chain(ops):
    """Maps, each of which uses the result of the previous one."""
    lines = [line for k in range(ops) for line in scale(k, f"%{k - 1}" if k else "%x", 1.5)]
    return function("chain", [("%x", MATRIX)], [MATRIX], lines, [f"%{ops - 1}"])


def distinct(ops):
    """A chain of maps with different constants, so that no two kernels are identical."""
    lines = [line for k in range(ops) for line in scale(k, f"%{k - 1}" if k else "%x", 1 + (k + 1) / 16384)]
    return function("distinct", [("%x", MATRIX)], [MATRIX], lines, [f"%{ops - 1}"])


def dynamic(ops):
    """A chain of maps on tensors of unknown size."""
    type, lines = "tensor<?xf32>", ["  %zero = arith.constant 0 : index"]
    for k in range(ops):
        source = f"%{k - 1}" if k else "%x"
        line, *rest = scale(k, source, 1.5, type)
        lines += [f"  %n{k} = tensor.dim {source}, %zero : {type}", line.replace("()", f"(%n{k})"), *rest]
    return function("dynamic", [("%x", type)], [type], lines, [f"%{ops - 1}"])


def inplace(ops):
    """Maps that overwrite their inputs."""
    lines = []
    for k in range(ops):
        last = f"%{k - 1}" if k else "%x"
        first, *rest = scale(k, last, 1.5)
        lines += [line.replace(f"outs(%e{k} ", f"outs({last if k else '%e0'} ") for line in ([] if k else [first]) + rest]
    return function("inplace", [("%x", MATRIX)], [MATRIX], lines, [f"%{ops - 1}"])


def independent(ops):
    """Maps of the same tensor, all of which are results."""
    lines = [line for k in range(ops) for line in scale(k, "%x", 1 + (k + 1) / 16384)]
    return function("independent", [("%x", MATRIX)], [MATRIX] * ops, lines, [f"%{k}" for k in range(ops)])


def fanout(ops):
    """Half of the ops use one value; the others add up their results."""
    lines, live, k = [], [], 0
    for k in range(max(ops // 2, 1)):
        lines += scale(k, "%x", 1 + (k + 1) / 16384)
        live.append(f"%{k}")
    while len(live) > 1:
        k += 1
        lines += add(k, live.pop(0), live.pop(0))
        live.append(f"%{k}")
    return function("fanout", [("%x", MATRIX)], [MATRIX], lines, live)


def layers(ops):
    """Alternating matmuls and maps."""
    lines, last = [], "%x"
    for k in range(ops):
        lines += scale(k, last, 0.5) if k % 2 else matmul(k, last, "%w")
        last = f"%{k}"
    return function("layers", [("%x", MATRIX), ("%w", MATRIX)], [MATRIX], lines, [last])


def reductions(ops):
    """Sums of rows that are added to the rows: three ops per iteration."""
    lines, last = [], "%x"
    for k in range(0, max(ops, 3) // 3 * 2, 2):
        lines += reduce(k, last) + add(k + 1, last, f"%{k}", ROW, f" indexing_maps = [{BY_ROW}]")
        last = f"%{k + 1}"
    return function("reductions", [("%x", MATRIX)], [MATRIX], lines, [last])


def arguments(ops):
    """A function that adds up its arguments."""
    lines = [line for k in range(ops) for line in add(k, f"%{k - 1}" if k else "%x", f"%y{k}")]
    return function("arguments", [("%x", MATRIX), *((f"%y{k}", MATRIX) for k in range(ops))], [MATRIX], lines,
                    [f"%{ops - 1}"])


COMBINE = """ {
  ^bb0(%a: f32, %b: f32):
    %c = arith.maximumf %a, %b : f32
    zyn.yield %c : f32
  }"""
COMPARE = """ comparator {
  ^bb0(%a: f32, %b: f32):
    %p = math.absf %a : f32
    %q = math.absf %b : f32
    %before = arith.cmpf olt, %p, %q : f32
    zyn.yield %before : i1
  }"""
INDICES = f"tensor<{SIDE}xi32>"
HEADS, IMAGE, FILTERS = "tensor<1x2x32x16xf32>", "tensor<1x8x8x16xf32>", "tensor<16x3x3x16xf32>"
SPARSE = [("%offsets", f"tensor<{SIDE + 1}xi32>"), ("%columns", "tensor<400xi32>"), ("%values", "tensor<400xf32>")]
# The type of the value that each op of a chain gets and returns, further arguments, and the op. {x} stands for this value,
# {t} for its type, and {y} for the destination.
CHAINS = {
    "sort": (MATRIX, [], "sort ins({x} : {t}) outs({y} : {t}) dimension = 1"),
    "sort-compared": (MATRIX, [], "sort ins({x} : {t}) outs({y} : {t}) dimension = 1" + COMPARE),
    "scan": (MATRIX, [], "scan ins({x} : {t}) outs({y} : {t}) dimension = 1" + COMBINE),
    "gather": (MATRIX, [("%i", INDICES)], f"gather ins({{x}}, %i : {{t}}, {INDICES}) outs({{y}} : {{t}}) dimension = 0"),
    "scatter": (MATRIX, [("%i", INDICES), ("%u", MATRIX)],
                f"scatter ins(%u, %i : {MATRIX}, {INDICES}) outs({{x}} : {{t}}) dimension = 0" + COMBINE),
    "window": (MATRIX, [], "reduce_window window = [3, 3] padding = [1, 1, 1, 1] ins({x} : {t}) outs({x} : {t})" + COMBINE),
    "spmm": (MATRIX, SPARSE, f"spmm ins({', '.join(name for name, _ in SPARSE)}, {{x}} : "
             f"{', '.join(type for _, type in SPARSE)}, {{t}}) outs({{y}} : {{t}})"),
    "attention": (HEADS, [("%k", HEADS), ("%v", HEADS)], "attention causal ins({x}, %k, %v : {t}, {t}, {t}) outs({y} : {t})"),
    "conv2d": (IMAGE, [("%w", FILTERS)],
               f"conv2d padding = [1, 1, 1, 1] ins({{x}}, %w : {{t}}, {FILTERS}) outs({{y}} : {{t}})"),
}


def chain_of(name):
    """Returns a generator of chains of the op."""
    type, arguments, text = CHAINS[name]

    def generate(ops):
        lines = []
        for k in range(ops):
            body = text
            for key, value in dict(x=f"%{k - 1}" if k else "%x", y=f"%e{k}", t=type).items():
                body = body.replace("{" + key + "}", value)
            lines += [empty(k, type), f"  %{k} = zyn.{body} -> {type}"]
        return function("main", [("%x", type), *arguments], [type], lines, [f"%{ops - 1}"])

    return generate


def topk(ops):
    """Selections, each from the values of the previous one."""
    type, places, lines = MATRIX, MATRIX.replace("f32", "i32"), []
    for k in range(ops):
        lines += [empty(k, type), f"  %i{k} = tensor.empty() : {places}",
                  f"  %{k}, %p{k} = zyn.topk ins({f'%{k - 1}' if k else '%x'} : {type}) outs(%e{k}, %i{k} : {type}, {places})"
                  f" dimension = 1 -> {type}, {places}"]
    return function("main", [("%x", type)], [type], lines, [f"%{ops - 1}"])


def functions(ops):
    """Functions with ten maps each."""
    text = ""
    for first in range(0, ops, 10):
        count = min(10, ops - first)
        lines = [line for k in range(count) for line in scale(k, f"%{k - 1}" if k else "%x", 1.5)]
        text += function(f"f{first // 10}", [("%x", MATRIX)], [MATRIX], lines, [f"%{count - 1}"])
    return text


def calls(ops):
    """Public functions with ten maps each, each of which is called by the next one."""
    text = ""
    for first in range(0, ops, 10):
        count = min(10, ops - first)
        lines = [line for k in range(count) for line in scale(k, f"%{k - 1}" if k else "%x", 1.5)]
        last = f"%{count - 1}"
        if first:
            lines.append(f"  %called = call @f{first // 10 - 1}({last}) : ({MATRIX}) -> {MATRIX}")
            last = "%called"
        text += function(f"f{first // 10}", [("%x", MATRIX)], [MATRIX], lines, [last])
    return text


def weights(ops):
    """Additions of constants with 16 elements."""
    type, lines = "tensor<16xf32>", []
    for k in range(ops):
        values = ", ".join(f"{k + i / 16:.4f}" for i in range(16))
        lines += [f"  %w{k} = arith.constant dense<[{values}]> : {type}",
                  *(line.replace(MATRIX, type) for line in add(k, f"%{k - 1}" if k else "%x", f"%w{k}"))]
    return function("weights", [("%x", type)], [type], lines, [f"%{ops - 1}"])


def loops(ops):
    """Loops with ten in-place maps each."""
    lines = ["  %zero = arith.constant 0 : index", "  %one = arith.constant 1 : index",
             "  %ten = arith.constant 10 : index"]
    last = "%x"
    for first in range(0, ops, 10):
        lines.append(f"  %l{first} = scf.for %i{first} = %zero to %ten step %one iter_args(%t{first} = {last}) -> {MATRIX} {{")
        inner = f"%t{first}"
        for k in range(first, min(first + 10, ops)):
            lines += [line.replace(f"outs(%e{k} ", f"outs({inner} ") for line in scale(k, inner, 1.5)[1:]]
            inner = f"%{k}"
        lines += [f"    scf.yield {inner} : {MATRIX}", "  }"]
        last = f"%l{first}"
    return function("loops", [("%x", MATRIX)], [MATRIX], lines, [last])


def linalg(ops):
    """The chain in the linalg dialect, for mlir-opt."""
    lines = []
    for k in range(ops):
        lines += [empty(k), "  %c{0} = arith.constant 1.5 : f32".format(k),
                  f"  %{k} = linalg.generic {{indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],",
                  "      iterator_types = [\"parallel\", \"parallel\"]}",
                  f"      ins({f'%{k - 1}' if k else '%x'} : {MATRIX}) outs(%e{k} : {MATRIX}) {{",
                  "  ^bb0(%a: f32, %old: f32):", f"    %p = arith.mulf %a, %c{k} : f32",
                  "    linalg.yield %p : f32", f"  }} -> {MATRIX}"]
    return function("chain", [("%x", MATRIX)], [MATRIX], lines, [f"%{ops - 1}"])


def program(routines):
    """Returns a program of the matrix VM with the given routines, which launches @main."""
    return "\n".join(["vm.program @program : i32 {", "  vm.buffer @result instance output : tensor<1xi32>", *routines,
                      "  vm.phase @all {", "    vm.launch @main", "  }", "}", ""])


def instruction(k):
    """Returns an instruction from state %k to state %k+1."""
    a, b = k % 26 + 1, (5 * k + 3) % 26 + 1
    c = b % 26 + 1
    kinds = [f"vm.linear %{k} {{r{a} = {k % 9 + 2} * r{b} + r{c} + {k}}} : i32",
             f"vm.oracle %{k} {{r{a} = muli r{b}, r{c}}} : i32",
             f"vm.oracle %{k} {{r{a} = xori r{b}, r{c}}} : i32"]
    return f"    %{k + 1} = {kinds[k % len(kinds)]}"


def vm_straight(ops):
    """A routine without branches."""
    return program(["  vm.routine @main(%0: !vm.state<i32>) {", *map(instruction, range(ops)),
                    f"    %end = vm.store %{ops} {{@result[0] = r1}} : i32", "    vm.halt %end : i32", "  }"])


def vm_routines(ops):
    """Routines of ten instructions, which @main calls."""
    count = max(ops // 10, 1)
    main = ["  vm.routine @main(%s0: !vm.state<i32>) {"]
    routines = []
    for r in range(count):
        main.append(f"    %s{r + 1} = vm.call %s{r} @f{r} : i32")
        routines += [f"  vm.routine @f{r}(%0: !vm.state<i32>) {{", *map(instruction, range(8)),
                     "    vm.return %8 : i32", "  }"]
    main += [f"    %end = vm.store %s{count} {{@result[0] = r1}} : i32", "    vm.halt %end : i32", "  }"]
    return program(main + routines)


def vm_branches(ops):
    """A routine whose blocks have eight instructions and a branch, which may jump back to the previous block."""
    count = max(ops // 10, 1)
    lines = ["  vm.routine @main(%s: !vm.state<i32>) {", "    vm.jump %s ^b0 : i32"]
    for b in range(count):
        lines += [f"  ^b{b}(%b{b}_0: !vm.state<i32>):",
                  *(instruction(k).replace(f"%{k + 1} =", f"%b{b}_{k + 1} =").replace(f"%{k} ", f"%b{b}_{k} ")
                    for k in range(8)),
                  f"    vm.branch %b{b}_8 {{r{b % 20 + 1} slt {b}}} ^b{b + 1}, ^b{max(b - 1, 0)} : i32"]
    lines += [f"  ^b{count}(%last: !vm.state<i32>):",
              "    %end = vm.store %last {@result[0] = r1} : i32", "    vm.halt %end : i32", "  }"]
    return program(lines)


PROGRAMS = {f.__name__.replace("_", "-"): f for f in [
    chain, distinct, dynamic, inplace, independent, fanout, layers, reductions, arguments, functions, calls, weights,
    loops, linalg, topk, vm_straight, vm_routines, vm_branches]}
PROGRAMS |= {name: chain_of(name) for name in CHAINS}


if __name__ == "__main__":
    if len(sys.argv) != 3 or sys.argv[1] not in PROGRAMS:
        sys.exit(f"usage: programs.py NAME OPS, where NAME is one of {', '.join(PROGRAMS)}")
    sys.stdout.write(PROGRAMS[sys.argv[1]](int(sys.argv[2])))
