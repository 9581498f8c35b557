//===- LaunchWork.cpp - The work of launches ------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/LaunchWork.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::kernel;

//===----------------------------------------------------------------------===//
// The attribute
//===----------------------------------------------------------------------===//

LogicalResult WorkAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                               AffineMap amounts, ArrayRef<int64_t> sizes,
                               FlopUnit) {
  if (amounts.getNumDims() != 0 || amounts.getNumResults() != 2)
    return emitError() << "expected a map from symbols to bytes and "
                          "floating-point operations, found "
                       << AffineMapAttr::get(amounts);
  // A division by a size that is 0 would end the program.
  auto isDivision = [](AffineExpr expr) {
    return llvm::is_contained({AffineExprKind::Mod, AffineExprKind::FloorDiv,
                               AffineExprKind::CeilDiv},
                              expr.getKind());
  };
  bool divides = false;
  amounts.walkExprs([&](AffineExpr expr) { divides |= isDivision(expr); });
  if (divides)
    return emitError() << "expected sums and products of sizes, found "
                       << AffineMapAttr::get(amounts);
  if (sizes.size() != 2 * size_t(amounts.getNumSymbols()))
    return emitError() << "expected an argument and a dimension for each of "
                       << amounts.getNumSymbols() << " symbols, found "
                       << sizes.size() << " numbers in 'sizes'";
  return success();
}

//===----------------------------------------------------------------------===//
// WorkBuilder
//===----------------------------------------------------------------------===//

Value WorkBuilder::getBuffer(Value argument) {
  if (isa<MemRefType>(argument.getType()))
    return argument;
  auto map = argument.getDefiningOp<TensorMapEncodeOp>();
  return map ? map.getSource() : Value();
}

AffineExpr WorkBuilder::multiply(AffineExpr a, AffineExpr b) const {
  if (!a || !b)
    return {};
  auto x = dyn_cast<AffineConstantExpr>(a), y = dyn_cast<AffineConstantExpr>(b);
  int64_t product;
  if (x && y && llvm::MulOverflow(x.getValue(), y.getValue(), product))
    return {};
  return a * b;
}

AffineExpr WorkBuilder::add(AffineExpr a, AffineExpr b) const {
  if (!a || !b)
    return {};
  auto x = dyn_cast<AffineConstantExpr>(a), y = dyn_cast<AffineConstantExpr>(b);
  int64_t sum;
  if (x && y && llvm::AddOverflow(x.getValue(), y.getValue(), sum))
    return {};
  return a + b;
}

AffineExpr WorkBuilder::getSymbol(unsigned argument, int64_t dim) {
  for (unsigned i = 0, e = sizes.size() / 2; i < e; ++i)
    if (sizes[2 * i] == argument && sizes[2 * i + 1] == dim)
      return getAffineSymbolExpr(i, context);
  sizes.append({argument, dim});
  return getAffineSymbolExpr(sizes.size() / 2 - 1, context);
}

/// Whether `value` is dimension `dim` of `buffer`.
static bool isSize(Value value, Value buffer, int64_t dim) {
  while (auto cast = value.getDefiningOp<arith::IndexCastOp>())
    value = cast.getIn();
  auto size = value.getDefiningOp<memref::DimOp>();
  return size && size.getSource() == buffer && size.getConstantIndex() == dim;
}

AffineExpr WorkBuilder::getSize(Value buffer, int64_t dim) {
  auto type = cast<MemRefType>(buffer.getType());
  if (!type.isDynamicDim(dim))
    return constant(type.getDimSize(dim));
  for (auto [i, argument] : llvm::enumerate(arguments)) {
    if (argument == buffer)
      return getSymbol(i, dim);
    if (argument.getType().isIndex() && isSize(argument, buffer, dim))
      return getSymbol(i, /*dim=*/-1);
  }
  return {};
}

AffineExpr WorkBuilder::getElements(Value buffer) {
  AffineExpr elements = constant(1);
  int64_t rank = cast<MemRefType>(buffer.getType()).getRank();
  for (int64_t dim = 0; dim < rank; ++dim)
    elements = multiply(elements, getSize(buffer, dim));
  return elements;
}

AffineExpr WorkBuilder::getBytes(Value buffer) {
  Type element = cast<MemRefType>(buffer.getType()).getElementType();
  return multiply(getElements(buffer), constant(getStoredBytes(element)));
}

WorkAttr WorkBuilder::build(AffineExpr bytes, AffineExpr flops,
                            FlopUnit unit) const {
  AffineExpr unknown = constant(-1);
  auto amounts = AffineMap::get(
      /*dimCount=*/0, /*symbolCount=*/sizes.size() / 2,
      {bytes ? bytes : unknown, flops ? flops : unknown}, context);
  return WorkAttr::get(context, amounts, sizes, unit);
}

//===----------------------------------------------------------------------===//
// Launches
//===----------------------------------------------------------------------===//

int64_t mlir::kernel::getStoredBytes(Type element) {
  if (auto complex = dyn_cast<ComplexType>(element))
    return 2 * getStoredBytes(complex.getElementType());
  // An index has 64 bits; others, such as mbarriers, too.
  return element.isIntOrFloat() ? static_cast<int64_t>(llvm::divideCeil(
                                      element.getIntOrFloatBitWidth(), 8))
                                : 8;
}

WorkAttr mlir::kernel::getWork(gpu::LaunchFuncOp launch) {
  if (auto work =
          launch->getAttrOfType<WorkAttr>(KernelDialect::getWorkAttrName()))
    return work;
  WorkBuilder builder(launch.getContext(), launch.getKernelOperands());
  llvm::SmallSetVector<Value, 4> buffers;
  for (Value argument : launch.getKernelOperands())
    if (Value buffer = WorkBuilder::getBuffer(argument))
      buffers.insert(buffer);
  AffineExpr bytes = builder.constant(0);
  for (Value buffer : buffers)
    bytes = builder.add(bytes, builder.getBytes(buffer));
  return builder.build(buffers.empty() ? AffineExpr() : bytes,
                       /*flops=*/{}, FlopUnit::cuda_f32);
}

WorkAttr mlir::kernel::addWorks(ArrayRef<WorkAttr> works,
                                ArrayRef<SmallVector<unsigned>> numbers) {
  MLIRContext *context = works.front().getContext();
  WorkBuilder builder(context, {});
  SmallVector<int64_t> sizes;
  SmallVector<AffineExpr> sums(2, builder.constant(0));
  for (auto [work, numbersOfWork] : llvm::zip(works, numbers)) {
    AffineMap amounts = work.getAmounts();
    unsigned symbols = amounts.getNumSymbols();
    for (auto [sum, amount] : llvm::zip(sums, amounts.getResults())) {
      auto known = dyn_cast<AffineConstantExpr>(amount);
      bool isKnown = !known || known.getValue() >= 0;
      sum = builder.add(sum,
                        isKnown ? amount.shiftSymbols(symbols, sizes.size() / 2)
                                : AffineExpr());
    }
    ArrayRef<int64_t> ofWork = work.getSizes();
    for (unsigned i = 0; i < symbols; ++i)
      sizes.append({numbersOfWork[ofWork[2 * i]], ofWork[2 * i + 1]});
  }
  return WorkAttr::get(
      context,
      AffineMap::get(0, sizes.size() / 2,
                     {sums[0] ? sums[0] : builder.constant(-1),
                      sums[1] ? sums[1] : builder.constant(-1)},
                     context),
      sizes, works.front().getUnit());
}
