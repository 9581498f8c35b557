//===- ZynToKernel.cpp - The zyn dialect to the kernel dialect ------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"
#include "Zyn/Conversion/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/TypeSwitch.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_CONVERTZYNTOKERNEL
#include "Zyn/Conversion/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
using namespace mlir::zyn;

namespace {

struct ConvertZynToKernel
    : mlir::zyn::impl::ConvertZynToKernelBase<ConvertZynToKernel> {
  void runOnOperation() override {
    SmallVector<Operation *> converted;
    SmallVector<memref::GetGlobalOp> constants;
    WalkResult walk =
        getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
          if (isa<gpu::GPUModuleOp>(op))
            return WalkResult::skip();
          if (isa<MapOp, ReduceOp, MatmulOp>(op)) {
            if (op->getNumResults() != 0) {
              op->emitOpError("works on tensors, and kernels on buffers; run "
                              "--zyn-bufferize first");
              return WalkResult::interrupt();
            }
            if (!op->getParentOfType<FunctionOpInterface>()) {
              op->emitOpError("stands outside a function, and only functions "
                              "can launch kernels");
              return WalkResult::interrupt();
            }
            converted.push_back(op);
            return failed(checkDevice(op)) ? WalkResult::interrupt()
                                           : WalkResult::skip();
          }
          if (auto constant = dyn_cast<memref::GetGlobalOp>(op))
            constants.push_back(constant);
          // A copy is a map that changes nothing.
          if (auto copy = dyn_cast<memref::CopyOp>(op)) {
            if (!isa<MemRefType>(copy.getSource().getType()) ||
                !isa<MemRefType>(copy.getTarget().getType())) {
              copy.emitOpError("copies a buffer of unknown rank, which has no "
                               "lowering to a kernel");
              return WalkResult::interrupt();
            }
            converted.push_back(copy);
          }
          if (isa<gpu::MemsetOp>(op))
            converted.push_back(op);
          return failed(checkHostOp(op)) ? WalkResult::interrupt()
                                         : WalkResult::advance();
        });
    if (walk.wasInterrupted())
      return signalPassFailure();

    for (memref::GetGlobalOp constant : constants)
      upload(constant);
    numCheckedKernels = getKernels().size();
    for (Operation *op : converted) {
      OpBuilder host(op);
      TypeSwitch<Operation *>(op)
          .Case([&](MapOp map) { lowerMap(host, map); })
          .Case([&](ReduceOp reduce) { lowerReduce(host, reduce); })
          .Case([&](MatmulOp matmul) { lowerMatmul(host, matmul); })
          .Case<memref::CopyOp, gpu::MemsetOp>([&](auto transfer) {
            MapOp map = asMap(host, transfer);
            lowerMap(host, map);
            map.erase();
          });
      replaceToken(host, op);
      if (failed(checkSharedMemory(op)))
        return signalPassFailure();
      op->erase();
    }
  }

private:
  /// Kernels come in the order in which they are made.
  SmallVector<gpu::GPUFuncOp> getKernels() {
    auto module =
        getOperation().lookupSymbol<gpu::GPUModuleOp>(kKernelModuleName);
    if (!module)
      return {};
    return llvm::to_vector(module.getOps<gpu::GPUFuncOp>());
  }
  unsigned numCheckedKernels = 0;

  LogicalResult checkDevice(Operation *op) {
    KernelAttr attr = getKernelAttr(op);
    if (attr && attr.getDevice() == DeviceTarget::CPU)
      return op->emitOpError("stands in a function whose #zyn.kernel says "
                             "device = cpu; it has no kernel");
    return success();
  }

  /// What an element takes in shared memory; 0 for a type without a known size,
  /// which later passes refuse.
  static int64_t bytesOf(Type element) {
    if (auto vector = dyn_cast<VectorType>(element))
      return vector.getNumElements() * bytesOf(vector.getElementType());
    if (auto complex = dyn_cast<ComplexType>(element))
      return 2 * bytesOf(complex.getElementType());
    if (element.isIndex())
      return 8;
    return element.isIntOrFloat()
               ? llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)
               : 0;
  }

  /// The kernels that `op` became have to keep to the function's #zyn.kernel.
  LogicalResult checkSharedMemory(Operation *op) {
    KernelAttr attr = getKernelAttr(op);
    SmallVector<gpu::GPUFuncOp> kernels = getKernels();
    for (gpu::GPUFuncOp kernel :
         ArrayRef(kernels).drop_front(numCheckedKernels)) {
      int64_t bytes = 0;
      for (auto shared : kernel.getOps<kernel::SharedOp>()) {
        auto type = cast<MemRefType>(shared.getResult().getType());
        bytes += type.getNumElements() * bytesOf(type.getElementType());
      }
      if (attr && attr.getSharedMemory() && bytes > attr.getSharedMemory())
        return op->emitOpError("needs ")
               << bytes << " bytes of shared memory in kernel '"
               << kernel.getName()
               << "', and the function's #zyn.kernel allows "
               << attr.getSharedMemory();
    }
    numCheckedKernels = kernels.size();
    return success();
  }

  /// Whether host code can access the elements of `buffer`.
  static bool isHostMemory(Value buffer) {
    while (auto view = buffer.getDefiningOp<ViewLikeOpInterface>())
      buffer = view.getViewSource();
    if (auto alloc = buffer.getDefiningOp<gpu::AllocOp>())
      return alloc.getHostShared();
    return buffer.getDefiningOp<memref::AllocaOp>();
  }

  /// Host code may handle buffers and sizes, and elements of host memory. All
  /// others lie on the device.
  LogicalResult checkHostOp(Operation *op) {
    if (isa<memref::LoadOp, memref::StoreOp, vector::LoadOp, vector::StoreOp,
            vector::TransferReadOp, vector::TransferWriteOp>(op) &&
        llvm::none_of(op->getOperands(), isHostMemory))
      return op->emitOpError("reads or writes an element in host code, and the "
                             "elements lie on the device; compute on them with "
                             "zyn.map");
    if (op->getDialect() && op->getDialect()->getNamespace() == "linalg")
      return op->emitOpError("has no lowering to a kernel; express it as "
                             "zyn.map, zyn.reduce or zyn.matmul");
    return success();
  }

  /// A constant of the program lies in host memory: kernels get a copy.
  static void upload(memref::GetGlobalOp constant) {
    OpBuilder host(constant->getContext());
    host.setInsertionPointAfter(constant);
    Location loc = constant.getLoc();
    auto type = cast<MemRefType>(constant.getType());
    auto copy = memref::AllocOp::create(host, loc, type);
    constant.getResult().replaceAllUsesWith(copy);
    gpu::MemcpyOp::create(host, loc, /*asyncToken=*/Type(), ValueRange(), copy,
                          constant);
    host.setInsertionPoint(constant->getBlock()->getTerminator());
    memref::DeallocOp::create(host, loc, copy);
  }

  static MapOp asMap(OpBuilder &host, memref::CopyOp copy) {
    auto map = MapOp::create(host, copy.getLoc(), TypeRange(),
                             ValueRange{copy.getSource()},
                             ValueRange{copy.getTarget()}, ArrayAttr());
    OpBuilder::InsertionGuard guard(host);
    Type element =
        cast<MemRefType>(copy.getSource().getType()).getElementType();
    Block *body =
        host.createBlock(&map.getBody(), {}, {element}, {copy.getLoc()});
    YieldOp::create(host, copy.getLoc(), body->getArguments());
    return map;
  }

  static MapOp asMap(OpBuilder &host, gpu::MemsetOp set) {
    auto map = MapOp::create(host, set.getLoc(), TypeRange(), ValueRange(),
                             ValueRange{set.getDst()}, ArrayAttr());
    OpBuilder::InsertionGuard guard(host);
    host.createBlock(&map.getBody());
    YieldOp::create(host, set.getLoc(), set.getValue());
    return map;
  }

  /// Who waits for a transfer waits for what it depended on: its kernel comes
  /// next on the same stream.
  static void replaceToken(OpBuilder &host, Operation *op) {
    auto async = dyn_cast<gpu::AsyncOpInterface>(op);
    if (!async || !async.getAsyncToken())
      return;
    auto wait =
        gpu::WaitOp::create(host, op->getLoc(), async.getAsyncToken().getType(),
                            async.getAsyncDependencies());
    async.getAsyncToken().replaceAllUsesWith(wait.getAsyncToken());
  }
};

} // namespace
