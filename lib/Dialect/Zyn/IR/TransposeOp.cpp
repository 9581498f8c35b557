//===- TransposeOp.cpp - The op zyn.transpose -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace mlir::zyn;

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *,
                                            std::optional<Location> loc,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  auto type = cast<RankedTensorType>(adaptor.getSource().getType());
  ArrayRef<int64_t> permutation = adaptor.getPermutation();
  if (int64_t(permutation.size()) != type.getRank() ||
      !isPermutationVector(permutation))
    return emitOptionalError(loc, "expected a permutation of the ",
                             type.getRank(), " dimensions of the source");
  types.push_back(RankedTensorType::get(
      applyPermutation(type.getShape(), permutation), type.getElementType()));
  return success();
}

OpFoldResult TransposeOp::fold(FoldAdaptor) {
  if (isIdentityPermutation(getPermutation()) &&
      getSource().getType() == getType())
    return getSource();
  // The transpose of a transpose is one.
  auto inner = getSource().getDefiningOp<TransposeOp>();
  if (!inner)
    return {};
  setPermutation(applyPermutation(inner.getPermutation(), getPermutation()));
  getSourceMutable().assign(inner.getSource());
  return getResult();
}

LogicalResult
TransposeOp::reifyResultShapes(OpBuilder &builder,
                               ReifiedRankedShapedTypeDims &shapes) {
  SmallVector<OpFoldResult> sizes =
      tensor::getMixedSizes(builder, getLoc(), getSource());
  applyPermutationToVector(sizes, getPermutation());
  shapes.push_back(std::move(sizes));
  return success();
}
