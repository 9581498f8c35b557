#!/usr/bin/env python3
"""Tests the emulator's checker on small kernels, which are either correct or contain one mistake.

    rules.py --bin FOLDER [--filter TEXT] [--seeds 0,1]

A kernel has 1,024 words of shared memory %s and of global memory %g, four mbarriers %bars, and the values of PRELUDE.
Loaded values are stored to %out. The rules are those of the dialect's reference or, if it does not define them, of the
PTX ISA.
"""
import argparse
import itertools
import re
import subprocess
import sys
import tempfile
from pathlib import Path

SHARED, GLOBAL = "memref<1024xi32, #shared>", "memref<1024xi32>"
CLUSTER, BARRIERS = "memref<1024xi32, #kernel.cluster>", "memref<4x!kernel.mbarrier, #shared>"
TYPES = {"s": SHARED, "g": GLOBAL, "out": GLOBAL, "far": CLUSTER}
names = (f"%v{i}" for i in itertools.count())

PRELUDE = """
%t = kernel.thread_id x
%b = kernel.block_id x
%l = kernel.lane_id
%b0 = arith.muli %b, %nt : index
%gid = arith.addi %b0, %t : index
%tv = arith.index_cast %t : index to i32
%rev = arith.subi %last, %t : index
%rev32 = arith.subi %c31, %l : index
%t8 = arith.addi %t, %c8 : index
%t64 = arith.addi %t, %c64 : index
%bit = arith.remui %t, %c2 : index
%pair = arith.divui %t, %c2 : index
%count = arith.addi %bit, %c1 : index
%b1 = arith.addi %b, %c1 : index
%next = arith.remui %b1, %c2 : index
%isFirst = arith.cmpi eq, %t, %c0 : index
%isSecond = arith.cmpi eq, %t, %c1 : index
%isWarp0 = arith.cmpi ult, %t, %c32 : index
%isLow = arith.cmpi ult, %l, %c16 : index
%isOdd = arith.cmpi eq, %bit, %c1 : index
%isBlock0 = arith.cmpi eq, %b, %c0 : index
%isBlock1 = arith.cmpi eq, %b, %c1 : index
"""


def store(memory, index, value="%tv"):
    return f"kernel.store {value}, %{memory}[{index}] : i32, {TYPES[memory]}\n"


def load(memory, index):
    value = next(names)
    return f"{value} = kernel.load %{memory}[{index}] : {TYPES[memory]}, i32\n" + store("out", "%gid", value)


def when(condition, then, otherwise=""):
    return f"scf.if {condition} {{\n{then}}} else {{\n{otherwise}}}\n"


def repeat(body, count="%c4"):
    return f"scf.for %i = %c0 to {count} step %c1 {{\n{body}}}\n"


def signal(index="%c0", scope="device", order="release"):
    return f"kernel.atomic_store {scope} {order} %one, %g[{index}] : i32, {GLOBAL}\n"


def await_(index="%c0", scope="device", order="acquire", least=1):
    value, isLess = next(names), next(names)
    return (f"scf.while : () -> () {{\n{value} = kernel.atomic_load {scope} {order} %g[{index}] : {GLOBAL}\n"
            f"{isLess} = arith.cmpi slt, {value}, %i{least} : i32\nscf.condition({isLess})\n}} do {{\nscf.yield\n}}\n")


def add(scope="device"):
    return f"{next(names)} = kernel.atomic add {scope} relaxed %one, %g[%c0] : i32, {GLOBAL}\n"


def barrier(id, count):
    return f"kernel.barrier id = {id} count = {count}\n"


def arrive(id, count):
    return f"kernel.barrier.arrive id = {id} count = {count}\n"


def init(count):
    return when("%isFirst", f"kernel.mbarrier.init %bars[%c0], {count} : {BARRIERS}\nkernel.fence.mbarrier_init\n")


def wait(parity="%zero", scope=""):
    return f"kernel.mbarrier.wait %bars[%c0], {parity}{scope} : {BARRIERS}, i32\n"


def copy(source, destination):
    return f"kernel.async_copy %g[{source}], %s[{destination}] bytes 4 : {GLOBAL}, {SHARED}\n"


def vote(predicate="%isOdd", kind="ballot"):
    return f"{next(names)} = kernel.vote {kind} {predicate}\n"


BLOCK, WARP, CLUSTER_BARRIER = "kernel.barrier\n", "kernel.warp_barrier\n", "kernel.cluster_barrier\n"
RELAXED = "kernel.cluster_barrier.arrive relaxed\nkernel.cluster_barrier.wait\n"
COMMIT, DONE, ALL_BUT_ONE = "kernel.async_commit\n", "kernel.async_wait 0\n", "kernel.async_wait 1\n"
ARRIVE = f"kernel.mbarrier.arrive %bars[%c0] : {BARRIERS}\n"
ARRIVE_REMOTE = f"kernel.mbarrier.arrive_remote %bars[%c0], block %next : {BARRIERS}\n"
MAP = f"%far = kernel.map_shared %s, %next : {SHARED} to {CLUSTER}\n"
FENCE = "kernel.fence device\n"
ODDS, EVENS = "kernel.warp_barrier mask %odds\n", "kernel.warp_barrier mask %evens\n"
PARITY = "%i32 = arith.index_cast %i : index to i32\n%parity = arith.remui %i32, %i2 : i32\n"

CLEAN, RACE, ANY_RACE = "", "data race", "data race|uninitiali"

# Name, body, expected finding, threads, blocks, blocks per cluster.
CASES = [
    # Barriers of the block.
    ("barrier", store("s", "%t") + BLOCK + load("s", "%rev"), CLEAN, 64),
    ("barrier: missing", store("s", "%t") + load("s", "%rev"), ANY_RACE, 64),
    ("barrier: some threads have ended", when("%isWarp0", BLOCK), "divergent barrier", 64),
    ("named barrier", when("%isWarp0", store("s", "%t") + barrier(1, 64), barrier(1, 64) + load("s", "%rev")), CLEAN, 64),
    ("named barrier: of one warp", when("%isWarp0", store("s", "%t") + barrier(3, 32) + load("s", "%rev32")), CLEAN, 64),
    ("named barrier: another id", when("%isWarp0", arrive(1, 64), barrier(2, 64)), "deadlock", 64),
    ("named barrier: another count", when("%isWarp0", barrier(1, 64), barrier(1, 32)), "is for", 64),
    ("named barrier: halves of warps", when("%isLow", barrier(1, 32)), "divergent barrier: only 16 of the 32", 64),
    ("named barrier: arrives too early",
     when("%isWarp0", arrive(1, 64) + store("s", "%t"), barrier(1, 64) + load("s", "%rev")), ANY_RACE, 64),
    ("named barriers: full and empty",
     repeat(when("%isWarp0", store("s", "%t") + arrive(1, 64) + barrier(2, 64),
                 barrier(1, 64) + load("s", "%rev") + arrive(2, 64))), CLEAN, 64),
    ("named barriers: no thread waits for empty",
     repeat(when("%isWarp0", store("s", "%t") + barrier(1, 64), barrier(1, 64) + load("s", "%rev"))), RACE, 64),
    # Warps.
    ("warp barrier", store("s", "%t") + WARP + load("s", "%rev32"), CLEAN, 32),
    ("warp barrier: another warp", store("s", "%t") + WARP + load("s", "%rev"), ANY_RACE, 64),
    ("warp barrier: missing", store("s", "%t") + load("s", "%rev32"), ANY_RACE, 32),
    ("warp barrier: of a part", store("s", "%t") + WARP + load("s", "%t") + vote(), CLEAN, 40),
    ("warp barrier: in both branches", when("%isOdd", WARP + load("s", "%pair"), store("s", "%pair") + WARP), CLEAN, 32),
    ("warp barrier: in both branches, read before",
     when("%isOdd", load("s", "%pair") + WARP, store("s", "%pair") + WARP), ANY_RACE, 32),
    ("warp barrier: masks of the branches", when("%isOdd", ODDS, EVENS), CLEAN, 32),
    ("warp barrier: masks of the branches, read across",
     when("%isOdd", ODDS + load("s", "%pair"), store("s", "%pair") + EVENS), ANY_RACE, 32),
    ("warp barrier: not in its mask", ODDS, "not in", 32),
    ("warp barrier: after loops of two lengths", repeat(store("s", "%t"), "%count") + WARP + load("s", "%rev32"), CLEAN, 32),
    ("warp barrier: in a loop of two lengths", repeat(WARP, "%count"), "deadlock", 32),
    ("shuffle: orders nothing",
     store("s", "%t") + "%r, %valid = kernel.shuffle xor %tv, %one : i32\n" + load("s", "%rev32"), ANY_RACE, 32),
    ("vote: orders nothing", store("s", "%t") + vote() + load("s", "%rev32"), ANY_RACE, 32),
    ("vote: in both branches", when("%isOdd", vote(), vote("%isFirst")), CLEAN, 32),
    ("vote: another kind in the other branch", when("%isOdd", vote(), vote(kind="any")), "deadlock", 32),
    ("vote: some lanes have ended", "cf.cond_br %isOdd, ^end, ^go\n^go:\n" + vote() + "cf.br ^end\n^end:\n", CLEAN, 32),
    # Atomics, fences and scopes.
    ("flag", when("%isBlock0", store("g", "%c8") + signal(), await_() + load("g", "%c8")), CLEAN, 1, 2),
    ("flag: read relaxed",
     when("%isBlock0", store("g", "%c8") + signal(), await_(order="relaxed") + load("g", "%c8")), RACE, 1, 2),
    ("flag: read plainly", when("%isBlock0", signal(), load("g", "%c0")), RACE, 1, 2),
    ("flag: with fences",
     when("%isBlock0", store("g", "%c8") + FENCE + signal(order="relaxed"),
          await_(order="relaxed") + FENCE + load("g", "%c8")), CLEAN, 1, 2),
    ("flag: with a fence too late",
     when("%isBlock0", store("g", "%c8") + signal(order="relaxed") + FENCE,
          await_(order="relaxed") + FENCE + load("g", "%c8")), RACE, 1, 2),
    ("flag: scope of the block, another block",
     when("%isBlock0", store("g", "%c8") + signal(scope="block"), await_(scope="block") + load("g", "%c8")), RACE, 1, 2),
    ("flag: scope of the block, one side",
     when("%isBlock0", store("g", "%c8") + signal(scope="block"), await_() + load("g", "%c8")), RACE, 1, 2),
    ("flag: scope of the block, same block",
     when("%isFirst", store("g", "%c8") + signal(scope="block"),
          when("%isSecond", await_(scope="block") + load("g", "%c8"))), CLEAN, 64),
    ("flag: scope of the cluster, same cluster",
     when("%isBlock0", store("g", "%c8") + signal(scope="cluster"), await_(scope="cluster") + load("g", "%c8")),
     CLEAN, 1, 2, 2),
    ("flag: scope of the cluster, another cluster",
     when("%isBlock0", store("g", "%c8") + signal(scope="cluster"), await_(scope="cluster") + load("g", "%c8")),
     RACE, 1, 2),
    ("flag: passed on",
     when("%isBlock0", store("g", "%c8") + signal(),
          when("%isBlock1", await_() + signal("%c1"), await_("%c1") + load("g", "%c8"))), CLEAN, 1, 3),
    ("flag: passed on, read relaxed",
     when("%isBlock0", store("g", "%c8") + signal(),
          when("%isBlock1", await_(order="relaxed") + signal("%c1"), await_("%c1") + load("g", "%c8"))), RACE, 1, 3),
    ("flag: through an atomic update",
     when("%isBlock0", store("g", "%c8") + signal(),
          when("%isBlock1", await_(order="relaxed") + add(), await_(least=2) + load("g", "%c8"))), CLEAN, 1, 3),
    ("flag: for the block, with barriers",
     when("%isBlock0", store("g", "%t8") + BLOCK + when("%isFirst", signal()),
          when("%isFirst", await_()) + BLOCK + load("g", "%t8")), CLEAN, 64, 2),
    ("flag: for the block, without a barrier before it",
     when("%isBlock0", store("g", "%t8") + when("%isFirst", signal()),
          when("%isFirst", await_()) + BLOCK + load("g", "%t8")), RACE, 64, 2),
    ("counter", add(), CLEAN, 64, 3),
    ("counter: read plainly", add() + load("g", "%c0"), RACE, 64),
    ("counter: read after a barrier", add("block") + BLOCK + load("g", "%c0"), CLEAN, 64),
    ("blocks: disjoint", store("g", "%gid") + load("g", "%gid"), CLEAN, 64, 4),
    ("blocks: one writes, one reads", when("%isBlock0", store("g", "%c0"), load("g", "%c0")), RACE, 1, 2),
    ("blocks: all write the same", store("g", "%c0", "%one"), RACE, 1, 3),
    # Asynchronous copies.
    ("copy", copy("%t", "%t") + COMMIT + DONE + load("s", "%t"), CLEAN, 64),
    ("copy: without a wait", copy("%t", "%t") + COMMIT + load("s", "%t"), RACE, 64),
    ("copy: not committed", copy("%t", "%t") + DONE + load("s", "%t"), RACE, 64),
    ("copy: read by another thread", copy("%t", "%t") + COMMIT + DONE + load("s", "%rev"), RACE, 64),
    ("copy: read after a barrier", copy("%t", "%t") + COMMIT + DONE + BLOCK + load("s", "%rev"), CLEAN, 64),
    ("copy: source overwritten", copy("%t", "%t") + COMMIT + store("g", "%t") + DONE, RACE, 64),
    ("copy: same bytes in one group", copy("%t", "%t") + copy("%t64", "%t") + COMMIT + DONE + load("s", "%t"),
     "copies of one group are not ordered", 64),
    ("copy: same bytes in two groups", copy("%t", "%t") + COMMIT + copy("%t64", "%t") + COMMIT + DONE, RACE, 64),
    ("copy: same source in one group", copy("%t", "%t") + copy("%t", "%t64") + COMMIT + DONE + load("s", "%t64"), CLEAN, 64),
    ("copy: the oldest of two groups",
     copy("%t", "%t") + COMMIT + copy("%t", "%t64") + COMMIT + ALL_BUT_ONE + load("s", "%t"), CLEAN, 64),
    ("copy: the newest of two groups",
     copy("%t", "%t") + COMMIT + copy("%t", "%t64") + COMMIT + ALL_BUT_ONE + load("s", "%t64"), RACE, 64),
    ("copy: in a loop", repeat(copy("%t", "%t") + COMMIT + DONE + load("s", "%t")), CLEAN, 64),
    ("copy: in a loop, without a wait", repeat(copy("%t", "%t") + COMMIT) + DONE, RACE, 64),
    ("copy: with an mbarrier",
     init("%threads") + BLOCK + copy("%t", "%t") + f"kernel.async_arrive %bars[%c0] : {BARRIERS}\n" + wait() +
     load("s", "%rev"), CLEAN, 64),
    # mbarriers.
    ("mbarrier", init("%threads") + BLOCK + store("s", "%t") + ARRIVE + wait() + load("s", "%rev"), CLEAN, 64),
    ("mbarrier: used before a barrier", init("%threads") + store("s", "%t") + ARRIVE + wait(), "error", 64),
    ("mbarrier: wrong parity",
     init("%threads") + BLOCK + store("s", "%t") + ARRIVE + wait("%one") + load("s", "%rev"), ANY_RACE, 64),
    ("mbarrier: arrives too early",
     init("%threads") + BLOCK + ARRIVE + store("s", "%t") + wait() + load("s", "%rev"), ANY_RACE, 64),
    ("mbarrier: phases",
     init("%threads") + BLOCK + repeat(PARITY + store("s", "%t") + ARRIVE + wait("%parity") + load("s", "%rev") + BLOCK),
     CLEAN, 64),
    ("mbarrier: phases, read while the next is written",
     init("%threads") + BLOCK + repeat(PARITY + store("s", "%t") + ARRIVE + wait("%parity") + load("s", "%rev")),
     RACE, 64),
    # Clusters.
    ("cluster", CLUSTER_BARRIER + MAP + store("far", "%t") + CLUSTER_BARRIER + load("s", "%rev"), CLEAN, 64, 4, 2),
    ("cluster: stores before the start", MAP + store("far", "%t") + CLUSTER_BARRIER + load("s", "%rev"),
     "access before start", 64, 4, 2),
    ("cluster: stores between arrival and wait",
     "kernel.cluster_barrier.arrive\n" + MAP + store("far", "%t") + "kernel.cluster_barrier.wait\n" + CLUSTER_BARRIER,
     "access before start", 64, 4, 2),
    ("cluster: a relaxed barrier at the start",
     RELAXED + MAP + store("far", "%t") + CLUSTER_BARRIER + load("s", "%rev"), CLEAN, 64, 4, 2),
    ("cluster: a relaxed barrier for data", store("s", "%t") + RELAXED + MAP + load("far", "%t") + CLUSTER_BARRIER,
     RACE, 64, 4, 2),
    ("cluster: a relaxed barrier after a fence",
     store("s", "%t") + "kernel.fence cluster\n" + RELAXED + MAP + load("far", "%t") + CLUSTER_BARRIER, CLEAN, 64, 4, 2),
    ("cluster: no barrier at the end", store("s", "%t") + CLUSTER_BARRIER + MAP + load("far", "%t"), "error", 64, 4, 2),
    ("cluster: a remote mbarrier",
     init("%threads") + CLUSTER_BARRIER + MAP + store("far", "%t") + ARRIVE_REMOTE + wait(scope=" scope cluster") +
     load("s", "%rev") + CLUSTER_BARRIER, CLEAN, 64, 4, 2),
    ("cluster: a remote mbarrier after a relaxed barrier",
     init("%threads") + RELAXED + MAP + store("far", "%t") + ARRIVE_REMOTE + wait(scope=" scope cluster") +
     load("s", "%rev") + CLUSTER_BARRIER, CLEAN, 64, 4, 2),
    ("cluster: a remote mbarrier, scope of the block",
     init("%threads") + CLUSTER_BARRIER + MAP + store("far", "%t") + ARRIVE_REMOTE + wait() + load("s", "%rev") +
     CLUSTER_BARRIER, ANY_RACE, 64, 4, 2),
]


def program(body, threads, blocks=1, cluster=1):
    constants = [f"%c{i} = arith.constant {i} : index" for i in (0, 1, 2, 4, 8, 16, 31, 32, 64)]
    constants += [f"%i{i} = arith.constant {i} : i32" for i in (1, 2)]
    constants += [f"%{name} = arith.constant {value} : i32" for name, value in (
        ("zero", 0), ("one", 1), ("threads", threads), ("odds", 0xaaaaaaaa - (1 << 32)), ("evens", 0x55555555))]
    constants += [f"%nt = arith.constant {threads} : index", f"%last = arith.constant {threads - 1} : index"]
    attributes = f" attributes {{known_cluster_size = array<i32: {cluster}, 1, 1>}}" if cluster > 1 else ""
    return f"""#shared = #gpu.address_space<workgroup>
module attributes {{gpu.container_module}} {{
gpu.module @m {{
gpu.func @k(%g: {GLOBAL}, %out: {GLOBAL}) kernel{attributes} {{
%s = kernel.shared : {SHARED}
%bars = kernel.shared : {BARRIERS}
{chr(10).join(constants)}{PRELUDE}{body}gpu.return
}}
}}
func.func @main(%g: {GLOBAL}, %out: {GLOBAL}) -> {GLOBAL} {{
%c1 = arith.constant 1 : index
%blocks = arith.constant {blocks} : index
%threads = arith.constant {threads} : index
gpu.launch_func @m::@k blocks in (%blocks, %c1, %c1) threads in (%threads, %c1, %c1) args(%g : {GLOBAL}, %out : {GLOBAL})
return %out : {GLOBAL}
}}
}}
"""


def fault(zyn_run, path, expected, seed):
    """Returns a description of the error if the findings are not as expected, otherwise an empty string."""
    command = [zyn_run, path, "zeros:i32:1024", "zeros:i32:1024", "--device", "emulate", "--no-output", "--seed", seed,
               "--timeout", "60"]
    run = subprocess.run(command, capture_output=True, text=True)
    found = run.stderr.strip()
    if expected:
        return "" if run.returncode == 1 and re.search(expected, found) else f"expected '{expected}', found '{found}'"
    return "" if run.returncode == 0 else f"expected no findings, found '{found}'"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bin", required=True)
    parser.add_argument("--filter", default="")
    parser.add_argument("--seeds", default="0,1")
    options = parser.parse_args()
    cases = [case for case in CASES if options.filter in case[0]]
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "rule.mlir"
        for name, body, expected, *shape in cases:
            path.write_text(program(body, *shape))
            for seed in options.seeds.split(","):
                if text := fault(Path(options.bin) / "zyn-run", path, expected, seed):
                    faults += 1
                    print(f"{name}, seed {seed}: {text}")
    print(f"{len(cases)} kernels, {faults} failures")
    return 1 if faults or not cases else 0


if __name__ == "__main__":
    sys.exit(main())
