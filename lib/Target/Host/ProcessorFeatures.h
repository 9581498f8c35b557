//===- ProcessorFeatures.h - Features that code may use ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_HOST_PROCESSORFEATURES_H
#define ZYN_LIB_TARGET_HOST_PROCESSORFEATURES_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

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
struct ProcessorFeatures {
  /// The bits of libgcc's `__cpu_model` and `__cpu_features2`.
  std::array<uint32_t, 4> known{};
  /// Those that libgcc 12 does not know.
  llvm::SmallVector<const CPUIDFeature *> others;

  bool empty() const;
};

/// Returns the features of an x86-64 processor, without those of every one,
/// that the code of `module` for `machine` may use. `requested` are those that
/// the user added, such as "+avx512f,-fma".
ProcessorFeatures getUsedFeatures(const llvm::Module &module,
                                  const llvm::TargetMachine &machine,
                                  llvm::StringRef requested);

} // namespace zyn::compiler

#endif // ZYN_LIB_TARGET_HOST_PROCESSORFEATURES_H
