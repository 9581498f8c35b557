//===- ControlFlow.h - Basic blocks of machine code ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TARGET_HOST_CONTROLFLOW_H
#define ZYN_LIB_TARGET_HOST_CONTROLFLOW_H

#include "MachineCode.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace zyn::compiler {

struct BasicBlock {
  /// The indices of its first instruction, and of the one after its last.
  unsigned begin, end;
  llvm::SmallVector<unsigned, 2> successors;
  /// Whether it may end the function, by a return or a jump to another one.
  bool leaves = false;
};

/// The acyclic control flow of a function between its entry and its returns.
/// Blocks that reach no return, such as those that call `abort`, are cold and
/// not part of it, unless the function never returns. Branches to targets from
/// tables or registers may go to all blocks that nothing else leads to, or, if
/// there is none, to other functions.
class ControlFlow {
public:
  ControlFlow(const MachineCode &code, const MachineDescription &machine);

  /// Blocks so that predecessors come first, if back edges are ignored.
  std::vector<unsigned> order;
  std::vector<BasicBlock> blocks;
  /// The blocks to which back edges lead, which were ignored.
  llvm::SmallVector<unsigned> loopHeaders;
  /// Whether there are branches to blocks that nothing else leads to.
  bool hasIndirectBranches = false;

  /// Whether the control flow between two blocks counts.
  bool isForward(unsigned from, unsigned to) const {
    return positions[to] > positions[from];
  }

private:
  void splitBlocks(const MachineCode &code, const MachineDescription &machine);
  void connectBlocks(const MachineCode &code,
                     const MachineDescription &machine);
  void connectIndirectBranches(llvm::ArrayRef<unsigned> branches);
  std::vector<bool> findReturningBlocks() const;
  void sortBlocks();

  /// In `order`, or -1.
  std::vector<int> positions;
};

} // namespace zyn::compiler

#endif // ZYN_LIB_TARGET_HOST_CONTROLFLOW_H
