//===- Import.cpp - Arrays of other libraries -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Import.h"
#include "Diagnostics.h"

#include <algorithm>

namespace py = pybind11;
using namespace zyn::python;

std::string zyn::python::describeType(py::handle object) {
  return "an object of type '" +
         py::type::handle_of(object).attr("__name__").cast<std::string>() + "'";
}

bool zyn::python::isArray(py::handle object) {
  // Most arguments that are none, whose attributes need not be searched.
  if (PyLong_CheckExact(object.ptr()) || PyFloat_CheckExact(object.ptr()))
    return false;
  const Library &library = Library::of(object);
  return library.isNumPy || library.hasDLPack ||
         (library.mayHaveCudaInterface &&
          py::hasattr(object, "__cuda_array_interface__"));
}

[[noreturn]] static void rejectType(const ArrayName &name,
                                    const std::string &found) {
  raise(name.str() + " has elements of type " + found +
        ", expected bool, an integer or a floating-point type of this "
        "machine's byte order");
}

[[noreturn]] static void rejectStrides(const ArrayName &name,
                                       const char *advice) {
  raise(name.str() + " is not contiguous in row-major order; " + advice);
}

/// Whether elements with `strides`, in units of `unit`, are in row-major order.
template <typename Shape, typename Strides>
static bool isRowMajor(size_t rank, const Shape &shape, const Strides &strides,
                       int64_t unit) {
  int64_t expected = unit;
  bool matches = true;
  for (size_t i = rank; i-- > 0;) {
    int64_t size = shape[i];
    if (size == 0)
      return true; // There are no elements.
    matches &= size == 1 || strides[i] == expected;
    expected *= size;
  }
  return matches;
}

static ForeignArray importNumPy(py::array array, const ArrayName &name,
                                bool mayCopy) {
  std::optional<ZynElementType> element = fromNumPy(array.dtype());
  if (!element)
    rejectType(name, "'" + py::str(array.dtype()).cast<std::string>() + "'");
  if (!isRowMajor(array.ndim(), array.shape(), array.strides(),
                  array.itemsize())) {
    if (!mayCopy)
      rejectStrides(name, "pass numpy.ascontiguousarray(...)");
    array = py::module_::import("numpy").attr("ascontiguousarray")(array);
  }
  ForeignArray result;
  result.element = *element;
  result.shape.assign(array.shape(), array.ndim());
  // Whether it is read-only is checked where it matters.
  result.elements = const_cast<void *>(array.data());
  result.isReadOnly = !array.writeable();
  result.library = &Library::numpy();
  result.owner = std::move(array);
  return result;
}

CallStream::CallStream(const py::object &given) {
  if (!given || given.is_none())
    return;
  if (!PyIndex_Check(given.ptr()))
    throw py::type_error("stream must be the number of a CUstream, or None");
  auto number = PyLong_AsSize_t(py::int_(given).ptr());
  if (PyErr_Occurred()) {
    PyErr_Clear();
    throw py::value_error("stream must be the number of a CUstream, or None");
  }
  chosen = reinterpret_cast<void *>(number);
}

void CallStream::chooseFor(const ForeignArray &array) {
  if (chosen || !array.isOnGPU)
    return;
  if (array.stream) {
    chosen = array.stream;
    return;
  }
  chooseFor(*array.library, array.ordinal);
}

void CallStream::chooseFor(const Library &other, int ordinal) {
  if (chosen)
    return;
  chosen = reinterpret_cast<void *>(other.currentStream(ordinal));
  if (other.hasCurrentStream())
    library = &other;
}

bool CallStream::isOrderedBy(const Library &other) const {
  return !chosen || library == &other;
}

int64_t CallStream::numberFor(const Library &other) const {
  // The work is on the same stream.
  if (library == &other)
    return -1;
  // DLPack's number of the default stream is 1.
  return chosen && *chosen ? reinterpret_cast<int64_t>(*chosen) : 1;
}

StreamOrder::StreamOrder(const Context &context, const CallStream &stream,
                         bool mayAdopt)
    : context(context), stream(stream) {
  if (!stream.isChosen()) {
    hasEnded = true;
    return;
  }
  if (mayAdopt)
    check(zynContextAdoptStream(context.handle(), stream.get(), &adopted));
  if (adopted)
    hasEnded = true;
  else
    check(zynContextWaitForStream(context.handle(), stream.get()));
}

void StreamOrder::waitFor(const ForeignArray &array) const {
  if (!array.stream || (stream.isChosen() && *array.stream == stream.get()))
    return;
  check(adopted ? zynStreamWaitForStream(adopted, *array.stream)
                : zynContextWaitForStream(context.handle(), *array.stream));
}

ZynErrorRef StreamOrder::end() {
  if (hasEnded)
    return nullptr;
  hasEnded = true;
  return zynContextHoldStream(context.handle(), stream.get());
}

/// Calls `__dlpack__`, with version 1 if the library knows it: older ones do
/// not tell whether the elements are read-only.
static py::capsule exportDLPack(py::handle object, const ForeignArray &array,
                                CallStream &stream) {
  py::object method = object.attr("__dlpack__");
  py::dict arguments;
  if (array.isOnGPU) {
    stream.chooseFor(array);
    arguments["stream"] = stream.numberFor(*array.library);
  }
  if (!array.library->isBeforeVersion1) {
    try {
      return method(**arguments, py::arg("max_version") = py::make_tuple(1, 0));
    } catch (py::error_already_set &failure) {
      if (!failure.matches(PyExc_TypeError))
        throw;
    }
  }
  py::capsule capsule = method(**arguments);
  array.library->isBeforeVersion1 = true;
  return capsule;
}

/// Returns the tensor in a capsule, and whether it is read-only.
static std::pair<const DLTensor *, bool> readCapsule(py::handle capsule) {
  static constexpr const char *versioned = "dltensor_versioned";
  if (PyCapsule_IsValid(capsule.ptr(), versioned)) {
    const auto *managed = static_cast<const dlpack::VersionedTensor *>(
        PyCapsule_GetPointer(capsule.ptr(), versioned));
    if (managed->version.major != 1)
      throw py::value_error("__dlpack__ returned a tensor of version " +
                            std::to_string(managed->version.major) +
                            " of DLPack");
    return {&managed->tensor, managed->flags & dlpack::flagReadOnly};
  }
  const auto *managed = static_cast<const DLManagedTensor *>(
      PyCapsule_GetPointer(capsule.ptr(), "dltensor"));
  if (!managed)
    throw py::error_already_set();
  return {&managed->dl_tensor, false};
}

/// Reads the elements of a tensor and their type.
static void readTensor(const DLTensor &tensor, const ArrayName &name,
                       ForeignArray &array) {
  std::optional<ZynElementType> element = fromDLPack(tensor.dtype);
  if (!element)
    rejectType(name, "(code " + std::to_string(tensor.dtype.code) + ", " +
                         std::to_string(tensor.dtype.bits) + " bits)");
  if (tensor.strides &&
      !isRowMajor(tensor.ndim, tensor.shape, tensor.strides, 1))
    rejectStrides(name, "pass a contiguous copy, such as x.contiguous()");
  array.element = *element;
  array.shape.assign(tensor.shape, tensor.ndim);
  // Such as a tensor of PyTorch that only traces.
  bool isEmpty = std::count(tensor.shape, tensor.shape + tensor.ndim, 0);
  if (!tensor.data && !isEmpty)
    raise(name.str() + " has no memory");
  array.elements = static_cast<char *>(tensor.data) + tensor.byte_offset;
}

/// Reads the device of a tensor.
static void readDevice(int kind, int ordinal, const ArrayName &name,
                       ForeignArray &array) {
  if (kind != kDLCPU && kind != kDLCUDA && kind != kDLCUDAHost)
    raise(name.str() + " is on a device of kind " + std::to_string(kind) +
          " of DLPack, expected the host or a CUDA device");
  array.isOnGPU = kind == kDLCUDA;
  array.ordinal = array.isOnGPU ? ordinal : 0;
}

static bool isTrue(PyObject *result) {
  if (!result)
    throw py::error_already_set();
  return py::reinterpret_steal<py::object>(result).is(py::bool_(true));
}

/// Whether elements of a tensor of PyTorch are the negated ones in memory,
/// which DLPack does not tell.
static bool isNegated(py::handle tensor) {
  static PyObject *const name = PyUnicode_InternFromString("is_neg");
  return isTrue(PyObject_CallMethodNoArgs(tensor.ptr(), name));
}

/// The same for a tensor in row-major order. Negated are the imaginary parts of
/// conjugated complex numbers, between which are the real ones.
static bool isNegated(py::handle object, const DLTensor &tensor) {
  for (int i = 0; i < tensor.ndim; ++i)
    if (tensor.shape[i] != 1)
      return false;
  return isNegated(object);
}

/// Whether a tensor of PyTorch records gradients, with which `__dlpack__`
/// deals.
static bool recordsGradients(py::handle tensor) {
  static PyObject *const name = PyUnicode_InternFromString("requires_grad");
  return isTrue(PyObject_GetAttr(tensor.ptr(), name));
}

py::object zyn::python::withoutGradients(py::handle object) {
  if (Library::of(object).isTorch && recordsGradients(object))
    return object.attr("detach")();
  return py::reinterpret_borrow<py::object>(object);
}

[[noreturn]] static void rejectNegated(const ArrayName &name) {
  raise(name.str() + " is negated when it is read; pass x.resolve_neg()");
}

/// Whether a library describes its arrays in C, and so that nothing has to
/// wait.
static bool isExchanged(const Library &library, const CallStream &stream) {
  return library.exchange && stream.isOrderedBy(library);
}

/// Imports a tensor by its library's functions in C, which takes a tenth of the
/// time of its methods. The work of the current stream is not waited for.
/// Returns nothing for a tensor that they do not take.
static std::optional<ForeignArray> importExchanged(py::handle object,
                                                   const Library &library,
                                                   const ArrayName &name,
                                                   CallStream &stream) {
  DLTensor tensor;
  if (library.exchange->describe(object.ptr(), &tensor) != 0) {
    PyErr_Clear();
    return std::nullopt;
  }
  ForeignArray array;
  array.library = &library;
  readDevice(tensor.device.device_type, tensor.device.device_id, name, array);
  readTensor(tensor, name, array);
  if (library.isTorch && isNegated(object, tensor))
    rejectNegated(name);
  array.owner = py::reinterpret_borrow<py::object>(object);
  stream.chooseFor(array);
  return array;
}

std::optional<DeviceMemory> zyn::python::readDeviceMemory(py::handle object,
                                                          CallStream &stream) {
  const Library &library = Library::of(object);
  if (!isExchanged(library, stream))
    return std::nullopt;
  DLTensor tensor;
  if (library.exchange->describe(object.ptr(), &tensor) != 0) {
    PyErr_Clear();
    return std::nullopt;
  }
  std::optional<ZynElementType> element = fromDLPack(tensor.dtype);
  if (!element || tensor.device.device_type != kDLCUDA || !tensor.data ||
      (tensor.strides &&
       !isRowMajor(tensor.ndim, tensor.shape, tensor.strides, 1)) ||
      (library.isTorch && isNegated(object, tensor)))
    return std::nullopt;
  DeviceMemory memory;
  memory.begin = static_cast<char *>(tensor.data) + tensor.byte_offset;
  memory.bytes = bytesOf(*element);
  for (int i = 0; i < tensor.ndim; ++i)
    memory.bytes *= tensor.shape[i];
  memory.ordinal = tensor.device.device_id;
  stream.chooseFor(library, memory.ordinal);
  return memory;
}

static ForeignArray importDLPack(py::handle object, const ArrayName &name,
                                 CallStream &stream) {
  ForeignArray array;
  array.library = &Library::of(object);
  auto [kind, ordinal] =
      object.attr("__dlpack_device__")().cast<std::pair<int, int>>();
  readDevice(kind, ordinal, name, array);
  py::capsule capsule = exportDLPack(object, array, stream);
  auto [read, isReadOnly] = readCapsule(capsule);
  array.isReadOnly = isReadOnly;
  readTensor(*read, name, array);
  // The capsule has not been consumed, so that its destructor frees the tensor.
  array.owner = std::move(capsule);
  return array;
}

/// See numba.readthedocs.io, CUDA Array Interface (version 3).
static ForeignArray importCudaInterface(py::handle object,
                                        const ArrayName &name,
                                        CallStream &stream) {
  py::dict interface = object.attr("__cuda_array_interface__");
  auto type = py::dtype::from_args(interface["typestr"]);
  std::optional<ZynElementType> element = fromNumPy(type);
  if (!element)
    rejectType(name, "'" + py::str(type).cast<std::string>() + "'");
  ForeignArray array;
  array.element = *element;
  array.library = &Library::of(object);
  auto shape = interface["shape"].cast<std::vector<int64_t>>();
  array.shape.assign(shape.data(), shape.size());
  auto [address, isReadOnly] =
      interface["data"].cast<std::pair<uintptr_t, bool>>();
  array.elements = reinterpret_cast<void *>(address);
  array.isReadOnly = isReadOnly;
  array.isOnGPU = true;
  if (interface.contains("strides") && !interface["strides"].is_none()) {
    auto strides = interface["strides"].cast<std::vector<int64_t>>();
    if (strides.size() != shape.size() ||
        !isRowMajor(strides.size(), shape, strides, bytesOf(*element)))
      rejectStrides(name, "pass a contiguous copy");
  }
  if (interface.contains("stream") && !interface["stream"].is_none())
    array.stream =
        reinterpret_cast<void *>(interface["stream"].cast<uintptr_t>());
  array.owner = py::reinterpret_borrow<py::object>(object);
  stream.chooseFor(array);
  return array;
}

ForeignArray zyn::python::importArray(py::handle object, const ArrayName &name,
                                      bool mayCopy, CallStream &stream) {
  const Library &library = Library::of(object);
  if (library.isNumPy)
    return importNumPy(py::reinterpret_borrow<py::array>(object), name,
                       mayCopy);
  if (isExchanged(library, stream) &&
      !(library.isTorch && recordsGradients(object)))
    if (std::optional<ForeignArray> array =
            importExchanged(object, library, name, stream))
      return *std::move(array);
  if (library.isTorch && isNegated(object))
    rejectNegated(name);
  if (library.hasDLPack)
    return importDLPack(object, name, stream);
  return importCudaInterface(object, name, stream);
}
