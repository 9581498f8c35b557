"""Generates cases, the input files and the command line of a child process, from a random.Random."""
import re
import zlib
from dataclasses import dataclass, field

import mutate
import seeds

DEVICES = ["cpu", "emulate"]
BATCH = 12  # chunks per zyn-opt process
# Host code is not checked, so only programs without ops that can access memory out of bounds run on the host.
UNSAFE = re.compile(r"\b(?:memref|llvm|vector|kernel|gpu|affine|bufferization|ptr)\.|tensor\.(?:extract|insert)|linalg\.|"
                    r"memref<|\binbounds")
# Accesses that the device pipelines do not reject in host code, where they are not checked.
UNCHECKED = re.compile(r"\baffine\.(?:load|store|vector)|\bmemref\.(?:atomic|generic_atomic)|"
                       r"\bvector\.(?:gather|scatter|masked|compress|expand)|\bllvm\.")
NPY_PROGRAM = """func.func @main(%a: tensor<?x?xf32>) -> tensor<?x?xf32> {
  return %a : tensor<?x?xf32>
}
"""
RUN_OPTIONS = ["--device", "--check", "--timeout", "--time", "--repeat", "--no-output", "--seed", "--memory-limit",
               "--entry", "--instances", "--engine", "--max-epochs", "--state", "--report", "--kernel", "--grid",
               "--block", "--shared", "--arg", "-o", "--list-devices", "--help", "--bogus", "-"]
VALUES = ["0", "1", "-1", "2", "1000", "4294967296", "9223372036854775808", "1e9", "nan", "", " ", "x.npy", "none.npy",
          "main", "a b", "cpu", "emulate", "cuda:99", "abacus", "all", "none", "aot", "epochs", "interpreter", "1,2,3",
          "1,,2", "64,64,64,64", "512MiB", "99999999GiB", "2XB", "random:f32:3", "random:f32:0x4", "zeros:i1:2x2",
          "ones:f99:3", "random:f32:", "random:f32:99999999999x99999999999", "inout:x.npy", "out:f32:8", "i32:5",
          "f32:x", "true", "0.5", "é", "%s%n", "/dev/null", "nowhere/y.npy", "module.mlir", "--device"]


@dataclass
class Case:
    kind: str
    command: list  # name of the tool, followed by its arguments; files by name
    files: dict = field(default_factory=dict)  # name: bytes
    parts: list = field(default_factory=list)  # texts of a batch

    def main_file(self):
        """Returns the name of the file to minimize, or None."""
        return next(iter(self.files), None)


def mutated(rng, chunk, all_seeds):
    return mutate.mutate_text(rng, chunk.text, all_seeds.texts)


def text_batch(rng, all_seeds):
    options = rng.choice(seeds.PIPELINES)
    if options[0].startswith("--vm"):
        chunks = [rng.choice(all_seeds.programs) for _ in range(BATCH)]
    else:
        chunks = [rng.choice(all_seeds.chunks) for _ in range(BATCH)]
        own = rng.choice(chunks).options
        if own and rng.random() < 0.4:
            options = rng.choice(own)
            chunks = [chunk for chunk in all_seeds.chunks if options in chunk.options] or chunks
            chunks = [rng.choice(chunks) for _ in range(BATCH)]
    return Case("text", ["zyn-opt", "--mlir-disable-threading", *options, "in.mlir"],
                parts=[mutated(rng, chunk, all_seeds) for chunk in chunks])


def translate(rng, all_seeds):
    option = rng.choice(["--zyn-to-ptx", "--zyn-to-ptx", "--zyn-to-llvmir", "--vm-to-executable"])
    chunk = rng.choice(all_seeds.programs if option.startswith("--vm") else all_seeds.chunks)
    return Case("translate", ["zyn-translate", option, "in.mlir", "-o", "out"],
                {"in.mlir": mutated(rng, chunk, all_seeds).encode("utf-8", "surrogateescape")})


def input_for(rng, type):
    """Returns an input that usually matches the type of an argument."""
    match = re.match(r"(?:tensor|memref)<((?:[\d?]+x)*)(\w+)", type)
    if rng.random() < 0.05:
        return rng.choice(VALUES)
    if not match:
        return str(rng.choice([0, 1, 2, 5, 64]))
    sizes = [size if size != "?" else str(rng.choice([0, 1, 3, 4, 16])) for size in match.group(1).split("x")[:-1]]
    if any(len(size) > 4 for size in sizes):
        sizes = ["3"] * len(sizes)
    return f"{rng.choice(['random', 'ones', 'zeros'])}:{match.group(2)}:{'x'.join(sizes)}"


def run_module(rng, all_seeds):
    chunk = rng.choice(all_seeds.programs if rng.random() < 0.25 else all_seeds.runnable)
    text = mutated(rng, chunk, all_seeds)
    if UNCHECKED.search(text):
        return translate(rng, all_seeds)
    device = rng.choice(DEVICES) if not UNSAFE.search(text) else "emulate"
    command = ["zyn-run", "in.mlir", "--device", device, "--timeout", "5", "--memory-limit", "256MiB"]
    if chunk.is_program:
        command += ["--instances", rng.choice(["1", "3", "40"]), "--max-epochs", "1000",
                    "--engine", rng.choice(["aot", "interpreter", "epochs"])]
    else:
        functions = re.findall(r"func\.func (?:public )?@([\w$.-]+)\(([^{}\n]*?)\)", text)
        if functions:
            name, arguments = rng.choice(functions)
            command += ["--entry", name]
            command += [input_for(rng, type) for type in re.findall(r"%\w+: *([^%]*?)(?:,\s*(?=%)|$)", arguments)]
    return Case("run", command, {"in.mlir": text.encode("utf-8", "surrogateescape")})


def bytecode(rng, all_seeds):
    data = bytes(mutate.change_bytes(rng, rng.choice(all_seeds.bytecode)))
    command = rng.choice([["zyn-opt", rng.choice(seeds.PIPELINES)[0], "in.mlirbc"], ["zyn-opt", "in.mlirbc"],
                          ["zyn-run", "in.mlirbc", "--device", "emulate", "--timeout", "5"]])
    return Case("bytecode", command, {"in.mlirbc": data})


def sealed(data):
    """Returns an executable with a valid size and checksum in its header (docs/vm-machine.md)."""
    data = bytearray(data)
    if len(data) >= 16:
        data[8:12] = len(data).to_bytes(4, "little")
        data[12:16] = zlib.crc32(data[:12] + bytes(4) + data[16:]).to_bytes(4, "little")
    return bytes(data)


def executable(rng, all_seeds):
    data = bytes(mutate.change_bytes(rng, rng.choice(all_seeds.vmx)))
    if rng.random() < 0.9:
        data = sealed(data)
    command = rng.choice([
        ["zyn-translate", "--executable-to-vm", "in.vmx", "-o", "out"],
        ["zyn-translate", "--executable-to-report", "in.vmx", "-o", "out"],
        ["zyn-run", "in.vmx", "--report", "--device", "cpu", "--timeout", "5"],
        ["zyn-run", "in.vmx", "--device", rng.choice(DEVICES), "--instances", "5", "--max-epochs", "1000", "--timeout",
         "5", "--memory-limit", "256MiB", "--engine", rng.choice(["aot", "interpreter", "epochs"])]])
    return Case("vmx", command, {"in.vmx": data})


def array(rng, all_seeds):
    data = bytes(mutate.change_bytes(rng, rng.choice(all_seeds.npy)))
    if rng.random() < 0.6:  # mutate the header of 128 bytes, which zyn-run parses
        data = bytes(mutate.change_bytes(rng, data[:128])) + data[128:]
    return Case("npy", ["zyn-run", "module.mlir", "in.npy", "--device", "cpu", "--memory-limit", "256MiB"],
                {"in.npy": data, "module.mlir": NPY_PROGRAM.encode()})


def ptx(rng, all_seeds):
    text = rng.choice(all_seeds.ptx).decode("utf-8", "replace")
    text = mutate.mutate_text(rng, text, [text])
    # Never on a GPU, which a kernel could block.
    return Case("ptx", ["zyn-run", "in.ptx", "--kernel", "f", "--grid", "1", "--block", "32", "--device",
                        rng.choice(DEVICES)], {"in.ptx": text.encode("utf-8", "surrogateescape")})


def wasm(rng, all_seeds):
    data = bytes(mutate.change_bytes(rng, rng.choice(all_seeds.wasm)))
    command = rng.choice([["zyn-translate", "--import-wasm", "in.wasm", "-o", "out"],
                          ["zyn-run", "in.wasm", "--timeout", "5", "--device", rng.choice(DEVICES), "--invoke",
                           rng.choice(["_start", "average", "base", "call", "divide", "fac", "loop"]), "--args",
                           rng.choice(VALUES), rng.choice(VALUES)]])
    return Case("wasm", command, {"in.wasm": data})


def command_line(rng, all_seeds):
    files = {"module.mlir": NPY_PROGRAM.encode(), "x.npy": rng.choice(all_seeds.npy)}
    if rng.random() < 0.6:
        command = ["zyn-run"] + ["module.mlir"] * (rng.random() < 0.9)
        for _ in range(rng.randrange(1, 6)):
            command += rng.choice([[rng.choice(RUN_OPTIONS)], [rng.choice(VALUES)],
                                   [rng.choice(RUN_OPTIONS), rng.choice(VALUES)]])
        rng.shuffle(command[1:])
        if "cuda:99" not in command:
            command += ["--device", rng.choice(DEVICES), "--timeout", "5"]
    else:
        option = rng.choice(rng.choice([options for chunk in all_seeds.chunks for options in chunk.options] +
                                       seeds.PIPELINES))
        option = mutate.change_tokens(rng, option, []) if rng.random() < 0.5 else mutate.change_number(rng, option, [])
        command = ["zyn-opt", "module.mlir", *option.split("\0"), *rng.choice([[], [rng.choice(VALUES)]])]
    return Case("command line", [word.replace("\0", "") for word in command], files)


KINDS = [(text_batch, 12), (translate, 4), (run_module, 8), (bytecode, 3), (executable, 3), (array, 2), (ptx, 1),
         (wasm, 3), (command_line, 3)]


def make_case(rng, all_seeds, wanted=""):
    kinds = [(make, weight) for make, weight in KINDS if not wanted or make.__name__ == wanted]
    (make,) = rng.choices([make for make, _ in kinds], [weight for _, weight in kinds])
    return make(rng, all_seeds)
