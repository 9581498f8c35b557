//===- Axpy.h - The axpy dialect ------------------------------ -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef AXPY_H
#define AXPY_H

#include "Zyn/Dialect/Zyn/IR/Zyn.h"
#include "Zyn/Interfaces/ComputeOpInterface.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/Pass.h"

#include "AxpyDialect.h.inc"

#define GET_OP_CLASSES
#include "AxpyOps.h.inc"

namespace axpy {
#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "AxpyPasses.h.inc"
} // namespace axpy

#endif // AXPY_H
