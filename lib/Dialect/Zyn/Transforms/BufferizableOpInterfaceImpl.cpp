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

/// A view is a memref.reinterpret_cast: memref.transpose of LLVM 22 is no view
/// for the analyses of deallocation, and its results have explicit strides even
/// if they are those of an identity layout.
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
    return {{op->getResult(0), BufferRelation::Unknown}};
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
    FailureOr<MemRefType> transposed =
        getTransposedType(transpose, cast<MemRefType>(*type));
    if (failed(transposed))
      return failure();
    return cast<BufferLikeType>(*transposed);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    auto transpose = cast<TransposeOp>(op);
    FailureOr<Value> buffer =
        getBuffer(rewriter, transpose.getSource(), options, state);
    if (failed(buffer))
      return failure();
    FailureOr<MemRefType> type =
        getTransposedType(transpose, cast<MemRefType>(buffer->getType()));
    if (failed(type))
      return failure();
    auto metadata = memref::ExtractStridedMetadataOp::create(
        rewriter, op->getLoc(), *buffer);
    SmallVector<OpFoldResult> sizes = metadata.getConstifiedMixedSizes(),
                              strides = metadata.getConstifiedMixedStrides();
    applyPermutationToVector(sizes, transpose.getPermutation());
    applyPermutationToVector(strides, transpose.getPermutation());
    // Dimensions of size 1 may have other strides in the type.
    auto [known, offset] = type->getStridesAndOffset();
    for (auto [dim, stride] : llvm::enumerate(known))
      if (!ShapedType::isDynamic(stride))
        strides[dim] = rewriter.getIndexAttr(stride);
    // The result of an op that writes to a view of a buffer has the order of
    // this buffer again.
    auto view = buffer->getDefiningOp<memref::ReinterpretCastOp>();
    if (view && *type == view.getSource().getType() &&
        type->getLayout().isIdentity() && keepsSizes(view)) {
      replaceOpWithBufferizedValues(rewriter, op, view.getSource());
      return success();
    }
    replaceOpWithNewBufferizedOp<memref::ReinterpretCastOp>(
        rewriter, op, *type, *buffer, metadata.getConstifiedMixedOffset(),
        sizes, strides);
    return success();
  }

private:
  /// Returns the type of the view of a buffer of type `type`, without strides
  /// if they are those of a buffer that has none.
  static FailureOr<MemRefType> getTransposedType(TransposeOp op,
                                                 MemRefType type) {
    ArrayRef<int64_t> permutation = op.getPermutation();
    SmallVector<int64_t> strides;
    int64_t offset;
    if (failed(type.getStridesAndOffset(strides, offset)))
      return op.emitOpError("expected a buffer with strides, found ") << type;
    applyPermutationToVector(strides, permutation);
    SmallVector<int64_t> shape = applyPermutation(type.getShape(), permutation);
    // Any stride will do for a dimension of size 1.
    for (int64_t dim = int64_t(shape.size()) - 2; dim >= 0; --dim)
      if (shape[dim] == 1 && !ShapedType::isDynamic(shape[dim + 1]) &&
          !ShapedType::isDynamic(strides[dim + 1]))
        strides[dim] = shape[dim + 1] * strides[dim + 1];
    MemRefType::Builder transposed(type);
    transposed.setShape(shape).setLayout(
        StridedLayoutAttr::get(type.getContext(), offset, strides));
    if (offset == 0 &&
        MemRefType(transposed).areTrailingDimsContiguous(shape.size()))
      transposed.setLayout(MemRefLayoutAttrInterface());
    return MemRefType(transposed);
  }

  /// Whether the dynamic sizes of a view are those of its source.
  static bool keepsSizes(memref::ReinterpretCastOp view) {
    return llvm::all_of(view.getSizes(), [&](Value size) {
      auto metadata = size.getDefiningOp<memref::ExtractStridedMetadataOp>();
      return metadata && metadata.getSource() == view.getSource();
    });
  }
};

} // namespace

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
