//===- LaunchEffects.cpp - Memory effects of launches ---------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/LaunchEffects.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;

namespace {
template <typename SourceOp>
struct LaunchEffects
    : MemoryEffectOpInterface::ExternalModel<LaunchEffects<SourceOp>,
                                             SourceOp> {
  void
  getEffects(Operation *op,
             SmallVectorImpl<MemoryEffects::EffectInstance> &effects) const {
    // Needed even without buffers, since a kernel can print or fail.
    effects.emplace_back(MemoryEffects::Write::get());
    for (OpOperand &operand : op->getOpOperands()) {
      // Dead ops are queried again after their operands have been dropped.
      if (!operand.get() || !isa<BaseMemRefType>(operand.get().getType()))
        continue;
      effects.emplace_back(MemoryEffects::Read::get(), &operand);
      effects.emplace_back(MemoryEffects::Write::get(), &operand);
    }
  }
};
} // namespace

void mlir::kernel::registerLaunchEffects(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, gpu::GPUDialect *) {
    gpu::LaunchFuncOp::attachInterface<LaunchEffects<gpu::LaunchFuncOp>>(
        *context);
    gpu::WaitOp::attachInterface<LaunchEffects<gpu::WaitOp>>(*context);
    gpu::HostRegisterOp::attachInterface<LaunchEffects<gpu::HostRegisterOp>>(
        *context);
    gpu::HostUnregisterOp::attachInterface<
        LaunchEffects<gpu::HostUnregisterOp>>(*context);
  });
}
