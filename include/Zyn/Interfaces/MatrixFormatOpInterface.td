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
    An op that multiplies by a matrix, which may be constant and stored in
    several formats. `--zyn-select-matrix-format` selects one.
  }];
  let cppNamespace = "::mlir::zyn";
  let methods = [
    InterfaceMethod<[{
        Sizes of the matrix, or nothing if it is not constant.
      }], "::std::optional<::mlir::zyn::MatrixStatistics>",
      "getMatrixStatistics">,
    InterfaceMethod<[{
        The ways to multiply by the matrix: at least a dense one. The first one of a format does not change how results are rounded.
      }], "::llvm::SmallVector<::mlir::zyn::MatrixCandidate>",
      "getMatrixCandidates",
      (ins "const ::mlir::zyn::MatrixFormatOptions &":$options)>,
    InterfaceMethod<"The format, if one was selected.",
                    "::std::optional<::mlir::zyn::MatrixStorage>",
                    "getMatrixStorage">,
    InterfaceMethod<[{
        Multiplies in the way of `candidate`, one of `getMatrixCandidates`,
        which may replace the op. Reports with `notifyMatchFailure` why that is
        impossible.
      }], "::llvm::LogicalResult", "useMatrixCandidate",
      (ins "::mlir::RewriterBase &":$rewriter,
           "const ::mlir::zyn::MatrixCandidate &":$candidate)>
  ];
}

#endif // ZYN_INTERFACES_MATRIXFORMATOPINTERFACE_TD
