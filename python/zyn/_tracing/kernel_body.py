"""The body of a zyn.kernel: the ops that compute one point from elements of tensors."""
import itertools

from .sizes import Size
from .source import error
from .tensor import Tensor, is_number, to_tensor
from .trace import Body, Scope
from .types import INDEX, format_type


class KernelBody(Scope, Body):
    """A region of the zyn.compute that a kernel becomes: its body, or that of a loop or a branch in it.

    While it is written, it is the current scope in place of the trace. What is computed with elements is appended to it;
    constants of indices and sizes are computed by the trace, before the op.
    """

    is_kernel = True

    def __init__(self, trace, parent=None):
        self.trace, self.parent, self.name, self.lines = trace, parent, trace.name, []
        # The outermost body has what all regions share: numbers for names, and the inputs, with their numbers.
        self._kernel = parent._kernel if parent else self
        if not parent:
            self._numbers, self._inputs = itertools.count(), {}

    def here(self):
        return self.trace.here()

    def new_name(self):
        return f"%b{next(self._kernel._numbers)}"

    def has_values_of(self, other):
        return other is self or (self.parent or self.trace).has_values_of(other)

    def describe_origin(self):
        return "an element of a point, a loop or a branch that has ended: return it there"

    # What the trace does for tensors.
    def index(self, size):
        return self.trace.index(size)

    def empty(self, dtype, shape):
        return self.trace.empty(dtype, shape)

    def full(self, dtype, shape, number):
        return self.empty(dtype, shape)

    def constant_tensor(self, array, dtype):
        return self.trace.constant_tensor(array, dtype)

    scalar = Body.constant

    # Elements.
    def element(self, name, dtype):
        """Returns a value of this body as a tensor without dimensions."""
        return Tensor(self, name, dtype, (), is_scalar=True)

    def new_element(self, dtype):
        """Returns an element with a name of its own, such as a block argument."""
        return self.element(self.new_name(), dtype)

    def read(self, x, indices):
        """Returns the element of a tensor at indices, the names of values."""
        if x.is_scalar:
            return x
        if len(x.axes) == x.ndim:
            # A transposed tensor is read where its elements are.
            value, type_, indices = x.value, x.value_type, [indices[axis] for axis in x.axes]
        else:
            with self.trace:
                value, type_ = x.dense(), x.type
        number, _ = self._kernel._inputs.setdefault(value, (len(self._kernel._inputs), type_))
        return self.element(self.add(f"zyn.element {number}[{', '.join(indices)}] : {x.dtype.name}"), x.dtype)

    def to_element(self, thing, what, dtype=None, location=None):
        """Returns a number, a size or a tensor without dimensions as an element, whose type is dtype if it is given."""
        if is_number(thing) and dtype is None:
            type_ = "i1" if isinstance(thing, bool) else "i32" if isinstance(thing, int) else "f32"
            raise error(f"{what} is the number {thing!r}, which has no type; one of zyn.{type_} is zyn.{type_}({thing!r})",
                        location)
        if is_number(thing) or isinstance(thing, Size):
            return (dtype or INDEX)(thing)
        x = to_tensor(thing, what, location)
        if x.ndim:
            raise error(f"{what} is {x.describe()}; expected an element of it, such as "
                        f"x[{', '.join('ijklmn'[:x.ndim])}]", location)
        x = self.read(x, [])
        if dtype and x.dtype is not dtype:
            if dtype is INDEX and x.dtype.kind == "int":
                return x.astype(INDEX)
            hint = "compare it, as in x > 0" if dtype.kind == "bool" else f"convert it with astype(zyn.{dtype.name})"
            raise error(f"{what} is {x.describe()}, expected {dtype.name}; {hint}", location)
        return x

    def compute_element(self, tensors, shape, dtype, compute):
        """Returns what compute(body, elements) appends: points.map_points for elements."""
        for tensor in tensors:
            if tensor.ndim:
                raise error(f"{tensor.describe()} is a tensor, and a zyn.kernel computes with elements of it, such as "
                            f"x[{', '.join('ijklmn'[:tensor.ndim])}]")
        if shape:
            self.empty(dtype, shape)
        elements = [self.read(tensor, []).value for tensor in tensors]
        return self.element(compute(self, elements), dtype)

    # Ops with regions. The values that a region yields are elements, and so are the results of the op.
    def add_for(self, step, low, high, initial, region, arguments, results):
        """Appends a loop from one index to another one, whose number of a step and whose arguments are those of a
        region."""
        names = self._begin(results)
        self.lines.append(f"{names}scf.for {step.value} = {low} to {high} step {self.index(1)} "
                          f"iter_args({_format_initial(arguments, initial)}) -> ({_types(results)}) {{")
        self._append_region(region, "scf.yield", results)
        return self._end(names, results)

    def add_while(self, initial, before, arguments, condition, after, after_arguments, results):
        """Appends a loop that goes on while a condition is true. Its regions have arguments of their own."""
        names, types = self._begin(results), _types(results)
        self.lines.append(f"{names}scf.while ({_format_initial(arguments, initial)}) : ({types}) -> ({types}) {{")
        self._append_region(before, f"scf.condition({condition.value})", arguments)
        self.lines.append("} do {")
        self.lines.append(f"^bb0({', '.join(f'{argument.value}: {argument.dtype.name}' for argument in after_arguments)}):")
        self._append_region(after, "scf.yield", results)
        return self._end(names, results)

    def add_if(self, condition, region, results, other_region, other_results):
        """Appends the choice between two regions."""
        names = self._begin(results)
        self.lines.append(f"{names}scf.if {condition.value} -> ({_types(results)}) {{")
        self._append_region(region, "scf.yield", results)
        self.lines.append("} else {")
        self._append_region(other_region, "scf.yield", other_results)
        return self._end(names, results)

    def _begin(self, results):
        name = self.new_name()
        return f"{name}{f':{len(results)}' if len(results) > 1 else ''} = "

    def _append_region(self, region, terminator, values):
        self.lines += region.lines
        self.lines.append(f"{terminator} {', '.join(value.value for value in values)} : {_types(values)} {self.here()}")

    def _end(self, names, results):
        self.lines.append(f"}} {self.here()}")
        name = names.partition(":")[0].partition(" ")[0]
        found = [name] if len(results) == 1 else [f"{name}#{number}" for number in range(len(results))]
        return [self.element(one, result.dtype) for one, result in zip(found, results)]

    def finish(self, results, shape, unchecked, location):
        """Appends the op to the trace, and returns its results, which have a shape, for the elements of a point."""
        trace = self.trace
        destinations = [trace.empty(result.dtype, shape) for result in results]
        types = ", ".join(format_type(result.dtype, shape) for result in results)
        text = "zyn.compute " + "unchecked " * unchecked
        if self._inputs:
            text += f"ins({', '.join(self._inputs)} : {', '.join(type_ for _, type_ in self._inputs.values())}) "
        text += f"outs({', '.join(destinations)} : {types}) {{\n"
        text += "\n".join([*self.lines, f"zyn.yield {', '.join(result.value for result in results)} : {_types(results)} "
                                        f"{location}", "  }"])
        values = trace.add(f"{text} -> {types}", len(results), location)
        values = [values] if len(results) == 1 else values
        return [Tensor(trace, value, result.dtype, shape) for value, result in zip(values, results)]


def _types(elements):
    return ", ".join(element.dtype.name for element in elements)


def _format_initial(arguments, initial):
    return ", ".join(f"{argument.value} = {value.value}" for argument, value in zip(arguments, initial))
