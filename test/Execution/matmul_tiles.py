#!/usr/bin/env python3
"""Runs the kernels of every tile of the table of matmuls and compares them with NumPy.

    matmul_tiles.py --bin FOLDER [--device DEVICE] [--all] [--jobs N]

Sizes are not multiples of the tiles, and elements are small integers, so that sums are exact in any order. A tile belongs
to one unit; the script finds it by the remark about the model's choice, which is missing if a tile is forced. Kernels of
warpgroups that split K compute whole tiles as well if there are more tiles than multiprocessors. In the emulator, this is
checked for the smallest tile only. Without --all, each tile runs one of the programs that can have it.
"""
import argparse
import concurrent.futures
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

K = 200
BATCH = 2
DEEP_K = 2059  # several parts of a split K
# Rows and columns of a product, and of each product of a batch.
SHAPES = {"wide": ((136, 72), (33, 24)), "few rows": ((3, 136), (4, 72)), "few columns": ((136, 3), (72, 4))}

# Element type of A and B, of the result, and the architectures and the shape that use a unit for them.
PROGRAMS = [("f16", "f32", "sm_90a", "wide"), ("f16", "f16", "sm_90a", "wide"), ("i8", "i32", "sm_90a", "wide"),
            ("f16", "f16", "sm_80", "wide"), ("i8", "i32", "sm_80", "wide"), ("f64", "f64", "sm_80", "wide"),
            ("f64", "f64", "sm_90a", "wide"), ("f32", "f32", "sm_80", "wide"), ("f32", "f32", "sm_80", "few rows"),
            ("f32", "f32", "sm_80", "few columns")]
# M, N and K of products with more tiles than multiprocessors, by the number of a tile of warpgroups that splits K.
MANY_TILES = {"emulate": {13: (8, 8600, 2048)},
              "cuda": {7: (3000, 2300, 1100), 8: (1500, 3100, 1100), 9: (1500, 3100, 1100), 11: (1500, 3100, 1100),
                       13: (8, 8600, 2048)}}
NUMPY = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i8": np.int8, "i32": np.int32}


def input_shapes(shape):
    (m, n), (batch_m, batch_n) = SHAPES[shape]
    return [(m, K), (n, K), (BATCH, DEEP_K, batch_m), (BATCH, DEEP_K, batch_n)]


def module(element, result, shape):
    """A product with B transposed, and a batch of products with A transposed, an odd K and an epilogue."""
    def tensor(sizes, type):
        return f"tensor<{'x'.join(map(str, sizes))}x{type}>"

    a, b, d, e = (tensor(sizes, element) for sizes in input_shapes(shape))
    c, f = tensor(SHAPES[shape][0], result), tensor((BATCH, *SHAPES[shape][1]), result)
    total = {"f16": "f32", "i8": "i32"}.get(element, element)
    add = "arith.addi" if total == "i32" else "arith.addf"
    convert = f"%r = arith.truncf %s : {total} to {result}\n    zyn.yield %r" if total != result else "zyn.yield %s"
    return f"""func.func @main(%a: {a}, %b: {b}, %d: {d}, %e: {e}) -> ({c}, {f}) {{
  %c0 = tensor.empty() : {c}
  %c = zyn.matmul transpose_b ins(%a, %b : {a}, {b}) outs(%c0 : {c}) -> {c}
  %f0 = tensor.empty() : {f}
  %f = zyn.matmul transpose_a ins(%d, %e : {d}, {e}) outs(%f0 : {f}) epilogue {{
  ^bb0(%sum: {total}):
    %s = {add} %sum, %sum : {total}
    {convert} : {result}
  }} -> {f}
  return %c, %f : {c}, {f}
}}
"""


def check_any(bin_folder, device, folder, inputs, tile):
    """Checks one program that can have the tile; which one is first differs between tiles. Returns as `check` does."""
    first = tile % len(PROGRAMS)
    results = (check(bin_folder, device, folder, inputs, program, tile) for program in PROGRAMS[first:] + PROGRAMS[:first])
    return next((result for result in results if result is not None), None)


def many_tiles(m, n, k):
    """A product with more tiles than multiprocessors."""
    a, b, c = f"tensor<{m}x{k}xf16>", f"tensor<{k}x{n}xf16>", f"tensor<{m}x{n}xf32>"
    return f"""func.func @main(%a: {a}, %b: {b}) -> {c} {{
  %c0 = tensor.empty() : {c}
  %c = zyn.matmul ins(%a, %b : {a}, {b}) outs(%c0 : {c}) -> {c}
  return %c : {c}
}}
"""


def call(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def check(bin_folder, device, folder, inputs, program, tile):
    """Returns None if the tile is not one of the program's unit, or else whether the results are right."""
    element, result, chip, shape = program
    name = f"{element}-{result}-{shape}-{chip}-{tile}"
    source, kernel = folder / f"{element}-{result}-{shape}.mlir", folder / f"{name}.mlir"
    status, output = call(bin_folder / "zyn-opt", source, f"--zyn-to-kernel=chip={chip} tile={tile}", "-o", kernel,
                          "--remarks-filter=schedule")
    if status:
        sys.exit(f"{name}: {output}")
    if "MatmulSchedule" in output:
        return None
    files = [folder / f"{element}-{shape}-{i}.npy" for i in range(len(inputs[element, shape]))]
    results = [folder / f"{name}-{i}.npy" for i in range(2)]
    status, output = call(bin_folder / "zyn-run", kernel, *files, "-o", results[0], "-o", results[1], "--device", device,
                          *(["--chip", chip] if device == "emulate" else []))
    if status:
        print(f"{name}: {output}", file=sys.stderr)
        return False
    a, b, d, e = (array.astype(np.float64) for array in inputs[element, shape])
    expected = [a @ b.T, 2 * np.swapaxes(d, 1, 2) @ e]
    right = all(np.array_equal(np.load(file), array) for file, array in zip(results, expected))
    if not right:
        print(f"{name}: the results differ from NumPy's", file=sys.stderr)
    return right


def check_many_tiles(bin_folder, device, folder, tile, shape):
    """Returns whether a kernel that computes whole tiles and parts of tiles is right."""
    m, n, k = shape
    source, kernel = folder / f"many-{tile}.mlir", folder / f"many-{tile}-kernel.mlir"
    source.write_text(many_tiles(m, n, k))
    rng = np.random.default_rng(tile)
    arrays = [rng.integers(-2, 3, size).astype(np.float16) for size in [(m, k), (k, n)]]
    files = [folder / f"many-{tile}-{i}.npy" for i in range(3)]
    for file, array in zip(files, arrays):
        np.save(file, array)
    commands = [("zyn-opt", source, f"--zyn-to-kernel=chip=sm_90a tile={tile}", "-o", kernel),
                ("zyn-run", kernel, *files[:2], "-o", files[2], "--device", device,
                 *(["--chip", "sm_90a"] if device == "emulate" else []))]
    for program, *words in commands:
        status, output = call(bin_folder / program, *words)
        if status:
            print(f"{source.name}: {output}", file=sys.stderr)
            return False
    a, b = (array.astype(np.float32) for array in arrays)
    return np.array_equal(np.load(files[2]), a @ b)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=Path, required=True, help="folder with zyn-opt and zyn-run")
    parser.add_argument("--device", default="emulate", choices=MANY_TILES,
                        help="emulate or cuda (default: %(default)s)")
    parser.add_argument("--all", action="store_true", help="run all programs with each tile")
    parser.add_argument("--jobs", type=int, default=2, help="number of programs at the same time (default: %(default)s)")
    options = parser.parse_args()

    rng = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        inputs = {}
        for element, result, _, shape in PROGRAMS:
            (folder / f"{element}-{result}-{shape}.mlir").write_text(module(element, result, shape))
            inputs[element, shape] = [rng.integers(-2, 3, sizes).astype(NUMPY[element])
                                      for sizes in input_shapes(shape)]
            for i, array in enumerate(inputs[element, shape]):
                np.save(folder / f"{element}-{shape}-{i}.npy", array)

        first = folder / "f16-f32-wide.mlir"
        _, message = call(options.bin / "zyn-opt", first, "--zyn-to-kernel=tile=1000000")
        number_of_tiles = int(re.search(r"from 0 to (\d+)", message).group(1)) + 1
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            given = options.bin, options.device, folder, inputs
            checks = {tile: [pool.submit(check, *given, program, tile) for program in PROGRAMS] if options.all
                      else [pool.submit(check_any, *given, tile)]
                      for tile in range(number_of_tiles)}
            for tile, shape in MANY_TILES[options.device].items():
                checks[tile].append(pool.submit(check_many_tiles, options.bin, options.device, folder, tile, shape))
            outcomes = {tile: [run.result() for run in runs] for tile, runs in checks.items()}

    unused = [tile for tile, results in outcomes.items() if all(result is None for result in results)]
    if unused:
        print(f"no program uses tile {', '.join(map(str, unused))}", file=sys.stderr)
    wrong = sum(result is False for results in outcomes.values() for result in results)
    runs = sum(result is not None for results in outcomes.values() for result in results)
    print(f"{number_of_tiles} tiles, {runs} runs, {wrong} wrong")
    return int(bool(wrong or unused))


if __name__ == "__main__":
    sys.exit(main())
