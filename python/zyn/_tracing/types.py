"""Element types, and the types of parameters of functions that are traced."""
import functools
import math

from .sizes import describe_shape


class DType:
    """A type of elements, such as zyn.f32.

    Indexed with sizes, it is the type of a tensor, as the annotation of a parameter of a zyn.function. A size is a
    number, or a name: the same name is the same size. By itself, it is the annotation of a number. Called while a
    function is traced, as in zyn.f32(0), it is a number of this type.

    >>> zyn.f32["n", 784]
    zyn.f32['n', 784]
    >>> zyn.f16.bits
    16
    """

    def __init__(self, name, kind, bits, numpy, largest=None, infinity=None, nan=None):
        self.name, self.kind, self.bits, self.numpy = name, kind, bits, numpy
        self.largest, self._infinity, self._nan = largest, infinity, nan

    def __call__(self, value):
        """Returns a number, a size or a tensor as this type, within a zyn.function or a zyn.kernel."""
        from .elementwise import convert
        return convert(value, self)

    def __getitem__(self, sizes):
        if self is INDEX:
            raise TypeError("zyn.index is the type of the indices of a zyn.kernel, and of no tensor")
        return TensorType(self, sizes if isinstance(sizes, tuple) else (sizes,))

    def __repr__(self):
        return f"zyn.{self.name}"

    def __reduce__(self):
        return to_dtype, (self.name,)

    @property
    def is_float(self):
        """Whether elements are floating-point numbers."""
        return self.kind == "float"

    @property
    def lowest(self):
        """The least number, -infinity for most floats."""
        if self.is_float:
            return -math.inf if self._infinity else -self.largest
        return 0 if self.kind == "bool" else -(1 << (self.bits - 1))

    @property
    def highest(self):
        """The greatest number, infinity for most floats."""
        if self.is_float:
            return math.inf if self._infinity else self.largest
        return 1 if self.kind == "bool" else (1 << (self.bits - 1)) - 1

    def format(self, number):
        """Returns a number in MLIR's syntax. Raises ValueError if the type does not have it, and TypeError if that is
        the case for all numbers of its type."""
        if self.kind == "bool":
            if not isinstance(number, bool):
                raise TypeError(f"the number {number!r} is no {self.name}, which is True or False")
            return "true" if number else "false"
        if self.kind == "int":
            if isinstance(number, float):
                raise TypeError(f"the number {number!r} is no {self.name}; convert the tensor with astype(zyn.f32)")
            if not self.lowest <= number <= self.highest:
                raise ValueError(f"{int(number)} is out of the range of {self.name}, {self.lowest} to {self.highest}")
            return str(int(number))
        try:
            value = float(number)
        except OverflowError:
            value = math.inf if number > 0 else -math.inf
        finite = not math.isnan(value) and abs(value) <= self.largest
        if finite:
            return f"{value:.17e}" if "e" in repr(value) else repr(value)
        special = self._nan if math.isnan(value) else self._infinity
        if special is None or not (math.isnan(value) or (isinstance(number, float) and math.isinf(number))):
            raise ValueError(f"{number} is out of the range of {self.name}, whose largest number is {self.largest}")
        sign = 1 << (self.bits - 1) if value < 0 else 0
        return f"0x{special | sign:0{self.bits // 4}X}"


i1 = DType("i1", "bool", 1, "bool")
i8 = DType("i8", "int", 8, "int8")
i16 = DType("i16", "int", 16, "int16")
i32 = DType("i32", "int", 32, "int32")
i64 = DType("i64", "int", 64, "int64")
f8E4M3FN = DType("f8E4M3FN", "float", 8, "float8_e4m3fn", 448.0, None, 0x7F)
f8E5M2 = DType("f8E5M2", "float", 8, "float8_e5m2", 57344.0, 0x7C, 0x7E)
f16 = DType("f16", "float", 16, "float16", 65504.0, 0x7C00, 0x7E00)
bf16 = DType("bf16", "float", 16, "bfloat16", 2.0**128 - 2.0**120, 0x7F80, 0x7FC0)
f32 = DType("f32", "float", 32, "float32", 2.0**128 - 2.0**104, 0x7F800000, 0x7FC00000)
f64 = DType("f64", "float", 64, "float64", 1.7976931348623157e308, 0x7FF0000000000000, 0x7FF8000000000000)

# The type of the indices of a zyn.kernel, whose size is that of the addresses of the device.
INDEX = DType("index", "int", 64, "index")

DTYPES = {dtype.name: dtype for dtype in (i1, i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32, f64)}
_BY_NAME = {**DTYPES, INDEX.name: INDEX}
_BY_NUMPY_NAME = {dtype.numpy: dtype for dtype in DTYPES.values()}


@functools.lru_cache(maxsize=256)
def to_dtype(thing):
    """Returns the zyn.DType that a type of NumPy, PyTorch or JAX, or a name of one, stands for. Raises TypeError."""
    if isinstance(thing, DType):
        return thing
    # numpy.float32 and bool are classes, dtypes of NumPy have a name, and PyTorch's are printed with their module.
    name = getattr(thing, "__name__", None) or getattr(thing, "name", None) or str(thing)
    name = name.rpartition(".")[2]
    found = _BY_NAME.get(name) or _BY_NUMPY_NAME.get(name.removesuffix("_"))
    if found is None:
        raise TypeError(f"expected one of the types {', '.join(DTYPES)}, found {name}")
    return found


class TensorType:
    """The type of a tensor: element type and sizes, which are numbers and names."""

    def __init__(self, dtype, sizes):
        for size in sizes:
            if isinstance(size, str) and size.isidentifier():
                continue
            if not isinstance(size, int) or isinstance(size, bool) or not 0 <= size < 1 << 63:
                raise TypeError(f"expected sizes of 0 or more, or names of sizes such as 'n', found {size!r}")
        self.dtype, self.sizes = dtype, tuple(sizes)

    def __eq__(self, other):
        return isinstance(other, TensorType) and (self.dtype, self.sizes) == (other.dtype, other.sizes)

    def __hash__(self):
        return hash((self.dtype, self.sizes))

    def __repr__(self):
        return f"zyn.{self.dtype.name}[{', '.join(map(repr, self.sizes)) or '()'}]"


def describe(dtype, shape):
    """Returns a type as messages name it, such as f32[n, 784]."""
    return f"{dtype.name}{describe_shape(shape, '[]')}"


def format_type(dtype, shape):
    """Returns the type of a tensor in MLIR's syntax."""
    return "tensor<" + "".join(f"{size}x" if isinstance(size, int) else "?x" for size in shape) + f"{dtype.name}>"


def format_argument_type(dtype, shape):
    """Returns the type of an argument, whose sizes have their names, in MLIR's syntax."""
    plain = format_type(dtype, shape)
    if all(isinstance(size, int) for size in shape):
        return plain
    names = ", ".join("_" if isinstance(size, int) else f'"{size}"' for size in shape)
    return f"{plain[:-1]}, #zyn.shape<{names}>>"
