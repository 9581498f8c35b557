"""Arrays of other libraries, played by a class over NumPy."""
import ctypes
import sys
import types

import numpy as np
import pytest

import zyn


class Tensor:
    """An array that only has DLPack, or reports another device."""

    def __init__(self, array, device=(1, 0)):
        self.array, self.device = array, device

    def __dlpack__(self, **arguments):
        return self.array.__dlpack__()

    def __dlpack_device__(self):
        return self.device


@pytest.fixture
def library(monkeypatch):
    """A class of tensors that seems to belong to a module that converts arrays."""

    class LibraryTensor(Tensor):
        __module__ = "tensors.core"

    module = types.ModuleType("tensors")
    module.from_dlpack = lambda array: LibraryTensor(np.from_dlpack(array))
    monkeypatch.setitem(sys.modules, "tensors", module)
    return LibraryTensor


def test_returns_arrays_of_the_library(axpy, host_device, library):
    f = zyn.compile(axpy, device=host_device)
    x, y = library(np.arange(4, dtype=np.float32)), np.ones(4, np.float32)
    result = f(2.0, x, library(y))
    assert type(result) is library
    np.testing.assert_array_equal(result.array, [1, 3, 5, 7])
    # The first array decides.
    assert type(f(2.0, y, x)) is np.ndarray
    out = library(np.empty(4, np.float32))
    assert f(2.0, x, y, out=out) is out
    np.testing.assert_array_equal(out.array, [1, 3, 5, 7])


def test_subclasses_are_arrays_of_the_library(axpy, host_device, library):
    class Parameter(library):
        __module__ = "application"

    x = Parameter(np.ones(3, np.float32))
    assert type(zyn.compile(axpy, device=host_device)(2.0, x, x)) is library


def test_modules_of_types_need_no_name(axpy):
    class Nameless(Tensor):
        __module__ = 3

    x = Nameless(np.ones(3, np.float32))
    assert type(zyn.compile(axpy, device="cpu")(2.0, x, x)) is zyn.Array


def test_numbers_have_no_library(host_device, library):
    f = zyn.compile("func.func @f(%n: tensor<i32>, %x: tensor<?xf32>) -> tensor<?xf32> { return %x : tensor<?xf32> }",
                    device=host_device)
    assert type(f(3, library(np.ones(3, np.float32)))) is library


def test_copies_on_request(axpy, host_device):
    x = Tensor(np.ones(3, np.float32))
    result = zyn.compile(axpy, device=host_device)(2.0, x, x)
    view = np.from_dlpack(result)

    class Export(Tensor):
        def __dlpack__(self, **arguments):
            return result.__dlpack__(**self.array)

    def is_copy(**arguments):
        return not np.shares_memory(np.from_dlpack(Export(arguments)), view)

    assert is_copy(copy=True) and is_copy(copy=True, dl_device=(1, 0), max_version=(1, 0))
    assert not is_copy(copy=False) and not is_copy(dl_device=(1, 0))
    with pytest.raises(BufferError, match="the array is on another device"):
        result.__dlpack__(dl_device=(2, 0))
    with pytest.raises(TypeError):
        result.__dlpack__(nonsense=True)
    assert not np.shares_memory(result.__array__(copy=True), view)
    assert np.shares_memory(result.__array__(np.float32, copy=False), view)
    with pytest.raises(ValueError, match="another type needs a copy"):
        result.__array__(np.float64, copy=False)


class VersionedCapsule(ctypes.Structure):
    """The fields of DLManagedTensorVersioned for a vector of f32."""

    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p),
                ("deleter", ctypes.c_void_p), ("flags", ctypes.c_uint64), ("elements", ctypes.c_void_p),
                ("device", ctypes.c_int32 * 2), ("rank", ctypes.c_int32), ("code", ctypes.c_uint8),
                ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.c_void_p), ("offset", ctypes.c_uint64)]


class VersionedTensor(Tensor):
    """A tensor of DLPack 1, which is read-only if flags is 1."""

    def __init__(self, array, flags, major=1):
        super().__init__(array)
        shape = (ctypes.c_int64 * 1)(len(array))
        self.capsule = VersionedCapsule(major, 0, None, None, flags, array.ctypes.data, (1, 0), 1, 2, 32, 1, shape)

    def __dlpack__(self, *, max_version):
        assert max_version == (1, 0)
        create = ctypes.pythonapi.PyCapsule_New
        create.restype, create.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return create(ctypes.addressof(self.capsule), b"dltensor_versioned", None)


def test_read_only_tensors(axpy):
    f = zyn.compile("func.func @f(%x: memref<?xf32>) { return }", device="cpu")
    x = np.ones(3, np.float32)
    assert f(VersionedTensor(x, 0)) is None
    with pytest.raises(zyn.Error, match="argument #0 of 'f' is memref<\\?xf32>, which the function may modify, found a "
                                        "read-only array"):
        f(VersionedTensor(x, 1))
    g = zyn.compile(axpy, device="cpu")
    np.testing.assert_array_equal(g(2.0, VersionedTensor(x, 1), x), [3, 3, 3])
    with pytest.raises(zyn.Error, match="output #0 of 'axpy' is a read-only array"):
        g(2.0, x, x, out=VersionedTensor(x, 1))
    with pytest.raises(ValueError, match="__dlpack__ returned a tensor of version 2 of DLPack"):
        g(2.0, VersionedTensor(x, 0, major=2), x)


def test_libraries_before_dlpack_1(axpy):
    class Old(Tensor):
        def __dlpack__(self, stream=None):
            return self.array.__dlpack__()

    f = zyn.compile(axpy, device="cpu")
    x = np.ones(3, np.float32)
    for _ in range(2):
        np.testing.assert_array_equal(f(2.0, Old(x), Old(x)).numpy(), [3, 3, 3])


def test_returns_its_own_arrays_otherwise(axpy, host_device):
    f = zyn.compile(axpy, device=host_device)
    x = Tensor(np.ones(3, np.float32))
    result = f(2.0, x, x)
    assert type(result) is zyn.Array
    assert (result.shape, result.dtype, result.device) == ((3,), "f32", host_device)
    assert repr(result) == f"<zyn.Array 3xf32 on {host_device}>"
    view = np.from_dlpack(result)
    np.testing.assert_array_equal(view, [3, 3, 3])
    # All are the same memory, which they keep alive.
    assert view.ctypes.data == np.asarray(result).ctypes.data == result.numpy().ctypes.data
    assert np.asarray(result, dtype=np.float64).dtype == np.float64
    del result
    np.testing.assert_array_equal(view, [3, 3, 3])
    assert not hasattr(f(2.0, x, x), "__cuda_array_interface__")
    # They are arguments, too.
    np.testing.assert_array_equal(f(2.0, f(2.0, x, x), x), [7, 7, 7])


def test_capsules_that_nobody_takes_are_freed(axpy):
    x = Tensor(np.ones(3, np.float32))
    result = zyn.compile(axpy, device="cpu")(2.0, x, x)
    for _ in range(3):
        result.__dlpack__()
    count = sys.getrefcount(x.array)
    zyn.compile(axpy, device="cpu")(2.0, x, x)
    later = sys.getrefcount(x.array)
    assert later == count


def test_rejects_tensors(axpy):
    f = zyn.compile(axpy, device="cpu")
    x = np.arange(6, dtype=np.float32)
    for tensor, message in [
        (Tensor(x, (7, 0)), "argument #1 of 'axpy' is on a device of kind 7 of DLPack"),
        (Tensor(x[::2]), "argument #1 of 'axpy' is not contiguous in row-major order; pass a contiguous copy"),
        (Tensor(x.astype(complex)), "argument #1 of 'axpy' has elements of type (code 5, 128 bits)"),
    ]:
        with pytest.raises(zyn.Error) as raised:
            f(2.0, tensor, x)
        assert message in str(raised.value)


def test_rejects_arrays_on_a_gpu(axpy):
    class OnGPU:
        __cuda_array_interface__ = {"shape": (3,), "typestr": "<f4", "data": (0x1000, False), "version": 3}

    f = zyn.compile(axpy, device="cpu")
    with pytest.raises(zyn.Error, match="argument #1 of 'axpy' is on 'cuda:0', but the function was compiled for 'cpu'"):
        f(2.0, OnGPU(), np.ones(3, np.float32))


@pytest.mark.parametrize("interface", [None, {}, {"shape": 3}, {"shape": (3,), "typestr": "x", "data": (1, False)},
                                       {"shape": (3,), "typestr": "<f4", "data": None},
                                       {"shape": (-1,), "typestr": "<f4", "data": (1, False)}])
def test_rejects_broken_interfaces(axpy, interface):
    class Broken:
        __cuda_array_interface__ = interface

    with pytest.raises((zyn.Error, TypeError, KeyError, ValueError, RuntimeError)):
        zyn.compile(axpy, device="cpu")(2.0, Broken(), np.ones(3, np.float32))


def test_exceptions_of_the_library_pass_through(axpy):
    class Unwilling(Tensor):
        def __dlpack__(self, **arguments):
            raise BufferError("not today")

    class Liar(Tensor):
        def __dlpack__(self, **arguments):
            return "no capsule"

    f = zyn.compile(axpy, device="cpu")
    x = np.ones(3, np.float32)
    with pytest.raises(BufferError, match="not today"):
        f(2.0, Unwilling(x), x)
    with pytest.raises((TypeError, ValueError, RuntimeError)):
        f(2.0, Liar(x), x)
