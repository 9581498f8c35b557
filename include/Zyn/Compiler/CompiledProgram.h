//===- CompiledProgram.h - Compiled programs of the VM -------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_COMPILER_COMPILEDPROGRAM_H
#define ZYN_COMPILER_COMPILEDPROGRAM_H

#include "Zyn/Compiler/Compilation.h"
#include "Zyn/Compiler/ProgramMemory.h"
#include "Zyn/Target/VMExecutable/Executable.h"

#include "llvm/Support/JSON.h"

#include <memory>

namespace zyn::compiler {

/// The results of a program.
struct ProgramResults {
  /// The output buffers, in order.
  std::vector<runtime::Array> outputs;
  /// The final states of the last phase, 32 words by instances.
  runtime::Array states;
  /// Warnings about instances that trapped.
  std::vector<Diagnostic> traps;
  /// That of `ProgramRun::createReport`, as JSON.
  std::string report;
};

/// What the instances of a phase have executed.
struct PhaseStatistics {
  std::string name;
  int64_t instances = 0;
  /// The instructions of all instances, and the smallest and largest number of
  /// one of them.
  int64_t executed = 0, fewest = 0, most = 0;
  /// The steps that lanes of warps take at least: each warp of 32 consecutive
  /// instances, which is that of a GPU, as many as its longest instance.
  int64_t laneSteps = 0;

  PhaseStatistics() = default;
  /// `counts` are the instructions of each instance.
  PhaseStatistics(std::string name, const std::vector<int64_t> &counts);

  /// Returns the fraction of the steps in which a lane waits for a longer
  /// instance of its warp.
  double divergence() const {
    return laneSteps ? 1 - static_cast<double>(executed) /
                               static_cast<double>(laneSteps)
                     : 0;
  }
};

/// A program of the matrix VM that was compiled for a kind of device. Copies
/// share the same program. It is immutable: any number of threads may run it at
/// the same time, each with its own memory.
class CompiledProgram {
public:
  /// Compiles an executable, which is called `file` in diagnostics. Returns an
  /// error if it is damaged or the device is too old.
  static runtime::Expected<CompiledProgram>
  compile(const std::string &executable, const runtime::Device &device,
          const CompileOptions &options = {}, const std::string &file = "-");

  const mlir::vm::Executable &executable() const;
  const Compilation &compilation() const;
  mlir::zyn::VMEngine engine() const;

  /// Runs the program with an array for each input buffer. Use `ProgramRun` to
  /// run it several times or to inspect its states.
  runtime::Expected<ProgramResults>
  run(runtime::Context &context, const std::vector<runtime::Array> &inputs,
      const ProgramOptions &options = {}) const;

private:
  friend class ProgramRun;
  struct Code;
  explicit CompiledProgram(std::shared_ptr<const Code> code);
  std::shared_ptr<const Code> code;
};

/// Runs a program in a memory with its inputs, phase by phase, each in as many
/// rounds as its instances need. It must only be used by one thread at a time.
class ProgramRun {
public:
  ProgramRun(const CompiledProgram &program, ProgramMemory &memory);

  /// Runs all phases. With `inspect`, waits after each phase and inspects its
  /// instances. Returns an error if instances are deadlocked or have exceeded
  /// their budget.
  runtime::Error run(bool inspect);

  /// Return warnings about instances that trapped, the number of executed
  /// instructions, and the time of the last inspected run.
  const std::vector<Diagnostic> &getTraps() const { return traps; }
  int64_t getExecuted() const;
  double getSeconds() const { return seconds; }

  /// Returns a report about the executable and the last inspected run as data:
  /// its device and engine, its time, and the statistics and traps of its
  /// instances.
  llvm::json::Object createReport() const;

  /// Returns the final states of the last phase, 32 words by instances.
  runtime::Expected<runtime::Array> readStates();

private:
  runtime::Error runPhase(uint32_t number);
  runtime::Error inspectPhase(const mlir::vm::Executable::Phase &phase);

  const CompiledProgram program;
  ProgramMemory &memory;
  const llvm::SmallVector<mlir::vm::Executable::Phase> phases;
  /// Whether an instance may need more than one round.
  bool canSuspend = false;
  std::vector<Diagnostic> traps;
  std::vector<PhaseStatistics> statistics;
  double seconds = 0;
};

} // namespace zyn::compiler

#endif // ZYN_COMPILER_COMPILEDPROGRAM_H
