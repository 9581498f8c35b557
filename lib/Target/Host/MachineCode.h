//===- MachineCode.h - Instructions of a function ------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_HOST_MACHINECODE_H
#define ZYN_LIB_TARGET_HOST_MACHINECODE_H

#include "MachineDescription.h"
#include "llvm/Object/ObjectFile.h"

#include <optional>
#include <vector>

namespace zyn::compiler {

struct MachineInstruction {
  llvm::MCInst inst;
  /// From the start of the section.
  uint64_t offset;
  /// In bytes.
  uint64_t size;
  /// The function that a call or a tail call refers to, if it has a name.
  llvm::StringRef callee;
  /// Of a direct branch to the same section, unless a relocation decides.
  std::optional<uint64_t> target;
};

/// A function of an object file, which owns the names.
struct MachineCode {
  llvm::object::SectionRef section;
  std::vector<MachineInstruction> instructions;
};

/// Disassembles a function of `object`. Errors: it is for another machine; it
/// is damaged; it does not define the function.
llvm::Expected<MachineCode>
disassembleFunction(const llvm::object::ObjectFile &object,
                    llvm::StringRef function,
                    const MachineDescription &machine);

} // namespace zyn::compiler

#endif // ZYN_LIB_TARGET_HOST_MACHINECODE_H
