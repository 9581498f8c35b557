//===- Call.cpp - Calls of compiled functions in Python -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Function.h"
#include "Numbers.h"
#include "Progress.h"

#include <optional>

namespace py = pybind11;
using namespace zyn::python;

namespace {
/// "argument #0 of 'f'" or "output #0 of 'f'".
class ValueName final : public ArrayName {
public:
  ValueName(ZynFunctionRef function, size_t index, bool isOutput = false)
      : function(function), index(index), isOutput(isOutput) {}

  std::string str() const override {
    return (isOutput ? "output #" : "argument #") + std::to_string(index) +
           " of '" + toString(zynFunctionGetName(function)) + "'";
  }

private:
  ZynFunctionRef function;
  size_t index;
  bool isOutput;
};

/// A call: the arguments in the form of the C interface, and what they refer
/// to.
class Call {
public:
  /// `stream` is null for calls that do not run on the caller's stream.
  Call(ZynFunctionRef function, const Context &context,
       const py::object &stream = {})
      : function(function), context(context), arrays(memory.get()),
        numbers(memory.get()), arguments(memory.get()),
        outputArrays(memory.get()), outputs(memory.get()), stream(stream) {}

  void addArguments(PositionalArguments given);
  void setOutputs(const py::object &given);
  /// Calls the function and returns its results, or the given outputs.
  py::object run();
  std::vector<Comparison>
  verify(const Module &module, const CompileOptions &options, double tolerance);
  std::vector<double> time(size_t runs);
  Module tune(const Module &module, const CompileOptions &options,
              py::object progress, std::vector<Diagnostic> &remarks);
  Profile profile(size_t runs);

private:
  [[noreturn]] void rejectArgument(size_t index, const std::string &found) {
    raise(ValueName(function, index).str() + " is " +
          toString(zynFunctionGetArgumentType(function, index).text) +
          ", found " + found);
  }
  void addArgument(size_t index, py::handle given);
  void addArray(size_t index, py::handle given, const ZynValueType &type);
  void addNumber(size_t index, py::handle given, const ZynValueType &type);
  void checkDevice(const ForeignArray &array, const ArrayName &name) const;
  void addOutput(size_t index, py::handle given);
  bool areResultsOnStream() const;
  void waitForArrays(const StreamOrder &order) const;
  std::vector<Array> callUnordered(const StreamOrder &order);
  py::object convertResult(const Array &result,
                           std::optional<void *> usedOn) const;

  ZynFunctionRef function;
  const Context &context;
  CallMemory memory;
  std::pmr::vector<ForeignArray> arrays;
  /// The elements of numbers, each in 8 bytes.
  std::pmr::vector<uint64_t> numbers;
  std::pmr::vector<ZynArgument> arguments;
  const Library *library = &Library::numpy();
  std::pmr::vector<ForeignArray> outputArrays;
  std::pmr::vector<ZynArgument> outputs;
  py::object given;
  CallStream stream;
};

} // namespace

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

void Call::addArguments(PositionalArguments given) {
  size_t count = zynFunctionGetNumArguments(function);
  if (given.size() != count)
    raise("'" + toString(zynFunctionGetName(function)) + "' takes " +
          std::to_string(count) +
          (count == 1 ? " argument, " : " arguments, ") +
          std::to_string(given.size()) + " given");
  // Arguments point to the elements of these vectors.
  arrays.reserve(count);
  numbers.reserve(count);
  arguments.reserve(count);
  for (size_t i = 0; i < count; ++i)
    addArgument(i, given[i]);
}

void Call::addArgument(size_t index, py::handle given) {
  ZynValueType type = zynFunctionGetArgumentType(function, index);
  if (!type.isArray)
    return addNumber(index, given, type);
  if (isArray(given))
    return addArray(index, given, type);
  // NumPy's scalars and Python's numbers are arrays of rank 0.
  if (type.rank != 0 || !PyNumber_Check(given.ptr()))
    rejectArgument(index, describeType(given) + "; pass an array");
  if (type.isBuffer)
    rejectArgument(index, "a number, which it cannot modify; pass an array");
  addNumber(index, given, type);
}

void Call::checkDevice(const ForeignArray &array, const ArrayName &name) const {
  if (!array.isUsableOn(context))
    raise(name.str() + " is on '" + array.device() +
          "', but the function was compiled for '" + context.label() + "'");
}

static ZynArgument toArgument(const ForeignArray &array) {
  return {array.element,      /*isArray=*/true,   array.isOnGPU,
          array.shape.size(), array.shape.data(), array.elements};
}

void Call::addArray(size_t index, py::handle given, const ZynValueType &type) {
  ValueName name(function, index);
  ForeignArray array =
      importArray(given, name, /*mayCopy=*/!type.isBuffer, stream);
  checkDevice(array, name);
  if (type.isBuffer && array.isReadOnly)
    raise(name.str() + " is " + toString(type.text) +
          ", which the function may modify, found a read-only array");
  if (arrays.empty())
    library = array.library;
  arrays.push_back(std::move(array));
  arguments.push_back(toArgument(arrays.back()));
}

void Call::addNumber(size_t index, py::handle given, const ZynValueType &type) {
  if (!PyNumber_Check(given.ptr()) || isArray(given))
    rejectArgument(index, describeType(given) + "; pass a number");
  std::optional<uint64_t> element = toElement(given, type.element);
  if (!element)
    rejectArgument(index, py::repr(given).cast<std::string>());
  numbers.push_back(*element);
  arguments.push_back({type.element, type.isArray, /*isOnDevice=*/false,
                       /*rank=*/0, nullptr, &numbers.back()});
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

void Call::setOutputs(const py::object &outputs) {
  if (!outputs || outputs.is_none())
    return;
  given = outputs;
  size_t count = zynFunctionGetNumResults(function);
  bool isList =
      py::isinstance<py::tuple>(outputs) || py::isinstance<py::list>(outputs);
  py::tuple list = isList ? py::tuple(outputs) : py::make_tuple(outputs);
  if (list.size() != count)
    raise("'" + toString(zynFunctionGetName(function)) + "' returns " +
          std::to_string(count) + (count == 1 ? " result, " : " results, ") +
          std::to_string(list.size()) + " given as 'out'");
  this->outputArrays.reserve(count);
  this->outputs.reserve(count);
  for (size_t i = 0; i < count; ++i)
    addOutput(i, list[i]);
}

void Call::addOutput(size_t index, py::handle given) {
  ValueName name(function, index, /*isOutput=*/true);
  if (!isArray(given))
    raise(name.str() + " is " +
          toString(zynFunctionGetResultType(function, index).text) +
          "; expected an array for a tensor or memref");
  ForeignArray array = importArray(given, name, /*mayCopy=*/false, stream);
  checkDevice(array, name);
  if (array.isReadOnly)
    raise(name.str() + " is a read-only array");
  outputArrays.push_back(std::move(array));
  outputs.push_back(toArgument(outputArrays.back()));
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

/// Whether the results are only used on the stream of the call.
bool Call::areResultsOnStream() const {
  return !outputs.empty() || isOrderedByCall(*library);
}

void Call::waitForArrays(const StreamOrder &order) const {
  for (const ForeignArray &array : arrays)
    order.waitFor(array);
  for (const ForeignArray &array : outputArrays)
    order.waitFor(array);
}

std::vector<Array> Call::callUnordered(const StreamOrder &order) {
  size_t count = outputs.empty() ? zynFunctionGetNumResults(function) : 0;
  std::vector<ZynResultRef> results(count);
  ZynCallOptions options = {};
  options.stream = order.queue();
  options.outputs = outputs.empty() ? nullptr : outputs.data();
  callUnlocked([&] {
    return zynFunctionCall(function, context.handle(), arguments.data(),
                           arguments.size(), &options, results.data());
  });
  std::vector<Array> owned;
  owned.reserve(count);
  for (ZynResultRef result : results)
    owned.emplace_back(context, result);
  return owned;
}

py::object Call::convertResult(const Array &result,
                               std::optional<void *> usedOn) const {
  if (zynResultIsArray(result.result()))
    return convertTo(*library, result, usedOn);
  // A number of Python.
  py::array scalar(toNumPy(result.element()), std::vector<int64_t>(),
                   zynResultGetElements(result.result()));
  return scalar.attr("item")();
}

py::object Call::run() {
  StreamOrder order(context, stream, /*mayAdopt=*/areResultsOnStream());
  waitForArrays(order);
  std::vector<Array> results = callUnordered(order);
  check(order.end());
  if (given)
    return given;
  if (results.empty())
    return py::none();
  // Those of the stream itself are freed after its work.
  std::optional<void *> usedOn;
  if (stream.isChosen() && !order.queue())
    usedOn = stream.get();
  if (results.size() == 1)
    return convertResult(results.front(), usedOn);
  py::tuple tuple(results.size());
  for (size_t i = 0; i < results.size(); ++i)
    tuple[i] = convertResult(results[i], usedOn);
  return std::move(tuple);
}

std::vector<Comparison> Call::verify(const Module &module,
                                     const CompileOptions &options,
                                     double tolerance) {
  StreamOrder order(context, stream, /*mayAdopt=*/false);
  waitForArrays(order);
  ZynCompileOptions given = options.get();
  std::vector<Comparison> comparisons;
  callUnlocked([&] {
    return zynFunctionVerify(
        function, module.handle.get(), context.handle(), &given,
        arguments.data(), arguments.size(), tolerance,
        [](const ZynComparison *found, void *userData) {
          static_cast<decltype(comparisons) *>(userData)->push_back(
              {toString(found->name), toString(found->reference),
               toString(found->text), found->elements, found->error,
               found->tolerance});
        },
        &comparisons);
  });
  return comparisons;
}

std::vector<double> Call::time(size_t runs) {
  StreamOrder order(context, stream, /*mayAdopt=*/false);
  waitForArrays(order);
  std::vector<double> seconds(runs);
  callUnlocked([&] {
    return zynFunctionTime(function, context.handle(), arguments.data(),
                           arguments.size(), runs, seconds.data());
  });
  return seconds;
}

Module Call::tune(const Module &module, const CompileOptions &options,
                  py::object progress, std::vector<Diagnostic> &remarks) {
  struct Run {
    Progress progress;
    std::vector<Diagnostic> &remarks;
  } run{Progress(std::move(progress)), remarks};
  ZynTuningCallbacks callbacks = {};
  if (run.progress.callback())
    callbacks.progress = [](size_t done, size_t total, void *userData) {
      auto &progress = static_cast<Run *>(userData)->progress;
      progress.callback()(done, total, &progress);
    };
  callbacks.diagnostic = [](ZynDiagnosticRef remark, void *userData) {
    static_cast<Run *>(userData)->remarks.emplace_back(remark);
  };
  callbacks.userData = &run;
  StreamOrder order(context, stream, /*mayAdopt=*/false);
  waitForArrays(order);
  ZynCompileOptions given = options.get();
  ZynModuleRef tuned = nullptr;
  ZynErrorRef error;
  {
    Unlocked unlocked;
    error =
        zynModuleTune(module.handle.get(), context.handle(), &given,
                      arguments.data(), arguments.size(), &callbacks, &tuned);
  }
  check(error);
  Module result(tuned);
  run.progress.check();
  return result;
}

Profile Call::profile(size_t runs) {
  StreamOrder order(context, stream, /*mayAdopt=*/false);
  waitForArrays(order);
  ZynProfileRef profile;
  callUnlocked([&] {
    return zynFunctionProfile(function, context.handle(), arguments.data(),
                              arguments.size(), runs, &profile);
  });
  return Profile(profile);
}

py::object Function::call(PositionalArguments arguments,
                          const std::array<py::object, 2> &keywords) const {
  context.checkUsable();
  CallInFlight inFlight;
  Call call(handle.get(), context, /*stream=*/keywords[1]);
  call.addArguments(arguments);
  call.setOutputs(/*outputs=*/keywords[0]);
  return call.run();
}

std::vector<Comparison> Function::verify(const py::args &arguments,
                                         double tolerance) const {
  context.checkUsable();
  CallInFlight inFlight;
  Call call(handle.get(), context);
  call.addArguments(arguments);
  return call.verify(module, options, tolerance);
}

std::vector<double> Function::time(const py::args &arguments,
                                   size_t runs) const {
  context.checkUsable();
  CallInFlight inFlight;
  Call call(handle.get(), context);
  call.addArguments(arguments);
  return call.time(runs);
}

Function Function::tune(const py::args &arguments, py::object progress) const {
  context.checkUsable();
  CallInFlight inFlight;
  Call call(handle.get(), context);
  call.addArguments(arguments);
  std::vector<Diagnostic> remarks;
  Module tuned = call.tune(module, options, std::move(progress), remarks);
  Function function(tuned, context.label(), options, /*progress=*/py::none());
  function.tuning = std::move(remarks);
  return function;
}

Profile Function::profile(const py::args &arguments, size_t runs) const {
  context.checkUsable();
  CallInFlight inFlight;
  Call call(handle.get(), context);
  call.addArguments(arguments);
  return call.profile(runs);
}
