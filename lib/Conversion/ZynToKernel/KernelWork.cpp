//===- KernelWork.cpp - The work of generated kernels ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelWork.h"

#include "Zyn/Dialect/Kernel/IR/LaunchWork.h"

#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::zyn;
using kernel::FlopUnit;
using kernel::WorkBuilder;

namespace {
/// The work of one launch.
class KernelWork {
public:
  KernelWork(ComputeOpInterface op, ValueRange arguments)
      : op(op), builder(op->getContext(), arguments) {
    for (Value argument : arguments)
      if (Value buffer = WorkBuilder::getBuffer(argument))
        buffers.try_emplace(findOperand(buffer), buffer);
  }

  AffineExpr getBytes();
  AffineExpr getFlops();
  kernel::WorkAttr build(bool isPart, FlopUnit unit) {
    AffineExpr bytes = getBytes();
    return builder.build(bytes, isPart ? AffineExpr() : getFlops(), unit);
  }

private:
  Value findOperand(Value buffer) const;

  AffineExpr getProduct(ArrayRef<OperandDimension> sizes);
  AffineExpr getRange(AffineMap map);
  AffineExpr getSize(OperandDimension size);

  ComputeOpInterface op;
  WorkBuilder builder;
  /// The buffers of the launch by the operand that they are views of.
  llvm::MapVector<Value, Value> buffers;
};
} // namespace

/// Returns what `buffer` is if it has the same sizes: the source of a cast, or
/// of the branch of an scf.if that does not copy to a padded buffer.
static Value getSameSized(Value buffer) {
  if (auto cast = buffer.getDefiningOp<memref::CastOp>())
    return cast.getSource();
  auto choice = buffer.getDefiningOp<scf::IfOp>();
  if (!choice)
    return {};
  unsigned result = cast<OpResult>(buffer).getResultNumber();
  return choice.elseYield().getOperand(result);
}

/// Returns the operand of the op that `buffer` is a view of, or `buffer`.
Value KernelWork::findOperand(Value buffer) const {
  for (Value source = buffer;;) {
    if (llvm::is_contained(op->getOperands(), source))
      return source;
    if (Value same = getSameSized(source))
      source = same;
    else if (auto view = source.getDefiningOp<ViewLikeOpInterface>())
      source = view.getViewSource();
    else
      return buffer;
  }
}

AffineExpr KernelWork::getSize(OperandDimension size) {
  Value operand = size.getValue(), buffer = buffers.lookup(operand);
  Value source = buffer;
  while (source && source != operand)
    source = getSameSized(source);
  return builder.getSize(source ? buffer : operand, size.dim);
}

/// Sizes that are all those of an operand may be known although each one is
/// not: kernels get views with fewer dimensions.
AffineExpr KernelWork::getProduct(ArrayRef<OperandDimension> sizes) {
  AffineExpr product = builder.constant(1);
  for (const OperandDimension &size : sizes)
    product = builder.multiply(product, getSize(size));
  if (product || sizes.empty())
    return product;
  Value operand = sizes.front().getValue();
  auto type = cast<MemRefType>(operand.getType());
  bool areAll = static_cast<int64_t>(sizes.size()) == type.getRank() &&
                llvm::all_of(sizes, [&](const OperandDimension &size) {
                  return size.getValue() == operand;
                });
  auto buffer = buffers.find(operand);
  return areAll && buffer != buffers.end() ? builder.getElements(buffer->second)
                                           : AffineExpr();
}

/// Returns the number of elements that an operand has if its sizes are those of
/// loops, or null.
AffineExpr KernelWork::getRange(AffineMap map) {
  if (!map.isProjectedPermutation())
    return {};
  SmallVector<OperandDimension> loops = op.getLoopDimensions(), sizes;
  for (unsigned i = 0; i < map.getNumResults(); ++i)
    sizes.push_back(loops[map.getDimPosition(i)]);
  return getProduct(sizes);
}

AffineExpr KernelWork::getBytes() {
  AffineExpr bytes = builder.constant(0);
  for (auto [operand, buffer] : buffers) {
    auto type = cast<MemRefType>(buffer.getType());
    AffineExpr elements = builder.getElements(buffer);
    int64_t accesses = 1;
    for (OpOperand &use : op->getOpOperands()) {
      if (use.get() != operand)
        continue;
      OperandAccess access = op.getOperandAccess(use);
      if (!access.getMap() && access.accessesOneElement())
        elements = getProduct(zyn::detail::getPointSizes(op));
      else if (!elements && access.getMap())
        elements = getRange(access.getMap());
      if (op.isDpsInit(&use) && op.readsDestination(use))
        accesses = 2;
    }
    int64_t elementBytes = kernel::getStoredBytes(type.getElementType());
    bytes = builder.add(
        bytes,
        builder.multiply(elements, builder.constant(accesses * elementBytes)));
  }
  return bytes;
}

AffineExpr KernelWork::getFlops() {
  std::optional<SmallVector<FlopTerm>> terms = op.getFlopTerms();
  if (!terms)
    return {};
  AffineExpr flops = builder.constant(0);
  for (const FlopTerm &term : *terms)
    if (term.count != 0)
      flops =
          builder.add(flops, builder.multiply(getProduct(term.sizes),
                                              builder.constant(term.count)));
  return flops;
}

/// Returns the unit for elements of type `element`.
static FlopUnit getUnit(ComputeOpInterface op, Type element,
                        bool usesTensorCores) {
  if (!usesTensorCores)
    return element.isF64() ? FlopUnit::cuda_f64 : FlopUnit::cuda_f32;
  if (element.isF64())
    return FlopUnit::tensor_f64;
  auto product = dyn_cast<ProductOpInterface>(op.getOperation());
  if (element.isF32())
    return product && product.getPrecision() == MatmulPrecision::TF32x3
               ? FlopUnit::tensor_tf32x3
               : FlopUnit::tensor_tf32;
  return element.getIntOrFloatBitWidth() == 8 ? FlopUnit::tensor_8
                                              : FlopUnit::tensor_16;
}

kernel::WorkAttr mlir::zyn::getKernelWork(ComputeOpInterface op,
                                          gpu::GPUFuncOp function,
                                          ValueRange arguments, bool isPart) {
  bool usesTensorCores =
      function
          .walk([](Operation *inner) {
            return isa<kernel::MmaComputeOp, kernel::WgmmaComputeOp>(inner)
                       ? WalkResult::interrupt()
                       : WalkResult::advance();
          })
          .wasInterrupted();
  Type element = getElementTypeOrSelf(op->getOperand(0));
  return KernelWork(op, arguments)
      .build(isPart, getUnit(op, element, usesTensorCores));
}
