//===- UpstreamRequirements.cpp - Targets of upstream's ops ---------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The requirements are those of the PTX ISA manual ("Target ISA Notes" and "PTX
// ISA Notes" of each instruction), or of LLVM if it needs a later PTX version.
//
//===----------------------------------------------------------------------===//

#include "UpstreamRequirements.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/NVGPU/IR/NVGPUDialect.h"
#include "llvm/ADT/DenseMap.h"

#include <algorithm>
#include <functional>

using namespace mlir;
using namespace mlir::kernel;

static constexpr TargetRequirement ampere{80, 70}, hopper{90, 80};
/// Clusters and the synchronization of grids, which are older than TMA.
static constexpr TargetRequirement cluster{90, 78};
static constexpr TargetRequirement blackwell{100, 86};
/// Of all Blackwell GPUs, data center and consumer.
static constexpr TargetRequirement blackwellSpecific{
    100, 86, /*isArchSpecific=*/true, anyLaterSM};
/// Of those with tensor memory.
static constexpr TargetRequirement blackwellTensor{
    100, 86, /*isArchSpecific=*/true, /*lastSM=*/110};

//===----------------------------------------------------------------------===//
// Matmuls of a warp
//===----------------------------------------------------------------------===//

static TargetRequirement getMmaRequirement(NVVM::MmaOp op) {
  using NVVM::MMATypes;
  int64_t m = op.getShape().getM(), k = op.getShape().getK();
  switch (op.getMultiplicandAPtxType().value_or(MMATypes::f16)) {
  case MMATypes::f16:
    if (m == 8)
      return {70, 64};
    return k == 8 ? TargetRequirement{75, 65} : ampere;
  case MMATypes::s8:
  case MMATypes::u8:
  case MMATypes::s4:
  case MMATypes::u4:
    return m == 8 ? TargetRequirement{75, 65} : ampere;
  case MMATypes::b1:
    return op.getB1Op() == NVVM::MMAB1Op::and_popc ? TargetRequirement{80, 71}
                                                   : ampere;
  case MMATypes::f64:
    return m == 8 ? ampere : cluster;
  default:
    return ampere;
  }
}

static TargetRequirement getMmaRequirement(nvgpu::MmaSyncOp op) {
  auto [m, n, k] = op.getMmaShapeAsArray();
  Type element = op.getMatrixA().getType().getElementType();
  if (element.isF16() && k == 8)
    return {75, 65};
  if (element.isInteger() && m == 8)
    return {75, 65};
  return element.isF64() && m == 16 ? cluster : ampere;
}

static TargetRequirement getMmaSpRequirement(NVVM::MmaSpOp op) {
  if (op.getKind())
    return {120, 87, /*isArchSpecific=*/true, anyLaterSM};
  NVVM::MMATypes type =
      op.getMultiplicandAPtxType().value_or(NVVM::MMATypes::f16);
  if (type == NVVM::MMATypes::e4m3 || type == NVVM::MMATypes::e5m2)
    return {89, 84};
  return {80, op.getOrderedMetadata() ? 85 : 71};
}

/// Returns what matrices of elements with `width` bits require that are
/// operands of wmma.
static TargetRequirement getWmmaRequirement(unsigned width, bool isInteger) {
  if (isInteger)
    return width < 8 ? TargetRequirement{75, 63} : TargetRequirement{72, 63};
  return width == 16 ? TargetRequirement{70, 61} : ampere;
}

static TargetRequirement getWmmaRequirement(NVVM::MMATypes type) {
  using NVVM::MMATypes;
  switch (type) {
  case MMATypes::f16:
  case MMATypes::f32:
    return getWmmaRequirement(16, /*isInteger=*/false);
  case MMATypes::s8:
  case MMATypes::u8:
  case MMATypes::s32:
    return getWmmaRequirement(8, /*isInteger=*/true);
  case MMATypes::s4:
  case MMATypes::u4:
  case MMATypes::b1:
    return getWmmaRequirement(4, /*isInteger=*/true);
  default:
    return ampere;
  }
}

static TargetRequirement getSubgroupMmaRequirement(gpu::MMAMatrixType matrix) {
  Type element = matrix.getElementType();
  // An accumulator may be that of a matmul of f16 or i8.
  if (matrix.getOperand() == "COp" &&
      (element.isF32() || element.isInteger(32)))
    return getWmmaRequirement(element.isF32() ? 16 : 8, element.isInteger(32));
  return getWmmaRequirement(element.getIntOrFloatBitWidth(),
                            element.isInteger());
}

static TargetRequirement getLdMatrixRequirement(NVVM::LdMatrixOp op) {
  return op.getEltType() == NVVM::LdStMatrixEltType::B16
             ? TargetRequirement{75, 65}
             : blackwellSpecific;
}

static TargetRequirement getStMatrixRequirement(NVVM::StMatrixOp op) {
  return op.getEltType() == NVVM::LdStMatrixEltType::B16 ? cluster
                                                         : blackwellSpecific;
}

//===----------------------------------------------------------------------===//
// Barriers and fences
//===----------------------------------------------------------------------===//

static bool isInCluster(Value address) {
  return cast<LLVM::LLVMPointerType>(address.getType()).getAddressSpace() ==
         static_cast<unsigned>(NVVM::NVVMMemorySpace::SharedCluster);
}

/// Returns what an op on an mbarrier requires that has a scope and an order.
template <typename OpTy>
static TargetRequirement getScopedRequirement(OpTy op,
                                              TargetRequirement plain) {
  if (op.getRelaxed())
    return {90, 86};
  return op.getScope() == NVVM::MemScopeKind::CLUSTER ? hopper : plain;
}

static TargetRequirement getArriveRequirement(NVVM::MBarrierArriveOp op) {
  bool isPlain = !op.getCount() && !isInCluster(op.getAddr());
  return getScopedRequirement(op, isPlain ? ampere : hopper);
}

static TargetRequirement getTestWaitRequirement(NVVM::MBarrierTestWaitOp op) {
  bool isParity = op.getStateOrPhase().getType().isInteger(32);
  return getScopedRequirement(op, {80, isParity ? 71 : 70});
}

static TargetRequirement getMembarRequirement(NVVM::MembarOp op) {
  return op.getScope() == NVVM::MemScopeKind::CLUSTER
             ? cluster
             : TargetRequirement{70, 60};
}

static TargetRequirement getFenceProxyRequirement(NVVM::FenceProxyOp op) {
  return op.getKind() == NVVM::ProxyKind::alias ? TargetRequirement{70, 75}
                                                : hopper;
}

static TargetRequirement getReduxRequirement(NVVM::ReduxOp op) {
  return op.getVal().getType().isF32()
             ? TargetRequirement{100, 86, /*isArchSpecific=*/true,
                                 /*lastSM=*/103}
             : ampere;
}

//===----------------------------------------------------------------------===//
// Copies of tensors
//===----------------------------------------------------------------------===//

static TargetRequirement getTensorRequirement(NVVM::TMALoadMode mode) {
  return mode == NVVM::TMALoadMode::TILE || mode == NVVM::TMALoadMode::IM2COL
             ? hopper
             : blackwellTensor;
}

static TargetRequirement getTensorRequirement(NVVM::TMAStoreMode mode) {
  return mode == NVVM::TMAStoreMode::TILE_SCATTER4 ? blackwellTensor : hopper;
}

static TargetRequirement
getTensorLoadRequirement(NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp op) {
  if (op.getGroup())
    return blackwellTensor;
  TargetRequirement requirement = getTensorRequirement(op.getMode());
  if (op.getIsCTAOnly())
    requirement.ptx = std::max(requirement.ptx, 86);
  return requirement;
}

static TargetRequirement
getBulkLoadRequirement(NVVM::CpAsyncBulkGlobalToSharedClusterOp op) {
  return isInCluster(op.getDstMem()) ? hopper : TargetRequirement{90, 86};
}

static TargetRequirement
getBulkStoreRequirement(NVVM::CpAsyncBulkSharedCTAToGlobalOp op) {
  return op.getByteMask() ? blackwell : hopper;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

static TargetRequirement getTF32Requirement(NVVM::ConvertFloatToTF32Op op) {
  bool isSaturating = op.getSat() == NVVM::SaturationMode::SATFINITE;
  if (op.getRnd() == NVVM::FPRoundingMode::RNA)
    return {80, isSaturating ? 81 : 70};
  return isSaturating ? blackwell : cluster;
}

static TargetRequirement getFloat8Requirement(Type type) {
  return isa<Float8E8M0FNUType>(type) ? blackwellSpecific
                                      : TargetRequirement{89, 81};
}

template <typename OpTy>
static TargetRequirement getPackedRequirement(OpTy op) {
  if (op.getRnd() == NVVM::FPRoundingMode::RS)
    return {100, 87, /*isArchSpecific=*/true, /*lastSM=*/103};
  return {80, op.getSat() == NVVM::SaturationMode::SATFINITE ? 81 : 70};
}

//===----------------------------------------------------------------------===//
// Table
//===----------------------------------------------------------------------===//

namespace {
/// Finds the requirement of an op in time that does not depend on their number.
class RequirementTable {
public:
  RequirementTable();

  std::optional<TargetRequirement> lookup(Operation *op) const {
    auto rule = rules.find(op->getName().getTypeID());
    if (rule == rules.end())
      return std::nullopt;
    return rule->second(op);
  }

private:
  template <typename... OpTys>
  void add(TargetRequirement requirement) {
    (rules.try_emplace(TypeID::get<OpTys>(),
                       [=](Operation *) { return requirement; }),
     ...);
  }
  /// For an op whose requirement depends on its types or attributes.
  template <typename OpTy, typename GetterT>
  void addGetter(GetterT getRequirement) {
    rules.try_emplace(TypeID::get<OpTy>(), [=](Operation *op) {
      return getRequirement(cast<OpTy>(op));
    });
  }
  void addMatmuls();
  void addBarriers();
  void addCopies();
  void addConversions();

  llvm::DenseMap<TypeID, std::function<TargetRequirement(Operation *)>> rules;
};
} // namespace

RequirementTable::RequirementTable() {
  addMatmuls();
  addBarriers();
  addCopies();
  addConversions();
  add<NVVM::NanosleepOp>({70, 63});
  add<gpu::ClusterIdOp, gpu::ClusterBlockIdOp, gpu::ClusterDimOp,
      gpu::ClusterDimBlocksOp, NVVM::ClusterIdYOp, NVVM::ClusterIdZOp,
      NVVM::ClusterDimXOp, NVVM::ClusterDimYOp, NVVM::ClusterDimZOp,
      NVVM::ClusterDimBlocksZOp, NVVM::ClusterDim>(cluster);
  add<NVVM::AggrSmemSize>({90, 81});
  add<NVVM::SetMaxRegisterOp>({90, 80, /*isArchSpecific=*/true, anyLaterSM});
}

void RequirementTable::addMatmuls() {
  addGetter<NVVM::MmaOp>([](NVVM::MmaOp op) { return getMmaRequirement(op); });
  addGetter<nvgpu::MmaSyncOp>(
      [](nvgpu::MmaSyncOp op) { return getMmaRequirement(op); });
  addGetter<NVVM::MmaSpOp>(getMmaSpRequirement);
  add<nvgpu::MmaSparseSyncOp>({80, 71});
  add<NVVM::MmaBlockScaleOp, NVVM::MmaSpBlockScaleOp>(
      {120, 87, /*isArchSpecific=*/true, anyLaterSM});
  addGetter<NVVM::WMMALoadOp>(
      [](NVVM::WMMALoadOp op) { return getWmmaRequirement(op.getEltype()); });
  addGetter<NVVM::WMMAStoreOp>(
      [](NVVM::WMMAStoreOp op) { return getWmmaRequirement(op.getEltype()); });
  addGetter<NVVM::WMMAMmaOp>(
      [](NVVM::WMMAMmaOp op) { return getWmmaRequirement(op.getEltypeA()); });
  addGetter<gpu::SubgroupMmaLoadMatrixOp>([](gpu::SubgroupMmaLoadMatrixOp op) {
    return getSubgroupMmaRequirement(
        cast<gpu::MMAMatrixType>(op.getRes().getType()));
  });
  addGetter<gpu::SubgroupMmaStoreMatrixOp>(
      [](gpu::SubgroupMmaStoreMatrixOp op) {
        return getSubgroupMmaRequirement(
            cast<gpu::MMAMatrixType>(op.getSrc().getType()));
      });
  addGetter<gpu::SubgroupMmaComputeOp>([](gpu::SubgroupMmaComputeOp op) {
    return getSubgroupMmaRequirement(
        cast<gpu::MMAMatrixType>(op.getOpA().getType()));
  });
  add<nvgpu::LdMatrixOp>({75, 65});
  addGetter<NVVM::LdMatrixOp>(getLdMatrixRequirement);
  addGetter<NVVM::StMatrixOp>(getStMatrixRequirement);
  add<nvgpu::WarpgroupGenerateDescriptorOp, nvgpu::WarpgroupMmaOp>(
      {90, 80, /*isArchSpecific=*/true});
}

void RequirementTable::addBarriers() {
  add<nvgpu::MBarrierInitOp, nvgpu::MBarrierArriveOp,
      nvgpu::MBarrierArriveNoCompleteOp, nvgpu::MBarrierTestWaitOp,
      NVVM::MBarrierInitOp, NVVM::MBarrierInvalOp,
      NVVM::MBarrierArriveNocompleteOp, NVVM::MBarrierArriveDropNocompleteOp>(
      ampere);
  add<nvgpu::MBarrierArriveExpectTxOp, NVVM::MBarrierExpectTxOp,
      NVVM::MBarrierCompleteTxOp>(hopper);
  add<nvgpu::MBarrierTryWaitParityOp, NVVM::MBarrierTryWaitParityOp>(cluster);
  addGetter<NVVM::MBarrierArriveOp>(getArriveRequirement);
  addGetter<NVVM::MBarrierArriveDropOp>([](NVVM::MBarrierArriveDropOp op) {
    return getScopedRequirement(op, hopper);
  });
  addGetter<NVVM::MBarrierArriveExpectTxOp>(
      [](NVVM::MBarrierArriveExpectTxOp op) {
        return getScopedRequirement(op, hopper);
      });
  addGetter<NVVM::MBarrierArriveDropExpectTxOp>(
      [](NVVM::MBarrierArriveDropExpectTxOp op) {
        return getScopedRequirement(op, hopper);
      });
  addGetter<NVVM::MBarrierTestWaitOp>(getTestWaitRequirement);
  addGetter<NVVM::MBarrierTryWaitOp>([](NVVM::MBarrierTryWaitOp op) {
    return getScopedRequirement(op, cluster);
  });
  add<NVVM::ClusterArriveOp, NVVM::ClusterWaitOp, NVVM::FenceScClusterOp,
      NVVM::GriddepcontrolOp>(cluster);
  add<NVVM::ClusterArriveRelaxedOp, NVVM::FenceMbarrierInitOp,
      NVVM::ElectSyncOp, nvgpu::TmaFenceOp>(hopper);
  add<NVVM::FenceProxyAcquireOp, NVVM::FenceProxyReleaseOp>({90, 83});
  add<NVVM::FenceSyncRestrictOp, NVVM::FenceProxySyncRestrictOp>({90, 86});
  addGetter<NVVM::MembarOp>(getMembarRequirement);
  addGetter<NVVM::FenceProxyOp>(getFenceProxyRequirement);
  addGetter<NVVM::ReduxOp>(getReduxRequirement);
}

void RequirementTable::addCopies() {
  add<nvgpu::DeviceAsyncCopyOp, nvgpu::DeviceAsyncCreateGroupOp,
      nvgpu::DeviceAsyncWaitOp, NVVM::CpAsyncOp, NVVM::CpAsyncCommitGroupOp,
      NVVM::CpAsyncWaitGroupOp, NVVM::CpAsyncMBarrierArriveOp>(ampere);
  add<nvgpu::TmaAsyncLoadOp, nvgpu::TmaAsyncStoreOp, nvgpu::TmaPrefetchOp,
      NVVM::CpAsyncBulkCommitGroupOp, NVVM::CpAsyncBulkWaitGroupOp,
      NVVM::CpAsyncBulkPrefetchOp, NVVM::CpAsyncBulkSharedCTAToSharedClusterOp>(
      hopper);
  // Older architectures have some kinds, but LLVM selects none.
  add<NVVM::PrefetchOp>(hopper);
  add<NVVM::BulkStoreOp>(blackwell);
  addGetter<NVVM::CpAsyncBulkGlobalToSharedClusterOp>(getBulkLoadRequirement);
  addGetter<NVVM::CpAsyncBulkSharedCTAToGlobalOp>(getBulkStoreRequirement);
  addGetter<NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp>(
      getTensorLoadRequirement);
  addGetter<NVVM::CpAsyncBulkTensorPrefetchOp>(
      [](NVVM::CpAsyncBulkTensorPrefetchOp op) {
        return getTensorRequirement(op.getMode());
      });
  addGetter<NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp>(
      [](NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp op) {
        return getTensorRequirement(op.getMode());
      });
  addGetter<NVVM::CpAsyncBulkTensorReduceOp>(
      [](NVVM::CpAsyncBulkTensorReduceOp op) {
        return getTensorRequirement(op.getMode());
      });
}

void RequirementTable::addConversions() {
  add<NVVM::ConvertF32x2ToF4x2Op, NVVM::ConvertF32x2ToF6x2Op,
      NVVM::ConvertF4x2ToF16x2Op, NVVM::ConvertF6x2ToF16x2Op>(
      blackwellSpecific);
  add<NVVM::ConvertF32x4ToF8x4Op, NVVM::ConvertF32x4ToF6x4Op,
      NVVM::ConvertF32x4ToF4x4Op>(
      {100, 87, /*isArchSpecific=*/true, /*lastSM=*/103});
  addGetter<NVVM::ConvertFloatToTF32Op>(getTF32Requirement);
  addGetter<NVVM::ConvertF32x2ToF8x2Op>([](NVVM::ConvertF32x2ToF8x2Op op) {
    return getFloat8Requirement(op.getDstTy());
  });
  addGetter<NVVM::ConvertF16x2ToF8x2Op>([](NVVM::ConvertF16x2ToF8x2Op op) {
    return getFloat8Requirement(op.getDstTy());
  });
  addGetter<NVVM::ConvertBF16x2ToF8x2Op>([](NVVM::ConvertBF16x2ToF8x2Op op) {
    return getFloat8Requirement(op.getDstTy());
  });
  addGetter<NVVM::ConvertF8x2ToF16x2Op>([](NVVM::ConvertF8x2ToF16x2Op op) {
    return getFloat8Requirement(op.getSrcType());
  });
  addGetter<NVVM::ConvertF8x2ToBF16x2Op>([](NVVM::ConvertF8x2ToBF16x2Op op) {
    return getFloat8Requirement(op.getSrcType());
  });
  addGetter<NVVM::ConvertF32x2ToF16x2Op>(
      getPackedRequirement<NVVM::ConvertF32x2ToF16x2Op>);
  addGetter<NVVM::ConvertF32x2ToBF16x2Op>(
      getPackedRequirement<NVVM::ConvertF32x2ToBF16x2Op>);
}

std::optional<TargetRequirement>
mlir::kernel::getUpstreamRequirement(Operation *op) {
  static const RequirementTable table;
  if (std::optional<TargetRequirement> requirement = table.lookup(op))
    return requirement;
  auto user = dyn_cast<NVVM::RequiresSMInterface>(op);
  if (!user)
    return std::nullopt;
  NVVM::NVVMCheckSMVersion needed = user.getRequiredMinSMVersion();
  // Upstream reports an architecture that is too old.
  return TargetRequirement{0,
                           needed.smVersionList.front() >= 90 ? hopper.ptx : 0};
}
