//===- PhaseOrder.cpp - The order of phases -------------------------------===//
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

/// The phases of a program as they are written, and which waits for which.
struct PhaseGraph {
  explicit PhaseGraph(ProgramOp program);

  SmallVector<PhaseOp> phases;
  SmallVector<SmallVector<unsigned>> before, behind;
};

} // namespace

PhaseGraph::PhaseGraph(ProgramOp program)
    : phases(program.getOps<PhaseOp>()), before(phases.size()),
      behind(phases.size()) {
  DenseMap<StringAttr, unsigned> numbers;
  for (auto [number, phase] : llvm::enumerate(phases))
    numbers[phase.getSymNameAttr()] = number;
  for (auto [number, phase] : llvm::enumerate(phases)) {
    if (!phase.getAfter())
      continue;
    for (auto name : phase.getAfter()->getAsRange<FlatSymbolRefAttr>()) {
      auto found = numbers.find(name.getAttr());
      if (found == numbers.end())
        continue; // the verifier's error
      before[number].push_back(found->second);
      behind[found->second].push_back(number);
    }
  }
}

/// The phases that wait for each other, where some of `isOrdered` are left out
/// and so all of these wait for another of these.
static void reportCycle(const PhaseGraph &graph, ArrayRef<bool> isOrdered) {
  unsigned number = llvm::find(isOrdered, false) - isOrdered.begin();
  SmallVector<unsigned> path;
  auto place = path.end();
  while ((place = llvm::find(path, number)) == path.end()) {
    path.push_back(number);
    number = *llvm::find_if(graph.before[number],
                            [&](unsigned other) { return !isOrdered[other]; });
  }
  path.erase(path.begin(), place);
  // From the one that is written first.
  std::rotate(path.begin(), llvm::min_element(path), path.end());
  PhaseOp first = graph.phases[path.front()];
  auto getName = [&](unsigned other) {
    PhaseOp phase = graph.phases[other];
    return ("@" + phase.getSymName()).str();
  };
  if (path.size() == 1) {
    emitError(first.getLoc())
        << "phase " << getName(path.front()) << " waits for itself";
    return;
  }
  InFlightDiagnostic error = emitError(first.getLoc(), "phases ");
  llvm::interleave(
      path, [&](unsigned other) { error << getName(other); },
      [&] { error << ", "; });
  error << " wait for each other: ";
  for (unsigned other : path)
    error << getName(other) << " -> ";
  error << getName(path.front());
}

FailureOr<SmallVector<PhaseOp>> vm::orderPhases(ProgramOp program) {
  PhaseGraph graph(program);
  SmallVector<unsigned> waiting;
  std::priority_queue<unsigned, std::vector<unsigned>, std::greater<>> ready;
  for (auto [number, before] : llvm::enumerate(graph.before)) {
    waiting.push_back(before.size());
    if (before.empty())
      ready.push(number);
  }
  SmallVector<PhaseOp> order;
  SmallVector<bool> isOrdered(graph.phases.size(), false);
  while (!ready.empty()) {
    unsigned number = ready.top();
    ready.pop();
    order.push_back(graph.phases[number]);
    isOrdered[number] = true;
    for (unsigned other : graph.behind[number])
      if (--waiting[other] == 0)
        ready.push(other);
  }
  if (order.size() == graph.phases.size())
    return order;
  reportCycle(graph, isOrdered);
  return failure();
}
