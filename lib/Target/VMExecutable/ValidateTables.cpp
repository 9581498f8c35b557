//===- ValidateTables.cpp - Header, sections, and small records -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Validator.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"

using namespace mlir;
using namespace mlir::vm;
using namespace mlir::vm::executable;

static constexpr uint32_t kMaxStackDepth = 65536;

static std::string hex(uint64_t value) {
  return "0x" + llvm::utohexstr(value, /*LowerCase=*/true);
}

/// Describes the offset of a word of the header.
static std::string formatByteOffset(uint32_t headerWord) {
  return "byte " + hex(4 * headerWord);
}

static std::string printVersion(uint32_t version) {
  return std::to_string(version >> 16) + "." + std::to_string(version & 0xffff);
}

static uint32_t computeChecksum(StringRef bytes) {
  static constexpr uint8_t zeros[4] = {};
  ArrayRef file(bytes.bytes_begin(), bytes.size());
  uint32_t sum = llvm::crc32(file.take_front(4 * kChecksum));
  sum = llvm::crc32(sum, zeros);
  return llvm::crc32(sum, file.drop_front(4 * kChecksum + 4));
}

bool ExecutableValidator::validateHeader() {
  if (file.bytes.size() < 4 * kHeaderWords)
    return fail("byte 0x0: expected a header of 128 bytes, found a file of " +
                Twine(file.bytes.size()));
  auto word = [&](HeaderWord i) { return file.getHeader(i); };
  if (word(kMagicWord) != kMagic)
    return fail(formatByteOffset(kMagicWord) + ": expected \"ZVMX\", found " +
                hex(word(kMagicWord)));
  uint32_t version = word(kVersionWord);
  if (version >> 16 != kVersion >> 16 || version > kVersion)
    return fail(formatByteOffset(kVersionWord) + ": expected version " +
                printVersion(kVersion) + ", found " + printVersion(version));
  if (word(kFileBytes) != file.bytes.size())
    return fail(formatByteOffset(kFileBytes) +
                ": expected the file's size of " + Twine(file.bytes.size()) +
                " bytes, found " + Twine(word(kFileBytes)));
  if (uint32_t sum = computeChecksum(file.bytes); word(kChecksum) != sum)
    return fail(formatByteOffset(kChecksum) + ": expected the checksum " +
                hex(sum) + ", found " + hex(word(kChecksum)) +
                ": the file is damaged");
  if (word(kWordType) > 1)
    return fail(formatByteOffset(kWordType) + ": expected type 0 or 1, found " +
                Twine(word(kWordType)));
  if (word(kStackDepth) > kMaxStackDepth)
    return fail(formatByteOffset(kStackDepth) +
                ": expected at most 65536 frames, found " +
                Twine(word(kStackDepth)));
  if (word(kObserved) & ~kRegisterMask)
    return fail(formatByteOffset(kObserved) +
                ": expected a mask of r0 to r26, found " +
                hex(word(kObserved)));
  return true;
}

bool ExecutableValidator::validateSections() {
  for (uint32_t section = 0; section < kNumSections; ++section) {
    uint32_t offset = file.word32(kSections + 2 * section);
    uint64_t size =
        uint64_t(file.getCount(Section(section))) * kRecordBytes[section];
    std::string where = formatByteOffset(kSections + 2 * section) + ": ";
    if (offset % 4 || size % 4)
      return fail(where + "expected a multiple of 4, found a section of " +
                  Twine(size) + " bytes at " + hex(offset));
    if (offset < 4 * kHeaderWords || offset + size > file.bytes.size())
      return fail(where + "expected a section between " +
                  hex(4 * kHeaderWords) + " and " + hex(file.bytes.size()) +
                  ", found " + Twine(size) + " bytes at " + hex(offset));
  }
  return true;
}

bool ExecutableValidator::validateStrings() {
  StringRef strings = file.getSection(kStrings);
  if (strings.empty() || strings.back() != 0)
    return fail(formatByteOffset(kSections + 2 * kStrings) +
                ": expected null-terminated strings");
  return validateName(file.getHeader(kName), formatByteOffset(kName));
}

bool ExecutableValidator::validateName(uint32_t offset, const Twine &where) {
  if (offset >= file.getCount(kStrings))
    return fail(where + ": expected a name within the strings, found offset " +
                Twine(offset));
  if (file.getString(offset).empty())
    return fail(where + ": expected a name, found none");
  return true;
}

bool ExecutableValidator::validateLocations() {
  for (uint32_t i : llvm::seq(file.getCount(kLocations)))
    if (uint32_t name = file.getWord(kLocations, i, 0);
        name >= file.getCount(kStrings))
      return fail("location " + Twine(i) +
                  ": expected a name within the strings, found offset " +
                  Twine(name));
  return true;
}

bool ExecutableValidator::validateLocation(uint32_t location,
                                           const Twine &where) {
  if (location != kNoLocation && location >= file.getCount(kLocations))
    return fail(where + ": expected one of " +
                Twine(file.getCount(kLocations)) + " locations, found " +
                Twine(location));
  return true;
}

bool ExecutableValidator::validateSymbol(uint32_t offset, const Twine &where) {
  if (!validateName(offset, where))
    return false;
  StringRef name = file.getString(offset);
  if (!names.insert({name, 0}).second)
    return fail(where + ": expected a unique name, found @" + name + " twice");
  return true;
}

bool ExecutableValidator::validateRoutines() {
  uint64_t end = 0;
  for (uint32_t i : llvm::seq(file.getCount(kRoutines))) {
    std::string where = "routine " + std::to_string(i);
    auto word = [&](uint32_t j) { return file.getWord(kRoutines, i, j); };
    if (!validateSymbol(word(kRoutineName), where) ||
        !validateLocation(word(kRoutineLocation), where))
      return false;
    if (word(kRoutineEntry) != end)
      return fail(where + ": expected to begin at instruction " + Twine(end) +
                  ", found " + Twine(word(kRoutineEntry)));
    if (word(kRoutineCount) == 0)
      return fail(where + ": expected an instruction, found none");
    if (word(kRoutineReserved) != 0)
      return fail(where + ": expected 0 as the reserved word, found " +
                  Twine(word(kRoutineReserved)));
    end += word(kRoutineCount);
    // The remaining routines cannot be valid.
    if (end > file.getNumInstructions())
      break;
  }
  if (end != file.getNumInstructions())
    return fail(formatByteOffset(kSections + 2 * kRoutines) +
                ": expected routines with " + Twine(file.getNumInstructions()) +
                " instructions in total, found " + Twine(end));
  return true;
}

bool ExecutableValidator::validatePlan() {
  uint32_t launchesLeft = 0, count = file.getCount(kPlan);
  if (count == 0)
    return fail("plan: expected a phase");
  for (uint32_t i : llvm::seq(count)) {
    std::string where = "plan " + std::to_string(i);
    auto word = [&](uint32_t j) { return file.getWord(kPlan, i, j); };
    uint32_t expectedKind = launchesLeft ? 1 : 0;
    if (word(kPlanKind) != expectedKind)
      return fail(where + ": expected a " +
                  (launchesLeft ? "launch (1)" : "phase (0)") + ", found " +
                  Twine(word(kPlanKind)));
    if (!validateLocation(word(kPhaseLocation), where))
      return false;
    if (launchesLeft) {
      --launchesLeft;
      if (word(kLaunchRoutine) >= file.getCount(kRoutines))
        return fail(where + ": expected one of " +
                    Twine(file.getCount(kRoutines)) + " routines, found " +
                    Twine(word(kLaunchRoutine)));
      if (word(kLaunchInstances) > INT32_MAX)
        return fail(where + ": expected at most 2147483647 instances, found " +
                    Twine(word(kLaunchInstances)));
      continue;
    }
    if (!validateSymbol(word(kPhaseName), where))
      return false;
    launchesLeft = word(kPhaseLaunches);
    if (launchesLeft > count - i - 1)
      return fail(where + ": expected at most " + Twine(count - i - 1) +
                  " launches, found " + Twine(launchesLeft));
    ++numPhases;
  }
  return true;
}
