//===- MachineDescription.cpp - LLVM's tables of a machine ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineDescription.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/MC/MCAsmInfo.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"

using namespace zyn::compiler;

MachineDescription::MachineDescription(const llvm::TargetMachine &machine)
    : triple(machine.getTargetTriple()),
      registers(*machine.getMCRegisterInfo()),
      instructions(*machine.getMCInstrInfo()),
      subtarget(*machine.getMCSubtargetInfo()),
      assembly(*machine.getMCAsmInfo()),
      context(triple, &assembly, &registers, &subtarget) {
  const llvm::Target &target = machine.getTarget();
  disassembler.reset(target.createMCDisassembler(subtarget, context));
  analysis.reset(target.createMCInstrAnalysis(&instructions));
  if (!analysis)
    analysis = std::make_unique<llvm::MCInstrAnalysis>(&instructions);
  // AT&T's syntax is LLVM's default for x86, but few manuals use it.
  unsigned syntax = triple.isX86() ? 1 : assembly.getAssemblerDialect();
  printer.reset(target.createMCInstPrinter(triple, syntax, assembly,
                                           instructions, registers));
}

llvm::Expected<std::unique_ptr<MachineDescription>>
MachineDescription::create(const llvm::TargetMachine &machine) {
  if (!machine.getMCSubtargetInfo()->getSchedModel().hasInstrSchedModel())
    return llvm::createStringError(
        "LLVM has no scheduling model of the processor '" +
        machine.getTargetCPU() + "'");
  std::unique_ptr<MachineDescription> description(
      new MachineDescription(machine));
  if (!description->disassembler || !description->printer)
    return llvm::createStringError(
        "expected the disassembler and the instruction printer of " +
        machine.getTargetTriple().getArchName() + " to be registered");
  return description;
}

std::string MachineDescription::print(const llvm::MCInst &inst) const {
  std::string text;
  llvm::raw_string_ostream stream(text);
  printer->printInst(&inst, /*Address=*/0, /*Annot=*/"", subtarget, stream);
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(text, words);
  return llvm::join(words, " ");
}

std::string MachineDescription::printMnemonic(const llvm::MCInst &inst) const {
  return llvm::StringRef(printer->getMnemonic(inst).first).trim().str();
}
