"""PyTorch: torch.compile(model, backend="zyn"), and compiled functions as operators of torch.

The backend compiles the graphs of a model, forward and backward, with torch-mlir's importer. What it cannot take runs in
PyTorch's eager mode; the logger "zyn.torch" says why.
"""
import contextlib
import functools
import logging
from importlib import metadata

import torch
from torch._dynamo.backends.common import aot_autograd
from torch.nn.attention import SDPBackend, sdpa_kernel
from functorch.compile import make_boxed_func

from . import _decompositions, _zyn
from ._compile import compile

# The newest of each is the one to install.
TESTED = {"torch": ("2.15.0", "2.11.0"), "torch-mlir": ("20261001",)}

_log = logging.getLogger("zyn.torch")


def _check_versions():
    """Raises ImportError if a package is missing, and warns if it is of another version than the tested one."""
    for package, tested in TESTED.items():
        try:
            version = metadata.version(package).split("+")[0]
        except metadata.PackageNotFoundError:
            raise ImportError(f"torch.compile(backend='zyn') needs {package}: pip install {package}=={tested[0]}") from None
        if version not in tested:
            _log.warning("found %s %s; the backend was tested with %s", package, version, " and ".join(tested))


@functools.cache
def _compiler():
    _check_versions()
    from torch_mlir.extras.fx_decomp_util import get_decomposition_table
    return aot_autograd(fw_compiler=_compile_graph, bw_compiler=_compile_graph,
                        decompositions={**get_decomposition_table(), **_decompositions.table()})


def backend(graph, inputs):
    """The backend of torch.compile, as which PyTorch finds it: torch.compile(model, backend="zyn")."""
    # Others are ops of a device and a library, which torch-mlir does not have.
    with sdpa_kernel(SDPBackend.MATH), _attention(has_gradients=_has_gradients(graph, inputs)):
        return _compiler()(graph, inputs)


def _has_gradients(graph, inputs):
    tensors = [*graph.parameters(), *(value for value in inputs if isinstance(value, torch.Tensor))]
    return torch.is_grad_enabled() and any(tensor.requires_grad for tensor in tensors)


@contextlib.contextmanager
def _attention(has_gradients):
    """Leaves products of attention in the type of their arrays unless they are kept for gradients. PyTorch converts f16
    and bf16 to f32, since it stores the scores; zyn.attention does not."""
    cuda = torch.backends.cuda
    previous = cuda.fp16_bf16_reduction_math_sdp_allowed()
    cuda.allow_fp16_bf16_reduction_math_sdp(previous or not has_gradients)
    try:
        yield
    finally:
        cuda.allow_fp16_bf16_reduction_math_sdp(previous)


#
# Graphs
#

def _device(inputs):
    """Returns the name of the device that the inputs of a graph are on."""
    devices = {value.device for value in inputs if isinstance(value, torch.Tensor)}
    if len(devices) != 1:
        raise ValueError(f"it uses {len(devices)} devices")
    device = devices.pop()
    if device.type not in ("cpu", "cuda"):
        raise ValueError(f"it is on {device}")
    return "cpu" if device.type == "cpu" else f"cuda:{device.index or 0}"


# Those that read and write at indices which they do not check, as a gather and an embedding do.
_UNCHECKED = {getattr(torch.ops.aten, name) for name in (
    "index", "_unsafe_index", "index_put", "_index_put_impl", "_unsafe_index_put", "index_select", "index_fill",
    "index_copy", "index_add", "scatter", "scatter_add", "scatter_reduce", "take", "put")}

# Those that torch-mlir takes for signed ones.
_UNSIGNED = (torch.uint8, torch.uint16, torch.uint32, torch.uint64)


def _tensors(graph, node):
    """Returns the tensors that a node of a graph stands for, as they were traced."""
    values = torch.utils._pytree.tree_leaves(node.meta.get("val"))
    if node.op == "get_attr":
        values.append(getattr(graph, node.target, None))
    return [value for value in values if isinstance(value, torch.Tensor)]


def _check(graph):
    """Raises ValueError for what torch-mlir lowers to something else."""
    for node in graph.graph.nodes:
        tensors = _tensors(graph, node)
        for tensor in tensors:
            if tensor.dtype in _UNSIGNED:
                raise ValueError(f"its node {node.name} is of the type {tensor.dtype}, which is unsigned")
        if node.op != "call_function":
            continue
        packet = getattr(node.target, "overloadpacket", None)
        if packet in _UNCHECKED:
            raise ValueError(f"{node.target} would not check its indices")
        floors = packet == torch.ops.aten.floor_divide or node.kwargs.get("rounding_mode") == "floor"
        if floors and any(tensor.is_floating_point() for tensor in tensors):
            raise ValueError(f"{node.target} would round a quotient that is not exact")


def _import(graph):
    """Returns a graph of aten ops on tensors as MLIR, without the results that are constants."""
    from torch_mlir import fx, ir
    from torch_mlir.dialects import torch as dialect
    from torch_mlir.extras.fx_importer import FxImporter
    copy = torch.fx.Graph()
    results = copy.graph_copy(graph.graph, {})
    copy.output(tuple(result for result in results if isinstance(result, torch.fx.Node)))
    # The importer does not know others, and there is only one in a graph.
    for node in copy.nodes:
        if isinstance(node.kwargs.get("device"), torch.device):
            node.update_kwarg("device", torch.device("cpu"))
    context, messages = ir.Context(), []
    dialect.register_dialect(context)
    # Otherwise, they are printed.
    context.attach_diagnostic_handler(lambda diagnostic: messages.append(_describe(diagnostic)) or True)
    try:
        module = fx.stateless_fx_import(torch.fx.GraphModule(graph, copy), output_type="linalg-on-tensors",
                                        fx_importer=FxImporter(context=context))
    except Exception as error:
        raise RuntimeError(messages[0] if messages else str(error)) from None
    return module.operation.get_asm(enable_debug_info=True)


def _describe(diagnostic):
    place = str(diagnostic.location).removeprefix('loc("').removesuffix(")").replace('":', ":")
    return f"{place}: {diagnostic.message}"


def _hint(number):
    """Returns a size or stride, which may be a symbol, for the inputs that were traced."""
    from torch.fx.experimental import symbolic_shapes
    # The name before torch 2.12.
    hint = getattr(symbolic_shapes, "guarding_hint_or_throw", None) or symbolic_shapes.size_hint
    return int(hint(number))


def _is_row_major(sizes, strides):
    """Whether strides are the row-major ones, except for those of dimensions of size 1."""
    step = 1
    for size, stride in zip(reversed(sizes), reversed(strides)):
        if size != 1 and stride != step:
            return False
        step *= size
    return True


def _strides(value, symbols):
    """Returns the strides of a traced result, on which code outside of the graph relies, as expressions in some symbols,
    or None if they are row-major. Raises ValueError if elements overlap in parts, or for other symbols."""
    sizes, strides = [_hint(size) for size in value.shape], [_hint(stride) for stride in value.stride()]
    if 0 in sizes or _is_row_major(sizes, strides):
        return None
    end = 0
    for stride, size in sorted(zip(strides, sizes)):
        if stride and size != 1 and stride <= end:
            raise ValueError(f"a result of the sizes {sizes} has the strides {strides}, with which elements overlap")
        end += stride * (size - 1)
    expressions = [stride.node.expr if isinstance(stride, torch.SymInt) else stride for stride in value.stride()]
    for expression in expressions:
        if getattr(expression, "free_symbols", set()) - symbols:
            raise ValueError(f"the stride {expression} of a result is not known")
    return expressions


def _lay_out(tensor, strides, symbols):
    """Returns a row-major tensor with other strides, in which symbols have values."""
    if strides is None:
        return tensor
    strides = [stride if isinstance(stride, int) else int(stride.xreplace(symbols)) for stride in strides]
    shape = tensor.shape
    for i, stride in enumerate(strides):
        if stride == 0:
            tensor = tensor.narrow(i, 0, min(shape[i], 1))
    laid_out = torch.empty_strided(tensor.shape, strides, dtype=tensor.dtype, device=tensor.device)
    return laid_out.copy_(tensor).expand(shape)


def _compile(graph, inputs):
    """Returns a graph as a function of a list of arguments, which it clears."""
    _check(graph)
    function = compile(_zyn.Module.parse(_import(graph), name="<torch>"), "main", _device(inputs), remarks="")
    # None for the results that the function returns.
    results = graph.graph.output_node().args[0]
    constants = [None if isinstance(result, torch.fx.Node) else (result,) for result in results]
    placeholders = [node.meta["val"] for node in graph.graph.nodes if node.op == "placeholder"]
    symbols = {value.node.expr: i for i, value in enumerate(placeholders) if isinstance(value, torch.SymInt)}
    strides = [_strides(result.meta["val"], set(symbols)) if _tensors(graph, result) else None
               for result in results if isinstance(result, torch.fx.Node)]

    def run(arguments):
        values = [value.detach().contiguous() if isinstance(value, torch.Tensor) else value for value in arguments]
        arguments.clear()
        returned = function(*values)
        sizes = {symbol: int(values[i]) for symbol, i in symbols.items()}
        returned = returned if isinstance(returned, tuple) else [returned]
        laid_out = (_lay_out(value, traced, sizes) for value, traced in zip(returned, strides))
        return [next(laid_out) if constant is None else constant[0] for constant in constants]

    run._boxed_call = True
    return run


def _compile_graph(graph, inputs):
    # The importer raises exceptions of many types for ops that it does not know.
    try:
        return _compile(graph, inputs)
    except Exception as error:
        count = sum(node.op == "call_function" for node in graph.graph.nodes)
        lines = str(error).strip().splitlines() or [type(error).__name__]
        _log.warning("a graph of %d ops runs in eager mode: %.300s", count, lines[0])
        return make_boxed_func(graph.forward)


#
# Operators
#

def _is_array(type):
    return type.startswith(("tensor<", "memref<"))


def _schema_type(index, type):
    """Returns the type of an argument in the schema of an operator."""
    if type.startswith("memref<"):
        # Each has its own set of aliases, which the operator modifies.
        return f"Tensor(a{index}!)"
    return "Tensor" if _is_array(type) else "bool" if type == "i1" else "float" if "f" in type else "int"


def _shape_of(type, arguments, argument_types):
    """Returns the sizes of a result: its own, or those of the first argument of the same type."""
    sizes = type[type.index("<") + 1:].split(",")[0].rstrip(">").split("x")[:-1]
    if "?" not in sizes:
        return [int(size) for size in sizes]
    if type in argument_types:
        return arguments[argument_types.index(type)].shape
    raise ValueError(f"the sizes of a result of type {type} are unknown; pass shapes to zyn.torch_op")


_DTYPES = {"i1": torch.bool, "i8": torch.int8, "i16": torch.int16, "i32": torch.int32, "i64": torch.int64,
           "f16": torch.float16, "bf16": torch.bfloat16, "f32": torch.float32, "f64": torch.float64,
           "f8E4M3FN": torch.float8_e4m3fn, "f8E5M2": torch.float8_e5m2}


def _dtype_of(type):
    return _DTYPES[type[type.index("<") + 1:].split(",")[0].rstrip(">").split("x")[-1]]


def torch_op(function, name=None, shapes=None):
    """Returns an operator of PyTorch that calls a zyn.Function, for use within torch.compile and torch.export.

    function  a zyn.Function whose results are tensors; memref arguments are modified in place
    name      "library::name" of the operator; by default "zyn::" and the name of the function
    shapes    a function of the arguments that returns a list with the sizes of each result; by default, a size that
              the type does not state is that of the first argument of the same type

    The operator has no derivative; register_autograd of the result adds one. Raises ValueError if a result is no
    tensor, if no argument is one, or if there is an operator of this name.
    """
    types, results = function.argument_types, function.result_types
    if not all(map(_is_array, results)):
        raise ValueError(f"expected a function whose results are tensors, found {', '.join(results)}")
    if not any(map(_is_array, types)):
        raise ValueError("expected a function with a tensor or memref among its arguments")
    name = name or f"zyn::{function.name}"
    library, _, operator_name = name.partition("::")
    if hasattr(getattr(torch.ops, library), operator_name):
        raise ValueError(f"there is already an operator {name}; pass another name to zyn.torch_op")
    parameters = ", ".join(f"{_schema_type(i, type)} x{i}" for i, type in enumerate(types))
    returns = "Tensor" if len(results) == 1 else f"({', '.join(['Tensor'] * len(results))})"
    mutated = [f"x{i}" for i, type in enumerate(types) if type.startswith("memref<")]

    def call(*arguments):
        arguments = [value.detach() if isinstance(value, torch.Tensor) else value for value in arguments]
        return function(*(value.contiguous() if type.startswith("tensor<") else value
                          for value, type in zip(arguments, types)))

    def fake(*arguments):
        tensor = next(value for value in arguments if isinstance(value, torch.Tensor))
        sizes = shapes(*arguments) if shapes else [_shape_of(type, arguments, types) for type in results]
        empty = [tensor.new_empty(size, dtype=_dtype_of(type)) for size, type in zip(sizes, results)]
        return empty[0] if len(empty) == 1 else tuple(empty) if empty else None

    operator = torch.library.custom_op(name, call, mutates_args=mutated,
                                       schema=f"({parameters}) -> {returns}")
    operator.register_fake(fake)
    return operator
