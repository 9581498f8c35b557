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
    An op that computes tensors, or buffers after bufferization, by doing the
    same at each point of an iteration space. It is in destination style, and
    its body, if it has one, is a region on scalars.

    Bufferization, run-time checks of sizes, memory effects, tiling and the
    verifier work for every op that implements this interface. What they ask is
    how the iteration space is made and how each operand is accessed from it.

    An access is an affine map from the iteration space to the indices of the
    operand. Each loop has to be a result of one access at least: this is where
    its number of iterations comes from.
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
        Whether computing a part of the reduction loops' iterations, and then
        the others with the results as destinations, gives the same as
        computing all of them. If not, reduction loops are not tiled.
      }], "bool", "canSplitReductions", (ins), [{}], [{ return false; }]>,
    InterfaceMethod<[{
        The sizes that have to agree. Those that the types do not show are
        compared when the program runs.

        By default, all dimensions that are accessed by one loop alone have the
        size of this loop.
      }], "::llvm::SmallVector<::mlir::zyn::SizeConstraint>",
      "getSizeConstraints", (ins), [{}], [{
        return ::mlir::zyn::detail::getLoopSizeConstraints($_op.getOperation());
      }]>,
    InterfaceMethod<[{
        What a message calls an operand: 'outs', `destination #1`, `input #0`.
      }], "::std::string", "getOperandName",
      (ins "::mlir::OpOperand &":$operand), [{}], [{
        return ::mlir::zyn::detail::getOperandName($_op.getOperation(), operand);
      }]>,
    InterfaceMethod<[{
        The number of loops whose index the body can ask for with `zyn.index`:
        the first ones of the iteration space.
      }], "unsigned", "getNumBodyIndices", (ins), [{}], [{ return 0; }]>
  ];
  let extraSharedClassDeclaration = [{
    /// The operand dimension that has the size of each loop: a destination's if
    /// there is one.
    ::llvm::SmallVector<::mlir::zyn::OperandDimension> getLoopDimensions() {
      return ::mlir::zyn::detail::getLoopDimensions($_op.getOperation());
    }
  }];
  // After the op's own verifier, on which the methods may rely.
  let verifyWithRegions = 1;
  let verify = [{ return ::mlir::zyn::detail::verifyComputeOp($_op); }];
}

#endif // ZYN_INTERFACES_COMPUTEOPINTERFACE_TD
