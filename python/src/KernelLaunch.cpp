//===- KernelLaunch.cpp - Launches of kernels in Python -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLaunch.h"
#include "Diagnostics.h"
#include "Import.h"
#include "Numbers.h"

#include <algorithm>

namespace py = pybind11;
using namespace zyn::python;

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// Reads an integer from `least` to 2^31 - 1.
static std::optional<int64_t> toSize(py::handle given, int64_t least) {
  if (!PyIndex_Check(given.ptr()))
    return std::nullopt;
  int overflow = 0;
  auto number = py::reinterpret_steal<py::object>(PyNumber_Index(given.ptr()));
  if (!number)
    throw py::error_already_set();
  int64_t size = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow || size < least || size > INT32_MAX)
    return std::nullopt;
  return size;
}

/// Reads one to three sizes, which messages call `what`.
static void readSizes(const PTXKernel &kernel, py::handle given,
                      const char *what, int64_t least, int64_t (&sizes)[3]) {
  bool isList =
      py::isinstance<py::tuple>(given) || py::isinstance<py::list>(given);
  py::tuple list = isList ? py::reinterpret_borrow<py::object>(given)
                          : py::object(py::make_tuple(given));
  std::fill_n(sizes, 3, 1);
  bool isValid = !list.empty() && list.size() <= 3;
  for (size_t i = 0; isValid && i < list.size(); ++i) {
    std::optional<int64_t> size = toSize(list[i], least);
    isValid = size.has_value();
    sizes[i] = size.value_or(0);
  }
  if (!isValid)
    throw py::value_error("expected an integer from " + std::to_string(least) +
                          " to 2147483647, or up to three of them, as the " +
                          what + " of kernel '" + kernel.name() + "', found " +
                          py::repr(given).cast<std::string>());
}

KernelLaunch KernelLaunch::create(const PTXKernel &kernel,
                                  const py::object &shape) {
  py::tuple parts;
  if (py::isinstance<py::tuple>(shape))
    parts = shape;
  if (parts.size() != 2 && parts.size() != 3)
    throw py::type_error("expected kernel[grid, block] or kernel[grid, block, "
                         "bytes of shared memory] for kernel '" +
                         kernel.name() + "', found [" +
                         py::repr(shape).cast<std::string>() + "]");
  ZynLaunchShape read = {};
  readSizes(kernel, parts[0], "grid", /*least=*/0, read.grid);
  readSizes(kernel, parts[1], "block", /*least=*/1, read.block);
  if (parts.size() == 3) {
    std::optional<int64_t> bytes = toSize(parts[2], 0);
    if (!bytes)
      throw py::value_error("expected the bytes of shared memory of kernel '" +
                            kernel.name() + "', found " +
                            py::repr(parts[2]).cast<std::string>());
    read.sharedBytes = *bytes;
  }
  return {kernel, read};
}

std::string KernelLaunch::describeShape() const {
  auto join = [](const int64_t (&sizes)[3]) {
    return std::to_string(sizes[0]) + "x" + std::to_string(sizes[1]) + "x" +
           std::to_string(sizes[2]);
  };
  return join(shape.grid) + " blocks of " + join(shape.block) + " threads";
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Returns the type of a float of as many bytes as the parameter has. A scalar
/// of NumPy says which one it is.
static std::optional<ZynElementType> floatOf(py::handle number, size_t bytes) {
  if (py::hasattr(number, "dtype")) {
    std::optional<ZynElementType> own =
        fromNumPy(py::dtype::from_args(number.attr("dtype")));
    return own && bytesOf(*own) == bytes ? own : std::nullopt;
  }
  if (bytes == 4)
    return ZynElementTypeF32;
  if (bytes == 8)
    return ZynElementTypeF64;
  return std::nullopt;
}

namespace {
/// "parameter #0 'x' of kernel 'k'".
class ParameterName final : public ArrayName {
public:
  ParameterName(const PTXKernel &kernel, size_t index)
      : kernel(kernel), index(index) {}
  std::string str() const override { return kernel.describeParameter(index); }

private:
  const PTXKernel &kernel;
  size_t index;
};

/// The arguments of a launch in the form of the C interface, and what they
/// refer to.
class LaunchArguments {
public:
  LaunchArguments(const PTXKernel &kernel, PositionalArguments given,
                  CallStream &stream);

  /// Checks that the arrays are on the device of the kernel.
  void checkDevice(const Context &context) const;
  void order(const StreamOrder &order) const;

  const std::pmr::vector<ZynLaunchArgument> &get() const { return arguments; }

private:
  void add(size_t index, py::handle given, CallStream &stream);
  void addArray(size_t index, py::handle given, CallStream &stream);
  void addNumber(size_t index, py::handle given);
  void addBytes(size_t index, const py::bytes &given);
  [[noreturn]] void reject(size_t index, const std::string &found) const;

  const PTXKernel &kernel;
  CallMemory memory;
  std::pmr::vector<ZynLaunchArgument> arguments{memory.get()};
  /// The GPUs of arrays that are described in C, by parameter.
  std::pmr::vector<std::pair<size_t, int>> ordinals{memory.get()};
  /// The other arrays, by parameter.
  std::pmr::vector<std::pair<size_t, ForeignArray>> arrays{memory.get()};
  /// Numbers, each in 8 bytes.
  std::pmr::vector<uint64_t> numbers{memory.get()};
};
} // namespace

LaunchArguments::LaunchArguments(const PTXKernel &kernel,
                                 PositionalArguments given, CallStream &stream)
    : kernel(kernel) {
  size_t count = kernel.numParameters();
  if (given.size() != count)
    raise("kernel '" + kernel.name() + "' takes " + std::to_string(count) +
          (count == 1 ? " argument, " : " arguments, ") +
          std::to_string(given.size()) + " given");
  // Arguments point to the elements of these vectors.
  numbers.reserve(count);
  arguments.reserve(count);
  for (size_t i = 0; i < count; ++i)
    add(i, given[i], stream);
}

void LaunchArguments::reject(size_t index, const std::string &found) const {
  const ParameterForm &form = kernel.form(index);
  std::string type = "." + toString(kernel.parameter(index).type);
  if (!form.element)
    type += " of " + std::to_string(form.bytes) + " bytes";
  raise(kernel.describeParameter(index) + " is " + type + ", found " + found);
}

void LaunchArguments::add(size_t index, py::handle given, CallStream &stream) {
  if (isArray(given))
    return addArray(index, given, stream);
  if (py::isinstance<py::bytes>(given))
    return addBytes(index, py::reinterpret_borrow<py::bytes>(given));
  addNumber(index, given);
}

void LaunchArguments::addArray(size_t index, py::handle given,
                               CallStream &stream) {
  if (!kernel.form(index).takesArray)
    reject(index, "an array, which is passed as an address of 8 bytes");
  if (std::optional<DeviceMemory> memory = readDeviceMemory(given, stream)) {
    ordinals.emplace_back(index, memory->ordinal);
    arguments.push_back(
        {/*isArray=*/true, /*isOnDevice=*/true, memory->begin, memory->bytes});
    return;
  }
  ForeignArray array =
      importArray(withoutGradients(given), ParameterName(kernel, index),
                  /*mayCopy=*/false, stream);
  if (array.isReadOnly)
    raise(kernel.describeParameter(index) +
          " is an address, which the kernel may write to, found a read-only "
          "array; pass a copy");
  size_t bytes = bytesOf(array.element);
  for (int64_t size : array.shape)
    bytes *= size;
  arrays.emplace_back(index, std::move(array));
  const ForeignArray &added = arrays.back().second;
  arguments.push_back({/*isArray=*/true, added.isOnGPU, added.elements, bytes});
}

void LaunchArguments::addBytes(size_t index, const py::bytes &given) {
  std::string_view bytes = given;
  if (bytes.size() != kernel.form(index).bytes)
    reject(index, std::to_string(bytes.size()) + " bytes");
  // The launch only reads them.
  arguments.push_back({/*isArray=*/false, /*isOnDevice=*/false,
                       const_cast<char *>(bytes.data()), bytes.size()});
}

void LaunchArguments::addNumber(size_t index, py::handle given) {
  const ParameterForm &form = kernel.form(index);
  if (!form.element)
    reject(index, describeType(given) + "; pass bytes");
  if (!PyNumber_Check(given.ptr()))
    reject(index, describeType(given) + "; pass a number" +
                      (form.bytes == 8 ? " or an array" : ""));
  std::optional<ZynElementType> element = form.element;
  if (form.isUntyped && !PyIndex_Check(given.ptr()))
    element = floatOf(given, form.bytes);
  std::optional<uint64_t> value;
  if (element)
    value = toElement(given, *element);
  if (!value)
    reject(index, py::repr(given).cast<std::string>());
  numbers.push_back(*value);
  arguments.push_back(
      {/*isArray=*/false, /*isOnDevice=*/false, &numbers.back(), form.bytes});
}

void LaunchArguments::checkDevice(const Context &context) const {
  auto reject = [&](size_t index, const std::string &device) {
    raise(kernel.describeParameter(index) + " is on '" + device +
          "', but the kernel runs on '" + context.label() + "'");
  };
  for (auto [index, ordinal] : ordinals)
    if (ordinal != context.ordinal())
      reject(index, "cuda:" + std::to_string(ordinal));
  for (const auto &[index, array] : arrays)
    if (!array.isUsableOn(context))
      reject(index, array.device());
}

void LaunchArguments::order(const StreamOrder &order) const {
  for (const auto &[index, array] : arrays)
    order.waitFor(array);
}

//===----------------------------------------------------------------------===//
// The launch
//===----------------------------------------------------------------------===//

py::object KernelLaunch::call(PositionalArguments given,
                              const std::array<py::object, 1> &keywords) {
  CallInFlight inFlight;
  CallStream stream(keywords[0]);
  LaunchArguments arguments(kernel, given, stream);
  kernel.load();
  const Context &context = kernel.context();
  arguments.checkDevice(context);
  StreamOrder order(context, stream, /*mayAdopt=*/true);
  arguments.order(order);
  callUnlocked([&] {
    return zynKernelLaunch(kernel.handle(), order.queue(), &shape,
                           arguments.get().data(), arguments.get().size());
  });
  check(order.end());
  return py::none();
}

void zyn::python::bindKernelLaunch(py::module_ &module) {
  py::class_<KernelLaunch>(module, "KernelLaunch",
                           R"(A kernel with the numbers of blocks and threads.

launch(x, 3, stream=None) launches it. An array is passed as its address. Those
on the GPU, which have __dlpack__ (PyTorch, CuPy, JAX) or
__cuda_array_interface__, are used in place; NumPy's are copied to the GPU and
back, which waits for the kernel. A number is converted to the type of its
parameter, and bytes are a parameter of this size, such as a struct. The launch
follows the work of the library's current stream, or of stream, the number of a
CUstream, and later work of that stream waits for it.

Raises zyn.Error if an argument does not fit its parameter, if there is no GPU,
or if the launch fails.)",
                           makeCallable<KernelLaunch>())
      .def("__repr__", [](const KernelLaunch &launch) {
        return decode("<zyn.KernelLaunch of '" + launch.source().name() +
                      "': " + launch.describeShape() + ">");
      });
}
