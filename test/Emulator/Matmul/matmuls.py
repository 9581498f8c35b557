#!/usr/bin/python3
"""Runs matmuls on tensor cores, each in a separate kernel, and compares the results with NumPy.

    test/Emulator/Matmul/matmuls.py --bin build/dev/bin --device emulate
    test/Emulator/Matmul/matmuls.py --bin build/dev/bin --device cuda --filter wgmma

All operands are small integers, so that sums are exact and the results do not depend on the device.
"""
import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

# Element type of the fragment, of the argument, and of the argument's array; size in bytes.
TYPES = {
    "f16": ("f16", "f16", np.float16, 2), "bf16": ("bf16", "f16", np.float16, 2), "tf32": ("tf32", "f32", np.float32, 4),
    "f64": ("f64", "f64", np.float64, 8), "s8": ("i8", "i8", np.int8, 1), "u8": ("i8", "i8", np.int8, 1),
    "e4m3": ("f8E4M3FN", "i8", np.int8, 1), "e5m2": ("f8E5M2", "i8", np.int8, 1),
}
SUMS = {"f32": np.float32, "f16": np.float16, "f64": np.float64, "i32": np.int32}
# The bits of 0 to 4 without the sign.
FLOAT8 = {"e4m3": [0, 0x38, 0x40, 0x44, 0x48], "e5m2": [0, 0x3C, 0x40, 0x42, 0x44]}
SHARED = "#gpu.address_space<workgroup>"


def operand(random, name, shape):
    """Returns the values of an operand, and the array that contains them."""
    if name == "u8":
        values = random.integers(0, 256, shape)
        return values, values.astype(np.uint8).view(np.int8)
    values = random.integers(-4, 5, shape)
    if name in FLOAT8:
        bits = np.array(FLOAT8[name])[abs(values)] | np.where(values < 0, 0x80, 0)
        return values, bits.astype(np.uint8).view(np.int8)
    return values, values.astype(TYPES[name][2])


def program(body, arguments, threads):
    """Returns a module whose @main launches a kernel on `arguments`, pairs of name and type; the last is the result."""
    parameters = ", ".join(f"%{name}: {kind}" for name, kind in arguments)
    result = arguments[-1]
    given = ", ".join(f"%{name}: {kind}" for name, kind in arguments[:-1])
    passed = ", ".join(f"%{name} : {kind}" for name, kind in arguments)
    return f"""module attributes {{gpu.container_module}} {{
  gpu.module @m {{
    gpu.func @f({parameters}) kernel attributes {{known_block_size = array<i32: {threads}, 1, 1>}} {{
      %zero = arith.constant 0 : index
      %one = arith.constant 1 : index
{body}
      gpu.return
    }}
  }}
  func.func @main({given}) -> {result[1]} {{
    %c1 = arith.constant 1 : index
    %threads = arith.constant {threads} : index
    %{result[0]} = memref.alloc() : {result[1]}
    gpu.launch_func @m::@f blocks in (%c1, %c1, %c1) threads in (%threads, %c1, %c1) args({passed})
    return %{result[0]} : {result[1]}
  }}
}}
"""


def converted(name, value, kind, count):
    """Returns lines that convert `value`, a vector of `count` argument elements, or a single one if `count` is 0."""
    element = TYPES[name][0]
    vector = (lambda t: f"vector<{count}x{t}>") if count else (lambda t: t)
    if name == "bf16":
        return [f"%{kind}w = arith.extf {value} : {vector('f16')} to {vector('f32')}",
                f"%{kind}e = arith.truncf %{kind}w : {vector('f32')} to {vector('bf16')}"], f"%{kind}e"
    if name in FLOAT8:
        cast = "vector" if count else "arith"
        return [f"%{kind}e = {cast}.bitcast {value} : {vector('i8')} to {vector(element)}"], f"%{kind}e"
    return [], value


def load_fragment(name, kind, shape, role, holder, columnMajor=False):
    """Returns lines that load the argument %kind as a fragment, and the name and type of the fragment."""
    element, argument = TYPES[name][:2]
    order = " column_major" if columnMajor else ""
    memory = shape[::-1] if columnMajor else shape
    source = {"bf16": "f16", "e4m3": "i8", "e5m2": "i8"}.get(name, element)
    fragment = lambda t: f"!kernel.fragment<{shape[0]}x{shape[1]}x{t}, {role}{holder}>"
    lines = [f"%{kind}f = kernel.mma.load %{kind}[%zero, %zero]{order} : "
             f"memref<{memory[0]}x{memory[1]}x{argument}>, {fragment(source)}"]
    if source != element:
        count = shape[0] * shape[1] // (128 if holder else 32)
        lines.append(f"%{kind}u = kernel.mma.unpack %{kind}f : {fragment(source)}")
        more, value = converted(name, f"%{kind}u", kind, count)
        lines += more + [f"%{kind}p = kernel.mma.pack {value} : {fragment(element)}"]
        return lines, f"%{kind}p", fragment(element)
    return lines, f"%{kind}f", fragment(element)


class Case:
    def __init__(self, name, text, arrays, expected):
        self.name, self.text, self.arrays, self.expected = name, text, arrays, expected


def reference(a, b, c, dtype, saturate=False):
    exact = a.astype(np.int64) @ b.astype(np.int64) + c.astype(np.int64)
    if dtype == np.int32 and not saturate:
        return exact.astype(np.int32)
    if dtype == np.int32:
        return np.clip(exact, -2**31, 2**31 - 1).astype(np.int32)
    return exact.astype(dtype)


def summand(random, sums, shape, isLarge):
    if isLarge:
        return random.integers(2**31 - 20000, 2**31, shape).astype(np.int32)
    return random.integers(-100, 101, shape).astype(SUMS[sums])


def mma(random, shape, a, b, sums, options="", majors=(False, False)):
    m, n, k = shape
    aValues, aArray = operand(random, a, (m, k))
    bValues, bArray = operand(random, b, (k, n))
    c = summand(random, sums, (m, n), "saturate" in options)
    linesA, valueA, typeA = load_fragment(a, "a", (m, k), "a", "", majors[0])
    linesB, valueB, typeB = load_fragment(b, "b", (k, n), "b", "", majors[1])
    typeC = f"!kernel.fragment<{m}x{n}x{sums}, accumulator>"
    memory = f"memref<{m}x{n}x{sums}>"
    lines = linesA + linesB + [
        f"%cf = kernel.mma.load %c[%zero, %zero] : {memory}, {typeC}",
        f"%df = kernel.mma.compute {valueA}, {valueB}, %cf {options} : {typeA}, {typeB}, {typeC}",
        f"kernel.mma.store %df, %d[%zero, %zero] : {typeC}, {memory}"]
    if majors[0]:
        aArray = np.ascontiguousarray(aArray.T)
    if majors[1]:
        bArray = np.ascontiguousarray(bArray.T)
    buffer = lambda array, name: f"memref<{array.shape[0]}x{array.shape[1]}x{TYPES[name][1]}>"
    text = program("\n".join("      " + line for line in lines),
                   [("a", buffer(aArray, a)), ("b", buffer(bArray, b)), ("c", memory), ("d", memory)], 32)
    name = f"mma m{m}n{n}k{k} {sums} {a} {b} {options} {majors[0]:d}{majors[1]:d}"
    return Case(name, text, [aArray, bArray, c], reference(aValues, bValues, c, SUMS[sums], "saturate" in options))


def load_rows(random, element, transposed):
    """A 16x16 A and a 16x8 B loaded with kernel.mma.load_rows; if `transposed`, rows are along M and N."""
    aValues, aArray = operand(random, element, (16, 16))
    bValues, bArray = operand(random, element, (16, 8))
    c = np.zeros((16, 8), np.float32)
    memory = f"memref<16x16x{element}, {SHARED}>"
    lines = ["%t = kernel.thread_id x"]
    for kind, name in [("a", "A"), ("b", "B")]:
        lines.append(f"%s{kind} = kernel.shared : {memory}")
    lines += [f"%c{i} = arith.constant {i} : index" for i in (2, 8, 16)]
    lines += ["%row = arith.remui %t, %c16 : index", "%half = arith.divui %t, %c16 : index",
              "%first = arith.muli %half, %c8 : index", "%last = arith.addi %first, %c8 : index",
              "scf.for %j = %first to %last step %one {"]
    for kind in ("a", "b"):
        lines.append(f"  %{kind}v = kernel.load %{kind}[%row, %j] : memref<16x16xf16>, f16")
        more, value = converted(element, f"%{kind}v", kind, 0)
        lines += ["  " + line for line in more]
        lines.append(f"  kernel.store {value}, %s{kind}[%row, %j] : {element}, {memory}")
    lines += ["}", "kernel.barrier",
              "%matrix = arith.divui %t, %c8 : index", "%in = arith.remui %t, %c8 : index",
              "%m0 = arith.remui %matrix, %c2 : index", "%m1 = arith.divui %matrix, %c2 : index",
              "%r0 = arith.muli %m0, %c8 : index", "%r1 = arith.muli %m1, %c8 : index",
              "%x0 = arith.addi %r0, %in : index", "%x1 = arith.addi %r1, %in : index"]
    fragments = (f"!kernel.fragment<16x16x{element}, a>", f"!kernel.fragment<16x8x{element}, b>",
                 "!kernel.fragment<16x8xf32, accumulator>")
    # The 8x8 matrices of A are ordered along the rows first, those of B along K.
    aIndices, aOption = ("[%r1i, %r0]", "transposed") if transposed else ("[%x0, %r1]", "")
    if transposed:
        lines.append("%r1i = arith.addi %r1, %in : index")
    bIndices, bOption = ("[%x0, %zero]", "transposed") if transposed else ("[%in, %r0]", "")
    lines += [f"%fa = kernel.mma.load_rows %sa{aIndices} {aOption} : {memory}, {fragments[0]}",
              f"%fb = kernel.mma.load_rows %sb{bIndices} {bOption} : {memory}, {fragments[1]}",
              "%nothing = arith.constant 0.0 : f32",
              f"%fc = kernel.mma.fill %nothing : {fragments[2]}",
              f"%fd = kernel.mma.compute %fa, %fb, %fc : {', '.join(fragments)}",
              f"kernel.mma.store %fd, %d[%zero, %zero] : {fragments[2]}, memref<16x8xf32>"]
    text = program("\n".join("      " + line for line in lines),
                   [("a", "memref<16x16xf16>"), ("b", "memref<16x16xf16>"), ("d", "memref<16x8xf32>")], 32)
    padded = np.zeros((16, 16), np.float16)
    padded[:, :8] = bArray
    if transposed:
        arrays = [np.ascontiguousarray(aArray.T), padded]
    else:
        arrays = [aArray, np.ascontiguousarray(padded.T)]
    return Case(f"load_rows {element} {transposed:d}", text, arrays, reference(aValues, bValues, c, np.float32))


def store_rows(random, columns, transposed):
    """A fragment of `columns` columns stored with kernel.mma.store_rows, as it is or transposed."""
    _, array = operand(random, "f16", (16, columns))
    fragment = f"!kernel.fragment<16x{columns}xf16, a>"
    shape = (columns, 16) if transposed else (16, columns)
    size = f"{shape[0]}x{shape[1]}"
    memory = f"memref<{size}xf16, {SHARED}>"
    lines = ["%t = kernel.thread_id x", f"%s = kernel.shared : {memory}",
             f"%fa = kernel.mma.load %a[%zero, %zero] : memref<16x{columns}xf16>, {fragment}"]
    lines += [f"%c{i} = arith.constant {i} : index" for i in (2, 8, 16, 32)]
    # Of the 8x8 matrices, the first two are below each other.
    lines += ["%matrix = arith.divui %t, %c8 : index", "%in = arith.remui %t, %c8 : index",
              "%m0 = arith.remui %matrix, %c2 : index", "%m1 = arith.divui %matrix, %c2 : index",
              "%r0 = arith.muli %m0, %c8 : index", "%r1 = arith.muli %m1, %c8 : index",
              f"%row = arith.addi {'%r1' if transposed else '%r0'}, %in : index",
              f"kernel.mma.store_rows %fa to %s[%row, {'%r0' if transposed else '%r1'}] "
              f"{'transposed' if transposed else ''} : {fragment} to {memory}",
              "kernel.barrier", f"scf.for %i = %t to %c{shape[0]} step %c32 {{",
              f"  scf.for %j = %zero to %c{shape[1]} step %one {{",
              f"    %v = kernel.load %s[%i, %j] : {memory}, f16",
              f"    kernel.store %v, %d[%i, %j] : f16, memref<{size}xf16>", "  }", "}"]
    text = program("\n".join("      " + line for line in lines),
                   [("a", f"memref<16x{columns}xf16>"), ("d", f"memref<{size}xf16>")], 32)
    return Case(f"store_rows {columns} {transposed:d}", text, [array],
                np.ascontiguousarray(array.T) if transposed else array)


def fill_tile(kind, name, outer, depth, swizzle, isMNMajor, flip):
    """Returns lines that copy %kind, outer x depth, to shared memory, the tile as an operand, and the buffer's type."""
    element, argument, _, size = TYPES[name]
    width = max(swizzle, 16) // size
    inRow, rows = (outer, depth) if isMNMajor else (depth, outer)
    # The tile is the last part of its panel along K, so that its first element is in the middle of a row.
    shift = 0 if isMNMajor or not swizzle else width - depth
    panels = -(-inRow // width) if isMNMajor or not swizzle else 1
    memory = f"memref<{panels}x{rows}x{width}x{'f32' if name == 'tf32' else element}, {SHARED}>"
    perChunk = 16 // size
    lines = [f"%s{kind} = kernel.shared {{alignment = 1024}} : {memory}"]
    for key, value in [("inRow", inRow), ("width", width), ("shift", shift), ("chunk", perChunk),
                       ("divisor", 128 // max(swizzle, 16)), ("mask", max(swizzle, 16) // 16 if swizzle else 1),
                       ("count", rows * inRow), ("threads", 128)]:
        lines.append(f"%{kind}{key} = arith.constant {value} : index")
    lines += [f"scf.for %i = %t to %{kind}count step %{kind}threads {{",
              f"  %r = arith.divui %i, %{kind}inRow : index", f"  %inside = arith.remui %i, %{kind}inRow : index",
              f"  %shifted = arith.addi %inside, %{kind}shift : index",
              f"  %panel = arith.divui %shifted, %{kind}width : index",
              f"  %p = arith.remui %shifted, %{kind}width : index",
              f"  %chunk = arith.divui %p, %{kind}chunk : index", f"  %rest = arith.remui %p, %{kind}chunk : index",
              f"  %line = arith.divui %r, %{kind}divisor : index", f"  %key = arith.remui %line, %{kind}mask : index",
              "  %chunk1 = arith.xori %chunk, %key : index",
              f"  %start = arith.muli %chunk1, %{kind}chunk : index", "  %column = arith.addi %start, %rest : index"]
    # The rows of the argument are along M for A, and along K for B.
    isOuterFirst = kind == "a"
    outerIndex, depthIndex = ("%inside", "%r") if isMNMajor else ("%r", "%inside")
    indices = f"{outerIndex}, {depthIndex}" if isOuterFirst else f"{depthIndex}, {outerIndex}"
    shape = (outer, depth) if isOuterFirst else (depth, outer)
    lines.append(f"  %{kind}v = kernel.load %{kind}[{indices}] : memref<{shape[0]}x{shape[1]}x{argument}>, {argument}")
    more, value = converted(name, f"%{kind}v", kind, 0)
    stored = "f32" if name == "tf32" else element
    lines += ["  " + line for line in more]
    lines += [f"  kernel.store {value}, %s{kind}[%panel, %r, %column] : {stored}, {memory}", "}"]
    options = (f" swizzle = {swizzle}" if swizzle else "") + (" column_major" if flip else "")
    return lines, f"%s{kind}[%zero, %zero, %{kind}shift]{options}", memory


def wgmma(random, n, a, b, sums, tileA=(128, False), tileB=(128, False), options="", accumulates=None):
    """`tileA` and `tileB` are the swizzle and whether rows are along M or N; if `tileA` is None, A is in registers."""
    m, k = 64, 32 // TYPES[a][3]
    aValues, aArray = operand(random, a, (m, k))
    bValues, bArray = operand(random, b, (k, n))
    c = summand(random, sums, (m, n), "saturate" in options)
    lines = ["%t = kernel.thread_id x"]
    if tileA:
        linesA, valueA, typeA = fill_tile("a", a, m, k, *tileA, tileA[1])
    else:
        linesA, valueA, typeA = load_fragment(a, "a", (m, k), "a", ", warpgroup")
    linesB, valueB, typeB = fill_tile("b", b, n, k, *tileB, not tileB[1])
    typeC = f"!kernel.fragment<{m}x{n}x{sums}, accumulator, warpgroup>"
    memory = f"memref<{m}x{n}x{sums}>"
    flag = ""
    if accumulates is not None:
        lines.append(f"%flag = arith.constant {'true' if accumulates else 'false'}")
        flag = "accumulate %flag "
    lines += linesA + linesB + [
        "kernel.fence.proxy_async", "kernel.barrier",
        f"%cf = kernel.mma.load %c[%zero, %zero] : {memory}, {typeC}",
        f"%c0 = kernel.wgmma.fence(%cf) : {typeC}",
        f"%c1 = kernel.wgmma.compute {valueA}, {valueB}, %c0 {flag}{options} : {typeA}, {typeB}, {typeC}",
        "kernel.wgmma.commit", f"%c2 = kernel.wgmma.wait 0, %c1 : {typeC}",
        f"kernel.mma.store %c2, %d[%zero, %zero] : {typeC}, {memory}"]
    text = program("\n".join("      " + line for line in lines),
                   [("a", f"memref<{m}x{k}x{TYPES[a][1]}>"), ("b", f"memref<{k}x{n}x{TYPES[b][1]}>"),
                    ("c", memory), ("d", memory)], 128)
    used = -aValues if "negate_a" in options else aValues
    added = np.zeros_like(c) if accumulates is False else c
    name = f"wgmma n{n} {sums} {a} {b} A {tileA} B {tileB} {flag}{options}"
    return Case(name, text, [aArray, bArray, c], reference(used, bValues, added, SUMS[sums], "saturate" in options))


def cases(random):
    for element, depths in [("f16", (8, 16)), ("bf16", (8, 16)), ("tf32", (4, 8))]:
        for depth in depths:
            yield mma(random, (16, 8, depth), element, element, "f32")
    yield mma(random, (16, 8, 16), "f16", "f16", "f16")
    yield mma(random, (16, 8, 16), "f16", "f16", "f32", majors=(True, True))
    yield mma(random, (8, 8, 4), "f64", "f64", "f64")
    for depth in (4, 8, 16):
        yield mma(random, (16, 8, depth), "f64", "f64", "f64")
    for depth in (16, 32):
        yield mma(random, (16, 8, depth), "s8", "s8", "i32")
    yield mma(random, (16, 8, 32), "u8", "s8", "i32", "unsigned_a")
    yield mma(random, (16, 8, 32), "u8", "u8", "i32", "unsigned_a unsigned_b saturate", (False, True))
    for a, b in [("e4m3", "e4m3"), ("e5m2", "e5m2"), ("e4m3", "e5m2")]:
        yield mma(random, (16, 8, 32), a, b, "f32")
    for element in ("f16", "bf16"):
        for transposed in (False, True):
            yield load_rows(random, element, transposed)
    for columns in (8, 16):
        for transposed in (False, True):
            yield store_rows(random, columns, transposed)
    for swizzle in (128, 64, 32, 0):
        yield wgmma(random, 64, "bf16", "bf16", "f32", (swizzle, False), (swizzle, False))
        yield wgmma(random, 40, "f16", "f16", "f32", (swizzle, True), (swizzle, True))
    yield wgmma(random, 256, "bf16", "bf16", "f32")
    yield wgmma(random, 256, "bf16", "bf16", "f32", (128, False), (128, True))
    yield wgmma(random, 8, "bf16", "bf16", "f32", (64, False), (32, True))
    yield wgmma(random, 128, "bf16", "bf16", "f32", None, (128, True))
    yield wgmma(random, 64, "f16", "f16", "f16", accumulates=True)
    yield wgmma(random, 64, "f16", "f16", "f32", options="negate_a", accumulates=False)
    yield wgmma(random, 24, "tf32", "tf32", "f32")
    yield wgmma(random, 248, "tf32", "tf32", "f32", None, (64, False))
    for a, b in [("e4m3", "e5m2"), ("e5m2", "e4m3")]:
        yield wgmma(random, 64, a, b, "f32")
    yield wgmma(random, 16, "e4m3", "e4m3", "f16", None)
    yield wgmma(random, 24, "s8", "s8", "i32")
    yield wgmma(random, 96, "u8", "s8", "i32", None, options="unsigned_a")
    yield wgmma(random, 32, "u8", "u8", "i32", (32, False), (0, False), "unsigned_a unsigned_b saturate")


def run(options, case, folder):
    """Returns a description of the error, or None."""
    (folder / "f.mlir").write_text(case.text)
    arguments = []
    for i, array in enumerate(case.arrays):
        np.save(folder / f"{i}.npy", array)
        arguments.append(str(folder / f"{i}.npy"))
    done = subprocess.run([options.bin / "zyn-run", folder / "f.mlir", "--device", options.device, *arguments,
                           "-o", folder / "d.npy"], capture_output=True, text=True)
    if done.returncode:
        return done.stderr + (case.text if options.verbose else "")
    found = np.load(folder / "d.npy")
    if np.array_equal(found, case.expected):
        return None
    wrong = np.argwhere(found != case.expected)
    index = tuple(int(i) for i in wrong[0])
    return (f"{len(wrong)} of {found.size} elements differ; at {list(index)} expected {case.expected[index]}, "
            f"found {found[index]}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=Path, required=True, help="folder of zyn-run")
    parser.add_argument("--device", default="emulate")
    parser.add_argument("--filter", default="", help="only run cases whose name contains this string")
    parser.add_argument("--verbose", action="store_true", help="print the programs of cases for which zyn-run fails")
    options = parser.parse_args()
    failed = total = 0
    for case in cases(np.random.default_rng(1)):
        if options.filter not in case.name:
            continue
        total += 1
        with tempfile.TemporaryDirectory() as folder:
            fault = run(options, case, Path(folder))
        if fault:
            failed += 1
            print(f"{case.name}: {fault}")
    print(f"{total - failed} of {total} matmuls are correct on {options.device}")
    return int(failed > 0 or total == 0)


if __name__ == "__main__":
    sys.exit(main())
