//===- MapRows.cpp - Maps that use long rows several times ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An input that does not depend on a loop is read in each of its iterations. If
// an iteration accesses more than what the cache holds, the input comes from
// memory each time. Here, a thread processes a vector in several iterations of
// that loop and loads the input once for all of them; the blocks of the other
// iterations follow immediately.
//
//===----------------------------------------------------------------------===//

#include "VectorMap.h"

#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::zyn;

std::optional<unsigned> mlir::zyn::getRepeatedLoop(const MapKernels &map) {
  for (unsigned loop = 0; loop < map.innermost(); ++loop)
    for (unsigned i = 0; i < map.numInputs; ++i)
      if (const MapOperand &operand = map.operands[i];
          !operand.dependsOn(loop) && operand.dependsOn(map.innermost()))
        return loop;
  return std::nullopt;
}

Value mlir::zyn::areRowsLong(IndexBuilder &h, const MapKernels &map,
                             unsigned loop) {
  Value bytes = h.constant(0);
  for (unsigned i = 0; i < map.numInputs; ++i) {
    const MapOperand &operand = map.operands[i];
    if (operand.dependsOn(loop))
      continue;
    Value row = h.constant(map.elementBytes(i));
    for (unsigned dim : operand.dims)
      if (dim > loop)
        row = h.mul(row, map.sizes[dim]);
    bytes = h.add(bytes, row);
  }
  return h.lessEqual(h.constant(map.schedule.minRepeatedBytes), bytes);
}

void mlir::zyn::lowerMapRows(IndexBuilder &h, MapKernels &map, unsigned loop,
                             int64_t width) {
  int64_t threads = map.schedule.threads, unroll = map.getUnroll(width);
  unsigned innermost = map.innermost(), numOperands = map.operands.size();
  map.hints.state(KernelHint::AsyncCopy, false,
                  "each element is read by the thread that uses it");
  for (unsigned i = 0; i < numOperands; ++i)
    map.stateCoalescing(i, innermost);
  KernelBuilder kernel = map.startKernel(h, {threads, 1, 1}, map.sizes);
  IndexBuilder &b = kernel.device();
  SmallVector<Value> sizes = kernel.importSizes(numOperands, map.sizes);
  VectorMap vectors{
      map,  b, width, /*areRowsAligned=*/true, kernel.arguments(0, numOperands),
      sizes};

  // Neighboring blocks have the same columns: the repeated loop is the fastest
  // one.
  auto getCounts = [&](IndexBuilder &builder, ArrayRef<Value> sizes) {
    SmallVector<Value> counts(sizes);
    counts[innermost] = builder.ceilDiv(sizes[innermost], threads * width);
    counts.push_back(builder.ceilDiv(sizes[loop], unroll));
    counts.erase(counts.begin() + loop);
    return counts;
  };
  SmallVector<Value> indices = b.delinearize(b.blockId(), getCounts(b, sizes));
  indices.insert(indices.begin() + loop, b.mul(indices.pop_back_val(), unroll));
  indices[innermost] = b.add(b.mul(indices[innermost], threads * width),
                             b.mul(b.threadId(kernel::Dimension::x), width));
  SmallVector<VectorMap::Position> positions;
  for (int64_t u = 0; u < unroll; ++u) {
    VectorMap::Position position{b.constant(0), indices};
    position.indices[loop] = b.add(indices[loop], u);
    for (auto [index, size] : llvm::zip(position.indices, sizes))
      position.linear = b.add(b.mul(position.linear, size), index);
    positions.push_back(position);
  }

  auto processWhole = [&] {
    SmallVector<SmallVector<Value>> inputs = {vectors.load(positions[0])};
    for (int64_t u = 1; u < unroll; ++u) {
      inputs.push_back(inputs[0]);
      for (unsigned i = 0; i < map.numInputs; ++i)
        if (map.operands[i].dependsOn(loop))
          inputs[u][i] = vectors.load(i, positions[u]);
    }
    for (int64_t u = 0; u < unroll; ++u)
      vectors.compute(positions[u], inputs[u]);
  };
  auto processRest = [&] {
    for (const VectorMap::Position &position : positions)
      b.buildIf(b.less(position.indices[loop], sizes[loop]),
                [&] { vectors.compute(position, vectors.load(position)); });
  };
  std::optional<int64_t> known = getConstantIntValue(sizes[loop]);
  Value isWhole = known && *known % unroll == 0
                      ? arith::ConstantIntOp::create(b, 1, 1).getResult()
                      : b.lessEqual(b.add(indices[loop], unroll), sizes[loop]);
  b.buildIf(b.less(indices[innermost], sizes[innermost]),
            [&] { b.buildIf(isWhole, processWhole, processRest); });
  kernel.launch(h.product(getCounts(h, map.sizes)));
}
