//===- CheckKernels.cpp - Rejects kernels that have no PTX ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Support/GPULimits.h"
#include "Zyn/Transforms/Passes.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNCHECKKERNELS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;
namespace limits = ::zyn::limits;

namespace {

/// Limits of a kernel in bytes, for every architecture.
constexpr uint64_t maxArgumentBytes = limits::maxKernelArgumentBytes,
                   maxStaticSharedBytes = limits::sharedBytesWithoutOptIn;

/// The address space of shared memory in PTX.
constexpr unsigned sharedSpace = 3;

struct ZynCheckKernels : mlir::zyn::impl::ZynCheckKernelsBase<ZynCheckKernels> {
  void runOnOperation() override {
    WalkResult walk =
        getOperation().walk<WalkOrder::PreOrder>([&](Operation *op) {
          return failed(check(op)) ? WalkResult::interrupt()
                                   : WalkResult::advance();
        });
    if (walk.wasInterrupted() || failed(checkSharedMemory()))
      signalPassFailure();
  }

private:
  static LogicalResult check(Operation *op) {
    if (isa<gpu::GPUModuleOp>(op))
      return success();
    if (auto cast = dyn_cast<UnrealizedConversionCastOp>(op))
      return reportCast(cast);
    if (!isa_and_nonnull<LLVM::LLVMDialect, NVVM::NVVMDialect>(
            op->getDialect()))
      return op->emitOpError("has no device implementation");
    if (auto function = dyn_cast<LLVM::LLVMFuncOp>(op))
      return checkArguments(function);
    auto isUnsupported = [](Type type) {
      Type element = getElementTypeOrSelf(type);
      return isa<Float80Type, Float128Type>(element);
    };
    for (Type type : op->getResultTypes())
      if (isUnsupported(type))
        return reportType(op, type);
    for (Value operand : op->getOperands())
      if (isUnsupported(operand.getType()))
        return reportType(op, operand.getType());
    return checkConversion(op);
  }

  static LogicalResult reportType(Operation *op, Type type) {
    return op->emitError() << type << " is not supported on the device";
  }

  /// Reports the reason for a remaining cast: a type that the device does not
  /// support, or an op that produces or uses such a type.
  static LogicalResult reportCast(UnrealizedConversionCastOp cast) {
    SmallVector<Operation *> neighbors(cast->getUsers());
    for (Value operand : cast.getInputs())
      if (Operation *definition = operand.getDefiningOp())
        neighbors.push_back(definition);
    for (Operation *op : neighbors)
      if (!isa<UnrealizedConversionCastOp>(op) &&
          !isa_and_nonnull<LLVM::LLVMDialect, NVVM::NVVMDialect>(
              op->getDialect()))
        return op->emitOpError("has no device implementation");
    SmallVector<Type> types(cast.getOperandTypes());
    llvm::append_range(types, cast.getResultTypes());
    auto *unknown = llvm::find_if_not(types, LLVM::isCompatibleType);
    if (unknown == types.end())
      return cast.emitOpError("has no device implementation");
    return reportType(cast, *unknown);
  }

  /// Conversions between floats and wide integers would need library calls.
  static LogicalResult checkConversion(Operation *op) {
    Type integer;
    if (isa<LLVM::SIToFPOp, LLVM::UIToFPOp>(op))
      integer = op->getOperand(0).getType();
    else if (isa<LLVM::FPToSIOp, LLVM::FPToUIOp>(op))
      integer = op->getResult(0).getType();
    if (integer && getElementTypeOrSelf(integer).getIntOrFloatBitWidth() > 64)
      return op->emitError("cannot convert floats from or to ")
             << integer << " on the device; expected at most 64 bits";
    return success();
  }

  static LogicalResult checkArguments(LLVM::LLVMFuncOp function) {
    if (!function->hasAttr(NVVM::NVVMDialect::getKernelFuncAttrName()))
      return success();
    DataLayout layout = DataLayout::closest(function);
    uint64_t bytes = 0;
    for (auto [i, type] : llvm::enumerate(function.getArgumentTypes())) {
      // A tensor map is passed by value.
      if (auto byValue = function.getArgAttrOfType<TypeAttr>(
              i, LLVM::LLVMDialect::getByValAttrName())) {
        auto align = function.getArgAttrOfType<IntegerAttr>(
            i, LLVM::LLVMDialect::getAlignAttrName());
        bytes = llvm::alignTo(bytes, align ? align.getInt() : 1) +
                layout.getTypeSize(byValue.getValue());
        continue;
      }
      if (isa<Float80Type, Float128Type>(type))
        return reportType(function, type);
      bytes = llvm::alignTo(bytes, layout.getTypeABIAlignment(type)) +
              layout.getTypeSize(type);
    }
    if (bytes <= maxArgumentBytes)
      return success();
    return function.emitError("expected at most ")
           << maxArgumentBytes << " bytes of kernel arguments, found " << bytes
           << "; use fewer operands";
  }

  LogicalResult checkSharedMemory() {
    DataLayout layout = DataLayout::closest(getOperation());
    auto bytesOf = [&](LLVM::GlobalOp global) -> uint64_t {
      return layout.getTypeSize(global.getGlobalType());
    };
    for (auto kernel : getOperation().getOps<LLVM::LLVMFuncOp>()) {
      llvm::SmallPtrSet<Operation *, 8> seen;
      uint64_t bytes = 0;
      kernel.walk([&](LLVM::AddressOfOp address) {
        auto global = getOperation().lookupSymbol<LLVM::GlobalOp>(
            address.getGlobalName());
        if (global && global.getAddrSpace() == sharedSpace &&
            seen.insert(global).second)
          bytes += bytesOf(global);
      });
      if (bytes > maxStaticSharedBytes)
        return kernel.emitError("expected at most ")
               << maxStaticSharedBytes
               << " bytes of static shared memory, found " << bytes;
    }
    return success();
  }
};

} // namespace
