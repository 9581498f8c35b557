"""The instructions of the matrix VM, each compiled to a function of the group of instances that execute it.

The function returns the instances that continue at the next instruction, or None if there are none.
"""
import numpy as np

import oracles
import vmx
from oracles import ATOMICS, DIVISIONS, HOLDS, KINDS, PREDICATES

ID, SP, PC, STATUS, ONE = range(27, 32)
RUNNING, BLOCKED, YIELDED, HALTED, TRAPPED = range(5)
DIVISION_BY_ZERO, STACK_OVERFLOW, OUT_OF_BOUNDS = 1, 2, 3
IMMEDIATE = 255  # as operand b, or no address register as operand a
EMPTY = -1  # a slot of a channel


class Instructions:
    """Mixin for a class with state, stack, buffers, seed, executable, and go(pc, group), which moves a group to pc."""

    def stop(self, pc, group, status):
        self.state[PC][group] = pc
        self.state[STATUS][group] = status

    def trap(self, pc, group, wrong, reason):
        """Traps the instances marked in `wrong` and returns the others."""
        if not wrong.any():
            return group
        self.stop(pc, group[wrong], TRAPPED | reason << 8)
        return group[~wrong]

    def compile(self, pc, head, immediate, x, y, _):
        opcode, d, a, b = head & 255, head >> 8 & 255, head >> 16 & 255, head >> 24
        if opcode < 16:
            return self.linear(opcode, d, a, b, immediate, x)
        if opcode < 16 + len(KINDS):
            return self.oracle(pc, KINDS[opcode - 16], d, a, b, immediate, x)
        if 128 <= opcode <= 133:
            build = [self.jump, self.branch, self.call, self.ret, self.suspend, self.halt][opcode - 128]
        elif 144 <= opcode <= 151:
            build = [self.load, self.store, self.gather, self.scatter, self.atomic, self.send, self.receive,
                     self.append][opcode - 144]
        else:
            raise vmx.Malformed(f"expected an opcode, found {opcode} at {pc}")
        return build(pc, d, a, b, immediate, x, y)

    def linear(self, opcode, d, a, b, immediate, x):
        if opcode == 7:
            rows = [(d, [a], [self.one]), (a, [d], [self.one])]
        elif opcode >= 8:
            rows = self.executable.matrices[x].rows
        else:
            minus = 0xBF800000 if self.f32 else 0xFFFFFFFF
            terms = [[(a, self.one)], [(ONE, immediate)], [(a, self.one), (b, self.one)],
                     [(a, self.one), (b, minus)], [(a, immediate)], [(a, self.one), (ONE, immediate)],
                     [(a, immediate), (b, self.one)]][opcode]
            terms = [(column, word) for column, word in terms if word & (0x7FFFFFFF if self.f32 else 0xFFFFFFFF)]
            rows = [(d, [column for column, _ in terms], [word for _, word in terms])]
        # Sorted by descending number of terms, so that the rows with a k-th term come first.
        rows = sorted(rows, key=lambda row: -len(row[1]))
        numbers = np.array([row for row, _, _ in rows], np.intp)[:, None]
        terms = []
        for k in range(len(rows[0][1]) if rows else 0):
            having = [row for row in rows if len(row[1]) > k]
            words = np.array([[words[k]] for _, _, words in having], np.uint32)
            terms.append((len(having), np.array([[columns[k]] for _, columns, _ in having]), words))
        type = np.float32 if self.f32 else np.uint32

        def multiply(group):
            sums = np.zeros((len(rows), len(group)), type)
            for k, (count, columns, words) in enumerate(terms):
                products = words.view(type) * self.state[columns, group].view(type)
                sums[:count] = sums[:count] + products if k else products
            self.state[numbers, group] = sums.view(np.uint32)
            self.linear_steps += len(group)
            return group

        return multiply

    def operand(self, b, immediate):
        """Returns a function that evaluates a register or the immediate for a group."""
        if b == IMMEDIATE:
            constant = np.array([immediate], np.uint32)
            return lambda group: np.broadcast_to(constant, len(group)).copy()
        return lambda group: self.state[b][group]

    def oracle(self, pc, kind, d, a, b, immediate, c):
        second = self.operand(b, immediate) if kind not in oracles.UNARY else lambda group: None
        compute = oracles.BINARY.get(kind)

        def evaluate(group):
            if kind in DIVISIONS:
                group = self.trap(pc, group, second(group) == 0, DIVISION_BY_ZERO)
            first = self.state[a][group]
            if kind == "select":
                result = np.where(first != 0, second(group), self.state[c][group])
            elif kind in ("random", "randomf"):
                result = oracles.philox(first, self.state[ID][group], self.seed)
                result = oracles.randomf(result) if kind == "randomf" else result
            else:
                result = compute(first, second(group))
            self.state[d][group] = result
            return group

        return evaluate

    def jump(self, pc, d, a, b, immediate, x, y):
        return lambda group: self.go(x, group)

    def branch(self, pc, d, a, b, immediate, x, y):
        holds, second = HOLDS[PREDICATES[d]], self.operand(b, immediate)

        def decide(group):
            taken = holds(self.state[a][group], second(group))
            self.go(x, group[taken])
            self.go(y, group[~taken])

        return decide

    def call(self, pc, d, a, b, immediate, x, y):
        saved = [register for register in range(27) if y >> register & 1]

        def push(group):
            group = self.trap(pc, group, self.state[SP][group] >= self.executable.stack_depth, STACK_OVERFLOW)
            depth = self.state[SP][group]
            self.stack[group, depth, 0] = pc
            self.stack[group, depth, 1] = y
            for k, register in enumerate(saved):
                self.stack[group, depth, 2 + k] = self.state[register][group]
            self.state[SP][group] = depth + 1
            self.go(x, group)

        return push

    def ret(self, pc, d, a, b, immediate, x, y):
        def pop(group):
            outermost = self.state[SP][group] == 0
            self.stop(pc, group[outermost], HALTED)
            group = group[~outermost]
            depth = self.state[SP][group] - 1
            self.state[SP][group] = depth
            callers = self.stack[group, depth, 0]
            for caller in np.unique(callers).tolist():
                returning = group[callers == caller]
                mask = int(self.code[caller][3])
                for k, register in enumerate(register for register in range(27) if mask >> register & 1):
                    self.state[register][returning] = self.stack[returning, self.state[SP][returning], 2 + k]
                self.go(caller + 1, returning)

        return pop

    def suspend(self, pc, d, a, b, immediate, x, y):
        return lambda group: self.stop(pc + 1, group, YIELDED)

    def halt(self, pc, d, a, b, immediate, x, y):
        return lambda group: self.stop(pc, group, HALTED)

    # --- Input and output ---

    def address(self, a, immediate, group):
        offset = np.uint32(immediate)
        return np.full(len(group), offset) if a == IMMEDIATE else self.state[a][group] + offset

    def words(self, buffer, addresses, group):
        """Returns an index of the words of a buffer that a group accesses."""
        if self.executable.buffers[buffer].kind == vmx.INSTANCE:
            return addresses, self.state[ID][group]
        return (addresses,)

    def in_bounds(self, pc, group, addresses, buffer):
        wrong = addresses >= self.executable.buffers[buffer].size
        return self.trap(pc, group, wrong, OUT_OF_BOUNDS), addresses[~wrong]

    def load(self, pc, d, a, b, immediate, x, y):
        def read(group):
            group, at = self.in_bounds(pc, group, self.address(a, immediate, group), x)
            self.state[d][group] = self.buffers[x][self.words(x, at, group)]
            return group

        return read

    def store(self, pc, d, a, b, immediate, x, y):
        def write(group):
            group, at = self.in_bounds(pc, group, self.address(a, immediate, group), x)
            self.buffers[x][self.words(x, at, group)] = self.state[b][group]
            return group

        return write

    def all_in_bounds(self, pc, group, a, count, x):
        wrong = (self.state[a:a + count, group] >= self.executable.buffers[x].size).any(axis=0)
        return self.trap(pc, group, wrong, OUT_OF_BOUNDS)

    def gather(self, pc, d, a, b, immediate, x, y):
        def read(group):
            group = self.all_in_bounds(pc, group, a, b, x)
            found = [self.buffers[x][self.words(x, self.state[a + k][group], group)] for k in range(b)]
            for k in range(b):
                self.state[d + k][group] = found[k]
            return group

        return read

    def scatter(self, pc, d, a, b, immediate, x, y):
        def write(group):
            group = self.all_in_bounds(pc, group, a, b, x)
            for k in range(b):
                self.buffers[x][self.words(x, self.state[a + k][group], group)] = self.state[d + k][group]
            return group

        return write

    def atomic(self, pc, d, a, b, immediate, x, y):
        kind, c, buffer = ATOMICS[y & 255], y >> 8 & 255, self.buffers[x]

        def update(group):
            group, at = self.in_bounds(pc, group, self.address(a, immediate, group), x)
            values, others = self.state[b][group], self.state[c][group]
            for k, instance in enumerate(group):  # sequentially, since several may have the same address
                where = slice(at[k], at[k] + 1)
                old = buffer[where].copy()
                if kind == "exchange":
                    buffer[where] = values[k]
                elif kind == "cas":
                    buffer[where] = others[k] if old[0] == values[k] else old[0]
                else:
                    buffer[where] = oracles.BINARY[kind](old, values[k:k + 1])
                self.state[d][instance] = old[0]
            return group

        return update

    def send(self, pc, d, a, b, immediate, x, y):
        def fill(slot, instance):
            self.buffers[x][slot] = self.state[b][instance]

        return self.exchange(pc, a, immediate, x, True, fill)

    def receive(self, pc, d, a, b, immediate, x, y):
        def empty(slot, instance):
            self.state[d][instance] = self.buffers[x][slot]
            self.buffers[x][slot] = EMPTY

        return self.exchange(pc, a, immediate, x, False, empty)

    def exchange(self, pc, a, immediate, x, wants_empty, act):
        def attempt(group):
            group, at = self.in_bounds(pc, group, self.address(a, immediate, group), x)
            ready = np.zeros(len(group), bool)
            for k, instance in enumerate(group):
                ready[k] = (self.buffers[x][at[k]] == EMPTY) == wants_empty
                if ready[k]:
                    act(at[k], instance)
            blocked = group[~ready]
            self.stop(pc, blocked, BLOCKED)
            self.spent[blocked] -= 1  # a blocked attempt does not count
            return group[ready]

        return attempt

    def append(self, pc, d, a, b, immediate, x, y):
        buffer = self.buffers[x]

        def write(group):
            full = np.zeros(len(group), bool)
            for k, instance in enumerate(group):
                at = int(buffer[0]) + 1
                full[k] = at >= len(buffer)
                if not full[k]:
                    buffer[0], buffer[at] = at, self.state[b][instance]
            return self.trap(pc, group, full, OUT_OF_BOUNDS)

        return write
