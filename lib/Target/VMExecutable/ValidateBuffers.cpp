//===- ValidateBuffers.cpp - Buffers and their offsets --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Validator.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;
using namespace mlir::vm;
using namespace mlir::vm::executable;

bool ExecutableValidator::validateBuffer(uint32_t number, const Twine &where) {
  auto word = [&](uint32_t j) { return file.getWord(kBuffers, number, j); };
  if (!validateSymbol(word(kBufferName), where))
    return false;
  Executable::Buffer buffer = file.getBuffer(number);
  if (buffer.kind > 2)
    return fail(where + ": expected kind 0 to 2, found " + Twine(buffer.kind));
  if (buffer.role > 3)
    return fail(where + ": expected role 0 to 3, found " + Twine(buffer.role));
  if (buffer.kind == 2 && buffer.role != 0)
    return fail(where + ": expected a channel without a role, found " +
                Twine(buffer.role));
  if (buffer.size < 1 || buffer.size > INT32_MAX)
    return fail(where + ": expected a size from 1 to 2147483647, found " +
                Twine(buffer.size));
  if (buffer.type > 1)
    return fail(where + ": expected type 0 or 1, found " + Twine(buffer.type));
  bool isUnused = buffer.firstPhase == kNoPhase && buffer.lastPhase == kNoPhase;
  if (!isUnused &&
      (buffer.firstPhase > buffer.lastPhase || buffer.lastPhase >= numPhases))
    return fail(where + ": expected a range of " + Twine(numPhases) +
                " phases, found " + Twine(buffer.firstPhase) + " to " +
                Twine(buffer.lastPhase));
  return true;
}

bool ExecutableValidator::validateBuffers() {
  static constexpr HeaderWord words[] = {kSharedWords, kInstanceWords,
                                         kChannelSlots};
  static constexpr const char *names[] = {"shared", "instance", "channel"};
  uint64_t ends[3] = {0, 0, 0};
  for (uint32_t i : llvm::seq(file.getCount(kBuffers))) {
    if (!validateBuffer(i, "buffer " + Twine(i)))
      return false;
    Executable::Buffer buffer = file.getBuffer(i);
    ends[buffer.kind] =
        std::max(ends[buffer.kind], uint64_t(buffer.offset) + buffer.size);
  }
  for (uint32_t kind = 0; kind < 3; ++kind)
    if (uint32_t found = file.getHeader(words[kind]); found != ends[kind])
      return fail("byte 0x" + llvm::Twine::utohexstr(4 * words[kind]) +
                  ": expected " + Twine(ends[kind]) + " words of " +
                  names[kind] + " buffers, found " + Twine(found));
  return validateOverlaps();
}

bool ExecutableValidator::validateOverlaps() {
  SmallVector<std::pair<Executable::Buffer, uint32_t>> buffers;
  for (uint32_t i : llvm::seq(file.getCount(kBuffers)))
    buffers.push_back({file.getBuffer(i), i});
  // In order of offsets, a buffer can only overlap those that begin before its
  // end.
  llvm::sort(buffers, [](const auto &a, const auto &b) {
    return std::tuple(a.first.kind, a.first.offset, a.second) <
           std::tuple(b.first.kind, b.first.offset, b.second);
  });
  for (auto [position, entry] : llvm::enumerate(buffers)) {
    const Executable::Buffer &buffer = entry.first;
    for (auto &[other, number] : ArrayRef(buffers).drop_front(position + 1)) {
      if (other.kind != buffer.kind ||
          other.offset >= uint64_t(buffer.offset) + buffer.size)
        break;
      if (areLiveTogether(buffer.role == 0, buffer.firstPhase, buffer.lastPhase,
                          other.role == 0, other.firstPhase, other.lastPhase))
        return fail("buffer " + Twine(number) +
                    ": expected no overlap with other live buffers, found "
                    "one with @" +
                    buffer.name);
    }
  }
  return true;
}
