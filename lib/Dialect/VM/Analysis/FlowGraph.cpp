//===- FlowGraph.cpp - Directed graphs with node costs --------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FlowGraph.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

#include <limits>

using namespace mlir;
using namespace mlir::vm;

static constexpr unsigned kNone = ~0u;
static constexpr uint64_t kMaxCost = std::numeric_limits<uint32_t>::max();

namespace {
/// Tarjan's algorithm with an explicit stack, since routines can be long.
class ComponentFinder {
public:
  ComponentFinder(const FlowGraph &graph, ArrayRef<unsigned> nodes,
                  llvm::function_ref<bool(unsigned, unsigned)> hasEdge)
      : graph(graph), hasEdge(hasEdge) {
    for (unsigned node : nodes)
      members[node] = Member();
    for (unsigned node : nodes)
      if (members[node].order == kNone)
        search(node);
  }

  SmallVector<SmallVector<unsigned>> components;

private:
  struct Visit {
    unsigned node;
    unsigned nextSuccessor;
  };

  struct Member {
    unsigned order = kNone;
    unsigned lowest = kNone;
    bool isOpen = false;
  };

  void enter(unsigned node) {
    members[node] = {numEntered, numEntered, true};
    ++numEntered;
    open.push_back(node);
    visits.push_back({node, 0});
  }

  void search(unsigned root) {
    enter(root);
    while (!visits.empty()) {
      unsigned node = visits.back().node;
      ArrayRef<unsigned> successors = graph.successors[node];
      if (visits.back().nextSuccessor == successors.size()) {
        visits.pop_back();
        leave(node);
        if (!visits.empty())
          lower(visits.back().node, members[node].lowest);
        continue;
      }
      unsigned successor = successors[visits.back().nextSuccessor++];
      auto found = members.find(successor);
      if (found == members.end() || !hasEdge(node, successor))
        continue;
      if (found->second.order == kNone)
        enter(successor);
      else if (found->second.isOpen)
        lower(node, found->second.order);
    }
  }

  void lower(unsigned node, unsigned order) {
    unsigned &lowest = members[node].lowest;
    lowest = std::min(lowest, order);
  }

  void leave(unsigned node) {
    if (members[node].lowest != members[node].order)
      return;
    SmallVector<unsigned> &component = components.emplace_back();
    do {
      component.push_back(open.pop_back_val());
      members[component.back()].isOpen = false;
    } while (component.back() != node);
    llvm::sort(component);
  }

  const FlowGraph &graph;
  llvm::function_ref<bool(unsigned, unsigned)> hasEdge;
  DenseMap<unsigned, Member> members;
  SmallVector<unsigned> open;
  SmallVector<Visit> visits;
  unsigned numEntered = 0;
};
} // namespace

SmallVector<SmallVector<unsigned>>
vm::findComponents(const FlowGraph &graph, ArrayRef<unsigned> nodes,
                   llvm::function_ref<bool(unsigned, unsigned)> hasEdge) {
  return std::move(ComponentFinder(graph, nodes, hasEdge).components);
}

/// Returns the cost of the longest path among `nodes` from the first of them.
/// In a loop, edges to the first node are back edges and not part of the path.
static uint64_t findLongestPath(const FlowGraph &graph,
                                ArrayRef<unsigned> nodes, bool isLoop,
                                unsigned trips, unsigned depth) {
  unsigned first = nodes.front();
  auto hasEdge = [&](unsigned, unsigned to) { return !isLoop || to != first; };
  // The cost of the longest path from each node's component.
  llvm::SmallDenseMap<unsigned, uint64_t> longest;
  for (ArrayRef<unsigned> component : findComponents(graph, nodes, hasEdge)) {
    uint64_t after = 0;
    bool isRepeated = component.size() > 1;
    for (unsigned node : component)
      for (unsigned successor : graph.successors[node]) {
        if (!hasEdge(node, successor))
          continue;
        if (llvm::binary_search(component, successor))
          isRepeated = true;
        else if (auto found = longest.find(successor); found != longest.end())
          after = std::max(after, found->second);
      }
    uint64_t cost = graph.costs[component.front()];
    // The cost of this many nested loops saturates; do not recurse further.
    if (isRepeated && depth == 32)
      cost = kMaxCost;
    else if (isRepeated)
      cost = trips * findLongestPath(graph, component, /*isLoop=*/true, trips,
                                     depth + 1);
    uint64_t total = std::min(cost + after, kMaxCost);
    for (unsigned node : component)
      longest[node] = total;
  }
  return longest.lookup(first);
}

uint64_t vm::findLongestPath(const FlowGraph &graph, unsigned trips) {
  auto nodes = llvm::to_vector(llvm::seq(graph.size()));
  return ::findLongestPath(graph, nodes, /*isLoop=*/false, trips, /*depth=*/0);
}
