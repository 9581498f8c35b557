//===- Module.cpp - Loaded modules and their kernels ----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Runtime/Module.h"

#include <algorithm>

using namespace zyn::runtime;

Kernel::~Kernel() = default;
Module::~Module() = default;

Error Module::unknownKernel(std::string_view name) const {
  std::string text = "no kernel '" + std::string(name) + "': the module has ";
  if (entries.empty())
    text += "none";
  for (const KernelSignature &entry : entries)
    text += (&entry == &entries.front() ? "'" : ", '") + entry.name + "'";
  return Error(text);
}

std::vector<const Kernel *> Module::foundKernels() {
  std::lock_guard<std::mutex> lock(mutex);
  std::vector<const Kernel *> kernels;
  for (const auto &[name, kernel] : found)
    kernels.push_back(kernel.get());
  return kernels;
}

Expected<Kernel *> Module::find(std::string_view name) {
  std::lock_guard<std::mutex> lock(mutex);
  if (auto known = found.find(name); known != found.end())
    return known->second.get();
  auto entry = std::find_if(
      entries.begin(), entries.end(),
      [&](const KernelSignature &entry) { return entry.name == name; });
  Expected<std::unique_ptr<Kernel>> kernel =
      prepare(name, entry == entries.end() ? nullptr : &*entry);
  if (!kernel)
    return kernel.takeError();
  return (found[std::string(name)] = std::move(*kernel)).get();
}
