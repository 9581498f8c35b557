"""zyn.function: functions of Python that are traced, compiled and called."""
import functools
import inspect
import threading
import types
import weakref

from .. import _compile
from .arguments import check_inlined, describe_argument, make_tensors, parse_annotation
from .source import Location, error
from .tensor import to_tensor
from .trace import Trace, current

_functions = weakref.WeakSet()


def forget_compiled():
    """Forgets what was compiled, which a child process that was forked cannot call."""
    for function in _functions:
        function._forget()


class _Specialization:
    """The module for the types of arguments, and the function that was compiled for the decorator's device."""

    def __init__(self, module, name, returns_tuple):
        self.module, self.name, self.returns_tuple = module, name, returns_tuple
        self.compiled = None


class TracedFunction:
    """A function of Python whose tensors are computed by compiled code: what zyn.function returns.

    Calling it traces and compiles it, once for each combination of types of arguments, and calls the zyn.Function with
    the arrays, with out= and stream= as described there. Called while another one is traced, it becomes a part of it.

    >>> @zyn.function
    ... def double(x: zyn.f32["n"]):
    ...     return x + x
    >>> double(np.array([1, 2], np.float32))
    array([2., 4.], dtype=float32)
    """

    def __init__(self, function, device, options):
        functools.update_wrapper(self, function)
        code = getattr(function, "__code__", None)
        if code is None:
            raise TypeError(f"expected a function of Python, found an object of type '{type(function).__name__}'")
        self._function, self._device, self._options = function, device, options
        self._location = Location(code.co_filename, code.co_firstlineno, 1)
        self._signature = self._find_signature(inspect.signature(function))
        for name, parameter in self._signature.parameters.items():
            if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
                raise error(f"the parameter '{name}' of '{self.__name__}' takes any number of arguments; a list or a dict "
                            f"of tensors is one", self._location)
            if name in ("out", "stream"):
                raise error(f"the parameter '{name}' of '{self.__name__}' has the name of an argument of every call",
                            self._location)
        # How many arguments a call without keywords has, if that is simple.
        parameters = self._signature.parameters.values()
        self._positional = len(parameters) if all(parameter.kind is not parameter.KEYWORD_ONLY
                                                  for parameter in parameters) else None
        self._annotations = None
        self._lock = threading.RLock()
        self._forget()
        _functions.add(self)

    def _find_signature(self, signature):
        """Returns the parameters of calls."""
        return signature

    def _forget(self):
        self._specializations = {}

    def __get__(self, instance, owner=None):
        return self if instance is None else types.MethodType(self, instance)

    def __repr__(self):
        return f"<zyn.TracedFunction '{self.__name__}'>"

    def __call__(self, *arguments, out=None, stream=None, **keywords):
        if current():
            if out is not None or stream is not None:
                raise error(f"'{self.__name__}' is called in a zyn.function, where calls have no 'out' and no 'stream'")
            return self._call(check_inlined(self.__name__, self._parameters(), self._bind(arguments, keywords)))
        specialization, leaves = self._specialize(self._bind(arguments, keywords))
        if specialization.compiled is None:
            with self._lock:
                if specialization.compiled is None:
                    specialization.compiled = _compile.compile(specialization.module, specialization.name, self._device,
                                                               **self._options)
        results = specialization.compiled(*leaves, out=out, stream=stream)
        if specialization.returns_tuple and not isinstance(results, (tuple, list)):
            return (results,)
        return results

    @property
    def module(self):
        """The zyn.Module, if all parameters have types or default values, or if all calls had arguments of the same
        types. trace() returns that for any arguments."""
        if len(self._specializations) == 1:
            return next(iter(self._specializations.values())).module
        unknown = [name for name, annotation in self._parameters()
                   if annotation is None and self._signature.parameters[name].default is inspect.Parameter.empty]
        if unknown:
            raise error(f"the type of the parameter '{unknown[0]}' of '{self.__name__}' is only known for a call; annotate "
                        f"it, as in {unknown[0]}: zyn.f32[\"n\"], or use trace()")
        return self.trace()

    def trace(self, *arguments, **keywords):
        """Returns the zyn.Module for arguments: arrays, or their types, such as zyn.f32["n", 4]. Parameters with a type
        need none.

        >>> @zyn.function
        ... def double(x):
        ...     return x + x
        >>> [op.name for op in double.trace(zyn.f32["n"]).op.walk() if op.name.startswith("zyn.")]
        ['zyn.map', 'zyn.yield']
        """
        return self._specialize_types(arguments, keywords).module

    def compile(self, *arguments, device=None, chip="", features="", remarks=".*", **keywords):
        """Returns a zyn.Function, compiled with options of zyn.compile for arguments as those of trace(). It is called
        with the tensors alone: those in lists, tuples and dicts one after the other.

        >>> @zyn.function
        ... def double(x: zyn.f32["n"]):
        ...     return x + x
        >>> double.compile(device="emulate")
        <zyn.Function 'double' (tensor<?xf32, #zyn.shape<"n">>) on emulate>
        """
        specialization = self._specialize_types(arguments, keywords)
        return _compile.compile(specialization.module, specialization.name, device or self._device, chip=chip,
                                features=features, remarks=remarks)

    def _parameters(self):
        """Returns a list of the names of the parameters and their types, which are None without an annotation."""
        if self._annotations is None:
            # Not before the first call: the names of an annotation that is a string may be defined later.
            self._annotations = [(name, parse_annotation(self._function, parameter.annotation, self._location))
                                 for name, parameter in self._signature.parameters.items()]
        return self._annotations

    def _bind(self, arguments, keywords):
        """Returns the value of each parameter."""
        if not keywords and len(arguments) == self._positional:
            return arguments
        bound = self._signature.bind(*arguments, **keywords)
        bound.apply_defaults()
        return list(bound.arguments.values())

    def _specialize_types(self, arguments, keywords):
        """Returns the specialization for arguments, of which those with an annotation may be left out."""
        bound = self._signature.bind_partial(*arguments, **keywords)
        bound.apply_defaults()
        values = []
        for name, annotation in self._parameters():
            if name not in bound.arguments and annotation is None:
                raise error(f"'{self.__name__}' needs an argument or a type for the parameter '{name}', which has no type")
            values.append(bound.arguments.get(name, annotation))
        return self._specialize(values)[0]

    def _specialize(self, values):
        """Returns the specialization for arguments, and the list of arrays and numbers to call it with."""
        leaves = []
        key = tuple([annotation or describe_argument(self.__name__, name, value, leaves)
                     for (name, annotation), value in zip(self._parameters(), values)
                     if annotation is None or leaves.append(value) is None])
        specialization = self._specializations.get(key)
        if specialization is None:
            with self._lock:
                specialization = self._specializations.get(key)
                if specialization is None:
                    specialization = self._specializations[key] = self._trace(values)
        return specialization, leaves

    def _trace(self, values):
        with Trace(self.__name__, self._location) as trace:
            arguments = [make_tensors(trace, annotation, value)
                         for (_, annotation), value in zip(self._parameters(), values)]
            returned = self._call(arguments)
            returns_tuple = isinstance(returned, (tuple, list))
            results = list(returned) if returns_tuple else [returned]
            if returned is None or not results:
                raise error(f"'{self.__name__}' returns nothing; expected a tensor, or a tuple of tensors",
                            self._location)
            tensors = [to_tensor(result, f"the result of '{self.__name__}'", self._location) for result in results]
            module = trace.finish([(tensor.dense(), tensor.type) for tensor in tensors])
        return _Specialization(module, trace.symbol, returns_tuple)

    def _call(self, arguments):
        positional, keywords = self._split(arguments)
        return self._function(*positional, **keywords)

    def _split(self, arguments):
        """Returns a list of the arguments that are not for keywords, and a dict of the others."""
        parameters = self._signature.parameters.values()
        positional = [value for value, parameter in zip(arguments, parameters)
                      if parameter.kind is not parameter.KEYWORD_ONLY]
        keywords = {parameter.name: value for value, parameter in zip(arguments, parameters)
                    if parameter.kind is parameter.KEYWORD_ONLY}
        return positional, keywords


def function(function=None, /, *, device="auto", chip="", features="", remarks=".*"):
    """Decorates a function of Python, which is traced and compiled when it is called: a zyn.TracedFunction.

    Its code runs once for each combination of types of arguments, with tensors in place of arrays: what it computes with
    them is recorded, loops are unrolled, and arrays that it uses from outside become constants. The line of each
    operation is that of the source locations in errors and profiles.

    A parameter may have a type, such as zyn.f32["n", 784]: a tensor with sizes that are numbers or names, the same name
    being the same size, or zyn.f32: a number. Without one, an array has the type and the sizes of that of the call. Lists,
    tuples and dicts of arrays are taken apart. Other values, such as numbers, are constants; a new value is compiled
    again.

    device, chip, features and remarks are those of zyn.compile. Raises zyn.Error, with the file, the line and, from
    Python 3.11 on, the column of the mistake.

    >>> @zyn.function
    ... def layer(x: zyn.f32["n", 3], w: zyn.f32[3, 2], b: zyn.f32[2]):
    ...     return zyn.maximum(x @ w + b, 0)
    >>> layer(np.ones((4, 3), np.float32), np.ones((3, 2), np.float32), np.array([-5, 5], np.float32))
    array([[0., 8.],
           [0., 8.],
           [0., 8.],
           [0., 8.]], dtype=float32)
    """
    options = {"chip": chip, "features": features, "remarks": remarks}
    if function is None:
        return lambda decorated: TracedFunction(decorated, device, options)
    return TracedFunction(function, device, options)
