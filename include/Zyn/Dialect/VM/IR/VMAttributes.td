//===- VMAttributes.td - Attributes of the vm dialect ---- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_VM_IR_VMATTRIBUTES_TD
#define ZYN_DIALECT_VM_IR_VMATTRIBUTES_TD

include "Zyn/Dialect/VM/IR/VMDialect.td"
include "mlir/IR/AttrTypeBase.td"

def VM_MatrixAttr : AttrDef<VM_Dialect, "Matrix"> {
  let mnemonic = "matrix";
  let summary = "a constant matrix of 32 rows and columns";
  let description = [{
    The matrix of a linear instruction, written as the rows that differ from
    the identity: `{r1 = r0 + 2 * r3 - 1, r3 = 0}`. Elements are i32 or f32.
    Zeros are not stored, so that the representation of a matrix is unique.
  }];
  let parameters = (ins
    "::mlir::Type":$wordType,
    "uint32_t":$rows,
    ArrayRefParameter<"uint16_t">:$positions,
    ArrayRefParameter<"uint32_t">:$bits
  );
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
  let skipDefaultBuilders = 1;
  let builders = [AttrBuilder<(ins "const ::mlir::vm::Matrix &":$matrix), [{
    ::llvm::SmallVector<uint16_t> positions;
    ::llvm::SmallVector<uint32_t> bits;
    uint32_t rows = matrix.collectRows(positions, bits);
    return $_get($_ctxt, matrix.getWordType(), rows,
                 ::llvm::ArrayRef(positions), ::llvm::ArrayRef(bits));
  }]>];
  let extraClassDeclaration = [{
    // rows: mask of the rows that differ from the identity. positions:
    // row * 32 + column of each non-zero of these rows, ascending. bits: the
    // elements at these positions.

    /// Returns the dense matrix.
    ::mlir::vm::Matrix toMatrix() const;
    /// Returns the number of non-zeros, including those of identity rows.
    int64_t countNonZeros() const;
    /// Returns the mask of words that the rows read: registers and `one`.
    /// Identity rows read nothing.
    uint32_t getReadWords() const;
  }];
}

#endif // ZYN_DIALECT_VM_IR_VMATTRIBUTES_TD
