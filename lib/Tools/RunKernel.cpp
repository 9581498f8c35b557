//===- RunKernel.cpp - Runs a kernel of a .ptx or .offload file -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Inputs.h"
#include "Outputs.h"
#include "Run.h"
#include "Zyn/Runtime/AtomicFile.h"
#include "Zyn/Runtime/OffloadBinary.h"
#include "Zyn/Runtime/PTXEntries.h"
#include "llvm/ADT/STLExtras.h"

using llvm::StringRef;
using zyn::compiler::Number;
using zyn::runtime::Array;
using zyn::runtime::Context;
using zyn::runtime::Error;
using zyn::runtime::Expected;
using zyn::runtime::KernelArgument;
using zyn::runtime::KernelSignature;
using zyn::tools::RunOptions;

namespace {
/// An array argument, on the host and on the device.
struct DeviceArray {
  Array array;
  void *memory;
};

/// The arguments of a launch. The context frees the device memory.
struct KernelArguments {
  std::vector<KernelArgument> values;
  std::vector<DeviceArray> outputs;
};
} // namespace

static KernelArgument toKernelArgument(const Number &number) {
  auto load = [&](auto value) {
    std::memcpy(&value, number.bytes, sizeof(value));
    return KernelArgument(value);
  };
  switch (zyn::runtime::elementBytes(number.type)) {
  case 1:
    return load(uint8_t());
  case 2:
    return load(uint16_t());
  case 4:
    return load(uint32_t());
  default:
    return load(uint64_t());
  }
}

static bool isOutput(StringRef text) {
  return text.starts_with("out:") || text.starts_with("inout:");
}

static Error addArgument(StringRef text, const RunOptions &options,
                         Context &context, KernelArguments &arguments) {
  auto [kind, rest] = text.split(':');
  if (auto type = zyn::tools::findElementType(kind)) {
    std::optional<Number> number = zyn::tools::parseNumber(rest, *type);
    if (!number)
      return Error("--arg " + text.str() + ": '" + rest.str() +
                   "' is not a number of type " + kind.str());
    arguments.values.push_back(toKernelArgument(*number));
    return Error::success();
  }
  Expected<Array> array =
      kind == "out"
          ? zyn::tools::createArray(rest)
          : zyn::tools::readArray(kind == "inout" ? rest : text, options.seed,
                                  arguments.values.size(), context);
  if (!array)
    return array.takeError();
  Expected<void *> memory = context.allocate(array->bytes());
  if (!memory)
    return memory.takeError();
  if (Error error =
          context.copyToDevice(*memory, array->begin(), array->bytes()))
    return error;
  arguments.values.emplace_back(*memory);
  if (isOutput(text))
    arguments.outputs.push_back({std::move(*array), *memory});
  return Error::success();
}

static std::string listKernels(const std::vector<KernelSignature> &kernels) {
  std::string text = "the kernels are ";
  for (auto [i, kernel] : llvm::enumerate(kernels))
    text += (i ? ", '" : "'") + kernel.name + "'";
  return text;
}

/// Chooses the kernel to launch from those of the image.
static Error chooseKernel(const std::vector<KernelSignature> &kernels,
                          const RunOptions &options, std::string &chosen) {
  if (kernels.empty())
    return Error::at(options.file,
                     "found no kernel: expected PTX text with an .entry");
  if (options.kernel.empty()) {
    if (kernels.size() > 1)
      return Error::at(options.file,
                       listKernels(kernels) + "; choose with --kernel");
    chosen = kernels.front().name;
    return Error::success();
  }
  for (const KernelSignature &kernel : kernels)
    if (kernel.name == options.kernel)
      return Error::success();
  return Error::at(options.file, "no kernel '" + options.kernel + "'; " +
                                     listKernels(kernels));
}

static Error checkOptions(const RunOptions &options) {
  if (!options.hasGrid || !options.hasBlock)
    return Error("a kernel needs --grid and --block");
  if (!options.inputs.empty())
    return Error("'" + options.inputs.front() +
                 "': arguments of a kernel are given with --arg");
  size_t outputs = llvm::count_if(options.kernelArguments, isOutput);
  if (!options.outputs.empty() && options.outputs.size() != outputs)
    return Error("the kernel has " + std::to_string(outputs) +
                 (outputs == 1 ? " output" : " outputs") +
                 " (--arg out:... or inout:...), " +
                 std::to_string(options.outputs.size()) + " -o given");
  return zyn::tools::checkOutputs(options.outputs);
}

Error zyn::tools::runKernel(const RunOptions &options) {
  Expected<std::string> bytes = runtime::readFile(options.file);
  if (!bytes)
    return Error::at(options.file,
                     "cannot read: " + bytes.takeError().message());
  bool isOffload = runtime::isOffloadBinary(*bytes);
  std::string kernel = options.kernel;
  // Those of an offload binary depend on the image that the device loads.
  if (!isOffload)
    if (Error error =
            chooseKernel(runtime::parsePTXEntries(*bytes), options, kernel))
      return error;
  if (Error error = checkOptions(options))
    return error;
  if (options.device == "cpu")
    return Error("PTX runs on a CUDA device, not on 'cpu'");
  Expected<std::unique_ptr<Context>> created = createContext(
      options.device == "auto" ? "cuda" : options.device, options);
  if (!created)
    return created.takeError();
  Context &context = **created;

  Expected<runtime::Module *> module = context.loadModule(
      {isOffload ? runtime::formats::offload : runtime::formats::ptx, *bytes});
  if (!module)
    return Error::at(options.file, module.takeError().message());
  // Machine code does not list its kernels.
  if (isOffload && (kernel.empty() || !(*module)->kernels().empty()))
    if (Error error = chooseKernel((*module)->kernels(), options, kernel))
      return error;
  KernelArguments arguments;
  for (const std::string &text : options.kernelArguments)
    if (Error error = addArgument(text, options, context, arguments))
      return error;
  if (Error error = repeatRuns(context, options, [&] {
        return context.launch(**module, kernel, options.shape,
                              arguments.values);
      }))
    return error;
  printWarnings(context);

  std::vector<Array> outputs;
  for (DeviceArray &output : arguments.outputs) {
    if (Error error = context.copyToHost(output.array.begin(), output.memory,
                                         output.array.bytes()))
      return error;
    outputs.push_back(std::move(output.array));
  }
  return writeOutputs(options, outputs);
}
