//===- X86Features.h - Features of x86-64 processors ------------*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_HOST_X86FEATURES_H
#define ZYN_LIB_TARGET_HOST_X86FEATURES_H

#include "ProcessorCheck.h"

#include "llvm/ADT/SmallVector.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace zyn::compiler {

/// A feature that the instruction `cpuid` reports.
struct CPUIDFeature {
  enum Register { EAX, EBX, ECX, EDX };

  std::string_view name;
  uint32_t leaf;
  uint32_t subleaf;
  Register reg;
  /// One of these bits of the register is set.
  uint32_t mask;
  /// The registers that the operating system saves, as bits of XCR0.
  uint32_t state = 0;
};

/// What the processor must have that runs the code.
struct X86Features {
  explicit X86Features(const UsedFeatures &used);

  bool empty() const;

  /// The bits of libgcc's `__cpu_model` and `__cpu_features2`.
  std::array<uint32_t, 4> known{};
  /// Those that libgcc 12 does not know.
  llvm::SmallVector<const CPUIDFeature *> others;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_TARGET_HOST_X86FEATURES_H
