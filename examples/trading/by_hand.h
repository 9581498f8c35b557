//===- by_hand.h - The functions of trading.mlir in C++ ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The same functions as in trading.mlir, written for low latency in C++. All
// results are the same bit for bit. trading.mlir describes arguments and state.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_EXAMPLES_TRADING_BY_HAND_H
#define ZYN_EXAMPLES_TRADING_BY_HAND_H

#include <cstdint>

extern "C" {

int64_t risk_check_by_hand(int64_t time, int64_t instrument, bool sells,
                           int64_t shares, int64_t price,
                           const int64_t *positions, const int64_t *references,
                           const int64_t *positionLimits, const int64_t *limits,
                           int64_t *session);

int64_t position_update_by_hand(int64_t instrument, bool sells, int64_t shares,
                                int64_t price, int64_t *positions,
                                int64_t *ledger, int64_t *account);

int64_t encode_order_by_hand(int64_t number, int64_t instrument, bool sells,
                             int64_t shares, int64_t price, int64_t timeInForce,
                             const int64_t *stocks, int8_t *message);

float signal_evaluation_by_hand(int64_t instrument, int64_t bid, int64_t ask,
                                int64_t bidSize, int64_t askSize,
                                const int64_t *opens, const float *rates,
                                const float *weights, float *features,
                                float *filters, float *scores);

} // extern "C"

#endif // ZYN_EXAMPLES_TRADING_BY_HAND_H
