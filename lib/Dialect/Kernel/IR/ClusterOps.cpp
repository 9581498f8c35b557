//===- ClusterOps.cpp - Clusters of blocks --------------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AsyncVerifiers.h"

using namespace mlir;
using namespace mlir::kernel;

LogicalResult MapSharedOp::verify() {
  auto source = cast<MemRefType>(getSource().getType());
  if (failed(verifyInShared(*this, source, "a source")))
    return failure();
  MemRefType expected = MemRefType::Builder(source).setMemorySpace(
      ClusterSpaceAttr::get(getContext()));
  if (getResult().getType() == expected)
    return success();
  return emitOpError("expected a result of type ")
         << expected << ", found " << getResult().getType();
}
