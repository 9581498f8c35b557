//===- Diagnostics.cpp - Diagnostics and errors in Python -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Diagnostics.h"

namespace py = pybind11;
using namespace zyn::python;

Diagnostic::Diagnostic(ZynDiagnosticRef diagnostic)
    : severity(zynDiagnosticGetSeverity(diagnostic)),
      file(toString(zynDiagnosticGetFile(diagnostic))),
      message(toString(zynDiagnosticGetMessage(diagnostic))),
      line(zynDiagnosticGetLine(diagnostic)),
      column(zynDiagnosticGetColumn(diagnostic)) {
  for (size_t i = 0, end = zynDiagnosticGetNumNotes(diagnostic); i < end; ++i)
    notes.emplace_back(zynDiagnosticGetNote(diagnostic, i));
}

static const char *nameOf(ZynSeverity severity) {
  switch (severity) {
  case ZynSeverityError:
    return "error";
  case ZynSeverityWarning:
    return "warning";
  case ZynSeverityRemark:
    return "remark";
  case ZynSeverityNote:
    return "note";
  }
  return "";
}

std::string Diagnostic::str() const {
  std::string text;
  if (!file.empty()) {
    text = file;
    if (line)
      text += ":" + std::to_string(line) + ":" + std::to_string(column);
    text += std::string(": ") + nameOf(severity) + ": ";
  }
  text += message;
  for (const Diagnostic &note : notes)
    text += "\n" + note.str();
  return text;
}

void zyn::python::appendDiagnostic(ZynDiagnosticRef diagnostic,
                                   void *userData) {
  static_cast<std::vector<Diagnostic> *>(userData)->emplace_back(diagnostic);
}

py::object zyn::python::toList(const std::vector<Diagnostic> &diagnostics) {
  return py::module_::import("zyn._diagnostics")
      .attr("Diagnostics")(diagnostics);
}

py::str zyn::python::decode(std::string_view text) {
  auto decoded = py::reinterpret_steal<py::str>(PyUnicode_DecodeUTF8(
      text.data(), static_cast<py::ssize_t>(text.size()), "backslashreplace"));
  if (!decoded)
    throw py::error_already_set();
  return decoded;
}

[[noreturn]] static void raise(const std::string &text,
                               const std::vector<Diagnostic> &diagnostics) {
  py::object type = py::module_::import("zyn._error").attr("Error");
  py::object error = type(decode(text), diagnostics);
  PyErr_SetObject(type.ptr(), error.ptr());
  throw py::error_already_set();
}

void zyn::python::check(ZynErrorRef error) {
  if (!error)
    return;
  std::string text = toString(zynErrorGetMessage(error));
  std::vector<Diagnostic> diagnostics;
  for (size_t i = 0, end = zynErrorGetNumDiagnostics(error); i < end; ++i)
    diagnostics.emplace_back(zynErrorGetDiagnostic(error, i));
  zynErrorDestroy(error);
  ::raise(text, diagnostics);
}

void zyn::python::raise(const std::string &message) { ::raise(message, {}); }

void zyn::python::bindDiagnostics(py::module_ &module) {
  py::class_<Diagnostic>(module, "Diagnostic",
                         "A diagnostic of the compiler, or a finding of the "
                         "emulator.")
      .def_property_readonly(
          "severity", [](const Diagnostic &d) { return nameOf(d.severity); },
          "'error', 'warning', 'remark' or 'note'")
      .def_property_readonly(
          "file", [](const Diagnostic &d) { return decode(d.file); },
          "the source file; empty if it is unknown")
      .def_readonly("line", &Diagnostic::line,
                    "the line, from 1; 0 for the whole file")
      .def_readonly("column", &Diagnostic::column, "the column, from 1")
      .def_property_readonly(
          "message", [](const Diagnostic &d) { return decode(d.message); },
          "the message, without location and severity")
      .def_readonly("notes", &Diagnostic::notes, "a list of diagnostics")
      .def("__str__", [](const Diagnostic &d) { return decode(d.str()); })
      .def("__repr__",
           [](const Diagnostic &d) {
             return "<zyn.Diagnostic " +
                    py::repr(decode(d.str())).cast<std::string>() + ">";
           })
      .def(py::pickle(
          [](const Diagnostic &d) {
            return py::make_tuple(static_cast<int>(d.severity),
                                  py::bytes(d.file), py::bytes(d.message),
                                  d.line, d.column, d.notes);
          },
          [](const py::tuple &state) {
            Diagnostic d;
            d.severity = static_cast<ZynSeverity>(state[0].cast<int>());
            d.file = state[1].cast<std::string>();
            d.message = state[2].cast<std::string>();
            d.line = state[3].cast<uint32_t>();
            d.column = state[4].cast<uint32_t>();
            d.notes = state[5].cast<std::vector<Diagnostic>>();
            return d;
          }));
}
