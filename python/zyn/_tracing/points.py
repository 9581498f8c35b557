"""Maps: ops that compute each element of a result from elements of operands, which are broadcast."""
from .source import error
from .tensor import Tensor, describe_difference
from .types import format_type


def broadcast_shapes(tensors, name):
    """Returns the shape that tensors are broadcast to: that of the longest one, in which sizes of 1 become others.

    A size with a name is not 1 for this purpose, since whether it is would be known only when the function runs.
    """
    longest = max(tensors, key=lambda tensor: tensor.ndim)
    shape = list(longest.shape)
    for tensor in tensors:
        first = len(shape) - tensor.ndim
        for axis, size in enumerate(tensor.shape, first):
            if shape[axis] == 1:
                shape[axis] = size
            elif size not in (1, shape[axis]):
                shapes = " and ".join(tensor.describe() for tensor in tensors)
                raise error(f"{name} of {shapes}: cannot broadcast, since the sizes "
                            f"{describe_difference(shape[axis], size)}")
    return tuple(shape)


def access(tensor, shape):
    """Returns the name and type of a value, and the dimensions of the iteration space that its own ones are.

    The iteration space has the shape that the tensor is broadcast to. Its dimensions of size 1 that are repeated are
    dropped, since a map cannot read them at a constant index.
    """
    first = len(shape) - tensor.ndim
    repeated = [dimension for dimension, axis in enumerate(tensor.axes)
                if tensor.shape[axis] == 1 and shape[first + axis] != 1]
    if not repeated:
        return tensor.value, tensor.value_type, [first + axis for axis in tensor.axes]
    kept = [dimension for dimension in range(len(tensor.axes)) if dimension not in repeated]
    # Each group has one dimension that is kept.
    groups, starts = [], [0, *kept[1:], len(tensor.axes)] if kept else []
    for start, end in zip(starts, starts[1:]):
        groups.append(list(range(start, end)))
    type_ = format_type(tensor.dtype, [tensor.value_shape[dimension] for dimension in kept])
    value = tensor.trace.add(f"tensor.collapse_shape {tensor.value} {groups} : {tensor.value_type} into {type_}")
    return value, type_, [first + tensor.axes[dimension] for dimension in kept]


def format_map(rank, dimensions):
    names = [f"d{dimension}" for dimension in range(rank)]
    return f"affine_map<({', '.join(names)}) -> ({', '.join(names[dimension] for dimension in dimensions)})>"


def map_points(trace, tensors, shape, dtype, compute):
    """Appends a map and returns its result, a tensor of a shape and an element type.

    compute(body, elements) appends to a body what it computes from elements of the tensors, which are broadcast to the
    shape, and returns the name of the result.
    """
    if trace.is_kernel:
        return trace.compute_element(tensors, shape, dtype, compute)
    inputs, elements = [], []
    for tensor in tensors:
        if tensor.is_scalar:
            elements.append(tensor.value)
            continue
        elements.append(f"%a{len(inputs)}")
        inputs.append((*access(tensor, shape), tensor.dtype))
    body = trace.body()
    result = compute(body, elements)
    type_ = format_type(dtype, shape)
    text = "zyn.map "
    if inputs:
        text += f"ins({', '.join(value for value, *_ in inputs)} : {', '.join(input[1] for input in inputs)}) "
    text += f"outs({trace.empty(dtype, shape)} : {type_}) "
    identity = list(range(len(shape)))
    if any(dimensions != identity for _, _, dimensions, _ in inputs):
        maps = (format_map(len(shape), dimensions) for _, _, dimensions, _ in inputs)
        text += f"indexing_maps = [{', '.join(maps)}] "
    arguments = [(f"%a{index}", input[3]) for index, input in enumerate(inputs)]
    text += body.format(arguments, [(result, dtype)])
    return Tensor(trace, trace.add(f"{text} -> {type_}"), dtype, shape)
