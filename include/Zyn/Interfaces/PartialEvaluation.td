//===- PartialEvaluation.td - Known words ---------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_INTERFACES_PARTIALEVALUATION_TD
#define ZYN_INTERFACES_PARTIALEVALUATION_TD

include "mlir/IR/OpBase.td"

def Zyn_PartiallyEvaluableOpInterface
    : OpInterface<"PartiallyEvaluableOpInterface"> {
  let description = [{
    An op that computes words of 32 bits from words, so that it can be computed,
    or made simpler, where some are known. `--zyn-partial-evaluate` finds out
    what is known.
  }];
  let cppNamespace = "::mlir::zyn";
  let methods = [
    InterfaceMethod<[{
        What is known of each result; or, at the end of a block, of each
        argument of its successors.
      }],
      "::llvm::SmallVector<::mlir::zyn::KnownWords>", "evaluate",
      (ins "::llvm::ArrayRef<::mlir::zyn::KnownWords>":$operands)>,
    InterfaceMethod<[{
        Replaces the op by a simpler one that has the same results for such
        operands; or fails, if there is none.
      }], "::mlir::LogicalResult", "simplify",
      (ins "::mlir::RewriterBase &":$rewriter,
           "::llvm::ArrayRef<::mlir::zyn::KnownWords>":$operands),
      [{}], [{ return ::mlir::failure(); }]>,
    InterfaceMethod<[{
        For the end of a block: which of its successors it is that comes next,
        if that is known.
      }], "::std::optional<unsigned>", "getKnownSuccessor",
      (ins "::llvm::ArrayRef<::mlir::zyn::KnownWords>":$operands),
      [{}], [{ return ::std::nullopt; }]>,
    InterfaceMethod<[{
        For the end of a block with one successor that does nothing but go
        there: the values that the successor's arguments are.
      }], "::std::optional<::llvm::SmallVector<::mlir::Value>>",
      "getPassedValues", (ins), [{}], [{ return ::std::nullopt; }]>
  ];
}

def Zyn_EvaluationScopeOpInterface
    : OpInterface<"EvaluationScopeOpInterface"> {
  let description = [{
    An op whose first region is a graph of blocks that partial evaluation works
    on.
  }];
  let cppNamespace = "::mlir::zyn";
  let methods = [
    InterfaceMethod<"What is known of the arguments of the first block.",
      "::llvm::SmallVector<::mlir::zyn::KnownWords>", "getKnownArguments">
  ];
}

#endif // ZYN_INTERFACES_PARTIALEVALUATION_TD
