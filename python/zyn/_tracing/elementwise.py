"""Functions of the elements of tensors. FUNCTIONS is the table of them."""
from dataclasses import dataclass

import numpy

from .points import broadcast_shapes, map_points
from .sizes import Size
from .source import error
from .tensor import Tensor, is_number, same_dtype, to_tensor
from .trace import current
from .types import DTYPES, INDEX, to_dtype

_I1, _I64 = DTYPES["i1"], DTYPES["i64"]


@dataclass(frozen=True)
class ElementwiseFunction:
    """A row of the table.

    float, int and bool say how elements of these kinds are computed, if they are: the name of an op on them, or
    function(body, dtype, elements, numbers), where numbers has those of the elements that are numbers of Python, and
    None for the others. If is_predicate, the result is an i1.
    """

    name: str
    arity: int
    description: str
    float: object = None
    int: object = None
    bool: object = None
    is_predicate: bool = False


#===------------------------------------------------------------------------===#
# Functions of several ops
#===------------------------------------------------------------------------===#


def _negate_int(body, dtype, elements, numbers):
    return body.binary("arith.subi", dtype, body.constant(dtype, 0), elements[0])


def _not(body, dtype, elements, numbers):
    ones = body.constant(dtype, True if dtype.kind == "bool" else -1)
    return body.binary("arith.xori", dtype, elements[0], ones)


def _square(op):
    return lambda body, dtype, elements, numbers: body.binary(op, dtype, elements[0], elements[0])


def _reciprocal(body, dtype, elements, numbers):
    return body.binary("arith.divf", dtype, body.constant(dtype, 1.0), elements[0])


def _sign_float(body, dtype, elements, numbers):
    """1 with the sign of the element; zeros and NaNs are themselves."""
    x = elements[0]
    one = body.binary("math.copysign", dtype, body.constant(dtype, 1.0), x)
    is_number = body.binary("arith.cmpf one,", dtype, x, body.constant(dtype, 0.0))
    return body.add(f"arith.select {is_number}, {one}, {x} : {dtype.name}")


def _sign_int(body, dtype, elements, numbers):
    low, high = body.constant(dtype, -1), body.constant(dtype, 1)
    return body.binary("arith.maxsi", dtype, low, body.binary("arith.minsi", dtype, high, elements[0]))


def _divisor(body, dtype, elements, numbers):
    """Returns a divisor that the quotient is defined for, and whether it is that of a division by 0.

    The quotient of the least number and -1 is the least number, as in NumPy.
    """
    divisor, number = elements[1], numbers[1]
    if number is not None and number not in (0, -1):
        return divisor, None
    zero, one = body.constant(dtype, 0), body.constant(dtype, 1)
    is_zero = body.binary("arith.cmpi eq,", dtype, divisor, zero)
    at_lowest = body.binary("arith.cmpi eq,", dtype, elements[0], body.constant(dtype, dtype.lowest))
    is_minus_one = body.binary("arith.cmpi eq,", dtype, divisor, body.constant(dtype, -1))
    overflows = body.binary("arith.andi", _I1, at_lowest, is_minus_one)
    replaced = body.binary("arith.ori", _I1, is_zero, overflows)
    return body.add(f"arith.select {replaced}, {one}, {divisor} : {dtype.name}"), is_zero


def _zero_if(body, dtype, condition, value):
    if condition is None:
        return value
    return body.add(f"arith.select {condition}, {body.constant(dtype, 0)}, {value} : {dtype.name}")


def _floor_divide(body, dtype, elements, numbers):
    divisor, is_zero = _divisor(body, dtype, elements, numbers)
    return _zero_if(body, dtype, is_zero, body.binary("arith.floordivsi", dtype, elements[0], divisor))


def _remainder_int(body, dtype, elements, numbers):
    divisor, is_zero = _divisor(body, dtype, elements, numbers)
    quotient = body.binary("arith.floordivsi", dtype, elements[0], divisor)
    product = body.binary("arith.muli", dtype, quotient, divisor)
    return _zero_if(body, dtype, is_zero, body.binary("arith.subi", dtype, elements[0], product))


def _remainder_float(body, dtype, elements, numbers):
    """The remainder with the sign of the divisor, where arith.remf has that of the dividend."""
    zero = body.constant(dtype, 0.0)
    rest = body.binary("arith.remf", dtype, *elements)
    is_exact = body.binary("arith.cmpf oeq,", dtype, rest, zero)
    below, divisor_below = (body.binary("arith.cmpf olt,", dtype, value, zero) for value in (rest, elements[1]))
    differ = body.binary("arith.xori", _I1, below, divisor_below)
    moved = body.binary("arith.addf", dtype, rest, elements[1])
    signed = body.add(f"arith.select {differ}, {moved}, {rest} : {dtype.name}")
    zeros = body.binary("math.copysign", dtype, rest, elements[1])
    return body.add(f"arith.select {is_exact}, {zeros}, {signed} : {dtype.name}")


def _pow_float(body, dtype, elements, numbers):
    if numbers[1] == 2:
        return body.binary("arith.mulf", dtype, elements[0], elements[0])
    return body.binary("math.powf", dtype, *elements)


def _pow_int(body, dtype, elements, numbers):
    exponent = numbers[1]
    if exponent is None or exponent < 0:
        raise error("zyn.pow of integers expected an exponent that is a number of 0 or more; convert the tensor with "
                    "astype(zyn.f32) for others")
    power, factor = None, elements[0]
    while exponent:
        if exponent % 2:
            power = factor if power is None else body.binary("arith.muli", dtype, power, factor)
        exponent //= 2
        if exponent:
            factor = body.binary("arith.muli", dtype, factor, factor)
    return body.constant(dtype, 1) if power is None else power


def _is_infinite(body, dtype, elements, numbers):
    magnitude = body.add(f"math.absf {elements[0]} : {dtype.name}")
    return body.binary("arith.cmpf ogt,", dtype, magnitude, body.constant(dtype, dtype.largest))


def _is_finite(body, dtype, elements, numbers):
    magnitude = body.add(f"math.absf {elements[0]} : {dtype.name}")
    return body.binary("arith.cmpf ole,", dtype, magnitude, body.constant(dtype, dtype.largest))


def _is_nan(body, dtype, elements, numbers):
    return body.binary("arith.cmpf uno,", dtype, elements[0], elements[0])


#===------------------------------------------------------------------------===#
# The table
#===------------------------------------------------------------------------===#


def _unary(name, description, op=None):
    return ElementwiseFunction(name, 1, description, op or f"math.{name}")


def _comparison(name, description, float_predicate, int_predicate, bool_predicate):
    return ElementwiseFunction(name, 2, description, f"arith.cmpf {float_predicate},", f"arith.cmpi {int_predicate},",
                               f"arith.cmpi {bool_predicate},", is_predicate=True)


_ROWS = [
    _unary("exp", "e to the power of x"),
    _unary("exp2", "2 to the power of x"),
    _unary("expm1", "e to the power of x, minus 1"),
    _unary("log", "the natural logarithm"),
    _unary("log2", "the logarithm to base 2"),
    _unary("log10", "the logarithm to base 10"),
    _unary("log1p", "the natural logarithm of 1 + x"),
    _unary("sqrt", "the square root"),
    _unary("rsqrt", "the reciprocal of the square root"),
    _unary("cbrt", "the cube root"),
    _unary("sin", "the sine of x in radians"),
    _unary("cos", "the cosine of x in radians"),
    _unary("tan", "the tangent of x in radians"),
    _unary("asin", "the inverse sine in radians"),
    _unary("acos", "the inverse cosine in radians"),
    _unary("atan", "the inverse tangent in radians"),
    _unary("sinh", "the hyperbolic sine"),
    _unary("cosh", "the hyperbolic cosine"),
    _unary("tanh", "the hyperbolic tangent"),
    _unary("asinh", "the inverse hyperbolic sine"),
    _unary("acosh", "the inverse hyperbolic cosine"),
    _unary("atanh", "the inverse hyperbolic tangent"),
    _unary("erf", "the error function"),
    _unary("erfc", "1 minus the error function"),
    _unary("floor", "the greatest integer that is not greater than x"),
    _unary("ceil", "the least integer that is not less than x"),
    _unary("trunc", "x without its fraction"),
    _unary("round", "the nearest integer, the even one of two", "math.roundeven"),
    ElementwiseFunction("abs", 1, "the magnitude", "math.absf", "math.absi"),
    ElementwiseFunction("negative", 1, "-x", "arith.negf", _negate_int),
    ElementwiseFunction("sign", 1, "-1, 0 or 1, for an x that is less than, equal to or greater than 0", _sign_float,
                        _sign_int),
    ElementwiseFunction("square", 1, "x * x", _square("arith.mulf"), _square("arith.muli")),
    ElementwiseFunction("reciprocal", 1, "1 / x", _reciprocal),
    ElementwiseFunction("bitwise_not", 1, "~x, which is 'not' for i1", None, _not, _not),
    ElementwiseFunction("isnan", 1, "whether x is a NaN", _is_nan, is_predicate=True),
    ElementwiseFunction("isinf", 1, "whether x is infinite", _is_infinite, is_predicate=True),
    ElementwiseFunction("isfinite", 1, "whether x is neither infinite nor a NaN", _is_finite, is_predicate=True),
    ElementwiseFunction("add", 2, "x + y; integers wrap around", "arith.addf", "arith.addi"),
    ElementwiseFunction("subtract", 2, "x - y; integers wrap around", "arith.subf", "arith.subi"),
    ElementwiseFunction("multiply", 2, "x * y; integers wrap around", "arith.mulf", "arith.muli"),
    ElementwiseFunction("divide", 2, "x / y of floats", "arith.divf"),
    ElementwiseFunction("floor_divide", 2, "x // y of integers, rounded down; 0 if y is 0", None, _floor_divide),
    ElementwiseFunction("remainder", 2, "x % y, with the sign of y; of integers, 0 if y is 0", _remainder_float,
                        _remainder_int),
    ElementwiseFunction("pow", 2, "x ** y; if x is an integer, y is a number of 0 or more", _pow_float, _pow_int),
    ElementwiseFunction("atan2", 2, "the angle of the point (y, x) in radians, given y and x", "math.atan2"),
    ElementwiseFunction("maximum", 2, "the greater one of x and y; a NaN if one is", "arith.maximumf", "arith.maxsi",
                        "arith.ori"),
    ElementwiseFunction("minimum", 2, "the lesser one of x and y; a NaN if one is", "arith.minimumf", "arith.minsi",
                        "arith.andi"),
    ElementwiseFunction("bitwise_and", 2, "x & y, which is 'and' for i1", None, "arith.andi", "arith.andi"),
    ElementwiseFunction("bitwise_or", 2, "x | y, which is 'or' for i1", None, "arith.ori", "arith.ori"),
    ElementwiseFunction("bitwise_xor", 2, "x ^ y", None, "arith.xori", "arith.xori"),
    _comparison("equal", "whether x == y", "oeq", "eq", "eq"),
    _comparison("not_equal", "whether x != y", "une", "ne", "ne"),
    _comparison("less", "whether x < y", "olt", "slt", "ult"),
    _comparison("less_equal", "whether x <= y", "ole", "sle", "ule"),
    _comparison("greater", "whether x > y", "ogt", "sgt", "ugt"),
    _comparison("greater_equal", "whether x >= y", "oge", "sge", "uge"),
]
FUNCTIONS = {row.name: row for row in _ROWS}
_KINDS = {"float": "floats", "int": "integers", "bool": "i1"}


def _to_operand(operand, name):
    """Returns a tensor, a number of Python or a size."""
    if isinstance(operand, numpy.generic):
        return operand.item()
    return operand if is_number(operand) or isinstance(operand, Size) else to_tensor(operand, name)


def size_element(trace, size, dtype, name):
    """Returns the name of a scalar that has a size."""
    if dtype.kind == "bool":
        raise error(f"{name} of a size and {dtype.name}; a size is a number")
    if dtype is INDEX:
        return trace.index(size)
    integer = trace.add(f"arith.index_cast {trace.index(size)} : index to i64")
    if dtype.is_float:
        return trace.add(f"arith.sitofp {integer} : i64 to {dtype.name}")
    if dtype.bits == 64:
        return integer
    return trace.add(f"arith.trunci {integer} : i64 to {dtype.name}")


def _operand_tensors(operands, name):
    tensors = [operand for operand in operands if isinstance(operand, Tensor)]
    if not tensors:
        raise error(f"{name} expected a tensor, found only numbers")
    return tensors


def _resolve(trace, operands, dtype, name):
    """Returns the operands as tensors or numbers: a size becomes a scalar."""
    return [Tensor(trace, size_element(trace, operand, dtype, name), dtype, (), is_scalar=True)
            if isinstance(operand, Size) else operand for operand in operands]


def _insert_numbers(body, operands, elements, dtype, name):
    """Returns the elements of all operands, of which those that are numbers become constants in the body."""
    elements = iter(elements)
    try:
        return [next(elements) if isinstance(operand, Tensor) else body.constant(dtype, operand)
                for operand in operands]
    except (TypeError, ValueError) as failure:
        raise error(f"{name}: {failure}") from None


def apply(function_name, *operands):
    """Computes a function of the table."""
    function, name = FUNCTIONS[function_name], f"zyn.{function_name}"
    trace = current(name)
    operands = [_to_operand(operand, name) for operand in operands]
    tensors = _operand_tensors(operands, name)
    dtype = same_dtype(tensors, name)
    implementation = getattr(function, dtype.kind)
    if implementation is None:
        kinds = " or ".join(text for kind, text in _KINDS.items() if getattr(function, kind))
        hint = f"; convert it with astype(zyn.{'f32' if function.float else 'i32'})"
        raise error(f"{name} expected {kinds}, found {tensors[0].describe()}{hint}")
    operands = _resolve(trace, operands, dtype, name)
    tensors = [operand for operand in operands if isinstance(operand, Tensor)]
    numbers = [None if isinstance(operand, Tensor) else operand for operand in operands]

    def compute(body, elements):
        elements = _insert_numbers(body, operands, elements, dtype, name)
        if callable(implementation):
            return implementation(body, dtype, elements, numbers)
        return body.add(f"{implementation} {', '.join(elements)} : {dtype.name}")

    return map_points(trace, tensors, broadcast_shapes(tensors, name), _I1 if function.is_predicate else dtype, compute)


def where(condition, x, y):
    """Returns the elements of x where those of condition are true, and those of y elsewhere.

    condition is a tensor of i1. x and y have the same dtype, of which one may be a number. All are broadcast. In a
    zyn.kernel, x and y may be functions without parameters: the one that is not chosen is not computed, so that it may
    read elements that do not exist, as in zyn.where(i > 0, lambda: x[i - 1], 0).

    >>> @zyn.function
    ... def absolute(x):
    ...     return zyn.where(x < 0, -x, x)
    >>> absolute(np.array([-1.5, 2], np.float32))
    array([1.5, 2. ], dtype=float32)
    """
    name = "zyn.where"
    trace = current(name)
    condition = to_tensor(condition, name)
    if condition.dtype is not _I1:
        raise error(f"{name} expected a condition of i1, found {condition.describe()}; compare it, as in x > 0")
    if callable(x) or callable(y):
        return loops.choose(condition, x, y)
    operands = [_to_operand(operand, name) for operand in (x, y)]
    dtype = same_dtype(_operand_tensors(operands, name), name)
    operands = _resolve(trace, operands, dtype, name)
    tensors = [condition, *(operand for operand in operands if isinstance(operand, Tensor))]

    def compute(body, elements):
        chosen = _insert_numbers(body, operands, elements[1:], dtype, name)
        return body.add(f"arith.select {elements[0]}, {', '.join(chosen)} : {dtype.name}")

    return map_points(trace, tensors, broadcast_shapes(tensors, name), dtype, compute)


def clip(x, low=None, high=None):
    """Returns the elements of x limited to the range from low to high, numbers or tensors; None is no limit."""
    if low is not None:
        x = apply("maximum", x, low)
    return x if high is None else apply("minimum", x, high)


def _cast(body, element, source, target):
    """Appends the conversion of an element, and returns its name."""
    def add(op, found, wanted):
        return body.add(f"{op} {element} : {found.name} to {wanted.name}")

    if target is INDEX:
        integer = source if source.kind == "int" else _I64
        if source is not integer:
            element = _cast(body, element, source, integer)
        return add("arith.index_cast", integer, target)
    if source is INDEX and target.kind != "bool":
        integer = target if target.kind == "int" else _I64
        element = add("arith.index_cast", source, integer)
        return element if target is integer else _cast(body, element, integer, target)
    if target.kind == "bool":
        if source.is_float:
            return body.binary("arith.cmpf une,", source, element, body.constant(source, 0.0))
        return body.binary("arith.cmpi ne,", source, element, body.constant(source, 0))
    if source.kind == "bool":
        return add("arith.uitofp" if target.is_float else "arith.extui", source, target)
    if source.is_float != target.is_float:
        return add("arith.sitofp" if target.is_float else "arith.fptosi", source, target)
    if source.bits == target.bits or (source.is_float and source.bits == 8 and target.bits == 16):
        # Neither float type has all numbers of the other one.
        element = add("arith.extf", source, DTYPES["f32"])
        return body.add(f"arith.truncf {element} : f32 to {target.name}")
    if source.bits < target.bits:
        return add("arith.extf" if source.is_float else "arith.extsi", source, target)
    return add("arith.truncf" if source.is_float else "arith.trunci", source, target)


def astype(x, dtype):
    """Returns the elements of x as another type, such as zyn.f16.

    Floats are rounded to the nearest number of a narrower type, to the even one of two, and lose their fraction as
    integers; a number that an integer type does not have becomes an undefined one. Integers keep their low bits. An i1
    is whether the element is not 0.
    """
    x = to_tensor(x, "astype")
    try:
        dtype = to_dtype(dtype)
    except TypeError as failure:
        raise error(f"astype: {failure}") from None
    if dtype is x.dtype:
        return x
    trace = current("astype")
    return map_points(trace, [x], x.shape, dtype, lambda body, elements: _cast(body, elements[0], x.dtype, dtype))


def convert(value, dtype):
    """Returns a number, a size or a tensor as another type: what zyn.f32(value) does."""
    name = f"zyn.{dtype.name}"
    trace = current(name)
    if isinstance(value, numpy.generic):
        value = value.item()
    if isinstance(value, Size):
        scalar = size_element(trace, value, dtype, name)
    elif is_number(value):
        try:
            scalar = trace.scalar(dtype, value)
        except (TypeError, ValueError) as failure:
            raise error(f"{name}: {failure}") from None
    else:
        return astype(to_tensor(value, name), dtype)
    return Tensor(trace, scalar, dtype, (), is_scalar=True)


def _publish(row):
    parameters = ("x", "y")[:row.arity] if row.name != "atan2" else ("y", "x")
    if row.arity == 1:
        def function(x):
            return apply(row.name, x)
    else:
        def function(x, y):
            return apply(row.name, x, y)
    function.__name__ = function.__qualname__ = row.name
    function.__module__ = "zyn"
    result = "an i1 for each element" if row.is_predicate else "a tensor"
    function.__doc__ = f"{row.name}({', '.join(parameters)}): {row.description}. Returns {result}."
    return function


# The functions of the table by name. They are not names of this module, in which abs() and pow() are Python's.
PUBLIC = {name: _publish(row) for name, row in FUNCTIONS.items()}

# The functions of loops compute with those of this module.
from . import loops  # noqa: E402
