//===- Verification.cpp - Comparison of runs on two devices ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/Verification.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdio>

using namespace zyn::compiler;
using zyn::Diagnostic;
using zyn::Severity;
using zyn::runtime::Array;
using zyn::runtime::Context;
using zyn::runtime::Device;
using zyn::runtime::DeviceKind;
using zyn::runtime::Error;
using zyn::runtime::Expected;

static Error cannotVerify(const Signature &signature, std::string why) {
  return Error(
      Diagnostic{Severity::Error,
                 signature.location,
                 "cannot verify '" + signature.name + "': " + std::move(why),
                 {}});
}

//===----------------------------------------------------------------------===//
// The second device
//===----------------------------------------------------------------------===//

static bool hasNothingToCompare(const Signature &signature) {
  return signature.results.empty() &&
         llvm::none_of(signature.arguments,
                       [](const ValueType &type) { return type.isBuffer; });
}

/// Returns the devices that are independent of `tested`; the first one that can
/// run a function is its reference.
static llvm::SmallVector<const char *, 2> listReferences(DeviceKind tested) {
  switch (tested) {
  case DeviceKind::CPU:
    return {"emulate"};
  case DeviceKind::Emulator:
    return {"cpu"};
  case DeviceKind::CUDA:
    break;
  }
  return {"cpu", "emulate"};
}

/// Returns the first message without its source location.
static std::string getFirstMessage(const Error &error) {
  return error.diagnostics().empty() ? error.message()
                                     : error.diagnostics().front().message;
}

Expected<ReferenceFunction>
ReferenceFunction::compile(const SourceModule &module, const Device &tested,
                           const CompileOptions &options) {
  Expected<Signature> signature = module.findFunction(options.entry);
  if (!signature)
    return signature.takeError();
  if (hasNothingToCompare(*signature))
    return cannotVerify(*signature,
                        "it has neither results nor memref arguments");
  // Chip and features are those of the tested device.
  CompileOptions compile = options;
  compile.target.chip.clear();
  compile.target.features.clear();
  std::string why;
  for (const char *name : listReferences(tested.kind)) {
    Expected<Device> device = runtime::findDevice(name);
    if (!device)
      return device.takeError();
    Expected<CompiledFunction> function = module.compile(*device, compile);
    if (!function) {
      why += (why.empty() ? "" : "; ") + std::string(name) + ": " +
             getFirstMessage(function.takeError());
      continue;
    }
    Expected<std::unique_ptr<Context>> context = Context::create(*device);
    if (!context)
      return context.takeError();
    return ReferenceFunction{*std::move(context), *std::move(function)};
  }
  return cannotVerify(*signature, "no device other than '" + tested.label() +
                                      "' can run it: " + why);
}

//===----------------------------------------------------------------------===//
// Comparison
//===----------------------------------------------------------------------===//

/// Adds the comparisons of `found`, whose names are `kind` with `numbers`.
static Error addComparisons(const char *kind,
                            const llvm::SmallVector<size_t> &numbers,
                            Expected<std::vector<Array>> found,
                            Expected<std::vector<Array>> expected,
                            std::optional<double> tolerance,
                            Verification &verification) {
  if (!found)
    return found.takeError();
  if (!expected)
    return expected.takeError();
  for (auto [number, array, reference] :
       llvm::zip(numbers, *found, *expected)) {
    std::string name = std::string(kind) + " #" + std::to_string(number);
    Expected<ArrayComparison> comparison =
        compareArrays(array, reference, tolerance);
    if (!comparison)
      return Error(Diagnostic{
          Severity::Error,
          verification.location,
          name + " of '" + verification.function + "' on '" +
              verification.device + "' differs from the reference '" +
              verification.reference + "': " + comparison.takeError().message(),
          {}});
    verification.values.push_back({std::move(name), std::move(*comparison)});
  }
  return Error::success();
}

Expected<Verification>
zyn::compiler::compareCalls(FunctionCall &tested, FunctionCall &reference,
                            std::optional<double> tolerance) {
  const Signature &signature = tested.signature();
  Verification verification;
  verification.function = signature.name;
  verification.location = signature.location;
  verification.device = tested.context().device().label();
  verification.reference = reference.context().device().label();

  llvm::SmallVector<size_t> results, buffers;
  for (size_t i = 0; i < signature.results.size(); ++i)
    results.push_back(i);
  for (auto [i, type] : llvm::enumerate(signature.arguments))
    if (type.isBuffer)
      buffers.push_back(i);

  if (Error error =
          addComparisons("result", results, tested.readResults(),
                         reference.readResults(), tolerance, verification))
    return error;
  if (Error error =
          addComparisons("argument", buffers, tested.readBuffers(),
                         reference.readBuffers(), tolerance, verification))
    return error;
  return verification;
}

Expected<Verification>
zyn::compiler::verifyFunction(const SourceModule &module, Context &context,
                              const std::vector<Argument> &arguments,
                              const CompileOptions &options,
                              std::optional<double> tolerance) {
  Expected<CompiledFunction> function =
      module.compile(context.device(), options);
  if (!function)
    return function.takeError();
  return verifyFunction(*function, module, context, arguments, options,
                        tolerance);
}

Expected<Verification> zyn::compiler::verifyFunction(
    const CompiledFunction &function, const SourceModule &module,
    Context &context, const std::vector<Argument> &arguments,
    const CompileOptions &options, std::optional<double> tolerance) {
  Expected<ReferenceFunction> reference =
      ReferenceFunction::compile(module, context.device(), options);
  if (!reference)
    return reference.takeError();
  Expected<FunctionCall> tested = function.bind(context, arguments);
  if (!tested)
    return tested.takeError();
  if (Error error = tested->run())
    return error;
  Expected<FunctionCall> expected =
      reference->function.bind(*reference->context, arguments);
  if (!expected)
    return expected.takeError();
  if (Error error = expected->run())
    return error;
  return compareCalls(*tested, *expected, tolerance);
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string formatNumber(double value) {
  char text[40];
  std::snprintf(text, sizeof(text), "%.3g", value);
  return text;
}

/// Returns " at [1, 2]", or nothing for the only element of an array of rank 0.
static std::string formatIndex(const std::vector<int64_t> &index) {
  if (index.empty())
    return "";
  std::string text = " at [";
  for (auto [i, position] : llvm::enumerate(index))
    text += (i ? ", " : "") + std::to_string(position);
  return text + "]";
}

std::string Verification::describe(const ValueComparison &value) const {
  const ArrayComparison &comparison = value.comparison;
  std::string text =
      value.name + ": '" + device + "' agrees with '" + reference + "', ";
  if (!comparison.worst)
    return text + "all elements are equal";
  return text + "largest error " + formatNumber(comparison.worst->error) +
         formatIndex(comparison.worst->index) + ", tolerance " +
         formatNumber(comparison.tolerance);
}

/// "the first at [0, 1] is 2.5, expected 3, an error of 0.167".
static std::string describeElement(const char *which,
                                   const ElementComparison &element) {
  return std::string("the ") + which + formatIndex(element.index) + " is " +
         element.found + ", expected " + element.expected + ", an error of " +
         formatNumber(element.error);
}

static std::string describeMismatches(const ArrayComparison &comparison) {
  const ElementComparison &first = *comparison.first;
  const ElementComparison &worst = *comparison.worst;
  std::string text = std::to_string(comparison.mismatches) + " of " +
                     std::to_string(comparison.elements) +
                     (comparison.elements == 1 ? " element: " : " elements: ");
  if (first.index == worst.index)
    text += describeElement(
        comparison.mismatches == 1 ? "element" : "first and worst", first);
  else
    text += describeElement("first", first) + "; " +
            describeElement("worst", worst);
  return text + "; the tolerance is " + formatNumber(comparison.tolerance);
}

Error Verification::toError() const {
  std::vector<Diagnostic> errors;
  for (const ValueComparison &value : values)
    if (value.comparison.mismatches)
      errors.push_back({Severity::Error,
                        location,
                        value.name + " of '" + function + "' on '" + device +
                            "' differs from the reference '" + reference +
                            "' in " + describeMismatches(value.comparison),
                        {}});
  return errors.empty() ? Error::success() : Error(std::move(errors));
}
