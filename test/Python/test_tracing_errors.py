"""Mistakes in functions that are traced: what the error says, and the user's line in it."""
import inspect
import sys
import threading

import numpy as np
import pytest

import zyn

X, Y, Z = np.ones((2, 3), np.float32), np.ones((2, 4), np.float32), np.ones((2, 3))
I, B = np.ones((2, 3), np.int32), np.ones((2, 3), bool)


def failing(function, *arguments):
    """Returns the message of the error in a traced function, which is at its first line."""
    with pytest.raises(zyn.Error) as raised:
        zyn.function(function, device="cpu")(*arguments)
    error, code = raised.value, function.__code__
    assert (error.file, error.line) == (__file__, code.co_firstlineno)
    assert error.column > 0 or sys.version_info < (3, 11)
    assert str(error) == f"{error.file}:{error.line}:{error.column}: error: {error.message}"
    assert isinstance(error.diagnostics[0], zyn.Diagnostic) and error.diagnostics[0].severity == "error"
    assert not error.message[0].isupper() and not error.message.endswith(".")
    return error.message


@pytest.mark.parametrize("function, arguments, message", [
    # Element types.
    (lambda x, z: x + z, [X, Z], "zyn.add of f32[2, 3] and f64[2, 3]: the element types differ; convert one with "
                                 "astype(zyn.f32) or astype(zyn.f64)"),
    (lambda x: x + Z, [X], "zyn.add of f32[2, 3] and f64[2, 3]: the element types differ"),
    (lambda x: zyn.exp(x), [I], "zyn.exp expected floats, found i32[2, 3]; convert it with astype(zyn.f32)"),
    (lambda x: x / x, [I], "zyn.divide expected floats, found i32[2, 3]"),
    (lambda x: x // x, [X], "zyn.floor_divide expected integers, found f32[2, 3]"),
    (lambda x: x + x, [B], "zyn.add expected floats or integers, found i1[2, 3]; convert it"),
    (lambda x: ~x, [X], "zyn.bitwise_not expected integers or i1, found f32[2, 3]; convert it with astype(zyn.i32)"),
    (lambda x: x + 1.5, [I], "zyn.add: the number 1.5 is no i32; convert the tensor with astype(zyn.f32)"),
    (lambda x: x & 1, [B], "zyn.bitwise_and: the number 1 is no i1, which is True or False"),
    (lambda x: x + 2**31, [I], "zyn.add: 2147483648 is out of the range of i32, -2147483648 to 2147483647"),
    (lambda x: x.astype(zyn.f16) * 1e6, [X], "zyn.multiply: 1000000.0 is out of the range of f16, whose largest number"),
    (lambda x: x * 10**400, [X], "is out of the range of f32"),
    (lambda x: x ** -1, [I], "zyn.pow of integers expected an exponent that is a number of 0 or more"),
    (lambda x: x ** x, [I], "zyn.pow of integers expected an exponent that is a number of 0 or more"),
    (lambda x: zyn.where(x, x, 0), [X], "zyn.where expected a condition of i1, found f32[2, 3]; compare it, as in x > 0"),
    (lambda x: zyn.where(x > 0, 1, 0), [X], "zyn.where expected a tensor, found only numbers"),
    (lambda x: x.astype("complex64"), [X], "astype: expected one of the types i1, i8,"),
    (lambda x: x.mean(), [I], "mean expected floats, found i32[2, 3]; convert it with astype(zyn.f32)"),
    (lambda x: x.any(), [X], "any of f32[2, 3]; expected bool"),
    (lambda x: x @ x.T, [I.astype(np.int64)], "matmul of i64; expected one of bf16, f16,"),
    (lambda x: zyn.matmul(x, x.T, dtype=zyn.f16), [X], "matmul of f32 has results of f32 or f32, found f16"),
    (lambda x: zyn.sort(x), [B], "sort of i1[2, 3]; expected numbers"),
    (lambda x: zyn.softmax(x), [I], "softmax expected floats, found i32[2, 3]"),
    # Shapes.
    (lambda x, y: x + y, [X, Y], "zyn.add of f32[2, 3] and f32[2, 4]: cannot broadcast, since the sizes 3 and 4 differ"),
    (lambda x, y: x @ y, [X, Y], "matmul of f32[2, 3] and f32[2, 4]: the columns of the first and the rows of the second "
                                 "one, 3 and 2 differ"),
    (lambda x: x @ x.sum(), [X], "matmul of f32[2, 3] and f32[]: a tensor without dimensions has no matrix"),
    (lambda x: x.reshape(4, 2), [X], "reshape of f32[2, 3] to (4, 2): the numbers of elements 6 and 8 differ"),
    (lambda x: x.reshape(-1, 4), [X], "reshape of f32[2, 3] to (-1, 4): 6 elements do not divide by 4"),
    (lambda x: x.reshape(-1, -1), [X], "reshape of f32[2, 3] to (-1, -1): only one size can be -1"),
    (lambda x: x.reshape(-2, -3), [X], "reshape expected sizes of 0 or more and below 2**63, found -2"),
    (lambda x: x.reshape("n"), [X], "reshape expected sizes, found 'n'"),
    (lambda x: x.transpose(0, 0), [X], "transpose of f32[2, 3] expected each axis once, found (0, 0)"),
    (lambda x: x.sum(axis=2), [X], "sum has no axis 2: the tensor has 2 dimensions"),
    (lambda x: x.sum(axis=(0, -2)), [X], "sum expected each axis once, found (0, -2)"),
    (lambda x: x.sum(axis="rows"), [X], "sum expected an axis, found 'rows'"),
    (lambda x: zyn.cumsum(x), [X], "cumsum of f32[2, 3] expected an axis"),
    (lambda x: zyn.squeeze(x, 0), [X], "squeeze of f32[2, 3] expected the size 1 of axis 0, found 2"),
    (lambda x: zyn.broadcast_to(x, (3, 3)), [X], "cannot broadcast f32[2, 3] to (3, 3)"),
    (lambda x, y: zyn.concat([x, y]), [X, Y], "concat of f32[2, 3] and f32[2, 4] along axis 0: the other sizes must be"),
    (lambda x: zyn.concat([]), [X], "concat expected a list of one tensor or more"),
    (lambda x: zyn.topk(x, 4), [X], "topk of f32[2, 3] expected a number of elements up to 3, found 4"),
    (lambda x: zyn.conv2d(x, x), [X], "conv2d of f32[2, 3] and f32[2, 3] expected 4 dimensions of each"),
    (lambda x: zyn.attention(x, x, x), [X], "expected 4 dimensions of each: batch, heads, positions and features"),
    (lambda x: zyn.zeros((-1,)), [X], "full expected sizes of 0 or more and below 2**63, found -1"),
    (lambda x: zyn.zeros(2**63), [X], "full expected sizes of 0 or more and below 2**63, found 9223372036854775808"),
    (lambda x: zyn.max(x, 0), [X], "max reduces one tensor: zyn.maximum compares two, and axis= is an axis to reduce"),
    (lambda x: np.sum(x), [X], "numpy.sum does not take tensors of a zyn.function; zyn.sum does"),
    (lambda x: np.einsum("ij->j", x), [X], "numpy.einsum does not take tensors of a zyn.function"),
    (lambda x: np.add.reduce(x), [X], "numpy.add.reduce does not take tensors of a zyn.function"),
    (lambda x: x.sum().T[0], [X], "1 indices of f32[], which has 0 dimensions"),
    # Indices.
    (lambda x: x[2], [X], "the index 2 is out of bounds for axis 0 of f32[2, 3]"),
    (lambda x: x[2**70:], [X],
     "the bound 1180591620717411303424 in an index of f32[2, 3]; expected one of 64 bits"),
    (lambda x: x[0, 0, 0], [X], "3 indices of f32[2, 3], which has 2 dimensions"),
    (lambda x: x[..., ...], [X], "an index of f32[2, 3] with several '...'; expected one at most"),
    (lambda x: x[::0], [X], "the step 0 in an index of f32[2, 3]; expected a number other than 0"),
    (lambda x: x[1.5], [X], "the index 1.5 in an index of f32[2, 3]; expected an integer or a size"),
    (lambda x: x["a"], [X], "the index 'a' in an index of f32[2, 3]"),
    (lambda x: x[True], [X], "an index of f32[2, 3] that is a bool; zyn.where selects elements"),
    (lambda x: x[x > 0], [X], "an index of f32[2, 3] that is i1[2, 3]: how many elements it selects is only known when "
                              "the function runs; zyn.where selects elements"),
    (lambda x: x[x], [X], "an index of f32[2, 3] expected integers, found f32[2, 3]"),
    (lambda x: x[[0], [1]], [X], "an index of f32[2, 3] with several arrays"),
    (lambda x: x[0, [1]], [X], "an index of f32[2, 3] with an array and a number; take them one after the other"),
    # Elements that are not known.
    (lambda x: x if x > 0 else -x, [X], "the truth of i1[2, 3] is only known when the function runs: use "
                                        "zyn.where(condition, x, y) in place of if"),
    (lambda x: x > 0 and x, [X], "the truth of i1[2, 3] is only known when the function runs"),
    (lambda x: 0 < x < 1, [X], "the truth of i1[2, 3] is only known when the function runs"),
    (lambda x: float(x.sum()), [X], "float() needs the elements of f32[], which are only known when the function runs"),
    (lambda x: int(x.sum()), [X], "int() needs the elements of f32[]"),
    (lambda x: [0, 1][x.sum()], [X], "an index needs the elements of f32[]"),
    (lambda x: range(x.sum()), [X], "an index needs the elements of f32[]"),
    (lambda x: np.asarray(x), [X], "a NumPy array needs the elements of f32[2, 3]"),
    (lambda x: 3 in x, [X], "'in' needs the elements of f32[2, 3]"),
    (lambda x: x.sum().item(), [X], "item() needs the elements of f32[]"),
    (lambda x: round(x), [X], "round() needs the elements of f32[2, 3]"),
    (lambda x: x.__setitem__(0, 1), [X], "a tensor cannot be changed; zyn.where and zyn.concat make new ones"),
    (lambda x: len(x.sum()), [X], "f32[] has no dimension, and therefore no length"),
    # Other things than tensors.
    (lambda x: x + "a", [X], "zyn.add takes tensors and arrays, found an object of type 'str'"),
    (lambda x: x + None, [X], "zyn.add takes tensors and arrays, found an object of type 'NoneType'"),
    (lambda x: x + [1, 2, 3], [X], "zyn.add takes tensors and arrays, found a list; numpy.array makes an array of it"),
    (lambda x: x + np.ones(3, np.uint8), [X], "zyn.add cannot take an array of 'ndarray' as a constant: expected one of"),
    (lambda x: x * 1j, [X], "zyn.multiply: "),
    (lambda x: x == None, [X], "zyn.equal takes tensors and arrays, found an object of type 'NoneType'"),  # noqa: E711
    (lambda x: zyn.exp(2), [X], "zyn.exp expected a tensor, found only numbers"),
    (lambda x: zyn.full(3, x), [X], "full expected a number, found <zyn.Tensor f32[2, 3]>; zyn.broadcast_to repeats"),
    (lambda x: zyn.full(3, 1.5, zyn.i8), [X], "full: the number 1.5 is no i8"),
    # Results.
    (lambda x: None, [X], "'<lambda>' returns nothing; expected a tensor, or a tuple of tensors"),
    (lambda x: (), [X], "'<lambda>' returns nothing; expected a tensor, or a tuple of tensors"),
    (lambda x: 3, [X], "the result of '<lambda>' takes tensors and arrays, found an object of type 'int'"),
    (lambda x: (x, {}), [X], "the result of '<lambda>' takes tensors and arrays, found an object of type 'dict'"),
    (lambda x: (x for _ in [0]), [X], "the result of '<lambda>' takes tensors and arrays, found an object of type 'gene"),
])
def test_mistakes(function, arguments, message):
    assert message in failing(function, *arguments)


@pytest.mark.parametrize("function, message", [
    (lambda x, y: x + y, "zyn.add of f32[n, 4] and f32[m, 4]: cannot broadcast, since the sizes n and m may differ when the "
                         "function runs; sizes that are equal have the same name"),
    (lambda x, y: x @ y, "the columns of the first and the rows of the second one, 4 and m may differ when the function"),
    (lambda x, y: range(x.shape[0]), "the size n is only known when the function runs; a number is needed here"),
    (lambda x, y: x.shape[0] > 3, "the size n is only known when the function runs"),
    (lambda x, y: 1 if x.shape[0] else 2, "the size n is only known when the function runs"),
    (lambda x, y: len(x), "the length of f32[n, 4] is only known when the function runs; x.shape[0] is a size to compute"),
    (lambda x, y: [row for row in x], "the length of f32[n, 4] is only known when the function runs"),
    (lambda x, y: x.reshape(-1, 3), "reshape of f32[n, 4] to (-1, 3): 4 * n elements do not divide by 3"),
    (lambda x, y: x.reshape(y.shape), "reshape of f32[n, 4] to (m, 4): the numbers of elements 4 * n and 4 * m may differ"),
    (lambda x, y: x.shape[0] // 0, "a size cannot be divided by 0"),
    (lambda x, y: x[::x.shape[0]], "the step n in an index of f32[n, 4]; expected a number other than 0"),
    (lambda x, y: zyn.topk(x, x.shape[0]), "topk expected a number of elements of 0 or more, found <size n>"),
])
def test_mistakes_with_named_sizes(function, message):
    function.__annotations__ = {"x": zyn.f32["n", 4], "y": zyn.f32["m", 4]}
    assert message in failing(function, X, Y)


def test_tensors_outside_of_their_trace():
    kept = []

    @zyn.function(device="cpu")
    def keep(x):
        kept.append(x)
        return x
    keep(X)
    for use in [lambda: kept[0] + 1, lambda: kept[0].sum(), lambda: kept[0][0], lambda: kept[0] @ kept[0].T]:
        with pytest.raises(zyn.Error, match="is called outside of a zyn.function; only within one there are tensors"):
            use()
    with pytest.raises(zyn.Error, match="zyn.exp is called outside of a zyn.function"):
        zyn.exp(X)
    with pytest.raises(zyn.Error, match="zyn.zeros is called|zyn.full is called"):
        zyn.zeros(3)
    with pytest.raises(zyn.Error, match="f32\\[2, 3\\] is a tensor of 'keep', and was passed to 'keep' outside of it"):
        keep(kept[0])
    message = failing(lambda x: x + kept[0], X)
    assert message == ("f32[2, 3] is a tensor of another call of a zyn.function, 'keep': return it there, and pass it as an "
                       "argument")
    # Views, too, and in results.
    assert "is a tensor of another call" in failing(lambda x: kept[0].T, X)
    assert "is a tensor of another call" in failing(lambda x: kept[0], X)


def test_tensors_in_another_thread():
    errors = []

    def body(x):
        def use():
            try:
                x + 1
            except zyn.Error as error:
                errors.append(str(error))
        thread = threading.Thread(target=use)
        thread.start()
        thread.join()
        return x
    zyn.function(body, device="cpu")(X)
    assert len(errors) == 1 and "is called outside of a zyn.function" in errors[0]


def test_sizes_of_another_trace():
    kept = []

    @zyn.function(device="cpu")
    def keep(x: zyn.f32["other"]):
        kept.append(x.shape[0])
        return x
    keep.module
    assert failing(lambda x: zyn.zeros(kept[0]), X) == "the size 'other' is that of another call of a zyn.function"


def test_names_the_line_in_helpers():
    def helper(x, y):
        return zyn.relu(
            x +
            y)

    with pytest.raises(zyn.Error) as raised:
        zyn.function(lambda x, y: helper(x, y))(X, Y)
    assert raised.value.line == inspect.getsourcelines(helper)[1] + 2
    if sys.version_info >= (3, 11):
        assert raised.value.column == 13


def test_names_of_files():
    names, file = {"zyn": zyn}, 'a"b\\c \u00e9.py'
    exec(compile("def gather(x, at):\n  return x[at]\ndef add(x, at):\n  return x + at", file, "exec"), names)
    gather = zyn.function(names["gather"], device="cpu")
    assert {op.location for op in gather.trace(X, np.ones(1, np.int32)).op.walk() if op.name == "zyn.gather"} == {
        f"{file}:2:{10 if sys.version_info >= (3, 11) else 0}"}
    for function, line in [(gather, 2), (zyn.function(names["add"]), 4)]:
        with pytest.raises(zyn.Error) as raised:
            function(X, np.full(1, 9, np.int32))
        assert (raised.value.file, raised.value.line) == (file, line)


def test_errors_of_the_compiler_and_at_run_time():
    @zyn.function(device="cpu")
    def gather(table: zyn.f32["rows"], at: zyn.i32["n"]):
        first = at + 1
        return table[first]
    table = np.arange(4, dtype=np.float32)
    assert gather(table, np.array([0, 2], np.int32)).tolist() == [1, 3]
    with pytest.raises(zyn.Error) as raised:
        gather(table, np.array([0, 3], np.int32))
    assert (raised.value.file, raised.value.line) == (__file__, gather._function.__code__.co_firstlineno + 3)

    @zyn.function(device="cpu")
    def first(x: zyn.f32["n"]):
        return x[:3]
    assert first(table).tolist() == [0, 1, 2]
    with pytest.raises(zyn.Error) as raised:
        first(table[:2].copy())
    assert (raised.value.file, raised.value.line) == (__file__, first._function.__code__.co_firstlineno + 2)


def test_rejects_arguments():
    f = zyn.function(lambda x, y=2: x * 2, device="cpu")
    with pytest.raises(TypeError):
        f()
    with pytest.raises(TypeError):
        f(X, z=3)
    for argument, message in [(np.ones(3, np.uint8), "the argument 'x' of '<lambda>': expected one of the types i1, i8"),
                              (np.ones(3, complex), "found complex128"), ({1, 2}, "is neither an array nor a constant"),
                              ([X, {1}], "an object of type 'set', is neither an array nor a constant")]:
        with pytest.raises(zyn.Error) as raised:
            f(argument)
        assert message in raised.value.message and raised.value.file == __file__
    # A number is a constant: there is no tensor.
    with pytest.raises(zyn.Error, match="the result of '<lambda>' takes tensors and arrays, found an object of type 'int'"):
        f(3)
    with pytest.raises(zyn.Error, match="unknown device 'abacus'"):
        zyn.function(lambda x: x, device="abacus")(X)
    named = zyn.function(lambda x: x, device="cpu")
    named._function.__annotations__ = {}
    with pytest.raises(zyn.Error, match="output #0 of '_lambda_' is tensor<2x3xf32>, found an array of 2x4xf32|is an array"):
        named(X, out=np.empty((2, 4), np.float32))


def test_rejects_functions_and_types():
    with pytest.raises(TypeError, match="expected a function of Python, found an object of type 'int'"):
        zyn.function(3)
    with pytest.raises(zyn.Error, match="the parameter 'xs' of '<lambda>' takes any number of arguments"):
        zyn.function(lambda *xs: xs)
    with pytest.raises(zyn.Error, match="the parameter 'out' of '<lambda>' has the name of an argument of every call"):
        zyn.function(lambda x, out: x)
    for sizes in [-1, 1.5, "a b", True, None, (2, "")]:
        with pytest.raises(TypeError, match="expected sizes of 0 or more, or names of sizes such as 'n', found"):
            zyn.f32[sizes]
    assert repr(zyn.f32["n", 3]) == "zyn.f32['n', 3]" and repr(zyn.f32[()]) == "zyn.f32[()]"
    assert zyn.f32[3] == zyn.f32[3] and zyn.f32[3] != zyn.f32["n"] and len({zyn.f32[3], zyn.f32[3], zyn.i8[3]}) == 2


def test_exceptions_of_the_function():
    def fail(x):
        raise KeyError("mine")
    f = zyn.function(fail, device="cpu")
    for _ in range(2):
        with pytest.raises(KeyError, match="mine"):
            f(X)

    # The trace has ended.
    assert zyn.function(lambda x: x + 1, device="cpu")(X).shape == X.shape

    @zyn.function(device="cpu")
    def endless(x):
        return endless(x) + 1
    with pytest.raises(RecursionError):
        endless(X)


def test_threads():
    traced = []

    @zyn.function(device="cpu")
    def double(x):
        traced.append(1)
        return x + x
    results = []
    threads = [threading.Thread(target=lambda: results.append(double(X))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 8 and all((result == 2).all() for result in results) and traced == [1]


def test_pickles_types():
    import copy
    import pickle
    assert pickle.loads(pickle.dumps(zyn.f32)) is zyn.f32 and copy.deepcopy(zyn.i8) is zyn.i8
    assert pickle.loads(pickle.dumps(zyn.index)) is zyn.index and repr(zyn.index) == "zyn.index"
    assert pickle.loads(pickle.dumps(zyn.f32["n", 2])) == zyn.f32["n", 2]
