//===- bench-critical.cpp - Latency of compiled and of C++ functions ------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls the functions of examples/trading for a stream of events, both those
// that Zyn compiled and those written in C++, in one process on one core:
//
//     bench-critical FOLDER [CORE]
//
// FOLDER contains the files of stream.py. Both sides take turns in blocks of
// events, each with a state of its own. All that they return and store must be
// the same. Prints a JSON object; ../critical.py compiles and runs this
// program, and prints a table.
//
//===----------------------------------------------------------------------===//

#include "by_hand.h"
#include "trading.h"

#include "Zyn/Runtime/CycleClock.h"
#include "Zyn/Runtime/LatencyHistogram.h"
#include "Zyn/Runtime/Npy.h"
#include "Zyn/Runtime/PinnedThread.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <string>
#include <vector>

using namespace zyn::runtime;

[[noreturn]] static void fail(const std::string &message) {
  std::fprintf(stderr, "bench-critical: error: %s\n", message.c_str());
  std::exit(1);
}

template <typename T>
static T check(Expected<T> value) {
  if (!value)
    fail(value.takeError().message());
  return std::move(*value);
}

//===----------------------------------------------------------------------===//
// Events and functions
//===----------------------------------------------------------------------===//

namespace {
enum Function { RiskCheck, PositionUpdate, EncodeOrder, SignalEvaluation };
} // namespace

static constexpr int numFunctions = 4;
static constexpr int numInstruments = 64;
static constexpr int numFilters = 16;
static constexpr const char *functionNames[] = {
    "risk_check", "position_update", "encode_order", "signal_evaluation"};

/// Events of a block, after which the other side takes its turn.
static constexpr size_t blockSize = 10000;
/// Calls that are timed together.
static constexpr size_t batchSize = 1000;

/// A row of events.npy; examples/trading/trading.mlir describes it.
struct Event {
  int64_t time, kind, instrument, values[5];
};
static constexpr int64_t quote = 0, order = 1, fill = 2;

/// What does not change, of both sides.
struct alignas(4096) Inputs {
  float weights[numFilters * numInstruments];
  float rates[numFilters];
  int64_t opens[numInstruments], positionLimits[numInstruments], limits[8],
      stocks[numInstruments];
  std::vector<Event> events;
};

/// What the functions read and write. The states of both sides have the same
/// place within a page, since processors compare the lower bits of addresses to
/// find out which loads depend on which stores.
struct alignas(4096) State {
  int64_t positions[numInstruments] = {};
  float filters[numFilters * numInstruments] = {};
  int64_t references[numInstruments] = {};
  int64_t ledger[numInstruments * 4] = {};
  int64_t account[4] = {};
  int64_t session[4] = {};
  float features[numInstruments] = {};
  float scores[numInstruments] = {};
  int8_t message[64] = {};
  int64_t number = 20261124000000;
};

/// The functions that Zyn compiled.
struct Compiled {
  static constexpr auto *riskCheck = risk_check;
  static constexpr auto *positionUpdate = position_update;
  static constexpr auto *encodeOrder = encode_order;
  static constexpr auto *signalEvaluation = signal_evaluation;
};

/// Those written in C++.
struct ByHand {
  static constexpr auto *riskCheck = risk_check_by_hand;
  static constexpr auto *positionUpdate = position_update_by_hand;
  static constexpr auto *encodeOrder = encode_order_by_hand;
  static constexpr auto *signalEvaluation = signal_evaluation_by_hand;
};

/// Calls a function of one side for an event, and returns its result, a float
/// as its bits.
template <typename Side, Function function>
static int64_t call(Inputs &inputs, State &state, const Event &event) {
  const int64_t *values = event.values;
  if constexpr (function == RiskCheck)
    return Side::riskCheck(event.time, event.instrument, values[0] != 0,
                           values[1], values[2], state.positions,
                           state.references, inputs.positionLimits,
                           inputs.limits, state.session);
  if constexpr (function == PositionUpdate)
    return Side::positionUpdate(event.instrument, values[0] != 0, values[1],
                                values[2], state.positions, state.ledger,
                                state.account);
  if constexpr (function == EncodeOrder)
    return Side::encodeOrder(state.number, event.instrument, values[0] != 0,
                             values[1], values[2], values[3], inputs.stocks,
                             state.message);
  if constexpr (function == SignalEvaluation) {
    float score = Side::signalEvaluation(
        event.instrument, values[0], values[1], values[2], values[3],
        inputs.opens, inputs.rates, inputs.weights, state.features,
        state.filters, state.scores);
    int32_t bits;
    std::memcpy(&bits, &score, sizeof(bits));
    return bits;
  }
}

//===----------------------------------------------------------------------===//
// Measurement
//===----------------------------------------------------------------------===//

namespace {
/// The measurements of one side.
struct Times {
  /// Of each call, and of each batch of calls.
  std::vector<uint64_t> calls[numFunctions], batches[numFunctions];
};

/// Measures with one of the two clocks.
template <uint64_t (*read)()>
class Measurement {
public:
  Measurement(Inputs &inputs, std::vector<int64_t> &results, Times &times)
      : inputs(inputs), results(results), times(times) {}

  /// Processes the events of a block and times each call.
  template <typename Side>
  void runBlock(State &state, size_t begin, size_t end) {
    for (size_t i = begin; i < end; ++i) {
      const Event &event = inputs.events[i];
      if (event.kind == quote) {
        time<Side, SignalEvaluation>(state, event);
        state.references[event.instrument] =
            (event.values[0] + event.values[1]) / 2;
      } else if (event.kind == order) {
        if (time<Side, RiskCheck>(state, event) == 0) {
          time<Side, EncodeOrder>(state, event);
          ++state.number;
          // So that all messages are compared, not only the last one.
          int64_t words[8];
          std::memcpy(words, state.message, sizeof(words));
          for (int64_t word : words)
            results.push_back(word);
        }
      } else {
        time<Side, PositionUpdate>(state, event);
        state.session[2] = std::max<int64_t>(state.session[2] - 1, 0);
      }
    }
  }

  /// Times the calls of a function for several events together.
  template <typename Side, Function function>
  void runBatch(State &state, const std::vector<Event> &events, size_t begin) {
    uint64_t start = read();
    int64_t sum = 0;
    for (size_t i = begin; i < begin + batchSize; ++i)
      sum += call<Side, function>(inputs, state, events[i]);
    times.batches[function].push_back(read() - start);
    results.push_back(sum);
  }

private:
  template <typename Side, Function function>
  int64_t time(State &state, const Event &event) {
    uint64_t start = read();
    int64_t result = call<Side, function>(inputs, state, event);
    times.calls[function].push_back(read() - start);
    results.push_back(result);
    return result;
  }

  Inputs &inputs;
  std::vector<int64_t> &results;
  Times &times;
};

/// The state, results and times of both sides.
struct Sides {
  State states[2];
  std::vector<int64_t> results[2];
  Times times[2];
};
} // namespace

/// Compares what both sides have returned since the last call, and their
/// states.
static void compare(Sides &sides, const char *where, size_t begin) {
  if (sides.results[0] != sides.results[1] ||
      std::memcmp(&sides.states[0], &sides.states[1], sizeof(State)) != 0)
    fail("the results of Zyn and C++ differ in the " + std::string(where) +
         " that begins at event " + std::to_string(begin));
  for (std::vector<int64_t> &results : sides.results)
    results.clear();
}

/// Times batches of the events that `function` is called for. The sides take
/// turns, beginning with another one each time.
template <uint64_t (*read)(), Function function>
static void measureBatches(Inputs &inputs, Sides &sides, int64_t kind) {
  std::vector<Event> events;
  for (const Event &event : inputs.events)
    // The caller only encodes orders that were accepted.
    if (event.kind == kind && event.instrument < numInstruments)
      events.push_back(event);
  Measurement<read> zyn(inputs, sides.results[0], sides.times[0]);
  Measurement<read> byHand(inputs, sides.results[1], sides.times[1]);
  for (size_t begin = 0; begin + batchSize <= events.size();
       begin += batchSize) {
    bool zynFirst = begin / batchSize % 2 == 0;
    if (zynFirst)
      zyn.template runBatch<Compiled, function>(sides.states[0], events, begin);
    byHand.template runBatch<ByHand, function>(sides.states[1], events, begin);
    if (!zynFirst)
      zyn.template runBatch<Compiled, function>(sides.states[0], events, begin);
    compare(sides, functionNames[function], begin);
  }
}

/// Processes the whole stream in blocks.
template <uint64_t (*read)()>
static void measureCalls(Inputs &inputs, Sides &sides) {
  Measurement<read> zyn(inputs, sides.results[0], sides.times[0]);
  Measurement<read> byHand(inputs, sides.results[1], sides.times[1]);
  size_t count = inputs.events.size();
  for (size_t begin = 0; begin < count; begin += blockSize) {
    size_t end = std::min(begin + blockSize, count);
    bool zynFirst = begin / blockSize % 2 == 0;
    if (zynFirst)
      zyn.template runBlock<Compiled>(sides.states[0], begin, end);
    byHand.template runBlock<ByHand>(sides.states[1], begin, end);
    if (!zynFirst)
      zyn.template runBlock<Compiled>(sides.states[0], begin, end);
    compare(sides, "block", begin);
  }
}

namespace {
/// In ticks.
struct ClockReadings {
  /// Of reading the clock twice.
  uint64_t time;
  /// The least difference between two of its values.
  uint64_t step;
};
} // namespace

template <uint64_t (*read)()>
static ClockReadings timeReadings() {
  std::vector<uint64_t> ticks(10001);
  for (uint64_t &time : ticks) {
    uint64_t start = read();
    time = read() - start;
  }
  std::sort(ticks.begin(), ticks.end());
  ClockReadings readings = {ticks[ticks.size() / 2], ticks.back()};
  uint64_t previous = 0;
  for (uint64_t time : ticks) {
    // Rounding varies the steps by one.
    if (time > previous + 1)
      readings.step = std::min(readings.step, time - previous);
    previous = time;
  }
  return readings;
}

/// Processes the stream once as a warm-up, and a second time to measure it.
template <uint64_t (*read)()>
static ClockReadings measure(Inputs &inputs, Sides &sides) {
  // Static, so that its padding is zero, too.
  static State initial;
  std::copy(std::begin(inputs.opens), std::end(inputs.opens),
            initial.references);
  for (int pass = 0; pass < 2; ++pass) {
    for (int side = 0; side < 2; ++side) {
      sides.states[side] = initial;
      // No memory is allocated between measurements.
      sides.results[side].reserve(blockSize * 10);
      for (int function = 0; function < numFunctions; ++function) {
        sides.times[side].calls[function].clear();
        sides.times[side].calls[function].reserve(inputs.events.size());
        sides.times[side].batches[function].clear();
      }
    }
    measureCalls<read>(inputs, sides);
    measureBatches<read, RiskCheck>(inputs, sides, order);
    measureBatches<read, PositionUpdate>(inputs, sides, fill);
    measureBatches<read, EncodeOrder>(inputs, sides, order);
    measureBatches<read, SignalEvaluation>(inputs, sides, quote);
  }
  return timeReadings<read>();
}

//===----------------------------------------------------------------------===//
// Report
//===----------------------------------------------------------------------===//

namespace {
/// In nanoseconds.
struct Summary {
  double p50, p99, p999, max;
  /// The mean of all calls up to p99. Unlike percentiles, it is not limited by
  /// the steps of the clock.
  double mean;
  /// The median time of a call in a batch.
  double batched;
};
} // namespace

static Summary summarize(const Times &times, int function, uint64_t readings,
                         const ClockCalibration &clock) {
  auto sorted = [&](const std::vector<uint64_t> &ticks, double calls) {
    std::vector<double> nanoseconds;
    for (uint64_t time : ticks)
      nanoseconds.push_back(
          static_cast<double>(time - std::min(time, readings)) /
          clock.ticksPerNanosecond / calls);
    std::sort(nanoseconds.begin(), nanoseconds.end());
    return nanoseconds;
  };
  std::vector<double> calls = sorted(times.calls[function], 1);
  std::vector<double> batches = sorted(times.batches[function], batchSize);
  double p99 = percentile(calls, 99), sum = 0;
  size_t count = 0;
  for (; count < calls.size() && calls[count] <= p99; ++count)
    sum += calls[count];
  return {percentile(calls, 50),
          p99,
          percentile(calls, 99.9),
          percentile(calls, 100),
          count == 0 ? 0 : sum / static_cast<double>(count),
          percentile(batches, 50)};
}

static void printSummary(const char *side, const Summary &s) {
  std::printf(", \"%s\": {\"p50\": %.2f, \"p99\": %.2f, \"p99.9\": %.2f, "
              "\"max\": %.2f, \"mean\": %.2f, \"batched\": %.2f}",
              side, s.p50, s.p99, s.p999, s.max, s.mean, s.batched);
}

static void print(const Sides &sides, int64_t core,
                  const ClockCalibration &clock,
                  const ClockReadings &readings) {
  auto toNanoseconds = [&](uint64_t ticks) {
    return static_cast<double>(ticks) / clock.ticksPerNanosecond;
  };
  std::printf("{\"core\": %lld, \"clock\": {\"source\": \"%s\", "
              "\"gigahertz\": %.6f, \"step_ns\": %.2f, "
              "\"subtracted_ns\": %.2f}, \"functions\": [",
              static_cast<long long>(core), clock.source,
              clock.ticksPerNanosecond, toNanoseconds(readings.step),
              toNanoseconds(readings.time));
  for (int function = 0; function < numFunctions; ++function) {
    std::printf("%s{\"name\": \"%s\", \"calls\": %zu",
                function == 0 ? "" : ", ", functionNames[function],
                sides.times[0].calls[function].size());
    for (int side = 0; side < 2; ++side)
      printSummary(
          side == 0 ? "zyn" : "c++",
          summarize(sides.times[side], function, readings.time, clock));
    std::printf("}");
  }
  std::printf("]}\n");
}

/// Reads a file of stream.py.
static Array readArray(const std::string &folder, const char *name,
                       ElementType type) {
  std::string path = folder + "/" + name + ".npy";
  Array array = check(readNpy(path));
  if (array.type() != type)
    fail(path + ": expected elements of type " + elementName(type) +
         ", found " + elementName(array.type()));
  return array;
}

template <typename T, size_t size>
static void readArray(const std::string &folder, const char *name,
                      ElementType type, T (&elements)[size]) {
  Array array = readArray(folder, name, type);
  if (array.bytes() != sizeof(elements))
    fail(folder + "/" + name + ".npy: expected " + std::to_string(size) +
         " elements, found " + std::to_string(array.bytes() / sizeof(T)));
  std::memcpy(elements, array.begin(), sizeof(elements));
}

static void readInputs(const std::string &folder, Inputs &inputs) {
  Array events = readArray(folder, "events", ElementType::I64);
  static_assert(sizeof(Event) == 8 * sizeof(int64_t));
  if (events.shape().size() != 2 || events.shape()[1] != 8)
    fail(folder + "/events.npy: expected rows of 8 elements");
  inputs.events.resize(events.shape()[0]);
  std::memcpy(inputs.events.data(), events.begin(), events.bytes());
  for (const Event &event : inputs.events)
    // Only risk_check, which orders begin with, refuses other instruments.
    if (event.kind != order &&
        static_cast<uint64_t>(event.instrument) >= numInstruments)
      fail("an event is for instrument " + std::to_string(event.instrument) +
           ", expected one from 0 to 63");
  readArray(folder, "opens", ElementType::I64, inputs.opens);
  readArray(folder, "position_limits", ElementType::I64, inputs.positionLimits);
  readArray(folder, "limits", ElementType::I64, inputs.limits);
  readArray(folder, "stocks", ElementType::I64, inputs.stocks);
  readArray(folder, "rates", ElementType::F32, inputs.rates);
  readArray(folder, "weights", ElementType::F32, inputs.weights);
}

int main(int argc, char **argv) {
  if (argc < 2 || argc > 3)
    fail("usage: bench-critical FOLDER [CORE]");
  std::optional<int64_t> core;
  if (argc == 3) {
    char *end = nullptr;
    core = std::strtoll(argv[2], &end, 10);
    if (end == argv[2] || *end)
      fail("expected the number of a core, found '" + std::string(argv[2]) +
           "'");
  }

  static Inputs inputs;
  readInputs(argv[1], inputs);
  PinnedThread thread = check(PinnedThread::pin(core));
  ClockCalibration clock = calibrateClock();
  static Sides sides;
  ClockReadings readings = clock.milliseconds > 0
                               ? measure<readCycles>(inputs, sides)
                               : measure<readSteadyClock>(inputs, sides);
  print(sides, thread.core(), clock, readings);
  return 0;
}
