#!/usr/bin/env python3
"""Benchmarks of the matrix VM: claims of its original description compared with measurements.

    python benchmarks/vm.py [--device cpu|cuda] [--markdown FILE] [--only SECTION]... [--most INSTANCES]

Sections: engines, matrices, storage, growth, linear. Runs on a GPU if there is one, otherwise on the host. The claims
are those of the original description of the VM; the anchors are handwritten CUDA code for the same loop on an H200.
Environment: ZYN_RUN is the zyn-run to measure. Times are medians of 5 runs. Exits with 1 if a program could not be run.
"""
import argparse
import sys
import tempfile
from pathlib import Path

import numpy as np

from measure.machine import ROOT, Failed, has_gpu, measure, rate_text, table, translate

import reference
import vmx
from inputs import inputs
from machine import Machine

HERE = Path(__file__).resolve().parent
ENGINES = ["epochs", "interpreter", "aot"]
COUNTS = [1024, 10240, 102400, 1024000]
ANCHORS = {"epochs": [3.9e7, 3.6e8, 1.0e9, 1.2e9], "interpreter": [7.5e9, 7.4e10, 3.0e11, 4.0e11],
           "aot": [5.0e10, 4.3e11, 7.3e11, 8.8e11]}  # instructions per second, at COUNTS
CLAIMED_RATE = 1.67e7
LOOP, TURN = 8, 64  # instructions per iteration of the anchor's loop, iterations per repetition
SECONDS = 0.3  # target duration of a run of the anchor
L1 = 228 * 1024  # bytes of L1 cache per multiprocessor of an H200
MATRIX = 32 * 32 * 4  # bytes of a matrix with all elements
EXAMPLES = list(reference.PROGRAMS)


def matrix_program(terms):
    """Returns a program with eight random matrices in a loop of 64 iterations; rows are sums of `terms` registers."""
    rng = np.random.default_rng(terms)
    row = lambda r: f"r{r} = " + " + ".join(
        f"{rng.integers(2, 1000)} * r{c}" for c in sorted(rng.choice(27, terms, replace=False)))
    # The counter is in memory, since the matrices use all registers.
    lines = [f"    %{i + 1} = vm.linear %{i} {{{', '.join(map(row, range(27)))}}} : i32" for i in range(8)]
    return "\n".join([
        "vm.program @matrices : i32 {", "  vm.buffer @round instance : tensor<1xi32>",
        "  vm.routine @main(%s: !vm.state<i32>) {", "    vm.jump %s ^loop : i32", "  ^loop(%0: !vm.state<i32>):", *lines,
        "    %9 = vm.load %8 {r0 = @round[0]} : i32", "    %10 = vm.linear %9 {r0 = r0 + 1} : i32",
        "    %11 = vm.store %10 {@round[0] = r0} : i32", "    vm.branch %11 {r0 slt 64} ^loop, ^done : i32",
        "  ^done(%12: !vm.state<i32>):", "    vm.halt %12 : i32", "  }", "  vm.phase @all {", "    vm.launch @main", "  }",
        "}"])


class Bench:
    def __init__(self, options, folder):
        self.options, self.folder, self.failed = options, folder, False

    def attempt(self, what, work):
        """Returns the result of `work`, or None and prints a line to standard error if it fails."""
        try:
            return work()
        except Failed as error:
            print(f"{what}: {error}", file=sys.stderr)
            self.failed = True
            return None

    def example(self, name, file, instances, engine):
        return measure(file, inputs(name, instances).values(), instances, engine, self.options.device, self.folder)

    # --- Engines ---

    def anchor(self, engine, instances):
        """Runs the loop with as many repetitions as take SECONDS."""
        program = HERE / "vm/anchor.mlir"
        run = lambda turns, repeat: measure(program, [np.array([turns], np.int32)], instances, engine,
                                            self.options.device, self.folder, repeat)
        few = run(1, 1)
        return run(int(np.clip(few.rate * SECONDS / (LOOP * TURN * instances), 1, 10**5)), 5)

    def engines(self):
        rows = []
        for engine in ENGINES:
            for instances, anchor in zip(COUNTS, ANCHORS[engine]):
                if instances > self.options.most:
                    continue
                run = self.attempt(f"{engine}, {instances}", lambda: self.anchor(engine, instances))
                cells = ["failed", "", rate_text(anchor), ""]
                if run:
                    cells = [rate_text(run.rate), f"{run.rate / CLAIMED_RATE:,.0f}", rate_text(anchor),
                             f"{run.rate / anchor:.2f}"]
                rows.append([engine, f"{instances:,}", *cells])
        return "Instructions per second in a loop of eight instructions (claimed: 1.67e7)", table(
            ["engine", "instances", "measured", "ratio to the claim", "handwritten CUDA, H200", "ratio to CUDA"], rows)

    # --- Matrices ---

    def matrices(self):
        """Runs a loop of eight matrices of 27 rows in the interpreter, with an increasing number of non-zeros."""
        instances, rows, multiplications = min(self.options.most, 102400), [], 8 * 64
        for terms in (1, 2, 3, 5, 8, 14, 27):
            def work():
                source = f"{self.folder}/matrices-{terms}.mlir"
                Path(source).write_text(matrix_program(terms))
                files = {format: translate(source, f"{source}-{format}.vmx", format) for format in ("csr", "dense")}
                size = lambda format: np.mean([matrix.bytes + 16 for matrix in vmx.load(files[format]).matrices])
                seconds = {format: measure(file, [], instances, "interpreter", self.options.device,
                                           self.folder).seconds for format, file in files.items()}
                each = lambda format: f"{1e9 * seconds[format] / (multiplications * instances):.3g}"
                return [f"{100 * (27 * terms + 5) / 1024:.0f} %", f"{size('csr'):,.0f}", f"{size('dense'):,.0f}",
                        f"{100 * (1 - size('csr') / size('dense')):.0f} %", each("csr"), each("dense"),
                        f"{seconds['dense'] / seconds['csr']:.2f}"]

            rows.append([f"{terms}", *(self.attempt(f"{terms} terms", work) or ["failed"] + [""] * 6)])
        return (f"Multiplication of a matrix of 27 rows by the state in the interpreter, {instances:,} instances "
                "(claimed for sparse matrices: 12 times faster, 72 % less to read)",
                table(["terms per row", "non-zeros", "bytes, CSR", "bytes, dense", "saved", "ns, CSR", "ns, dense",
                       "speedup"], rows))

    # --- Storage ---

    def stored(self, name):
        """Compares the sizes of the examples' files and matrices, including records, for each storage format."""
        files, sizes = {}, {}
        for format in ("dense", "csr", "auto"):
            files[format] = translate(ROOT / f"examples/vm/{name}.mlir", f"{self.folder}/{name}-{format}.vmx", format)
            matrices = vmx.load(files[format]).matrices
            sizes[format] = sum(matrix.bytes + 16 for matrix in matrices)
        return files, sizes, len(matrices)

    def storage(self):
        instances = min(self.options.most, 10240 if self.options.device.startswith("cuda") else 1024)
        rows, sums = [], np.zeros(6)
        for name in EXAMPLES:
            def work():
                files, sizes, count = self.stored(name)
                return sizes, count, {format: self.example(name, file, instances, "interpreter").seconds
                                      for format, file in files.items()}

            result = self.attempt(name, work)
            if not result:
                rows.append([name, "failed", *[""] * 8])
                continue
            sizes, count, seconds = result
            whole = count * (MATRIX + 16)
            sums += [count, whole, sizes["dense"], sizes["csr"], sizes["auto"], seconds["dense"] / seconds["auto"]]
            rows.append([name, f"{count}", f"{whole:,}", *(f"{sizes[format]:,}" for format in ("dense", "csr", "auto")),
                         f"{100 * (1 - sizes['auto'] / whole):.0f} %",
                         *(f"{1e3 * seconds[format]:.2f}" for format in ("dense", "csr", "auto"))])
        text = table(["program", "matrices", "full matrices", "dense rows", "CSR", "hybrid", "saved",
                      "dense, ms", "CSR, ms", "hybrid, ms"], rows)
        good = [row for row in rows if row[1] != "failed"]
        if good:
            text += "\n\n" + self.storage_claims(sums, good)
        return ("Bytes of the examples' matrices, with all linear instructions as matrices, and times of the "
                f"interpreter with {instances:,} instances", text)

    def storage_claims(self, sums, rows):
        count, whole, dense, csr, hybrid, faster = sums
        compute = [float(row[7]) / float(row[8]) for row in rows if float(row[8])]
        return table(["claim", "claimed", "measured"], [
            ["bytes saved, compared with full matrices", "81 %", f"{100 * (1 - hybrid / whole):.0f} %"],
            ["bytes saved, compared with dense rows", "", f"{100 * (1 - hybrid / dense):.0f} %"],
            ["speedup of whole programs, CSR over dense", "12 times",
             f"{min(compute):.2f} to {max(compute):.2f} times"],
            ["bytes read, CSR compared with full matrices", "72 % less", f"{100 * (1 - csr / whole):.0f} % less"],
            ["bytes read, CSR compared with dense rows", "", f"{100 * (1 - csr / dense):.0f} % less"],
            ["mean speedup of whole programs, hybrid over dense", "8 times; elsewhere 1.33",
             f"{faster / len(rows):.2f} times"],
            ["matrices that fit into 228 KiB of L1, hybrid and full", "6 times more",
             f"{L1 * count / hybrid:,.0f} and {L1 // (MATRIX + 16)}: {whole / hybrid:.1f} times"]])

    # --- Growth ---

    def growth(self):
        names, rows = ["pricing", "epidemic", "search", "machine"], []
        counts = [count for count in COUNTS if count <= self.options.most]
        for name in names:
            cells = []
            for instances in counts:
                given = {"wanted": np.array([-1, 0x1DEA], np.int32)} if name == "search" else inputs(name, instances)
                run = self.attempt(f"{name}, {instances}", lambda: measure(
                    ROOT / f"examples/vm/{name}.mlir", given.values(), instances, self.options.engine,
                    self.options.device, self.folder))
                cells += [f"{1e3 * run.seconds:.2f} ms, {1e9 * run.seconds / instances:,.0f} ns"] if run else ["failed"]
            rows.append([name, *cells])
        return (f"Cost of {self.options.engine} as the number of instances increases, per run and per instance",
                table(["program", *(f"{count:,}" for count in counts)], rows))

    # --- Linear instructions ---

    def linear(self):
        """Counts linear instructions with the VM in NumPy, which is slow, for 64 instances."""
        instances, rows = 64, []
        for name in EXAMPLES:
            cells = []
            for optimize in (False, True):
                def work():
                    file = translate(ROOT / f"examples/vm/{name}.mlir", f"{self.folder}/{name}-{optimize}.vmx",
                                     optimize=optimize)
                    executable = vmx.load(file)
                    with np.errstate(all="ignore"):
                        machine = Machine(executable, instances, 0, None, list(inputs(name, instances).values())).run()
                    opcodes = executable.instructions[:, 0] & 255
                    return [f"{100 * (opcodes < 16).mean():.0f} %",
                            f"{100 * machine.linear_steps / machine.steps:.0f} %", f"{machine.steps / instances:,.0f}"]

                cells += self.attempt(name, work) or ["failed", "", ""]
            rows.append([name, *cells])
        return "Share of linear instructions (claimed: 60 to 80 %)", table(
            ["program", "static", "dynamic", "executed per instance", "optimized: static", "dynamic",
             "executed per instance"], rows)


def main():
    sections = ["engines", "matrices", "storage", "growth", "linear"]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--device", help="cpu, cuda or cuda:N; default: a GPU if there is one, otherwise cpu")
    parser.add_argument("--engine", default="aot", help="engine of the section growth (default: %(default)s)")
    parser.add_argument("--most", type=int, help="maximum number of instances; default: 1,024,000 on a GPU, 10,240 on the host")
    parser.add_argument("--only", action="append", choices=sections, help="section to run; may be given several times")
    parser.add_argument("--markdown", metavar="FILE", help="also write the tables to this file")
    options = parser.parse_args()
    options.device = options.device or ("cuda" if has_gpu() else "cpu")
    options.most = options.most or (COUNTS[-1] if options.device.startswith("cuda") else 10240)
    texts = []
    with tempfile.TemporaryDirectory(prefix="zyn-bench-") as folder:
        bench = Bench(options, folder)
        for section in options.only or sections:
            title, text = getattr(bench, section)()
            texts.append(f"**{title}**\n\n{text}\n")
            print(texts[-1], flush=True)
    if options.markdown:
        Path(options.markdown).write_text(f"Device: {options.device}\n\n" + "\n".join(texts))
    return int(bench.failed)


if __name__ == "__main__":
    sys.exit(main())
