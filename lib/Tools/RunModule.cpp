//===- RunModule.cpp - Runs a function of an .mlir file -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "CompileModule.h"
#include "Descriptor.h"
#include "Outputs.h"
#include "ParseModule.h"
#include "Run.h"
#include "RunProgram.h"

#include "llvm/Support/MathExtras.h"

#include <cstdio>

using zyn::runtime::Array;
using zyn::runtime::Context;
using zyn::runtime::DeviceKind;
using zyn::runtime::Error;
using zyn::runtime::Expected;
using zyn::tools::Argument;
using zyn::tools::Descriptor;
using zyn::tools::HostJIT;
using zyn::tools::Number;
using zyn::tools::Signature;
using zyn::tools::ValueType;

namespace {

/// The results of a call, as the struct that MLIR's C interface writes, or as
/// the one number that it returns.
class Results {
public:
  explicit Results(const Signature &signature) : signature(signature) {
    size_t end = 0;
    for (const ValueType &type : signature.results) {
      size_t size = zyn::runtime::elementBytes(type.element);
      size_t alignment = type.isArray ? 8 : size;
      end = llvm::alignTo(end, alignment);
      offsets.push_back(end);
      end += type.isArray ? 8 * Descriptor::wordsFor(type.shape.size()) : size;
    }
    storage.resize(end / 8 + 1);
  }

  bool isReturnedNumber() const {
    return signature.results.size() == 1 && !signature.results[0].isArray;
  }

  void *address() { return storage.data(); }

  /// Copies the results to the host.
  Expected<std::vector<Array>> read(Context &context) {
    std::vector<Array> arrays;
    for (auto [i, type] : llvm::enumerate(signature.results)) {
      Expected<Array> array = Array::create(type.element, shapeOf(i));
      if (!array)
        return array.takeError();
      uint64_t size = zyn::runtime::elementBytes(type.element);
      if (!type.isArray)
        std::memcpy(array->begin(), at(i), size);
      else if (array->bytes())
        if (Error error = context.copyToHost(
                array->begin(),
                reinterpret_cast<char *>(word(i, 1)) + word(i, 2) * size,
                array->bytes()))
          return error;
      arrays.push_back(std::move(*array));
    }
    return arrays;
  }

  /// Gives the buffers of the last call back, if there was one.
  void release(Context &context) {
    for (auto [i, type] : llvm::enumerate(signature.results))
      if (type.isArray && word(i, 0))
        // A result that is a constant is no block of the pool's.
        (void)context.free(reinterpret_cast<void *>(word(i, 0)));
    storage.assign(storage.size(), 0);
  }

private:
  char *at(size_t result) {
    return reinterpret_cast<char *>(storage.data()) + offsets[result];
  }
  uint64_t word(size_t result, size_t i) {
    return reinterpret_cast<uint64_t *>(at(result))[i];
  }
  std::vector<int64_t> shapeOf(size_t result) {
    std::vector<int64_t> shape;
    for (size_t i = 0; i < signature.results[result].shape.size(); ++i)
      shape.push_back(int64_t(word(result, 3 + i)));
    return shape;
  }

  const Signature &signature;
  std::vector<size_t> offsets;
  std::vector<uint64_t> storage;
};

/// A compiled function with its arguments in place.
class Call {
public:
  Call(Context &context, const Signature &signature, HostJIT::Entry entry)
      : context(context), signature(signature), entry(entry),
        results(signature) {}

  ~Call() {
    results.release(context);
    for (void *memory : owned)
      (void)context.free(memory);
  }

  /// Copies the arguments to the device; on the host, they are used in place.
  Error bind(std::vector<Argument> given) {
    arguments = std::move(given);
    if (!results.isReturnedNumber() && !signature.results.empty())
      pointers.push_back(results.address());
    descriptors.reserve(arguments.size());
    for (auto [argument, type] : llvm::zip(arguments, signature.arguments)) {
      if (!type.isArray) {
        pointers.push_back(argument.number.bytes);
        continue;
      }
      Expected<void *> memory = place(*argument.array, type.isBuffer);
      if (!memory)
        return memory.takeError();
      descriptors.emplace_back(*memory, argument.array->shape());
      pointers.push_back(descriptors.back().address());
    }
    if (results.isReturnedNumber())
      pointers.push_back(results.address());
    return Error::success();
  }

  Error run() {
    results.release(context);
    return context.invoke(entry, pointers.data());
  }

  Expected<std::vector<Array>> read() { return results.read(context); }

private:
  /// A tensor is not written to. A memref may be, and be freed or returned: it
  /// is a copy in the device's memory.
  Expected<void *> place(Array &array, bool isBuffer) {
    if (context.device().kind == DeviceKind::CPU && !isBuffer)
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
  const Signature &signature;
  const HostJIT::Entry entry;
  Results results;
  std::vector<Argument> arguments;
  std::vector<Descriptor> descriptors;
  std::vector<void *> pointers, owned;
};

} // namespace

static Error checkOutputCount(const zyn::tools::RunOptions &options,
                              const Signature &signature) {
  size_t given = options.outputs.size(), expected = signature.results.size();
  if (given == 0 || given == expected)
    return Error::success();
  return Error(signature.place + ": error: '" + signature.name + "' returns " +
               std::to_string(expected) +
               (expected == 1 ? " result, " : " results, ") +
               std::to_string(given) + " -o given");
}

Error zyn::tools::runModule(const RunOptions &options) {
  std::unique_ptr<mlir::MLIRContext> mlirContext = createMLIRContext();
  Expected<mlir::OwningOpRef<mlir::ModuleOp>> module =
      parseModule(*mlirContext, options.file);
  if (!module)
    return module.takeError();
  if (hasProgram(**module, options.entry))
    return runProgram(**module, options);
  if (options.hasProgramOptions())
    return notForPrograms(options);
  ModuleCompiler compiler;
  Expected<Signature> signature =
      compiler.choose(**module, options.file, options.entry);
  if (!signature)
    return signature.takeError();
  if (Error error = checkOutputCount(options, *signature))
    return error;
  if (Error error = checkOutputs(options.outputs))
    return error;
  Expected<std::unique_ptr<Context>> context =
      createContext(options.device, options);
  if (!context)
    return context.takeError();
  Expected<std::vector<Argument>> arguments =
      readArguments(*signature, options.inputs, options.seed, **context);
  if (!arguments)
    return arguments.takeError();

  Expected<HostJIT> code =
      compiler.compile((*context)->device(), options.check);
  if (!code)
    return code.takeError();
  Call call(**context, *signature, code->entry());
  if (Error error = call.bind(std::move(*arguments)))
    return error;
  Error error = repeatRuns(**context, options, [&] { return call.run(); });
  for (const std::string &warning : (*context)->emulatorWarnings())
    std::fprintf(stderr, "%s\n", warning.c_str());
  if (error)
    return error;
  if (options.noOutput && options.outputs.empty())
    return Error::success();
  Expected<std::vector<Array>> results = call.read();
  if (!results)
    return results.takeError();
  std::vector<std::string> numbers;
  for (const ValueType &type : signature->results)
    numbers.push_back(type.isArray ? "" : type.text);
  return writeOutputs(options, *results, numbers);
}
