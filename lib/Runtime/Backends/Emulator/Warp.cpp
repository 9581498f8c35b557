//===- Warp.cpp - Collectives of a warp -----------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rendezvous.h"
#include "Scheduler.h"

#include <algorithm>
#include <cstring>

using namespace zyn::emulator;

namespace {

/// Numbered as in the `kernel` dialect.
enum class ShuffleKind { Index, Up, Down, Xor };
enum class VoteKind { Ballot, Any, All };
enum class MatchKind { Any, All };
enum class ReduceKind { Add, Min, Max, UMin, UMax, And, Or, Xor };

struct Shuffle {
  void *value;
  int64_t bytes;
  ShuffleKind kind;
  int32_t offset, width;
  int32_t valid;
};

/// The value and the result of one lane.
struct Operand {
  int64_t value;
  int32_t kind;
  int32_t result;
};

/// The maximum size of a shuffled value in bytes: a vector of 128 words.
constexpr int64_t maxShuffledBytes = 512;

} // namespace

static Operand *operandOf(const Rendezvous &rendezvous, unsigned lane) {
  return static_cast<Operand *>(rendezvous.operands[lane]);
}

//===----------------------------------------------------------------------===//
// Shuffle
//===----------------------------------------------------------------------===//

/// Returns the source lane of lane `lane`, as defined by PTX; the lane itself
/// if it sets `valid` to 0.
static unsigned sourceLane(Shuffle &shuffle, unsigned lane) {
  int32_t first = lane & ~(shuffle.width - 1);
  int32_t last = first + shuffle.width - 1;
  int32_t offset = shuffle.offset & 31, source = lane;
  switch (shuffle.kind) {
  case ShuffleKind::Index:
    source = first | (offset & (shuffle.width - 1));
    break;
  case ShuffleKind::Up:
    source -= offset;
    break;
  case ShuffleKind::Down:
    source += offset;
    break;
  case ShuffleKind::Xor:
    source ^= offset;
    break;
  }
  shuffle.valid =
      shuffle.kind == ShuffleKind::Up ? source >= first : source <= last;
  return shuffle.valid ? source : lane;
}

static void combineShuffle(Rendezvous &rendezvous) {
  char values[warpSize][maxShuffledBytes];
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (auto *shuffle = static_cast<Shuffle *>(rendezvous.operands[lane]))
      std::memcpy(values[lane], shuffle->value, shuffle->bytes);
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (auto *shuffle = static_cast<Shuffle *>(rendezvous.operands[lane])) {
      unsigned source = sourceLane(*shuffle, lane);
      if (rendezvous.operands[source])
        std::memcpy(shuffle->value, values[source], shuffle->bytes);
      else // Undefined on hardware; all ones make the error noticeable.
        std::memset(shuffle->value, 0xff, shuffle->bytes);
    }
}

int32_t zynemuShuffle(zynemu_thread *thread, const zynemu_site *site,
                      void *value, int64_t bytes, int32_t kind, int32_t offset,
                      int32_t width, int32_t mask) {
  Shuffle shuffle = {value,  bytes, static_cast<ShuffleKind>(kind),
                     offset, width, 0};
  uint32_t qualifiers = static_cast<uint32_t>(bytes) << 2 | kind;
  runWarpCollective(thread, site, mask, &shuffle,
                    {combineShuffle, qualifiers, /*skipsFinished=*/true});
  return shuffle.valid;
}

//===----------------------------------------------------------------------===//
// Vote and match
//===----------------------------------------------------------------------===//

static int32_t runWithValue(zynemu_thread *thread, const zynemu_site *site,
                            int64_t value, int32_t kind, int32_t mask,
                            Combine combine, bool skipsFinished = true) {
  Operand operand = {value, kind, 0};
  runWarpCollective(thread, site, mask, &operand,
                    {combine, static_cast<uint32_t>(kind), skipsFinished});
  return operand.result;
}

static void combineVote(Rendezvous &rendezvous) {
  uint32_t ballot = 0, present = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (Operand *operand = operandOf(rendezvous, lane)) {
      present |= 1u << lane;
      ballot |= (operand->value ? 1u : 0u) << lane;
    }
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (Operand *operand = operandOf(rendezvous, lane))
      switch (static_cast<VoteKind>(operand->kind)) {
      case VoteKind::Ballot:
        operand->result = ballot;
        break;
      case VoteKind::Any:
        operand->result = ballot != 0;
        break;
      case VoteKind::All:
        operand->result = ballot == present;
        break;
      }
}

int32_t zynemuVote(zynemu_thread *thread, const zynemu_site *site,
                   int32_t predicate, int32_t kind, int32_t mask) {
  return runWithValue(thread, site, predicate, kind, mask, combineVote);
}

static void combineMatch(Rendezvous &rendezvous) {
  uint32_t present = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    present |= (rendezvous.operands[lane] ? 1u : 0u) << lane;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (Operand *operand = operandOf(rendezvous, lane)) {
      uint32_t equal = 0;
      for (unsigned other = 0; other < warpSize; ++other)
        if (Operand *theirs = operandOf(rendezvous, other))
          equal |= (theirs->value == operand->value ? 1u : 0u) << other;
      bool isAny = static_cast<MatchKind>(operand->kind) == MatchKind::Any;
      operand->result = isAny || equal == present ? equal : 0;
    }
}

int32_t zynemuMatch(zynemu_thread *thread, const zynemu_site *site,
                    int64_t value, int32_t kind, int32_t mask) {
  return runWithValue(thread, site, value, kind, mask, combineMatch);
}

//===----------------------------------------------------------------------===//
// Reduction and election
//===----------------------------------------------------------------------===//

static uint32_t reduce(ReduceKind kind, uint32_t lhs, uint32_t rhs) {
  switch (kind) {
  case ReduceKind::Add:
    return lhs + rhs;
  case ReduceKind::Min:
    return std::min<int32_t>(lhs, rhs);
  case ReduceKind::Max:
    return std::max<int32_t>(lhs, rhs);
  case ReduceKind::UMin:
    return std::min(lhs, rhs);
  case ReduceKind::UMax:
    return std::max(lhs, rhs);
  case ReduceKind::And:
    return lhs & rhs;
  case ReduceKind::Or:
    return lhs | rhs;
  case ReduceKind::Xor:
    return lhs ^ rhs;
  }
  return 0;
}

static void combineReduce(Rendezvous &rendezvous) {
  bool isFirst = true;
  uint32_t result = 0;
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (Operand *operand = operandOf(rendezvous, lane)) {
      uint32_t value = operand->value;
      result = isFirst ? value
                       : reduce(static_cast<ReduceKind>(operand->kind), result,
                                value);
      isFirst = false;
    }
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (Operand *operand = operandOf(rendezvous, lane))
      operand->result = result;
}

int32_t zynemuWarpReduce(zynemu_thread *thread, const zynemu_site *site,
                         int32_t value, int32_t kind, int32_t mask) {
  return runWithValue(thread, site, value, kind, mask, combineReduce);
}

static void combineElect(Rendezvous &rendezvous) {
  for (unsigned lane = 0; lane < warpSize; ++lane)
    if (Operand *operand = operandOf(rendezvous, lane)) {
      operand->result = 1;
      return;
    }
}

int32_t zynemuElect(zynemu_thread *thread, const zynemu_site *site,
                    int32_t mask) {
  return runWithValue(thread, site, 0, 0, mask, combineElect,
                      /*skipsFinished=*/false);
}

int32_t zynemuActiveMask(zynemu_thread *thread, const zynemu_site *) {
  return 1u << thread->lane();
}
