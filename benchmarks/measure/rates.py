"""Tables of programs whose rate of operations counts, beside other sides on a GPU."""
import argparse
import math
import tempfile
from pathlib import Path

from measure import FAILED, cells, describe_gpu, graph_ms, import_torch, markdown_table, summarize, zyn_ms
from measure.sustained import count_copies, measure_sustained


class Case:
    """A program with elements of one type. Subclasses define `label` and what follows."""

    def module(self, type):
        """Returns the program for Zyn, whose function is main."""
        raise NotImplementedError

    def shapes(self):
        """Returns the shapes of the inputs of Zyn."""
        raise NotImplementedError

    def torch_inputs(self, torch, dtype, device):
        return tuple(torch.randn(shape, device=device).to(dtype) for shape in self.shapes())

    def torch_run(self, torch):
        """Returns what torch runs on the host, as a function of the inputs."""
        raise NotImplementedError

    def gpu_runs(self, torch):
        """Returns the other sides on a GPU, as functions of the inputs."""
        raise NotImplementedError

    def operations(self):
        raise NotImplementedError

    def total_bytes(self):
        """Returns the number of bytes of the operands and the result, of 16-bit elements."""
        raise NotImplementedError

    def inputs(self, type):
        return [f"random:{type}:" + "x".join(map(str, shape)) for shape in self.shapes()]


def show(case, ms):
    """Returns the cells of a time and of the rate, in 10^12 operations per second."""
    return [FAILED, ""] if math.isnan(ms) else [f"{ms:.4f}", f"{case.operations() / ms * 1e-9:.1f}"]


def measure_gpu(torch, case, type, options, folder):
    """Returns a row of the table, and the ratios of bursts and of sustained times to the first side."""
    file = Path(folder) / "main.mlir"
    file.write_text(case.module(type))
    dtype = {"bf16": torch.bfloat16, "f16": torch.float16}[type]
    operands, runs = case.torch_inputs(torch, dtype, "cuda"), case.gpu_runs(torch)
    bursts = {name: graph_ms(torch, run, operands) for name, run in runs.items()}
    bursts["zyn"] = zyn_ms(file, "main", case.inputs(type), "cuda", "--graph")
    first = next(iter(runs))
    line = [case.label, type, *show(case, bursts["zyn"]),
            *cells(bursts["zyn"], [bursts[name] for name in runs])]
    ratios = [bursts[first] / bursts["zyn"]]
    if options.bursts:
        return line, ratios
    sustained, clock = {}, None
    if not any(map(math.isnan, bursts.values())):
        copies = count_copies(torch, case.total_bytes())
        sets = [operands] + [tuple(operand.clone() for operand in operands) for _ in range(copies - 1)]
        sustained, clock = measure_sustained(torch, file, "main", case.inputs(type), copies,
                                             {name: (run, sets) for name, run in runs.items()}, bursts)
    zyn, *others = (sustained.get(name, math.nan) for name in ("zyn", *runs))
    line += [*show(case, zyn), *cells(zyn, others), str(clock or "")]
    return line, [*ratios, others[0] / zyn]


def parse_arguments(description, types):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--type", action="append", choices=["bf16", "f16"],
                        help=f"element type, may be given several times (default: {' and '.join(types)})")
    parser.add_argument("--filter", default="", help="only cases whose label contains this text")
    parser.add_argument("--bursts", action="store_true", help="do not measure sustained times")
    parser.add_argument("--markdown", metavar="FILE", help="also write the table to this file")
    return parser.parse_args()


def main(description, kind, cases, sides, types):
    """Measures `cases` beside `sides`, the names of what `gpu_runs` returns. Returns the exit status."""
    options = parse_arguments(description, types)
    torch = import_torch()
    if torch is None:
        return 0
    torch.backends.cudnn.benchmark = True

    header = [kind, "type", "zyn, ms", "TFLOP/s", *[text for side in sides for text in (f"{side}, ms", "ratio")]]
    if not options.bursts:
        header += ["sustained: zyn, ms", "TFLOP/s", *[text for side in sides for text in (f"{side}, ms", "ratio")], "MHz"]
    table, ratios = [], {}
    print("  ".join(header))
    with tempfile.TemporaryDirectory() as folder:
        for type in options.type or types:
            for case in cases:
                if options.filter not in case.label:
                    continue
                line, measured = measure_gpu(torch, case, type, options, folder)
                table.append(line)
                print("  ".join(line), flush=True)
                for name, ratio in zip(["bursts", "sustained"], measured):
                    ratios.setdefault(f"{type}, {name}", []).append(ratio)
    machine = describe_gpu(torch)
    summaries = [summarize(name, values) for name, values in ratios.items()]
    print(machine, *summaries, sep="\n")
    if options.markdown:
        Path(options.markdown).write_text("\n\n".join([machine, markdown_table(header, table), *summaries]) + "\n")
    return int(any(FAILED in line for line in table))
