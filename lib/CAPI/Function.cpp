//===- Function.cpp - Compiled functions ------------------------------- ===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn-c/Function.h"
#include "Handles.h"
#include "Zyn/Compiler/Tuning.h"
#include "Zyn/Compiler/Verification.h"

#include <algorithm>
#include <cstring>

using namespace zyn::capi;
using namespace zyn::compiler;
using zyn::runtime::Array;
using zyn::runtime::Context;
using zyn::runtime::ElementType;
using zyn::runtime::Error;
using zyn::runtime::Expected;

static_assert(static_cast<int>(ElementType::F64) == ZynElementTypeF64,
              "the enumerations must agree");

namespace {
/// A result, with the context that owns its memory.
struct OwnedResult {
  std::shared_ptr<zyn::runtime::Context> context;
  Result result;

  ElementType type() const {
    return result.array ? result.array->type() : result.number.type;
  }
};
} // namespace

DEFINE_SIMPLE_CONVERSION_FUNCTIONS(CompiledFunction, ZynFunctionRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(OwnedResult, ZynResultRef)
DEFINE_SIMPLE_CONVERSION_FUNCTIONS(Profile, ZynProfileRef)

//===----------------------------------------------------------------------===//
// Compilation
//===----------------------------------------------------------------------===//

static CompileOptions toOptions(const ZynCompileOptions *given) {
  CompileOptions options;
  if (!given)
    return options;
  options.entry = toString(given->entry);
  options.target.chip = toString(given->chip);
  options.target.features = toString(given->features);
  options.remarks = toString(given->remarks);
  options.keepStages = given->keepStages;
  if (given->progress)
    options.progress = [progress = given->progress,
                        userData = given->userData](size_t done, size_t total) {
      progress(done, total, userData);
    };
  return options;
}

ZynErrorRef zynFunctionCompile(ZynModuleRef module, ZynContextRef context,
                               const ZynCompileOptions *options,
                               ZynFunctionRef *function) {
  Expected<CompiledFunction> compiled = unwrap(module)->compile(
      unwrap(context)->context->device(), toOptions(options));
  if (!compiled)
    return wrap(compiled.takeError());
  *function = wrap(new CompiledFunction(*std::move(compiled)));
  return nullptr;
}

void zynFunctionDestroy(ZynFunctionRef function) { delete unwrap(function); }

ZynStringRef zynFunctionGetName(ZynFunctionRef function) {
  return wrap(unwrap(function)->signature().name);
}

ZynStringRef zynFunctionGetImage(ZynFunctionRef function) {
  return wrap(unwrap(function)->compilation().image);
}

size_t zynFunctionGetNumStages(ZynFunctionRef function) {
  return unwrap(function)->compilation().stages.size();
}

ZynStringRef zynFunctionGetStageName(ZynFunctionRef function, size_t index) {
  return wrap(unwrap(function)->compilation().stages[index].name);
}

ZynStringRef zynFunctionGetStageText(ZynFunctionRef function, size_t index) {
  return wrap(unwrap(function)->compilation().stages[index].text);
}

size_t zynFunctionGetNumDiagnostics(ZynFunctionRef function) {
  return unwrap(function)->compilation().diagnostics.size();
}

ZynDiagnosticRef zynFunctionGetDiagnostic(ZynFunctionRef function,
                                          size_t index) {
  return wrap(&unwrap(function)->compilation().diagnostics[index]);
}

size_t zynFunctionGetNumKernels(ZynFunctionRef function) {
  return unwrap(function)->compilation().kernels.size();
}

ZynStringRef zynFunctionGetKernelName(ZynFunctionRef function, size_t index) {
  return wrap(unwrap(function)->compilation().kernels[index].name);
}

int64_t zynFunctionGetKernelLaunches(ZynFunctionRef function, size_t index) {
  const KernelUse &use = unwrap(function)->compilation().kernels[index];
  return use.launches ? static_cast<int64_t>(*use.launches) : -1;
}

//===----------------------------------------------------------------------===//
// Signatures
//===----------------------------------------------------------------------===//

static ZynValueType wrapType(const ValueType &type) {
  return {type.isArray, type.isBuffer,
          static_cast<ZynElementType>(type.element), type.shape.size(),
          wrap(type.text)};
}

size_t zynFunctionGetNumArguments(ZynFunctionRef function) {
  return unwrap(function)->signature().arguments.size();
}

ZynValueType zynFunctionGetArgumentType(ZynFunctionRef function, size_t index) {
  return wrapType(unwrap(function)->signature().arguments[index]);
}

size_t zynFunctionGetNumResults(ZynFunctionRef function) {
  return unwrap(function)->signature().results.size();
}

ZynValueType zynFunctionGetResultType(ZynFunctionRef function, size_t index) {
  return wrapType(unwrap(function)->signature().results[index]);
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

static ArrayView toArrayView(const ZynArgument &given) {
  return {static_cast<ElementType>(given.element), given.shape, given.rank,
          given.elements, given.isOnDevice};
}

static InPlaceArgument toArgument(const ZynArgument &given) {
  if (given.isArray)
    return toArrayView(given);
  Number number;
  number.type = static_cast<ElementType>(given.element);
  std::memcpy(number.bytes, given.elements,
              zyn::runtime::elementBytes(number.type));
  return number;
}

static InPlaceOptions toOptions(const ZynCallOptions &given,
                                size_t numResults) {
  InPlaceOptions options;
  if (given.stream)
    options.stream = unwrap(given.stream);
  if (given.outputs)
    std::transform(given.outputs, given.outputs + numResults,
                   std::back_inserter(options.outputs), toArrayView);
  return options;
}

ZynErrorRef zynFunctionCall(ZynFunctionRef function, ZynContextRef context,
                            const ZynArgument *arguments, size_t numArguments,
                            const ZynCallOptions *options,
                            ZynResultRef *results) {
  std::vector<InPlaceArgument> converted;
  converted.reserve(numArguments);
  for (size_t i = 0; i < numArguments; ++i)
    converted.push_back(toArgument(arguments[i]));
  const auto &shared = unwrap(context)->context;
  InPlaceOptions call;
  if (options)
    call = toOptions(*options, unwrap(function)->signature().results.size());
  Expected<std::vector<Result>> called =
      unwrap(function)->callInPlace(*shared, converted, std::move(call));
  if (!called)
    return wrap(called.takeError());
  for (Result &result : *called)
    *results++ = wrap(new OwnedResult{shared, std::move(result)});
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Calls on copies of the arguments
//===----------------------------------------------------------------------===//

/// Copies an argument to the host.
static Expected<Argument> copyArgument(Context &context,
                                       const ZynArgument &given) {
  auto type = static_cast<ElementType>(given.element);
  if (!given.isArray) {
    Number number;
    number.type = type;
    std::memcpy(number.bytes, given.elements, zyn::runtime::elementBytes(type));
    return Argument(number);
  }
  Expected<Array> array =
      Array::create(type, {given.shape, given.shape + given.rank});
  if (!array)
    return array.takeError();
  if (array->bytes() && !given.isOnDevice)
    std::memcpy(array->begin(), given.elements, array->bytes());
  else if (array->bytes())
    if (Error error =
            context.copyToHost(array->begin(), given.elements, array->bytes()))
      return error;
  return Argument(*std::move(array));
}

static Expected<std::vector<Argument>>
copyArguments(Context &context, const ZynArgument *arguments, size_t count) {
  std::vector<Argument> copies;
  for (size_t i = 0; i < count; ++i) {
    Expected<Argument> copy = copyArgument(context, arguments[i]);
    if (!copy)
      return copy.takeError();
    copies.push_back(*std::move(copy));
  }
  return copies;
}

ZynErrorRef zynFunctionVerify(ZynFunctionRef function, ZynModuleRef module,
                              ZynContextRef context,
                              const ZynCompileOptions *options,
                              const ZynArgument *arguments, size_t numArguments,
                              double tolerance,
                              void (*callback)(const ZynComparison *, void *),
                              void *userData) {
  Context &device = *unwrap(context)->context;
  Expected<std::vector<Argument>> copies =
      copyArguments(device, arguments, numArguments);
  if (!copies)
    return wrap(copies.takeError());
  Expected<Verification> verification = verifyFunction(
      *unwrap(function), *unwrap(module), device, *copies, toOptions(options),
      tolerance < 0 ? std::nullopt : std::optional(tolerance));
  if (!verification)
    return wrap(verification.takeError());
  if (Error error = verification->toError())
    return wrap(std::move(error));
  for (const ValueComparison &value : verification->values) {
    std::string text = verification->describe(value);
    const ArrayComparison &compared = value.comparison;
    ZynComparison comparison = {wrap(value.name),
                                wrap(text),
                                wrap(verification->reference),
                                compared.elements,
                                compared.worst ? compared.worst->error : 0,
                                compared.tolerance};
    callback(&comparison, userData);
  }
  return nullptr;
}

ZynErrorRef zynFunctionTime(ZynFunctionRef function, ZynContextRef context,
                            const ZynArgument *arguments, size_t numArguments,
                            size_t runs, double *seconds) {
  Context &device = *unwrap(context)->context;
  Expected<std::vector<Argument>> copies =
      copyArguments(device, arguments, numArguments);
  if (!copies)
    return wrap(copies.takeError());
  Expected<std::vector<double>> times = unwrap(function)->time(
      device, *std::move(copies), static_cast<int64_t>(runs));
  if (!times)
    return wrap(times.takeError());
  std::copy(times->begin(), times->end(), seconds);
  return nullptr;
}

ZynErrorRef zynModuleTune(ZynModuleRef module, ZynContextRef context,
                          const ZynCompileOptions *options,
                          const ZynArgument *arguments, size_t numArguments,
                          const ZynTuningCallbacks *callbacks,
                          ZynModuleRef *tuned) {
  Context &device = *unwrap(context)->context;
  Expected<std::vector<Argument>> copies =
      copyArguments(device, arguments, numArguments);
  if (!copies)
    return wrap(copies.takeError());
  TuneOptions tuning;
  tuning.compile = toOptions(options);
  tuning.compile.remarks = "schedule";
  if (callbacks && callbacks->progress)
    tuning.progress = [callbacks](size_t done, size_t total) {
      callbacks->progress(done, total, callbacks->userData);
    };
  SourceModule copy = unwrap(module)->copy();
  DeviceTimer timer(device);
  Expected<std::vector<zyn::Diagnostic>> remarks =
      tune(copy, device.device(), timer, *copies, tuning);
  if (!remarks)
    return wrap(remarks.takeError());
  if (callbacks && callbacks->diagnostic)
    for (const zyn::Diagnostic &remark : *remarks)
      callbacks->diagnostic(wrap(&remark), callbacks->userData);
  *tuned = wrap(new SourceModule(std::move(copy)));
  return nullptr;
}

//===----------------------------------------------------------------------===//
// Profiles
//===----------------------------------------------------------------------===//

ZynErrorRef zynFunctionProfile(ZynFunctionRef function, ZynContextRef context,
                               const ZynArgument *arguments,
                               size_t numArguments, size_t runs,
                               ZynProfileRef *profile) {
  Context &device = *unwrap(context)->context;
  Expected<std::vector<Argument>> copies =
      copyArguments(device, arguments, numArguments);
  if (!copies)
    return wrap(copies.takeError());
  Expected<Profile> found = unwrap(function)->profile(
      device, *std::move(copies), static_cast<int64_t>(runs));
  if (!found)
    return wrap(found.takeError());
  *profile = wrap(new Profile(*std::move(found)));
  return nullptr;
}

void zynProfileDestroy(ZynProfileRef profile) { delete unwrap(profile); }

double zynProfileGetSeconds(ZynProfileRef profile) {
  return unwrap(profile)->call / 1e3;
}

double zynProfileGetOtherSeconds(ZynProfileRef profile) {
  return unwrap(profile)->other / 1e3;
}

size_t zynProfileGetNumRows(ZynProfileRef profile) {
  return unwrap(profile)->rows.size();
}

ZynProfileRow zynProfileGetRow(ZynProfileRef profile, size_t index) {
  const ProfileRow &row = unwrap(profile)->rows[index];
  return {wrap(std::string_view(getKindName(row.kind))),
          wrap(row.name),
          wrap(row.location),
          row.launches,
          row.mean / 1e3,
          row.bytes.value_or(-1),
          row.flops.value_or(-1),
          row.memoryShare.value_or(-1),
          row.flopShare.value_or(-1)};
}

void zynProfilePrint(ZynProfileRef profile, ZynStringCallback callback,
                     void *userData) {
  std::string text = formatProfile(*unwrap(profile));
  callback(wrap(text), userData);
}

void zynProfilePrintTrace(ZynProfileRef profile, ZynStringCallback callback,
                          void *userData) {
  std::string text = formatTrace(*unwrap(profile));
  callback(wrap(text), userData);
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

void zynResultDestroy(ZynResultRef result) { delete unwrap(result); }

bool zynResultIsArray(ZynResultRef result) {
  return unwrap(result)->result.array.has_value();
}

ZynElementType zynResultGetElementType(ZynResultRef result) {
  return static_cast<ZynElementType>(unwrap(result)->type());
}

size_t zynResultGetRank(ZynResultRef result) {
  const auto &array = unwrap(result)->result.array;
  return array ? array->shape().size() : 0;
}

const int64_t *zynResultGetShape(ZynResultRef result) {
  const auto &array = unwrap(result)->result.array;
  return array ? array->shape().data() : nullptr;
}

void *zynResultGetElements(ZynResultRef result) {
  Result &owned = unwrap(result)->result;
  return owned.array ? owned.array->elements() : owned.number.bytes;
}

ZynErrorRef zynResultCopyToHost(ZynResultRef result, void *elements,
                                size_t bytes) {
  const std::optional<DeviceArray> &array = unwrap(result)->result.array;
  if (!array)
    return wrap(Error("expected an array, found a number"));
  Expected<uint64_t> found =
      zyn::runtime::arrayBytes(array->type(), array->shape());
  if (!found)
    return wrap(found.takeError());
  if (*found != bytes)
    return wrap(Error("the result has " + std::to_string(*found) +
                      " bytes, found memory of " + std::to_string(bytes)));
  return bytes ? wrap(unwrap(result)->context->copyToHost(
                     elements, array->elements(), bytes))
               : nullptr;
}
