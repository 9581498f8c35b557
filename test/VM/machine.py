#!/usr/bin/python3
"""A reference implementation of the matrix VM (docs/vm-machine.md) in NumPy.

    machine.py p.vmx [INPUT.npy]... [--instances N] [--seed S] [--max-epochs M] [--state STATE.npy] [-o OUTPUT.npy]...

Inputs and outputs are in declaration order, as for zyn-run. Instances at the same instruction execute it together, and
those with the lowest program counter run first.
"""
import argparse
import sys

import numpy as np

import vmx
from instructions import BLOCKED, EMPTY, HALTED, ID, ONE, PC, RUNNING, STATUS, Instructions

WORDS = 32
FRAME_WORDS = 8


class Failed(Exception):
    """The run ended with an error: a deadlock, or an exceeded budget."""


class Machine(Instructions):
    """A run of an executable. run() sets the states after each phase, the buffers, and the number of steps."""

    def __init__(self, executable, instances=1, seed=0, budget=None, inputs=()):
        self.executable, self.instances, self.seed, self.budget = executable, instances, seed, budget
        self.f32 = executable.f32
        self.one = 0x3F800000 if self.f32 else 1
        self.code = [tuple(map(int, words)) for words in executable.instructions]
        self.compiled = [None] * len(self.code)
        self.steps = 0  # instructions executed by all instances of all phases
        self.linear_steps = 0
        self.states = []  # (32, instances) for each phase
        counts = [count for phase in executable.phases for _, count, _ in phase.launches]
        self.lanes = max([instances, *counts])
        self.buffers = [self.new_buffer(buffer) for buffer in executable.buffers]
        takers = [i for i, buffer in enumerate(executable.buffers) if buffer.role in (vmx.INPUT, vmx.INOUT)]
        if len(inputs) != len(takers):
            raise Failed(f"expected {len(takers)} inputs, found {len(inputs)}")
        for i, array in zip(takers, inputs):
            expected = np.float32 if executable.buffers[i].f32 else np.int32
            if array.dtype != expected or array.size != self.buffers[i].size:
                raise Failed(f"expected {self.buffers[i].shape} of {expected.__name__} for "
                             f"'{executable.buffers[i].name}', found {array.shape} of {array.dtype}")
            self.buffers[i][:] = np.ascontiguousarray(array).view(np.uint32).reshape(self.buffers[i].shape)

    def new_buffer(self, buffer):
        if buffer.kind == vmx.CHANNEL:
            return np.full(buffer.size, EMPTY, np.int64)
        return np.zeros((buffer.size, self.lanes) if buffer.kind == vmx.INSTANCE else buffer.size, np.uint32)

    def outputs(self):
        """Returns the arrays of output and inout buffers in declaration order."""
        return [array.view(np.float32 if buffer.f32 else np.int32)
                for buffer, array in zip(self.executable.buffers, self.buffers)
                if buffer.role in (vmx.OUTPUT, vmx.INOUT)]

    # --- Phases and rounds ---

    def run(self):
        for phase in self.executable.phases:
            self.run_phase(phase)
        return self

    def run_phase(self, phase):
        counts = [count or self.instances for _, count, _ in phase.launches]
        n = sum(counts)
        self.state = s = np.zeros((WORDS, n), np.uint32)
        s[ID] = np.concatenate([np.arange(count, dtype=np.uint32) for count in counts]) if counts else 0
        s[PC] = np.repeat([first for first, _, _ in phase.launches], counts)
        s[0] = s[ID].astype(np.float32).view(np.uint32) if self.f32 else s[ID]
        s[ONE] = self.one
        self.stack = np.zeros((n, self.executable.stack_depth, FRAME_WORDS), np.uint32)
        self.spent = np.zeros(n, np.int64)  # instructions executed by each instance
        self.most = 0  # upper bound of the above
        while self.run_round(phase):
            pass
        self.steps += int(self.spent.sum())
        self.states.append(s)

    def run_round(self, phase):
        """Runs a round. Returns false if all instances have ended."""
        s = self.state
        status = s[STATUS] & 0xFF
        going = np.flatnonzero(status < HALTED)
        if not len(going):
            return False
        self.waiting, before = {}, int(self.spent.sum())
        for pc in np.unique(s[PC][going]):
            self.waiting[int(pc)] = going[s[PC][going] == pc]
        s[STATUS][going] = RUNNING
        while self.waiting:
            pc = min(self.waiting)
            self.execute(pc, self.waiting.pop(pc))
        blocked = np.flatnonzero(s[STATUS] == BLOCKED)
        if len(blocked) and int(self.spent.sum()) == before:
            raise Failed(f"deadlock in phase '{phase.name}': instance {blocked[0]} waits at {s[PC][blocked[0]]}")
        return True

    def execute(self, pc, group):
        """Runs a group from pc until it branches, ends, or reaches a waiting group, which it joins."""
        while len(group):
            if pc in self.waiting:
                return self.go(pc, group)
            self.charge(group)
            if self.compiled[pc] is None:
                self.compiled[pc] = self.compile(pc, *self.code[pc])
            group = self.compiled[pc](group)
            if group is None:
                return
            pc += 1

    def charge(self, group):
        self.spent[group] += 1
        self.most += 1
        if self.budget is not None and self.most > self.budget:
            self.most = int(self.spent.max())
            if self.most > self.budget:
                raise Failed(f"an instance has not ended after {self.budget} instructions")

    def go(self, pc, group):
        if len(group):
            met = self.waiting.get(pc)
            self.waiting[pc] = group if met is None else np.concatenate([met, group])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("executable")
    parser.add_argument("inputs", nargs="*", metavar="INPUT.npy")
    parser.add_argument("--instances", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--max-epochs", type=int, metavar="M", help="budget of instructions per instance and phase")
    parser.add_argument("--state", metavar="STATE.npy")
    parser.add_argument("-o", dest="outputs", action="append", default=[], metavar="OUTPUT.npy")
    options = parser.parse_args()
    with np.errstate(all="ignore"):
        try:
            machine = Machine(vmx.load(options.executable), options.instances, options.seed, options.max_epochs,
                              [np.load(path) for path in options.inputs]).run()
        except (Failed, vmx.Malformed, OSError) as error:
            sys.exit(f"{options.executable}: error: {error}")
    if options.state:
        np.save(options.state, machine.states[-1].view(np.int32))
    for path, array in zip(options.outputs, machine.outputs()):
        np.save(path, array)
    print(f"{machine.steps} instructions, {machine.linear_steps} of them linear")


if __name__ == "__main__":
    main()
