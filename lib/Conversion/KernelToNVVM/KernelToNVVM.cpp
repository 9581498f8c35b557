//===- KernelToNVVM.cpp - Lowers kernel ops that have no gpu op -----------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Zyn/Conversion/KernelToNVVM/KernelToNVVM.h"

#include "Families.h"

using namespace mlir;

/// LLVM's address spaces for constant memory and distributed shared memory.
static constexpr int64_t constantSpace = 4, clusterSpace = 7;

void mlir::zyn::populateKernelToNVVMConversionPatterns(
    LLVMTypeConverter &converter, RewritePatternSet &patterns) {
  converter.addTypeAttributeConversion(
      [](BaseMemRefType type, kernel::ConstantSpaceAttr) -> Attribute {
        return IntegerAttr::get(IntegerType::get(type.getContext(), 64),
                                constantSpace);
      });
  converter.addTypeAttributeConversion(
      [](BaseMemRefType type, kernel::ClusterSpaceAttr) -> Attribute {
        return IntegerAttr::get(IntegerType::get(type.getContext(), 64),
                                clusterSpace);
      });
  converter.addConversion([](kernel::MBarrierType type) -> Type {
    return IntegerType::get(type.getContext(), 64);
  });
  converter.addConversion([](kernel::FragmentType type) -> Type {
    return getFragmentStructType(type);
  });
  populateAsyncCopyPatterns(converter, patterns);
  populateAtomicPatterns(converter, patterns);
  populateClusterPatterns(converter, patterns);
  populateDebugPatterns(converter, patterns);
  populateIndexPatterns(converter, patterns);
  populateMBarrierPatterns(converter, patterns);
  populateMemoryPatterns(converter, patterns);
  populateSynchronizationPatterns(converter, patterns);
  populateTensorCorePatterns(converter, patterns);
  populateTmaPatterns(converter, patterns);
  populateWarpPatterns(converter, patterns);
  populateWarpgroupPatterns(converter, patterns);
}
