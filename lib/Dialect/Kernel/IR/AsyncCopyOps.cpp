//===- AsyncCopyOps.cpp - Asynchronous copies -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncVerifiers.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

using namespace mlir;
using namespace mlir::kernel;

bool kernel::isInShared(MemRefType type) {
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
  return space && space.getValue() == gpu::AddressSpace::Workgroup;
}

bool kernel::isGlobalOrGeneric(MemRefType type) {
  auto space = dyn_cast_or_null<gpu::AddressSpaceAttr>(type.getMemorySpace());
  return !type.getMemorySpace() ||
         (space && space.getValue() == gpu::AddressSpace::Global);
}

LogicalResult kernel::verifyInShared(Operation *op, MemRefType buffer,
                                     StringRef what) {
  if (isInShared(buffer))
    return success();
  return op->emitOpError("expected ")
         << what << " in #gpu.address_space<workgroup>, found " << buffer;
}

LogicalResult kernel::verifyIndices(Operation *op, MemRefType buffer,
                                    size_t indices, StringRef what) {
  if (static_cast<int64_t>(indices) == buffer.getRank())
    return success();
  return op->emitOpError("expected ")
         << buffer.getRank() << " indices of " << what << ", the rank of "
         << buffer << ", found " << indices;
}

LogicalResult kernel::verifyMBarrier(Operation *op, MemRefType barriers,
                                     size_t indices, bool mayBeRemote) {
  if (!isa<MBarrierType>(barriers.getElementType()))
    return op->emitOpError("expected a buffer of !kernel.mbarrier, found ")
           << barriers;
  bool isRemote = isa_and_nonnull<ClusterSpaceAttr>(barriers.getMemorySpace());
  if (!(mayBeRemote && isRemote) &&
      failed(verifyInShared(op, barriers, "a buffer of mbarriers")))
    return failure();
  return verifyIndices(op, barriers, indices, "the mbarriers");
}

//===----------------------------------------------------------------------===//
// AsyncCopyOp
//===----------------------------------------------------------------------===//

LogicalResult AsyncCopyOp::verify() {
  auto source = cast<MemRefType>(getSource().getType());
  auto destination = cast<MemRefType>(getDestination().getType());
  if (!isGlobalOrGeneric(source))
    return emitOpError("expected a source in global memory, found ") << source;
  if (failed(verifyInShared(*this, destination, "a destination")))
    return failure();
  if (failed(verifyIndices(*this, source, getSourceIndices().size(),
                           "the source")))
    return failure();
  if (failed(verifyIndices(*this, destination, getDestinationIndices().size(),
                           "the destination")))
    return failure();
  Type element = source.getElementType();
  if (element != destination.getElementType())
    return emitOpError("expected a source and a destination of the same "
                       "element type, found ")
           << element << " and " << destination.getElementType();
  if (!element.isIntOrFloat() || element.getIntOrFloatBitWidth() % 8 != 0)
    return emitOpError("expected integers or floats of whole bytes, found ")
           << element;
  int64_t bytes = getBytes(),
          elementBytes = element.getIntOrFloatBitWidth() / 8;
  if (bytes != 4 && bytes != 8 && bytes != 16)
    return emitOpError("expected 4, 8 or 16 bytes, found ") << bytes;
  if (bytes % elementBytes != 0)
    return emitOpError("expected a multiple of the ")
           << elementBytes << " bytes of " << element << ", found " << bytes
           << " bytes";
  if (bytes > elementBytes)
    for (MemRefType buffer : {source, destination})
      if (buffer.getRank() == 0 || !buffer.isLastDimUnitStride())
        return emitOpError("expected buffers whose last dimension is "
                           "contiguous, to copy ")
               << bytes / elementBytes << " elements, found " << buffer;
  if (getCache() == CopyCache::l2 && bytes != 16)
    return emitOpError("expected 16 bytes for 'cache l2', found ")
           << bytes << "; smaller copies go through L1";
  return success();
}

TargetRequirement AsyncCopyOp::getTargetRequirement() {
  return {80, getCache() == CopyCache::streaming ? 74 : 70};
}

//===----------------------------------------------------------------------===//
// AsyncWaitOp, AsyncArriveOp
//===----------------------------------------------------------------------===//

LogicalResult AsyncWaitOp::verify() {
  if (static_cast<int32_t>(getGroups()) >= 0)
    return success();
  return emitOpError("expected a number of groups of at least 0, found ")
         << static_cast<int32_t>(getGroups());
}

LogicalResult AsyncArriveOp::verify() {
  return verifyMBarrier(*this, cast<MemRefType>(getBarriers().getType()),
                        getIndices().size());
}
