"""Functions that give elements another shape or other positions, and tensors that are made from sizes."""
from .points import access, map_points
from .sizes import Size, divide, multiply
from .source import error
from .tensor import Tensor, describe_difference, is_number, same_dtype, to_axis, to_tensor
from .trace import current
from .types import DTYPES, describe_shape, format_type, to_dtype


def make_dense(x):
    """Returns the name of a value that has the shape of x."""
    trace = x.trace
    if x.is_scalar:
        return trace.full(x.dtype, (), x.value)
    missing = [axis for axis in range(x.ndim) if axis not in x.axes]
    is_ordered = list(x.axes) == sorted(x.axes)
    if is_ordered and not missing:
        return x.value
    if is_ordered and all(x.shape[axis] == 1 for axis in missing):
        ends = [*x.axes[1:], x.ndim] if x.axes else []
        groups = [list(range(start, end)) for start, end in zip([0, *ends], ends)]
        return trace.add(f"tensor.expand_shape {x.value} {groups} output_shape {trace.format_sizes(x.shape)} : "
                         f"{x.value_type} into {x.type}")
    return map_points(trace, [x], x.shape, x.dtype, lambda body, elements: elements[0]).value


def _with_axes(x, shape, axes):
    """Returns the elements of x with other axes for the dimensions of its value."""
    if x.is_scalar:
        x = Tensor(x.trace, x.dense(), x.dtype, ())
    return Tensor(x.trace, x.value, x.dtype, shape, axes)


def to_shape(shape, name):
    shape = tuple(shape) if isinstance(shape, (tuple, list)) else (shape,)
    for size in shape:
        if not isinstance(size, (int, Size)) or isinstance(size, bool):
            raise error(f"{name} expected sizes, found {size!r}")
        if isinstance(size, int) and not 0 <= size < 1 << 63:
            raise error(f"{name} expected sizes of 0 or more and below 2**63, found {size}")
    return shape


#===------------------------------------------------------------------------===#
# Reshaping
#===------------------------------------------------------------------------===#


def reshape(x, shape):
    """Returns the elements of x in row-major order in another shape, which has as many. One size may be -1, which is
    what remains.

    >>> @zyn.function
    ... def flatten(images: zyn.f32["n", 28, 28]):
    ...     return zyn.reshape(images, (-1, 784))
    >>> flatten(np.zeros((2, 28, 28), np.float32)).shape
    (2, 784)
    """
    x = to_tensor(x, "zyn.reshape")
    shape = list(shape) if isinstance(shape, (tuple, list)) else [shape]
    unknown = [axis for axis, size in enumerate(shape) if isinstance(size, int) and size == -1]
    if len(unknown) > 1:
        raise error(f"reshape of {x.describe()} to {describe_shape(shape)}: only one size can be -1")
    if unknown:
        rest = multiply(size for size in to_shape([size for size in shape if size is not shape[unknown[0]]],
                                                   "reshape"))
        size = divide(x.size, rest)
        if size is None:
            raise error(f"reshape of {x.describe()} to {describe_shape(shape)}: {x.size} elements do not divide by "
                        f"{rest}")
        shape[unknown[0]] = size
    shape = to_shape(shape, "reshape")
    if multiply(shape) != x.size:
        raise error(f"reshape of {x.describe()} to {describe_shape(shape)}: the numbers of elements "
                    f"{describe_difference(x.size, multiply(shape))}")
    if shape == x.shape:
        return x
    groups = _find_groups(x.shape, shape)
    trace, value, type_ = x.trace, x.dense(), x.type
    if any(len(sources) != 1 for sources, _ in groups) or x.ndim > len(groups):
        middle = format_type(x.dtype, [multiply(x.shape[axis] for axis in sources) for sources, _ in groups])
        value = trace.add(f"tensor.collapse_shape {value} {[sources for sources, _ in groups]} : {type_} into {middle}")
        type_ = middle
    if any(len(targets) != 1 for _, targets in groups) or len(shape) > len(groups):
        target = format_type(x.dtype, shape)
        value = trace.add(f"tensor.expand_shape {value} {[targets for _, targets in groups]} output_shape "
                          f"{trace.format_sizes(shape)} : {type_} into {target}")
    return Tensor(trace, value, x.dtype, shape)


def _find_groups(source, target):
    """Returns the pairs of runs of dimensions that have the same number of elements, as many as there are."""
    if not source or not target:
        return []
    ends, first = [], 0
    for end in range(1, len(source) + 1):
        product = multiply(source[:end])
        matching = [other for other in range(first + 1, len(target) + 1) if multiply(target[:other]) == product]
        if matching:
            first = matching[0]
            ends.append((end, first))
    ends[-1] = (len(source), len(target))
    starts = [(0, 0), *ends]
    return [(list(range(start, end)), list(range(other_start, other_end)))
            for (start, other_start), (end, other_end) in zip(starts, ends)]


def transpose(x, *axes):
    """Returns x with its dimensions in the order of axes; without them, in reverse order."""
    x = to_tensor(x, "zyn.transpose")
    if len(axes) == 1 and isinstance(axes[0], (tuple, list)):
        axes = tuple(axes[0])
    if not axes or axes == (None,):
        axes = tuple(reversed(range(x.ndim)))
    axes = [to_axis(axis, x.ndim, "transpose") for axis in axes]
    if sorted(axes) != list(range(x.ndim)):
        raise error(f"transpose of {x.describe()} expected each axis once, found {describe_shape(axes)}")
    return _with_axes(x, [x.shape[axis] for axis in axes], [axes.index(axis) for axis in x.axes])


def swap_matrix_axes(x):
    """Returns x with its last two dimensions exchanged."""
    if x.ndim < 2:
        raise error(f"the transposed matrix of {x.describe()} expected 2 dimensions or more")
    return transpose(x, *range(x.ndim - 2), x.ndim - 1, x.ndim - 2)


def expand_dims(x, axis):
    """Returns x with a dimension of size 1, which gets the number axis."""
    x = to_tensor(x, "zyn.expand_dims")
    axis = to_axis(axis, x.ndim + 1, "expand_dims")
    return _with_axes(x, [*x.shape[:axis], 1, *x.shape[axis:]], [old + (old >= axis) for old in x.axes])


def squeeze(x, axis):
    """Returns x without the dimension axis, which has size 1."""
    x = to_tensor(x, "zyn.squeeze")
    axis = to_axis(axis, x.ndim, "squeeze")
    if x.shape[axis] != 1:
        raise error(f"squeeze of {x.describe()} expected the size 1 of axis {axis}, found {x.shape[axis]}")
    return reshape(x, x.shape[:axis] + x.shape[axis + 1:])


def broadcast_to(x, shape):
    """Returns x repeated along new first dimensions, and along those of size 1, so that it has a shape."""
    x = to_tensor(x, "zyn.broadcast_to")
    shape = to_shape(shape, "broadcast_to")
    first = len(shape) - x.ndim
    if first < 0 or any(size not in (1, shape[first + axis]) for axis, size in enumerate(x.shape)):
        raise error(f"cannot broadcast {x.describe()} to {describe_shape(shape)}")
    x = _with_axes(x, x.shape, x.axes)
    value, type_, axes = access(x, shape)
    return Tensor(x.trace, value, x.dtype, shape, axes)


#===------------------------------------------------------------------------===#
# Joining
#===------------------------------------------------------------------------===#


def concat(tensors, axis=0):
    """Returns tensors one after the other along an existing axis. All other sizes are equal.

    >>> @zyn.function
    ... def twice(x):
    ...     return zyn.concat([x, x])
    >>> twice(np.array([1, 2], np.int32))
    array([1, 2, 1, 2], dtype=int32)
    """
    if not isinstance(tensors, (tuple, list)) or not tensors:
        raise error("concat expected a list of one tensor or more")
    tensors = [to_tensor(tensor, "zyn.concat") for tensor in tensors]
    dtype, first = same_dtype(tensors, "concat"), tensors[0]
    axis = to_axis(axis, first.ndim, "concat")
    for tensor in tensors[1:]:
        rest = [shape[:axis] + shape[axis + 1:] for shape in (first.shape, tensor.shape)]
        if tensor.ndim != first.ndim or rest[0] != rest[1]:
            raise error(f"concat of {first.describe()} and {tensor.describe()} along axis {axis}: the other sizes must "
                        f"be equal")
    trace = first.trace
    shape = list(first.shape)
    shape[axis] = sum((tensor.shape[axis] for tensor in tensors[1:]), shape[axis])
    type_, joined, offset = format_type(dtype, shape), trace.empty(dtype, shape), 0
    for tensor in tensors:
        if tensor.size == 0:
            continue
        offsets = trace.format_sizes([offset if other == axis else 0 for other in range(tensor.ndim)])
        value, sizes = tensor.dense(), trace.format_sizes(tensor.shape)
        joined = trace.add(f"tensor.insert_slice {value} into {joined}{offsets} {sizes} {[1] * tensor.ndim} : "
                           f"{tensor.type} into {type_}")
        offset = offset + tensor.shape[axis]
    return Tensor(trace, joined, dtype, shape)


def stack(tensors, axis=0):
    """Returns tensors of one shape one after the other along a new axis."""
    if not isinstance(tensors, (tuple, list)):
        raise error("stack expected a list of one tensor or more")
    return concat([expand_dims(tensor, axis) for tensor in tensors], axis)


#===------------------------------------------------------------------------===#
# Tensors from sizes
#===------------------------------------------------------------------------===#


def _to_new_dtype(dtype, name):
    try:
        return to_dtype(dtype)
    except TypeError as failure:
        raise error(f"{name}: {failure}") from None


def full(shape, value, dtype=DTYPES["f32"]):
    """Returns a tensor of a shape whose elements are all a number."""
    trace = current("zyn.full")
    shape, dtype = to_shape(shape, "full"), _to_new_dtype(dtype, "full")
    if not is_number(value):
        raise error(f"full expected a number, found {value!r}; zyn.broadcast_to repeats a tensor")
    try:
        return Tensor(trace, trace.full(dtype, shape, value), dtype, shape)
    except (TypeError, ValueError) as failure:
        raise error(f"full: {failure}") from None


def zeros(shape, dtype=DTYPES["f32"]):
    """Returns a tensor of a shape whose elements are all 0."""
    dtype = _to_new_dtype(dtype, "zeros")
    return full(shape, dtype.kind != "bool" and 0, dtype)


def ones(shape, dtype=DTYPES["f32"]):
    """Returns a tensor of a shape whose elements are all 1."""
    dtype = _to_new_dtype(dtype, "ones")
    return full(shape, dtype.kind == "bool" or 1, dtype)


def indices(trace, shape, dimension, dtype):
    """Returns a tensor of a shape whose elements are their indices along a dimension."""
    def compute(body, elements):
        index = body.add(f"zyn.index {dimension} : index")
        integer = dtype if dtype.kind == "int" else DTYPES["i64"]
        element = body.add(f"arith.index_cast {index} : index to {integer.name}")
        return element if integer is dtype else body.add(f"arith.sitofp {element} : i64 to {dtype.name}")
    return map_points(trace, [], shape, dtype, compute)


def arange(size, dtype=DTYPES["i32"]):
    """Returns the numbers from 0 to size - 1.

    >>> @zyn.function
    ... def number(x: zyn.f32["n"]):
    ...     return zyn.arange(x.shape[0])
    >>> number(np.zeros(3, np.float32))
    array([0, 1, 2], dtype=int32)
    """
    trace, dtype = current("zyn.arange"), _to_new_dtype(dtype, "arange")
    if dtype.kind == "bool":
        raise error("arange expected a type of numbers, found i1")
    return indices(trace, to_shape((size,), "arange"), 0, dtype)
