//===- CodeGen.h - Code for the processor of the host -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_HOST_CODEGEN_H
#define ZYN_TARGET_HOST_CODEGEN_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace zyn::compiler {

/// The processor that runs the code, in LLVM's terms. The default is this
/// machine's.
struct HostProcessor {
  /// Such as "znver4" or "x86-64-v3".
  std::string cpu = "native";
  /// Added to those of the processor, such as "+avx512f,-fma".
  std::string features;
};

/// Returns a code generator for position-independent code. Error: LLVM does not
/// know the processor or a feature.
llvm::Expected<std::unique_ptr<llvm::TargetMachine>>
createHostMachine(const HostProcessor &processor);

/// Optimizes `module` for `machine`, like clang with -O3 or the level in the
/// module's flag `zyn-opt-level`, at which code is generated later, too. If
/// `entries` is not empty, all other functions become internal.
void optimizeForHost(llvm::Module &module, llvm::TargetMachine &machine,
                     llvm::ArrayRef<llvm::StringRef> entries = {});

/// Adds a function that runs when a program is loaded, and ends it with a
/// message unless the processor has the features that the code of `module` for
/// `machine` may use: those of the processor that LLVM selects instructions of,
/// and those in `requested`, such as "+avx512f,-fma". Only for x86-64, and for
/// AArch64 with Linux.
void addProcessorCheck(llvm::Module &module, const llvm::TargetMachine &machine,
                       llvm::StringRef requested);

/// The function that touches pages, without arguments, and how many bytes
/// of the stack: those of a function without allocations, its callees, and
/// what is around it.
inline constexpr llvm::StringLiteral touchFunction = "zyn_touch_pages";
inline constexpr uint64_t touchedStackBytes = 128 << 10;

/// Makes the code of functions on critical paths (LLVM's `hot`) and the stack
/// of the main thread present when a program is loaded, by a function that
/// other threads may call, too. `module` is optimized. Only for ELF files.
void addFirstTouch(llvm::Module &module, const llvm::TargetMachine &machine);

/// Returns the object file for an optimized module.
llvm::Expected<llvm::SmallVector<char, 0>>
emitObject(llvm::Module &module, llvm::TargetMachine &machine);

/// Called by several threads.
using MachineCreator =
    std::function<llvm::Expected<std::unique_ptr<llvm::TargetMachine>>()>;

/// Returns object files for a module of which only `entry` is called from
/// outside. With `optimize`, it is optimized, and functions that do the same
/// become one. If it is large, several threads compile parts of it.
llvm::Expected<std::vector<llvm::SmallVector<char, 0>>>
emitObjects(llvm::Module &module, llvm::StringRef entry, bool optimize,
            const MachineCreator &createMachine);

} // namespace zyn::compiler

#endif // ZYN_TARGET_HOST_CODEGEN_H
