"""Sorting and selecting by order. NaNs are greater than all numbers."""
from .shapes import indices
from .source import error
from .tensor import Tensor, to_axis, to_tensor
from .types import DTYPES, format_type

_I64 = DTYPES["i64"]


def _to_keys(x, axis, name):
    x = to_tensor(x, f"zyn.{name}")
    if x.dtype.kind == "bool":
        raise error(f"{name} of {x.describe()}; expected numbers")
    return x, to_axis(axis, x.ndim, name)


def _sort(inputs, axis, descending):
    trace = inputs[0].trace
    sources = ", ".join(tensor.dense() for tensor in inputs)
    destinations = ", ".join(trace.empty(tensor.dtype, tensor.shape) for tensor in inputs)
    types = ", ".join(tensor.type for tensor in inputs)
    values = trace.add(f"zyn.sort {'descending ' if descending else ''}ins({sources} : {types}) "
                       f"outs({destinations} : {types}) dimension = {axis} -> {types}", len(inputs))
    values = [values] if len(inputs) == 1 else values
    return [Tensor(trace, value, tensor.dtype, tensor.shape) for value, tensor in zip(values, inputs)]


def sort(x, axis=-1, *, descending=False):
    """Returns the elements along an axis in ascending order, NaNs last, or, if descending, in the reverse order.

    >>> @zyn.function
    ... def order(x):
    ...     return zyn.sort(x), zyn.argsort(x, descending=True)
    >>> order(np.array([2, 7, 1], np.float32))
    (array([1., 2., 7.], dtype=float32), array([1, 0, 2]))
    """
    x, axis = _to_keys(x, axis, "sort")
    return _sort([x], axis, descending)[0]


def argsort(x, axis=-1, *, descending=False):
    """Returns the indices (i64) of the elements along an axis in the order of zyn.sort, and those of equal elements in
    ascending order."""
    x, axis = _to_keys(x, axis, "argsort")
    return _sort([x, indices(x.trace, x.shape, axis, _I64)], axis, descending)[1]


def topk(x, k, axis=-1, *, largest=True):
    """Returns the k greatest elements along an axis, the greatest first, and their indices (i64), or, if not largest, the
    least ones. Of equal elements, the first ones come first. NaNs are greater than all numbers.

    >>> @zyn.function
    ... def best(scores):
    ...     return zyn.topk(scores, 2)
    >>> best(np.array([[3, 9, 5]], np.float32))
    (array([[9., 5.]], dtype=float32), array([[1, 2]]))
    """
    x, axis = _to_keys(x, axis, "topk")
    if not isinstance(k, int) or isinstance(k, bool) or k < 0:
        raise error(f"topk expected a number of elements of 0 or more, found {k!r}")
    if isinstance(x.shape[axis], int) and k > x.shape[axis]:
        raise error(f"topk of {x.describe()} expected a number of elements up to {x.shape[axis]}, found {k}")
    trace = x.trace
    shape = x.shape[:axis] + (k,) + x.shape[axis + 1:]
    types = [format_type(dtype, shape) for dtype in (x.dtype, _I64)]
    source = x.dense()
    destinations = ", ".join(trace.empty(dtype, shape) for dtype in (x.dtype, _I64))
    values = trace.add(f"zyn.topk {'' if largest else 'smallest '}ins({source} : {x.type}) "
                       f"outs({destinations} : {', '.join(types)}) dimension = {axis} -> {', '.join(types)}", 2)
    return tuple(Tensor(trace, value, dtype, shape) for value, dtype in zip(values, (x.dtype, _I64)))
