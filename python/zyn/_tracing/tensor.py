"""Tensors of a function that is being traced."""
import numbers

import numpy

from .sizes import Size
from .source import error
from .trace import current
from .types import DType, describe, format_type, to_dtype


def _binary(name):
    def method(self, other):
        return elementwise.apply(name, self, other)
    return method


def _reflected(name):
    def method(self, other):
        return elementwise.apply(name, other, self)
    return method


def _unary(name):
    def method(self):
        return elementwise.apply(name, self)
    return method


def _unknown_value(use):
    def method(self, *_, **__):
        if current() and current().is_kernel:
            raise error(f"{use} needs {self.describe()}, which is only known when the kernel runs: zyn.fori_loop, "
                        f"zyn.while_loop and zyn.sum(lambda k: x[k], n) are loops, and an array is read at computed "
                        f"indices if it is an argument")
        raise error(f"{use} needs the elements of {self.describe()}, which are only known when the function runs")
    return method


class Tensor:
    """A tensor in a zyn.function that is being traced: it has a dtype and a shape, and no elements yet.

    Operators compute element by element, broadcast as NumPy's do, and do not convert: both operands have the same
    dtype, or one is a number. x @ y multiplies matrices. x[...] takes what NumPy's does: numbers, slices, None, ..., and
    a tensor or an array of integers, which selects slices along one dimension.

    shape   a tuple of sizes: numbers, and for those that have a name, objects to compute with
    """

    # A tensor has a value in MLIR, of which dimension number i is the axis number axes[i]. The others have size 1 or
    # repeat the elements: transposing, broadcasting and inserting an axis computes nothing. The value of a scalar is
    # not a tensor.
    __slots__ = ("trace", "value", "axes", "dtype", "shape", "is_scalar", "_dense")

    def __init__(self, trace, value, dtype, shape, axes=None, is_scalar=False):
        self.trace, self.value, self.dtype, self.shape = trace, value, dtype, tuple(shape)
        self.axes = tuple(range(len(self.shape))) if axes is None else tuple(axes)
        self.is_scalar, self._dense = is_scalar, None

    def describe(self):
        """Returns the type as messages name it, such as f32[n, 784]."""
        return self.dtype.name if self.is_scalar else describe(self.dtype, self.shape)

    def __repr__(self):
        return f"<zyn.Tensor {self.describe()}>"

    @property
    def ndim(self):
        """The number of dimensions."""
        return len(self.shape)

    @property
    def size(self):
        """The number of elements."""
        return shapes.multiply(self.shape)

    @property
    def T(self):
        """The tensor with its dimensions in reverse order."""
        return shapes.transpose(self)

    @property
    def mT(self):
        """The tensor with its last two dimensions exchanged: transposed matrices."""
        return shapes.swap_matrix_axes(self)

    value_shape = property(lambda self: tuple(self.shape[axis] for axis in self.axes))
    value_type = property(lambda self: format_type(self.dtype, self.value_shape))
    type = property(lambda self: format_type(self.dtype, self.shape))

    def dense(self):
        """Returns the name of a value that has the shape of the tensor."""
        if self._dense is None:
            self._dense = shapes.make_dense(self)
        return self._dense

    # Operators.
    __add__, __radd__ = _binary("add"), _reflected("add")
    __sub__, __rsub__ = _binary("subtract"), _reflected("subtract")
    __mul__, __rmul__ = _binary("multiply"), _reflected("multiply")
    __truediv__, __rtruediv__ = _binary("divide"), _reflected("divide")
    __floordiv__, __rfloordiv__ = _binary("floor_divide"), _reflected("floor_divide")
    __mod__, __rmod__ = _binary("remainder"), _reflected("remainder")
    __pow__, __rpow__ = _binary("pow"), _reflected("pow")
    __and__, __rand__ = _binary("bitwise_and"), _reflected("bitwise_and")
    __or__, __ror__ = _binary("bitwise_or"), _reflected("bitwise_or")
    __xor__, __rxor__ = _binary("bitwise_xor"), _reflected("bitwise_xor")
    __eq__, __ne__ = _binary("equal"), _binary("not_equal")
    __lt__, __le__ = _binary("less"), _binary("less_equal")
    __gt__, __ge__ = _binary("greater"), _binary("greater_equal")
    __neg__, __invert__, __abs__ = _unary("negative"), _unary("bitwise_not"), _unary("abs")
    __hash__ = None

    def __pos__(self):
        return self

    def __matmul__(self, other):
        return products.matmul(self, other)

    def __rmatmul__(self, other):
        return products.matmul(other, self)

    def __getitem__(self, index):
        return indexing.get_item(self, index)

    def __setitem__(self, index, value):
        raise error("a tensor cannot be changed; zyn.where and zyn.concat make new ones")

    # What needs elements.
    __float__, __int__, __complex__ = _unknown_value("float()"), _unknown_value("int()"), _unknown_value("complex()")
    __index__, __round__ = _unknown_value("an index"), _unknown_value("round()")
    __array__, item, tolist = _unknown_value("a NumPy array"), _unknown_value("item()"), _unknown_value("tolist()")
    __contains__ = _unknown_value("'in'")

    def __bool__(self):
        raise error(f"the truth of {self.describe()} is only known when the function runs: use zyn.where(condition, x, y) "
                    f"in place of if, &, | and ~ in place of and, or and not, and, in a zyn.kernel, zyn.while_loop in "
                    f"place of while")

    def __len__(self):
        if not self.shape:
            raise error(f"{self.describe()} has no dimension, and therefore no length")
        if isinstance(self.shape[0], Size):
            raise error(f"the length of {self.describe()} is only known when the function runs; x.shape[0] is a size to "
                        f"compute with")
        return self.shape[0]

    def __iter__(self):
        return (self[index] for index in range(len(self)))

    # NumPy's functions of a tensor are those of this package.
    def __array_ufunc__(self, function, method, *inputs, **options):
        return numpy_functions.call_ufunc(function, method, inputs, options)

    def __array_function__(self, function, types, arguments, options):
        return numpy_functions.call_function(function, arguments, options)

    # Functions as methods.
    def astype(self, dtype):
        """Returns the elements as another type: zyn.astype."""
        return elementwise.astype(self, dtype)

    def reshape(self, *shape):
        """Returns the elements in row-major order in another shape: zyn.reshape."""
        return shapes.reshape(self, shape[0] if len(shape) == 1 and isinstance(shape[0], (tuple, list)) else shape)

    def transpose(self, *axes):
        """Returns the tensor with its dimensions in another order: zyn.transpose."""
        return shapes.transpose(self, *axes)

    def sum(self, axis=None, keepdims=False):
        """Returns sums: zyn.sum."""
        return reductions.sum(self, axis=axis, keepdims=keepdims)

    def prod(self, axis=None, keepdims=False):
        """Returns products: zyn.prod."""
        return reductions.prod(self, axis=axis, keepdims=keepdims)

    def max(self, axis=None, keepdims=False):
        """Returns greatest elements: zyn.max."""
        return reductions.max(self, axis=axis, keepdims=keepdims)

    def min(self, axis=None, keepdims=False):
        """Returns least elements: zyn.min."""
        return reductions.min(self, axis=axis, keepdims=keepdims)

    def mean(self, axis=None, keepdims=False):
        """Returns means: zyn.mean."""
        return reductions.mean(self, axis=axis, keepdims=keepdims)

    def any(self, axis=None, keepdims=False):
        """Returns whether elements are true: zyn.any."""
        return reductions.any(self, axis=axis, keepdims=keepdims)

    def all(self, axis=None, keepdims=False):
        """Returns whether all elements are true: zyn.all."""
        return reductions.all(self, axis=axis, keepdims=keepdims)

    def argmax(self, axis=None, keepdims=False):
        """Returns the indices of the greatest elements: zyn.argmax."""
        return reductions.argmax(self, axis=axis, keepdims=keepdims)

    def argmin(self, axis=None, keepdims=False):
        """Returns the indices of the least elements: zyn.argmin."""
        return reductions.argmin(self, axis=axis, keepdims=keepdims)

    def cumsum(self, axis=None):
        """Returns sums of the elements up to each one: zyn.cumsum."""
        return scans.cumsum(self, axis=axis)


def is_number(thing):
    """Whether something is a number of Python or NumPy, which has the dtype of the other operand."""
    return isinstance(thing, (numbers.Number, numpy.generic))


def to_tensor(thing, name, location=None):
    """Returns an operand of the function `name` as a tensor of the current trace: an array becomes a constant."""
    trace = current(name)
    if isinstance(thing, Tensor):
        if not trace.has_values_of(thing.trace):
            raise error(f"{thing.describe()} is {thing.trace.describe_origin()}", location)
        return thing
    if isinstance(thing, (list, tuple)):
        raise error(f"{name} takes tensors and arrays, found a {type(thing).__name__}; numpy.array makes an array of it",
                    location)
    if isinstance(thing, DType) or not (hasattr(thing, "shape") and hasattr(thing, "dtype")):
        raise error(f"{name} takes tensors and arrays, found an object of type '{type(thing).__name__}'", location)
    try:
        dtype = to_dtype(thing.dtype)
        array = numpy.asarray(thing)
    except (TypeError, ValueError, RuntimeError) as failure:
        raise error(f"{name} cannot take an array of '{type(thing).__name__}' as a constant: {failure}",
                    location) from None
    if not array.dtype.isnative:
        array = array.astype(array.dtype.newbyteorder("="))
    return Tensor(trace, trace.constant_tensor(array, dtype), dtype, array.shape)


def to_floats(thing, name):
    """Returns an operand of the function `name` as a tensor of floats."""
    x = to_tensor(thing, f"zyn.{name}")
    if not x.dtype.is_float:
        raise error(f"{name} expected floats, found {x.describe()}; convert it with astype(zyn.f32)")
    return x


def same_dtype(tensors, name):
    """Returns the element type of several tensors, which is the same."""
    first = tensors[0]
    for tensor in tensors[1:]:
        if tensor.dtype is not first.dtype:
            raise error(f"{name} of {first.describe()} and {tensor.describe()}: the element types differ; convert one "
                        f"with astype(zyn.{first.dtype.name}) or astype(zyn.{tensor.dtype.name})")
    return first.dtype


def to_axis(axis, ndim, name):
    """Returns the number of a dimension from 0; negative ones count from the last."""
    if not isinstance(axis, int) or isinstance(axis, bool):
        raise error(f"{name} expected an axis, found {axis!r}")
    if not -ndim <= axis < ndim:
        raise error(f"{name} has no axis {axis}: the tensor has {ndim} {'dimension' if ndim == 1 else 'dimensions'}")
    return axis % ndim


def describe_difference(left, right):
    """Returns why two sizes cannot be taken to be equal."""
    if isinstance(left, Size) or isinstance(right, Size):
        return f"{left} and {right} may differ when the function runs; sizes that are equal have the same name"
    return f"{left} and {right} differ"


# The functions need the class, and its methods the functions.
from . import elementwise, indexing, numpy_functions, products, reductions, scans, shapes  # noqa: E402
