//===- ComputeOpInterface.cpp - Ops over an iteration space ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Interfaces/ComputeOpInterface.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/CastInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::zyn;

#include "Zyn/Interfaces/ComputeOpInterface.cpp.inc"

//===----------------------------------------------------------------------===//
// Default implementations
//===----------------------------------------------------------------------===//

/// Calls `visit` for each dimension of `operand` that is indexed by a single
/// loop, with the loop's number.
static void
forEachLoopDimension(ComputeOpInterface op, OpOperand &operand,
                     function_ref<void(unsigned, OperandDimension)> visit) {
  AffineMap map = op.getOperandAccess(operand).getMap();
  if (!map)
    return;
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    if (auto loop = dyn_cast<AffineDimExpr>(expr))
      visit(loop.getPosition(), {&operand, static_cast<int64_t>(dim)});
}

SmallVector<OperandDimension> zyn::detail::getLoopDimensions(Operation *op) {
  auto computeOp = cast<ComputeOpInterface>(op);
  SmallVector<OperandDimension> result(computeOp.getLoopIteratorTypes().size());
  auto setFrom = [&](OpOperand &operand) {
    forEachLoopDimension(computeOp, operand,
                         [&](unsigned loop, OperandDimension dimension) {
                           if (!result[loop].operand)
                             result[loop] = dimension;
                         });
  };
  for (OpOperand &destination : computeOp.getDpsInitsMutable())
    setFrom(destination);
  for (OpOperand *input : computeOp.getDpsInputOperands())
    setFrom(*input);
  return result;
}

SmallVector<SizeConstraint> zyn::detail::getLoopSizeConstraints(Operation *op) {
  auto computeOp = cast<ComputeOpInterface>(op);
  SmallVector<OperandDimension> loops = getLoopDimensions(op);
  SmallVector<SizeConstraint> constraints;
  for (OpOperand &operand : op->getOpOperands())
    forEachLoopDimension(computeOp, operand,
                         [&](unsigned loop, OperandDimension dimension) {
                           if (!(dimension == loops[loop]))
                             constraints.emplace_back(dimension, loops[loop]);
                         });
  return constraints;
}

StringRef zyn::detail::getTilingObstacle(Operation *op, unsigned loop) {
  auto computeOp = cast<ComputeOpInterface>(op);
  if (computeOp.canSplitReductions() ||
      computeOp.getLoopIteratorTypes()[loop] == utils::IteratorType::parallel)
    return "";
  return "a reduction loop, since partial results cannot be combined in its "
         "destination";
}

std::string zyn::detail::getOperandName(Operation *op, OpOperand &operand) {
  auto computeOp = cast<ComputeOpInterface>(op);
  if (!computeOp.isDpsInit(&operand))
    return ("input #" + Twine(operand.getOperandNumber())).str();
  if (computeOp.getNumDpsInits() == 1)
    return "'outs'";
  unsigned first = computeOp.getDpsInitOperand(0)->getOperandNumber();
  return ("destination #" + Twine(operand.getOperandNumber() - first)).str();
}

//===----------------------------------------------------------------------===//
// Floating-point operations
//===----------------------------------------------------------------------===//

/// Returns the floating-point operations of `op`, or nullopt if they are not
/// known.
static std::optional<int64_t> countFlops(Operation &op) {
  if (isa<RegionBranchOpInterface, CallOpInterface>(op))
    return std::nullopt;
  if (!isa<arith::ArithFastMathInterface>(op) || isa<CastOpInterface>(op))
    return 0;
  Type type = getElementTypeOrSelf(op.getResult(0));
  if (isa<ComplexType>(type))
    return std::nullopt;
  if (!isa<FloatType>(type)) // a comparison
    return 0;
  return op.getNumOperands() == 3 ? 2 : 1; // fma
}

std::optional<int64_t> zyn::countFlops(Region &region) {
  int64_t count = 0;
  WalkResult walk = region.walk([&](Operation *op) {
    std::optional<int64_t> flops = ::countFlops(*op);
    count += flops.value_or(0);
    return flops ? WalkResult::advance() : WalkResult::interrupt();
  });
  return walk.wasInterrupted() ? std::nullopt : std::optional(count);
}

SmallVector<OperandDimension> zyn::detail::getPointSizes(Operation *op) {
  auto computeOp = cast<ComputeOpInterface>(op);
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = computeOp.getOperandAccess(operand).getMap();
    if (!map || !map.isPermutation())
      continue;
    SmallVector<OperandDimension> sizes;
    for (unsigned dim = 0; dim < map.getNumResults(); ++dim)
      sizes.push_back({&operand, dim});
    return sizes;
  }
  return computeOp.getLoopDimensions();
}

std::optional<SmallVector<FlopTerm>>
zyn::detail::getPointFlopTerms(Operation *op) {
  int64_t count = 0;
  for (Region &region : op->getRegions()) {
    std::optional<int64_t> flops = countFlops(region);
    if (!flops)
      return std::nullopt;
    count += *flops;
  }
  return SmallVector<FlopTerm>{{count, getPointSizes(op)}};
}

//===----------------------------------------------------------------------===//
// Verifier
//===----------------------------------------------------------------------===//

/// Operands are either all tensors or all buffers. The verifier of
/// DestinationStyleOpInterface compares results and destinations.
static LogicalResult verifyOperandTypes(ComputeOpInterface op) {
  if (op.getNumDpsInits() == 0)
    return op.emitOpError("expected at least one destination in 'outs'");
  bool isTensor = isa<TensorType>(op.getDpsInitOperand(0)->get().getType());
  for (OpOperand &operand : op->getOpOperands()) {
    Type type = operand.get().getType();
    if (isa<TensorType>(type) != isTensor)
      return op.emitOpError("mixes tensors and buffers: operand #")
             << operand.getOperandNumber() << " is " << type;
    auto buffer = dyn_cast<MemRefType>(type);
    if (buffer && buffer.getMemorySpace())
      return op.emitOpError(
                 "expected buffers in the default memory space, found ")
             << buffer;
  }
  return success();
}

static LogicalResult verifyAccesses(ComputeOpInterface op) {
  unsigned numLoops = op.getLoopIteratorTypes().size();
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getOperandAccess(operand).getMap();
    if (!map)
      continue;
    if (map.getNumDims() != numLoops || map.getNumSymbols() != 0)
      return op.emitOpError("expected ")
             << op.getOperandName(operand) << " to be accessed by the "
             << numLoops << " loops of the iteration space, found "
             << AffineMapAttr::get(map);
    auto type = cast<ShapedType>(operand.get().getType());
    if (type.getRank() != static_cast<int64_t>(map.getNumResults()))
      return op.emitOpError("expected ")
             << op.getOperandName(operand) << " to have rank "
             << map.getNumResults() << ", found " << type;
  }
  for (auto [loop, dimension] : llvm::enumerate(op.getLoopDimensions()))
    if (!dimension.operand)
      return op.emitOpError("expected an operand with a dimension for loop #")
             << loop << " of the iteration space";
  return success();
}

/// Checks the size of a formula.
static LogicalResult verifyFormula(ComputeOpInterface op,
                                   const SizeConstraint &constraint) {
  const OperandDimension &dimension = constraint.dimension;
  int64_t found = dimension.getStaticSize();
  SmallVector<int64_t> sizes =
      llvm::map_to_vector(constraint.sources, [](const OperandDimension &from) {
        return from.getStaticSize();
      });
  if (ShapedType::isDynamic(found) || ShapedType::isDynamicShape(sizes))
    return success();
  int64_t expected = *llvm::max_element(constraint.formula.compose(sizes));
  if (found == expected)
    return success();
  return op.emitOpError("expected dimension ")
         << dimension.dim << " of " << op.getOperandName(*dimension.operand)
         << " to be " << expected << ", " << constraint.description
         << ", found " << found << " in " << dimension.getValue().getType();
}

static LogicalResult verifySizes(ComputeOpInterface op) {
  // If the expected size is dynamic, the op is compared with a static size that
  // must equal it instead, so that every mismatch between the types is found.
  SmallVector<std::pair<OperandDimension, OperandDimension>> known;
  for (const SizeConstraint &constraint : op.getSizeConstraints()) {
    if (constraint.formula) {
      if (failed(verifyFormula(op, constraint)))
        return failure();
      continue;
    }
    const OperandDimension &dimension = constraint.dimension;
    OperandDimension expected = constraint.sources[0];
    int64_t found = dimension.getStaticSize();
    if (ShapedType::isDynamic(found))
      continue;
    if (ShapedType::isDynamic(expected.getStaticSize())) {
      auto *other = llvm::find_if(
          known, [&](const auto &entry) { return entry.first == expected; });
      if (other == known.end()) {
        known.emplace_back(expected, dimension);
        continue;
      }
      expected = other->second;
    }
    if (found != expected.getStaticSize())
      return op.emitOpError("expected dimension ")
             << dimension.dim << " of " << op.getOperandName(*dimension.operand)
             << " to be " << expected.getStaticSize() << ", as dimension "
             << expected.dim << " of " << op.getOperandName(*expected.operand)
             << ", found " << found << " in " << dimension.getValue().getType();
  }
  return success();
}

LogicalResult zyn::detail::verifyComputeOp(Operation *op) {
  auto computeOp = cast<ComputeOpInterface>(op);
  if (failed(verifyOperandTypes(computeOp)) ||
      failed(verifyAccesses(computeOp)))
    return failure();
  return verifySizes(computeOp);
}

//===----------------------------------------------------------------------===//
// Upstream's interfaces
//===----------------------------------------------------------------------===//

void zyn::getComputeEffects(
    ComputeOpInterface op,
    SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    bool isDestination = op.isDpsInit(&operand);
    if (!isDestination || op.readsDestination(operand))
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
    if (isDestination)
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
  }
}

LogicalResult
zyn::reifyDestinationShapes(OpBuilder &builder, ComputeOpInterface op,
                            ReifiedRankedShapedTypeDims &resultShapes) {
  for (Value destination : op.getDpsInits())
    resultShapes.push_back(
        tensor::getMixedSizes(builder, op.getLoc(), destination));
  return success();
}

Value zyn::getDestinationRoot(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    auto op = dyn_cast<DestinationStyleOpInterface>(result.getOwner());
    if (!op)
      break;
    value = op.getTiedOpOperand(result)->get();
  }
  return value;
}
