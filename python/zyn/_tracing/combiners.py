"""Ops that combine the elements of some dimensions by a function of two elements: reductions and scans."""
from .source import error
from .tensor import Tensor, to_axis
from .types import DTYPES, format_type


def to_axes(axis, ndim, name):
    """Returns a set of dimensions; None is all of them."""
    if axis is None:
        return set(range(ndim))
    axes = [to_axis(one, ndim, name) for one in (axis if isinstance(axis, (tuple, list)) else (axis,))]
    if len(set(axes)) != len(axes):
        raise error(f"{name} expected each axis once, found {axis!r}")
    return set(axes)


def accumulator_of(dtype):
    """Returns the type in which sums of elements are rounded."""
    return DTYPES["f32"] if dtype.is_float and dtype.bits < 32 else dtype


def reduce_axes(inputs, axes, keepdims, initial, accumulators, combine):
    """Returns the reductions of tensors of one shape.

    combine(body, accumulators, elements) returns the names of the new accumulators, whose types are given.
    """
    x = inputs[0]
    trace = x.trace
    if len(inputs) > 1 or x.is_scalar or any(axis not in x.axes and x.shape[axis] != 1 for axis in axes):
        inputs = [Tensor(trace, tensor.dense(), tensor.dtype, tensor.shape) for tensor in inputs]
        x = inputs[0]
    dimensions = [dimension for dimension, axis in enumerate(x.axes) if axis in axes]
    kept = [axis for axis in x.axes if axis not in axes]
    shape = [1 if axis in axes else size for axis, size in enumerate(x.shape)]
    new_axes = kept
    if not keepdims:
        numbers = {axis: number for number, axis in enumerate(axis for axis in range(x.ndim) if axis not in axes)}
        shape, new_axes = [x.shape[axis] for axis in numbers], [numbers[axis] for axis in kept]
    if not dimensions:
        return [Tensor(trace, tensor.value, tensor.dtype, shape, new_axes) for tensor in inputs]
    value_shape = [x.shape[axis] for axis in kept]
    destinations = [trace.full(tensor.dtype, value_shape, number) for tensor, number in zip(inputs, initial)]
    types = [format_type(tensor.dtype, value_shape) for tensor in inputs]
    body = trace.body()
    old, elements = ([f"%{letter}{number}" for number in range(len(inputs))] for letter in "ae")
    results = combine(body, old, elements)
    region = body.format([*zip(old, accumulators), *zip(elements, accumulators)], [*zip(results, accumulators)])
    values = trace.add(
        f"zyn.reduce ins({', '.join(tensor.value for tensor in inputs)} : "
        f"{', '.join(tensor.value_type for tensor in inputs)}) outs({', '.join(destinations)} : {', '.join(types)}) "
        f"dimensions = {dimensions} {region} -> {', '.join(types)}", len(inputs))
    values = [values] if len(inputs) == 1 else values
    return [Tensor(trace, value, tensor.dtype, shape, new_axes) for value, tensor in zip(values, inputs)]


def scan_axis(x, axis, initial, accumulator, op, exclusive, reverse):
    """Returns the combinations of the elements of x along an axis up to each one, or up to the one before."""
    trace = x.trace
    source, type_ = x.dense(), x.type
    destinations, types = [trace.empty(x.dtype, x.shape)], [type_]
    if exclusive:
        # The initial values, which are those of an accumulator.
        rest = x.shape[:axis] + x.shape[axis + 1:]
        destinations.append(trace.full(accumulator, rest, initial))
        types.append(format_type(accumulator, rest))
    body = trace.body()
    region = body.format([("%a", accumulator), ("%e", accumulator)],
                         [(body.binary(op, accumulator, "%a", "%e"), accumulator)])
    words = "exclusive " * exclusive + "reverse " * reverse
    types = ", ".join(types)
    values = trace.add(f"zyn.scan {words}ins({source} : {type_}) outs({', '.join(destinations)} : {types}) "
                       f"dimension = {axis} {region} -> {types}", len(destinations))
    return Tensor(trace, values[0] if exclusive else values, x.dtype, x.shape)
