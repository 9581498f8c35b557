//===- PhaseOrder.cpp - Execution order of phases -------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/VM/Analysis/PhaseOrder.h"

#include <queue>

using namespace mlir;
using namespace mlir::vm;

namespace {

/// The phases of a program in program order and the dependences between them.
struct PhaseGraph {
  explicit PhaseGraph(ProgramOp program);

  SmallVector<PhaseOp> phases;
  SmallVector<SmallVector<unsigned>> predecessors, successors;
};

} // namespace

PhaseGraph::PhaseGraph(ProgramOp program)
    : phases(program.getOps<PhaseOp>()), predecessors(phases.size()),
      successors(phases.size()) {
  DenseMap<StringAttr, unsigned> numbers;
  for (auto [number, phase] : llvm::enumerate(phases))
    numbers[phase.getSymNameAttr()] = number;
  for (auto [number, phase] : llvm::enumerate(phases)) {
    if (!phase.getAfter())
      continue;
    for (auto name : phase.getAfter()->getAsRange<FlatSymbolRefAttr>()) {
      auto found = numbers.find(name.getAttr());
      if (found == numbers.end())
        continue; // diagnosed by the verifier
      predecessors[number].push_back(found->second);
      successors[found->second].push_back(number);
    }
  }
}

/// Reports a cycle among the phases that could not be ordered. Each of them
/// depends on another one, so following predecessors finds a cycle.
static void reportCycle(const PhaseGraph &graph, ArrayRef<bool> isOrdered) {
  unsigned number = llvm::find(isOrdered, false) - isOrdered.begin();
  SmallVector<unsigned> path;
  auto *it = path.end();
  while ((it = llvm::find(path, number)) == path.end()) {
    path.push_back(number);
    number = *llvm::find_if(graph.predecessors[number],
                            [&](unsigned other) { return !isOrdered[other]; });
  }
  path.erase(path.begin(), it);
  // Start with the phase that comes first in program order.
  std::rotate(path.begin(), llvm::min_element(path), path.end());
  PhaseOp first = graph.phases[path.front()];
  auto getName = [&](unsigned other) {
    PhaseOp phase = graph.phases[other];
    return ("@" + phase.getSymName()).str();
  };
  if (path.size() == 1) {
    emitError(first.getLoc())
        << "phase " << getName(path.front()) << " depends on itself";
    return;
  }
  InFlightDiagnostic error = emitError(first.getLoc(), "phases ");
  llvm::interleave(
      path, [&](unsigned other) { error << getName(other); },
      [&] { error << ", "; });
  error << " depend on each other: ";
  for (unsigned other : path)
    error << getName(other) << " -> ";
  error << getName(path.front());
}

FailureOr<SmallVector<PhaseOp>> vm::orderPhases(ProgramOp program) {
  PhaseGraph graph(program);
  SmallVector<unsigned> waiting;
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> ready;
  for (auto [number, predecessors] : llvm::enumerate(graph.predecessors)) {
    waiting.push_back(predecessors.size());
    if (predecessors.empty())
      ready.push(number);
  }
  SmallVector<PhaseOp> order;
  SmallVector<bool> isOrdered(graph.phases.size(), false);
  while (!ready.empty()) {
    unsigned number = ready.top();
    ready.pop();
    order.push_back(graph.phases[number]);
    isOrdered[number] = true;
    for (unsigned other : graph.successors[number])
      if (--waiting[other] == 0)
        ready.push(other);
  }
  if (order.size() == graph.phases.size())
    return order;
  reportCycle(graph, isOrdered);
  return failure();
}
