//===- MapOp.cpp - The op zyn.map -----------------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifiers.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace mlir::zyn;

AffineMap MapOp::getInputMap(unsigned i) {
  return getMapOrIdentity(getIndexingMaps(), i, getNumLoops(), getContext());
}

LogicalResult MapOp::verify() {
  if (getInits().empty())
    return emitOpError("expected at least one destination in 'outs'");
  return verifyMaps(*this, "input", getInputs(), getIndexingMaps(),
                    getNumLoops());
}

LogicalResult MapOp::verifyRegions() {
  return verifyBody(*this, *getBlock(), getElementTypes(getInputs()),
                    getElementTypes(getInits()));
}

//===----------------------------------------------------------------------===//
// ComputeOpInterface
//===----------------------------------------------------------------------===//

SmallVector<utils::IteratorType> MapOp::getLoopIteratorTypes() {
  return SmallVector<utils::IteratorType>(getNumLoops(),
                                          utils::IteratorType::parallel);
}

OperandAccess MapOp::getOperandAccess(OpOperand &operand) {
  if (isDpsInit(&operand))
    return OperandAccess(
        AffineMap::getMultiDimIdentityMap(getNumLoops(), getContext()));
  return OperandAccess(getInputMap(operand.getOperandNumber()));
}

unsigned MapOp::getNumBodyIndices() { return getNumLoops(); }

//===----------------------------------------------------------------------===//
// Canonicalization
//===----------------------------------------------------------------------===//

namespace {
/// Drops inputs that the body does not use and merges inputs with the same
/// value and map.
struct SimplifyMapInputs : OpRewritePattern<MapOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MapOp op,
                                PatternRewriter &rewriter) const override {
    Block *body = op.getBlock();
    llvm::SmallBitVector dropped(body->getNumArguments());
    DenseMap<std::pair<Value, AffineMap>, unsigned> seen;
    for (unsigned i = 0, e = op.getInputs().size(); i < e; ++i) {
      BlockArgument argument = body->getArgument(i);
      auto [first, isNew] =
          seen.try_emplace({op.getInputs()[i], op.getInputMap(i)}, i);
      if (!isNew)
        rewriter.replaceAllUsesWith(argument, body->getArgument(first->second));
    }
    // In a separate loop, since an input may have gained the uses of a later
    // one.
    for (unsigned i = 0, e = op.getInputs().size(); i < e; ++i)
      if (body->getArgument(i).use_empty())
        dropped.set(i);
    if (dropped.none())
      return rewriter.notifyMatchFailure(op,
                                         "all inputs are distinct and used");

    SmallVector<Value> inputs;
    SmallVector<AffineMap> maps;
    for (unsigned i = 0, e = op.getInputs().size(); i < e; ++i)
      if (!dropped.test(i)) {
        inputs.push_back(op.getInputs()[i]);
        maps.push_back(op.getInputMap(i));
      }
    bool isIdentity =
        llvm::all_of(maps, [](AffineMap map) { return map.isIdentity(); });
    rewriter.modifyOpInPlace(op, [&] {
      body->eraseArguments(
          [&](BlockArgument arg) { return dropped.test(arg.getArgNumber()); });
      op.getInputsMutable().assign(inputs);
      op.setIndexingMapsAttr(isIdentity ? ArrayAttr()
                                        : rewriter.getAffineMapArrayAttr(maps));
    });
    return success();
  }
};
} // namespace

void MapOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<SimplifyMapInputs>(context);
}
