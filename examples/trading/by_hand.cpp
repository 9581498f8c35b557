//===- by_hand.cpp - The functions of trading.mlir in C++ -----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "expected a little-endian processor"
#endif

static constexpr int64_t numInstruments = 64;
static constexpr int64_t numFilters = 16;

int64_t risk_check_by_hand(int64_t time, int64_t instrument, bool sells,
                           int64_t shares, int64_t price,
                           const int64_t *positions, const int64_t *references,
                           const int64_t *positionLimits, const int64_t *limits,
                           int64_t *__restrict session) {
  if (static_cast<uint64_t>(instrument) >= numInstruments)
    return 1;
  int64_t reference = references[instrument];
  int64_t distance = static_cast<int64_t>(
      static_cast<uint64_t>(reference * limits[1]) / 10000);
  int64_t held = std::abs(positions[instrument]);
  int64_t heldAfter =
      std::abs(positions[instrument] + (sells ? -shares : shares));
  int64_t gross = (heldAfter - held) * reference;
  // Vectors of numbers of 32 bits are multiplied by one instruction.
  for (int64_t i = 0; i < numInstruments; ++i)
    gross +=
        (std::abs(positions[i]) & 0xFFFFFFFF) * (references[i] & 0xFFFFFFFF);

  bool hasEnded = time - session[0] >= limits[4];
  int64_t messages = hasEnded ? 0 : session[1];
  int64_t open = session[2];

  // Without branches: conditional moves are not mispredicted. The notional,
  // which takes longest, is the last one that is looked at.
  int64_t after = open < limits[5] ? 0 : 7;
  after = messages < limits[3] ? after : 6;
  bool isNear =
      (price >= reference - distance) & (price <= reference + distance);
  int64_t before = heldAfter <= positionLimits[instrument] ? 0 : 4;
  before = isNear ? before : 3;
  before = static_cast<uint64_t>(shares) - 1 < static_cast<uint64_t>(limits[0])
               ? before
               : 2;
  int64_t ifGrossFits = before == 0 ? after : before;
  int64_t ifNot = before == 0 ? 5 : before;
  int64_t reason = gross <= limits[2] ? ifGrossFits : ifNot;

  session[0] = hasEnded ? time : session[0];
  session[1] = messages + (reason == 0);
  session[2] = open + (reason == 0);
  return reason;
}

int64_t position_update_by_hand(int64_t instrument, bool sells, int64_t shares,
                                int64_t price, int64_t *__restrict positions,
                                int64_t *__restrict ledger,
                                int64_t *__restrict account) {
  int64_t *__restrict row = ledger + 4 * instrument;
  int64_t position = positions[instrument];
  int64_t change = sells ? -shares : shares;
  int64_t closed = std::max(std::min(-change, std::max<int64_t>(position, 0)),
                            std::min<int64_t>(position, 0));
  int64_t released = 0;
  // A division takes longer than everything else.
  if (closed != 0)
    released = row[0] * closed / position;

  int64_t profit = closed * price - released;
  int64_t cost = row[0] - released + (change + closed) * price;
  int64_t value = (position + change) * price;
  int64_t unrealized = value - cost;
  account[0] -= change * price;
  account[1] += profit;
  account[2] += unrealized - row[2];
  account[3] += std::abs(value) - std::abs(position) * row[3];
  row[0] = cost;
  row[1] += profit;
  row[2] = unrealized;
  row[3] = price;
  positions[instrument] = position + change;
  return profit;
}

/// Returns the eight digits of a number below 10^8 in ASCII, the first one in
/// the lowest byte. Two parts of 32 bits are divided by 100 at once, and four
/// of 16 bits by 10.
static uint64_t formatDigits(uint64_t number) {
  uint64_t halves = number / 10000 | (number % 10000) << 32;
  uint64_t hundreds = (halves * 10486 >> 20) & 0x7F0000007F;
  uint64_t quarters = hundreds | (halves - hundreds * 100) << 16;
  uint64_t tens = (quarters * 103 >> 10) & 0x000F000F000F000F;
  return (tens | (quarters - tens * 10) << 8) | 0x3030303030303030;
}

template <typename T>
static void store(void *address, T value) {
  std::memcpy(address, &value, sizeof(value));
}

static void storeBigEndian(int8_t *address, uint32_t value) {
  store(address, __builtin_bswap32(value));
}

int64_t encode_order_by_hand(int64_t number, int64_t instrument, bool sells,
                             int64_t shares, int64_t price, int64_t timeInForce,
                             const int64_t *__restrict stocks,
                             int8_t *__restrict message) {
  uint64_t high = static_cast<uint64_t>(number) / 100000000;
  uint64_t low = static_cast<uint64_t>(number) % 100000000;
  message[0] = 'O';
  store(message + 1, formatDigits(high) >> 16);
  store(message + 7, formatDigits(low));
  message[15] = sells ? 'S' : 'B';
  storeBigEndian(message + 16, static_cast<uint32_t>(shares));
  store(message + 20, stocks[instrument]);
  storeBigEndian(message + 28, static_cast<uint32_t>(price * 100));
  storeBigEndian(message + 32, static_cast<uint32_t>(timeInForce));
  std::memcpy(message + 36, "ZYNXYPN\0\0\0\0N ", 13);
  return 49;
}

typedef float Lanes __attribute__((vector_size(32)));
static constexpr int64_t numLanes = 8;

static Lanes loadLanes(const float *address) {
  Lanes lanes;
  std::memcpy(&lanes, address, sizeof(lanes));
  return lanes;
}

float signal_evaluation_by_hand(
    int64_t instrument, int64_t bid, int64_t ask, int64_t bidSize,
    int64_t askSize, const int64_t *opens, const float *__restrict rates,
    const float *__restrict weights, float *__restrict features,
    float *__restrict filters, float *__restrict scores) {
  int64_t open = opens[instrument];
  features[instrument] =
      static_cast<float>((bid - open) * askSize + (ask - open) * bidSize) /
      static_cast<float>(bidSize + askSize);
  // Two sums at a time, so that one does not wait for the other.
  for (int64_t i = 0; i < numInstruments; i += 2 * numLanes) {
    Lanes targets[] = {loadLanes(features + i),
                       loadLanes(features + i + numLanes)};
    Lanes sums[2] = {};
    for (int64_t k = 0; k < numFilters; ++k) {
      for (int64_t j = 0; j < 2; ++j) {
        int64_t offset = k * numInstruments + i + j * numLanes;
        // The compiler fuses both products with the sums: -ffp-contract=fast.
        Lanes old = loadLanes(filters + offset);
        Lanes filter = (targets[j] - old) * rates[k] + old;
        store(filters + offset, filter);
        sums[j] = loadLanes(weights + offset) * filter + sums[j];
      }
    }
    store(scores + i, sums[0]);
    store(scores + i + numLanes, sums[1]);
  }
  return scores[instrument];
}
