//===- Estimates.cpp - Static cost estimates ------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/Analysis/Estimates.h"

#include "FlowGraph.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::vm;

/// Assumed size of the device memory.
static constexpr uint64_t kDeviceBytes = 80'000'000'000;

static uint32_t saturate(uint64_t value) {
  return std::min<uint64_t>(value, std::numeric_limits<uint32_t>::max());
}

/// Returns the numbers of the possible successors of an instruction.
static SmallVector<uint32_t, 2> getNext(Operation *op, uint32_t number,
                                        const InstructionNumbering &numbering) {
  if (isa<ReturnOp, HaltOp>(op))
    return {};
  SmallVector<uint32_t, 2> next;
  for (Block *successor : op->getSuccessors())
    next.push_back(numbering.getNumber(successor));
  if (next.empty())
    next.push_back(number + 1);
  return next;
}

/// Builds a graph whose nodes are the straight-line runs of a routine's
/// instructions. Nodes are not blocks, since blocks can be empty of encoded
/// instructions and are not preserved by an executable: estimates must agree
/// before encoding and after decoding.
static FlowGraph
buildFlowGraph(RoutineOp routine, const InstructionNumbering &numbering,
               llvm::function_ref<uint64_t(Operation *)> getCost) {
  uint32_t entry = numbering.getEntry(routine);
  uint32_t end = entry;
  ArrayRef<Operation *> instructions = numbering.getInstructions();
  while (end < instructions.size() &&
         instructions[end]->getParentOp() == routine)
    ++end;

  SmallVector<bool> isFirst(end - entry + 1, false);
  isFirst.front() = true;
  for (uint32_t i = entry; i < end; ++i)
    if (instructions[i]->hasTrait<OpTrait::IsTerminator>()) {
      isFirst[i + 1 - entry] = true;
      for (uint32_t next : getNext(instructions[i], i, numbering))
        isFirst[next - entry] = true;
    }

  FlowGraph graph;
  SmallVector<unsigned> nodes; // by instruction
  for (uint32_t i = entry; i < end; ++i) {
    if (isFirst[i - entry])
      graph.costs.push_back(0);
    nodes.push_back(graph.costs.size() - 1);
    graph.costs.back() =
        saturate(graph.costs.back() + getCost(instructions[i]));
  }
  graph.successors.resize(graph.size());
  for (uint32_t i = entry; i < end; ++i)
    if (isFirst[i + 1 - entry] || i + 1 == end)
      for (uint32_t next : getNext(instructions[i], i, numbering))
        graph.successors[nodes[i - entry]].push_back(nodes[next - entry]);
  return graph;
}

/// Builds the call graph; nodes are indices into `routines`.
static FlowGraph buildCallGraph(ArrayRef<RoutineOp> routines) {
  llvm::StringMap<unsigned> positions;
  for (RoutineOp routine : routines)
    positions.insert({routine.getSymName(), positions.size()});
  FlowGraph graph;
  for (RoutineOp routine : routines) {
    llvm::SmallSetVector<unsigned, 4> callees;
    routine.walk([&](CallOp call) {
      callees.insert(positions.lookup(call.getCallee()));
    });
    graph.costs.push_back(0);
    graph.successors.emplace_back(callees.begin(), callees.end());
  }
  return graph;
}

uint64_t vm::getStateBytes(ProgramOp program) {
  return kStateBytes + kFrameBytes * program.getStackDepth();
}

uint32_t vm::estimateMaxInstances(ProgramOp program, uint64_t sharedWords,
                                  uint64_t instanceWords,
                                  uint64_t channelSlots) {
  uint64_t used = 4 * sharedWords + kSlotBytes * channelSlots;
  if (used >= kDeviceBytes)
    return 0;
  return saturate((kDeviceBytes - used) /
                  (getStateBytes(program) + 4 * instanceWords));
}

static uint64_t getMemory(RoutineOp routine, const BufferUses &uses,
                          const SymbolTable &symbols) {
  uint64_t bytes = getStateBytes(cast<ProgramOp>(routine->getParentOp()));
  for (auto [name, use] : uses.get(routine)) {
    auto buffer = symbols.lookup<BufferOp>(name);
    if (buffer.getKind() == BufferKind::instance)
      bytes += 4 * buffer.getSize();
  }
  return bytes;
}

Estimates::Estimates(ProgramOp program, const InstructionNumbering &numbering,
                     const BufferUses &uses) {
  SymbolTable symbols(program);
  auto all = llvm::to_vector(program.getOps<RoutineOp>());
  FlowGraph calls = buildCallGraph(all);
  auto positions = llvm::to_vector(llvm::seq(calls.size()));
  auto hasEdge = [](unsigned, unsigned) { return true; };

  // Components are in postorder, so callees come before their callers.
  for (ArrayRef<unsigned> component :
       findComponents(calls, positions, hasEdge)) {
    SmallPtrSet<Operation *, 4> members;
    for (unsigned position : component)
      members.insert(all[position]);
    auto getCost = [&](Operation *op) -> uint64_t {
      auto call = dyn_cast<CallOp>(op);
      if (!call)
        return 1;
      Operation *callee = symbols.lookup(call.getCallee());
      return members.contains(callee)
                 ? 1
                 : 1 + uint64_t(routines.find(callee)->second.epochs);
    };
    SmallVector<RoutineEstimate> found;
    for (unsigned position : component) {
      RoutineEstimate &estimate = found.emplace_back();
      estimate.epochs = saturate(findLongestPath(
          buildFlowGraph(all[position], numbering, getCost), kTrips));
      estimate.memoryBytes = saturate(getMemory(all[position], uses, symbols));
      for (unsigned callee : calls.successors[position]) {
        std::optional<uint32_t> depth;
        if (!members.contains(all[callee]))
          depth = routines.find(all[callee])->second.callDepth;
        if (depth && estimate.callDepth)
          estimate.callDepth = std::max(*estimate.callDepth, *depth + 1);
        else
          estimate.callDepth = std::nullopt;
      }
    }
    for (auto [position, estimate] : llvm::zip(component, found))
      routines[all[position]] = estimate;
  }

  for (auto phase : program.getOps<PhaseOp>()) {
    uint32_t longest = 0;
    for (auto launch : phase.getOps<LaunchOp>()) {
      const RoutineEstimate &estimate =
          get(symbols.lookup<RoutineOp>(launch.getRoutine()));
      longest = std::max(longest, estimate.epochs);
      callDepth = callDepth && estimate.callDepth
                      ? std::optional(std::max(*callDepth, *estimate.callDepth))
                      : std::nullopt;
    }
    epochs = saturate(uint64_t(epochs) + longest);
  }
}
