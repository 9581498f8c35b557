#!/usr/bin/env python3
"""Runs the kernels of every tile of the table of matmuls and compares them with NumPy.

    matmul_tiles.py --bin FOLDER [--device DEVICE] [--jobs N]

Sizes are not multiples of the tiles, and elements are small integers, so that sums are exact in any order. A tile belongs
to one unit; the script finds it by the remark about the model's choice, which is missing if a tile is forced.
"""
import argparse
import concurrent.futures
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

M, N, K = 136, 72, 200
BATCH = 2

# Element type of A and B, of the result, and the architectures that use a unit for them.
PROGRAMS = [("f16", "f32", "sm_90a"), ("i8", "i32", "sm_90a"), ("f16", "f16", "sm_80"), ("i8", "i32", "sm_80"),
            ("f64", "f64", "sm_80"), ("f64", "f64", "sm_90a"), ("f32", "f32", "sm_80")]
NUMPY = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "i8": np.int8, "i32": np.int32}


def module(element, result):
    """A product with B transposed, and a batch of products with A transposed, an odd K and an epilogue."""
    a, b, c = f"tensor<{M}x{K}x{element}>", f"tensor<{N}x{K}x{element}>", f"tensor<{M}x{N}x{result}>"
    d, e = f"tensor<{BATCH}x33x65x{element}>", f"tensor<{BATCH}x33x40x{element}>"
    f = f"tensor<{BATCH}x65x40x{result}>"
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


def call(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def check(bin_folder, device, folder, inputs, program, tile):
    """Returns None if the tile is not one of the program's unit, or else whether the results are right."""
    element, result, chip = program
    name = f"{element}-{chip}-{tile}"
    source, kernel = folder / f"{element}-{result}.mlir", folder / f"{name}.mlir"
    status, output = call(bin_folder / "zyn-opt", source, f"--zyn-to-kernel=chip={chip} tile={tile}", "-o", kernel,
                          "--remarks-filter=schedule")
    if status:
        sys.exit(f"{name}: {output}")
    if "MatmulSchedule" in output:
        return None
    files = [folder / f"{element}-{i}.npy" for i in range(len(inputs[element]))]
    results = [folder / f"{name}-{i}.npy" for i in range(2)]
    status, output = call(bin_folder / "zyn-run", kernel, *files, "-o", results[0], "-o", results[1], "--device", device,
                          *(["--chip", chip] if device == "emulate" else []))
    if status:
        print(f"{name}: {output}", file=sys.stderr)
        return False
    a, b, d, e = (array.astype(np.float64) for array in inputs[element])
    expected = [a @ b.T, 2 * np.swapaxes(d, 1, 2) @ e]
    right = all(np.array_equal(np.load(file), array) for file, array in zip(results, expected))
    if not right:
        print(f"{name}: the results differ from NumPy's", file=sys.stderr)
    return right


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", type=Path, required=True, help="folder with zyn-opt and zyn-run")
    parser.add_argument("--device", default="emulate", help="emulate or cuda (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="number of programs at the same time (default: %(default)s)")
    options = parser.parse_args()

    rng = np.random.default_rng(1)
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        inputs = {}
        for element, result, _ in PROGRAMS:
            (folder / f"{element}-{result}.mlir").write_text(module(element, result))
            shapes = [(M, K), (N, K), (BATCH, 33, 65), (BATCH, 33, 40)]
            inputs[element] = [rng.integers(-3, 4, shape).astype(NUMPY[element]) for shape in shapes]
            for i, array in enumerate(inputs[element]):
                np.save(folder / f"{element}-{i}.npy", array)

        first = folder / "f16-f32.mlir"
        _, message = call(options.bin / "zyn-opt", first, "--zyn-to-kernel=tile=1000000")
        number_of_tiles = int(re.search(r"from 0 to (\d+)", message).group(1)) + 1
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            checks = {tile: [pool.submit(check, options.bin, options.device, folder, inputs, program, tile)
                             for program in PROGRAMS]
                      for tile in range(number_of_tiles)}
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
