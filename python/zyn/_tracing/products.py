"""Products of matrices, convolutions and attention."""
from .points import access, broadcast_shapes, format_map
from .shapes import broadcast_to, expand_dims, reshape
from .sizes import multiply
from .source import error
from .tensor import Tensor, describe_difference, same_dtype, to_tensor
from .types import DTYPES, format_type, to_dtype

_MULTIPLIED = {"f8E4M3FN", "f8E5M2", "f16", "bf16", "f32", "f64", "i8", "i32"}


def _accumulator(dtype):
    if dtype.is_float:
        return dtype if dtype.bits > 32 else DTYPES["f32"]
    return DTYPES["i32"]


def _to_factors(operands, name, dtype):
    """Returns the operands of a product and the element type of its result."""
    operands = [to_tensor(operand, f"zyn.{name}") for operand in operands]
    found = same_dtype(operands, name)
    if found.name not in _MULTIPLIED:
        raise error(f"{name} of {found.name}; expected one of {', '.join(sorted(_MULTIPLIED))}, to which astype converts")
    default = _accumulator(found) if found.name == "i8" else found
    try:
        result = default if dtype is None else to_dtype(dtype)
    except TypeError as failure:
        raise error(f"{name}: {failure}") from None
    if result not in (default, _accumulator(found)):
        raise error(f"{name} of {found.name} has results of {default.name} or {_accumulator(found).name}, found "
                    f"{result.name}")
    return operands, result


def _matrix(x):
    """Returns the name and type of a value that has the matrices of x, and whether they are transposed in it."""
    identity = tuple(range(x.ndim))
    if x.axes == (*identity[:-2], x.ndim - 1, x.ndim - 2):
        return x.value, x.value_type, True
    return x.dense(), x.type, False


def _format_precision(precision, dtype, name):
    if precision not in ("ieee", "tf32", "tf32x3"):
        raise error(f"{name} expected the precision 'ieee', 'tf32' or 'tf32x3', found {precision!r}")
    return "" if precision == "ieee" or dtype.name != "f32" else f"precision = {precision} "


def matmul(x, y, *, dtype=None, precision="ieee"):
    """Returns the products of matrices, as x @ y does.

    x          ... x M x K, or K, a row
    y          ... x K x N, or K, a column
    dtype      that of the result: by default that of x, or i32 for i8; or that of its sums, f32 for floats narrower
               than f32
    precision  how exactly f32 is multiplied at least: "ieee", "tf32" or "tf32x3", for which tensor cores can be used

    Other dimensions are broadcast. Rows and columns are dropped in the result. The elements are floats, i8 or i32.

    >>> @zyn.function
    ... def product(x, y):
    ...     return x @ y.T
    >>> product(np.ones((2, 3), np.float32), np.ones((4, 3), np.float32)).shape
    (2, 4)
    """
    (x, y), result_dtype = _to_factors([x, y], "matmul", dtype)
    precision = _format_precision(precision, x.dtype, "matmul")
    if not x.ndim or not y.ndim:
        raise error(f"matmul of {x.describe()} and {y.describe()}: a tensor without dimensions has no matrix; * multiplies "
                    f"elements")
    row, column = x.ndim == 1, y.ndim == 1
    left, right = (expand_dims(x, 0) if row else x), (expand_dims(y, 1) if column else y)
    depth, other = left.shape[-1], right.shape[-2]
    if depth != other:
        raise error(f"matmul of {x.describe()} and {y.describe()}: the {'size' if row else 'columns'} of the first and the "
                    f"{'size' if column else 'rows'} of the second one, {describe_difference(depth, other)}")
    if right.ndim == 2 and left.ndim > 2:
        # The matrices of the first operand are one with the rows of all.
        rows = left.shape[:-1]
        flat = _multiply(reshape(left, (multiply(rows), depth)), right, (), result_dtype, precision)
        product = reshape(flat, (*rows, right.shape[-1]))
    else:
        batches = [Tensor(tensor.trace, tensor.value, tensor.dtype, tensor.shape[:-2]) for tensor in (left, right)]
        product = _multiply(left, right, broadcast_shapes(batches, "matmul"), result_dtype, precision)
    shape = list(product.shape)
    if column:
        del shape[-1]
    if row:
        del shape[-1 if column else -2]
    return reshape(product, shape)


def _multiply(left, right, batch, dtype, precision):
    if batch:
        left, right = (tensor if tensor.shape[:-2] == batch else broadcast_to(tensor, batch + tensor.shape[-2:])
                       for tensor in (left, right))
    trace, shape = left.trace, (*batch, left.shape[-2], right.shape[-1])
    (a, a_type, transpose_a), (b, b_type, transpose_b) = _matrix(left), _matrix(right)
    type_ = format_type(dtype, shape)
    words = "transpose_a " * transpose_a + "transpose_b " * transpose_b + precision
    value = trace.add(f"zyn.matmul {words}ins({a}, {b} : {a_type}, {b_type}) outs({trace.empty(dtype, shape)} : {type_}) "
                      f"-> {type_}")
    return Tensor(trace, value, dtype, shape)


def _to_pair(value, name):
    pair = (value, value) if isinstance(value, int) else value
    if not isinstance(pair, (tuple, list)) or len(pair) != 2 or not all(isinstance(one, int) for one in pair):
        raise error(f"conv2d expected a number or two as {name}, found {value!r}")
    return list(pair)


def conv2d(image, filters, *, strides=1, padding=0, dilations=1, groups=1, layout="nhwc", dtype=None, precision="ieee"):
    """Returns the convolutions of images with filters.

    image      N x H x W x C, or, with layout="nchw", N x C x H x W
    filters    F x R x S x C/groups, or, with layout="nchw", F x C/groups x R x S
    strides    the distances of neighboring windows: a number, or one for each spatial dimension
    padding    zeros around the image: a number, one for each spatial dimension, or [top, bottom, left, right]
    dilations  the distances of neighboring elements of a window
    groups     the number of groups that the channels and the filters are divided into
    dtype, precision
               those of zyn.matmul

    The result is N x P x Q x F, or N x F x P x Q.

    >>> @zyn.function
    ... def blur(x: zyn.f32["n", 8, 8, 1]):
    ...     return zyn.conv2d(x, np.full((1, 3, 3, 1), 1 / 9, np.float32), padding=1)
    >>> blur(np.ones((2, 8, 8, 1), np.float32)).shape
    (2, 8, 8, 1)
    """
    (image, filters), result_dtype = _to_factors([image, filters], "conv2d", dtype)
    precision = _format_precision(precision, image.dtype, "conv2d")
    if layout not in ("nhwc", "nchw"):
        raise error(f"conv2d expected the layout 'nhwc' or 'nchw', found {layout!r}")
    if image.ndim != 4 or filters.ndim != 4:
        raise error(f"conv2d of {image.describe()} and {filters.describe()} expected 4 dimensions of each")
    strides, dilations = _to_pair(strides, "strides"), _to_pair(dilations, "dilations")
    if isinstance(padding, (tuple, list)) and len(padding) == 4:
        padding = list(padding)
    else:
        padding = [size for size in _to_pair(padding, "padding") for _ in range(2)]
    valid = all(isinstance(number, int) for number in [*padding, groups]) and min(padding) >= 0
    if not valid or min(strides) < 1 or min(dilations) < 1 or groups < 1:
        raise error("conv2d expected strides, dilations and groups of 1 or more, and a padding of 0 or more")
    channels, spatial = (3, (1, 2)) if layout == "nhwc" else (1, (2, 3))
    if image.shape[channels] != filters.shape[channels] * groups:
        raise error(f"conv2d of {image.describe()} and {filters.describe()} expected {filters.shape[channels] * groups} "
                    f"channels of the image, found {image.shape[channels]}")
    shape = [image.shape[0]] * 4
    shape[channels] = filters.shape[0]
    for number, axis in enumerate(spatial):
        extent = image.shape[axis] + padding[2 * number] + padding[2 * number + 1]
        rest = extent - (filters.shape[axis] - 1) * dilations[number] - 1
        windows = rest // strides[number] + 1
        shape[axis] = max(windows, 0) if isinstance(windows, int) else windows
    trace, type_ = image.trace, format_type(result_dtype, shape)
    values = f"{image.dense()}, {filters.dense()} : {image.type}, {filters.type}"
    value = trace.add(
        f"zyn.conv2d layout = {layout} strides = {strides} padding = {padding} dilations = {dilations} groups = {groups} "
        f"{precision}ins({values}) outs({trace.empty(result_dtype, shape)} : {type_}) -> {type_}")
    return Tensor(trace, value, result_dtype, shape)


def attention(queries, keys, values, *, mask=None, causal=False, scale=None, lengths=None):
    """Returns softmax(Q @ K.mT * scale + mask) @ V for each head of each batch.

    queries  batch x heads x M x D
    keys     batch x heads x N x D, or, if several neighboring heads of the queries share one, fewer heads
    values   as the keys, with E in place of D
    mask     broadcast to batch x heads x M x N: i1, which is false where a query does not see a key, or floats to add
    causal   whether a query does not see the keys after it, the last query and the last key being at one position
    scale    a number, 1/sqrt(D) by default
    lengths  the number of keys of each batch, integers: those from there on are not seen

    The result is batch x heads x M x E. It is 0 for a query that does not see a key.

    >>> @zyn.function
    ... def attend(q, k, v):
    ...     return zyn.attention(q, k, v, causal=True)
    >>> q = k = v = np.ones((1, 2, 5, 4), np.float32)
    >>> attend(q, k, v).shape
    (1, 2, 5, 4)
    """
    queries, keys, values = (to_tensor(operand, "zyn.attention") for operand in (queries, keys, values))
    dtype = same_dtype([queries, keys, values], "attention")
    described = f"attention of {queries.describe()}, {keys.describe()} and {values.describe()}"
    if not dtype.is_float or dtype.bits < 16:
        raise error(f"{described} expected f16, bf16, f32 or f64")
    if any(tensor.ndim != 4 for tensor in (queries, keys, values)):
        raise error(f"{described} expected 4 dimensions of each: batch, heads, positions and features")
    (batch, heads, rows, depth), (_, key_heads, columns, _) = queries.shape, keys.shape
    if keys.shape[0] != batch or keys.shape[:3] != values.shape[:3] or keys.shape[3] != depth:
        raise error(f"{described} expected as many features of the keys as of the queries, and the same other sizes of "
                    f"keys and values, with one batch for all")
    words = "causal " * bool(causal)
    if heads != key_heads:
        if not isinstance(heads, int) or not isinstance(key_heads, int) or not key_heads or heads % key_heads:
            raise error(f"{described} expected a number of heads of the queries that is a multiple of that of the keys")
        words += f"group_size = {heads // key_heads} "
    if scale is not None:
        try:
            words += f"scale = {DTYPES['f64'].format(float(scale))} "
        except (TypeError, ValueError, OverflowError) as failure:
            raise error(f"attention expected a number as scale: {failure}") from None
    trace, shape = queries.trace, (batch, heads, rows, values.shape[3])
    text = (f"zyn.attention {words}ins({queries.dense()}, {keys.dense()}, {values.dense()} : {queries.type}, {keys.type}, "
            f"{values.type}) ")
    if mask is not None:
        text += _format_mask(to_tensor(mask, "zyn.attention"), (batch, heads, rows, columns))
    if lengths is not None:
        lengths = to_tensor(lengths, "zyn.attention")
        if lengths.shape != (batch,) or lengths.dtype.name not in ("i32", "i64"):
            raise error(f"attention expected a length (i32 or i64) for each of {batch} batches, found "
                        f"{lengths.describe()}")
        text += f"lengths({lengths.dense()} : {lengths.type}) "
    type_ = format_type(dtype, shape)
    value = trace.add(f"{text}outs({trace.empty(dtype, shape)} : {type_}) -> {type_}")
    return Tensor(trace, value, dtype, shape)


def _format_mask(mask, shape):
    if mask.dtype.kind == "int":
        raise error(f"attention expected a mask of i1 or floats, found {mask.describe()}; compare it, as in mask != 0")
    first = len(shape) - mask.ndim
    if first < 0 or any(size not in (1, shape[first + axis]) for axis, size in enumerate(mask.shape)):
        sizes = ", ".join(map(str, shape))
        raise error(f"attention expected a mask that can be broadcast to ({sizes}), found {mask.describe()}")
    if mask.is_scalar:
        mask = Tensor(mask.trace, mask.dense(), mask.dtype, ())
    value, type_, dimensions = access(mask, shape)
    return f"mask({value} : {type_}) mask_map = {format_map(4, dimensions)} "
