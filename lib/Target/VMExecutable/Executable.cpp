//===- Executable.cpp - View of an executable -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Target/VMExecutable/Executable.h"

#include "Validator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/Twine.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/Endian.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::vm;
using namespace mlir::vm::executable;

std::string vm::escape(StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream stream(escaped);
  for (char c : text)
    if (static_cast<unsigned char>(c) < ' ' || c == 127)
      stream << llvm::format_hex(c, 4);
    else
      stream << c;
  return escaped;
}

std::optional<Executable> Executable::load(StringRef bytes,
                                           std::string &error) {
  Executable executable(bytes);
  if (!ExecutableValidator(executable, error).validate())
    return std::nullopt;
  return executable;
}

uint32_t Executable::word32(uint64_t word) const {
  return llvm::support::endian::read32le(bytes.data() + 4 * word);
}

uint32_t Executable::getWord(Section section, uint32_t record,
                             uint32_t word) const {
  uint64_t offset = word32(kSections + 2 * section);
  return word32((offset + uint64_t(record) * kRecordBytes[section]) / 4 + word);
}

StringRef Executable::getSection(Section section) const {
  return bytes.substr(word32(kSections + 2 * section),
                      uint64_t(getCount(section)) * kRecordBytes[section]);
}

Executable::Instruction Executable::getInstruction(uint32_t pc) const {
  auto word = [&](uint32_t i) { return getWord(kInstructions, pc, i); };
  uint32_t first = word(kOpcodeWord);
  return {first & 0xff, first >> 8 & 0xff, first >> 16 & 0xff,
          first >> 24,  word(kImmediate),  word(kX),
          word(kY),     word(kLocation)};
}

Executable::Matrix Executable::getMatrix(uint32_t number) const {
  auto word = [&](uint32_t i) { return getWord(kMatrices, number, i); };
  return {word(kRows), word(kNonZerosFormat) & 0xffff,
          word(kNonZerosFormat) >> 16, word(kValueOffset),
          word(kStructureOffset)};
}

uint32_t Executable::getValue(uint32_t number) const {
  return getWord(kValues, number, 0);
}

uint32_t Executable::getRowStart(const Matrix &matrix, uint32_t row) const {
  return llvm::support::endian::read16le(getSection(kStructure).data() +
                                         matrix.structureOffset + 2 * row);
}

uint32_t Executable::getColumn(const Matrix &matrix, uint32_t element) const {
  uint32_t starts = 2 * (llvm::popcount(matrix.rows) + 1);
  return static_cast<uint8_t>(
      getSection(kStructure)[matrix.structureOffset + starts + element]);
}

Executable::Routine Executable::getRoutine(uint32_t number) const {
  auto word = [&](uint32_t i) { return getWord(kRoutines, number, i); };
  return {getString(word(kRoutineName)), word(kRoutineEntry),
          word(kRoutineCount),           word(kRoutineEpochs),
          word(kRoutineMemory),          word(kRoutineCallDepth),
          word(kRoutineLocation)};
}

Executable::Buffer Executable::getBuffer(uint32_t number) const {
  auto word = [&](uint32_t i) { return getWord(kBuffers, number, i); };
  return {getString(word(kBufferName)),
          word(kBufferKind),
          word(kBufferRole),
          word(kBufferSize),
          word(kBufferOffset),
          word(kBufferType),
          word(kBufferFirstPhase),
          word(kBufferLastPhase)};
}

SmallVector<Executable::Phase> Executable::getPhases() const {
  SmallVector<Phase> phases;
  for (uint32_t i = 0; i < getCount(kPlan); ++i) {
    auto word = [&](uint32_t j) { return getWord(kPlan, i, j); };
    if (word(kPlanKind) == 0)
      phases.push_back({getString(word(kPhaseName)), word(kPhaseLocation), {}});
    else
      phases.back().launches.push_back({word(kLaunchRoutine),
                                        word(kLaunchInstances),
                                        word(kLaunchLocation)});
  }
  return phases;
}

StringRef Executable::getString(uint32_t offset) const {
  return getSection(kStrings).drop_front(offset).take_until(
      [](char c) { return c == 0; });
}

Executable::Routine Executable::findRoutine(uint32_t pc) const {
  // Routines are sorted by their entries.
  auto numbers = llvm::seq<uint32_t>(0, getCount(kRoutines));
  uint32_t number = *llvm::partition_point(numbers, [&](uint32_t i) {
    return getWord(kRoutines, i, kRoutineEntry) +
               getWord(kRoutines, i, kRoutineCount) <=
           pc;
  });
  return getRoutine(number);
}

std::optional<Executable::Location>
Executable::getLocation(uint32_t location) const {
  if (location == kNoLocation)
    return std::nullopt;
  return Location{getString(getWord(kLocations, location, 0)),
                  getWord(kLocations, location, 1),
                  getWord(kLocations, location, 2)};
}

std::string Executable::describeLocation(uint32_t location) const {
  std::optional<Location> fileLoc = getLocation(location);
  if (!fileLoc)
    return "";
  return (escape(fileLoc->file) + ":" + Twine(fileLoc->line) + ":" +
          Twine(fileLoc->column))
      .str();
}

std::string Executable::describe(uint32_t pc) const {
  std::string text = describeLocation(getInstruction(pc).location);
  if (!text.empty())
    return text;
  return ("instruction " + Twine(pc) + " of @" + escape(findRoutine(pc).name))
      .str();
}
