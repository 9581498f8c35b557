//===- ProgramMemory.h - The memory of a program's run --------- -*- C++
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_PROGRAMMEMORY_H
#define ZYN_COMPILER_PROGRAMMEMORY_H

#include "Zyn/Runtime/Context.h"
#include "Zyn/Runtime/Npy.h"
#include "Zyn/Target/VMExecutable/Executable.h"

#include <optional>
#include <string>
#include <vector>

namespace zyn::compiler {

class Descriptor;

/// How a program of the matrix VM runs.
struct ProgramOptions {
  /// Instances of a launch that does not say how many; lanes of the instance
  /// buffers.
  uint64_t instances = 1024;
  /// Instructions that an instance may execute; an error if one has not ended
  /// then.
  std::optional<int64_t> maxInstructions;
  /// Of the program's random numbers.
  uint32_t seed = 0;
  /// The most bytes to allocate.
  std::optional<uint64_t> memoryLimit;
  /// Stands for the program in diagnostics.
  std::string file = "-";
};

/// What a program has in a device's memory: buffers for the whole run, states
/// and stacks for the largest phase. Belongs to one thread at a time, and must
/// outlive neither the context nor the executable.
class ProgramMemory {
public:
  ProgramMemory(runtime::Context &context, const mlir::vm::Executable &program,
                const ProgramOptions &options);
  ~ProgramMemory();

  runtime::Context &getContext() { return context; }
  const ProgramOptions &getOptions() const { return options; }

  ProgramMemory(const ProgramMemory &) = delete;
  ProgramMemory &operator=(const ProgramMemory &) = delete;

  /// Instances of a phase, or of a launch.
  uint64_t countPositions(const mlir::vm::Executable::Phase &phase) const;
  uint64_t countPositions(const mlir::vm::Executable::Launch &launch) const;

  /// Allocates everything. Errors: it does not fit, and how many instances
  /// would; a launch has more instances than the instance buffers have lanes.
  runtime::Error allocate();

  /// Checks how many inputs there are.
  runtime::Error checkInputCount(size_t given) const;
  /// Sets an input buffer; `number` counts them. Error, without a source
  /// location: "input #0, buffer @x, is 4xi32, found an array of 3xi32".
  runtime::Error setInput(size_t number, const runtime::Array &array);

  /// Makes buffers what they are before the first phase: inputs and zeros.
  runtime::Error reset();
  /// Makes temporaries zero whose first phase this is.
  runtime::Error enterPhase(uint32_t phase);
  runtime::Error clearCounters();

  /// The function's arguments for a phase and a round.
  std::vector<void *> getArguments(uint32_t phase, int32_t round);

  runtime::Expected<std::vector<uint32_t>> readCounters();
  /// A word of all positions.
  runtime::Expected<std::vector<uint32_t>> readWord(unsigned word,
                                                    uint64_t positions);
  runtime::Expected<std::vector<int64_t>> readExecuted(uint64_t positions);
  /// The output buffers, in order.
  runtime::Expected<std::vector<runtime::Array>> readOutputs();
  /// All words of all positions.
  runtime::Expected<runtime::Array> readState(uint64_t positions);

private:
  struct Sizes {
    uint64_t state, executed, frames, buffers, slots;
    uint64_t total() const {
      return state + executed + frames + buffers + slots;
    }
  };
  Sizes measure(uint64_t lanes) const;
  runtime::Error checkLaunches() const;
  runtime::Error checkSize();
  runtime::Expected<void *> allocateZeros(uint64_t bytes);
  runtime::Error uploadLaunches();
  /// Bytes from the begin of all buffers, and of one.
  uint64_t getOffset(const mlir::vm::Executable::Buffer &buffer) const;
  uint64_t getBytes(const mlir::vm::Executable::Buffer &buffer) const;
  std::vector<int64_t>
  getShape(const mlir::vm::Executable::Buffer &buffer) const;

  runtime::Context &context;
  const mlir::vm::Executable &program;
  const llvm::SmallVector<mlir::vm::Executable::Phase> phases;
  const ProgramOptions options;
  const uint64_t lanes;
  uint64_t maxPositions = 0;
  bool hasCalls = false;
  Sizes sizes = {};
  std::vector<void *> owned;
  char *state = nullptr, *executed = nullptr, *frames = nullptr,
       *buffers = nullptr, *slots = nullptr, *counters = nullptr,
       *image = nullptr;
  /// What buffers are before the first phase, and zeros, for copies.
  char *pristine = nullptr, *zeros = nullptr;
  /// Launches of each phase.
  std::vector<char *> launches;

  // What the arguments point to.
  std::vector<Descriptor> descriptors;
  int64_t laneCount = 0, positionCount = 0, budget = 0;
  int32_t seed = 0, round = 0;
};

} // namespace zyn::compiler

#endif // ZYN_COMPILER_PROGRAMMEMORY_H
