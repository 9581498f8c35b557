//===- PTX.cpp - Kernels of PTX in Python ---------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PTX.h"
#include "Diagnostics.h"
#include "ElementTypes.h"
#include "KernelLaunch.h"

namespace py = pybind11;
using namespace zyn::python;

/// Returns the element type of a parameter for numbers, or nothing for others:
/// "u32", "f16". Those without a type ("b32") are integers here.
static std::optional<ZynElementType> toElementType(std::string_view type) {
  static constexpr std::pair<std::string_view, ZynElementType> types[] = {
      {"u8", ZynElementTypeU8},   {"s8", ZynElementTypeI8},
      {"b8", ZynElementTypeI8},   {"u16", ZynElementTypeU16},
      {"s16", ZynElementTypeI16}, {"b16", ZynElementTypeI16},
      {"u32", ZynElementTypeU32}, {"s32", ZynElementTypeI32},
      {"b32", ZynElementTypeI32}, {"u64", ZynElementTypeU64},
      {"s64", ZynElementTypeI64}, {"b64", ZynElementTypeI64},
      {"f16", ZynElementTypeF16}, {"bf16", ZynElementTypeBF16},
      {"f32", ZynElementTypeF32}, {"f64", ZynElementTypeF64}};
  for (auto [name, element] : types)
    if (type == name)
      return element;
  return std::nullopt;
}

static ParameterForm toForm(const ZynKernelParameter &parameter) {
  std::string_view type = toView(parameter.type);
  ParameterForm form = {};
  form.bytes = parameter.bytes;
  form.element = toElementType(type);
  if (form.element && bytesOf(*form.element) != form.bytes)
    form.element = std::nullopt;
  form.isUntyped = !type.empty() && type[0] == 'b';
  form.takesArray =
      form.bytes == 8 && (type == "u64" || type == "b64" || type == "s64");
  return form;
}

PTXKernel::PTXKernel(PTX ptx, size_t index)
    : ptx(std::move(ptx)), index(index) {
  std::vector<ParameterForm> read;
  for (size_t i = 0, end = zynPTXGetNumParameters(source(), index); i < end;
       ++i)
    read.push_back(toForm(parameter(i)));
  forms = std::make_shared<const std::vector<ParameterForm>>(std::move(read));
}

std::string PTXKernel::describeParameter(size_t i) const {
  std::string text = "parameter #" + std::to_string(i);
  if (std::string given = toString(parameter(i).name); !given.empty())
    text += " '" + given + "'";
  return text + " of kernel '" + name() + "'";
}

/// Opens the device of `ptx`, which has to be a GPU.
static Context openGPU(const PTX &ptx) {
  try {
    return Context::open(ptx.device);
  } catch (py::error_already_set &failure) {
    if (!failure.matches(py::module_::import("zyn._error").attr("Error")))
      throw;
    raise(ptx.name +
          ": error: " + py::str(failure.value()).cast<std::string>() +
          "; PTX runs on a GPU only, and functions of zyn.compile with kernels "
          "of the kernel dialect also on 'emulate'");
  }
}

void PTXKernel::load() {
  if (loaded->handle)
    return loaded->context->checkUsable();
  Context context = openGPU(ptx);
  ZynKernelRef created;
  callUnlocked([&] {
    return zynKernelLoad(source(), index, context.handle(), &created);
  });
  loaded->context = context;
  loaded->handle = Shared<ZynKernelRef>(created, zynKernelDestroy);
}

static PTX parse(std::string_view text, const std::string &name,
                 const std::string &device) {
  ZynPTXRef ptx;
  check(zynPTXParse(toRef(text), toRef(name), &ptx));
  return {{ptx, zynPTXDestroy}, name, device};
}

static py::list listKernels(const PTX &ptx) {
  py::list names;
  for (size_t i = 0, end = zynPTXGetNumKernels(ptx.handle.get()); i < end; ++i)
    names.append(decode(toView(zynPTXGetKernelName(ptx.handle.get(), i))));
  return names;
}

static PTXKernel findKernel(const PTX &ptx, const std::string &name) {
  std::string names;
  for (size_t i = 0, end = zynPTXGetNumKernels(ptx.handle.get()); i < end;
       ++i) {
    std::string found = toString(zynPTXGetKernelName(ptx.handle.get(), i));
    if (found == name)
      return PTXKernel(ptx, i);
    names += (names.empty() ? "'" : ", '") + found + "'";
  }
  raise(ptx.name + ": error: no kernel '" + name + "'; the kernels are " +
        names);
}

static py::list listParameters(const PTXKernel &kernel) {
  py::list parameters;
  for (size_t i = 0, end = kernel.numParameters(); i < end; ++i) {
    ZynKernelParameter parameter = kernel.parameter(i);
    parameters.append(py::make_tuple(decode(toView(parameter.name)),
                                     decode(toView(parameter.type)),
                                     parameter.bytes));
  }
  return parameters;
}

static py::str describeKernel(const PTXKernel &kernel) {
  std::string text = "<zyn.PTXKernel '" + kernel.name() + "' (";
  for (size_t i = 0, end = kernel.numParameters(); i < end; ++i) {
    ZynKernelParameter parameter = kernel.parameter(i);
    text += (i ? ", ." : ".") + toString(parameter.type) + " " +
            toString(parameter.name);
  }
  return decode(text + ")>");
}

void zyn::python::bindPTX(py::module_ &module) {
  py::class_<PTX>(module, "PTX", "PTX, and the kernels that it declares.")
      .def_static("parse", &parse)
      .def_property_readonly("kernels", &listKernels,
                             "the names of the kernels in order")
      .def("kernel", &findKernel, py::arg("name"),
           "Returns a zyn.PTXKernel. Raises zyn.Error if there is none of this "
           "name.")
      .def("__repr__", [](const PTX &ptx) {
        return decode("<zyn.PTX '" + ptx.name + "' of " +
                      std::to_string(zynPTXGetNumKernels(ptx.handle.get())) +
                      " kernels>");
      });
  py::class_<PTXKernel>(module, "PTXKernel", R"(A kernel of PTX.

kernel[grid, block](x, y, 3) launches it. grid and block are the numbers of
blocks and of threads in a block, each an integer or a tuple of up to three;
kernel[grid, block, bytes] adds dynamic shared memory for each block.)")
      .def_property_readonly(
          "name", [](const PTXKernel &kernel) { return decode(kernel.name()); },
          "the name in the PTX")
      .def_property_readonly(
          "parameters", &listParameters,
          "a list of (name, type, bytes) for each parameter, such as ('n', "
          "'u32', 4)")
      .def("__getitem__", &KernelLaunch::create)
      .def("__repr__", &describeKernel);
  bindKernelLaunch(module);
}
