//===- ConstantMatrixOp.td - The op zyn.constant_matrix --- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_CONSTANTMATRIXOP_TD
#define ZYN_DIALECT_ZYN_IR_CONSTANTMATRIXOP_TD

include "Zyn/Dialect/Zyn/IR/ZynAttributes.td"
include "Zyn/Dialect/Zyn/IR/ZynBase.td"

/// Elements that are stored as they are in memory. A sparse attribute would
/// have to be expanded.
def Zyn_StoredElements : ElementsAttrBase<
    CPred<"::llvm::isa<::mlir::DenseIntOrFPElementsAttr, "
          "::mlir::DenseResourceElementsAttr>($_self)">,
    "elements given by dense or dense_resource">;

def Zyn_ConstantMatrixOp : Zyn_Op<"constant_matrix",
    [Pure, InferTypeOpAdaptor]> {
  let summary = "Returns a constant matrix in dense or CSR format";
  let description = [{
    Returns a matrix that is part of the program, such as the weights of a
    layer, in one of these formats:

    - `auto`, the default: the result is a dense tensor. A rewrite may choose
      another format.
    - `dense`: the result is a dense tensor, and remains one.
    - `csr`: the results are the row offsets, the columns and the values of a
      matrix in compressed sparse row format, which `zyn.spmm` multiplies. The
      row offsets start at 0, do not decrease and end with the number of values.
      The columns of each row increase, and are less than `num_columns`. The
      verifier checks all of this.

    With M rows, K columns and N values, a dense matrix occupies M * K elements.
    In CSR format, it occupies M + 1 row offsets, N columns and N elements. With
    elements of f32 and indices of i32, CSR requires fewer bytes if more than
    half of the elements are zero, and with elements of f16, if more than two
    thirds are.

    Elements have the types that the operands of compute ops may have, and row
    offsets and columns are integers of 8, 16, 32 or 64 bits, or index. All are
    given by `dense` or `dense_resource`. Where `num_columns` is known not to
    exceed the number of rows of the dense matrix of a `zyn.spmm`,
    canonicalization marks the `zyn.spmm` as `unchecked`.

    ```mlir
    func.func @layers(%x: tensor<3x16xf32>, %h: tensor<2x16xf32>,
                      %y: tensor<4x16xf32>) -> tensor<4x16xf32> {
      %w = zyn.constant_matrix
          values = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
      %hidden = zyn.matmul ins(%w, %x : tensor<2x3xf32>, tensor<3x16xf32>)
                           outs(%h : tensor<2x16xf32>) -> tensor<2x16xf32>
      // [[0, 1], [0, 0], [2, 0], [3, 4]]
      %offsets, %columns, %values = zyn.constant_matrix format = csr
          offsets = dense<[0, 1, 1, 2, 4]> : tensor<5xi32>
          columns = dense<[1, 0, 0, 1]> : tensor<4xi32> num_columns = 2
          values = dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
      %r = zyn.spmm ins(%offsets, %columns, %values, %hidden
                        : tensor<5xi32>, tensor<4xi32>, tensor<4xf32>,
                          tensor<2x16xf32>)
                    outs(%y : tensor<4x16xf32>) -> tensor<4x16xf32>
      return %r : tensor<4x16xf32>
    }
    ```
  }];
  let arguments = (ins
      DefaultValuedAttr<Zyn_MatrixFormat, "MatrixFormat::Auto">:$format,
      OptionalAttr<Zyn_StoredElements>:$offsets,
      OptionalAttr<Zyn_StoredElements>:$columns,
      OptionalAttr<ConfinedAttr<I64Attr, [IntNonNegative]>>:$num_columns,
      Zyn_StoredElements:$values);
  let results = (outs Variadic<StaticShapeTensorOf<[Zyn_Element]>>:$results);
  let assemblyFormat = [{
    (`format` `=` $format^)?
    (`offsets` `=` $offsets^)?
    (`columns` `=` $columns^)?
    (`num_columns` `=` $num_columns^)?
    `values` `=` $values attr-dict
  }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// The attributes with the elements of the results.
    ::llvm::SmallVector<::mlir::ElementsAttr> getElements();
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_CONSTANTMATRIXOP_TD
