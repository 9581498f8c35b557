//===- CompiledFunction.cpp - Compiled functions --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/CompiledFunction.h"

#include "CallResults.h"
#include "CompiledFunctionCode.h"
#include "Descriptor.h"
#include "DeviceMemory.h"
#include "Zyn/Runtime/Timing.h"
#include "Zyn/Target/Target.h"

using namespace zyn::compiler;
using zyn::runtime::Array;
using zyn::runtime::Context;
using zyn::runtime::Error;
using zyn::runtime::Expected;

class FunctionCall::Impl {
public:
  Impl(Context &context, std::shared_ptr<const CompiledFunction::Code> code)
      : context(context), code(std::move(code)),
        results(this->code->signature) {}

  ~Impl() {
    results.release(context);
    for (void *memory : owned)
      (void)context.free(memory);
  }

  Error bind(std::vector<Argument> given) {
    const Signature &signature = code->signature;
    arguments = std::move(given);
    if (Error error = checkFit())
      return error;
    if (!results.isReturnedNumber() && !signature.results.empty())
      pointers.push_back(results.address());
    descriptors.reserve(arguments.size());
    for (auto [argument, type] : llvm::zip(arguments, signature.arguments)) {
      if (!type.isArray) {
        pointers.push_back(argument.number.bytes);
        continue;
      }
      Expected<void *> memory = copyIn(*argument.array, type.isBuffer);
      if (!memory)
        return memory.takeError();
      if (type.isBuffer)
        buffers.emplace_back(&*argument.array, *memory);
      descriptors.emplace_back(*memory, argument.array->shape());
      pointers.push_back(descriptors.back().address());
    }
    if (results.isReturnedNumber())
      pointers.push_back(results.address());
    return Error::success();
  }

  Error run() {
    results.release(context);
    return context.invoke(code->code.jit.entry(), pointers.data());
  }

  Expected<std::vector<Array>> read() {
    if (Error error = context.synchronize())
      return error;
    return results.read(context);
  }

  Expected<std::vector<Array>> readBuffers() {
    if (Error error = context.synchronize())
      return error;
    std::vector<Array> arrays;
    for (auto [given, memory] : buffers) {
      Expected<Array> array = Array::create(given->type(), given->shape());
      if (!array)
        return array.takeError();
      if (array->bytes())
        if (Error error =
                context.copyToHost(array->begin(), memory, array->bytes()))
          return error;
      arrays.push_back(std::move(*array));
    }
    return arrays;
  }

  const Signature &getSignature() const { return code->signature; }
  Context &getContext() const { return context; }

private:
  bool isCopied(bool isBuffer) const {
    return isBuffer || !getTarget(context.device().kind).readsArraysInPlace();
  }

  /// Checks that the call fits into memory before anything is copied.
  Error checkFit() const {
    std::vector<BufferSize> copied;
    const Signature &signature = code->signature;
    for (auto [i, argument] : llvm::enumerate(arguments))
      if (const ValueType &type = signature.arguments[i];
          type.isArray && isCopied(type.isBuffer))
        copied.push_back({argument.array->bytes(), argument.array->shape(),
                          zyn::runtime::elementName(type.element),
                          "argument #" + std::to_string(i)});
    // Code for the host uses constants in place.
    ConstantList constants;
    if (!getTarget(context.device().kind).readsArraysInPlace())
      constants = code->code.constants;
    return checkMemory(context, signature, copied, constants,
                       code->code.allocations);
  }

  /// Tensors are not written, so they may be used in place. Memrefs may be
  /// written, freed or returned, so they are copied to the device's memory.
  Expected<void *> copyIn(Array &array, bool isBuffer) {
    if (!isCopied(isBuffer))
      return array.begin();
    Expected<void *> memory = context.allocate(array.bytes());
    if (!memory)
      return memory;
    owned.push_back(*memory);
    if (array.bytes())
      if (Error error =
              context.copyToDevice(*memory, array.begin(), array.bytes()))
        return error;
    return memory;
  }

  Context &context;
  const std::shared_ptr<const CompiledFunction::Code> code;
  CallResults results;
  std::vector<Argument> arguments;
  std::vector<Descriptor> descriptors;
  std::vector<void *> pointers, owned;
  /// The given array and the memory of each memref argument.
  std::vector<std::pair<const Array *, void *>> buffers;
};

FunctionCall::FunctionCall(std::unique_ptr<Impl> impl)
    : impl(std::move(impl)) {}
FunctionCall::FunctionCall(FunctionCall &&) = default;
FunctionCall::~FunctionCall() = default;

Error FunctionCall::run() { return impl->run(); }

Expected<std::vector<Array>> FunctionCall::readResults() {
  return impl->read();
}

Expected<std::vector<Array>> FunctionCall::readBuffers() {
  return impl->readBuffers();
}

const Signature &FunctionCall::signature() const {
  return impl->getSignature();
}

Context &FunctionCall::context() const { return impl->getContext(); }

CompiledFunction::CompiledFunction(std::shared_ptr<const Code> code)
    : code(std::move(code)) {}

const Signature &CompiledFunction::signature() const { return code->signature; }

const Compilation &CompiledFunction::compilation() const {
  return code->code.compilation;
}

Expected<FunctionCall>
CompiledFunction::bind(Context &context,
                       std::vector<Argument> arguments) const {
  if (Error error = checkDevice(compilation(), context))
    return error;
  if (Error error = convertArguments(signature(), arguments))
    return error;
  auto call = std::make_unique<FunctionCall::Impl>(context, code);
  if (Error error = call->bind(std::move(arguments)))
    return error;
  return FunctionCall(std::move(call));
}

Expected<std::vector<Array>>
CompiledFunction::call(Context &context,
                       std::vector<Argument> arguments) const {
  Expected<FunctionCall> call = bind(context, std::move(arguments));
  if (!call)
    return call.takeError();
  if (Error error = call->run())
    return error;
  return call->readResults();
}

Expected<std::vector<double>>
CompiledFunction::time(Context &context, std::vector<Argument> arguments,
                       int64_t runs) const {
  Expected<FunctionCall> call = bind(context, std::move(arguments));
  if (!call)
    return call.takeError();
  auto run = [&] { return call->run(); };
  if (Error error = runtime::warmUp(context, runtime::warmUpMilliseconds, run))
    return error;
  Expected<std::vector<double>> times = runtime::timeRuns(context, runs, run);
  if (times)
    for (double &time : *times)
      time /= 1000;
  return times;
}

Expected<Profile> CompiledFunction::profile(Context &context,
                                            std::vector<Argument> arguments,
                                            int64_t calls) const {
  Expected<FunctionCall> call = bind(context, std::move(arguments));
  if (!call)
    return call.takeError();
  return profileCalls(context, calls, [&] { return call->run(); });
}

Error zyn::compiler::checkDevice(const Compilation &compilation,
                                 const Context &context) {
  if (context.device().kind == compilation.device.kind)
    return Error::success();
  return Error("it was compiled for '" + compilation.device.label() +
               "', but the context is on '" + context.device().label() + "'");
}
