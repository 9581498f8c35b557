//===- MatmulUnits.cpp - What multiplies in matmul kernels ----------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MatmulUnits.h"
#include "FusedOperand.h"
#include "PaddedCopies.h"

#include "Zyn/Dialect/Kernel/IR/Buffers.h"
#include "Zyn/Support/GPULimits.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::zyn;
using ::zyn::schedule::GPUTarget;

static remark::RemarkOpts unitsRemark() {
  return remark::RemarkOpts::name("MatmulUnits").category("zyn-to-kernel");
}

std::optional<StringRef>
mlir::zyn::getElementObstacle(Type element, const GPUTarget &target) {
  if (target.capability < 75)
    return "tensor cores require sm_75";
  if (target.capability < 80 && !element.isF16())
    return "tensor cores only multiply f16 before sm_80";
  if (isa<Float8E4M3FNType, Float8E5M2Type>(element) && target.capability < 89)
    return "8-bit floats require sm_89";
  return std::nullopt;
}

/// Returns why no tensor core computes a matmul, or nullopt if some may.
static std::optional<StringRef>
getTensorCoreObstacle(ProductOpInterface op, const GPUTarget &target,
                      const KernelHints &hints) {
  if (!hints.allowsTensorCores())
    return "the function's #zyn.kernel has tensor_cores = false";
  Type element = getElementTypeOrSelf(op.getLhs());
  if (element.isF32() && op.getPrecision() == MatmulPrecision::IEEE)
    return "tensor cores round f32, which 'precision = tf32' or 'tf32x3' "
           "allows";
  if (element.isInteger(32))
    return "tensor cores do not multiply i32";
  return getElementObstacle(element, target);
}

/// Returns why a matmul that tensor cores compute cannot use matmuls of
/// warpgroups, or nullopt if it can.
static std::optional<StringRef> getWarpgroupObstacle(ProductOpInterface op,
                                                     StringRef chip,
                                                     const KernelHints &hints) {
  if (chip != "sm_90a")
    return "the target is not sm_90a";
  if (getElementTypeOrSelf(op.getLhs()).isF64())
    return "warpgroups do not multiply f64";
  if (!kernel::TensorMapType::isValidElement(
          getElementTypeOrSelf(op.getInit())))
    return "TMA does not support the elements of the result";
  if (op.getRank() > ::zyn::limits::maxTensorRank)
    return "TMA supports at most 5 dimensions";
  if (hints.limitsResources())
    return "the function's #zyn.kernel limits registers or shared memory";
  return std::nullopt;
}

std::optional<StringRef> mlir::zyn::getObstacle(ProductOpInterface op,
                                                TileUnit unit, StringRef chip,
                                                const KernelHints &hints) {
  if (unit == TileUnit::Threads || unit == TileUnit::Lanes)
    return std::nullopt;
  if (std::optional<StringRef> reason =
          getTensorCoreObstacle(op, ::zyn::schedule::getGPUTarget(chip), hints))
    return reason;
  return unit == TileUnit::Warps ? std::nullopt
                                 : getWarpgroupObstacle(op, chip, hints);
}

TileUnit mlir::zyn::selectUnit(ProductOpInterface op, StringRef chip,
                               const KernelHints &hints,
                               std::optional<StringRef> warpgroupObstacle) {
  Location loc = op.getLoc();
  if (std::optional<StringRef> reason =
          getObstacle(op, TileUnit::Warps, chip, hints)) {
    remark::missed(loc, unitsRemark()) << remark::reason(
        "the matmul uses the CUDA cores, not the tensor cores: {0}", *reason);
    return TileUnit::Threads;
  }
  std::optional<StringRef> reason =
      getObstacle(op, TileUnit::Warpgroups, chip, hints);
  if (!reason)
    reason = warpgroupObstacle;
  if (reason) {
    remark::passed(loc, unitsRemark()) << remark::reason(
        "the matmul uses the tensor cores, by warps: {0}", *reason);
    return TileUnit::Warps;
  }
  remark::passed(loc, unitsRemark())
      << remark::reason("the matmul uses the tensor cores, by warpgroups");
  return TileUnit::Warpgroups;
}

TileUnit mlir::zyn::getUnitWithoutCopies(MatmulOp op) {
  return op.getPrecision() == MatmulPrecision::TF32x3 ? TileUnit::Threads
                                                      : TileUnit::Warps;
}

Value mlir::zyn::isDominatedByCopies(IndexBuilder &h, MatmulOp op) {
  constexpr int64_t fewForWarps = 128, fewForThreads = 64;
  Value m = h.size(op.getInit(), op.getRank() - 2);
  Value n = h.size(op.getInit(), op.getRank() - 1);
  auto isFew = [&](Value size, int64_t few) {
    return h.lessEqual(size, h.constant(few));
  };
  Value no = h.createOrFold<arith::ConstantOp>(h.getBoolAttr(false));
  auto either = [&](Value x, Value y) {
    return h.createOrFold<arith::OrIOp>(x, y);
  };
  if (op.getPrecision() == MatmulPrecision::TF32x3)
    return either(isFew(m, fewForThreads), isFew(n, fewForThreads));
  if (op.getPrecision() == MatmulPrecision::TF32)
    return either(op.getTransposeB() ? no : isFew(m, fewForWarps),
                  op.getTransposeA() ? isFew(n, fewForWarps) : no);
  return no;
}

Value mlir::zyn::isThin(IndexBuilder &h, MatmulOp op, StringRef chip) {
  constexpr int64_t wordBytes = 4;
  const GPUTarget &target = ::zyn::schedule::getGPUTarget(chip);
  if (std::optional<FusedOperand> fused = getFusedOperand(op);
      fused && !fused->isStaged)
    return h.createOrFold<arith::ConstantOp>(h.getBoolAttr(true));
  int64_t bytes = kernel::getElementBytes(getElementTypeOrSelf(op.getLhs()));
  Value most = h.constant(getMostThinRows(op, target));
  Value least = h.constant(kLeastOther);
  Value m = h.size(op.getInit(), op.getRank() - 2);
  Value n = h.size(op.getInit(), op.getRank() - 1);
  Value k = h.size(op.getLhs(), op.getRank() - (op.getTransposeA() ? 2 : 1));
  // Tensor cores read aligned rows of narrow elements as fast. Most rows are
  // aligned, so that kernels for both are not worth the time to compile them.
  auto isPreferred = [&](Value matrix) -> Value {
    Value isUnaligned =
        areRowsUnaligned(h, matrix, ::zyn::limits::tensorGranule);
    bool isKnown = getConstantIntValue(isUnaligned).value_or(0) != 0;
    return h.createOrFold<arith::ConstantOp>(
        h.getBoolAttr(bytes >= wordBytes || isKnown));
  };
  auto isThinAlong = [&](Value few, Value other, Value matrix) {
    return h.land(h.land(h.lessEqual(few, most), h.lessEqual(least, other)),
                  isPreferred(matrix));
  };
  return h.land(h.lessEqual(least, k),
                h.createOrFold<arith::OrIOp>(isThinAlong(m, n, op.getRhs()),
                                             isThinAlong(n, m, op.getLhs())));
}

std::unique_ptr<MatmulEmitter> mlir::zyn::createEmitter(KernelModules &kernels,
                                                        ProductOpInterface op,
                                                        TileUnit unit,
                                                        StringRef chip) {
  const GPUTarget &target = ::zyn::schedule::getGPUTarget(chip);
  switch (unit) {
  case TileUnit::Threads:
    return createMatmulByThreads(kernels, target);
  case TileUnit::Lanes:
    return createMatmulByLanes(kernels, target);
  case TileUnit::Warps:
    return createMatmulByWarps(kernels, target,
                               getElementTypeOrSelf(op.getLhs()));
  case TileUnit::Warpgroups:
    return createMatmulByWarpgroups(kernels, target);
  }
  llvm_unreachable("unknown unit");
}
