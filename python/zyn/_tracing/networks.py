"""Functions of neural networks, which are written with those of this package and fused by the compiler."""
import math

from .combiners import accumulator_of, to_axes
from .elementwise import apply, astype, size_element
from .points import map_points
from .reductions import max as max_
from .reductions import sum as sum_
from .sizes import Size, multiply
from .source import error
from .tensor import is_number, to_floats


def relu(x):
    """Returns the elements of x that are greater than 0, and 0 in place of the others."""
    return apply("maximum", x, 0)


def sigmoid(x):
    """Returns 1 / (1 + exp(-x))."""
    x = to_floats(x, "sigmoid")
    return 1 / (1 + apply("exp", -x))


def silu(x):
    """Returns x * zyn.sigmoid(x)."""
    x = to_floats(x, "silu")
    return x / (1 + apply("exp", -x))


def gelu(x):
    """Returns x times the probability that a normal variable is less than x, (1 + erf(x / sqrt(2))) / 2."""
    x = to_floats(x, "gelu")
    return x * 0.5 * (1 + apply("erf", x * math.sqrt(0.5)))


def softmax(x, axis=-1):
    """Returns exp(x) divided by its sums over an axis. Floats narrower than f32 are computed in f32.

    >>> @zyn.function
    ... def classify(scores):
    ...     return zyn.softmax(scores)
    >>> classify(np.zeros((1, 4), np.float32))
    array([[0.25, 0.25, 0.25, 0.25]], dtype=float32)
    """
    x = to_floats(x, "softmax")
    wide = astype(x, accumulator_of(x.dtype))
    # The maximum is subtracted, so that exp does not overflow.
    exponentials = apply("exp", wide - max_(wide, axis=axis, keepdims=True))
    return astype(exponentials / sum_(exponentials, axis, keepdims=True), x.dtype)


def _map_with_mean(compute, x, total, count):
    """Returns compute(body, element, mean) for each element of x, the mean being that of its row: total / count.

    It is one map, since --zyn-fuse makes one kernel of maps and reductions if a map that reads the result of a reduction
    also reads its operand.
    """
    trace, dtype = x.trace, x.dtype
    size = size_element(trace, count, dtype, "layer_norm") if isinstance(count, Size) else None

    def compute_element(body, elements):
        divisor = size or body.constant(dtype, count)
        return compute(body, elements[0], body.binary("arith.divf", dtype, elements[1], divisor))
    return map_points(trace, [x, total], x.shape, dtype, compute_element)


def layer_norm(x, weight=None, bias=None, *, axis=-1, epsilon=1e-5):
    """Returns (x - mean) / sqrt(variance + epsilon) over an axis, or a tuple of them, times weight, plus bias. Floats
    narrower than f32 are computed in f32, except for weight and bias."""
    x = to_floats(x, "layer_norm")
    dtype = accumulator_of(x.dtype)
    if not is_number(epsilon):
        raise error(f"layer_norm expected a number as epsilon, found {epsilon!r}")
    count = multiply(x.shape[one] for one in to_axes(axis, x.ndim, "layer_norm"))
    wide = astype(x, dtype)

    def normalize(body, element, variance):
        shifted = body.binary("arith.addf", dtype, variance, body.constant(dtype, epsilon))
        return body.binary("arith.mulf", dtype, element, body.add(f"math.rsqrt {shifted} : {dtype.name}"))
    centered = _map_with_mean(lambda body, element, mean: body.binary("arith.subf", dtype, element, mean), wide,
                              sum_(wide, axis, keepdims=True), count)
    result = astype(_map_with_mean(normalize, centered, sum_(centered * centered, axis, keepdims=True), count), x.dtype)
    result = result if weight is None else result * weight
    return result if bias is None else result + bias
