//===- Profile.cpp - Profiles of functions in Python ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Profile.h"
#include "Diagnostics.h"

#include <optional>
#include <vector>

namespace py = pybind11;
using namespace zyn::python;

namespace {
/// `zyn.ProfileRow`, with the profile that owns its strings.
struct ProfileRow {
  Profile profile;
  ZynProfileRow row;
};
} // namespace

/// Returns nothing for an amount that is not known.
static std::optional<double> toKnown(double amount) {
  return amount < 0 ? std::nullopt : std::optional(amount);
}

static std::vector<ProfileRow> listRows(const Profile &profile) {
  std::vector<ProfileRow> rows;
  for (size_t i = 0, end = zynProfileGetNumRows(profile.get()); i < end; ++i)
    rows.push_back({profile, zynProfileGetRow(profile.get(), i)});
  return rows;
}

static py::str print(const Profile &profile,
                     void (*print)(ZynProfileRef, ZynStringCallback, void *)) {
  std::string text;
  print(profile.get(), append, &text);
  return decode(text);
}

static void bindRow(py::module_ &module) {
  auto known = [](double ZynProfileRow::*amount) {
    return [amount](const ProfileRow &row) { return toKnown(row.row.*amount); };
  };
  py::class_<ProfileRow>(module, "ProfileRow",
                         "One kernel, one parallel loop of the CPU, all "
                         "copies, or all fills of a zyn.Profile.")
      .def_property_readonly(
          "kind",
          [](const ProfileRow &row) { return decode(toView(row.row.kind)); },
          "'kernel', 'loop', 'copy' or 'fill'")
      .def_property_readonly(
          "name",
          [](const ProfileRow &row) { return decode(toView(row.row.name)); },
          "the name of the kernel or loop")
      .def_property_readonly(
          "location",
          [](const ProfileRow &row) {
            return decode(toView(row.row.location));
          },
          "'file:line:column' of the op that it comes from, or ''")
      .def_property_readonly(
          "launches", [](const ProfileRow &row) { return row.row.launches; },
          "how often a call launches it")
      .def_property_readonly(
          "seconds", [](const ProfileRow &row) { return row.row.seconds; },
          "the mean time of a launch")
      .def_property_readonly("bytes", known(&ZynProfileRow::bytes),
                             "the bytes that a launch has to read and write, "
                             "or None if they are not known")
      .def_property_readonly("flops", known(&ZynProfileRow::flops),
                             "the floating-point operations of a launch, or "
                             "None if they are not known")
      .def_property_readonly("memory_share", known(&ZynProfileRow::memoryShare),
                             "the rate of its bytes as a fraction of the "
                             "device's, or None if one is not known")
      .def_property_readonly("flop_share", known(&ZynProfileRow::flopShare),
                             "the rate of its operations as a fraction of the "
                             "device's, or None if one is not known")
      .def("__repr__", [](const ProfileRow &row) {
        return decode("<zyn.ProfileRow " + toString(row.row.kind) + " '" +
                      toString(row.row.name) + "'>");
      });
}

void zyn::python::bindProfile(py::module_ &module) {
  bindRow(module);
  py::class_<Profile>(module, "Profile",
                      R"(What the calls of a function have done on its device.

print(profile) prints a table, and profile.trace() has all launches.)")
      .def_property_readonly(
          "seconds",
          [](const Profile &profile) {
            return zynProfileGetSeconds(profile.get());
          },
          "the seconds of a call: the median")
      .def_property_readonly(
          "other_seconds",
          [](const Profile &profile) {
            return zynProfileGetOtherSeconds(profile.get());
          },
          "the seconds of a call in which nothing of the rows runs")
      .def_property_readonly("rows", &listRows,
                             "a list of zyn.ProfileRow, those that take the "
                             "most time of a call first")
      .def(
          "trace",
          [](const Profile &profile) {
            return print(profile, zynProfilePrintTrace);
          },
          "Returns all launches as JSON in the trace event format, which "
          "Perfetto and chrome://tracing open.")
      .def("__str__",
           [](const Profile &profile) {
             return print(profile, zynProfilePrint);
           })
      .def("__repr__", [](const Profile &profile) {
        return "<zyn.Profile of " +
               std::to_string(zynProfileGetNumRows(profile.get())) + " rows>";
      });
}
