//===- ComputeOpInterface.h - Ops over an iteration space ----- -*- C++ -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_INTERFACES_COMPUTEOPINTERFACE_H
#define ZYN_INTERFACES_COMPUTEOPINTERFACE_H

#include "mlir/Dialect/Utils/StructuredOpsUtils.h"
#include "mlir/IR/AffineMap.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/InferTypeOpInterface.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <string>

namespace mlir::zyn {

class ComputeOpInterface;

/// How an op accesses an operand at a point of its iteration space.
class OperandAccess {
public:
  enum class Kind {
    /// The element of the operand at the point's own indices.
    Elementwise,
    /// One element, at some of the point's indices: a broadcast or transpose.
    Projected,
    /// One element, at affine expressions of the indices.
    Windowed,
    /// Any elements: those at the values of other operands, or those of a
    /// window
    /// whose size is that of no operand.
    Indirect
  };

  /// The access through `map`, from the iteration space to the operand.
  explicit OperandAccess(AffineMap map) : map(map) {}
  static OperandAccess indirect() { return OperandAccess(AffineMap()); }
  /// An indirect access to one element at each point.
  static OperandAccess indirectElement() {
    OperandAccess access = indirect();
    access.isOneElement = true;
    return access;
  }

  Kind getKind() const {
    if (!map)
      return Kind::Indirect;
    if (map.isIdentity())
      return Kind::Elementwise;
    return map.isProjectedPermutation() ? Kind::Projected : Kind::Windowed;
  }
  /// Null for an indirect access.
  AffineMap getMap() const { return map; }
  /// Whether one element is accessed at each point, rather than any number.
  bool accessesOneElement() const { return map || isOneElement; }

private:
  AffineMap map;
  bool isOneElement = false;
};

/// A dimension of an operand.
struct OperandDimension {
  OpOperand *operand = nullptr;
  int64_t dim = 0;

  Value getValue() const { return operand->get(); }
  /// The size in the operand's type, which may be dynamic.
  int64_t getStaticSize() const {
    return cast<ShapedType>(getValue().getType()).getDimSize(dim);
  }
  bool operator==(const OperandDimension &other) const {
    return operand == other.operand && dim == other.dim;
  }
};

/// A dimension of an operand whose size follows from others.
struct SizeConstraint {
  OperandDimension dimension;
  /// The dimensions that it follows from.
  SmallVector<OperandDimension, 2> sources;
  /// The size as a function of those of the sources: the greatest of the map's
  /// results. If there is no map, it is the size of the only source.
  AffineMap formula;
  /// How messages describe the size of a formula: `the number of windows in
  /// dimension 1 of the image`.
  std::string description;

  /// Two dimensions that must have the same size.
  SizeConstraint(OperandDimension dimension, OperandDimension expected)
      : dimension(dimension), sources({expected}) {}
  SizeConstraint(OperandDimension dimension, ArrayRef<OperandDimension> sources,
                 AffineMap formula, std::string description)
      : dimension(dimension), sources(sources), formula(formula),
        description(std::move(description)) {}
};

/// `count` floating-point operations for each element of an array with these
/// sizes.
struct FlopTerm {
  int64_t count;
  SmallVector<OperandDimension> sizes;
};

/// Returns the floating-point operations that one execution of `region`
/// performs, or nullopt if it has control flow or calls.
std::optional<int64_t> countFlops(Region &region);

namespace detail {
std::optional<SmallVector<FlopTerm>> getPointFlopTerms(Operation *op);
/// Returns sizes whose product is the number of points of the iteration space:
/// if possible, those of a single operand.
SmallVector<OperandDimension> getPointSizes(Operation *op);
SmallVector<OperandDimension> getLoopDimensions(Operation *op);
SmallVector<SizeConstraint> getLoopSizeConstraints(Operation *op);
StringRef getTilingObstacle(Operation *op, unsigned loop);
std::string getOperandName(Operation *op, OpOperand &operand);
LogicalResult verifyComputeOp(Operation *op);
} // namespace detail

/// The memory effects of a compute op. On buffers, inputs are read, and
/// destinations are written, and also read if the op reads them. On tensors,
/// there are none.
void getComputeEffects(ComputeOpInterface op,
                       SmallVectorImpl<MemoryEffects::EffectInstance> &effects);

/// Returns the tensor whose sizes `value` has: `value` itself, or the first
/// destination in a chain of ops.
Value getDestinationRoot(Value value);

/// The shapes of a compute op's results: those of its destinations.
LogicalResult reifyDestinationShapes(OpBuilder &builder, ComputeOpInterface op,
                                     ReifiedRankedShapedTypeDims &resultShapes);

} // namespace mlir::zyn

#include "Zyn/Interfaces/ComputeOpInterface.h.inc"

#endif // ZYN_INTERFACES_COMPUTEOPINTERFACE_H
