"""x[...]: slices, single indices, new axes, and indices in tensors."""
import operator

import numpy

from .kernel_body import KernelBody
from .shapes import expand_dims
from .sizes import Size
from .source import error
from .tensor import Tensor, to_axis, to_tensor
from .trace import current
from .types import INDEX, format_type


class _Selection:
    """What is taken along an axis: size indices from an offset on with a stride, which may be negative. A single index
    drops the axis."""

    def __init__(self, offset, size, stride=1, is_dropped=False):
        self.offset, self.size, self.stride, self.is_dropped = offset, size, stride, is_dropped


def _to_size(bound, x, part):
    """Returns a bound of a slice as a number or a size."""
    if isinstance(bound, Size):
        return bound
    if isinstance(bound, Tensor):
        raise error(f"{part} {bound.describe()} in an index of {x.describe()}; expected an integer or a size")
    try:
        number = operator.index(bound)
    except TypeError:
        raise error(f"{part} {bound!r} in an index of {x.describe()}; expected an integer or a size") from None
    if not INDEX.lowest <= number <= INDEX.highest:
        raise error(f"{part} {number} in an index of {x.describe()}; expected one of 64 bits")
    return number


def _select_slice(x, part, size):
    start, stop = (None if bound is None else _to_size(bound, x, "the bound") for bound in (part.start, part.stop))
    stride = 1 if part.step is None else _to_size(part.step, x, "the step")
    if not isinstance(stride, int) or stride == 0:
        raise error(f"the step {stride} in an index of {x.describe()}; expected a number other than 0")
    if all(not isinstance(bound, Size) for bound in (start, stop, size)):
        start, stop, stride = slice(start, stop, stride).indices(size)
        return _Selection(start, len(range(start, stop, stride)), stride)
    # The bounds of sizes that are not known yet are not clamped.
    def from_end(bound):
        return size + bound if isinstance(bound, int) and bound < 0 else bound
    if stride > 0:
        start = 0 if start is None else from_end(start)
        length = (size if stop is None else from_end(stop)) - start
    else:
        start = size - 1 if start is None else from_end(start)
        length = start - (-1 if stop is None else from_end(stop))
    if abs(stride) != 1:
        length = (length + (abs(stride) - 1)) // abs(stride)
    return _Selection(start, length if isinstance(length, Size) else max(length, 0), stride)


def _select_index(x, index, axis):
    size = x.shape[axis]
    index = _to_size(index, x, "the index")
    if isinstance(index, int):
        if isinstance(size, int) and not -size <= index < size:
            raise error(f"the index {index} is out of bounds for axis {axis} of {x.describe()}")
        if index < 0:
            index = size + index
    return _Selection(index, 1, is_dropped=True)


def _is_array(part):
    return isinstance(part, (Tensor, list)) or (hasattr(part, "shape") and hasattr(part, "dtype")
                                                and not isinstance(part, numpy.integer))


def _expand_ellipsis(x, index):
    """Returns the parts of an index, one for each axis and None for new ones."""
    parts = list(index) if isinstance(index, tuple) else [index]
    ellipses = [position for position, part in enumerate(parts) if part is Ellipsis]
    if len(ellipses) > 1:
        raise error(f"an index of {x.describe()} with several '...'; expected one at most")
    given = sum(part is not None and part is not Ellipsis for part in parts)
    if given > x.ndim:
        raise error(f"{given} indices of {x.describe()}, which has {x.ndim} dimensions")
    position = ellipses[0] if ellipses else len(parts)
    return parts[:position] + [slice(None)] * (x.ndim - given) + parts[position + 1:]


def get_item(x, index):
    """Returns x[index]."""
    x = to_tensor(x, "an index")
    if current().is_kernel and _selects_element(x, index):
        return _read_element(x, index)
    selections, new_axes, gathered, axis, result_axis = [], [], None, 0, 0
    for part in _expand_ellipsis(x, index):
        if part is None:
            new_axes.append(result_axis)
            result_axis += 1
            continue
        if _is_array(part):
            if gathered:
                raise error(f"an index of {x.describe()} with several arrays; expected one: take them one after the other")
            gathered = (part, result_axis)
            part = slice(None)
        if isinstance(part, (bool, numpy.bool_)):
            raise error(f"an index of {x.describe()} that is a bool; zyn.where selects elements")
        selections.append(_select_slice(x, part, x.shape[axis]) if isinstance(part, slice)
                          else _select_index(x, part, axis))
        result_axis += not selections[-1].is_dropped
        axis += 1
    if gathered and any(selection.is_dropped for selection in selections):
        raise error(f"an index of {x.describe()} with an array and a number; take them one after the other, as in x[0][:, "
                    f"indices]")
    result = _slice(x, selections)
    for axis in new_axes:
        result = expand_dims(result, axis)
    return take(result, gathered[0], gathered[1]) if gathered else result


def _selects_element(x, index):
    """Whether x[index] is an element that a kernel reads: an index is computed, or there are numbers for all dimensions."""
    parts = index if isinstance(index, tuple) else (index,)
    return any(isinstance(part, Tensor) for part in parts) or (not x.is_scalar and len(parts) == x.ndim and all(
        isinstance(part, (int, numpy.integer, Size)) and not isinstance(part, bool) for part in parts))


def _read_element(x, index):
    parts = index if isinstance(index, tuple) else (index,)
    if len(parts) != x.ndim or any(part is None or part is Ellipsis or isinstance(part, slice) for part in parts):
        count = f"{x.ndim} {'index' if x.ndim == 1 else 'indices'}"
        raise error(f"an element of {x.describe()} has {count}, found {describe_index(parts)}")
    kernel = current()
    return kernel.read(x, [_to_element_index(kernel, x, part, axis) for axis, part in enumerate(parts)])


def describe_index(parts):
    """Returns an index as messages name it: computed indices are their types."""
    def describe(part):
        if isinstance(part, slice):
            bounds = [part.start, part.stop] + ([] if part.step is None else [part.step])
            return ":".join("" if bound is None else describe(bound) for bound in bounds)
        return "..." if part is Ellipsis else part.describe() if isinstance(part, Tensor) else str(part)
    return f"[{', '.join(map(describe, parts))}]"


def _to_element_index(kernel, x, part, axis):
    """Returns the name of a value of type index."""
    if isinstance(part, (bool, numpy.bool_)):
        raise error(f"an index of {x.describe()} that is a bool; zyn.where selects elements")
    if not isinstance(part, Tensor):
        return kernel.trace.index(_select_index(x, part, axis).offset)
    if part.dtype.kind != "int":
        hint = "; convert it with astype(zyn.index)" if part.dtype.is_float else "; zyn.where chooses elements"
        raise error(f"the index {part.describe()} for axis {axis} of {x.describe()}; expected an integer{hint}")
    return kernel.to_element(part, "an index", INDEX).value


def _slice(x, selections):
    """Returns what is selected along each axis."""
    if all(selection.size == size and selection.stride > 0 and not selection.is_dropped
           for selection, size in zip(selections, x.shape)):
        return x
    trace = x.trace
    numbers, kept = {}, []
    for axis, selection in enumerate(selections):
        if not selection.is_dropped:
            numbers[axis] = len(kept)
            kept.append(selection.size)
    if any(isinstance(selection.size, int) and selection.size == 0 for selection in selections):
        return Tensor(trace, trace.empty(x.dtype, kept), x.dtype, kept)
    if any(selection.stride < 0 for selection in selections):
        return _read_points(x, selections, kept)
    # Axes along which the elements are repeated have no dimension of the value.
    taken = [selections[axis] for axis in x.axes]
    type_ = format_type(x.dtype, [selection.size for selection in taken if not selection.is_dropped])
    value = trace.add(
        f"tensor.extract_slice {x.value}{trace.format_sizes([selection.offset for selection in taken])} "
        f"{trace.format_sizes([selection.size for selection in taken])} {[selection.stride for selection in taken]} : "
        f"{x.value_type} to {type_}")
    return Tensor(trace, value, x.dtype, kept, [numbers[axis] for axis in x.axes if not selections[axis].is_dropped])


def _read_points(x, selections, shape):
    """Returns what is selected along each axis, element by element, since a slice does not go backward."""
    trace = x.trace
    if current().is_kernel:
        raise error(f"the step of an index of {x.describe()} is negative in a zyn.kernel, which reads elements, such as "
                    f"x[x.shape[0] - 1 - i]")
    with KernelBody(trace) as body:
        indices, dimension = [], 0
        for selection in selections:
            if selection.is_dropped:
                indices.append(trace.index(selection.offset))
                continue
            index = body.element(body.add(f"zyn.index {dimension} : index"), INDEX)
            indices.append((index * selection.stride + selection.offset).value)
            dimension += 1
        element = body.read(x, indices)
    # Bounds of sizes that are numbers are those of the array.
    is_known = not any(isinstance(size, Size) for size in x.shape)
    result, = body.finish([element], shape, is_known, trace.here())
    return result


def take(x, indices, axis):
    """Returns the slices of x at indices along an axis, in whose place the result has the dimensions of the indices.

    x        a tensor
    indices  a tensor or an array of integers, or one index. None is negative: one that is out of bounds is a zyn.Error
             when the function runs
    axis     the dimension

    >>> @zyn.function
    ... def embed(table, words):
    ...     return zyn.take(table, words, axis=0)
    >>> embed(np.array([[1, 2], [3, 4]], np.float32), np.array([1, 1, 0]))
    array([[3., 4.],
           [3., 4.],
           [1., 2.]], dtype=float32)
    """
    x = to_tensor(x, "zyn.take")
    axis = to_axis(axis, x.ndim, "zyn.take")
    indices = to_tensor(numpy.asarray(indices) if isinstance(indices, (list, int)) else indices, "zyn.take")
    if indices.dtype.kind == "bool":
        raise error(f"an index of {x.describe()} that is {indices.describe()}: how many elements it selects is only known "
                    f"when the function runs; zyn.where selects elements")
    if indices.dtype.kind != "int":
        raise error(f"an index of {x.describe()} expected integers, found {indices.describe()}")
    trace = x.trace
    shape = x.shape[:axis] + indices.shape + x.shape[axis + 1:]
    type_ = format_type(x.dtype, shape)
    source, selected = x.dense(), indices.dense()
    value = trace.add(f"zyn.gather ins({source}, {selected} : {x.type}, {indices.type}) "
                      f"outs({trace.empty(x.dtype, shape)} : {type_}) dimension = {axis} -> {type_}")
    return Tensor(trace, value, x.dtype, shape)
