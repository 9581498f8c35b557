//===- FusableOpInterface.h - Ops that fuse with others ------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_INTERFACES_FUSABLEOPINTERFACE_H
#define ZYN_INTERFACES_FUSABLEOPINTERFACE_H

#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"

namespace mlir::zyn {

struct FusionOptions {
  /// Whether results of floats may be rounded in another way.
  bool allowReassociation = false;
};

} // namespace mlir::zyn

#include "Zyn/Interfaces/FusableOpInterface.h.inc"

#endif // ZYN_INTERFACES_FUSABLEOPINTERFACE_H
