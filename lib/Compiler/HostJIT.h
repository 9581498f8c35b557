//===- HostJIT.h - Compiles LLVM IR for this machine ---------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_COMPILER_HOSTJIT_H
#define ZYN_LIB_COMPILER_HOSTJIT_H

#include "Zyn/Runtime/Error.h"
#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <string>
#include <utility>

namespace llvm {
class Module;
namespace orc {
class LLJIT;
} // namespace orc
} // namespace llvm

namespace zyn::compiler {

/// A compiled module.
class HostJIT {
public:
  /// Calls a function with an array of pointers: element i points to argument
  /// i. If the function returns a value, an additional element points to the
  /// memory for it.
  using Entry = void (*)(void *);

  /// Compiles `module`, which is modified, for this machine's processor: with
  /// `optimize` like clang with -O3, otherwise with few optimizations. Runtime
  /// calls are resolved to the runtime of this process, and the symbols in
  /// `symbols` to the addresses there, which must be valid as long as the code
  /// is used. With `keepCode`, the machine code is kept on disk, unless the
  /// module is small. Returns LLVM's error.
  static runtime::Expected<HostJIT>
  compile(llvm::Module &module, const std::string &function, bool optimize,
          llvm::ArrayRef<std::pair<std::string, void *>> symbols = {},
          bool keepCode = false);

  HostJIT(HostJIT &&);
  HostJIT &operator=(HostJIT &&);
  ~HostJIT();

  Entry entry() const { return call; }

private:
  HostJIT(std::unique_ptr<llvm::orc::LLJIT> jit, Entry call);

  std::unique_ptr<llvm::orc::LLJIT> jit;
  Entry call;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_COMPILER_HOSTJIT_H
