"""Checks that zyn-run rejects invalid input with one line that contains "error:", exit status 1, and no output file."""
import subprocess

import numpy as np

PROGRAM = """func.func @main(%a: tensor<?x4xf32>, %b: tensor<4x?xf32>, %c: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %r = zyn.matmul ins(%a, %b : tensor<?x4xf32>, tensor<4x?xf32>) outs(%c : tensor<?x?xf32>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
func.func @equal_sizes(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %r = zyn.map ins(%b : tensor<?xf32>) outs(%a : tensor<?xf32>) {
  ^bb0(%x: f32):
    zyn.yield %x : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
func.func @wide(%a: tensor<5xf32>) -> tensor<4294967296x4294967296xf32> {
  %e = tensor.empty() : tensor<4294967296x4294967296xf32>
  return %e : tensor<4294967296x4294967296xf32>
}
func.func @large(%n: index, %a: tensor<5xf32>) -> tensor<?x5xf32> {
  %e = tensor.empty(%n) : tensor<?x5xf32>
  %r = zyn.map ins(%a : tensor<5xf32>) outs(%e : tensor<?x5xf32>)
      indexing_maps = [affine_map<(i, j) -> (j)>] {
  ^bb0(%x: f32):
    zyn.yield %x : f32
  } -> tensor<?x5xf32>
  return %r : tensor<?x5xf32>
}
func.func @select(%a: tensor<?xf32>, %v: tensor<?xf32>, %i: tensor<?xi32>) -> (tensor<?xf32>, tensor<?xi32>) {
  %r:2 = zyn.topk ins(%a : tensor<?xf32>) outs(%v, %i : tensor<?xf32>, tensor<?xi32>) dimension = 0
      -> tensor<?xf32>, tensor<?xi32>
  return %r#0, %r#1 : tensor<?xf32>, tensor<?xi32>
}
"""
GOOD = ["a.npy", "b.npy", "c.npy"]

# Name, module, entry, inputs, output, further options.
TABLE = [
    ("unparsable MLIR", "unparsable.mlir", "main", GOOD, "out.npy", []),
    ("unknown op", "unknown.mlir", "main", GOOD, "out.npy", []),
    ("sizes that differ in the types", "shapes.mlir", "main", GOOD, "out.npy", []),
    ("missing module", "none.mlir", "main", GOOD, "out.npy", []),
    ("missing entry function", "good.mlir", "nowhere", GOOD, "out.npy", []),
    ("too few arguments", "good.mlir", "main", GOOD[:2], "out.npy", []),
    ("too many arguments", "good.mlir", "main", GOOD + ["a.npy"], "out.npy", []),
    ("missing array", "good.mlir", "main", ["a.npy", "b.npy", "none.npy"], "out.npy", []),
    ("truncated array", "good.mlir", "main", ["truncated.npy", "b.npy", "c.npy"], "out.npy", []),
    ("truncated header", "good.mlir", "main", ["header.npy", "b.npy", "c.npy"], "out.npy", []),
    ("not an array", "good.mlir", "main", ["good.mlir", "b.npy", "c.npy"], "out.npy", []),
    ("empty file", "good.mlir", "main", ["empty.npy", "b.npy", "c.npy"], "out.npy", []),
    ("Fortran order", "good.mlir", "main", ["fortran.npy", "b.npy", "c.npy"], "out.npy", []),
    ("wrong dtype", "good.mlir", "main", ["f64.npy", "b.npy", "c.npy"], "out.npy", []),
    ("big endian", "good.mlir", "main", ["big.npy", "b.npy", "c.npy"], "out.npy", []),
    ("wrong rank", "good.mlir", "main", ["rank.npy", "b.npy", "c.npy"], "out.npy", []),
    ("wrong static size", "good.mlir", "main", ["wide.npy", "b.npy", "c.npy"], "out.npy", []),
    ("dynamic sizes that differ, matmul", "good.mlir", "main", ["tall.npy", "b.npy", "c.npy"], "out.npy", []),
    ("dynamic sizes that differ, map", "good.mlir", "equal_sizes", ["v5.npy", "v6.npy"], "out.npy", []),
    ("selection of more elements than there are", "good.mlir", "select", ["v5.npy", "v6.npy", "i6.npy"], "out.npy",
     ["-o", "second.npy"]),
    ("input that overflows", "good.mlir", "main", ["random:f32:3000000000x4000000000", *GOOD[1:]], "out.npy", []),
    ("input of 2^64 bytes", "good.mlir", "main", ["zeros:f32:4611686018427387904x4", *GOOD[1:]], "out.npy", []),
    ("input larger than memory", "good.mlir", "main", ["random:f32:100000000000000x4", *GOOD[1:]], "out.npy", []),
    ("result of 2^64 bytes", "good.mlir", "wide", ["v5.npy"], "out.npy", []),
    ("result larger than memory", "good.mlir", "large", ["100000000000000", "v5.npy"], "out.npy", []),
    ("output folder missing", "good.mlir", "main", GOOD, "nowhere/out.npy", []),
    ("more outputs than results", "good.mlir", "main", GOOD, "out.npy", ["-o", "second.npy"]),
    ("unknown device", "good.mlir", "main", GOOD, "out.npy", ["--device", "abacus"]),
    ("no such GPU", "good.mlir", "main", GOOD, "out.npy", ["--device", "cuda:99"]),
]


def make_files(folder):
    folder.mkdir()
    (folder / "good.mlir").write_text(PROGRAM)
    (folder / "unparsable.mlir").write_text(PROGRAM + "func.func @(\n")
    (folder / "unknown.mlir").write_text(PROGRAM.replace("zyn.matmul", "zyn.matmull", 1))
    (folder / "shapes.mlir").write_text(PROGRAM.replace("%b: tensor<4x?xf32>", "%b: tensor<5x?xf32>")
                                        .replace("tensor<?x4xf32>, tensor<4x?xf32>", "tensor<?x4xf32>, tensor<5x?xf32>"))
    array = lambda *shape: np.ones(shape, np.float32)
    saved = {"a": array(3, 4), "b": array(4, 5), "c": array(3, 5), "fortran": np.asfortranarray(array(3, 4)),
             "f64": np.ones((3, 4)), "big": array(3, 4).astype(">f4"), "rank": array(12), "wide": array(3, 6),
             "tall": array(7, 4), "v5": array(5), "v6": array(6),
             "i6": np.ones(6, np.int32)}
    for name, values in saved.items():
        np.save(folder / f"{name}.npy", values)
    whole = (folder / "a.npy").read_bytes()
    (folder / "truncated.npy").write_bytes(whole[:-5])
    (folder / "header.npy").write_bytes(whole[:40])
    (folder / "empty.npy").write_bytes(b"")


def check(zyn_run, device, folder, module, entry, inputs, output, options):
    """Returns a description of the error if zyn-run does not reject the input as expected, or None."""
    if "--device" not in options:
        options = ["--device", device, *options]
    try:
        done = subprocess.run([zyn_run, module, "--entry", entry, *inputs, "-o", output, *options], cwd=folder,
                              capture_output=True, text=True, errors="replace", stdin=subprocess.DEVNULL, timeout=60)
    except subprocess.TimeoutExpired:
        return "timed out after 60 s"
    lines = done.stderr.strip().splitlines()
    left = [name for name in (output, "second.npy") if (folder / name).exists()]
    for name in left:
        (folder / name).unlink()
    if done.returncode != 1:
        return f"expected exit status 1, found {done.returncode}: {done.stderr[:500]}"
    if len(lines) != 1 or "error: " not in lines[0]:
        return f"expected one line with 'error: ', found {done.stderr[:500]!r}"
    if left:
        return f"expected no output, found {left[0]}"
    return None


def run(zyn_run, device, folder, wanted=""):
    """Returns pairs of the name of a case and a description of its error, or None."""
    folder = folder / "bad-input"
    make_files(folder)
    return [(name, check(zyn_run, device, folder, *rest)) for name, *rest in TABLE if wanted in name]
