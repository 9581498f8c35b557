"""Loops and branches of a zyn.kernel, which are functions of indices and elements."""
from .kernel_body import KernelBody
from .source import describe_count, error
from .tensor import Tensor, is_number
from .trace import current
from .types import DTYPES, INDEX

_I1 = DTYPES["i1"]


def _current_kernel(name):
    kernel = current(name)
    if not kernel.is_kernel:
        raise error(f"{name} is called outside of a zyn.kernel, whose elements it computes")
    return kernel


def _to_list(values):
    return list(values) if isinstance(values, (tuple, list)) else [values]


def _like(values, given):
    """Returns a list as what was given for it: one value, or a tuple."""
    return tuple(values) if isinstance(given, (tuple, list)) else values[0]


def _to_initial(kernel, initial, name):
    values = [kernel.to_element(value, f"an initial value of {name}") for value in _to_list(initial)]
    if not values:
        raise error(f"{name} expected an initial value, or a tuple of them")
    return values


def _to_results(region, returned, initial, name):
    """Returns what a region yields for what the body of a loop returned."""
    values = _to_list(returned)
    if len(values) != len(initial):
        raise error(f"the body of {name} returned {describe_count(len(values), 'value')}, expected {len(initial)}, as "
                    f"many as there are initial ones")
    return [region.to_element(value, f"what the body of {name} returned", argument.dtype)
            for value, argument in zip(values, initial)]


def fori_loop(lower, upper, body, initial):
    """Returns the values that a loop over the indices from lower to upper - 1 ends with, in a zyn.kernel.

    body(k, values) returns the values of the next step. They are an element, or a tuple of them, and so are the initial
    ones, which are the result if there are no indices. It is the function of this name in JAX.

    >>> @zyn.kernel
    ... def polynomial(i, x: zyn.f32["n"], coefficients: zyn.f32["m"]) -> zyn.f32["n"]:
    ...     m = coefficients.shape[0]
    ...     return zyn.fori_loop(0, m, lambda k, y: y * x[i] + coefficients[k], zyn.f32(0))
    >>> polynomial(np.array([1, 2], np.float32), np.array([1, 0, 3], np.float32))
    array([4., 7.], dtype=float32)
    """
    name = "zyn.fori_loop"
    kernel = _current_kernel(name)
    low, high = (kernel.to_element(bound, f"a bound of {name}", INDEX) for bound in (lower, upper))
    values = _to_initial(kernel, initial, name)
    with KernelBody(kernel.trace, kernel) as region:
        step, *arguments = [region.new_element(dtype) for dtype in (INDEX, *(value.dtype for value in values))]
        results = _to_results(region, body(step, _like(arguments, initial)), values, name)
    return _like(kernel.add_for(step, low.value, high.value, values, region, arguments, results), initial)


def while_loop(condition, body, initial):
    """Returns the values that a loop ends with, in a zyn.kernel: the first ones for which condition(values) is false.

    body(values) returns the values of the next step. They are an element, or a tuple of them, and so are the initial
    ones. It is the function of this name in JAX.

    >>> @zyn.kernel
    ... def steps_to_one(i, x: zyn.i32["n"]) -> zyn.i32["n"]:
    ...     return zyn.while_loop(
    ...         lambda values: values[0] > 1,
    ...         lambda values: (zyn.where(values[0] % 2 == 0, values[0] // 2, 3 * values[0] + 1), values[1] + 1),
    ...         (x[i], zyn.i32(0)))[1]
    >>> steps_to_one(np.array([1, 6, 7], np.int32))
    array([ 0,  8, 16], dtype=int32)
    """
    name = "zyn.while_loop"
    kernel = _current_kernel(name)
    values = _to_initial(kernel, initial, name)
    with KernelBody(kernel.trace, kernel) as before:
        arguments = [before.new_element(value.dtype) for value in values]
        go_on = before.to_element(condition(_like(arguments, initial)), f"the condition of {name}", _I1)
    with KernelBody(kernel.trace, kernel) as after:
        after_arguments = [after.new_element(value.dtype) for value in values]
        results = _to_results(after, body(_like(after_arguments, initial)), values, name)
    return _like(kernel.add_while(values, before, arguments, go_on, after, after_arguments, results), initial)


def choose(condition, x, y):
    """Returns x or y, of which those that are functions are computed if they are chosen: zyn.where."""
    name = "zyn.where"
    kernel = _current_kernel(f"{name} with a function")
    condition = kernel.to_element(condition, f"the condition of {name}", _I1)
    regions, returned = [], []
    for thing in (x, y):
        with KernelBody(kernel.trace, kernel) as region:
            returned.append(thing() if callable(thing) else thing)
        regions.append(region)
    values = [_to_list(thing) for thing in returned]
    if len(values[0]) != len(values[1]) or not values[0]:
        raise error(f"{name} expected as many values if the condition is true as otherwise, found {len(values[0])} and "
                    f"{len(values[1])}")
    elements = [[], []]
    for pair in zip(*values):
        dtype = next((value.dtype for value in pair if isinstance(value, Tensor)), None)
        if dtype is None and not all(map(is_number, pair)):
            dtype = INDEX
        for region, value, found in zip(regions, pair, elements):
            with region:
                found.append(region.to_element(value, f"an operand of {name}", dtype))
    return _like(kernel.add_if(condition, regions[0], elements[0], regions[1], elements[1]), returned[0])


def reduce_indices(function, indices, name, start, combine):
    """Returns reductions of function(k) over indices k: as many as there are, or from the first one of a pair to the end.

    start(element) returns a list of the types and the initial numbers of the accumulators for an element, and
    combine(body, old, element, k) the names of their new values.
    """
    kernel = _current_kernel(f"zyn.{name} of a function")
    if indices is None:
        raise error(f"zyn.{name} of a function expected a number of indices, or a pair of the first one and the end")
    bounds = indices if isinstance(indices, (tuple, list)) else (0, indices)
    if len(bounds) != 2:
        raise error(f"zyn.{name} of a function expected a number of indices, or a pair of the first one and the end, found "
                    f"{len(bounds)} values")
    low, high = (kernel.to_element(bound, f"a bound of zyn.{name}", INDEX) for bound in bounds)
    with KernelBody(kernel.trace, kernel) as region:
        step = region.new_element(INDEX)
        element = region.to_element(function(step), f"what zyn.{name} reduces")
        accumulators = start(element)
        arguments = [region.new_element(dtype) for dtype, _ in accumulators]
        results = combine(region, [argument.value for argument in arguments], element, step)
        results = [region.element(result, argument.dtype) for result, argument in zip(results, arguments)]
    initial = [dtype(number) for dtype, number in accumulators]
    return kernel.add_for(step, low.value, high.value, initial, region, arguments, results)
