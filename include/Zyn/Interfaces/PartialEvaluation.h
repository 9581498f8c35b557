//===- PartialEvaluation.h - Known words ---------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_INTERFACES_PARTIALEVALUATION_H
#define ZYN_INTERFACES_PARTIALEVALUATION_H

#include "Zyn/Interfaces/KnownWords.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/PatternMatch.h"

#include "Zyn/Interfaces/PartialEvaluation.h.inc"

#endif // ZYN_INTERFACES_PARTIALEVALUATION_H
