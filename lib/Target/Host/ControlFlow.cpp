//===- ControlFlow.cpp - Basic blocks of machine code ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ControlFlow.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace zyn::compiler;

/// Whether no instruction after `inst` belongs to its block.
static bool endsBlock(const llvm::MCInst &inst,
                      const MachineDescription &machine) {
  return machine.analysis->isBranch(inst) || machine.analysis->isReturn(inst) ||
         machine.analysis->isBarrier(inst) || machine.describe(inst).isTrap();
}

/// Returns the index of the instruction at `offset`, if there is one.
static std::optional<unsigned> findInstruction(const MachineCode &code,
                                               uint64_t offset) {
  auto found = llvm::partition_point(
      code.instructions, [&](const MachineInstruction &instruction) {
        return instruction.offset < offset;
      });
  if (found == code.instructions.end() || found->offset != offset)
    return std::nullopt;
  return found - code.instructions.begin();
}

ControlFlow::ControlFlow(const MachineCode &code,
                         const MachineDescription &machine) {
  if (code.instructions.empty())
    return;
  splitBlocks(code, machine);
  connectBlocks(code, machine);
  sortBlocks();
}

void ControlFlow::splitBlocks(const MachineCode &code,
                              const MachineDescription &machine) {
  unsigned size = code.instructions.size();
  std::vector<bool> begins(size + 1);
  begins[0] = begins[size] = true;
  for (auto [index, instruction] : llvm::enumerate(code.instructions)) {
    if (!endsBlock(instruction.inst, machine))
      continue;
    begins[index + 1] = true;
    if (instruction.target)
      if (std::optional<unsigned> to =
              findInstruction(code, *instruction.target))
        begins[*to] = true;
  }
  for (unsigned begin = 0, end; begin < size; begin = end) {
    for (end = begin + 1; !begins[end];)
      ++end;
    blocks.push_back({begin, end, {}});
  }
}

void ControlFlow::connectBlocks(const MachineCode &code,
                                const MachineDescription &machine) {
  const llvm::MCInstrAnalysis &analysis = *machine.analysis;
  llvm::SmallVector<unsigned> indirect;
  unsigned size = blocks.size();
  for (unsigned index = 0; index < size; ++index) {
    BasicBlock &block = blocks[index];
    const MachineInstruction &last = code.instructions[block.end - 1];
    bool stops = analysis.isBarrier(last.inst) ||
                 machine.describe(last.inst).isTrap() || index + 1 == size;
    if (!stops)
      block.successors.push_back(index + 1);
    if (analysis.isReturn(last.inst)) {
      block.leaves = true;
    } else if (analysis.isIndirectBranch(last.inst) && last.callee.empty()) {
      block.leaves = true;
      indirect.push_back(index);
    } else if (analysis.isBranch(last.inst)) {
      std::optional<unsigned> to;
      if (last.target)
        to = findInstruction(code, *last.target);
      if (!to) {
        block.leaves = true;
        continue;
      }
      auto target = llvm::partition_point(
          blocks, [&](const BasicBlock &other) { return other.begin < *to; });
      block.successors.push_back(target - blocks.begin());
    }
  }
  if (!indirect.empty())
    connectIndirectBranches(indirect);
}

void ControlFlow::connectIndirectBranches(llvm::ArrayRef<unsigned> branches) {
  // The targets follow the branch as a rule. To have few edges, each branch has
  // an empty block, which leads to the blocks before the next branch, and to
  // the empty block of that.
  unsigned size = blocks.size();
  for (auto [index, branch] : llvm::enumerate(branches)) {
    unsigned hub = blocks.size();
    blocks.push_back({0, 0, {}});
    blocks[branch].successors.push_back(hub);
    if (index)
      blocks[hub - 1].successors.push_back(hub);
  }
  std::vector<bool> reached(blocks.size());
  llvm::SmallVector<unsigned> worklist;
  auto reach = [&](unsigned root) {
    worklist.push_back(root);
    while (!worklist.empty()) {
      unsigned index = worklist.pop_back_val();
      if (reached[index])
        continue;
      reached[index] = true;
      llvm::append_range(worklist, blocks[index].successors);
    }
  };
  reach(0);
  unsigned preceding = 0;
  for (unsigned index = 0; index < size; ++index) {
    if (!reached[index]) {
      hasIndirectBranches = true;
      blocks[size + (preceding ? preceding - 1 : 0)].successors.push_back(
          index);
      reach(index);
    }
    if (preceding < branches.size() && branches[preceding] == index)
      ++preceding;
  }
}

std::vector<bool> ControlFlow::findReturningBlocks() const {
  std::vector<llvm::SmallVector<unsigned, 2>> predecessors(blocks.size());
  llvm::SmallVector<unsigned> worklist;
  for (auto [index, block] : llvm::enumerate(blocks)) {
    if (block.leaves)
      worklist.push_back(index);
    for (unsigned successor : block.successors)
      predecessors[successor].push_back(index);
  }
  std::vector<bool> returns(blocks.size());
  while (!worklist.empty()) {
    unsigned index = worklist.pop_back_val();
    if (returns[index])
      continue;
    returns[index] = true;
    llvm::append_range(worklist, predecessors[index]);
  }
  return returns;
}

void ControlFlow::sortBlocks() {
  std::vector<bool> counts = findReturningBlocks();
  if (!counts[0])
    counts.assign(blocks.size(), true);
  enum State : char { New, Open, Done };
  std::vector<State> states(blocks.size(), New);
  // Pairs of a block and its next successor.
  llvm::SmallVector<std::pair<unsigned, unsigned>> path = {{0, 0}};
  states[0] = Open;
  while (!path.empty()) {
    auto &[index, next] = path.back();
    if (next == blocks[index].successors.size()) {
      states[index] = Done;
      order.push_back(index);
      path.pop_back();
      continue;
    }
    unsigned successor = blocks[index].successors[next++];
    if (!counts[successor])
      continue;
    if (states[successor] == Open)
      loopHeaders.push_back(successor);
    if (states[successor] == New) {
      states[successor] = Open;
      path.push_back({successor, 0});
    }
  }
  std::reverse(order.begin(), order.end());
  positions.assign(blocks.size(), -1);
  for (auto [position, index] : llvm::enumerate(order))
    positions[index] = position;
}
