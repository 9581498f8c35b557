"""Reductions over some dimensions."""
from .combiners import accumulator_of, reduce_axes, to_axes
from .elementwise import apply, astype
from .loops import reduce_indices
from .shapes import indices, reshape
from .sizes import multiply
from .source import error
from .tensor import to_axis, to_floats, to_tensor
from .trace import current
from .types import DTYPES, INDEX

_I64, _I1 = DTYPES["i64"], DTYPES["i1"]


def _check_kind(x, name, ops):
    if x.dtype.kind not in ops:
        raise error(f"{name} of {x.describe()}; expected {' or '.join(ops)}")


def _reduce_one(x, axis, keepdims, name, initial, ops, accumulator_of=lambda dtype: dtype):
    """Returns a reduction by an op, the one of ops for the kind of the elements."""
    if callable(x):
        return _reduce_function(x, axis, keepdims, name, initial, ops, accumulator_of)
    x = to_tensor(x, f"zyn.{name}")
    _check_kind(x, name, ops)
    accumulator = accumulator_of(x.dtype)
    result, = reduce_axes([x], to_axes(axis, x.ndim, name), keepdims, [initial(x.dtype)], [accumulator],
                      lambda body, old, elements: [body.binary(ops[x.dtype.kind], accumulator, *old, *elements)])
    return result


def _reduce_function(function, indices, keepdims, name, initial, ops, accumulator_of):
    """Returns a reduction of the elements function(k)."""
    _reject_keepdims(keepdims, name)
    dtype = None

    def start(element):
        nonlocal dtype
        _check_kind(element, name, ops)
        dtype = element.dtype
        return [(accumulator_of(dtype), initial(dtype))]

    def combine(body, old, element, k):
        accumulator = accumulator_of(dtype)
        return [body.binary(ops[dtype.kind], accumulator, *old, astype(element, accumulator).value)]

    result, = reduce_indices(function, indices, name, start, combine)
    return astype(result, dtype)


def _reject_keepdims(keepdims, name):
    if keepdims:
        raise error(f"{name} of a function has no dimensions to keep")


def _to_numbers(x, name):
    """Returns a tensor in which i1 are the numbers 0 and 1, or such a function."""
    if callable(x):
        return lambda k: _to_numbers(current().to_element(x(k), f"what zyn.{name} reduces"), name)
    x = to_tensor(x, f"zyn.{name}")
    return astype(x, _I64) if x.dtype is _I1 else x


def sum(x, axis=None, keepdims=False):
    """Returns the sums over axis: a dimension, a tuple of them, or all of them.

    Sums of floats narrower than f32 are rounded once, sums of integers wrap around, and i1 are counted as i64. With
    keepdims, the result has dimensions of size 1 in place of those that were summed.

    In a zyn.kernel, x may be a function of an index, and axis the number of indices or a pair of the first one and the
    end: zyn.sum(lambda k: a[i, k] * b[k, j], n). So it may for prod, max, min, any, all, argmax and argmin.

    >>> @zyn.function
    ... def center(x):
    ...     return x - x.sum(axis=1, keepdims=True) / x.shape[1]
    >>> center(np.array([[1, 3], [2, 6]], np.float32))
    array([[-1.,  1.],
           [-2.,  2.]], dtype=float32)
    """
    x = _to_numbers(x, "sum")
    return _reduce_one(x, axis, keepdims, "sum", lambda dtype: 0, {"float": "arith.addf", "int": "arith.addi"},
                       accumulator_of)


def prod(x, axis=None, keepdims=False):
    """Returns the products over axis, as zyn.sum does sums."""
    x = _to_numbers(x, "prod")
    return _reduce_one(x, axis, keepdims, "prod", lambda dtype: 1, {"float": "arith.mulf", "int": "arith.muli"},
                       accumulator_of)


def _check_others(x, others, axis, name, elementwise):
    """Returns the axis, or the indices of a function. Rejects other positional arguments, which NumPy takes for axes, and
    Python's functions for what to compare."""
    if callable(x) and len(others) == 1 and axis is None:
        return others[0]
    if others:
        raise error(f"{name} reduces one tensor: zyn.{elementwise} compares two, and axis= is an axis to reduce")
    return axis


def max(x, *others, axis=None, keepdims=False):
    """Returns the greatest elements over axis, a NaN if there is one, and the lowest number of the type if there are
    none. zyn.maximum compares two tensors."""
    axis = _check_others(x, others, axis, "max", "maximum")
    return _reduce_one(x, axis, keepdims, "max", lambda dtype: dtype.lowest,
                       {"float": "arith.maximumf", "int": "arith.maxsi"})


def min(x, *others, axis=None, keepdims=False):
    """Returns the least elements over axis, a NaN if there is one, and the highest number of the type if there are
    none. zyn.minimum compares two tensors."""
    axis = _check_others(x, others, axis, "min", "minimum")
    return _reduce_one(x, axis, keepdims, "min", lambda dtype: dtype.highest,
                       {"float": "arith.minimumf", "int": "arith.minsi"})


def any(x, axis=None, keepdims=False):
    """Returns whether an element over axis is true. The tensor is one of i1."""
    return _reduce_one(x, axis, keepdims, "any", lambda dtype: False, {"bool": "arith.ori"})


def all(x, axis=None, keepdims=False):
    """Returns whether all elements over axis are true. The tensor is one of i1."""
    return _reduce_one(x, axis, keepdims, "all", lambda dtype: True, {"bool": "arith.andi"})


def mean(x, axis=None, keepdims=False):
    """Returns the means over axis of floats, which are computed in f32 if they are narrower."""
    x = to_floats(x, "mean")
    count = multiply(x.shape[one] for one in to_axes(axis, x.ndim, "mean"))
    total = sum(astype(x, accumulator_of(x.dtype)), axis, keepdims)
    return astype(apply("divide", total, count), x.dtype)


def var(x, axis=None, keepdims=False):
    """Returns the variances over axis of floats, the means of (x - mean) ** 2, which are computed in f32 if they are
    narrower."""
    x = to_floats(x, "var")
    wide = astype(x, accumulator_of(x.dtype))
    return astype(mean(apply("square", wide - mean(wide, axis, keepdims=True)), axis, keepdims), x.dtype)


def _find(x, axis, keepdims, name, float_predicate, int_predicate, worst):
    """Returns the indices of the elements that are best by a predicate, the first ones of those that are equal."""
    def check(x):
        if x.dtype.kind == "bool":
            raise error(f"{name} of {x.describe()}; expected numbers")

    def start(element):
        check(element)
        return [(element.dtype, worst(element.dtype)), (INDEX, INDEX.highest)]

    combine = _find_combiner(float_predicate, int_predicate)
    if callable(x):
        _reject_keepdims(keepdims, name)
        return reduce_indices(x, axis, name, start, lambda body, old, element, k: combine(
            body, element.dtype, INDEX, old, (element.value, k.value)))[1]
    x = to_tensor(x, f"zyn.{name}")
    check(x)
    if axis is None:
        flat = reshape(x, (-1,)) if x.ndim != 1 else x
        found = _find(flat, 0, False, name, float_predicate, int_predicate, worst)
        return reshape(found, (1,) * x.ndim) if keepdims else found
    axis = to_axis(axis, x.ndim, name)
    positions = indices(x.trace, x.shape, axis, _I64)
    # An element that is equal to the initial value is taken for its lower index.
    _, found = reduce_axes([x, positions], {axis}, keepdims, [worst(x.dtype), _I64.highest], [x.dtype, _I64],
                           lambda body, old, elements: combine(body, x.dtype, _I64, old, elements))
    return found


def _find_combiner(float_predicate, int_predicate):
    """Returns the function that appends the choice of the better one of two pairs of an element and its position."""
    def combine(body, dtype, position, old, elements):
        (best, at), (element, index) = old, elements
        compare = lambda predicate, left, right: body.binary(f"arith.cmp{predicate},", dtype, left, right)
        if dtype.is_float:
            # A NaN is better than any number.
            is_number = compare("f ord", best, best)
            better = body.binary("arith.andi", _I1, compare(f"f {float_predicate}", element, best), is_number)
            nans = [compare("f uno", value, value) for value in (best, element)]
            equal = body.binary("arith.ori", _I1, compare("f oeq", element, best),
                                body.binary("arith.andi", _I1, *nans))
        else:
            better, equal = compare(f"i {int_predicate}", element, best), compare("i eq", element, best)
        before = body.binary("arith.cmpi slt,", position, index, at)
        taken = body.binary("arith.ori", _I1, better, body.binary("arith.andi", _I1, equal, before))
        return [body.add(f"arith.select {taken}, {new}, {previous} : {type_.name}")
                for new, previous, type_ in ((element, best, dtype), (index, at, position))]
    return combine


def argmax(x, axis=None, keepdims=False):
    """Returns the indices (i64) of the greatest elements over one axis, or in row-major order: the first one of equal
    elements, and of NaNs if there are any.

    >>> @zyn.function
    ... def classify(scores):
    ...     return zyn.argmax(scores, axis=1)
    >>> classify(np.array([[1, 5, 5], [7, 0, 2]], np.float32))
    array([1, 0])
    """
    return _find(x, axis, keepdims, "argmax", "ugt", "sgt", lambda dtype: dtype.lowest)


def argmin(x, axis=None, keepdims=False):
    """Returns the indices (i64) of the least elements, as zyn.argmax does those of the greatest."""
    return _find(x, axis, keepdims, "argmin", "ult", "slt", lambda dtype: dtype.highest)
