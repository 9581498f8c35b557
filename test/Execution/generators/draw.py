"""Random choices of which programs are made."""
SMALL_ELEMENTS = 10000  # programs with at most as many elements are small


class Draw:
    def __init__(self, rng, most_elements):
        self.rng = rng
        self.most_elements = most_elements

    def flag(self, probability=0.4):
        return bool(self.rng.random() < probability)

    def one(self, *choices):
        return choices[self.rng.integers(len(choices))]

    def size(self, *choices, small=None):
        """Returns one of the choices, or occasionally 0. Programs for the emulator only have those up to `small`."""
        if small is not None and self.most_elements <= SMALL_ELEMENTS:
            choices = [size for size in choices if size <= small]
        size = self.one(*choices)
        return 0 if self.flag(0.01) else size

    def some(self, items, probability=0.4):
        """Returns some of the items, such as the dynamic dimensions of a shape."""
        chosen = [item for item in items if self.flag(probability)]
        return "".join(chosen) if isinstance(items, str) else chosen

    def shape(self):
        """Returns sizes that are small, close to a power of two, or occasionally 0; some shapes have one long dimension."""
        rng, shape, elements = self.rng, [], 1
        if self.flag(0.15):
            shape = [int(rng.integers(1, 20)), int(rng.integers(1, 5)),
                     int(rng.integers(self.most_elements // 80, 1 + self.most_elements // 40))]
            rng.shuffle(shape)
            return shape[:int(rng.integers(2, 4))]
        for _ in range(rng.integers(1, 5)):
            size = int(rng.choice([rng.integers(1, 8), 2**rng.integers(1, 9) + rng.integers(-1, 2)]))
            size = 0 if self.flag(0.02) else min(size, max(1, self.most_elements // elements))
            shape.append(size)
            elements *= max(size, 1)
        return shape
