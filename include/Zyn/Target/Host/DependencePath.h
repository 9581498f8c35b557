//===- DependencePath.h - Latency of machine code ------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TARGET_HOST_DEPENDENCEPATH_H
#define ZYN_TARGET_HOST_DEPENDENCEPATH_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBufferRef.h"

#include <cstdint>
#include <string>
#include <vector>

namespace llvm {
class TargetMachine;
} // namespace llvm

namespace zyn::compiler {

/// An instruction on the longest path of dependences.
struct DependenceStep {
  /// In assembly, such as "vfmadd231sd xmm0, xmm1, xmm2".
  std::string instruction;
  /// From the time when its operands are available to that of its result.
  uint64_t cycles = 0;
  /// Where it comes from, or an empty file if this is not known.
  std::string file;
  unsigned line = 0, column = 0;
};

/// The longest path of dependences through a function, if all data are in the
/// first-level cache, and all branches are predicted.
struct DependencePath {
  std::string function;
  /// Sum of the cycles of the steps.
  uint64_t cycles = 0;
  std::vector<DependenceStep> steps;
  /// Whether there are loops, whose bodies are counted once.
  bool hasLoops = false;
  /// Where the first one comes from, as "file:line:column", or empty if this is
  /// not known.
  std::string loopPlace;
  /// Whether there are branches through tables, whose targets are taken to be
  /// all blocks that nothing else leads to.
  bool hasIndirectBranches = false;
  /// The functions that it calls, whose instructions are not counted, in the
  /// order of the calls, or "<unknown>", as through pointers. Without those of
  /// blocks that do not count.
  std::vector<std::string> callees;
  /// Where the first call comes from, or empty.
  std::string callPlace;
  /// The name of the processor whose scheduling model was used.
  std::string processor;
};

/// Finds the longest path of dependences through a function of an object file
/// that `machine` emitted, whose disassembler has to be registered. The
/// latencies of instructions are those of LLVM's scheduling model for its
/// processor.
///
/// Results depend on operands in registers and flags, and on loads through the
/// address only: a load from memory that was stored before is counted like any
/// other. A call takes no time and depends on all results before it, and all
/// registers but the stack pointer depend on the call. Updates of the stack
/// pointer by `push`, `pop`, `call`, and `ret` take no time, and what an
/// instruction that moves the stack pointer saves or restores counts only where
/// it is used. Arguments are available at the start.
///
/// Where paths of the control flow join, each register is available when it is
/// on the path where this is latest. The length is thus at least that of every
/// path from the entry to a return, and the same in code without branches.
/// Loops are left after one iteration, and blocks that reach no return, such as
/// those that call `abort`, do not count. To end so, a block needs to be
/// followed by such blocks only, since calls look like others.
///
/// Takes time linear in the size of the object file, of all functions. Errors:
/// the object file is for another target or does not define the function; LLVM
/// has no scheduling model of the processor. LLVM ends the process for some
/// damaged files.
llvm::Expected<DependencePath>
findDependencePath(llvm::MemoryBufferRef object, llvm::StringRef function,
                   const llvm::TargetMachine &machine);

/// Returns a summary of a path and a table of its steps, of which the middle is
/// left out if they need more than 40 lines. The first column has the cycle
/// when the result of the step is available. `gigahertz` is the frequency for
/// nanoseconds, or 0 for cycles only.
std::string formatDependencePath(const DependencePath &path, double gigahertz);

} // namespace zyn::compiler

#endif // ZYN_TARGET_HOST_DEPENDENCEPATH_H
