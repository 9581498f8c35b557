"""Scans: combinations of the elements of a dimension up to each one."""
from .combiners import accumulator_of, scan_axis
from .source import error
from .tensor import to_axis, to_tensor


def _scan(x, axis, exclusive, reverse, name, initial, ops):
    x = to_tensor(x, f"zyn.{name}")
    if x.dtype.kind not in ops:
        raise error(f"{name} of {x.describe()}; expected {' or '.join(ops)}")
    if axis is None and x.ndim != 1:
        raise error(f"{name} of {x.describe()} expected an axis")
    axis = to_axis(0 if axis is None else axis, x.ndim, name)
    accumulator = accumulator_of(x.dtype) if initial in (0, 1) else x.dtype
    first = getattr(x.dtype, initial) if isinstance(initial, str) else initial
    return scan_axis(x, axis, first, accumulator, ops[x.dtype.kind], bool(exclusive), bool(reverse))


def cumsum(x, axis=None, *, exclusive=False, reverse=False):
    """Returns the sums of the elements along an axis up to each one, or, if exclusive, up to the one before; if reverse,
    from the last one on. Floats narrower than f32 are summed in f32.

    >>> @zyn.function
    ... def offsets(counts):
    ...     return zyn.cumsum(counts, exclusive=True)
    >>> offsets(np.array([3, 1, 2], np.int32))
    array([0, 3, 4], dtype=int32)
    """
    return _scan(x, axis, exclusive, reverse, "cumsum", 0, {"float": "arith.addf", "int": "arith.addi"})


def cumprod(x, axis=None, *, exclusive=False, reverse=False):
    """Returns the products of the elements along an axis up to each one, as zyn.cumsum does sums."""
    return _scan(x, axis, exclusive, reverse, "cumprod", 1, {"float": "arith.mulf", "int": "arith.muli"})


def cummax(x, axis=None, *, exclusive=False, reverse=False):
    """Returns the greatest of the elements along an axis up to each one, as zyn.cumsum does sums."""
    return _scan(x, axis, exclusive, reverse, "cummax", "lowest", {"float": "arith.maximumf", "int": "arith.maxsi"})


def cummin(x, axis=None, *, exclusive=False, reverse=False):
    """Returns the least of the elements along an axis up to each one, as zyn.cumsum does sums."""
    return _scan(x, axis, exclusive, reverse, "cummin", "highest", {"float": "arith.minimumf", "int": "arith.minsi"})
