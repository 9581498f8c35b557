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

} // namespace

void zyn::attachBufferizableOpInterface(Dialect &dialect) {
  attachToOps<BufferizableComputeOp>(dialect);
}

void zyn::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ZynDialect *dialect) {
    attachBufferizableOpInterface(*dialect);
    ConstantMatrixOp::attachInterface<BufferizableConstantMatrix>(*context);
    context->loadDialect<arith::ArithDialect>();
  });
}
