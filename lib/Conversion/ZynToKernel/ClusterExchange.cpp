//===- ClusterExchange.cpp - Values of other blocks -----------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ClusterExchange.h"

using namespace mlir;
using namespace mlir::zyn;

ClusterExchange::ClusterExchange(KernelBuilder &kernel, int64_t numBlocks)
    : kernel(kernel), numBlocks(numBlocks) {
  if (numBlocks == 1)
    return;
  kernel.setClusterSize(numBlocks);
  kernel::ClusterArriveOp::create(kernel.device(), /*relaxed=*/true);
}

SmallVector<Value> ClusterExchange::write(ValueRange accumulators, Value block,
                                          Value writes, Value target) {
  IndexBuilder &b = kernel.device();
  if (!std::exchange(haveStarted, true))
    kernel::ClusterWaitOp::create(b);
  SmallVector<Value> shared;
  for (Type type : accumulators.getTypes())
    shared.push_back(kernel.shared({numBlocks}, type));
  b.buildIf(writes, [&] {
    for (auto [value, buffer] : llvm::zip(accumulators, shared)) {
      MemRefType type =
          MemRefType::Builder(cast<MemRefType>(buffer.getType()))
              .setMemorySpace(kernel::ClusterSpaceAttr::get(b.getContext()));
      b.store(value, kernel::MapSharedOp::create(b, type, buffer, target),
              block);
    }
  });
  kernel::ClusterBarrierOp::create(b);
  return shared;
}

Elements ClusterExchange::combine(Combiner &combiner, ArrayRef<Value> written) {
  IndexBuilder &b = kernel.device();
  SmallVector<Elements> ofBlocks;
  for (int64_t i = 0; i < numBlocks; ++i)
    ofBlocks.push_back(llvm::map_to_vector(
        written, [&](Value buffer) { return b.load(buffer, b.constant(i)); }));
  return combiner.combineTree(b, ofBlocks);
}
