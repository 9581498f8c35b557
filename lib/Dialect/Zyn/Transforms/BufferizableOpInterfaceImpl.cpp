//===- BufferizableOpInterfaceImpl.cpp - Bufferization of zyn ops ---------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/BufferizableOpInterfaceImpl.h"

#include "ExternalModels.h"
#include "Zyn/Dialect/Zyn/IR/Zyn.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::zyn;

namespace {

struct BufferizableComputeOp
    : DstBufferizableOpInterfaceExternalModel<BufferizableComputeOp,
                                              ComputeOpInterface> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    auto computeOp = cast<ComputeOpInterface>(op);
    return !computeOp.isDpsInit(&operand) ||
           computeOp.readsDestination(operand);
  }

  /// If each element of `operands` is accessed only at its own point, and
  /// points do not depend on each other, operands may share a buffer.
  bool bufferizesToElementwiseAccess(Operation *op, const AnalysisState &,
                                     ArrayRef<OpOperand *> operands) const {
    auto computeOp = cast<ComputeOpInterface>(op);
    return llvm::all_of(computeOp.getLoopIteratorTypes(),
                        [](utils::IteratorType type) {
                          return type == utils::IteratorType::parallel;
                        }) &&
           llvm::all_of(operands, [&](OpOperand *operand) {
             return computeOp.getOperandAccess(*operand).getKind() ==
                    OperandAccess::Kind::Elementwise;
           });
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    SmallVector<Value> buffers;
    for (Value operand : op->getOperands()) {
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    OperationState onBuffers(op->getLoc(), op->getName());
    onBuffers.addOperands(buffers);
    onBuffers.addAttributes(llvm::to_vector(op->getDiscardableAttrs()));
    onBuffers.propertiesAttr = op->getPropertiesAsAttribute();
    for (Region &region : op->getRegions())
      onBuffers.addRegion()->takeBody(region);
    auto created = cast<ComputeOpInterface>(rewriter.create(onBuffers));
    replaceOpWithBufferizedValues(rewriter, op, created.getDpsInits());
    return success();
  }
};

/// The elements become those of constants, which upstream bufferizes.
struct BufferizableConstantMatrix
    : BufferizableOpInterface::ExternalModel<BufferizableConstantMatrix,
                                             ConstantMatrixOp> {
  bool isWritable(Operation *, Value, const AnalysisState &) const {
    return false;
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    SmallVector<Value> constants;
    for (ElementsAttr elements : cast<ConstantMatrixOp>(op).getElements())
      constants.push_back(arith::ConstantOp::create(rewriter, op->getLoc(),
                                                    cast<TypedAttr>(elements)));
    rewriter.replaceOp(op, constants);
    // Now, so that users find buffers whose layout is known.
    for (Value constant : constants)
      if (failed(constant.getDefiningOp<BufferizableOpInterface>().bufferize(
              rewriter, options, state)))
        return failure();
    return success();
  }
};

/// A buffer as a view of another one.
struct StridedView {
  explicit StridedView(RewriterBase &rewriter, Location loc, Value buffer);

  /// Whether it has the sizes, the strides and the offset of its source.
  bool isSource() const;

  Value source;
  OpFoldResult offset;
  SmallVector<OpFoldResult> sizes, strides;
};

/// Permutes the dimensions of views.
struct BufferizableTranspose
    : BufferizableOpInterface::ExternalModel<BufferizableTranspose,
                                             TransposeOp> {
  bool bufferizesToMemoryRead(Operation *, OpOperand &,
                              const AnalysisState &) const {
    return false;
  }

  bool bufferizesToMemoryWrite(Operation *, OpOperand &,
                               const AnalysisState &) const {
    return false;
  }

  AliasingValueList getAliasingValues(Operation *op, OpOperand &,
                                      const AnalysisState &) const {
    return {{op->getResult(0), BufferRelation::Equivalent}};
  }

  FailureOr<BufferLikeType>
  getBufferType(Operation *op, Value, const BufferizationOptions &options,
                const BufferizationState &state,
                SmallVector<Value> &invocationStack) const {
    auto transpose = cast<TransposeOp>(op);
    FailureOr<BufferLikeType> type = bufferization::getBufferType(
        transpose.getSource(), options, state, invocationStack);
    if (failed(type))
      return failure();
    return cast<BufferLikeType>(
        getTransposedType(cast<MemRefType>(*type), transpose.getPermutation()));
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto transpose = cast<TransposeOp>(op);
    ArrayRef<int64_t> permutation = transpose.getPermutation();
    FailureOr<Value> buffer =
        getBuffer(rewriter, transpose.getSource(), options, state);
    if (failed(buffer))
      return failure();
    StridedView view(rewriter, op->getLoc(), *buffer);
    applyPermutationToVector(view.sizes, permutation);
    applyPermutationToVector(view.strides, permutation);
    // The result of an op that writes to a view of a buffer, in the order of
    // this buffer again.
    if (view.isSource()) {
      replaceOpWithBufferizedValues(rewriter, op, view.source);
      return success();
    }
    MemRefType type =
        getTransposedType(cast<MemRefType>(buffer->getType()), permutation);
    // Dimensions of size 1 may have other strides than those of the type.
    auto [strides, offset] = type.getStridesAndOffset();
    for (auto [dim, stride] : llvm::enumerate(strides))
      if (!ShapedType::isDynamic(stride))
        view.strides[dim] = rewriter.getIndexAttr(stride);
    replaceOpWithNewBufferizedOp<memref::ReinterpretCastOp>(
        rewriter, op, type, view.source, view.offset, view.sizes, view.strides);
    return success();
  }

private:
  /// Returns the type of the view of a buffer of type `type`, without strides
  /// if they are those of a buffer that has none.
  static MemRefType getTransposedType(MemRefType type,
                                      ArrayRef<int64_t> permutation) {
    auto [strides, offset] = type.getStridesAndOffset();
    applyPermutationToVector(strides, permutation);
    MemRefType::Builder transposed(type);
    SmallVector<int64_t> shape = applyPermutation(type.getShape(), permutation);
    transposed.setShape(shape);
    bool isContiguous = offset == 0 && !ShapedType::isDynamicShape(shape);
    if (isContiguous)
      for (auto [size, stride, expected] :
           llvm::zip(shape, strides, computeStrides(shape)))
        isContiguous &= size == 1 || stride == expected;
    if (isContiguous)
      transposed.setLayout(MemRefLayoutAttrInterface());
    else
      transposed.setLayout(
          StridedLayoutAttr::get(type.getContext(), offset, strides));
    return transposed;
  }
};

} // namespace

StridedView::StridedView(RewriterBase &rewriter, Location loc, Value buffer) {
  if (auto cast = buffer.getDefiningOp<memref::ReinterpretCastOp>()) {
    source = cast.getSource();
    offset = cast.getMixedOffsets().front();
    sizes = cast.getMixedSizes();
    strides = cast.getMixedStrides();
    return;
  }
  auto metadata =
      memref::ExtractStridedMetadataOp::create(rewriter, loc, buffer);
  source = buffer;
  offset = metadata.getConstifiedMixedOffset();
  sizes = metadata.getConstifiedMixedSizes();
  strides = metadata.getConstifiedMixedStrides();
}

bool StridedView::isSource() const {
  auto type = dyn_cast<MemRefType>(source.getType());
  if (!type || type.getRank() != int64_t(sizes.size()))
    return false;
  memref::ExtractStridedMetadataOp metadata;
  for (Operation *user : source.getUsers())
    if (auto found = dyn_cast<memref::ExtractStridedMetadataOp>(user))
      metadata = found;
  return metadata &&
         isEqualConstantIntOrValue(metadata.getConstifiedMixedOffset(),
                                   offset) &&
         isEqualConstantIntOrValueArray(metadata.getConstifiedMixedSizes(),
                                        sizes) &&
         isEqualConstantIntOrValueArray(metadata.getConstifiedMixedStrides(),
                                        strides);
}

void zyn::attachBufferizableOpInterface(Dialect &dialect) {
  attachToOps<BufferizableComputeOp>(dialect);
}

void zyn::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ZynDialect *dialect) {
    attachBufferizableOpInterface(*dialect);
    ConstantMatrixOp::attachInterface<BufferizableConstantMatrix>(*context);
    TransposeOp::attachInterface<BufferizableTranspose>(*context);
    context->loadDialect<arith::ArithDialect, memref::MemRefDialect>();
  });
}
