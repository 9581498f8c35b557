//===- FusedOperand.cpp - Operands that matmuls compute -------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FusedOperand.h"
#include "IndexBuilder.h"
#include "MatmulEmitter.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Dialect/Zyn/Analysis/ProductProducers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::zyn;
using ::zyn::schedule::GPUTarget;

/// On a matmul, while it is converted: the number of the operand, and whether
/// it is staged.
static constexpr llvm::StringLiteral kFusedAttrName = "zyn.fused_operand";

int64_t mlir::zyn::getMostThinRows(MatmulOp op, const GPUTarget &target) {
  constexpr int64_t mostRows = 4, wordBytes = 4;
  Type element = getElementTypeOrSelf(op.getLhs());
  int64_t bytes = kernel::getElementBytes(element);
  // As many rows are multiplied in the time of reading an element. Narrow
  // elements have to be converted, too, and 8-bit floats take too long.
  int64_t rate = getThreadMultiplications(element, target);
  if (bytes < wordBytes)
    rate = element.isFloat(8) ? 0 : rate / 2;
  int64_t hiddenRows =
      rate * bytes * target.multiprocessors / target.memoryBytes;
  return std::min(hiddenRows, mostRows);
}

static int64_t getBytes(Type element) {
  return kernel::getElementBytes(element);
}

std::optional<unsigned> mlir::zyn::findStagedInput(MapOp map) {
  // Wider elements than words would take more shared memory than the operand.
  constexpr int64_t wordBytes = 4;
  Type element = getElementTypeOrSelf(map.getInits()[0]);
  // Blocks also compute elements beyond the last row and column.
  if (!llvm::all_of(map.getBlock()->without_terminator(),
                    [](Operation &op) { return isPure(&op); }))
    return std::nullopt;
  std::optional<unsigned> found;
  for (auto [i, input] : llvm::enumerate(map.getInputs())) {
    auto type = cast<MemRefType>(input.getType());
    if (type.getRank() != map.getNumLoops())
      continue;
    if (found || !map.getInputMap(i).isIdentity() ||
        getVectorizableBits(type.getElementType()) == 0 ||
        !type.getLayout().isIdentity() || !type.hasStaticShape())
      return std::nullopt;
    int64_t bytes = getBytes(type.getElementType());
    if (bytes > std::max(getBytes(element), wordBytes))
      return std::nullopt;
    // Rows consist of whole chunks, both of those that are copied and of those
    // that are computed.
    int64_t columns = type.getShape().back();
    for (int64_t size : {bytes, getBytes(element)})
      if (columns * size % ::zyn::limits::tensorGranule != 0)
        return std::nullopt;
    found = i;
  }
  return found;
}

/// Whether lanes can compute elements from the inputs of `map`.
static bool canLanesCompute(MapOp map) {
  // They load vectors of whole bytes.
  return llvm::all_of(map.getInputs(), [](Value input) {
    Type element = getElementTypeOrSelf(input);
    return element.isIntOrFloat() && element.getIntOrFloatBitWidth() >= 8;
  });
}

std::optional<FusedOperand>
mlir::zyn::findFusedOperand(MatmulOp op, const GPUTarget &target) {
  constexpr int64_t mostStagedRows = 64, leastStagedBytes = 2;
  auto lhs = cast<MemRefType>(op.getLhs().getType()),
       result = cast<MemRefType>(op.getInit().getType());
  if (!lhs.hasStaticShape() || !result.hasStaticShape())
    return std::nullopt;
  int64_t k = lhs.getDimSize(op.getLhsK());
  if (k < kLeastOther)
    return std::nullopt;
  KernelHints hints(op);
  auto named = op->getAttrOfType<TileAttr>(kTileAttrName);
  auto hasUnit = [&](ArrayRef<TileUnit> units) {
    return !named || llvm::is_contained(units, named.getUnit());
  };
  // The tiles of limited resources may not have shared memory for both.
  bool canStage = hasUnit({TileUnit::Warps, TileUnit::Threads}) &&
                  op.getPrecision() != MatmulPrecision::TF32x3 &&
                  getBytes(lhs.getElementType()) >= leastStagedBytes &&
                  !hints.limitsResources();
  // Measured on an H200: for smaller operands, tensor cores read what a map has
  // stored in less time. CUDA cores take as long or longer.
  constexpr int64_t leastElements = int64_t(1) << 22;
  bool isAnySize = named || getBytes(lhs.getElementType()) > 2;
  int64_t m = result.getShape().drop_back().back(),
          n = result.getShape().back(), mostThin = getMostThinRows(op, target);
  for (auto [operand, few, other] : {std::tuple(&op.getRhsMutable(), m, n),
                                     std::tuple(&op.getLhsMutable(), n, m)}) {
    if (other < kLeastOther || few > mostStagedRows)
      continue;
    MapOp map = findOperandProducer(*operand);
    if (!map)
      continue;
    bool isThin = few <= mostThin;
    if (isThin ? hasUnit(TileUnit::Lanes) && canLanesCompute(map)
               : canStage && (isAnySize || other * k >= leastElements) &&
                     findStagedInput(map))
      return FusedOperand{operand, map, !isThin};
  }
  return std::nullopt;
}

void mlir::zyn::setFusedOperand(MatmulOp op, const FusedOperand &fused) {
  op->setAttr(kFusedAttrName,
              DenseI64ArrayAttr::get(
                  op.getContext(),
                  {fused.operand->getOperandNumber(), fused.isStaged}));
}

std::optional<FusedOperand> mlir::zyn::getFusedOperand(Operation *op) {
  auto attr = op->getAttrOfType<DenseI64ArrayAttr>(kFusedAttrName);
  if (!attr)
    return std::nullopt;
  OpOperand &operand = op->getOpOperand(attr[0]);
  return FusedOperand{&operand, findOnlyWriter(operand), attr[1] != 0};
}
