//===- CompilerOptions.cpp - Options of the driver's compiler ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CompilerOptions.h"

using namespace zyn::runtime;

/// Returns whether PTX has several kernels, but no functions. Those that are
/// compiled on several threads have the same machine code; programs with
/// functions are a sixth slower then.
static bool hasOnlyKernels(std::string_view ptx) {
  constexpr std::string_view kernel = ".entry", function = ".func";
  size_t first = ptx.find(kernel);
  return first != ptx.npos &&
         ptx.find(kernel, first + kernel.size()) != ptx.npos &&
         ptx.find(function) == ptx.npos;
}

CompilerOptions::CompilerOptions(const Driver &driver, std::string_view ptx) {
  constexpr int minVersion = 13000, allProcessors = 0;
  if (driver.version >= minVersion && hasOnlyKernels(ptx))
    add(cu::jitSplitCompile, allProcessors);
}

void CompilerOptions::add(int name, intptr_t value) {
  optionNames.push_back(name);
  optionValues.push_back(reinterpret_cast<void *>(value));
}
