//===- InPlaceCall.cpp - Calls on memory of the caller ----------------- ===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CallResults.h"
#include "CompiledFunctionCode.h"
#include "Zyn/Compiler/CompiledFunction.h"
#include "Zyn/Target/Target.h"

#include "llvm/ADT/STLExtras.h"

using namespace zyn::compiler;
using zyn::Diagnostic;
using zyn::Severity;
using zyn::runtime::Context;
using zyn::runtime::Error;
using zyn::runtime::Expected;
using zyn::runtime::ResultMemory;
using zyn::runtime::Stream;

/// Kernels access vectors of this many bytes, and TMA needs it, too.
static constexpr uintptr_t deviceAlignment = 16;

/// Returns an error about arguments or outputs at the function's location.
static Error addLocation(const Signature &signature, const Error &error) {
  return Error(
      Diagnostic{Severity::Error, signature.location, error.message(), {}});
}

static llvm::ArrayRef<int64_t> sizesOf(const ArrayView &array) {
  return {array.sizes, array.rank};
}

namespace {
/// The memory of an array.
struct Elements {
  const void *begin;
  uint64_t bytes;

  const char *end() const { return static_cast<const char *>(begin) + bytes; }
  bool operator==(const Elements &other) const {
    return begin == other.begin && bytes == other.bytes;
  }
  bool overlaps(const Elements &other) const {
    return bytes && other.bytes && begin < other.end() && other.begin < end();
  }
};

/// The arguments of a call, and the memory that it needs besides the caller's.
class InPlaceCall {
public:
  InPlaceCall(Context &context, const CompiledFunction &function,
              llvm::ArrayRef<InPlaceArgument> arguments,
              const InPlaceOptions &options)
      : stream(options.stream ? *options.stream : context.mainStream()),
        signature(function.signature()), arguments(arguments),
        outputs(options.outputs), results(signature) {}

  ~InPlaceCall() {
    for (const Copy &copy : copies)
      (void)stream.free(copy.memory);
  }

  Error prepare();
  Expected<std::vector<Result>> run(HostJIT::Entry entry);

private:
  /// An array whose elements are copied to the device.
  struct Copy {
    const ArrayView *array;
    void *memory;
    uint64_t bytes;
    /// Whether the function may modify it.
    bool isBuffer;

    Elements elements() const { return {array->elements, bytes}; }
  };

  bool isUsedInPlace(const ArrayView &array) const;
  Error addArray(const ArrayView &array, size_t position);
  Expected<void *> addCopy(Copy copy);
  Error checkOverlaps() const;
  Error copyIn(const Copy &copy);
  Error copyBack(const Copy &copy);
  bool isUsableAsResult(size_t result) const;
  std::vector<ResultMemory> resultMemory() const;
  Error checkSizes(size_t result);
  Error writeOutput(size_t result);
  Error writeOutputs();

  Stream &stream;
  const Signature &signature;
  llvm::ArrayRef<InPlaceArgument> arguments;
  llvm::ArrayRef<ArrayView> outputs;
  CallResults results;
  llvm::SmallVector<Descriptor, 4> descriptors;
  llvm::SmallVector<Copy, 2> copies;
  llvm::SmallVector<void *, 8> pointers;
};
} // namespace

bool InPlaceCall::isUsedInPlace(const ArrayView &array) const {
  if (!array.isOnDevice)
    return getTarget(stream.context().device().kind).readsArraysInPlace();
  return reinterpret_cast<uintptr_t>(array.elements) % deviceAlignment == 0;
}

Error InPlaceCall::copyIn(const Copy &copy) {
  if (!copy.bytes)
    return Error::success();
  void *elements = copy.array->elements;
  return copy.array->isOnDevice
             ? stream.copy(copy.memory, elements, copy.bytes)
             : stream.copyToDevice(copy.memory, elements, copy.bytes);
}

Error InPlaceCall::copyBack(const Copy &copy) {
  if (!copy.isBuffer || !copy.bytes)
    return Error::success();
  void *elements = copy.array->elements;
  return copy.array->isOnDevice
             ? stream.copy(elements, copy.memory, copy.bytes)
             : stream.copyToHost(elements, copy.memory, copy.bytes);
}

/// Returns the memory of the device that `copy` uses. Arguments with the same
/// elements share it, as they would if they were used in place.
Expected<void *> InPlaceCall::addCopy(Copy copy) {
  for (Copy &other : copies)
    if (copy.bytes && copy.elements() == other.elements()) {
      other.isBuffer |= copy.isBuffer;
      return other.memory;
    }
  Expected<void *> allocated = stream.allocate(copy.bytes);
  if (!allocated)
    return allocated;
  copy.memory = *allocated;
  copies.push_back(copy);
  if (Error error = copyIn(copy))
    return error;
  return allocated;
}

Error InPlaceCall::addArray(const ArrayView &array, size_t position) {
  void *memory = array.elements;
  if (!isUsedInPlace(array)) {
    Expected<uint64_t> bytes =
        zyn::runtime::arrayBytes(array.type, sizesOf(array).vec());
    if (!bytes)
      return bytes.takeError();
    bool isBuffer = signature.arguments[position].isBuffer;
    Expected<void *> copy = addCopy({&array, nullptr, *bytes, isBuffer});
    if (!copy)
      return copy.takeError();
    memory = *copy;
  }
  descriptors.emplace_back(memory, sizesOf(array));
  pointers.push_back(descriptors.back().address());
  return Error::success();
}

/// Checks that what the function writes to one argument does not have to be
/// seen through another one, which a copy would prevent.
Error InPlaceCall::checkOverlaps() const {
  for (const Copy &copy : copies)
    for (auto [i, argument] : llvm::enumerate(arguments)) {
      if (!argument.array ||
          !(copy.isBuffer || signature.arguments[i].isBuffer))
        continue;
      Expected<uint64_t> bytes = zyn::runtime::arrayBytes(
          argument.array->type, sizesOf(*argument.array).vec());
      if (!bytes)
        return bytes.takeError();
      Elements elements{argument.array->elements, *bytes};
      if (elements == copy.elements() || !elements.overlaps(copy.elements()))
        continue;
      return Error(Diagnostic{Severity::Error,
                              signature.location,
                              "argument #" + std::to_string(i) + " of '" +
                                  signature.name +
                                  "' overlaps with another one that is copied "
                                  "to the device, and one of them may be "
                                  "modified; pass separate arrays, or the same "
                                  "one",
                              {}});
    }
  return Error::success();
}

Error InPlaceCall::prepare() {
  if (!results.isReturnedNumber() && !signature.results.empty())
    pointers.push_back(results.address());
  descriptors.reserve(arguments.size());
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    if (!argument.array)
      pointers.push_back(const_cast<unsigned char *>(argument.number.bytes));
    else if (Error error = addArray(*argument.array, i))
      return error;
  }
  if (results.isReturnedNumber())
    pointers.push_back(results.address());
  return checkOverlaps();
}

//===----------------------------------------------------------------------===//
// Outputs
//===----------------------------------------------------------------------===//

static Elements elementsOf(const ArrayView &array) {
  // The size of an array that exists does not overflow.
  uint64_t bytes = zyn::runtime::elementBytes(array.type);
  for (int64_t size : sizesOf(array))
    bytes *= size;
  return {array.elements, bytes};
}

/// Whether the function may write a result to the memory of its output while it
/// still reads its arguments.
bool InPlaceCall::isUsableAsResult(size_t result) const {
  const ArrayView &output = outputs[result];
  if (!isUsedInPlace(output))
    return false;
  Elements memory = elementsOf(output);
  auto overlaps = [&](const ArrayView &array) {
    return memory.overlaps(elementsOf(array));
  };
  for (const InPlaceArgument &argument : arguments)
    if (argument.array && overlaps(*argument.array))
      return false;
  for (auto [i, other] : llvm::enumerate(outputs))
    if (i != result && overlaps(other))
      return false;
  return true;
}

/// Returns the memory that the function may use for its results.
std::vector<ResultMemory> InPlaceCall::resultMemory() const {
  std::vector<ResultMemory> memory(outputs.size());
  for (size_t i = 0; i < outputs.size(); ++i)
    if (isUsableAsResult(i))
      memory[i] = {outputs[i].elements, elementsOf(outputs[i]).bytes};
  return memory;
}

/// Checks the sizes, which are only known after the call.
Error InPlaceCall::checkSizes(size_t result) {
  const ArrayView &output = outputs[result];
  std::vector<int64_t> shape = results.shapeOf(result);
  if (sizesOf(output) == llvm::ArrayRef<int64_t>(shape))
    return Error::success();
  return addLocation(signature,
                     Error("output #" + std::to_string(result) + " of '" +
                           signature.name + "' is an array of " +
                           formatShape(shape, output.type) + ", found one of " +
                           formatShape(sizesOf(output).vec(), output.type)));
}

Error InPlaceCall::writeOutput(size_t result) {
  const ArrayView &output = outputs[result];
  char *elements = results.elementsOf(result);
  uint64_t bytes = elementsOf(output).bytes;
  if (!bytes || elements == output.elements)
    return Error::success();
  return output.isOnDevice
             ? stream.copy(output.elements, elements, bytes)
             : stream.copyToHost(output.elements, elements, bytes);
}

/// Writes the results to the outputs and frees them.
Error InPlaceCall::writeOutputs() {
  Error error;
  for (size_t i = 0; i < outputs.size() && !error; ++i)
    error = checkSizes(i);
  for (size_t i = 0; i < outputs.size() && !error; ++i)
    error = writeOutput(i);
  llvm::SmallVector<void *> kept;
  for (const ArrayView &output : outputs)
    kept.push_back(output.elements);
  results.release(stream.context(), kept);
  return error;
}

//===----------------------------------------------------------------------===//
// The call
//===----------------------------------------------------------------------===//

Expected<std::vector<Result>> InPlaceCall::run(HostJIT::Entry entry) {
  if (Error error = stream.invoke(entry, pointers.data(), resultMemory()))
    return error;
  Expected<std::vector<Result>> taken = std::vector<Result>();
  if (outputs.empty())
    taken = results.take(stream);
  else if (Error error = writeOutputs())
    return error;
  if (taken)
    for (const Copy &copy : copies)
      if (Error error = copyBack(copy))
        return error;
  return taken;
}

static Error checkOutputs(const Signature &signature,
                          llvm::ArrayRef<ArrayView> outputs) {
  size_t expected = signature.results.size();
  if (!outputs.empty() && outputs.size() != expected)
    return Error("'" + signature.name + "' returns " +
                 std::to_string(expected) +
                 (expected == 1 ? " result, " : " results, ") +
                 std::to_string(outputs.size()) + " outputs given");
  for (size_t i = 0; i < outputs.size(); ++i)
    if (Error error = checkOutput(signature, i, outputs[i]))
      return error;
  return Error::success();
}

Expected<std::vector<Result>>
CompiledFunction::callInPlace(Context &context,
                              const std::vector<InPlaceArgument> &arguments,
                              InPlaceOptions options) const {
  if (Error error = checkDevice(compilation(), context))
    return error;
  if (Error error = checkArgumentCount(signature(), arguments.size()))
    return error;
  for (size_t i = 0; i < arguments.size(); ++i)
    if (Error error = checkArgument(signature(), i, arguments[i]))
      return addLocation(signature(), error);
  if (Error error = checkOutputs(signature(), options.outputs))
    return addLocation(signature(), error);
  InPlaceCall call(context, *this, arguments, options);
  if (Error error = call.prepare())
    return error;
  return call.run(code->code.jit.entry());
}
