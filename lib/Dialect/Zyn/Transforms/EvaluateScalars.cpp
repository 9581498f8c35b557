//===- EvaluateScalars.cpp - Moves splats into bodies ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EvaluateTensors.h"

#include "ExactArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::zyn;

/// Returns the value of all elements of a tensor, if there is one that is
/// known: of a constant or a fill.
static TypedAttr getSplat(Value tensor) {
  if (DenseElementsAttr constant = getConstantTensor(tensor, 1))
    return constant.isSplat()
               ? dyn_cast<TypedAttr>(constant.getSplatValue<Attribute>())
               : TypedAttr();
  if (auto splat = tensor.getDefiningOp<tensor::SplatOp>()) {
    TypedAttr value;
    matchPattern(splat.getInput(), m_Constant(&value));
    return value;
  }
  auto map = tensor.getDefiningOp<MapOp>();
  if (!map || !map.getInputs().empty())
    return {};
  Value yielded = map.getBlock()->getTerminator()->getOperand(
      cast<OpResult>(tensor).getResultNumber());
  TypedAttr value;
  matchPattern(yielded, m_Constant(&value));
  return value;
}

/// Whether the op would compare the sizes of `operand` with others when the
/// program runs, so that it has to remain an operand.
static bool isCompared(ComputeOpInterface op, OpOperand &operand) {
  if (isUnchecked(op))
    return false;
  SmallVector<OperandDimension> loops = op.getLoopDimensions();
  AffineMap map = op.getOperandAccess(operand).getMap();
  for (auto [dim, expr] : llvm::enumerate(map.getResults())) {
    const OperandDimension &loop =
        loops[cast<AffineDimExpr>(expr).getPosition()];
    int64_t size = loop.getStaticSize();
    if (loop.operand == &operand || ShapedType::isDynamic(size) ||
        size != OperandDimension{&operand, int64_t(dim)}.getStaticSize())
      return true;
  }
  return false;
}

namespace {

/// Replaces an argument of a body or an epilogue by a constant.
class ScalarArguments {
public:
  ScalarArguments(PatternRewriter &rewriter, TensorEvaluation &evaluation,
                  ComputeOpInterface op)
      : rewriter(rewriter), evaluation(evaluation), op(op) {}

  /// Does so if `operand`, whose elements `argument` is, has a single value.
  bool replace(OpOperand &operand, BlockArgument argument);

private:
  PatternRewriter &rewriter;
  TensorEvaluation &evaluation;
  ComputeOpInterface op;
};

} // namespace

bool ScalarArguments::replace(OpOperand &operand, BlockArgument argument) {
  if (argument.use_empty())
    return false;
  TypedAttr value = getSplat(operand.get());
  if (!value || value.getType() != argument.getType())
    return false;
  if (isCompared(op, operand)) {
    (void)evaluation.refuse(op, op.getOperandName(operand) +
                                    " is not a scalar: its sizes are only "
                                    "compared when the program runs");
    return false;
  }
  Block &block = *argument.getOwner();
  Operation *obstacle = nullptr;
  if (!evaluation.options.allowRounding &&
      !isExactFor(block, argument, value, obstacle)) {
    (void)evaluation.refuse(op, op.getOperandName(operand) +
                                    " is not a scalar: the bits of '" +
                                    obstacle->getName().getStringRef() +
                                    "' on constants depend on the device");
    return false;
  }
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPointToStart(&block);
  Value constant = arith::ConstantOp::create(rewriter, op.getLoc(), value);
  rewriter.replaceAllUsesWith(argument, constant);
  ++evaluation.numScalars;
  return true;
}

namespace {

/// Moves splats into the body of a map or of rows. The canonicalization of a
/// map drops the operands.
struct MoveSplatsIntoBody : OpInterfaceRewritePattern<PointOpInterface> {
  MoveSplatsIntoBody(MLIRContext *context, TensorEvaluation &evaluation)
      : OpInterfaceRewritePattern(context), evaluation(evaluation) {}

  LogicalResult matchAndRewrite(PointOpInterface op,
                                PatternRewriter &rewriter) const override {
    auto computeOp = cast<ComputeOpInterface>(op.getOperation());
    if (op.hasCombiner() || !computeOp.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "has no body on elements");
    Block &body = op->getRegion(0).front();
    ScalarArguments arguments(rewriter, evaluation, computeOp);
    bool changed = false;
    for (auto [operand, argument] :
         llvm::zip(computeOp.getDpsInputOperands(), body.getArguments()))
      changed |= arguments.replace(*operand, argument);
    return success(changed);
  }

  TensorEvaluation &evaluation;
};

/// Moves splats into an epilogue.
struct MoveSplatsIntoEpilogue : OpInterfaceRewritePattern<EpilogueOpInterface> {
  MoveSplatsIntoEpilogue(MLIRContext *context, TensorEvaluation &evaluation)
      : OpInterfaceRewritePattern(context), evaluation(evaluation) {}

  LogicalResult matchAndRewrite(EpilogueOpInterface op,
                                PatternRewriter &rewriter) const override {
    auto computeOp = cast<ComputeOpInterface>(op.getOperation());
    if (op.getEpilogueInputs().empty() || !computeOp.hasPureTensorSemantics())
      return rewriter.notifyMatchFailure(op, "its epilogue reads no tensors");
    Block &epilogue = op.getEpilogue().front();
    ScalarArguments arguments(rewriter, evaluation, computeOp);
    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    llvm::BitVector dropped(epilogue.getNumArguments());
    unsigned first = op.getEpilogueInputs().getBeginOperandIndex();
    for (auto [i, input] : llvm::enumerate(op.getEpilogueInputs())) {
      if (arguments.replace(op->getOpOperand(first + i),
                            epilogue.getArgument(i + 1))) {
        dropped.set(i + 1);
        continue;
      }
      inputs.push_back(input);
      maps.push_back(op.getEpilogueMap(i));
    }
    if (dropped.none())
      return rewriter.notifyMatchFailure(op, "its epilogue reads no splats");
    rewriter.modifyOpInPlace(op, [&] {
      epilogue.eraseArguments(dropped);
      op.getEpilogueInputsMutable().assign(inputs);
      op.setEpilogueMapsAttr(
          inputs.empty() ? ArrayAttr() : rewriter.getAffineMapArrayAttr(maps));
    });
    return success();
  }

  TensorEvaluation &evaluation;
};

} // namespace

void zyn::populateEvaluateScalarsPatterns(RewritePatternSet &patterns,
                                          TensorEvaluation &evaluation) {
  patterns.add<MoveSplatsIntoBody, MoveSplatsIntoEpilogue>(
      patterns.getContext(), evaluation);
}
