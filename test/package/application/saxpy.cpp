//===- saxpy.cpp - Compiles and calls an .mlir file -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Compiler/SourceModule.h"
#include "Zyn/Runtime/Context.h"

#include <cstdio>

using zyn::compiler::CompiledFunction;
using zyn::compiler::SourceModule;
using zyn::runtime::Array;
using zyn::runtime::Context;
using zyn::runtime::Device;
using zyn::runtime::Error;
using zyn::runtime::Expected;

static Expected<Array> makeVector(std::initializer_list<float> elements) {
  Expected<Array> array = Array::create(
      zyn::runtime::ElementType::F32, {static_cast<int64_t>(elements.size())});
  if (array)
    std::copy(elements.begin(), elements.end(),
              static_cast<float *>(array->begin()));
  return array;
}

/// Calls `function` with 3, (1, 2, 3, 4) and (1, 1, 1, 1), and prints the
/// result.
static Error callAndPrint(const CompiledFunction &function, Context &context) {
  Expected<Array> x = makeVector({1, 2, 3, 4}), y = makeVector({1, 1, 1, 1});
  if (!x || !y)
    return Error("out of memory");
  Expected<std::vector<Array>> results = function.call(context, {3.0f, *x, *y});
  if (!results)
    return results.takeError();
  const Array &sum = results->front();
  const auto *elements = static_cast<const float *>(sum.begin());
  for (int64_t i = 0; i < sum.shape()[0]; ++i)
    std::printf("%s%g", i == 0 ? "" : " ", elements[i]);
  std::printf("\n");
  return Error::success();
}

static Error run(const std::string &path, const std::string &deviceName) {
  Expected<Device> device = zyn::runtime::findDevice(deviceName);
  if (!device)
    return device.takeError();
  Expected<std::unique_ptr<Context>> context = Context::create(*device);
  if (!context)
    return context.takeError();
  Expected<SourceModule> module = SourceModule::read(path);
  if (!module)
    return module.takeError();
  Expected<CompiledFunction> function = module->compile(*device);
  if (!function)
    return function.takeError();
  return callAndPrint(*function, **context);
}

int main(int argc, char **argv) {
  if (argc < 2) {
    std::fprintf(stderr, "usage: saxpy FILE [DEVICE]\n");
    return 1;
  }
  if (Error error = run(argv[1], argc > 2 ? argv[2] : "cpu")) {
    std::fprintf(stderr, "%s\n", error.message().c_str());
    return 1;
  }
  return 0;
}
