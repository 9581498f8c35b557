//===- Array.cpp - Results in Python --------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Array.h"
#include "Diagnostics.h"

namespace py = pybind11;
using namespace zyn::python;

Array::Elements::~Elements() {
  // An error has nobody to go to, and a kernel that has failed has ended.
  for (void *stream : streams)
    zynErrorDestroy(zynContextWaitForStream(context.handle(), stream));
  zynResultDestroy(result);
}

size_t Array::bytes() const {
  size_t bytes = bytesOf(element());
  for (int64_t size : shape())
    bytes *= size;
  return bytes;
}

//===----------------------------------------------------------------------===//
// DLPack
//===----------------------------------------------------------------------===//

namespace {
/// An exported tensor, which shares the elements of its array.
struct Exported {
  Array array;
  std::vector<int64_t> shape, strides;
  /// In the form that is asked for.
  DLManagedTensor managed;
  dlpack::VersionedTensor versioned;
};
} // namespace

static void deleteExported(DLManagedTensor *managed) {
  delete static_cast<Exported *>(managed->manager_ctx);
}

static void deleteVersioned(dlpack::VersionedTensor *versioned) {
  delete static_cast<Exported *>(versioned->context);
}

/// The destructor of a capsule, which a consumer renames.
static void deleteCapsule(PyObject *capsule) {
  if (!PyCapsule_IsValid(capsule, "dltensor"))
    return;
  auto *managed =
      static_cast<DLManagedTensor *>(PyCapsule_GetPointer(capsule, "dltensor"));
  managed->deleter(managed);
}

static DLDevice deviceOf(const Array &array) {
  if (array.context().isGPU())
    return {kDLCUDA, array.context().ordinal()};
  return {kDLCPU, 0};
}

/// Returns the row-major strides of an array.
static std::vector<int64_t> makeStrides(const std::vector<int64_t> &shape) {
  std::vector<int64_t> strides(shape.size());
  int64_t stride = 1;
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= shape[i];
  }
  return strides;
}

static std::unique_ptr<Exported> share(const Array &array) {
  std::vector<int64_t> shape = array.shape();
  std::vector<int64_t> strides = makeStrides(shape);
  return std::unique_ptr<Exported>(
      new Exported{array, std::move(shape), std::move(strides), {}, {}});
}

static DLTensor describe(Exported &exported) {
  const Array &array = exported.array;
  DLTensor tensor;
  tensor.data = zynResultGetElements(array.result());
  tensor.device = deviceOf(array);
  tensor.ndim = static_cast<int>(exported.shape.size());
  tensor.dtype = toDLPack(array.element());
  tensor.shape = exported.shape.data();
  tensor.strides = exported.strides.data();
  tensor.byte_offset = 0;
  return tensor;
}

/// Returns an array of a library, made by its functions in C.
static py::object exchange(const Array &array,
                           const dlpack::ExchangeAPI &library) {
  std::unique_ptr<Exported> exported = share(array);
  exported->versioned = {/*version=*/{1, 0}, exported.get(), deleteVersioned,
                         /*flags=*/0, describe(*exported)};
  void *object;
  // It takes the tensor over, even if it fails.
  if (library.toObject(&exported.release()->versioned, &object) != 0)
    throw py::error_already_set();
  return py::reinterpret_steal<py::object>(static_cast<PyObject *>(object));
}

static py::object exportDLPack(const Array &array) {
  std::unique_ptr<Exported> exported = share(array);
  exported->managed.dl_tensor = describe(*exported);
  exported->managed.manager_ctx = exported.get();
  exported->managed.deleter = deleteExported;
  PyObject *capsule =
      PyCapsule_New(&exported->managed, "dltensor", deleteCapsule);
  if (!capsule)
    throw py::error_already_set();
  exported.release();
  return py::reinterpret_steal<py::object>(capsule);
}

//===----------------------------------------------------------------------===//
// NumPy and CUDA
//===----------------------------------------------------------------------===//

/// Copies from a GPU; otherwise returns a view that keeps the elements alive.
static py::array toArray(const Array &array) {
  py::dtype type = toNumPy(array.element());
  if (!array.context().isGPU())
    return py::array(type, array.shape(), zynResultGetElements(array.result()),
                     py::cast(array));
  py::array copy(type, array.shape());
  void *elements = copy.mutable_data();
  callUnlocked([&] {
    return zynResultCopyToHost(array.result(), elements, array.bytes());
  });
  return copy;
}

static py::object toArrayOf(const Array &array, const py::object &type,
                            const py::object &copy) {
  // Without a request, whatever avoids a copy.
  bool mustCopy = !copy.is_none() && copy.cast<bool>();
  bool mayCopy = copy.is_none() || mustCopy;
  if (!mayCopy && array.context().isGPU())
    throw py::value_error("an array on a GPU is converted by copying it, which "
                          "copy=False forbids");
  py::array result = toArray(array);
  if (!type.is_none() &&
      !py::dtype::from_args(type).equal(py::object(result.dtype()))) {
    if (!mayCopy)
      throw py::value_error("another type needs a copy, which copy=False "
                            "forbids");
    return result.attr("astype")(type);
  }
  // That from a GPU is one already.
  return mustCopy && !array.context().isGPU() ? result.attr("copy")() : result;
}

[[noreturn]] static void refuseExport(const char *reason) {
  PyErr_SetString(PyExc_BufferError, reason);
  throw py::error_already_set();
}

/// `__dlpack__`. A version before 1 may be returned whatever `max_version` is.
static py::object toDLPackCapsule(const Array &array, const py::object &stream,
                                  const py::object &, const py::object &device,
                                  const py::object &copy) {
  bool mustCopy = !copy.is_none() && copy.cast<bool>();
  DLDevice own = deviceOf(array);
  auto [kind, ordinal] =
      device.is_none() ? std::pair<int, int>(own.device_type, own.device_id)
                       : device.cast<std::pair<int, int>>();
  bool isElsewhere = kind != own.device_type || ordinal != own.device_id;
  if (isElsewhere && kind != kDLCPU)
    refuseExport("the array is on another device; it can only be copied to the "
                 "host");
  if (isElsewhere && !copy.is_none() && !mustCopy)
    refuseExport("another device needs a copy, which copy=False forbids");
  if (mustCopy && !isElsewhere && array.context().isGPU())
    refuseExport("an array on a GPU is exported without a copy; copy the "
                 "converted array");
  if (isElsewhere || mustCopy)
    return toArrayOf(array, py::none(), py::bool_(true)).attr("__dlpack__")();
  // None is the default stream, and -1 means that the caller orders the work.
  int64_t number = stream.is_none() ? 0 : stream.cast<int64_t>();
  if (array.context().isGPU() && number != -1) {
    auto *used = reinterpret_cast<void *>(number);
    check(zynContextHoldStream(array.context().handle(), used));
    array.keepFor(used);
  }
  return exportDLPack(array);
}

static py::dict cudaInterface(const Array &array) {
  if (!array.context().isGPU())
    throw py::attribute_error("the array is not on a GPU");
  check(zynContextHoldStream(array.context().handle(), nullptr));
  array.keepFor(nullptr);
  py::dict interface;
  interface["shape"] = py::tuple(py::cast(array.shape()));
  interface["typestr"] = toNumPy(array.element()).attr("str");
  interface["data"] = py::make_tuple(
      reinterpret_cast<uintptr_t>(zynResultGetElements(array.result())), false);
  interface["version"] = 3;
  // The default stream, which now waits for the result.
  interface["stream"] = 1;
  return interface;
}

bool zyn::python::isOrderedByCall(const Library &library) {
  return library.exchange || library.takesCapsules;
}

py::object zyn::python::convertTo(const Library &library, const Array &array,
                                  std::optional<void *> stream) {
  if (library.isNumPy)
    return toArray(array);
  bool isOrdered = isOrderedByCall(library);
  if (isOrdered && stream)
    array.keepFor(*stream);
  if (library.exchange)
    return exchange(array, *library.exchange);
  if (!library.fromDLPack)
    return py::cast(array);
  return library.fromDLPack(isOrdered ? exportDLPack(array) : py::cast(array));
}

void zyn::python::bindArray(py::module_ &module) {
  py::class_<Array>(module, "Array",
                    "A result in the memory of a device. numpy.asarray, "
                    "torch.from_dlpack and others convert it, without a copy "
                    "where that is possible.")
      .def_property_readonly(
          "shape",
          [](const Array &array) { return py::tuple(py::cast(array.shape())); },
          "the sizes")
      .def_property_readonly(
          "dtype", [](const Array &array) { return nameOf(array.element()); },
          "the element type in MLIR, such as 'f32'")
      .def_property_readonly(
          "device", [](const Array &array) { return array.context().label(); },
          "the device, such as 'cuda:0'")
      .def("numpy", &toArray,
           "Returns a NumPy array: on a GPU a copy, otherwise the same memory.")
      .def("__array__", &toArrayOf, py::arg("dtype") = py::none(),
           py::arg("copy") = py::none())
      .def("__dlpack__", &toDLPackCapsule, py::kw_only(),
           py::arg("stream") = py::none(), py::arg("max_version") = py::none(),
           py::arg("dl_device") = py::none(), py::arg("copy") = py::none())
      .def("__dlpack_device__",
           [](const Array &array) {
             DLDevice device = deviceOf(array);
             return py::make_tuple(static_cast<int>(device.device_type),
                                   device.device_id);
           })
      .def_property_readonly("__cuda_array_interface__", &cudaInterface)
      .def("__repr__", [](const Array &array) {
        return "<zyn.Array " + describe(array.element(), array.shape()) +
               " on " + array.context().label() + ">";
      });
}
