//===- BufferizableOpInterfaceImpl.cpp - Bufferization of the zyn ops -----===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Zyn/Transforms/BufferizableOpInterfaceImpl.h"

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::bufferization;
using namespace mlir::zyn;

namespace {

/// Whether the op combines into the old elements of its destinations.
bool readsDestinations(MapOp) { return false; }
bool readsDestinations(ReduceOp) { return true; }
bool readsDestinations(MatmulOp op) { return op.getAccumulate(); }

/// Whether each element of `operands` is read only when the same element of
/// the destination is written, so that both may live in one buffer.
bool accessesElementwise(MapOp op, ArrayRef<OpOperand *> operands) {
  return llvm::all_of(operands, [&](OpOperand *operand) {
    return op.isDpsInit(operand) ||
           op.getInputMap(operand->getOperandNumber()).isIdentity();
  });
}
bool accessesElementwise(ReduceOp, ArrayRef<OpOperand *>) { return false; }
bool accessesElementwise(MatmulOp, ArrayRef<OpOperand *>) { return false; }

template <typename OpTy>
struct ComputeOpInterface
    : DstBufferizableOpInterfaceExternalModel<ComputeOpInterface<OpTy>, OpTy> {
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<DestinationStyleOpInterface>(op).isDpsInit(&operand) ||
           readsDestinations(cast<OpTy>(op));
  }

  bool bufferizesToElementwiseAccess(Operation *op, const AnalysisState &,
                                     ArrayRef<OpOperand *> operands) const {
    return accessesElementwise(cast<OpTy>(op), operands);
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
    auto created =
        cast<DestinationStyleOpInterface>(rewriter.create(onBuffers));
    replaceOpWithBufferizedValues(rewriter, op, created.getDpsInits());
    return success();
  }
};

} // namespace

void mlir::zyn::registerBufferizableOpInterfaceExternalModels(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, ZynDialect *) {
    MapOp::attachInterface<ComputeOpInterface<MapOp>>(*context);
    ReduceOp::attachInterface<ComputeOpInterface<ReduceOp>>(*context);
    MatmulOp::attachInterface<ComputeOpInterface<MatmulOp>>(*context);
  });
}
