"""Generates random routines of the matrix VM in textual form: code shared by i32 and f32 programs.

Registers: 0 to 18 are free, 19 is an address or another intermediate value, 20 to 23 count loops (one for each depth of
loops and calls), 24 counts a recursion, 25 stays 0, and 26 is the number of the instance.
"""
ADDRESS, COUNTERS, RECURSION, INSTANCE = 19, (20, 21, 22, 23), 24, 26
LANE_WORDS, CELL_WORDS, SUM_CELLS, TABLE = 4, 16, 4, 64  # per routine, instance, kind, and in total
MOST_INSTANCES = 8
CONTENDED = ["addi", "minsi", "maxsi", "minui", "maxui", "andi", "ori", "xori"]
INTEGER_KINDS = ("addi subi muli mulhui divsi divui remsi remui shli shrsi shrui andi ori xori minsi maxsi minui "
                 "maxui eq ne slt sle ult ule").split()
PREDICATES = "eq ne slt sle sgt sge ult ule ugt uge".split()
EXTREMES = [0, 1, -1, 2, 3, 7, -8, 31, 32, 255, 65535, -65536, 2**31 - 1, -2**31, -2**31 + 1]


class Writer:
    """Writes a routine and its callees. Subclasses define the computations of a type (calculate, start, step, clear)."""

    type = None

    def __init__(self, rng, number, instances, ring=True, length=12):
        self.rng, self.number, self.instances, self.ring, self.length = rng, number, instances, ring, length
        self.routines, self.buffers = [], []  # text of the callees, declarations of private buffers
        self.lines, self.state, self.values, self.labels, self.level = [], "%s", 0, 0, 0
        self.free = list(range(19))

    # --- Words ---

    def chance(self, probability):
        return self.rng.random() < probability

    def pick(self, items):
        return items[int(self.rng.integers(len(items)))]

    def register(self):
        return self.pick(self.free)

    def whole(self):
        """Returns a register with a number of any type, or of those for integers."""
        return self.register()

    def integer(self):
        return self.pick(EXTREMES) if self.chance(0.5) else int(self.rng.integers(-2**31, 2**31)) >> int(
            self.rng.integers(0, 31))

    # --- Text ---

    def op(self, name, text):
        self.values += 1
        self.lines.append(f"    %{self.values} = vm.{name} {self.state}{' ' + text if text else ''} : {self.type}")
        self.state = f"%{self.values}"

    def end(self, name, text=""):
        self.lines.append(f"    vm.{name} {self.state}{' ' + text if text else ''} : {self.type}")

    def label(self):
        self.labels += 1
        return f"b{self.labels}"

    def begin(self, label):
        self.values += 1
        self.lines.append(f"  ^{label}(%{self.values}: !vm.state<{self.type}>):")
        self.state = f"%{self.values}"

    def oracle(self, d, kind, *operands):
        self.op("oracle", f"{{r{d} = {kind} {', '.join(map(str, operands))}}}")

    def linear(self, rows):
        self.op("linear", f"{{{', '.join(f'r{d} = {sum}' for d, sum in rows)}}}")

    def routine(self, name, write):
        """Writes another routine and then continues with this one."""
        kept = self.lines, self.state, self.values, self.labels
        self.lines, self.state, self.values, self.labels = [], "%s", 0, 0
        write()
        self.routines.append("\n".join([f"  vm.routine @{name}(%s: !vm.state<{self.type}>) {{", *self.lines, "  }"]))
        self.lines, self.state, self.values, self.labels = kept

    # --- Control ---

    def loop(self, most, depth, body):
        counter = COUNTERS[min(depth + self.level, len(COUNTERS) - 1)]
        self.start(counter, int(self.rng.integers(1, most + 1)))
        head, after = self.label(), self.label()
        self.end("jump", f"^{head}")
        self.begin(head)
        body()
        again = self.step(counter)
        self.end("branch", f"{{{again}}} ^{head}, ^{after}")
        self.begin(after)

    def condition(self):
        return f"r{self.whole()} {self.pick(PREDICATES)} " + (
            f"r{self.whole()}" if self.chance(0.6) else str(self.integer()))

    def choice(self, depth):
        then, join = self.label(), self.label()
        other = self.label() if self.chance(0.7) else join
        self.end("branch", f"{{{self.condition()}}} ^{then}, ^{other}")
        for label in [then] if other == join else [then, other]:
            self.begin(label)
            self.block(depth + 1)
            self.end("jump", f"^{join}")
        self.begin(join)

    def saved(self):
        count = int(self.rng.integers(0, 7))
        chosen = sorted(int(r) for r in self.rng.choice(27, count, replace=False))
        return f" saving [{', '.join(f'r{r}' for r in chosen)}]" if chosen else ""

    def call(self):
        """Writes a call of a private routine, which may call another one, or of a recursive one."""
        if self.level >= 2:
            return self.calculate()
        name = f"f{self.number}_{len(self.routines)}_{self.level}"
        recursive = self.chance(0.3)
        if recursive:
            self.start(RECURSION, int(self.rng.integers(0, 20)))
        self.op("call", f"@{name}{self.saved()}")

        def write():
            self.level += 1
            if recursive:
                again = self.step(RECURSION)
                more, end = self.label(), self.label()
                self.end("branch", f"{{{again}}} ^{more}, ^{end}")
                self.begin(more)
                self.calculate()
                self.op("call", f"@{name}{self.saved()}")
                self.calculate()
                self.end("return")
                self.begin(end)
            else:
                self.block(1)
            self.end("halt" if self.chance(0.02) else "return")
            self.level -= 1

        self.routine(name, write)

    def block(self, depth):
        for _ in range(int(self.rng.integers(1, (self.length * 2 // 3 if depth else self.length) + 1))):
            draw = self.rng.random()
            if draw < 0.07 and depth < 2:
                self.choice(depth)
            elif draw < 0.12 and depth < 2:
                self.loop(6, depth, lambda: self.block(depth + 1))
            elif draw < 0.17:
                self.call()
            elif draw < 0.20:
                self.op("yield", "")
            elif draw < 0.38:
                self.memory()
            else:
                self.calculate()

    # --- Memory: a shared word is read-only, or private to an instance, or updated by one kind of atomics only ---

    def masked(self, mask, scale=0):
        """Sets the address register to a number below a power of two plus a multiple of the index of the instance."""
        self.oracle(ADDRESS, "andi", f"r{self.whole()}", mask)
        if scale:
            self.add_scaled_instance(scale)

    def own(self):
        """Sets the address register for a word of @cells that only this instance uses. Returns the constant to add."""
        self.masked(CELL_WORDS - 1, CELL_WORDS)
        return f"r{ADDRESS} + {self.number * CELL_WORDS * MOST_INSTANCES}"

    def memory(self):
        self.pick([self.read_table, self.write_cell, self.read_cell, self.lane, self.own_buffer, self.contended,
                   self.private, self.many, self.mail])()

    def read_table(self):
        self.masked(TABLE - 1)
        self.op("load", f"{{r{self.register()} = @{self.table}[r{ADDRESS}]}}")

    def write_cell(self):
        at = self.own()
        self.op("store", f"{{@cells[{at}] = r{self.register()}}}")

    def read_cell(self):
        at = self.own()
        self.op("load", f"{{r{self.register()} = @cells[{at}]}}")

    def lane(self):
        word = self.number * LANE_WORDS + int(self.rng.integers(LANE_WORDS))
        self.op(*(("load", f"{{r{self.register()} = @lane[{word}]}}") if self.chance(0.5) else
                  ("store", f"{{@lane[{word}] = r{self.register()}}}")))

    def own_buffer(self):
        """Accesses a private buffer of this routine, occasionally out of bounds."""
        size = int(self.rng.integers(1, 20))
        name = f"own{self.number}_{len(self.buffers)}"
        self.buffers.append(f"  vm.buffer @{name} instance : tensor<{size}x{self.type}>")
        for _ in range(int(self.rng.integers(1, 4))):
            self.oracle(ADDRESS, "remui", f"r{self.whole()}", size + (self.chance(0.1)))
            self.op(*(("load", f"{{r{self.register()} = @{name}[r{ADDRESS}]}}") if self.chance(0.4) else
                      ("store", f"{{@{name}[r{ADDRESS}] = r{self.register()}}}")))

    def contended(self):
        """All instances of the launch update a few words with one commutative kind each, ignoring the old word."""
        kind = int(self.rng.integers(len(CONTENDED)))
        offset = (self.number * len(CONTENDED) + kind) * SUM_CELLS
        if self.chance(0.5):
            self.masked(SUM_CELLS - 1)
            address = f"r{ADDRESS} + {offset}"
        else:
            address = str(offset)
        d = self.whole()
        self.op("atomic", f"{{r{d} = {CONTENDED[kind]} @sums[{address}], r{self.whole()}}}")
        self.oracle(d, "andi", f"r{INSTANCE}", 5)

    def private(self):
        at = self.own()
        kind = self.pick(self.private_kinds)
        c = f", r{self.register()}" if kind == "cas" else ""
        self.op("atomic", f"{{r{self.register()} = {kind} @cells[{at}], r{self.register()}{c}}}")

    def many(self):
        """Gathers from the table, or scatters to the words of @cells that belong to the instance."""
        count, first = int(self.rng.integers(1, 4)), self.pick(self.address_runs)
        for k in range(count):
            self.masked(CELL_WORDS - 1, CELL_WORDS)
            self.oracle(first + k, "addi", f"r{ADDRESS}", self.number * CELL_WORDS * MOST_INSTANCES)
        other = self.pick([r for r in self.runs if r + 3 <= first or r >= first + 3])
        buffer = f"@cells[r{first} to r{first + count - 1}]"
        words = f"r{other} to r{other + count - 1}"
        if self.chance(0.5):
            self.op("gather", f"{{{words} = {buffer}}}")
        else:
            self.op("scatter", f"{{{buffer} = {words}}}")

    def mail(self):
        """Sends a word to itself, occasionally with a yield in between."""
        slot = f"r{INSTANCE} + {(2 * self.number + 1) * MOST_INSTANCES}"
        self.op("send", f"{{@mail[{slot}] = r{self.register()}}}")
        if self.chance(0.2):
            self.op("yield", "")
        self.op("receive", f"{{r{self.register()} = @mail[{slot}]}}")

    def pass_round(self):
        """Passes words around the instances of the launch, before anything can trap; some start later than others."""
        if self.chance(0.5):
            self.oracle(ADDRESS, "andi", f"r{INSTANCE}", 3)
            head, after = self.label(), self.label()
            self.end("jump", f"^{head}")
            self.begin(head)
            self.op("yield", "")
            self.oracle(ADDRESS, "subi", f"r{ADDRESS}", 1)
            self.end("branch", f"{{r{ADDRESS} sgt 0}} ^{head}, ^{after}")
            self.begin(after)
        base = 2 * self.number * MOST_INSTANCES

        def body():
            self.op("send", f"{{@mail[r{INSTANCE} + {base}] = r{self.register()}}}")
            self.oracle(ADDRESS, "addi", f"r{INSTANCE}", 1)
            self.oracle(ADDRESS, "remui", f"r{ADDRESS}", self.instances)
            self.op("receive", f"{{r{self.register()} = @mail[r{ADDRESS} + {base}]}}")

        self.loop(4, 0, body)

    def fill_up(self):
        """Appends to a private buffer until it is full, which traps."""
        name = f"log{self.number}"
        self.buffers.append(f"  vm.buffer @{name} shared : tensor<{int(self.rng.integers(1, 9))}xi32>")
        self.loop(6, 0, lambda: self.op("output", f"{{@{name}, r{self.register()}}}"))

    def main(self, name):
        """Returns the text of the launched routine."""
        def write():
            self.prologue()
            if self.ring and self.chance(0.4):
                self.pass_round()
            self.block(0)
            for _ in range(int(self.rng.integers(0, 3))):
                self.op("output", f"{{@hits, r{self.register()}}}")
            self.block(0)
            if self.instances == 1:
                self.fill_up()
            self.end(self.pick(["halt", "return"]))

        self.routine(name, write)
        return "\n".join(self.routines)
