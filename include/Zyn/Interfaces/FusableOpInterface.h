//===- FusableOpInterface.h - Ops that can be fused ----------- -*- C++ -*-===//
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
  /// Whether floating-point results may be rounded differently.
  bool allowReassociation = false;
  /// Whether the fused op also computes the results of the producer that other
  /// ops use.
  bool keepsProducer = false;
};

} // namespace mlir::zyn

#include "Zyn/Interfaces/FusableOpInterface.h.inc"

#endif // ZYN_INTERFACES_FUSABLEOPINTERFACE_H
