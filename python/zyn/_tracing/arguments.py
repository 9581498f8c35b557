"""Arguments of functions that are traced: the types of arrays, and constants."""
import numpy

from .sizes import Size
from .source import error
from .tensor import Tensor, describe_difference, is_number, to_tensor
from .types import DType, TensorType, describe_shape, to_dtype


def parse_annotation(function, annotation, location):
    """Returns the type that an annotation is, or None if it is none of this package."""
    annotation = evaluate_annotation(function, annotation, location)
    return annotation if isinstance(annotation, (DType, TensorType)) else None


def evaluate_annotation(function, annotation, location):
    """Returns an annotation, which may be text."""
    if isinstance(annotation, str):
        # from __future__ import annotations
        names = dict(function.__globals__)
        names.update(zip(function.__code__.co_freevars, (cell.cell_contents for cell in function.__closure__ or ())))
        try:
            annotation = eval(annotation, names)
        except Exception as failure:
            raise error(f"the annotation '{annotation}' of '{function.__name__}' cannot be evaluated: {failure}",
                        location) from failure
    return annotation


def _is_array(value):
    return isinstance(value, numpy.ndarray) or (hasattr(value, "shape") and hasattr(value, "dtype")
                                                and not isinstance(value, numpy.generic))


def _is_sequence(value):
    """Whether a value is a list, a tuple or a named tuple."""
    return type(value) in (list, tuple) or (isinstance(value, tuple) and hasattr(value, "_make"))


def _type_of(array):
    """Returns the type of an array."""
    return TensorType(to_dtype(array.dtype), tuple(int(size) for size in array.shape))


def describe_argument(function, name, value, leaves):
    """Returns what a specialization depends on in an argument without a type, and appends the arrays in it."""
    if _is_array(value) and not isinstance(value, Tensor):
        leaves.append(value)
        try:
            return to_dtype(value.dtype), tuple(value.shape)
        except TypeError as failure:
            raise error(f"the argument '{name}' of '{function}': {failure}") from None
    if isinstance(value, Tensor):
        raise error(f"{value.describe()} is a tensor of '{value.trace.name}', and was passed to '{function}' outside of "
                    f"it; return it from there")
    if isinstance(value, TensorType):
        leaves.append(value)
        return value
    if _is_sequence(value):
        return (type(value), *[describe_argument(function, name, element, leaves) for element in value])
    if type(value) is dict:
        return (dict, *[(key, describe_argument(function, name, element, leaves)) for key, element in value.items()])
    if hasattr(value, "__dlpack__"):
        raise error(f"the argument '{name}' of '{function}', an object of type '{type(value).__name__}', has no 'shape' and "
                    f"'dtype'; annotate the parameter, as in {name}: zyn.f32[\"n\"]")
    try:
        hash(value)
    except TypeError:
        raise error(f"the argument '{name}' of '{function}', an object of type '{type(value).__name__}', is neither an "
                    f"array nor a constant, which has a hash") from None
    return type(value), value


def make_tensors(trace, annotation, value):
    """Returns what the function gets for an argument: tensors in place of arrays."""
    if isinstance(annotation, DType):
        return Tensor(trace, trace.add_argument(annotation.name), annotation, (), is_scalar=True)
    type_ = annotation or (value if isinstance(value, TensorType) else _type_of(value) if _is_array(value) else None)
    if type_:
        name, shape = trace.add_tensor_argument(type_.dtype, type_.sizes)
        return Tensor(trace, name, type_.dtype, shape)
    if _is_sequence(value):
        elements = [make_tensors(trace, None, element) for element in value]
        return type(value)._make(elements) if hasattr(value, "_make") else type(value)(elements)
    if type(value) is dict:
        return {key: make_tensors(trace, None, element) for key, element in value.items()}
    return value


def bind_sizes(parameters, values):
    """Returns the size of each name in the types of parameters for the tensors that they get."""
    return {name: size for (_, annotation), value in zip(parameters, values) if isinstance(annotation, TensorType)
            for name, size in zip(annotation.sizes, value.shape) if isinstance(name, str)}


def check_inlined(function, parameters, values):
    """Returns the arguments of a function that another one calls while it is traced, which must have its types."""
    sizes, checked = {}, []
    for (name, annotation), value in zip(parameters, values):
        if isinstance(annotation, TensorType):
            value = to_tensor(value, f"the parameter '{name}' of '{function}'")
            _check_type(function, name, annotation, value, sizes)
        elif isinstance(annotation, DType) and not is_number(value) and not isinstance(value, Size):
            value = to_tensor(value, f"the parameter '{name}' of '{function}'")
            if value.dtype is not annotation or value.shape:
                raise error(f"the argument '{name}' of '{function}' is a number of {annotation.name}, found "
                            f"{value.describe()}")
        checked.append(value)
    return checked


def _check_type(function, name, type_, value, sizes):
    expected = f"{type_.dtype.name}{describe_shape(type_.sizes, '[]')}"
    if value.dtype is not type_.dtype or value.ndim != len(type_.sizes):
        raise error(f"the argument '{name}' of '{function}' is {expected}, found {value.describe()}")
    for size, found in zip(type_.sizes, value.shape):
        wanted = sizes.setdefault(size, found) if isinstance(size, str) else size
        if wanted != found:
            which = f", whose size '{size}' is {wanted}" if isinstance(size, str) else ""
            raise error(f"the argument '{name}' of '{function}' is {expected}{which}, found {value.describe()}: "
                        f"{describe_difference(wanted, found)}")
