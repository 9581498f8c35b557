//===- MachineDescription.h - LLVM's tables of a machine ------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_HOST_MACHINEDESCRIPTION_H
#define ZYN_LIB_TARGET_HOST_MACHINEDESCRIPTION_H

#include "llvm/MC/MCContext.h"
#include "llvm/MC/MCDisassembler/MCDisassembler.h"
#include "llvm/MC/MCInstPrinter.h"
#include "llvm/MC/MCInstrAnalysis.h"
#include "llvm/MC/MCInstrInfo.h"
#include "llvm/MC/MCRegisterInfo.h"
#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/Error.h"
#include "llvm/Target/TargetMachine.h"

#include <memory>
#include <string>

namespace zyn::compiler {

/// What LLVM knows about the instructions of a machine.
struct MachineDescription {
  /// Errors: LLVM has no scheduling model of the processor; the disassembler of
  /// the target is not registered.
  static llvm::Expected<std::unique_ptr<MachineDescription>>
  create(const llvm::TargetMachine &machine);

  const llvm::MCInstrDesc &describe(const llvm::MCInst &inst) const {
    return instructions.get(inst.getOpcode());
  }

  /// Returns an instruction in assembly, on x86 in Intel's syntax, with single
  /// spaces.
  std::string print(const llvm::MCInst &inst) const;

  /// Returns the part of `print` before the operands.
  std::string printMnemonic(const llvm::MCInst &inst) const;

  const llvm::Triple &triple;
  const llvm::MCRegisterInfo &registers;
  const llvm::MCInstrInfo &instructions;
  const llvm::MCSubtargetInfo &subtarget;
  const llvm::MCAsmInfo &assembly;
  llvm::MCContext context;
  std::unique_ptr<llvm::MCDisassembler> disassembler;
  std::unique_ptr<llvm::MCInstrAnalysis> analysis;
  std::unique_ptr<llvm::MCInstPrinter> printer;

private:
  explicit MachineDescription(const llvm::TargetMachine &machine);
};

} // namespace zyn::compiler

#endif // ZYN_LIB_TARGET_HOST_MACHINEDESCRIPTION_H
