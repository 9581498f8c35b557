//===- ComputeOp.td - The op zyn.compute ----------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_COMPUTEOP_TD
#define ZYN_DIALECT_ZYN_IR_COMPUTEOP_TD

include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_ComputeOp : Zyn_ComputeOp<"compute", ["getNumBodyIndices",
                                              "getNumIndexChecks"],
                                  [AttrSizedOperandSegments],
                                  /*speculatability=*/[]> {
  let summary = "Runs a loop nest that is written out";
  let description = [{
    A custom kernel: for each point of the iteration space, in any order and in
    parallel, the body computes one element of each destination. It is for
    computations that do not fit another op, whose kernels are faster.

    The loops of the iteration space are the dimensions of the destinations. By
    default, all destinations have the same shape, which is the iteration space.
    `destination_maps` defines the indices at which the body's elements are
    stored. Each map is a permutation of the loops, such as `(i, j) -> (j, i)`,
    so that no element is stored twice and none is left out.

    In the body, `zyn.index` returns the index of a loop, and `zyn.element`
    reads any element of an input, as often as needed: at indices that are
    affine, or that depend on other elements. Further loops are sequential and
    written as `scf.for` or `scf.while`. The body works on scalars, of which it
    may use those that are defined outside, and has no side effects. The old
    elements of the destinations are not read.

    An index that is negative, or not less than the size of the dimension, ends
    the program with an error if an element is read there. With `unchecked`,
    here or in the function's `#zyn.constraints`, it is undefined what happens.

    A matmul whose blocks have 16 by 16 threads on a GPU. Each one computes one
    element:

    ```mlir
    func.func @matmul(%a: tensor<?x?xf32>, %b: tensor<?x?xf32>,
                      %c: tensor<?x?xf32>) -> tensor<?x?xf32>
        attributes {zyn.kernel = #zyn.kernel<workgroup = [16, 16, 1]>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %zero = arith.constant 0.0 : f32
      %depth = tensor.dim %a, %c1 : tensor<?x?xf32>
      %r = zyn.compute ins(%a, %b : tensor<?x?xf32>, tensor<?x?xf32>)
                       outs(%c : tensor<?x?xf32>) {
        %i = zyn.index 0 : index
        %j = zyn.index 1 : index
        %sum = scf.for %k = %c0 to %depth step %c1
            iter_args(%partial = %zero) -> f32 {
          %x = zyn.element 0[%i, %k] : f32
          %y = zyn.element 1[%k, %j] : f32
          %product = arith.mulf %x, %y : f32
          %next = arith.addf %partial, %product : f32
          scf.yield %next : f32
        }
        zyn.yield %sum : f32
      } -> tensor<?x?xf32>
      return %r : tensor<?x?xf32>
    }
    ```
  }];
  let arguments = (ins Variadic<Zyn_Shaped>:$inputs,
                       Variadic<Zyn_Shaped>:$inits,
                       OptionalAttr<AffineMapArrayAttr>:$destination_maps,
                       UnitAttr:$unchecked);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = [{
    (`unchecked` $unchecked^)?
    (`ins` `(` $inputs^ `:` type($inputs) `)`)?
    `outs` `(` $inits `:` type($inits) `)`
    (`destination_maps` `=` $destination_maps^)?
    attr-dict-with-keyword $body (`->` type($results)^)?
  }];
  let extraClassDeclaration = baseClassDeclaration # [{
    /// The map of destination `i`: the given one, or the identity.
    ::mlir::AffineMap getDestinationMap(unsigned i);
    /// Number of dimensions of the iteration space.
    unsigned getNumLoops() {
      return ::llvm::cast<::mlir::ShapedType>(getInits()[0].getType()).getRank();
    }
    ::mlir::Block *getBlock() { return &getBody().front(); }
    /// Whether indices have to be compared with the sizes of the inputs.
    bool isChecked();
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_COMPUTEOP_TD
