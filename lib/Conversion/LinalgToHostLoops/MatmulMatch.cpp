//===- MatmulMatch.cpp - Recognizes matmuls -------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"
#include "Matmul.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::zyn;

/// Looks through a conversion of a float to the sum's type.
static Value skipExtension(Value value) {
  if (auto extension = value.getDefiningOp<arith::ExtFOp>())
    return extension.getIn();
  auto extension = value.getDefiningOp<arith::ExtSIOp>();
  return extension ? extension.getIn() : value;
}

template <typename AddOp, typename MulOp>
static bool isMultiplyAdd(Block &block) {
  Value result = block.getTerminator()->getOperand(0);
  auto add = result.getDefiningOp<AddOp>();
  if (!add)
    return false;
  Value sum = add.getLhs(), product = add.getRhs();
  if (sum != block.getArgument(2))
    std::swap(sum, product);
  auto multiply = product.template getDefiningOp<MulOp>();
  if (sum != block.getArgument(2) || !multiply)
    return false;
  Value x = skipExtension(multiply.getLhs()),
        y = skipExtension(multiply.getRhs());
  return (x == block.getArgument(0) && y == block.getArgument(1)) ||
         (x == block.getArgument(1) && y == block.getArgument(0));
}

std::optional<ReassociationIndices>
mlir::zyn::getCollapsedDims(Value buffer, AffineMap map,
                            ArrayRef<unsigned> loops) {
  ReassociationIndices dims;
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    if (llvm::is_contained(loops, cast<AffineDimExpr>(expr).getPosition()))
      dims.push_back(dim);
  if (dims.empty() || loops.size() == 1)
    return dims;
  if (dims.size() != loops.size() ||
      !cast<MemRefType>(buffer.getType()).getLayout().isIdentity())
    return std::nullopt;
  for (auto [i, dim] : llvm::enumerate(dims))
    if (dim != dims.front() + static_cast<int64_t>(i) ||
        cast<AffineDimExpr>(map.getResult(dim)).getPosition() != loops[i])
      return std::nullopt;
  return dims;
}

/// The loops of a contraction.
struct ContractionLoops {
  SmallVector<unsigned> m, n, k;
};

/// Returns the loops of M, in the order of the dimensions of `c`, and those of
/// N and K.
static ContractionLoops getLoops(AffineMap a, AffineMap b, AffineMap c) {
  ContractionLoops loops;
  for (AffineExpr expr : c.getResults()) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    bool isOfA = a.isFunctionOfDim(loop), isOfB = b.isFunctionOfDim(loop);
    if (isOfA && !isOfB)
      loops.m.push_back(loop);
    if (!isOfA && isOfB)
      loops.n.push_back(loop);
  }
  for (AffineExpr expr : b.getResults()) {
    unsigned loop = cast<AffineDimExpr>(expr).getPosition();
    if (a.isFunctionOfDim(loop) && !c.isFunctionOfDim(loop))
      loops.k.push_back(loop);
  }
  return loops;
}

/// Whether each loop of M and K is in the right operands.
static bool areComplete(const ContractionLoops &loops, AffineMap a, AffineMap b,
                        AffineMap c) {
  for (unsigned loop = 0; loop < a.getNumDims(); ++loop) {
    int uses = a.isFunctionOfDim(loop) + b.isFunctionOfDim(loop) +
               c.isFunctionOfDim(loop);
    bool isBatch = uses == 3;
    if (!isBatch && !llvm::is_contained(loops.m, loop) &&
        !llvm::is_contained(loops.n, loop) &&
        !llvm::is_contained(loops.k, loop))
      return false;
  }
  return true;
}

std::optional<Matmul> mlir::zyn::matchMatmul(linalg::LinalgOp op) {
  if (op.getNumDpsInputs() != 2 || op.getNumDpsInits() != 1 ||
      !isa<MemRefType>(op->getOperand(0).getType()) ||
      !isa<MemRefType>(op->getOperand(1).getType()))
    return std::nullopt;
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  AffineMap a = maps[0], b = maps[1], c = maps[2];
  if (!b.isProjectedPermutation() || !c.isProjectedPermutation())
    return std::nullopt;
  ContractionLoops loops = getLoops(a, b, c);
  if (loops.m.empty() || loops.n.size() != 1 || loops.k.empty() ||
      !areComplete(loops, a, b, c) ||
      !getCollapsedDims(op->getOperand(1), b, loops.k))
    return std::nullopt;
  // Other loops over rows of C are like those over batches.
  while (!getCollapsedDims(op->getOperand(2), c, loops.m))
    loops.m.erase(loops.m.begin());
  Block *block = op.getBlock();
  if (!isMultiplyAdd<arith::AddFOp, arith::MulFOp>(*block) &&
      !isMultiplyAdd<arith::AddIOp, arith::MulIOp>(*block))
    return std::nullopt;
  Type input = block->getArgument(0).getType();
  Type sum = block->getArgument(2).getType();
  if (block->getArgument(1).getType() != input || !sum.isIntOrFloat() ||
      !input.isIntOrFloat() || !hasVectorLayout(sum.getIntOrFloatBitWidth()) ||
      !hasVectorLayout(input.getIntOrFloatBitWidth()))
    return std::nullopt;
  Matmul matmul{op.getLoc(),
                op->getOperand(0),
                op->getOperand(1),
                op->getOperand(2),
                maps[0],
                maps[1],
                maps[2],
                loops.m,
                loops.n[0],
                loops.k,
                input,
                sum,
                /*startsAtZero=*/false,
                linalg::GenericOp()};
  return matmul;
}

static bool isZeroFill(Operation *op, Value buffer) {
  auto fill = dyn_cast_or_null<linalg::FillOp>(op);
  if (!fill || fill.getOutputs()[0] != buffer)
    return false;
  Value value = fill.getInputs()[0];
  return matchPattern(value, m_PosZeroFloat()) || matchPattern(value, m_Zero());
}

/// Returns whether `op` is the elementwise reader of the matmul's destination.
static bool isEpilogue(linalg::GenericOp op, Value sum,
                       ArrayRef<unsigned> rowDims) {
  if (!op || !op.hasPureBufferSemantics() || op.hasIndexSemantics() ||
      op.getNumLoops() != op.getNumParallelLoops())
    return false;
  for (OpOperand &operand : op->getOpOperands()) {
    AffineMap map = op.getMatchingIndexingMap(&operand);
    bool isSum = operand.get() == sum;
    if (!map.isProjectedPermutation() ||
        (isSum && (op.isDpsInit(&operand) || !map.isIdentity())))
      return false;
    if (isa<MemRefType>(operand.get().getType()) &&
        !getCollapsedDims(operand.get(), map, rowDims))
      return false;
  }
  return llvm::is_contained(op.getInputs(), sum);
}

void mlir::zyn::fuseNeighbors(Matmul &matmul, linalg::LinalgOp op,
                              AliasAnalysis &aliases,
                              SmallVectorImpl<Operation *> &erased) {
  erased.push_back(op);
  if (isZeroFill(op->getPrevNode(), matmul.c)) {
    matmul.startsAtZero = true;
    erased.push_back(op->getPrevNode());
  }
  auto alloc = matmul.c.getDefiningOp<memref::AllocOp>();
  auto epilogue = dyn_cast_or_null<linalg::GenericOp>(op->getNextNode());
  ReassociationIndices rows =
      *getCollapsedDims(matmul.c, matmul.mapC, matmul.m);
  if (!alloc || !matmul.startsAtZero ||
      !isEpilogue(epilogue, matmul.c,
                  SmallVector<unsigned>(rows.begin(), rows.end())))
    return;
  for (Value destination : epilogue.getOutputs())
    for (Value operand : {matmul.a, matmul.b})
      if (!aliases.alias(destination, operand).isNo())
        return;
  SmallVector<Operation *> others;
  for (Operation *user : matmul.c.getUsers()) {
    if (llvm::is_contained(erased, user) || user == epilogue)
      continue;
    if (!isa<memref::DeallocOp>(user))
      return;
    others.push_back(user);
  }
  matmul.epilogue = epilogue;
  erased.push_back(epilogue);
  llvm::append_range(erased, others);
  erased.push_back(alloc);
}
