//===- TensorChecks.cpp - Inserts run-time checks of assumed sizes --------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RemovedChecks.h"
#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/Utils/Utils.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/Index/IR/IndexDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/RuntimeVerifiableOpInterface.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNINSERTTENSORCHECKS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// Whether the sizes of some operands are constant where those of others, which
/// must be equal, are not. Exporters write such ops instead of casts.
static bool assumesSizes(linalg::LinalgOp op) {
  llvm::SmallDenseSet<AffineExpr> constant, dynamic;
  for (OpOperand &operand : op->getOpOperands())
    for (auto [index, size] :
         llvm::zip(op.getMatchingIndexingMap(&operand).getResults(),
                   op.getShape(&operand)))
      (ShapedType::isDynamic(size) ? dynamic : constant).insert(index);
  return llvm::any_of(
      constant, [&](AffineExpr index) { return dynamic.contains(index); });
}

/// Whether `op` is checked at run time.
static bool isChecked(Operation *op) {
  auto structured = dyn_cast<linalg::LinalgOp>(op);
  return structured
             ? structured.hasPureTensorSemantics() && assumesSizes(structured)
             : isa_and_nonnull<tensor::TensorDialect>(op->getDialect());
}

/// Returns the message of a check of `op`.
static std::string getMessage(Operation *op, StringRef reason) {
  return (Twine(getErrorPrefix(op->getLoc())) + "'" +
          op->getName().getStringRef() + "' op " + reason)
      .str();
}

/// Inserts a check that `size` elements of `op` are divided into dimensions of
/// `sizes`.
static void checkProduct(ImplicitLocOpBuilder &b, Operation *op, Value size,
                         ArrayRef<OpFoldResult> sizes) {
  int64_t constant = 1;
  SmallVector<Value> dynamic;
  for (OpFoldResult factor : sizes)
    if (auto value = dyn_cast<Value>(factor))
      dynamic.push_back(value);
    else
      constant *= *getConstantIntValue(factor);
  Value zero = arith::ConstantIndexOp::create(b, 0);
  Value one = arith::ConstantIndexOp::create(b, 1);
  Value product = arith::ConstantIndexOp::create(b, constant);
  SmallVector<Value> conditions;
  for (auto [i, factor] : llvm::enumerate(dynamic)) {
    conditions.push_back(
        arith::CmpIOp::create(b, arith::CmpIPredicate::sge, factor, zero));
    Value next = b.createOrFold<arith::MulIOp>(product, factor);
    // Products wrap, such as 2^32 * 2^32.
    if (i != 0 || constant != 1) {
      Value quotient = arith::DivUIOp::create(
          b, next, arith::MaxUIOp::create(b, factor, one));
      Value isExact =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq, quotient, product);
      Value isZero =
          arith::CmpIOp::create(b, arith::CmpIPredicate::eq, factor, zero);
      conditions.push_back(arith::OrIOp::create(b, isExact, isZero));
    }
    product = next;
  }
  Value isValid =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, product, size);
  for (Value condition : conditions)
    isValid = arith::AndIOp::create(b, isValid, condition);
  cf::AssertOp::create(
      b, isValid,
      getMessage(op, "number of elements differs from that of the source"));
}

/// Inserts a check that the result of `op` has as many elements as its source.
static void checkReshape(OpBuilder &builder, tensor::ExpandShapeOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  SmallVector<OpFoldResult> sizes = op.getMixedOutputShape();
  for (auto [dim, group] : llvm::enumerate(op.getReassociationIndices()))
    if (op.getSrcType().isDynamicDim(dim))
      checkProduct(b, op, tensor::DimOp::create(b, op.getSrc(), dim),
                   ArrayRef(sizes).slice(group.front(), group.size()));
}

static void checkReshape(OpBuilder &builder, tensor::ReshapeOp op) {
  auto source = dyn_cast<RankedTensorType>(op.getSource().getType());
  auto result = dyn_cast<RankedTensorType>(op.getType());
  if (!source || !result || result.hasStaticShape())
    return;
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  Value count = arith::ConstantIndexOp::create(b, 1);
  for (int64_t dim = 0, rank = source.getRank(); dim < rank; ++dim)
    count = b.createOrFold<arith::MulIOp>(
        count, b.createOrFold<tensor::DimOp>(op.getSource(), dim));
  SmallVector<OpFoldResult> sizes;
  for (auto [dim, size] : llvm::enumerate(result.getShape())) {
    if (ShapedType::isStatic(size)) {
      sizes.push_back(b.getIndexAttr(size));
      continue;
    }
    Value i = arith::ConstantIndexOp::create(b, dim);
    sizes.push_back(getValueOrCreateCastToIndexLike(
        b, op.getLoc(), b.getIndexType(),
        tensor::ExtractOp::create(b, op.getShape(), i)));
  }
  checkProduct(b, op, count, sizes);
}

/// Inserts checks that the parts of `op` have the same sizes along the other
/// dimensions, and that the result has the sizes of its type.
static void checkParts(OpBuilder &builder, tensor::ConcatOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  auto getSize = [&](Value part, int64_t dim) {
    return b.createOrFold<tensor::DimOp>(part, dim);
  };
  auto isDynamic = [](Value part, int64_t dim) {
    return cast<RankedTensorType>(part.getType()).isDynamicDim(dim);
  };
  auto check = [&](Value found, Value expected, const Twine &reason) {
    Value isEqual = b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq,
                                                  found, expected);
    cf::AssertOp::create(b, isEqual, getMessage(op, reason.str()));
  };
  Value first = op.getInputs()[0];
  RankedTensorType type = op.getResultType();
  int64_t along = op.getDim();
  for (int64_t dim = 0, rank = type.getRank(); dim < rank; ++dim) {
    bool isAnyDynamic = llvm::any_of(
        op.getInputs(), [&](Value part) { return isDynamic(part, dim); });
    if (!isAnyDynamic)
      continue;
    Value size = getSize(first, dim);
    for (auto [i, part] : llvm::enumerate(op.getInputs().drop_front())) {
      if (dim == along)
        size = b.createOrFold<arith::AddIOp>(size, getSize(part, dim));
      else if (isDynamic(part, dim) || isDynamic(first, dim))
        check(getSize(part, dim), size,
              "dimension " + Twine(dim) + " of operand #" + Twine(i + 1) +
                  " differs from that of operand #0");
    }
    if (!type.isDynamicDim(dim) && (dim == along || isDynamic(first, dim)))
      check(size, arith::ConstantIndexOp::create(b, type.getDimSize(dim)),
            "dimension " + Twine(dim) + " of the result is not " +
                Twine(type.getDimSize(dim)));
  }
}

/// Inserts checks that the slice of the destination that `op` replaces exists,
/// and has the sizes of the source.
static void checkSlice(OpBuilder &builder, tensor::InsertSliceOp op) {
  ImplicitLocOpBuilder b(op.getLoc(), builder);
  auto getValue = [&](OpFoldResult number) {
    return getValueOrCreateConstantIndexOp(b, op.getLoc(), number);
  };
  auto isBelow = [&](Value number, Value limit) -> Value {
    // Negative numbers are large as unsigned numbers.
    return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, number, limit);
  };
  bool isReduced = op.getSourceType().getRank() != op.getDestType().getRank();
  for (int64_t dim = 0, rank = op.getDestType().getRank(); dim < rank; ++dim) {
    OpFoldResult offset = op.getMixedOffsets()[dim],
                 size = op.getMixedSizes()[dim],
                 stride = op.getMixedStrides()[dim];
    if (!isReduced && op.getSourceType().isDynamicDim(dim)) {
      Value found = tensor::DimOp::create(b, op.getSource(), dim);
      Value isEqual = b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq,
                                                    found, getValue(size));
      cf::AssertOp::create(
          b, isEqual,
          getMessage(op, ("dimension " + Twine(dim) +
                          " of the source differs from that of the slice")
                             .str()));
    }
    // The verifier checks what is constant.
    if (getConstantIntValue(offset) && getConstantIntValue(size) &&
        getConstantIntValue(stride) && !op.getDestType().isDynamicDim(dim))
      continue;
    Value limit = b.createOrFold<tensor::DimOp>(op.getDest(), dim);
    Value count = getValue(size), first = getValue(offset);
    Value zero = arith::ConstantIndexOp::create(b, 0);
    Value one = arith::ConstantIndexOp::create(b, 1);
    Value steps = b.createOrFold<arith::SubIOp>(count, one);
    Value last = b.createOrFold<arith::AddIOp>(
        first, b.createOrFold<arith::MulIOp>(steps, getValue(stride)));
    Value isEmpty =
        b.createOrFold<arith::CmpIOp>(arith::CmpIPredicate::eq, count, zero);
    Value exists = arith::AndIOp::create(
        b, isBelow(first, limit),
        arith::AndIOp::create(b, isBelow(steps, limit), isBelow(last, limit)));
    cf::AssertOp::create(
        b, b.createOrFold<arith::OrIOp>(isEmpty, exists),
        getMessage(op,
                   ("runs out-of-bounds along dimension " + Twine(dim)).str()));
  }
}

namespace {
struct ZynInsertTensorChecks
    : zyn::impl::ZynInsertTensorChecksBase<ZynInsertTensorChecks> {
  void runOnOperation() override {
    SmallVector<RuntimeVerifiableOpInterface> ops;
    // Upstream has no checks of these.
    SmallVector<Operation *> others;
    getOperation()->walk<WalkOrder::PreOrder>([&](Operation *op) {
      auto verifiable = dyn_cast<RuntimeVerifiableOpInterface>(op);
      if (verifiable && isChecked(op))
        ops.push_back(verifiable);
      if (isa<tensor::ConcatOp, tensor::ExpandShapeOp, tensor::InsertSliceOp,
              tensor::ReshapeOp>(op) &&
          isChecked(op))
        others.push_back(op);
      // Bodies on scalars are executed for each element.
      return isa_and_nonnull<tensor::TensorDialect>(op->getDialect()) ||
                     isa<DestinationStyleOpInterface>(op)
                 ? WalkResult::skip()
                 : WalkResult::advance();
    });
    RemovedChecks removed;
    OpBuilder builder(&getContext(), &removed);
    for (RuntimeVerifiableOpInterface op : ops) {
      builder.setInsertionPoint(op);
      op.generateRuntimeVerification(builder, op.getLoc(), getMessage);
      removed.removeIfUnchecked(op);
    }
    for (Operation *op : others) {
      builder.setInsertionPoint(op);
      llvm::TypeSwitch<Operation *>(op)
          .Case<tensor::ConcatOp>(
              [&](auto concat) { checkParts(builder, concat); })
          .Case<tensor::InsertSliceOp>(
              [&](auto insertion) { checkSlice(builder, insertion); })
          .Case<tensor::ExpandShapeOp, tensor::ReshapeOp>(
              [&](auto reshape) { checkReshape(builder, reshape); });
      removed.removeIfUnchecked(op);
    }
    removed.report();
  }
};
} // namespace
