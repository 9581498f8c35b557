//===- replay.cpp - Replays a stream of events ----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An ordinary program that does what @run_events of trading.mlir does, with the
// functions of by_hand.cpp: it reads the files of stream.py in the current
// folder, and writes its results there. README.md says how replay.wasm is built
// and run.
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

static constexpr int64_t numEvents = 512;
static constexpr int64_t numInstruments = 64;

[[noreturn]] static void fail(const std::string &path, const char *problem) {
  std::fprintf(stderr, "%s: error: %s\n", path.c_str(), problem);
  std::exit(1);
}

/// Reads the elements of a .npy file of version 1.0, whose header ends after
/// the number of bytes that its bytes 8 and 9 state.
template <typename T, size_t size>
static void read(const std::string &name, T (&elements)[size]) {
  std::string path = name + ".npy";
  std::FILE *file = std::fopen(path.c_str(), "rb");
  if (!file)
    fail(path, "cannot be opened; stream.py writes it");
  unsigned char start[10];
  if (std::fread(start, 1, sizeof(start), file) != sizeof(start) ||
      std::memcmp(start, "\x93NUMPY\x01", 7) != 0 ||
      std::fseek(file, start[8] + 256 * start[9], SEEK_CUR) != 0 ||
      std::fread(elements, sizeof(T), size, file) != size ||
      std::fgetc(file) != EOF)
    fail(path, "expected a .npy file of as many elements as stream.py writes "
               "for 512 events");
  std::fclose(file);
}

template <typename T, size_t size>
static void write(const std::string &name, const char *type,
                  const std::string &shape, const T (&elements)[size]) {
  std::string path = name + ".npy";
  std::string header = std::string("{'descr': '") + type +
                       "', 'fortran_order': False, 'shape': (" + shape + "), }";
  header.resize((header.size() + 10 + 64) / 64 * 64 - 11, ' ');
  header += '\n';
  const unsigned char length[] = {
      static_cast<unsigned char>(header.size()),
      static_cast<unsigned char>(header.size() >> 8)};
  std::FILE *file = std::fopen(path.c_str(), "wb");
  if (!file || std::fwrite("\x93NUMPY\x01\0", 1, 8, file) != 8 ||
      std::fwrite(length, 1, 2, file) != 2 ||
      std::fwrite(header.data(), 1, header.size(), file) != header.size() ||
      std::fwrite(elements, sizeof(T), size, file) != size ||
      std::fclose(file) != 0)
    fail(path, "cannot be written");
}

// Inputs.
static int64_t events[numEvents * 8], opens[numInstruments];
static int64_t positionLimits[numInstruments], limits[8];
static int64_t stocks[numInstruments];
static float rates[16], weights[16 * numInstruments];
// Results and state.
static int64_t outcomes[numEvents], positions[numInstruments];
static int64_t ledger[numInstruments * 4], account[4], session[4];
static int64_t references[numInstruments];
static float signals[numEvents], features[numInstruments];
static float filters[16 * numInstruments], scores[numInstruments];
static int8_t messages[numEvents * 64];

static void replay() {
  int64_t number = 20261124000000;
  std::copy(opens, opens + numInstruments, references);
  for (int64_t e = 0; e < numEvents; ++e) {
    const int64_t *event = events + 8 * e;
    int64_t time = event[0], instrument = event[2];
    bool sells = event[3] != 0;
    switch (event[1]) {
    case 0:
      references[instrument] = (event[3] + event[4]) / 2;
      signals[e] = signal_evaluation_by_hand(
          instrument, event[3], event[4], event[5], event[6], opens, rates,
          weights, features, filters, scores);
      break;
    case 1:
      outcomes[e] = risk_check_by_hand(time, instrument, sells, event[4],
                                       event[5], positions, references,
                                       positionLimits, limits, session);
      if (outcomes[e] == 0)
        encode_order_by_hand(number++, instrument, sells, event[4], event[5],
                             event[6], stocks, messages + 64 * e);
      break;
    default:
      outcomes[e] = position_update_by_hand(
          instrument, sells, event[4], event[5], positions, ledger, account);
      session[2] = std::max<int64_t>(session[2] - 1, 0);
    }
  }
}

int main() {
  read("events", events);
  read("opens", opens);
  read("position_limits", positionLimits);
  read("limits", limits);
  read("stocks", stocks);
  read("rates", rates);
  read("weights", weights);
  replay();
  write("outcomes", "<i8", "512,", outcomes);
  write("signals", "<f4", "512,", signals);
  write("messages", "|i1", "512, 64", messages);
  write("positions", "<i8", "64,", positions);
  write("ledger", "<i8", "64, 4", ledger);
  write("account", "<i8", "4,", account);
  write("session", "<i8", "4,", session);
  std::printf("replayed %d events\n", static_cast<int>(numEvents));
}
