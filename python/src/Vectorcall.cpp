//===- Vectorcall.cpp - Calls by CPython's vectorcall protocol ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Vectorcall.h"

#include <string>

namespace py = pybind11;

void zyn::python::vectorcall::readKeywords(PyObject *const *given,
                                           PyObject *names,
                                           const char *const *expected,
                                           py::object *values, size_t count) {
  for (Py_ssize_t i = 0, end = PyTuple_GET_SIZE(names); i < end; ++i) {
    PyObject *name = PyTuple_GET_ITEM(names, i);
    size_t found = 0;
    while (found < count &&
           PyUnicode_CompareWithASCIIString(name, expected[found]) != 0)
      ++found;
    if (found == count)
      throw py::type_error("unexpected keyword argument " +
                           py::repr(name).cast<std::string>());
    values[found] = py::reinterpret_borrow<py::object>(given[i]);
  }
}

void zyn::python::vectorcall::translateException() {
  try {
    throw;
  } catch (py::error_already_set &failure) {
    failure.restore();
  } catch (...) {
    // A function of pybind11 translates it as any other one. Never destroyed:
    // the interpreter may be gone.
    static auto *rethrow = new py::cpp_function([] { throw; });
    Py_XDECREF(PyObject_CallNoArgs(rethrow->ptr()));
  }
}

void *zyn::python::vectorcall::findObject(PyObject *self) {
  auto *instance = reinterpret_cast<py::detail::instance *>(self);
  void *object = instance->get_value_and_holder().value_ptr();
  if (!object)
    throw py::type_error("__init__ of the object was not called");
  return object;
}
