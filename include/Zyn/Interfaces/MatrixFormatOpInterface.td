//===- MatrixFormatOpInterface.td - Ops with a matrix ---- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_INTERFACES_MATRIXFORMATOPINTERFACE_TD
#define ZYN_INTERFACES_MATRIXFORMATOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def Zyn_MatrixFormatOpInterface : OpInterface<"MatrixFormatOpInterface"> {
  let description = [{
    An op with a constant matrix that can be stored in several formats.
    `--zyn-select-matrix-format` selects one.
  }];
  let cppNamespace = "::mlir::zyn";
  let methods = [
    InterfaceMethod<"Sizes of the matrix.", "::mlir::zyn::MatrixStatistics",
                    "getMatrixStatistics">,
    InterfaceMethod<[{
        An estimate of the execution time of the op with its matrix in the given
        format, in an arbitrary unit.
      }], "int64_t", "getMatrixCost",
      (ins "::mlir::zyn::MatrixStorage":$storage)>,
    InterfaceMethod<"The format, if one was selected.",
                    "::std::optional<::mlir::zyn::MatrixStorage>",
                    "getMatrixStorage">,
    InterfaceMethod<"Sets the format.", "void", "setMatrixStorage",
                    (ins "::mlir::zyn::MatrixStorage":$storage)>
  ];
}

#endif // ZYN_INTERFACES_MATRIXFORMATOPINTERFACE_TD
