//===- FlowGraph.h - Graphs of runs of instructions ----------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_DIALECT_VM_ANALYSIS_FLOWGRAPH_H
#define ZYN_LIB_DIALECT_VM_ANALYSIS_FLOWGRAPH_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::vm {

/// A directed graph of nodes with a cost each.
struct FlowGraph {
  SmallVector<uint64_t> costs;
  SmallVector<SmallVector<unsigned, 2>> successors;

  unsigned size() const { return costs.size(); }
};

/// The strongly connected components of some nodes, each after those that it
/// leads to (Tarjan, "Depth-first search and linear graph algorithms", 1972).
/// `hasEdge` says which edges count, those out of the set do not.
SmallVector<SmallVector<unsigned>>
findComponents(const FlowGraph &graph, ArrayRef<unsigned> nodes,
               llvm::function_ref<bool(unsigned, unsigned)> hasEdge);

/// The cost of the most expensive path from node 0, each loop taken as `trips`
/// rounds of its most expensive path, and loops in it likewise. A loop is a
/// component, and begins at its first node. Stops at 2^32 - 1.
uint64_t findLongestPath(const FlowGraph &graph, unsigned trips);

} // namespace mlir::vm

#endif // ZYN_LIB_DIALECT_VM_ANALYSIS_FLOWGRAPH_H
