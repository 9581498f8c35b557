//===- ElementOp.td - The op zyn.element ----------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_ELEMENTOP_TD
#define ZYN_DIALECT_ZYN_IR_ELEMENTOP_TD

include "Zyn/Dialect/Zyn/IR/ZynBase.td"

// No array is written while it is read, so that reads may be merged or dropped.
// They may not be moved to where they would not be executed, since an index
// that is out of bounds ends the program.
def Zyn_ElementOp : Zyn_Op<"element", [NoMemoryEffect]> {
  let summary = "Reads an element of an input in the body of a loop nest";
  let description = [{
    Returns the element at `indices` of an input of the enclosing `zyn.compute`.
    Inputs have the numbers of their positions in `ins`. The op may be in a loop
    or a branch of the body.

    ```mlir
    func.func @lookup(%table: tensor<256xf32>, %x: tensor<?xi32>,
                      %y: tensor<?xf32>) -> tensor<?xf32> {
      %r = zyn.compute ins(%table, %x : tensor<256xf32>, tensor<?xi32>)
                       outs(%y : tensor<?xf32>) {
        %i = zyn.index 0 : index
        %byte = zyn.element 1[%i] : i32
        %at = arith.index_cast %byte : i32 to index
        %value = zyn.element 0[%at] : f32
        zyn.yield %value : f32
      } -> tensor<?xf32>
      return %r : tensor<?xf32>
    }
    ```
  }];
  let arguments = (ins ConfinedAttr<I64Attr, [IntNonNegative]>:$input,
                       Variadic<Index>:$indices);
  let results = (outs Zyn_Element:$result);
  let assemblyFormat = "$input `[` $indices `]` attr-dict `:` type($result)";
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The op whose input is read.
    ::mlir::zyn::ComputeOp getComputeOp();
    /// The array that is read.
    ::mlir::Value getArray();
    /// The dimensions along which the index may be out of bounds.
    ::llvm::SmallVector<unsigned> getUnprovedDimensions();
    /// The same, but none if the op is unchecked.
    ::llvm::SmallVector<unsigned> getCheckedDimensions();
    /// The error of a program whose index along `dimension` is out of bounds.
    ::std::string getBadIndexMessage(unsigned dimension);
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_ELEMENTOP_TD
