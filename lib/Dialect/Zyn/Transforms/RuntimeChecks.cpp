//===- RuntimeChecks.cpp - Compares sizes at run time ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/Passes.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/ControlFlow/IR/ControlFlowOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNINSERTRUNTIMECHECKS
#include "Zyn/Dialect/Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

namespace {

/// One dimension of an operand, and how a message calls the operand.
struct Size {
  Value buffer;
  int64_t dim;
  std::string owner;
};

using Ties = SmallVector<std::pair<Size, Size>>;

std::string numbered(StringRef what, unsigned index) {
  return (what + " #" + Twine(index)).str();
}

/// Ties the sizes of `operand`, read through `map`, to those of `space`.
void tieThroughMap(Ties &ties, Value operand, std::string owner, AffineMap map,
                   Value space) {
  for (auto [dim, expr] : llvm::enumerate(map.getResults()))
    ties.push_back(
        {{operand, static_cast<int64_t>(dim), owner},
         {space, cast<AffineDimExpr>(expr).getPosition(), "'outs'"}});
}

Ties tiedSizes(MapOp op) {
  Ties ties;
  for (auto [i, input] : llvm::enumerate(op.getInputs()))
    tieThroughMap(ties, input, numbered("input", i), op.getInputMap(i),
                  op.getInits()[0]);
  AffineMap identity =
      AffineMap::getMultiDimIdentityMap(op.getNumLoops(), op.getContext());
  for (auto [i, init] : llvm::enumerate(op.getInits().drop_front()))
    tieThroughMap(ties, init, numbered("destination", i + 1), identity,
                  op.getInits()[0]);
  return ties;
}

Ties tiedSizes(ReduceOp op) {
  Ties ties;
  Value first = op.getInputs()[0];
  int64_t rank = cast<ShapedType>(first.getType()).getRank();
  for (auto [i, input] : llvm::enumerate(op.getInputs().drop_front()))
    for (int64_t dim = 0; dim < rank; ++dim)
      ties.push_back(
          {{input, dim, numbered("input", i + 1)}, {first, dim, "input #0"}});
  for (auto [i, init] : llvm::enumerate(op.getInits()))
    for (auto [dim, kept] : llvm::enumerate(op.getKeptDimensions()))
      ties.push_back(
          {{init, static_cast<int64_t>(dim), numbered("destination", i)},
           {first, kept, "input #0"}});
  return ties;
}

Ties tiedSizes(MatmulOp op) {
  Ties ties;
  int64_t rank = op.getRank();
  Value a = op.getLhs(), b = op.getRhs(), c = op.getInit();
  ties.push_back({{a, op.getLhsK(), "A"}, {b, op.getRhsK(), "B"}});
  ties.push_back({{a, op.getLhsM(), "A"}, {c, rank - 2, "'outs'"}});
  ties.push_back({{b, op.getRhsN(), "B"}, {c, rank - 1, "'outs'"}});
  for (int64_t dim = 0; dim < rank - 2; ++dim) {
    ties.push_back({{a, dim, "A"}, {c, dim, "'outs'"}});
    ties.push_back({{b, dim, "B"}, {c, dim, "'outs'"}});
  }
  for (auto [i, input] : llvm::enumerate(op.getEpilogueInputs()))
    tieThroughMap(ties, input, numbered("epilogue input", i),
                  op.getEpilogueMap(i), c);
  return ties;
}

/// "file:line:column: error: ", or nothing if the op's place is not known.
std::string placeOf(Operation *op) {
  auto place = op->getLoc()->findInstanceOf<FileLineColLoc>();
  if (!place)
    return "";
  return (place.getFilename().getValue() + ":" + Twine(place.getLine()) + ":" +
          Twine(place.getColumn()) + ": error: ")
      .str();
}

void insertCheck(OpBuilder &builder, Operation *op, const Size &first,
                 const Size &second) {
  auto isKnown = [](const Size &size) {
    return !cast<ShapedType>(size.buffer.getType()).isDynamicDim(size.dim);
  };
  if ((isKnown(first) && isKnown(second)) ||
      (first.buffer == second.buffer && first.dim == second.dim))
    return;
  Location loc = op->getLoc();
  auto sizeOf = [&](const Size &size) -> Value {
    return builder.createOrFold<memref::DimOp>(loc, size.buffer, size.dim);
  };
  Value firstSize = sizeOf(first), secondSize = sizeOf(second);
  Value agree = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                      firstSize, secondSize);
  std::string message = (placeOf(op) + "size of dimension " + Twine(first.dim) +
                         " of " + first.owner + " is not that of dimension " +
                         Twine(second.dim) + " of " + second.owner)
                            .str();
  cf::AssertOp::create(builder, loc, agree, message);
}

bool isUnchecked(Operation *op) {
  auto function = op->getParentOfType<FunctionOpInterface>();
  if (!function)
    return false;
  auto constraints =
      function->getAttrOfType<ConstraintsAttr>(kConstraintsAttrName);
  return constraints && constraints.getUnchecked();
}

struct InsertRuntimeChecks
    : mlir::zyn::impl::ZynInsertRuntimeChecksBase<InsertRuntimeChecks> {
  void runOnOperation() override {
    getOperation()->walk([](DestinationStyleOpInterface op) {
      if (!op.hasPureBufferSemantics() || isUnchecked(op))
        return;
      Ties ties = llvm::TypeSwitch<Operation *, Ties>(op)
                      .Case<MapOp, ReduceOp, MatmulOp>(
                          [](auto zynOp) { return tiedSizes(zynOp); })
                      .Default(Ties());
      OpBuilder builder(op);
      for (auto &[first, second] : ties)
        insertCheck(builder, op, first, second);
    });
  }
};

} // namespace
