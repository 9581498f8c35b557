//===- CudaModule.cpp - Modules and kernels of the driver -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CudaModule.h"
#include "Zyn/Support/GPULimits.h"

#include <algorithm>

using namespace zyn::runtime;

cu::KernelNode CudaKernel::node(const LaunchShape &shape,
                                void **arguments) const {
  cu::KernelNode node;
  node.function = function;
  for (int i = 0; i < 3; ++i) {
    node.grid[i] = static_cast<unsigned>(shape.grid[i]);
    node.block[i] = static_cast<unsigned>(shape.block[i]);
  }
  node.sharedBytes = static_cast<unsigned>(shape.dynamicSharedBytes);
  node.arguments = arguments;
  return node;
}

cu::Result CudaKernel::launch(const Driver &driver, cu::Stream queue,
                              const LaunchShape &shape,
                              void **arguments) const {
  cu::KernelNode launched = node(shape, arguments);
  return driver.launchKernel(function, launched.grid[0], launched.grid[1],
                             launched.grid[2], launched.block[0],
                             launched.block[1], launched.block[2],
                             launched.sharedBytes, queue, arguments, nullptr);
}

Error CudaKernel::check(const Driver &driver, cu::Result result) const {
  if (result == cu::success)
    return Error::success();
  std::string doing = "launch of '" + signature.name + "'";
  return driver.check(result, doing.c_str());
}

CudaModule::~CudaModule() { (void)driver.moduleUnload(handle); }

Expected<std::unique_ptr<Kernel>>
CudaModule::prepare(std::string_view name, const KernelSignature *entry) {
  if (!entry && listsAll)
    return unknownKernel(name);
  auto kernel = std::make_unique<CudaKernel>();
  if (entry)
    kernel->signature = *entry;
  else
    kernel->signature.name = name;
  kernel->hasParameters = entry != nullptr;
  cu::Result result = driver.moduleGetFunction(&kernel->function, handle,
                                               kernel->signature.name.c_str());
  if (!entry && result == cu::notFound)
    return Error("no kernel '" + kernel->signature.name + "' in the cubin");
  if (Error error = driver.check(result, "looking up a kernel"))
    return error;
  int staticSharedBytes = 0, localBytes = 0;
  const std::pair<int, int *> attributes[] = {
      {cu::FunctionMaxThreadsPerBlock, &kernel->maxThreads},
      {cu::FunctionStaticSharedBytes, &staticSharedBytes},
      {cu::FunctionLocalBytes, &localBytes}};
  for (auto [attribute, value] : attributes)
    if (Error error = driver.check(
            driver.funcGetAttribute(value, attribute, kernel->function),
            "querying a kernel's properties"))
      return error;
  kernel->staticSharedBytes = staticSharedBytes;
  kernel->localBytes = localBytes;
  kernel->dynamicSharedAllowed =
      std::max(0, limits::sharedBytesWithoutOptIn - staticSharedBytes);
  kernel->fitsLaunchGraphs =
      entry && localBytes == 0 &&
      std::all_of(
          entry->parameters.begin(), entry->parameters.end(),
          [](const KernelParameter &parameter) { return parameter.bytes > 0; });
  return std::unique_ptr<Kernel>(std::move(kernel));
}
