//===- Library.cpp - Libraries of arrays ----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Library.h"

#include <pybind11/numpy.h>

#include <unordered_map>

namespace py = pybind11;
using namespace zyn::python;

/// Returns `module.attribute` if the module is loaded and has it, or null.
static py::object find(const std::string &module, const char *attribute) {
  py::dict loaded = py::module_::import("sys").attr("modules");
  if (!loaded.contains(module))
    return {};
  py::object found = loaded[module.c_str()];
  if (!py::hasattr(found, attribute))
    return {};
  return found.attr(attribute);
}

/// Returns the package that defines `type`; empty if it does not tell.
static std::string packageOf(py::handle type) {
  py::object module = py::getattr(type, "__module__", py::none());
  if (!py::isinstance<py::str>(module))
    return {};
  // It may have surrogates, which no package's name has.
  py::object bytes = module.attr("encode")("utf-8", "replace");
  auto text = bytes.cast<std::string>();
  return text.substr(0, text.find('.'));
}

/// Returns the function of `package` that converts arrays, or null.
static py::object findFromDLPack(const std::string &package) {
  // JAX has it in another place than most.
  bool isJAX = package == "jax" || package == "jaxlib";
  return find(isJAX ? "jax.dlpack" : package, "from_dlpack");
}

/// Returns the functions that a type itself has. Those that it inherits are
/// only for arrays of its base, and it may redefine what its own are.
static const dlpack::ExchangeAPI *findExchange(py::handle type) {
  py::object attributes = type.attr("__dict__");
  if (!attributes.contains(dlpack::ExchangeAPI::attribute))
    return nullptr;
  py::object capsule = attributes[dlpack::ExchangeAPI::attribute];
  if (!PyCapsule_IsValid(capsule.ptr(), dlpack::ExchangeAPI::capsule))
    return nullptr;
  const auto *api = static_cast<const dlpack::ExchangeAPI *>(
      PyCapsule_GetPointer(capsule.ptr(), dlpack::ExchangeAPI::capsule));
  while (api && api->version.major != 1)
    api = api->previous;
  return api && api->describe ? api : nullptr;
}

Library::Library(py::handle type) {
  name = packageOf(type);
  // A subclass of another package is an array of its base's library.
  for (py::handle base : py::tuple(type.attr("__mro__"))) {
    std::string package = packageOf(base);
    fromDLPack = findFromDLPack(package);
    if (!fromDLPack)
      continue;
    name = package;
    break;
  }
  isNumPy =
      PyObject_IsSubclass(
          type.ptr(), py::module_::import("numpy").attr("ndarray").ptr()) == 1;
  if (isNumPy)
    name = "numpy";
  hasDLPack = py::hasattr(type, "__dlpack__");
  mayHaveCudaInterface = !isNumPy && !hasDLPack;
  exchange = hasDLPack ? findExchange(type) : nullptr;
  isTorch = name == "torch";
  if (isTorch) {
    getStream = find("torch.cuda", "current_stream");
    streamAttribute = "cuda_stream";
    takesCapsules = true;
  } else if (name == "cupy") {
    getStream = find("cupy.cuda", "get_current_stream");
    streamAttribute = "ptr";
  }
}

const Library &Library::of(py::handle object) {
  // Never destroyed: the interpreter may be gone. Guarded by the GIL.
  static auto *libraries = new std::unordered_map<PyTypeObject *, Library *>();
  // Most arguments of a call have the same type.
  static PyTypeObject *lastType = nullptr;
  static const Library *last = nullptr;
  PyTypeObject *type = Py_TYPE(object.ptr());
  if (type == lastType)
    return *last;
  Library *&library = (*libraries)[type];
  if (!library) {
    library = new Library(py::handle(reinterpret_cast<PyObject *>(type)));
    // Another type must not get its address.
    Py_INCREF(type);
  }
  lastType = type;
  last = library;
  return *library;
}

const Library &Library::numpy() {
  static const Library *library = &of(py::array_t<float>());
  return *library;
}

uintptr_t Library::currentStream(int ordinal) const {
  if (exchange) {
    void *stream;
    if (exchange->getStream(kDLCUDA, ordinal, &stream) != 0)
      throw py::error_already_set();
    return reinterpret_cast<uintptr_t>(stream);
  }
  if (!getStream)
    return 0;
  // PyTorch has one for each device, and CuPy one for the current device.
  py::object stream = isTorch ? getStream(ordinal) : getStream();
  return stream.attr(streamAttribute).cast<uintptr_t>();
}
