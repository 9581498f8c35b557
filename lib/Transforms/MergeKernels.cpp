//===- MergeKernels.cpp - Merges identical kernels ------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Transforms/Passes.h"

#include "StructuralHash.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/Remarks.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::zyn {
#define GEN_PASS_DEF_ZYNMERGEKERNELS
#include "Zyn/Transforms/Passes.h.inc"
} // namespace mlir::zyn

using namespace mlir;

/// Returns all attributes of a kernel except its name.
static DictionaryAttr getAttributes(gpu::GPUFuncOp kernel) {
  NamedAttrList attributes(kernel->getAttrDictionary());
  attributes.erase(SymbolTable::getSymbolAttrName());
  return attributes.getDictionary(kernel.getContext());
}

namespace {

/// Compares kernels by their attributes and bodies.
struct KernelInfo : llvm::DenseMapInfo<gpu::GPUFuncOp> {
  static unsigned getHashValue(gpu::GPUFuncOp kernel) {
    return llvm::hash_combine(getAttributes(kernel),
                              zyn::hashRegion(kernel.getBody()));
  }

  static bool isEqual(gpu::GPUFuncOp a, gpu::GPUFuncOp b) {
    auto isMarker = [](gpu::GPUFuncOp kernel) {
      return kernel == getEmptyKey() || kernel == getTombstoneKey();
    };
    if (a == b || isMarker(a) || isMarker(b))
      return a == b;
    return getAttributes(a) == getAttributes(b) &&
           OperationEquivalence::isRegionEquivalentTo(
               &a.getBody(), &b.getBody(),
               OperationEquivalence::IgnoreLocations);
  }
};

struct ZynMergeKernels : zyn::impl::ZynMergeKernelsBase<ZynMergeKernels> {
  using ZynMergeKernelsBase::ZynMergeKernelsBase;

  void runOnOperation() override {
    auto uses = SymbolTable::getSymbolUses(&getOperation().getBodyRegion());
    if (!uses) // an op of an unknown dialect may refer to any symbol
      return;
    Launches launches;
    llvm::DenseSet<SymbolRefAttr> pinned;
    for (SymbolTable::SymbolUse use : *uses) {
      if (auto launch = dyn_cast<gpu::LaunchFuncOp>(use.getUser()))
        launches[use.getSymbolRef()].push_back(launch);
      else
        pinned.insert(use.getSymbolRef());
    }
    for (SymbolRefAttr kernel : pinned)
      launches.erase(kernel);
    for (auto module : getOperation().getOps<gpu::GPUModuleOp>())
      merge(module, launches);
  }

private:
  /// The launches of each kernel that may be replaced with another one.
  using Launches =
      llvm::DenseMap<SymbolRefAttr, SmallVector<gpu::LaunchFuncOp>>;
  using Locations = llvm::SmallSetVector<Location, 4>;

  static SymbolRefAttr getReference(gpu::GPUModuleOp module,
                                    gpu::GPUFuncOp kernel) {
    return SymbolRefAttr::get(module.getNameAttr(),
                              FlatSymbolRefAttr::get(kernel.getNameAttr()));
  }

  void merge(gpu::GPUModuleOp module, const Launches &launches) {
    llvm::MapVector<gpu::GPUFuncOp, Locations,
                    llvm::DenseMap<gpu::GPUFuncOp, unsigned, KernelInfo>>
        kinds;
    unsigned numKernels = 0;
    for (auto kernel :
         llvm::make_early_inc_range(module.getOps<gpu::GPUFuncOp>())) {
      auto launched = launches.find(getReference(module, kernel));
      if (!kernel.isKernel() || launched == launches.end())
        continue;
      ++numKernels;
      auto [kind, isNew] = kinds.try_emplace(kernel);
      if (isNew || kind->second.size() < maxLocations)
        kind->second.insert(kernel.getLoc());
      if (isNew)
        continue;
      for (gpu::LaunchFuncOp launch : launched->second)
        launch.setKernelAttr(getReference(module, kind->first));
      kernel.erase();
    }
    for (auto &[kernel, locations] : kinds)
      kernel->setLoc(FusedLoc::get(&getContext(), locations.getArrayRef()));
    if (numKernels > kinds.size())
      remark::passed(module.getLoc(), remark::RemarkOpts::name("MergeKernels")
                                          .category("zyn-merge-kernels"))
          << remark::reason("replaced {0} of {1} kernels with identical ones",
                            numKernels - kinds.size(), numKernels);
  }
};

} // namespace
