//===- MemorySpaces.cpp - Memory spaces of buffers ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Dialect/Kernel/IR/MemorySpaces.h"

#include "Zyn/Dialect/Kernel/IR/Kernel.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::kernel;

std::optional<MemorySpace> kernel::getMemorySpace(BaseMemRefType type) {
  Attribute space = type.getMemorySpace();
  if (!space)
    return MemorySpace::Generic;
  if (isa<ConstantSpaceAttr>(space))
    return MemorySpace::Constant;
  if (isa<ClusterSpaceAttr>(space))
    return MemorySpace::Cluster;
  if (auto upstream = dyn_cast<gpu::AddressSpaceAttr>(space)) {
    switch (upstream.getValue()) {
    case gpu::AddressSpace::Global:
      return MemorySpace::Global;
    case gpu::AddressSpace::Workgroup:
      return MemorySpace::Shared;
    case gpu::AddressSpace::Private:
      return MemorySpace::Local;
    }
  }
  return std::nullopt;
}

LogicalResult kernel::verifyBuffer(Operation *op, MemRefType type,
                                   size_t numIndices,
                                   ArrayRef<MemorySpace> unsupported,
                                   StringRef why) {
  if (static_cast<int64_t>(numIndices) != type.getRank())
    return op->emitOpError("expected ")
           << type.getRank() << " indices, the rank of " << type << ", found "
           << numIndices;
  std::optional<MemorySpace> space = getMemorySpace(type);
  if (!space)
    return op->emitOpError("expected no memory space, #gpu.address_space<"
                           "global, workgroup or private>, #kernel.cluster or "
                           "#kernel.constant, found ")
           << type.getMemorySpace() << " in " << type;
  if (llvm::is_contained(unsupported, *space))
    return op->emitOpError(why) << ", found " << type;
  return success();
}
