"""What NumPy's functions do with tensors: universal functions are those of this package with the same meaning."""
from . import elementwise, products
from .source import error

_OTHER_NAMES = {"absolute": "abs", "fabs": "abs", "true_divide": "divide", "power": "pow", "mod": "remainder",
                "invert": "bitwise_not", "rint": "round", "arcsin": "asin", "arccos": "acos", "arctan": "atan",
                "arctan2": "atan2", "arcsinh": "asinh", "arccosh": "acosh", "arctanh": "atanh"}


def call_ufunc(function, method, inputs, options):
    """Computes a universal function, among which are the operators whose first operand is an array."""
    name = _OTHER_NAMES.get(function.__name__, function.__name__)
    if method == "__call__" and not options:
        if name in elementwise.FUNCTIONS:
            return elementwise.apply(name, *inputs)
        if name == "matmul":
            return products.matmul(*inputs)
    raise error(f"numpy.{function.__name__}{'' if method == '__call__' else '.' + method} does not take tensors of a "
                f"zyn.function with these arguments; the functions of zyn do")


def call_function(function, arguments, options):
    """Rejects a function that is not universal."""
    import zyn

    name = {"amax": "max", "amin": "min", "concatenate": "concat"}.get(function.__name__, function.__name__)
    hint = f"; zyn.{name} does" if name in zyn.__all__ else ""
    raise error(f"numpy.{function.__name__} does not take tensors of a zyn.function{hint}")
