//===- ProgramMemory.h - Memory of a program's run ------------ -*- C++ -*-===//
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

/// Options of a run of a program of the matrix VM.
struct ProgramOptions {
  /// Number of instances of a launch that does not specify it, and of lanes of
  /// the instance buffers.
  uint64_t instances = 1024;
  /// Maximum number of instructions that an instance may execute; it is an
  /// error if it has not ended by then.
  std::optional<int64_t> maxInstructions;
  /// Seed of the program's random numbers.
  uint32_t seed = 0;
  /// Maximum number of bytes to allocate.
  std::optional<uint64_t> memoryLimit;
  /// The file name of the program in diagnostics.
  std::string file = "-";
};

/// The memory of a program on a device: buffers for the whole run, and states
/// and stacks for the largest phase. It must only be used by one thread at a
/// time and must not outlive the context or the executable.
class ProgramMemory {
public:
  ProgramMemory(runtime::Context &context, const mlir::vm::Executable &program,
                const ProgramOptions &options);
  ~ProgramMemory();

  runtime::Context &getContext() { return context; }
  const ProgramOptions &getOptions() const { return options; }

  ProgramMemory(const ProgramMemory &) = delete;
  ProgramMemory &operator=(const ProgramMemory &) = delete;

  /// Returns the number of instances of a phase or launch.
  uint64_t countPositions(const mlir::vm::Executable::Phase &phase) const;
  uint64_t countPositions(const mlir::vm::Executable::Launch &launch) const;

  /// Allocates all memory. Returns an error if it does not fit, with the number
  /// of instances that would fit, or if a launch has more instances than the
  /// instance buffers have lanes.
  runtime::Error allocate();

  /// Checks the number of inputs.
  runtime::Error checkInputCount(size_t given) const;
  /// Sets the input buffer with index `number` among the inputs. The error has
  /// no source location: "input #0, buffer @x, is 4xi32, found an array of
  /// 3xi32".
  runtime::Error setInput(size_t number, const runtime::Array &array);

  /// Resets buffers to their initial contents: inputs and zeros.
  runtime::Error reset();
  /// Zeroes the temporary buffers whose first phase is `phase`.
  runtime::Error enterPhase(uint32_t phase);
  runtime::Error clearCounters();

  /// Returns the arguments of the function for a phase and a round.
  std::vector<void *> getArguments(uint32_t phase, int32_t round);

  runtime::Expected<std::vector<uint32_t>> readCounters();
  /// Returns a word of the states at all positions.
  runtime::Expected<std::vector<uint32_t>> readWord(unsigned word,
                                                    uint64_t positions);
  runtime::Expected<std::vector<int64_t>> readExecuted(uint64_t positions);
  /// Returns the output buffers in order.
  runtime::Expected<std::vector<runtime::Array>> readOutputs();
  /// Returns all words of the states at all positions.
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
  /// Return the offset of a buffer from the start of all buffers, and its size,
  /// in bytes.
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
  /// The initial contents of the buffers, and zeros, as sources of copies.
  char *initial = nullptr, *zeros = nullptr;
  /// Launches of each phase.
  std::vector<char *> launches;

  // The values that the arguments point to.
  std::vector<Descriptor> descriptors;
  int64_t laneCount = 0, positionCount = 0, budget = 0;
  int32_t seed = 0, round = 0;
};

} // namespace zyn::compiler

#endif // ZYN_COMPILER_PROGRAMMEMORY_H
