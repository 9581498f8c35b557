//===- FlowGraph.h - Directed graphs with node costs ---------- -*- C++ -*-===//
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

/// Returns the strongly connected components of the subgraph of `nodes` in
/// postorder, i.e. after the components that they reach (Tarjan, "Depth-first
/// search and linear graph algorithms", 1972). Edges for which `hasEdge`
/// returns false are ignored.
SmallVector<SmallVector<unsigned>>
findComponents(const FlowGraph &graph, ArrayRef<unsigned> nodes,
               llvm::function_ref<bool(unsigned, unsigned)> hasEdge);

/// Returns the cost of the most expensive path from node 0, assuming that each
/// loop runs `trips` iterations of its most expensive path, recursively. A loop
/// is a strongly connected component, and its header is the first node of it.
/// Saturates at 2^32 - 1.
uint64_t findLongestPath(const FlowGraph &graph, unsigned trips);

} // namespace mlir::vm

#endif // ZYN_LIB_DIALECT_VM_ANALYSIS_FLOWGRAPH_H
