//===- MachineCode.cpp - Disassembly of a function ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MachineCode.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Object/SymbolSize.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace zyn::compiler;
using llvm::object::ObjectFile;
using llvm::object::RelocationRef;
using llvm::object::SectionRef;
using llvm::object::SymbolRef;

namespace {
struct FunctionSymbol {
  SectionRef section;
  /// In the section, in bytes.
  uint64_t begin, size;
};

/// The names that the instructions of a section refer to, by offset.
struct Names {
  std::map<uint64_t, llvm::StringRef> definitions, relocations;
};
} // namespace

static llvm::Expected<FunctionSymbol> findFunction(const ObjectFile &object,
                                                   llvm::StringRef function) {
  for (auto [symbol, size] : llvm::object::computeSymbolSizes(object)) {
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    if (*name != function)
      continue;
    llvm::Expected<SymbolRef::Type> type = symbol.getType();
    if (!type)
      return type.takeError();
    llvm::Expected<llvm::object::section_iterator> section =
        symbol.getSection();
    if (!section)
      return section.takeError();
    if (*type != SymbolRef::ST_Function || *section == object.section_end())
      continue;
    llvm::Expected<uint64_t> address = symbol.getAddress();
    if (!address)
      return address.takeError();
    return FunctionSymbol{**section, *address - (*section)->getAddress(), size};
  }
  return llvm::createStringError("expected the object file to define '" +
                                 function + "', found no such function");
}

/// Collects the names of functions in `section`.
static llvm::Error findDefinitions(const ObjectFile &object, SectionRef section,
                                   Names &names) {
  for (SymbolRef symbol : object.symbols()) {
    llvm::Expected<SymbolRef::Type> type = symbol.getType();
    if (!type)
      return type.takeError();
    if (*type != SymbolRef::ST_Function)
      continue;
    llvm::Expected<llvm::object::section_iterator> in = symbol.getSection();
    if (!in)
      return in.takeError();
    if (*in == object.section_end() || **in != section)
      continue;
    llvm::Expected<uint64_t> address = symbol.getAddress();
    if (!address)
      return address.takeError();
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    if (!name)
      return name.takeError();
    names.definitions.try_emplace(*address - section.getAddress(), *name);
  }
  return llvm::Error::success();
}

/// Collects the names that relocations of the function refer to. Those of
/// variables are empty.
static llvm::Error findRelocations(const ObjectFile &object,
                                   const FunctionSymbol &function,
                                   Names &names) {
  for (SectionRef section : object.sections()) {
    llvm::Expected<llvm::object::section_iterator> relocated =
        section.getRelocatedSection();
    if (!relocated)
      return relocated.takeError();
    if (*relocated == object.section_end() || **relocated != function.section)
      continue;
    for (RelocationRef relocation : section.relocations()) {
      uint64_t offset = relocation.getOffset();
      if (offset < function.begin || offset >= function.begin + function.size)
        continue;
      llvm::StringRef &entry = names.relocations[offset];
      llvm::object::symbol_iterator symbol = relocation.getSymbol();
      if (symbol == object.symbol_end())
        continue;
      llvm::Expected<SymbolRef::Type> type = symbol->getType();
      if (!type)
        return type.takeError();
      // The type of a symbol of another object file is unknown.
      if (*type != SymbolRef::ST_Function && *type != SymbolRef::ST_Unknown)
        continue;
      llvm::Expected<llvm::StringRef> name = symbol->getName();
      if (!name)
        return name.takeError();
      entry = *name;
    }
  }
  return llvm::Error::success();
}

/// Finds out where a branch or a call goes to.
static void resolveTarget(MachineInstruction &instruction, const Names &names,
                          const MachineDescription &machine) {
  auto relocation = names.relocations.lower_bound(instruction.offset);
  if (relocation != names.relocations.end() &&
      relocation->first < instruction.offset + instruction.size) {
    instruction.callee = relocation->second;
    return;
  }
  uint64_t target;
  if (!machine.analysis->evaluateBranch(instruction.inst, instruction.offset,
                                        instruction.size, target))
    return;
  instruction.target = target;
  auto definition = names.definitions.find(target);
  if (definition != names.definitions.end())
    instruction.callee = definition->second;
}

llvm::Expected<MachineCode>
zyn::compiler::disassembleFunction(const ObjectFile &object,
                                   llvm::StringRef function,
                                   const MachineDescription &machine) {
  if (object.getArch() != machine.triple.getArch())
    return llvm::createStringError(
        "expected an object file for " + machine.triple.getArchName() +
        ", found one for " +
        llvm::Triple::getArchTypeName(
            static_cast<llvm::Triple::ArchType>(object.getArch())));
  llvm::Expected<FunctionSymbol> symbol = findFunction(object, function);
  if (!symbol)
    return symbol.takeError();
  llvm::Expected<llvm::StringRef> contents = symbol->section.getContents();
  if (!contents)
    return contents.takeError();
  if (symbol->begin > contents->size() ||
      symbol->size > contents->size() - symbol->begin)
    return llvm::createStringError("expected '" + function +
                                   "' to lie within its section of " +
                                   llvm::Twine(contents->size()) + " bytes");
  Names names;
  if (llvm::Error error = findDefinitions(object, symbol->section, names))
    return error;
  if (llvm::Error error = findRelocations(object, *symbol, names))
    return error;

  MachineCode code{symbol->section, {}};
  uint64_t end = symbol->begin + symbol->size;
  for (uint64_t offset = symbol->begin; offset < end;) {
    MachineInstruction instruction;
    instruction.offset = offset;
    auto bytes = llvm::arrayRefFromStringRef(contents->slice(offset, end));
    if (machine.disassembler->getInstruction(instruction.inst, instruction.size,
                                             bytes, offset, llvm::nulls()) ==
            llvm::MCDisassembler::Fail ||
        !instruction.size)
      return llvm::createStringError(
          "expected an instruction at byte " +
          llvm::Twine(offset - symbol->begin) + " of '" + function +
          "', found bytes that are none on " + machine.subtarget.getCPU());
    if (machine.analysis->mayAffectControlFlow(instruction.inst,
                                               machine.registers))
      resolveTarget(instruction, names, machine);
    offset += instruction.size;
    code.instructions.push_back(std::move(instruction));
  }
  return code;
}
