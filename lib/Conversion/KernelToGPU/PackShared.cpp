//===- PackShared.cpp - One buffer for static shared memory ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dynamic shared memory begins where static shared memory ends, and the driver
// does not round this offset up to the declared alignment of the dynamic memory
// (observed with CUDA 13.0 on an H200: 64 bytes of static memory shift it by
// 64). If a module needs more than the 16 bytes that are guaranteed, the static
// buffers of each function become parts of a single one, whose size is a
// multiple of the alignment.
//
//===----------------------------------------------------------------------===//

#include "PackShared.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Dialect/Kernel/IR/Kernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;

/// The alignment that dynamic shared memory always has, in bytes.
static constexpr int64_t guaranteedAlignment = 16;

/// Merges the buffers of a function into one that is aligned to `alignment`
/// bytes.
static void packFunction(FunctionOpInterface function, int64_t alignment) {
  SmallVector<kernel::SharedOp> buffers;
  function.walk([&](kernel::SharedOp op) { buffers.push_back(op); });
  if (buffers.empty())
    return;
  SmallVector<int64_t> offsets;
  int64_t bytes = 0;
  for (kernel::SharedOp buffer : buffers) {
    alignment = std::max<int64_t>(alignment, buffer.getAlignment());
    bytes = llvm::alignTo(bytes, buffer.getAlignment());
    offsets.push_back(bytes);
    bytes += *kernel::getBufferBytes(buffer.getResult().getType());
  }
  ImplicitLocOpBuilder b(buffers.front().getLoc(), function->getContext());
  b.setInsertionPointToStart(&function.getFunctionBody().front());
  auto space = buffers.front().getResult().getType().getMemorySpace();
  auto wholeType = MemRefType::get({int64_t(llvm::alignTo(bytes, alignment))},
                                   b.getI8Type(), AffineMap(), space);
  Value whole =
      kernel::SharedOp::create(b, wholeType, b.getI64IntegerAttr(alignment));
  for (auto [buffer, offset] : llvm::zip_equal(buffers, offsets)) {
    b.setInsertionPoint(buffer);
    b.setLoc(buffer.getLoc());
    Value start = arith::ConstantIndexOp::create(b, offset);
    Value part = memref::ViewOp::create(b, buffer.getResult().getType(), whole,
                                        start, ValueRange());
    buffer.replaceAllUsesWith(part);
    buffer.erase();
  }
}

void mlir::zyn::packSharedMemory(gpu::GPUModuleOp module) {
  int64_t alignment = 0;
  module.walk([&](kernel::DynamicSharedOp op) {
    alignment = std::max<int64_t>(alignment, op.getAlignment());
  });
  if (alignment <= guaranteedAlignment)
    return;
  for (auto function : module.getOps<FunctionOpInterface>())
    if (!function.isExternal())
      packFunction(function, alignment);
}
