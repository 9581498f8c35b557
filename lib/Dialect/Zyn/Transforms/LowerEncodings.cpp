//===- LowerEncodings.cpp - Lowers encodings of tensors to checks ---------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "SymbolicSizes.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AttrTypeSubElements.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNLOWERENCODINGS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

/// Stores the upper bounds of the sizes of an op's loops where schedules find
/// them.
static void storeMaxSizes(ComputeOpInterface op, const SizeMaxima &maxima) {
  SmallVector<int64_t> sizes(op.getLoopIteratorTypes().size(), -1);
  for (OpOperand &operand : op->getOpOperands()) {
    ShapeAttr shape = getShapeEncoding(operand.get().getType());
    AffineMap map = op.getOperandAccess(operand).getMap();
    if (!shape || !map)
      continue;
    for (auto [name, expr] : llvm::zip(shape.getNames(), map.getResults()))
      if (auto loop = dyn_cast<AffineDimExpr>(expr))
        if (std::optional<int64_t> max = maxima.lookup(name))
          sizes[loop.getPosition()] = *max;
  }
  if (llvm::any_of(sizes, [](int64_t size) { return size >= 0; }))
    op->setAttr(kMaxSizesAttrName,
                DenseI64ArrayAttr::get(op->getContext(), sizes));
}

/// Returns the type without an encoding of this dialect.
static RankedTensorType dropEncoding(RankedTensorType type) {
  if (!isa_and_nonnull<ShapeAttr, DeviceAttr>(type.getEncoding()))
    return type;
  return RankedTensorType::get(type.getShape(), type.getElementType());
}

static void dropEncodings(Operation *root) {
  AttrTypeReplacer replacer;
  replacer.addReplacement(
      [](RankedTensorType type) -> Type { return dropEncoding(type); });
  // The type of a constant is not one of its replaceable elements.
  replacer.addReplacement([](DenseElementsAttr constant) -> Attribute {
    auto type = dyn_cast<RankedTensorType>(constant.getType());
    return type ? constant.reshape(dropEncoding(type)) : constant;
  });
  replacer.addReplacement([](DenseResourceElementsAttr constant) -> Attribute {
    auto type = dyn_cast<RankedTensorType>(constant.getType());
    return type ? DenseResourceElementsAttr::get(dropEncoding(type),
                                                 constant.getRawHandle())
                : constant;
  });
  replacer.recursivelyReplaceElementsIn(root, /*replaceAttrs=*/true,
                                        /*replaceLocs=*/false,
                                        /*replaceTypes=*/true);
  // Those that only changed encodings.
  root->walk([](tensor::CastOp cast) {
    if (cast.getSource().getType() != cast.getType())
      return;
    cast.replaceAllUsesWith(cast.getSource());
    cast.erase();
  });
}

namespace {
struct LowerEncodings : mlir::zyn::impl::ZynLowerEncodingsBase<LowerEncodings> {
  void runOnOperation() override {
    WalkResult walk = getOperation().walk([&](FunctionOpInterface function) {
      SizeMaxima maxima;
      if (failed(maxima.collect(function)) ||
          failed(insertSizeChecks(function, maxima)))
        return WalkResult::interrupt();
      if (!maxima.empty())
        function.walk(
            [&](ComputeOpInterface op) { storeMaxSizes(op, maxima); });
      return WalkResult::advance();
    });
    if (walk.wasInterrupted())
      return signalPassFailure();
    dropEncodings(getOperation());
  }
};
} // namespace
