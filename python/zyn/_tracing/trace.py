"""A trace: the function in MLIR that a function of Python becomes.

It is written as text, which is parsed once at the end. The classes of the package for changing ops create one op at a
time, at the location of another op; text has the location of each op, takes a time that is linear in the number of ops,
and is verified as a whole. Of a mistake that the tracer overlooked, the verifier then names the user's line.
"""
import ctypes
import threading

from .. import _zyn
from .sizes import Quotient, Size
from .source import Columns, error, find_location
from .types import INDEX, format_argument_type, format_type

_active = threading.local()
_process = ctypes.CDLL(None)


def current(needed_by=None):
    """Returns the trace of the calling thread, or None. If it is needed, there being none is an error."""
    stack = getattr(_active, "stack", None)
    if stack:
        return stack[-1]
    if needed_by is None:
        return None
    raise error(f"{needed_by} is called outside of a zyn.function; only within one there are tensors to compute with")


class Scope:
    """What ops are appended to: a trace, or the body of a kernel in it."""

    def __enter__(self):
        if not hasattr(_active, "stack"):
            _active.stack = []
        _active.stack.append(self)
        return self

    def __exit__(self, *_):
        _active.stack.pop()


class Body:
    """The ops on scalars that an op computes an element with."""

    def __init__(self, location):
        self._location, self.lines = location, []

    def here(self):
        """Returns the location of what is appended."""
        return self._location

    def new_name(self):
        return f"%b{len(self.lines)}"

    def add(self, text):
        """Appends an op with one result, and returns its name."""
        name = self.new_name()
        self.lines.append(f"    {name} = {text} {self.here()}")
        return name

    def constant(self, dtype, number):
        return self.add(_format_constant(dtype, number))

    def binary(self, op, dtype, left, right):
        return self.add(f"{op} {left}, {right} : {dtype.name}")

    def format(self, arguments, results):
        """Returns the region as text. Arguments and results are lists of names and types."""
        text = "{\n"
        if arguments:
            text += "  ^bb0(" + ", ".join(f"{name}: {dtype.name}" for name, dtype in arguments) + "):\n"
        names, types = ", ".join(name for name, _ in results), ", ".join(dtype.name for _, dtype in results)
        return text + "\n".join([*self.lines, f"    zyn.yield {names} : {types} {self._location}", "  }"])


class Trace(Scope):
    """A function of MLIR while it is written."""

    is_kernel = False

    def __init__(self, name, location):
        self.name, self.location = name, location
        self._columns = Columns()
        self._lines, self._count = [], 0
        self._arguments, self._sizes, self._indices, self._constants = [], {}, {}, {}

    @property
    def symbol(self):
        """The name of the function in the module.

        It is not '<lambda>', and none of the C library, since code on the host calls it for functions such as erf.
        """
        name = "".join(character if character.isalnum() and character.isascii() else "_" for character in self.name)
        return name + "_" if hasattr(_process, name) else name

    def here(self):
        """Returns the location of the user's code that is running, in MLIR's syntax."""
        return str(find_location(self._columns))

    def has_values_of(self, other):
        """Whether values of another scope can be used in this one."""
        return other is self

    def describe_origin(self):
        """Returns why a value of this scope cannot be used in another one."""
        return f"a tensor of another call of a zyn.function, '{self.name}': return it there, and pass it as an argument"

    def add(self, text, results=1, location=None):
        """Appends an op, and returns the name of its result, or a list of those of several."""
        name = f"%{self._count}"
        self._count += 1
        count = f":{results}" if results > 1 else ""
        self._lines.append(f"  {name}{count} = {text} {location or self.here()}")
        return name if results == 1 else [f"{name}#{index}" for index in range(results)]

    def add_argument(self, text):
        """Appends a parameter of a type in MLIR's syntax, and returns its name."""
        name = f"%arg{len(self._arguments)}"
        self._arguments.append(f"{name}: {text} {self.location}")
        return name

    def add_tensor_argument(self, dtype, shape):
        """Appends a parameter of a shape whose sizes may be names, and returns its name and its shape."""
        name = self.add_argument(format_argument_type(dtype, shape))
        sizes = tuple(Size.named(size) if isinstance(size, str) else size for size in shape)
        if sizes != tuple(shape):
            name = self.add(f"tensor.cast {name} : {format_argument_type(dtype, shape)} to {format_type(dtype, sizes)}")
        for dimension, size in enumerate(shape):
            if isinstance(size, str) and size not in self._sizes:
                self._sizes[size] = (name, dimension, format_type(dtype, sizes))
        return name, sizes

    def index(self, size):
        """Returns the name of a value of type index that has a size."""
        if size not in self._indices:
            self._indices[size] = self._compute_index(size)
        return self._indices[size]

    def _compute_index(self, size):
        if isinstance(size, int):
            return self.add(f"arith.constant {size} : index")
        if isinstance(size, str):
            if size not in self._sizes:
                raise error(f"the size '{size}' is that of another call of a zyn.function")
            tensor, dimension, type_ = self._sizes[size]
            return self.add(f"tensor.dim {tensor}, {self.index(dimension)} : {type_}")
        if isinstance(size, Quotient):
            dividend, divisor = self.index(size.dividend), self.index(size.divisor)
            return self.add(f"arith.floordivsi {dividend}, {divisor} : index")
        total = None
        for product, coefficient in size.terms.items():
            factors = [self.index(factor) for factor in product]
            if coefficient != 1 or not factors:
                factors.append(self.index(coefficient))
            term = factors[0]
            for factor in factors[1:]:
                term = self.add(f"arith.muli {term}, {factor} : index")
            total = term if total is None else self.add(f"arith.addi {total}, {term} : index")
        return total

    def format_sizes(self, shape):
        """Returns sizes in MLIR's syntax for sizes that are numbers or values."""
        return "[" + ", ".join(str(size) if isinstance(size, int) else self.index(size) for size in shape) + "]"

    def empty(self, dtype, shape):
        """Returns the name of a destination."""
        if current().is_kernel:
            raise error("a zyn.kernel computes elements from elements, such as x[i, j]; tensors are computed before it, in "
                        "a zyn.function")
        if dtype is INDEX:
            raise error("zyn.index is the type of the indices of a zyn.kernel, and of no tensor; expected an integer such "
                        "as zyn.i64")
        sizes = ", ".join(self.index(size) for size in shape if not isinstance(size, int))
        return self.add(f"tensor.empty({sizes}) : {format_type(dtype, shape)}")

    def body(self):
        return Body(self.here())

    def full(self, dtype, shape, number):
        """Returns the name of a tensor whose elements are all a number, or a scalar that has a name."""
        body = self.body()
        value = number if isinstance(number, str) else body.constant(dtype, number)
        return self.add(f"zyn.map outs({self.empty(dtype, shape)} : {format_type(dtype, shape)}) "
                        f"{body.format([], [(value, dtype)])} -> {format_type(dtype, shape)}")

    def scalar(self, dtype, number):
        """Returns the name of a number."""
        return self.add(_format_constant(dtype, number))

    def constant_tensor(self, array, dtype):
        """Returns the name of the elements of an array of NumPy, which are those that it has now."""
        key, content = (array.__array_interface__["data"][0], array.shape, array.strides, dtype), array.tobytes()
        known, name = self._constants.get(key, (None, None))
        if known != content:
            name = self.add(f"arith.constant dense<{_format_elements(array, dtype)}> : "
                            f"{format_type(dtype, array.shape)}")
            self._constants[key] = (content, name)
        return name

    def finish(self, results):
        """Returns the module; results are a list of names and types."""
        types = ", ".join(type_ for _, type_ in results)
        names = ", ".join(name for name, _ in results)
        text = "\n".join([f'func.func @"{self.symbol}"({", ".join(self._arguments)}) -> ({types}) {{', *self._lines,
                          f"  return {names} : {types} {self.location}", f"}} {self.location}", ""])
        return _zyn.Module.parse(text, name=self.name)


def _format_constant(dtype, number):
    return f"arith.constant {dtype.format(number)}" + ("" if dtype.kind == "bool" else f" : {dtype.name}")


def _format_elements(array, dtype):
    if array.size == 0:
        return ""
    if dtype.kind != "bool":
        return f'"0x{array.tobytes().hex().upper()}"'
    return str(array.tolist()).lower()
