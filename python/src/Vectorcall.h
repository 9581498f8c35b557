//===- Vectorcall.h - Calls by CPython's vectorcall protocol -- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// pybind11 packs the arguments of each call into a tuple and a dict, and looks
// for an overload that takes them. Classes whose objects are called to launch
// kernels, for which that is a large part of the time, receive them as CPython
// passes them (PEP 590).
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_PYTHON_VECTORCALL_H
#define ZYN_PYTHON_VECTORCALL_H

#include <pybind11/pybind11.h>

#include <array>

namespace zyn::python {

/// The positional arguments of a call, which are the caller's.
struct PositionalArguments {
  PositionalArguments(PyObject *const *begin, size_t count)
      : begin(begin), count(count) {}
  PositionalArguments(const pybind11::args &tuple)
      : begin(PySequence_Fast_ITEMS(tuple.ptr())), count(tuple.size()) {}

  size_t size() const { return count; }
  pybind11::handle operator[](size_t index) const { return begin[index]; }

private:
  PyObject *const *begin;
  size_t count;
};

namespace vectorcall {

/// Writes the arguments with keywords to `values`, whose names are `expected`.
/// Throws TypeError for other names.
void readKeywords(PyObject *const *given, PyObject *names,
                  const char *const *expected, pybind11::object *values,
                  size_t count);

/// Translates the exception that is being handled to one of Python.
void translateException();

/// Returns the object of C++; throws TypeError if it was not initialized.
void *findObject(PyObject *self);

/// Where an object has its function, after the members of pybind11.
inline vectorcallfunc &functionOf(PyObject *self) {
  return *reinterpret_cast<vectorcallfunc *>(
      reinterpret_cast<char *>(self) + sizeof(pybind11::detail::instance));
}

template <typename T>
PyObject *call(PyObject *self, PyObject *const *arguments, size_t flags,
               PyObject *names) {
  try {
    std::array<pybind11::object, T::keywords.size()> values;
    size_t count = PyVectorcall_NARGS(flags);
    if (names)
      readKeywords(arguments + count, names, T::keywords.data(), values.data(),
                   values.size());
    return static_cast<T *>(findObject(self))
        ->call(PositionalArguments(arguments, count), values)
        .release()
        .ptr();
  } catch (...) {
    translateException();
  }
  return nullptr;
}

/// Calls an object of a subclass in Python, for which `allocate` is not called.
template <typename T>
PyObject *callWithTuple(PyObject *self, PyObject *arguments,
                        PyObject *keywords) {
  functionOf(self) = &call<T>;
  return PyVectorcall_Call(self, arguments, keywords);
}

template <typename T>
PyObject *allocate(PyTypeObject *type, Py_ssize_t count) {
  PyObject *object = PyType_GenericAlloc(type, count);
  if (object)
    functionOf(object) = &call<T>;
  return object;
}

} // namespace vectorcall

/// Makes the objects of a class callable: `T::call` is called with the
/// positional arguments and the values of `T::keywords`, which are null if they
/// are not given.
template <typename T>
pybind11::custom_type_setup makeCallable() {
  return pybind11::custom_type_setup([](PyHeapTypeObject *heapType) {
    PyTypeObject &type = heapType->ht_type;
    type.tp_vectorcall_offset = sizeof(pybind11::detail::instance);
    type.tp_basicsize = type.tp_vectorcall_offset + sizeof(vectorcallfunc);
    type.tp_flags |= Py_TPFLAGS_HAVE_VECTORCALL;
    type.tp_call = &vectorcall::callWithTuple<T>;
    type.tp_alloc = &vectorcall::allocate<T>;
  });
}

} // namespace zyn::python

#endif // ZYN_PYTHON_VECTORCALL_H
