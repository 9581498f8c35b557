//===- ComputeOpInterface.td - Ops over an iteration space -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_INTERFACES_COMPUTEOPINTERFACE_TD
#define ZYN_INTERFACES_COMPUTEOPINTERFACE_TD

include "mlir/IR/OpBase.td"
include "mlir/Interfaces/DestinationStyleOpInterface.td"

def Zyn_ComputeOpInterface
    : OpInterface<"ComputeOpInterface", [DestinationStyleOpInterface]> {
  let description = [{
    An op that computes tensors, or buffers after bufferization, by performing
    the same computation at each point of an iteration space. It is in
    destination-passing style, and its body, if it has one, is a region on
    scalars.

    Bufferization, run-time checks of sizes, memory effects, tiling and the
    verifier work for every op that implements this interface. They only need to
    know the iteration space and how each operand is accessed from it.

    An access is an affine map from the iteration space to the indices of the
    operand. Each loop must be a result of at least one access, which determines
    its number of iterations.
  }];
  let cppNamespace = "::mlir::zyn";
  let methods = [
    InterfaceMethod<[{
        The kind of each loop of the iteration space. Iterations of parallel
        loops are independent of each other; those of a reduction loop
        contribute to the same elements.
      }],
      "::llvm::SmallVector<::mlir::utils::IteratorType>",
      "getLoopIteratorTypes">,
    InterfaceMethod<[{
        How an operand is read, or, for a destination, read and written, at a
        point of the iteration space.
      }], "::mlir::zyn::OperandAccess", "getOperandAccess",
      (ins "::mlir::OpOperand &":$operand)>,
    InterfaceMethod<[{
        Whether the elements of a destination are read before they are written.
      }], "bool", "readsDestination", (ins "::mlir::OpOperand &":$destination),
      [{}], [{ return false; }]>,
    InterfaceMethod<[{
        Whether computing some iterations of the reduction loops, and then the
        others with the results as destinations, gives the same result as
        computing all of them at once. If not, reduction loops are not tiled.
      }], "bool", "canSplitReductions", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<[{
        Why a loop cannot be divided into tiles, as the end of a message, or ""
        if it can. By default, reduction loops cannot unless
        `canSplitReductions`.
      }], "::llvm::StringRef", "getTilingObstacle", (ins "unsigned":$loop),
      [{}], [{
        return ::mlir::zyn::detail::getTilingObstacle($_op.getOperation(), loop);
      }]>,
    InterfaceMethod<[{
        The sizes that follow from others. Those that are not known from the
        types are compared at run time.

        By default, all dimensions that are indexed by a single loop have the
        size of this loop.
      }], "::llvm::SmallVector<::mlir::zyn::SizeConstraint>",
      "getSizeConstraints", (ins), [{}], [{
        return ::mlir::zyn::detail::getLoopSizeConstraints($_op.getOperation());
      }]>,
    InterfaceMethod<[{
        The floating-point operations that the op performs, as a sum, or nullopt
        if their number depends on values. An addition, a comparison of maxima,
        a function such as `exp`: each is one; a fused multiplication and
        addition is two.

        By default, those of the regions at each point of the iteration space.
      }], "::std::optional<::llvm::SmallVector<::mlir::zyn::FlopTerm>>",
      "getFlopTerms", (ins), [{}], [{
        return ::mlir::zyn::detail::getPointFlopTerms($_op.getOperation());
      }]>,
    InterfaceMethod<[{
        Whether the op accesses an operand at full speed when its dimensions
        other than the last one are permuted in memory.
      }], "bool", "acceptsPermutedDimensions", (ins "::mlir::OpOperand &":$operand),
      [{}], [{ return false; }]>,
    InterfaceMethod<[{
        How messages refer to an operand: `'outs'`, `destination #1`,
        `input #0`.
      }], "::std::string", "getOperandName",
      (ins "::mlir::OpOperand &":$operand), [{}], [{
        return ::mlir::zyn::detail::getOperandName($_op.getOperation(), operand);
      }]>,
    InterfaceMethod<[{
        The number of loops, starting with the outermost one, whose index the
        body can obtain with `zyn.index`.
      }], "unsigned", "getNumBodyIndices", (ins), [{}], [{ return 0; }]>,
    InterfaceMethod<[{
        The number of checks of indices that operands contain, which the op's
        code has unless the function is `unchecked`.
      }], "unsigned", "getNumIndexChecks", (ins), [{}], [{ return 0; }]>
  ];
  let extraSharedClassDeclaration = [{
    /// The operand dimension that defines the size of each loop: preferably
    /// that of a destination.
    ::llvm::SmallVector<::mlir::zyn::OperandDimension> getLoopDimensions() {
      return ::mlir::zyn::detail::getLoopDimensions($_op.getOperation());
    }
  }];
  // Runs after the op's own verifier, so that the methods may rely on it.
  let verifyWithRegions = 1;
  let verify = [{ return ::mlir::zyn::detail::verifyComputeOp($_op); }];
}

#endif // ZYN_INTERFACES_COMPUTEOPINTERFACE_TD
