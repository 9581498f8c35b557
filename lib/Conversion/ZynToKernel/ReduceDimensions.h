//===- ReduceDimensions.h - Dimensions that are reduced as one - -*- C++
//-*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_CONVERSION_ZYNTOKERNEL_REDUCEDIMENSIONS_H
#define ZYN_LIB_CONVERSION_ZYNTOKERNEL_REDUCEDIMENSIONS_H

#include "ReduceKernel.h"

#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"

namespace mlir::zyn {

/// Neighboring dimensions that are all kept or all reduced, and next to each
/// other in the memory of all inputs.
struct DimensionGroup {
  bool isReduced;
  Value size;
  std::optional<int64_t> maxSize; ///< an upper bound of the size, if known
  SmallVector<int64_t> dims;      ///< of the op
};

/// The dimensions of a reduction's inputs in memory.
class ReduceDimensions {
public:
  /// Merges the dimensions. Those of transposed inputs are exchanged first, so
  /// that the innermost one has neighbors in memory, unless the order of the
  /// results would be another one.
  ReduceDimensions(IndexBuilder &h, ReduceKernels &reduce);

  SmallVector<DimensionGroup> groups;

  /// Returns views of the inputs with a dimension for each group, or with a
  /// single one if no input has a layout.
  SmallVector<Value> getViews(IndexBuilder &h) const;
  /// Returns where the elements of these `views` are, whose groups are `outer`
  /// ones, the length if `hasLength`, and `inner` ones; or nothing if no input
  /// has a layout.
  std::optional<ReduceLayout> getLayout(IndexBuilder &h, ArrayRef<Value> views,
                                        size_t outer, bool hasLength,
                                        size_t inner) const;

private:
  bool areFlat;
  SmallVector<Value> inputs; ///< with their dimensions in order of memory
  SmallVector<ReassociationIndices> dimensions; ///< of the inputs, by group
};

/// Merges neighboring groups that are all kept or all reduced, of arrays that
/// are contiguous.
void mergeGroups(IndexBuilder &h, SmallVectorImpl<DimensionGroup> &groups);

} // namespace mlir::zyn

#endif // ZYN_LIB_CONVERSION_ZYNTOKERNEL_REDUCEDIMENSIONS_H
