"""Tables of memory-bound programs: bursts and sustained times beside other sides, such as torch and a copy."""
import argparse
import math
import sys
import tempfile
from pathlib import Path

import numpy

from measure import FAILED, cells, describe_gpu, import_torch, markdown_table, summarize, torch_ms, zyn_ms
from measure.plot import Row, write_plot
from measure.sustained import count_copies, measure_sustained


class Case:
    """A program, its inputs, what torch runs on the same inputs, the number of bytes that both move at least, and the
    number of terms of a sum. `others` maps further sides to functions of the inputs."""

    def __init__(self, name, module, inputs, run, moved, terms=1, others=None):
        self.name, self.module, self.inputs, self.run, self.moved = name, module, inputs, run, moved
        self.terms, self.others = terms, others or {}


def torch_input(torch, text):
    """Returns what zyn-run reads from the file `text`, or generates for `text` with other random numbers."""
    if text.endswith(".npy"):
        return torch.from_numpy(numpy.load(text)).cuda()
    kind, type, shape = text.split(":")
    shape = [int(size) for size in shape.split("x")]
    if type.startswith("i"):
        bits = int(type[1:])
        dtype = {8: torch.int8, 16: torch.int16, 32: torch.int32, 64: torch.int64}[bits]
        first, last = (-2**(bits - 1), 2**(bits - 1) - 1) if kind == "bits" else (-100, 101)
        return torch.randint(first, last, shape, device="cuda", dtype=dtype)
    types = {"f64": torch.float64, "f32": torch.float32, "f16": torch.float16, "bf16": torch.bfloat16}
    return torch.randn(shape, device="cuda").to(types[type])


class Times:
    """The times of a case: dictionaries with the sides "zyn", "torch", "copy" and others, in milliseconds."""

    def __init__(self, case):
        self.case, self.bursts, self.sustained, self.clock = case, {}, {}, None

    def measure(self, torch, options, folder):
        case, file = self.case, Path(folder) / "main.mlir"
        file.write_text(case.module)
        copy = lambda source, target: target.copy_(source)

        def measured():
            """Returns new inputs of torch and of the copy."""
            source = torch.empty(case.moved // 2, dtype=torch.uint8, device="cuda")
            return [torch_input(torch, text) for text in case.inputs], (source, torch.empty_like(source))

        inputs, buffers = measured()
        self.bursts = {"torch": torch_ms(torch, lambda: case.run(*inputs)),
                       "copy": torch_ms(torch, lambda: copy(*buffers)),
                       "zyn": zyn_ms(file, "main", case.inputs, "cuda")}
        for name, run in case.others.items():
            self.bursts[name] = torch_ms(torch, lambda: run(*inputs))
        if options.bursts or math.isnan(self.bursts["zyn"]):
            return
        copies = count_copies(torch, case.moved)
        sets = [(inputs, buffers)] + [measured() for _ in range(copies - 1)]
        runs = {name: (run, [inputs for inputs, _ in sets])
                for name, run in [("torch", case.run), *case.others.items()]}
        runs["copy"] = (copy, [buffers for _, buffers in sets])
        self.sustained, self.clock = measure_sustained(torch, file, "main", case.inputs, copies, runs, self.bursts)

    def row(self, others, bursts_only):
        line = [self.case.name]
        for times in [self.bursts] if bursts_only else [self.bursts, self.sustained]:
            zyn = times.get("zyn", math.nan)
            line += [FAILED, ""] if math.isnan(zyn) else [f"{zyn:.4f}", f"{self.case.moved / zyn / 1e9:.2f}"]
            line += cells(zyn, [times.get(name, math.nan) for name in others])
        return line if bursts_only else line + [str(self.clock or "")]

    def plot_row(self, others):
        ratios = {}
        for name in others:
            for kind, times in [("bursts", self.bursts), ("sustained", self.sustained)]:
                ratios[f"{name}, {kind}"] = times.get(name, math.nan) / times.get("zyn", math.nan)
        return Row(self.case.name, ratios)


def main(description, cases, others, title):
    """Measures the cases that `cases(torch)` yields, beside the sides `others`. Returns the exit status."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--only", metavar="WORD", default="", help="measure the rows whose name contains WORD")
    parser.add_argument("--bursts", action="store_true", help="do not measure sustained times")
    parser.add_argument("--markdown", metavar="FILE", help="also write the table to this file")
    parser.add_argument("--plot", metavar="FILE.svg", help="write a chart of the ratios to this file")
    options = parser.parse_args()
    torch = import_torch()
    if torch is None:
        return 0

    sides = [text for name in others for text in (f"{name}, ms", f"{name} / zyn")]
    header = ["benchmark", "zyn, ms", "TB/s", *sides]
    if not options.bursts:
        header += ["sustained: zyn, ms", "TB/s", *sides, "MHz"]
    measured = []
    print("  ".join(header))
    with tempfile.TemporaryDirectory() as folder:
        for case in cases(torch):
            if options.only in case.name:
                measured.append(Times(case))
                measured[-1].measure(torch, options, folder)
                torch.cuda.empty_cache()  # zyn-run is another process and needs the memory
                print("  ".join(measured[-1].row(others, options.bursts)), flush=True)
    table = [times.row(others, options.bursts) for times in measured]
    plots = [times.plot_row(others) for times in measured]
    kinds = ["bursts"] if options.bursts else ["bursts", "sustained"]
    series = [f"{name}, {kind}" for name in others for kind in kinds]
    summaries = [summarize(name, [row.ratios[name] for row in plots]) for name in series]
    print("\n".join(["", describe_gpu(torch), *summaries]))
    if options.markdown:
        text = markdown_table(header, table)
        Path(options.markdown).write_text("\n\n".join([describe_gpu(torch), text, *summaries]) + "\n")
    if options.plot:
        write_plot(options.plot, f"{title}: time compared with Zyn's, {torch.cuda.get_device_name()}",
                   "time / time of Zyn (right of 1: Zyn is faster)", plots, series)
    return int(any(FAILED in row for row in table))
