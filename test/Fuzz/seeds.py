"""The inputs that the fuzzer mutates: test files with their command lines, and binary files generated from them."""
import pathlib
import re
import subprocess

PIPELINES = [["--zyn-to-llvm"], ["--zyn-to-nvvm"], ["--zyn-to-nvvm=chip=sm_90a"], ["--zyn-to-cuda"],
             ["--zyn-to-emulator"], ["--zyn-to-emulator=check=false"], ["--zyn-to-gpu"], ["--zyn-to-kernel"],
             ["--zyn-bufferize"], ["--vm-to-llvm"], ["--vm-to-nvvm"], ["--vm-to-cuda"], ["--vm-to-emulator"],
             ["--vm-to-llvm=engine=interpreter"], ["--vm-to-nvvm=engine=epochs"], ["--vm-optimize"],
             ["--canonicalize", "--cse"], ["--zyn-unroll=factor=2"], ["--zyn-unroll", "--zyn-fuse"],
             ["--instance-to-llvm"], ["--zyn-partial-evaluate"], ["--zyn-select-matrix-format=cost-model"],
             ["--mlir-print-op-generic"]]


class Chunk:
    """One module of a test without comments, and the options with which the test runs zyn-opt."""

    def __init__(self, text, options, is_valid):
        self.text, self.options, self.is_valid = text, options, is_valid
        self.is_program = "vm.program" in text


def options_of(text):
    """Returns the lists of options with which the RUN lines of a file run zyn-opt."""
    found = []
    for line in re.findall(r"RUN: (?:not )?zyn-opt ([^|\\\n]*)", text):
        words = re.findall(r"(?:[^\s'\"]|'[^']*'|\"[^\"]*\")+", line.split(">")[0].replace("2>&1", ""))
        options = [re.sub(r"['\"]", "", word) for word in words
                   if word.startswith("-") and not re.search(r"split-input|verify-diag|allow-unreg|^-o|%", word)]
        if options and options not in found:
            found.append(options)
    return found


def load_chunks(source):
    chunks = []
    for folder in ["test", "examples"]:
        for path in sorted((source / folder).rglob("*.mlir")):
            whole = path.read_text(errors="replace")
            # A schedule may request any amount of work, so a mutated number would look like a hang.
            if "transform." in whole:
                continue
            options = options_of(whole)
            is_valid = "expected-error" not in whole and "RUN: not " not in whole
            for text in re.split(r"^// -----.*$|^//--- .*$", whole, flags=re.M):
                text = re.sub(r"^ *//.*\n", "", text, flags=re.M).strip() + "\n"
                if len(text) > 20 and len(text) < 20_000:
                    chunks.append(Chunk(text, options, is_valid))
    return chunks


def make(command, folder, name):
    """Returns the contents of the file `name` to which `command` writes, or None if it fails."""
    path = folder / name
    done = subprocess.run([*command, "-o", str(path)], cwd=folder, stdin=subprocess.DEVNULL, capture_output=True,
                          timeout=120)
    return path.read_bytes() if done.returncode == 0 and path.exists() else None


class Seeds:
    def __init__(self, source, tools, folder):
        self.chunks = load_chunks(source)
        # Modules that are rejected without mutations are less useful, so only one of eight is kept.
        self.chunks = [chunk for i, chunk in enumerate(self.chunks) if chunk.is_valid or i % 8 == 0]
        self.texts = [chunk.text for chunk in self.chunks]
        self.programs = [chunk for chunk in self.chunks if chunk.is_program]
        self.runnable = [chunk for chunk in self.chunks if chunk.is_program or "func.func @" in chunk.text]
        self.tools = tools
        folder.mkdir(parents=True, exist_ok=True)
        # Only a few of each binary format, since each one requires a process.
        self.bytecode = self.made(folder, self.chunks[::max(1, len(self.chunks) // 40)], "zyn-opt",
                                  ["--emit-bytecode"], "seed.mlirbc")
        self.vmx = self.made(folder, self.programs[::max(1, len(self.programs) // 24)], "zyn-translate",
                             ["--vm-to-executable"], "seed.vmx")
        self.ptx = self.made(folder, [chunk for chunk in self.chunks if "gpu.func" in chunk.text][::30],
                             "zyn-translate", ["--zyn-to-ptx"], "seed.ptx")
        self.wasm = [path.read_bytes() for path in sorted((source / "test").rglob("*.wasm"))]
        self.npy = [path.read_bytes() for path in sorted((source / "examples").rglob("*.npy"))
                    if path.stat().st_size < 10_000]

    def made(self, folder, chunks, tool, options, name):
        made = []
        for chunk in chunks:
            path = folder / "seed.mlir"
            path.write_text(chunk.text)
            data = make([str(self.tools / tool), *options, str(path)], folder, name)
            if data:
                made.append(data)
        return made
