"""Sustained times: of series that alternate between Zyn and what it is compared with, on a GPU that is never idle long.

A series is SERIES seconds of runs without waiting in between; its time is that of all runs together, divided by their
number, so that it includes gaps between kernels, and that of a run on data that is not in L2, since the runs use
copies of the inputs in turn that have at least twice the size of L2, and each has its own result. The series of all
sides alternate, in both orders, first until the clock has been steady for STEADY rounds, but for at most WARM_LIMIT
seconds, and then for ROUNDS rounds, whose median is reported.

Zyn has no interface for Python yet, so its side is a process of zyn-run (`--copies`, `--lockstep`), which waits while
another side runs. Only one of the processes uses the GPU at a time. Switching takes time, so the first runs of a series
are not timed. All sides replay CUDA graphs of several runs (`zyn-run --graph`).
"""
import math
import os
import re
import statistics
import subprocess
import sys
import time

from measure.clock import Clock

SERIES = 0.1
ROUNDS = 10
STEADY = 5
TOLERANCE = 0.03  # of the clock, between the readings of as many rounds
WARM_LIMIT = 10.0
MAX_COPIES = 4096
MIN_GRAPH_RUNS = 16
START_LIMIT = 300  # seconds


def count_copies(torch, nbytes):
    """Returns how many copies of inputs and results with `nbytes` in total have twice the size of L2."""
    cache = getattr(torch.cuda.get_device_properties(0), "L2_cache_size", 50 << 20)
    return min(max(math.ceil(2 * cache / nbytes), 1), MAX_COPIES)


def series_runs(ms):
    """Returns the number of runs of a series, if one takes about `ms` milliseconds."""
    return max(math.ceil(SERIES * 1e3 / ms), 4)


class Graph:
    """A side that replays a CUDA graph with calls of `run`, with each of `copies`, which are tuples of inputs, in turn.
    `ms` is about the time of a call."""

    def __init__(self, torch, run, copies, ms):
        self.torch = torch
        run(*copies[0])
        torch.cuda.synchronize()
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            # Each result is kept until the next one for the same inputs, so that results use other memory, too.
            self.results = [run(*inputs) for inputs in copies]
            self.runs = len(copies)
            while self.runs < MIN_GRAPH_RUNS:
                for i, inputs in enumerate(copies):
                    self.results[i] = run(*inputs)
                self.runs += len(copies)
        self.replays = math.ceil(series_runs(ms) / self.runs)
        self.start, self.middle, self.stop = (torch.cuda.Event(enable_timing=True) for _ in range(3))

    def series(self, read_clock):
        """Returns the mean time of a run in milliseconds, and the clock meanwhile."""
        for _ in range(self.replays // 8 + 1):
            self.graph.replay()
        self.start.record()
        for replay in range(self.replays):
            self.graph.replay()
            if replay == self.replays // 2:
                self.middle.record()
        self.stop.record()
        self.middle.synchronize()
        clock = read_clock()
        self.stop.synchronize()
        return self.start.elapsed_time(self.stop) / (self.replays * self.runs), clock

    def close(self):
        del self.graph, self.results


class ZynRun:
    """A side that is a process of zyn-run with `copies` copies of `inputs`; a run takes about `ms` milliseconds."""

    def __init__(self, file, entry, inputs, copies, ms):
        command = [os.environ.get("ZYN_RUN", "zyn-run"), str(file), "--entry", entry, *inputs, "--device", "cuda",
                   "--copies", str(copies), "--lockstep", "--graph", "--repeat", str(series_runs(ms)), "--no-output",
                   "--timeout", str(START_LIMIT)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.read("device: ")

    def read(self, prefix):
        line = self.process.stdout.readline()
        if not line.startswith(prefix):
            self.process.stdin.close()
            self.process.wait()
            raise RuntimeError(f"zyn-run exited {self.process.returncode}")  # it has printed the reason
        return line

    def series(self, read_clock):
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        time.sleep(SERIES / 2)
        clock = read_clock()
        line = self.read("time: ")
        return float(re.search(r"mean ([0-9.]+) ms", line).group(1)), clock

    def close(self):
        try:
            self.process.stdin.close()
        except OSError:
            pass  # it has exited already
        self.process.wait()
        self.process.stdout.close()


def is_steady(clocks):
    """Whether the last STEADY rounds had about the same clock; `clocks` has a list for each round."""
    last = [clock for around in clocks[-STEADY:] for clock in around if clock is not None]
    return len(clocks) >= STEADY and (not last or max(last) - min(last) <= TOLERANCE * max(last))


def alternate(sides):
    """Returns the sustained time in milliseconds of each of `sides`, a dictionary, and the median of the clock in MHz
    or None."""
    read_clock = Clock().read
    times, clocks = {name: [] for name in sides}, []

    def play_round():
        clocks.append([])
        for name in list(sides)[::1 if len(clocks) % 2 else -1]:
            ms, clock = sides[name].series(read_clock)
            times[name].append(ms)
            clocks[-1].append(clock)

    until = time.perf_counter() + WARM_LIMIT
    while not is_steady(clocks) and time.perf_counter() < until:
        play_round()
    for _ in range(ROUNDS):
        play_round()
    known = [clock for around in clocks[-ROUNDS:] for clock in around if clock is not None]
    return ({name: statistics.median(values[-ROUNDS:]) for name, values in times.items()},
            round(statistics.median(known)) if known else None)


def measure_sustained(torch, file, entry, inputs, copies, runs, ms):
    """Returns the sustained times in milliseconds by side, and the clock in MHz or None. The sides are "zyn", which
    runs a function of `file` with `inputs`, and those of `runs`, which maps names to pairs of a function and its copies
    of inputs. `ms` has about the time of a run for each side. Times of failures are missing."""
    sides = {}
    try:
        for name, (run, sets) in runs.items():
            try:
                sides[name] = Graph(torch, run, sets, ms[name])
            except RuntimeError as error:
                print(f"{name}: {str(error).splitlines()[0]}", file=sys.stderr)
        try:
            sides["zyn"] = ZynRun(file, entry, inputs, copies, ms["zyn"])
        except (OSError, RuntimeError) as error:
            print(f"{file}: {error}", file=sys.stderr)
            return {}, None
        return alternate(sides)
    except (OSError, RuntimeError) as error:
        print(f"{file}: {error}", file=sys.stderr)
        return {}, None
    finally:
        for side in sides.values():
            side.close()
        sides.clear()
        torch.cuda.empty_cache()
