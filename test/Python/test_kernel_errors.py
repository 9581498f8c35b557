"""Mistakes in loop nests that functions of Python describe: what the error says, and the user's line in it."""
import sys

import numpy as np
import pytest

import zyn

X, Y, Z = np.ones((2, 3), np.float32), np.ones(3, np.float32), np.ones((2, 3))
I, B = np.ones(3, np.int32), np.ones(3, bool)
NUMBERS = np.arange(3)


def failing(function, arguments, **options):
    """Returns the message of the error in a kernel, which is at its first line."""
    with pytest.raises(zyn.Error) as raised:
        zyn.kernel(function, device="cpu", **options)(*arguments)
    error, code = raised.value, function.__code__
    assert (error.file, error.line) == (__file__, code.co_firstlineno)
    assert error.column > 0 or sys.version_info < (3, 11)
    assert str(error) == f"{error.file}:{error.line}:{error.column}: error: {error.message}"
    assert not error.message[0].isupper() and not error.message.endswith(".")
    return error.message


@pytest.mark.parametrize("function, arguments, message", [
    # Indices.
    (lambda i, x: x[i], [X], "an element of f32[2, 3] has 2 indices, found [index]"),
    (lambda i, x: x[i, 0], [Y], "an element of f32[3] has 1 index, found [index, 0]"),
    (lambda i, x: x[i, 0, i + 1], [X], "an element of f32[2, 3] has 2 indices, found [index, 0, index]"),
    (lambda i, x: x[i, :], [X], "an element of f32[2, 3] has 2 indices, found [index, :]"),
    (lambda i, x: x[i:, 0], [X], "the bound index in an index of f32[2, 3]; expected an integer or a size"),
    (lambda i, x: x[..., i], [X], "an element of f32[2, 3] has 2 indices, found [..., index]"),
    (lambda i, x: x[i][0], [Y], "1 indices of f32, which has 0 dimensions"),
    (lambda i, x: x[i][i], [Y], "an element of f32 has 0 indices, found [index]"),
    (lambda i, x: x[x[i]], [Y],
     "the index f32 for axis 0 of f32[3]; expected an integer; convert it with astype(zyn.index)"),
    (lambda i, x: x[1, i * 0.5], [X],
     "zyn.multiply: the number 0.5 is no index; convert the tensor with astype(zyn.f32)"),
    (lambda i, x: x[i > 0], [Y], "the index i1 for axis 0 of f32[3]; expected an integer; zyn.where chooses elements"),
    (lambda i, x: x[1.5, i], [X], "the index 1.5 in an index of f32[2, 3]; expected an integer or a size"),
    (lambda i, x: x[i, True], [X], "an index of f32[2, 3] that is a bool; zyn.where selects elements"),
    (lambda i, x: x[i, 2**70], [X],
     "the index 1180591620717411303424 in an index of f32[2, 3]; expected one of 64 bits"),
    (lambda i, x: x[i, 3], [X], "the index 3 is out of bounds for axis 1 of f32[2, 3]"),
    (lambda i, x: x[5], [Y], "the index 5 is out of bounds for axis 0 of f32[3]"),
    (lambda i, x: NUMBERS[i], [Y],
     "needs index, which is only known when the kernel runs: zyn.fori_loop, zyn.while_loop and zyn.sum(lambda k: "
     "x[k], n) are loops, and an array is read at computed indices if it is an argument"),
    (lambda i, x: x[i, x], [X], "the index f32[2, 3] for axis 1 of f32[2, 3]; expected an integer"),
    (lambda i, x: x[x], [I], "an index is i32[3]; expected an element of it, such as x[i]"),
    (lambda i, x: x[::-1][i], [Y],
     "the step of an index of f32[3] is negative in a zyn.kernel, which reads elements, such as x[x.shape[0] - 1 - i]"),
    (lambda i, x: x[[0, 1]], [Y], "a zyn.kernel computes elements from elements, such as x[i, j]"),
    # Values that are not known.
    (lambda i, x: x[i] if i > 0 else 0, [Y],
     "the truth of i1 is only known when the function runs: use zyn.where(condition, x, y) in place of if"),
    (lambda i, x: [x[i] for _ in iter(lambda: x[i] > 0, False)], [Y],
     "in a zyn.kernel, zyn.while_loop in place of while"),
    (lambda i, x: sum(x[k] for k in range(i)), [Y],
     "an index needs index, which is only known when the kernel runs: zyn.fori_loop, zyn.while_loop and "
     "zyn.sum(lambda k: x[k], n) are loops"),
    (lambda i, x: float(x[i]), [Y], "float() needs f32, which is only known when the kernel runs"),
    (lambda i, x: max(x[i], 0), [Y], "the truth of i1 is only known when the function runs"),
    # Tensors in place of elements.
    (lambda i, x: x + x[i], [Y], "f32[3] is a tensor, and a zyn.kernel computes with elements of it, such as x[i]"),
    (lambda i, x: zyn.exp(x), [X],
     "f32[2, 3] is a tensor, and a zyn.kernel computes with elements of it, such as x[i, j]"),
    (lambda i, x: zyn.where(x[i] > x, 1.0, x), [Y],
     "f32[3] is a tensor, and a zyn.kernel computes with elements of it"),
    (lambda i, x: x.sum(), [Y],
     "a zyn.kernel computes elements from elements, such as x[i, j]; tensors are computed before it, in a "
     "zyn.function"),
    (lambda i, x: x[i].sum(), [Y], "a zyn.kernel computes elements from elements"),
    (lambda i, x: (x @ x)[i], [Y], "a zyn.kernel computes elements from elements"),
    (lambda i, x: zyn.zeros(3)[i], [Y], "a zyn.kernel computes elements from elements"),
    (lambda i, x: zyn.arange(3)[i], [Y], "a zyn.kernel computes elements from elements"),
    (lambda i, x: zyn.sort(x)[i], [Y], "a zyn.kernel computes elements from elements"),
    (lambda i, x: zyn.take(x, i, 0), [Y], "a zyn.kernel computes elements from elements"),
    (lambda i, x: x[i] + NUMBERS.astype(np.float32), [Y],
     "f32[3] is a tensor, and a zyn.kernel computes with elements"),
    # Types.
    (lambda i, x: x[i] + i, [Y],
     "zyn.add of f32 and index: the element types differ; convert one with astype(zyn.f32) or astype(zyn.index)"),
    (lambda i, x: zyn.exp(i), [Y], "zyn.exp expected floats, found index; convert it with astype(zyn.f32)"),
    (lambda i, x: i + 0.5, [Y], "zyn.add: the number 0.5 is no index"),
    (lambda i, x: zyn.i8(300), [Y], "zyn.i8: 300 is out of the range of i8, -128 to 127"),
    (lambda i, x: zyn.i8("a"), [Y], "zyn.i8 takes tensors and arrays, found an object of type 'str'"),
    # Loops and branches.
    (lambda i, x: zyn.sum(lambda k: x[k]), [Y],
     "zyn.sum of a function expected a number of indices, or a pair of the first one and the end"),
    (lambda i, x: zyn.max(lambda k: x[k], (0, 1, 2)), [Y],
     "expected a number of indices, or a pair of the first one and the end, found 3 values"),
    (lambda i, x: zyn.sum(lambda k: x[k], x[i]), [Y],
     "a bound of zyn.sum is f32, expected index; convert it with astype"),
    (lambda i, x: zyn.sum(lambda k: x[k], 2.5), [Y], "zyn.index: the number 2.5 is no index"),
    (lambda i, x: zyn.sum(lambda k: x, 3), [Y],
     "what zyn.sum reduces is f32[3]; expected an element of it, such as x[i]"),
    (lambda i, x: zyn.sum(lambda k: 1, 3), [Y],
     "what zyn.sum reduces is the number 1, which has no type; one of zyn.i32 is zyn.i32(1)"),
    (lambda i, x: zyn.sum(lambda k: x[k], 3, keepdims=True), [Y], "sum of a function has no dimensions to keep"),
    (lambda i, x: zyn.any(lambda k: x[k], 3), [Y], "any of f32; expected bool"),
    (lambda i, x: zyn.max(lambda k: x[k] > 0, 3), [Y], "max of i1; expected float or int"),
    (lambda i, x: zyn.argmax(lambda k: x[k] > 0, 3), [Y], "argmax of i1; expected numbers"),
    (lambda i, x: zyn.fori_loop(0, 3, lambda k, y: y, 0.0), [Y],
     "an initial value of zyn.fori_loop is the number 0.0, which has no type; one of zyn.f32 is zyn.f32(0.0)"),
    (lambda i, x: zyn.fori_loop(0, 3, lambda k, y: y, ()), [Y],
     "zyn.fori_loop expected an initial value, or a tuple of them"),
    (lambda i, x: zyn.fori_loop(0, 3, lambda k, y: (y, y), x[i]), [Y],
     "the body of zyn.fori_loop returned 2 values, expected 1, as many as there are initial ones"),
    (lambda i, x: zyn.fori_loop(0, 3, lambda k, y: k, x[i]), [Y],
     "what the body of zyn.fori_loop returned is index, expected f32; convert it with astype(zyn.f32)"),
    (lambda i, x: zyn.fori_loop(0, 3, lambda k, y: None, x[i]), [Y],
     "what the body of zyn.fori_loop returned takes tensors"),
    (lambda i, x: zyn.while_loop(lambda y: y, lambda y: y, x[i]), [Y],
     "the condition of zyn.while_loop is f32, expected i1; compare it, as in x > 0"),
    (lambda i, x: zyn.where(x[i], lambda: x[i], 0), [Y], "zyn.where expected a condition of i1, found f32; compare it"),
    (lambda i, x: zyn.where(x[i] > 0, lambda: 1, 0), [Y], "an operand of zyn.where is the number 1, which has no type"),
    (lambda i, x: zyn.where(x[i] > 0, lambda: (x[i], i), lambda: x[i]), [Y],
     "zyn.where expected as many values if the condition is true as otherwise, found 2 and 1"),
    (lambda i, x: zyn.where(x[i] > 0, lambda: x[i], lambda: i), [Y], "an operand of zyn.where is index, expected f32"),
    # Results.
    (lambda i, x: None, [Y], "'<lambda>' returns nothing; expected an element, or a tuple of elements"),
    (lambda i, x: (), [Y], "'<lambda>' returns nothing; expected an element, or a tuple of elements"),
    (lambda i, x: 0, [Y], "the result of '<lambda>' is the number 0, which has no type; one of zyn.i32 is zyn.i32(0)"),
    (lambda i, x: True, [Y],
     "the result of '<lambda>' is the number True, which has no type; one of zyn.i1 is zyn.i1(True)"),
    (lambda i, x: i, [Y], "the result of '<lambda>' is an index; convert it with astype(zyn.i64)"),
    (lambda i, x: x, [X], "the result of '<lambda>' is f32[2, 3]; expected an element of it, such as x[i, j]"),
    (lambda i, x: [x[i], "a"], [Y], "the result of '<lambda>' takes tensors and arrays, found an object of type 'str'"),
])
def test_mistakes(function, arguments, message):
    assert message in failing(function, arguments, shape=3)


def test_loops_over_sizes():
    def total(i, x: zyn.f32["n"]):
        return sum(x[k] for k in range(x.shape[0]))
    with pytest.raises(zyn.Error, match="the size n is only known when the function runs; a number is needed here: .* or, in "
                                        "a zyn.kernel, use zyn.sum or zyn.fori_loop in place of range") as raised:
        zyn.kernel(total, shape=3).module
    assert raised.value.line == total.__code__.co_firstlineno + 1


def test_elements_outside_of_their_scope():
    kept = []

    def keep(element):
        kept.append(element)
        return element
    expected = "is an element of a point, a loop or a branch that has ended: return it there"
    uses = [lambda i, x: zyn.sum(lambda k: keep(x[k]), 3) + kept[-1],
            lambda i, x: zyn.where(x[i] > 0, lambda: keep(x[0]), lambda: kept[-1]),
            lambda i, x: zyn.while_loop(lambda y: keep(y) > 0, lambda y: kept[-1], x[i])]
    for use in uses:
        assert expected in failing(use, [Y], shape=3)
    zyn.kernel(lambda i, x: keep(x[i]), shape=3, device="cpu")(Y)
    with pytest.raises(zyn.Error, match=expected):
        zyn.function(lambda x: x + kept[-1], device="cpu")(Y)
    with pytest.raises(zyn.Error, match="is a tensor of another call of a zyn.function, 'leak'"):
        def leak(x):
            kept.append(x)
            return x
        zyn.function(leak, device="cpu")(Y)
        zyn.kernel(lambda i, x: kept[-1][i], shape=3, device="cpu")(Y)


@pytest.mark.parametrize("use, message", [
    (lambda x: zyn.fori_loop(0, 3, lambda k, y: y, x), "zyn.fori_loop is called outside of a zyn.kernel"),
    (lambda x: zyn.while_loop(lambda y: y > 0, lambda y: y, x), "zyn.while_loop is called outside of a zyn.kernel"),
    (lambda x: zyn.sum(lambda k: x[k], 3), "zyn.sum of a function is called outside of a zyn.kernel"),
    (lambda x: zyn.argmin(lambda k: x[k], 3), "zyn.argmin of a function is called outside of a zyn.kernel"),
    (lambda x: zyn.where(x > 0, lambda: x, 0), "zyn.where with a function is called outside of a zyn.kernel"),
    (lambda x: x.astype(zyn.index),
     "zyn.index is the type of the indices of a zyn.kernel, and of no tensor; expected an integer"),
    (lambda x: zyn.zeros(3, zyn.index), "zyn.index is the type of the indices of a zyn.kernel, and of no tensor"),
])
def test_functions_without_a_kernel(use, message):
    with pytest.raises(zyn.Error) as raised:
        zyn.function(use, device="cpu")(Y)
    assert message in raised.value.message and raised.value.line == use.__code__.co_firstlineno


def test_kernels_in_kernels():
    inner = zyn.kernel(lambda i, x: x[i], shape=3)
    assert failing(lambda i, x: inner(x), [Y], shape=3) == (
        "'<lambda>' is called in a zyn.kernel, which computes elements; a function that both call has no decorator")
    with pytest.raises(TypeError, match="zyn.index is the type of the indices of a zyn.kernel, and of no tensor"):
        zyn.index["n"]


def decorated(text, decorator="@zyn.kernel"):
    """Returns the message of the error in the definition of a kernel in text, at its first line."""
    with pytest.raises(zyn.Error) as raised:
        names = {"zyn": zyn, "np": np}
        exec(compile(f"{decorator}\n{text}", "defined.py", "exec"), names)
        names["f"](Y)
    assert (raised.value.file, raised.value.line) == ("defined.py", 1)
    return raised.value.message


@pytest.mark.parametrize("text, message", [
    ("def f(i, x): return x[i]",
     ''f' has no shape: annotate its result, as in -> zyn.f32["n"], or use @zyn.kernel(shape=lambda x: x.shape)'),
    ("def f(i, x) -> zyn.f32: return x[i]", "'f' has no shape"),
    ("def f(i) -> zyn.f32[2, 3]: return i",
     "'f' has 2 dimensions, and expected as many indices as its first parameters, found 1 parameter"),
    ("def f(i, x) -> zyn.f32['m']: return x[i]", "the size 'm' of the result of 'f' is in the type of no parameter"),
    ("def f(i, x: zyn.f32['n']) -> (zyn.f32['n'], zyn.f32[2]): return x[i], x[i]",
     "the results of 'f' have the shapes (n,) and (2,); expected one for all"),
    ("def f(i, x: zyn.f32['n']) -> (zyn.f32['n'], zyn.f32['n']): return x[i]",
     "'f' returns 1 value, expected 2, as many as there are types of results"),
    ("def f(i, x: zyn.f32['n']) -> zyn.f64['n']: return x[i]",
     "the result of 'f' is f32, expected f64; convert it with astype(zyn.f64)"),
    ("def f(x: zyn.f32['n'], i) -> zyn.f32['n']: return x[i]",
     "the parameter 'x' of 'f', which has 1 dimension, is an index, whose type is zyn.index; found zyn.f32['n']"),
    ("def f(i=0, x=1) -> zyn.f32[3]: return x",
     "the parameter 'i' of 'f' is an index, and expected to be positional and to have no default value"),
    ("def f(*, i) -> zyn.f32[3]: return x", "the parameter 'i' of 'f' is an index, and expected to be positional"),
    ("def f(i, *xs) -> zyn.f32[3]: return x", "the parameter 'xs' of 'f' takes any number of arguments"),
])
def test_definitions(text, message):
    assert message in decorated(text)


@pytest.mark.parametrize("shape, message", [
    ("lambda y: y.shape", "the shape of 'f' is a function of its parameters after the indices; found (y), and (i, x)"),
    ("lambda x: (x.shape[0], 1)", "the shape of 'f' is (3, 1), expected 1 size, as many as it has indices"),
    ("lambda x: (-1,)", "the shape of 'f' expected sizes of 0 or more and below 2**63, found -1"),
    ("lambda x: 2.5", "the shape of 'f' expected sizes, found 2.5"),
    ("2.5", "the shape of 'f' expected sizes, found 2.5"),
    ("'m'", "the size 'm' of the result of 'f' is in the type of no parameter"),
])
def test_shapes(shape, message):
    with pytest.raises(zyn.Error) as raised:
        names = {"zyn": zyn}
        exec(compile(f"@zyn.kernel(shape={shape})\ndef f(i, x): return x[i]", "defined.py", "exec"), names)
        names["f"](Y)
    assert message in raised.value.message


def test_shapes_that_are_given_twice():
    message = decorated("def f(i, x) -> zyn.f32[3]: return x[i]", "@zyn.kernel(shape=3)")
    assert message == "'f' has a shape twice; expected a type without sizes, such as -> zyn.f32, beside shape="


def test_exceptions_of_the_function():
    def fail(i, x):
        raise KeyError("mine")
    with pytest.raises(KeyError, match="mine"):
        zyn.kernel(fail, shape=3)(Y)
    # No scope is left open.
    np.testing.assert_array_equal(zyn.function(lambda x: x + 1, device="cpu")(Y), Y + 1)
    with pytest.raises(TypeError, match="expected a function of Python, found an object of type 'int'"):
        zyn.kernel(3, shape=3)
    with pytest.raises(TypeError):
        zyn.kernel(lambda i, x: x[i], shape=3)(Y, Y)
