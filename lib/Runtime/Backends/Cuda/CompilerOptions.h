//===- CompilerOptions.h - Options of the driver's compiler ----*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_RUNTIME_BACKENDS_CUDA_COMPILEROPTIONS_H
#define ZYN_LIB_RUNTIME_BACKENDS_CUDA_COMPILEROPTIONS_H

#include "Driver.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace zyn::runtime {

/// Options with which the driver compiles PTX, as it expects them.
class CompilerOptions {
public:
  CompilerOptions() = default;
  /// Those of all PTX. Kernels that call no functions are compiled on several
  /// threads.
  CompilerOptions(const Driver &driver, std::string_view ptx);

  /// Adds a `CUjit_option`. The value may be a pointer.
  void add(int name, intptr_t value);

  unsigned size() const { return optionNames.size(); }
  int *names() { return optionNames.data(); }
  void **values() { return optionValues.data(); }

private:
  std::vector<int> optionNames;
  std::vector<void *> optionValues;
};

} // namespace zyn::runtime

#endif // ZYN_LIB_RUNTIME_BACKENDS_CUDA_COMPILEROPTIONS_H
