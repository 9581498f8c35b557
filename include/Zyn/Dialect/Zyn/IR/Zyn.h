//===- Zyn.h - The zyn dialect -------------------------------- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_ZYN_H
#define ZYN_DIALECT_ZYN_IR_ZYN_H

#include "Zyn/Interfaces/ComputeOpInterface.h"
#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/DenseSet.h"

#include "Zyn/Dialect/Zyn/IR/ZynDialect.h.inc"
#include "Zyn/Dialect/Zyn/IR/ZynEnums.h.inc"

namespace mlir::zyn::detail {
Type getProductAccumulatorType(Operation *op);
AffineMap getEpilogueMap(Operation *op, unsigned i);
/// Those of the epilogue, if these are known.
std::optional<FlopTerm> getEpilogueFlopTerm(Operation *op);
/// Those of `products` multiplications and additions, and of the epilogue.
std::optional<SmallVector<FlopTerm>>
getProductFlopTerms(Operation *op, SmallVector<OperandDimension> products);
} // namespace mlir::zyn::detail

#include "Zyn/Dialect/Zyn/IR/EpilogueOpInterface.h.inc"
#include "Zyn/Dialect/Zyn/IR/PointOpInterface.h.inc"
#include "Zyn/Dialect/Zyn/IR/ProductOpInterface.h.inc"

#define GET_ATTRDEF_CLASSES
#include "Zyn/Dialect/Zyn/IR/ZynAttributes.h.inc"

#define GET_OP_CLASSES
#include "Zyn/Dialect/Zyn/IR/ZynOps.h.inc"

namespace mlir::zyn {

/// The names of the function attributes for `#zyn.kernel` and
/// `#zyn.constraints`.
inline constexpr llvm::StringLiteral kKernelAttrName = "zyn.kernel";
inline constexpr llvm::StringLiteral kConstraintsAttrName = "zyn.constraints";
/// The name of the matmuls' attribute for `#zyn.tile`.
inline constexpr llvm::StringLiteral kTileAttrName = "zyn.tile";

/// The name of the compute ops' attribute with an upper bound of the size of
/// each loop, or -1 if there is none.
inline constexpr llvm::StringLiteral kMaxSizesAttrName = "zyn.max_sizes";

/// Returns the names of the sizes of a tensor type, or null.
ShapeAttr getShapeEncoding(Type type);

/// Returns the device that a tensor type is placed on, or null.
DeviceAttr getDevice(Type type);

/// Returns the upper bound of the size of a loop of `op` from its attribute
/// `zyn.max_sizes`, if there is one.
std::optional<int64_t> getMaxSize(ComputeOpInterface op, unsigned loop);

/// Returns the type in which products of elements of type `element` are summed,
/// or nothing if `zyn.matmul` and `zyn.conv2d` do not multiply them.
std::optional<Type> getProductSumType(Type element);

/// Returns "file:line:column: error: ", or "" if the source location is
/// unknown: how messages of run-time checks start.
std::string getErrorPrefix(Location loc);

/// Returns the `#zyn.constraints` of the function `op`, or around it, or null.
ConstraintsAttr getConstraints(Operation *op);

/// Whether they are `unchecked`.
bool isUnchecked(Operation *op);

/// Returns why ops of the function `callee` would mean something else in the
/// function `caller`, so that they cannot be inlined, or an empty string.
std::string getInliningObstacle(Operation *callee, Operation *caller);

/// Whether a function is optimized for latency: its constraints say
/// `critical_path` or `opt_level = Olatency`.
bool isCriticalPath(Operation *op);

/// Returns the level of LLVM's optimizations, from 0 to 3: for a function that
/// of its constraints, or else 3; for a module, whose functions are optimized
/// together, the highest one of its public functions, or 3 if it has none.
unsigned getOptimizationLevel(Operation *op);

/// Returns the message of a program that accesses `dimension` at an element of
/// `indices` that is out of bounds.
std::string describeBadIndex(ComputeOpInterface op, OpOperand &indices,
                             const OperandDimension &dimension);

} // namespace mlir::zyn

#endif // ZYN_DIALECT_ZYN_IR_ZYN_H
