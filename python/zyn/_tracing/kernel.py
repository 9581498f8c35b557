"""zyn.kernel: loop nests, of which a function of Python computes one point."""
import inspect
import typing

from .arguments import bind_sizes, evaluate_annotation, parse_annotation
from .function import TracedFunction
from .kernel_body import KernelBody
from .shapes import to_shape
from .sizes import describe_shape
from .source import describe_count, error
from .trace import current
from .types import INDEX, DType, TensorType


class TracedKernel(TracedFunction):
    """A loop nest that is computed by compiled code: what zyn.kernel returns.

    It is called with the arrays, without the indices, and is a zyn.TracedFunction otherwise.

    >>> @zyn.kernel
    ... def transpose(i, j, x: zyn.f32["n", "m"]) -> zyn.f32["m", "n"]:
    ...     return x[j, i]
    >>> transpose(np.array([[1, 2, 3]], np.float32))
    array([[1.],
           [2.],
           [3.]], dtype=float32)
    """

    def __init__(self, function, shape, unchecked, device, options):
        self._shape, self._unchecked = shape, unchecked
        super().__init__(function, device, options)
        self.__signature__ = self._signature

    def __repr__(self):
        return f"<zyn.TracedKernel '{self.__name__}'>"

    def _find_signature(self, signature):
        """Returns the parameters without the indices, which are the first ones."""
        self._results = self._parse_results(signature.return_annotation)
        parameters = list(signature.parameters.values())
        self._rank = self._count_indices(parameters) if callable(self._shape) else len(self._shape)
        indices, rest = parameters[:self._rank], parameters[self._rank:]
        rank = describe_count(self._rank, "dimension")
        if len(indices) < self._rank:
            raise self._error(f"'{self.__name__}' has {rank}, and expected as many indices as its first parameters, found "
                              f"{describe_count(len(indices), 'parameter')}")
        for index in indices:
            if index.kind is index.KEYWORD_ONLY or index.default is not index.empty:
                raise self._error(f"the parameter '{index.name}' of '{self.__name__}' is an index, and expected to be "
                                  f"positional and to have no default value")
            annotation = parse_annotation(self._function, index.annotation, self._location)
            if annotation not in (None, INDEX):
                raise self._error(f"the parameter '{index.name}' of '{self.__name__}', which has {rank}, is an index, "
                                  f"whose type is zyn.index; found {annotation!r}")
        return signature.replace(parameters=rest, return_annotation=inspect.Signature.empty)

    def _parse_results(self, annotation):
        """Returns a list of the types of the results, or None, and finds the shape if it is part of them."""
        annotation = evaluate_annotation(self._function, annotation, self._location)
        if typing.get_origin(annotation) is tuple:
            annotation = typing.get_args(annotation)
        types = list(annotation) if isinstance(annotation, tuple) else [annotation]
        shapes = [type_.sizes for type_ in types if isinstance(type_, TensorType)]
        if any(shape != shapes[0] for shape in shapes):
            raise self._error(f"the results of '{self.__name__}' have the shapes "
                              f"{' and '.join(map(describe_shape, shapes))}; expected one for all")
        if self._shape is None and not shapes:
            raise self._error(f"'{self.__name__}' has no shape: annotate its result, as in -> zyn.f32[\"n\"], or use "
                              f"@zyn.kernel(shape=lambda x: x.shape)")
        if self._shape is None:
            self._shape = shapes[0]
        elif shapes:
            raise self._error(f"'{self.__name__}' has a shape twice; expected a type without sizes, such as -> zyn.f32, "
                              f"beside shape=")
        elif not callable(self._shape) and not isinstance(self._shape, (tuple, list)):
            self._shape = (self._shape,)
        dtypes = [type_.dtype if isinstance(type_, TensorType) else type_ for type_ in types]
        return dtypes if all(isinstance(dtype, DType) for dtype in dtypes) else None

    def _count_indices(self, parameters):
        """Returns how many parameters there are before those of the function that returns the shape."""
        names = [parameter.name for parameter in parameters]
        others = list(inspect.signature(self._shape).parameters)
        if names[len(names) - len(others):] != others:
            raise self._error(f"the shape of '{self.__name__}' is a function of its parameters after the indices; found "
                              f"({', '.join(others)}), and ({', '.join(names)})")
        return len(names) - len(others)

    def _error(self, message):
        return error(message, self._location)

    def _find_shape(self, arguments, positional, keywords):
        """Returns the shape of the results for given arguments."""
        what = f"the shape of '{self.__name__}'"
        if callable(self._shape):
            shape = to_shape(self._shape(*positional, **keywords), what)
            if len(shape) != self._rank:
                raise self._error(f"{what} is {describe_shape(shape)}, expected "
                                  f"{describe_count(self._rank, 'size')}, as many as it has indices")
            return shape
        sizes = bind_sizes(self._parameters(), arguments)
        for size in self._shape:
            if isinstance(size, str) and size not in sizes:
                raise self._error(f"the size '{size}' of the result of '{self.__name__}' is in the type of no parameter")
        return to_shape([sizes[size] if isinstance(size, str) else size for size in self._shape], what)

    def _call(self, arguments):
        trace = current()
        if trace.is_kernel:
            raise error(f"'{self.__name__}' is called in a zyn.kernel, which computes elements; a function that both call "
                        f"has no decorator")
        positional, keywords = self._split(arguments)
        shape = self._find_shape(arguments, positional, keywords)
        with KernelBody(trace) as body:
            indices = [body.element(body.add(f"zyn.index {dimension} : index"), INDEX)
                       for dimension in range(self._rank)]
            returned = self._function(*indices, *positional, **keywords)
            elements = self._to_elements(body, returned)
        results = body.finish(elements, shape, self._unchecked, self._location)
        return tuple(results) if isinstance(returned, (tuple, list)) else results[0]

    def _to_elements(self, body, returned):
        """Returns the elements of the results at the point."""
        values = list(returned) if isinstance(returned, (tuple, list)) else [returned]
        if returned is None or not values:
            raise self._error(f"'{self.__name__}' returns nothing; expected an element, or a tuple of elements")
        if self._results and len(self._results) != len(values):
            raise self._error(f"'{self.__name__}' returns {describe_count(len(values), 'value')}, expected "
                              f"{len(self._results)}, as many as there are types of results")
        what = f"the result of '{self.__name__}'"
        elements = [body.to_element(value, what, dtype, self._location)
                    for value, dtype in zip(values, self._results or [None] * len(values))]
        if any(element.dtype is INDEX for element in elements):
            raise self._error(f"{what} is an index; convert it with astype(zyn.i64)")
        return elements


def kernel(function=None, /, *, shape=None, unchecked=False, device="auto", chip="", features="", remarks=".*"):
    """Decorates a function of Python that computes one point of a loop nest, which is compiled when it is called: a
    zyn.TracedKernel.

    Its first parameters are the indices of the point, one for each dimension of the result. The others are those of a
    zyn.function: tensors, of which it reads elements at any indices, as in x[i + 1, j] and x[order[i]], and numbers. It
    returns the element of the result at the point, or a tuple of elements of several results. Points are computed in any
    order and in parallel.

    The shape is that of the annotation of the result, whose names are sizes of parameters. shape= gives it otherwise:
    sizes, or a function of the parameters after the indices that returns them. Results without an annotation have the
    types that the function returns.

    Elements are computed with operators and the elementwise functions, with zyn.where, whose operands may be functions
    so that only one is computed, with zyn.sum(lambda k: x[i, k], n) and other reductions, zyn.fori_loop and
    zyn.while_loop.

    An index that is negative or not less than the size of the dimension is an error when the kernel runs; with unchecked,
    it is undefined what happens, and reads take less time. The other options are those of zyn.function.

    >>> @zyn.kernel
    ... def matmul(i, j, a: zyn.f32["n", "k"], b: zyn.f32["k", "m"]) -> zyn.f32["n", "m"]:
    ...     return zyn.sum(lambda k: a[i, k] * b[k, j], a.shape[1])
    >>> matmul(np.ones((2, 3), np.float32), np.ones((3, 1), np.float32))
    array([[3.],
           [3.]], dtype=float32)

    >>> @zyn.kernel(shape=lambda x: (x.shape[0] - 1,))
    ... def differences(i, x):
    ...     return x[i + 1] - x[i]
    >>> differences(np.array([1, 4, 9], np.int32))
    array([3, 5], dtype=int32)
    """
    options = {"chip": chip, "features": features, "remarks": remarks}
    if function is None:
        return lambda decorated: TracedKernel(decorated, shape, unchecked, device, options)
    return TracedKernel(function, shape, unchecked, device, options)
