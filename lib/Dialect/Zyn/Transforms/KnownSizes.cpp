//===- KnownSizes.cpp - Sizes that are known when compiling ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

//
// Ops are visited in the order in which they are executed, so that a tensor
// whose sizes an op knows has them in all ops after it in its block, and in
// their regions. Each of them costs one comparison when the program runs.
//
//===----------------------------------------------------------------------===//

#include "KnownSizes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Builders.h"
#include "llvm/ADT/ScopedHashTable.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::zyn;

//===----------------------------------------------------------------------===//
// NamedSizes
//===----------------------------------------------------------------------===//

NamedSizes::NamedSizes(FunctionOpInterface function) {
  for (Value argument : function.getArguments())
    if (ShapeAttr shape = getShapeEncoding(argument.getType()))
      for (auto [name, size] :
           llvm::zip(shape.getNames(),
                     cast<ShapedType>(argument.getType()).getShape()))
        if (!name.empty() && !ShapedType::isDynamic(size))
          sizes.try_emplace(name, size);
}

int64_t NamedSizes::lookup(Value tensor, int64_t dim) const {
  ShapeAttr shape = getShapeEncoding(tensor.getType());
  auto it = shape ? sizes.find(shape.getNames()[dim]) : sizes.end();
  return it == sizes.end() ? ShapedType::kDynamic : it->second;
}

//===----------------------------------------------------------------------===//
// Propagation
//===----------------------------------------------------------------------===//

Value zyn::castToKnownSizes(OpBuilder &builder, ComputeOpInterface op,
                            OpOperand &operand, RankedTensorType type,
                            const NamedSizes &names) {
  Location loc = op.getLoc();
  Value tensor = operand.get();
  auto from = cast<RankedTensorType>(tensor.getType());
  if (!isUnchecked(op))
    for (auto [dim, size] : llvm::enumerate(type.getShape())) {
      bool isNew = !ShapedType::isDynamic(size) && from.isDynamicDim(dim);
      if (!isNew || names.lookup(tensor, dim) == size)
        continue;
      Value found = builder.createOrFold<tensor::DimOp>(loc, tensor, dim);
      Value expected = arith::ConstantIndexOp::create(builder, loc, size);
      Value isEqual = builder.createOrFold<arith::CmpIOp>(
          loc, arith::CmpIPredicate::eq, found, expected);
      std::string message =
          llvm::formatv("expected dimension {0} of {1} to be {2}, found ", dim,
                        AssertOp::escape(op.getOperandName(operand)), size);
      AssertOp::create(builder, loc, isEqual, message + "{0}",
                       ValueRange{found});
    }
  return tensor::CastOp::create(builder, loc, type, tensor);
}

namespace {

class SizePropagation {
public:
  explicit SizePropagation(FunctionOpInterface function)
      : names(function), builder(function->getContext()) {}

  void visit(Region &region);

  unsigned numSizes = 0;

private:
  using Table = llvm::ScopedHashTable<Value, Value>;
  /// The sizes of the tensors that an op reads, each of which may be several
  /// operands.
  using Sizes = llvm::SmallDenseMap<Value, SmallVector<int64_t>>;

  void visit(Operation &op);
  void visit(ComputeOpInterface op);
  /// Replaces a size by that of its name.
  void visit(tensor::DimOp op);
  Sizes getSizes(ComputeOpInterface op);
  /// Sets the sizes that follow from others. Returns false if two differ, or
  /// if one would be negative.
  bool solve(ComputeOpInterface op, Sizes &sizes);
  /// Returns `tensor` with all sizes that are known.
  Value getKnown(Value tensor) {
    while (Value better = known.lookup(tensor))
      tensor = better;
    return tensor;
  }

  NamedSizes names;
  OpBuilder builder;
  /// Tensors and what they are with more known sizes.
  Table known;
};

} // namespace

void SizePropagation::visit(Region &region) {
  for (Block &block : region) {
    Table::ScopeTy scope(known);
    for (Operation &op : llvm::make_early_inc_range(block))
      visit(op);
  }
}

void SizePropagation::visit(Operation &op) {
  if (auto computeOp = dyn_cast<ComputeOpInterface>(op))
    return visit(computeOp);
  if (auto dim = dyn_cast<tensor::DimOp>(op))
    return visit(dim);
  if (!op.hasTrait<OpTrait::IsIsolatedFromAbove>())
    for (Region &region : op.getRegions())
      visit(region);
}

void SizePropagation::visit(tensor::DimOp op) {
  Value source = getKnown(op.getSource());
  // The folder returns a size of the type.
  op.getSourceMutable().set(source);
  std::optional<int64_t> dim = op.getConstantIndex();
  auto type = dyn_cast<RankedTensorType>(source.getType());
  if (!dim || !type || *dim < 0 || *dim >= type.getRank())
    return;
  int64_t size = names.lookup(source, *dim);
  if (ShapedType::isDynamic(size))
    return;
  builder.setInsertionPoint(op);
  op.replaceAllUsesWith(
      arith::ConstantIndexOp::create(builder, op.getLoc(), size).getResult());
  op.erase();
}

SizePropagation::Sizes SizePropagation::getSizes(ComputeOpInterface op) {
  Sizes sizes;
  for (Value operand : op->getOperands()) {
    Value tensor = getKnown(operand);
    SmallVector<int64_t> &shape = sizes[tensor];
    shape.assign(cast<RankedTensorType>(tensor.getType()).getShape());
    for (auto [dim, size] : llvm::enumerate(shape))
      if (ShapedType::isDynamic(size))
        size = names.lookup(tensor, dim);
  }
  return sizes;
}

bool SizePropagation::solve(ComputeOpInterface op, Sizes &sizes) {
  auto at = [&](const OperandDimension &dimension) -> int64_t & {
    return sizes.find(getKnown(dimension.operand->get()))
        ->second[dimension.dim];
  };
  SmallVector<SizeConstraint> constraints = op.getSizeConstraints();
  bool changed = true, agrees = true;
  auto set = [&](int64_t &size, int64_t value) {
    if (ShapedType::isDynamic(value) || size == value)
      return;
    agrees &= ShapedType::isDynamic(size) && value >= 0;
    changed |= ShapedType::isDynamic(size);
    size = value;
  };
  while (changed && agrees) {
    changed = false;
    for (const SizeConstraint &constraint : constraints) {
      int64_t &size = at(constraint.dimension);
      if (!constraint.formula) {
        int64_t &source = at(constraint.sources[0]);
        set(size, source);
        set(source, size);
        continue;
      }
      SmallVector<int64_t> sources =
          llvm::map_to_vector(constraint.sources, at);
      if (!ShapedType::isDynamicShape(sources))
        set(size, *llvm::max_element(constraint.formula.compose(sources)));
    }
  }
  return agrees;
}

void SizePropagation::visit(ComputeOpInterface op) {
  if (!op.hasPureTensorSemantics())
    return;
  // Sizes that differ are an error only if the program executes the op, and
  // then its comparison reports it: the op must remain valid until then.
  Sizes sizes = getSizes(op);
  if (!solve(op, sizes))
    return;
  builder.setInsertionPoint(op);
  for (OpOperand &operand : op->getOpOperands()) {
    Value tensor = getKnown(operand.get());
    operand.set(tensor);
    // An op may read a tensor several times.
    auto it = sizes.find(tensor);
    if (it == sizes.end())
      continue;
    auto type = cast<RankedTensorType>(tensor.getType());
    ArrayRef<int64_t> shape = it->second;
    if (shape == type.getShape())
      continue;
    numSizes +=
        type.getNumDynamicDims() - llvm::count_if(shape, ShapedType::isDynamic);
    Value better =
        castToKnownSizes(builder, op, operand, type.clone(shape), names);
    known.insert(tensor, better);
    operand.set(better);
  }
  builder.setInsertionPointAfter(op);
  for (OpResult result : op->getResults()) {
    Type type = result.getType();
    Type better = op.getTiedOpOperand(result)->get().getType();
    if (type == better)
      continue;
    result.setType(better);
    auto cast = tensor::CastOp::create(builder, op.getLoc(), type, result);
    result.replaceAllUsesExcept(cast, cast);
    known.insert(cast, result);
  }
}

unsigned zyn::propagateKnownSizes(FunctionOpInterface function) {
  SizePropagation propagation(function);
  propagation.visit(function.getFunctionBody());
  return propagation.numSizes;
}
