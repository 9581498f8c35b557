"""Arrays of libraries with DLPack's functions in C, played by ctypes over NumPy."""
import ctypes

import numpy as np
import pytest

import zyn


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32), ("device_id", ctypes.c_int32),
                ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


class Versioned(ctypes.Structure):
    pass


DELETER = ctypes.CFUNCTYPE(None, ctypes.POINTER(Versioned))
Versioned._fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("context", ctypes.c_void_p),
                      ("deleter", DELETER), ("flags", ctypes.c_uint64), ("tensor", DLTensor)]
TO_OBJECT = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.POINTER(Versioned), ctypes.POINTER(ctypes.py_object))
DESCRIBE = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.POINTER(DLTensor))
GET_STREAM = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.c_int, ctypes.c_int32, ctypes.POINTER(ctypes.c_void_p))


class API(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32), ("previous", ctypes.c_void_p),
                ("allocate", ctypes.c_void_p), ("export", ctypes.c_void_p), ("to_object", TO_OBJECT),
                ("describe", DESCRIBE), ("get_stream", GET_STREAM)]


# Functions and structures live as long as the process, as those of a library do.
KEPT = []
CAPSULE_NAME = b"dlpack_exchange_api"


def make_capsule(api):
    new = ctypes.pythonapi.PyCapsule_New
    new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
    KEPT.append(api)
    return new(ctypes.addressof(api), CAPSULE_NAME, None)


def make_library(major=1, previous=None):
    """Returns a class of tensors of f32 with the functions in C, and a list of the calls of them."""
    calls = []

    class Tensor:
        def __init__(self, array):
            self.array = array
            self.sizes = (ctypes.c_int64 * array.ndim)(*array.shape)
            self.steps = (ctypes.c_int64 * array.ndim)(*(stride // array.itemsize for stride in array.strides))
            self.refuses = False

        def __dlpack__(self, **arguments):
            calls.append("__dlpack__")
            return self.array.__dlpack__()

        def __dlpack_device__(self):
            return (1, 0)

    def describe(tensor, out):
        calls.append("describe")
        if tensor.refuses:
            return -1
        out[0] = DLTensor(tensor.array.ctypes.data, 1, 0, tensor.array.ndim, 2, 32, 1, tensor.sizes, tensor.steps, 0)
        return 0

    def to_object(versioned, out):
        calls.append("to_object")
        tensor = versioned[0].tensor
        sizes = [tensor.shape[i] for i in range(tensor.ndim)]
        assert [tensor.strides[i] for i in range(tensor.ndim)] == [
            int(np.prod(sizes[i + 1:])) for i in range(tensor.ndim)]
        elements = np.ctypeslib.as_array(ctypes.cast(tensor.data, ctypes.POINTER(ctypes.c_float)), sizes).copy()
        versioned[0].deleter(versioned)
        out[0] = Tensor(elements)
        # The caller gets a reference.
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(out[0]))
        return 0

    def get_stream(kind, ordinal, out):
        return 0
    functions = [TO_OBJECT(to_object), DESCRIBE(describe), GET_STREAM(get_stream)]
    KEPT.append(functions)
    Tensor.__dlpack_c_exchange_api__ = make_capsule(API(major, 3, previous, None, None, *functions))
    return Tensor, calls


def test_tensors_are_exchanged_in_c(axpy, host_device):
    Tensor, calls = make_library()
    f = zyn.compile(axpy, device=host_device)
    result = f(2.0, Tensor(np.arange(4, dtype=np.float32)), Tensor(np.ones(4, np.float32)))
    assert type(result) is Tensor and result.array.tolist() == [1, 3, 5, 7]
    assert calls == ["describe", "describe", "to_object"]


def test_what_they_do_not_take_is_imported_by_methods(axpy):
    Tensor, calls = make_library()
    f = zyn.compile(axpy, device="cpu")
    x = Tensor(np.arange(4, dtype=np.float32))
    x.refuses = True
    assert f(2.0, x, np.ones(4, np.float32)).array.tolist() == [1, 3, 5, 7]
    assert calls == ["describe", "__dlpack__", "to_object"]


def test_subclasses_are_imported_by_methods(axpy):
    """A subclass may redefine what its elements are."""
    Tensor, calls = make_library()

    class Subclass(Tensor):
        pass
    zyn.compile(axpy, device="cpu")(2.0, Subclass(np.ones(4, np.float32)), np.ones(4, np.float32))
    assert calls == ["__dlpack__"]


def test_versions(axpy):
    older, calls = make_library()
    address = ctypes.addressof(KEPT[-1])
    for major, previous, expected in [(2, address, "describe"), (2, None, "__dlpack__")]:
        Tensor, newer_calls = make_library(major, previous)
        f = zyn.compile(axpy, device="cpu")
        f(2.0, Tensor(np.ones(4, np.float32)), np.ones(4, np.float32))
        assert (calls + newer_calls)[0] == expected
        calls.clear()


def test_rejects_tensors(axpy):
    Tensor, _ = make_library()
    f = zyn.compile(axpy, device="cpu")
    with pytest.raises(zyn.Error, match="argument #1 of 'axpy' is not contiguous in row-major order"):
        f(2.0, Tensor(np.ones(8, np.float32)[::2]), np.ones(4, np.float32))
    # A tensor that only traces has no memory.
    x = Tensor(np.ones(4, np.float32))
    x.array = type("Fake", (), {"ndim": 1, "ctypes": type("C", (), {"data": None})})
    with pytest.raises(zyn.Error, match="argument #1 of 'axpy' has no memory"):
        f(2.0, x, np.ones(4, np.float32))
