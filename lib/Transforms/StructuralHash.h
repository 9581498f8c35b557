//===- StructuralHash.h - Hashes what ops do ------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_LIB_TRANSFORMS_STRUCTURALHASH_H
#define ZYN_LIB_TRANSFORMS_STRUCTURALHASH_H

#include "mlir/IR/OperationSupport.h"

namespace mlir::zyn {

/// A hash of the ops in `region` and of how they use each other's results:
/// equal for regions that `OperationEquivalence::isRegionEquivalentTo` calls
/// equivalent without regard to locations, if they use no values from outside.
llvm::hash_code hashRegion(Region &region);

} // namespace mlir::zyn

#endif // ZYN_LIB_TRANSFORMS_STRUCTURALHASH_H
