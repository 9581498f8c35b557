//===- MapLinear.cpp - Maps along a linear index --------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads iterate along a linear index of the iteration space, by which most
// operands can be accessed. For the others, each thread divides once to find
// the indices of its first element; the indices of the next ones follow from
// them by an addition with carry.
//
//===----------------------------------------------------------------------===//

#include "VectorMap.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::zyn;

/// A block whose elements are all in bounds processes several vectors of each
/// thread at the same time; the last block tests each vector.
static void emitLinear(IndexBuilder &h, MapKernels &map, int64_t width,
                       bool areRowsAligned) {
  bool isAcrossRows = !areRowsAligned && width > 1 &&
                      llvm::any_of(map.operands, [](const MapOperand &operand) {
                        return !operand.isLinear && !operand.dims.empty();
                      });
  int64_t threads = map.schedule.threads,
          unroll = map.getUnroll(width, isAcrossRows);
  int64_t perBlock = threads * width * unroll;
  // With one loop, the kernel finds its size in the destination.
  SmallVector<Value> hostSizes;
  if (map.sizes.size() > 1) {
    hostSizes = map.sizes;
    llvm::append_range(hostSizes,
                       h.delinearize(h.constant(threads * width), map.sizes));
  }
  map.hints.state(KernelHint::AsyncCopy, false,
                  "each element is read once, by the thread that uses it");
  for (unsigned i = 0; i < map.operands.size(); ++i)
    map.stateCoalescing(i, map.innermost());
  KernelBuilder kernel = map.startKernel(h, {threads, 1, 1}, hostSizes);
  IndexBuilder &b = kernel.device();
  unsigned numOperands = map.operands.size(), rank = map.sizes.size();
  SmallVector<Value> imported = kernel.importSizes(numOperands, hostSizes);
  if (rank == 1)
    imported = {b.size(kernel.argument(numOperands - 1), 0),
                b.constant(threads * width)};
  SmallVector<Value> sizes(ArrayRef(imported).take_front(rank));
  ArrayRef<Value> steps = ArrayRef(imported).drop_front(rank);
  VectorMap linear{
      map, b, width, areRowsAligned, kernel.arguments(0, numOperands), sizes};

  Value count = b.product(sizes);
  Value base = b.mul(b.blockId(), perBlock);
  Value first = b.add(base, b.mul(b.threadId(kernel::Dimension::x), width));
  Value isWhole = b.lessEqual(b.add(base, perBlock), count);
  auto branch = scf::IfOp::create(b, isWhole, /*withElseRegion=*/true);
  b.setInsertionPoint(branch.thenYield());
  SmallVector<VectorMap::Position> positions = {linear.start(first)};
  SmallVector<SmallVector<Value>> inputs;
  for (int64_t u = 0; u < unroll; ++u) {
    if (u)
      positions.push_back(linear.advance(
          positions.back(), b.add(first, u * threads * width), steps));
    inputs.push_back(linear.load(positions[u]));
  }
  for (int64_t u = 0; u < unroll; ++u)
    linear.compute(positions[u], inputs[u]);

  b.setInsertionPoint(branch.elseYield());
  auto loop = scf::ForOp::create(b, first, count, b.constant(threads * width));
  b.setInsertionPoint(loop.getBody()->getTerminator());
  Value begin = loop.getInductionVar();
  if (width == 1) {
    linear.computeElement(begin);
  } else {
    Value end = b.add(begin, width);
    auto test = scf::IfOp::create(b, b.lessEqual(end, count),
                                  /*withElseRegion=*/true);
    b.setInsertionPoint(test.thenYield());
    VectorMap::Position position = linear.start(begin);
    linear.compute(position, linear.load(position));
    b.setInsertionPoint(test.elseYield());
    auto rest = scf::ForOp::create(b, begin, count, b.constant(1));
    b.setInsertionPoint(rest.getBody()->getTerminator());
    linear.computeElement(rest.getInductionVar());
  }
  kernel.launch(h.ceilDiv(h.product(map.sizes), perBlock));
}

void mlir::zyn::lowerMapLinear(IndexBuilder &h, MapKernels &map) {
  int64_t width = map.width;
  unsigned innermost = map.innermost();
  if (llvm::all_of(map.operands, [](const MapOperand &operand) {
        return operand.isLinear || operand.dims.empty();
      }))
    return emitLinear(h, map, width, /*areRowsAligned=*/false);

  // Vectors along the rows of all operands; without them, single elements,
  // unless the large operands have no rows.
  bool canAlign = true, areLargeLinear = true;
  for (auto [i, operand] : llvm::enumerate(map.operands)) {
    bool isAlongRows =
        !operand.dims.empty() && operand.dims.back() == innermost;
    if (isAlongRows)
      canAlign &= operand.hasAlignedRows(width);
    canAlign &= isAlongRows || i < map.numInputs;
    areLargeLinear &=
        operand.isLinear ||
        (i < map.numInputs && operand.dims.size() < map.sizes.size());
  }
  std::optional<unsigned> repeated = getRepeatedLoop(map);
  auto emit = [&](int64_t accessWidth, bool areRowsAligned) {
    return [&, accessWidth, areRowsAligned](IndexBuilder &builder) {
      auto emitByIndex = [&](IndexBuilder &inner) {
        emitLinear(inner, map, accessWidth, areRowsAligned);
      };
      if (!repeated)
        return emitByIndex(builder);
      buildBranches(
          builder, areRowsLong(builder, map, *repeated),
          [&](IndexBuilder &inner) {
            lowerMapRows(inner, map, *repeated,
                         areRowsAligned ? accessWidth : 1);
          },
          emitByIndex);
    };
  };
  auto emitUnaligned =
      emit(areLargeLinear ? width : 1, /*areRowsAligned=*/false);
  if (!canAlign || width == 1)
    return emitUnaligned(h);
  // Half vectors need less arithmetic than vectors across the ends of rows.
  if (std::optional<int64_t> known = getConstantIntValue(map.sizes[innermost]))
    if (int64_t divisor = std::gcd(*known, width); divisor >= width / 2)
      return emit(divisor, /*areRowsAligned=*/true)(h);
  Value isAligned = h.equal(h.rem(map.sizes[innermost], width), h.constant(0));
  buildBranches(h, isAligned, emit(width, /*areRowsAligned=*/true),
                emitUnaligned);
}
