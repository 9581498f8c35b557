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
    An op that computes 32-bit words from 32-bit words, and can be evaluated or
    simplified if some of them are known. `--zyn-partial-evaluate` determines
    which words are known.
  }];
  let cppNamespace = "::mlir::zyn";
  let methods = [
    InterfaceMethod<[{
        The known words of each result or, for a terminator, of each argument of
        its successors.
      }],
      "::llvm::SmallVector<::mlir::zyn::KnownWords>", "evaluate",
      (ins "::llvm::ArrayRef<::mlir::zyn::KnownWords>":$operands)>,
    InterfaceMethod<[{
        Replaces the op with a simpler one that has the same results for
        operands with these known words. Fails if there is none.
      }], "::mlir::LogicalResult", "simplify",
      (ins "::mlir::RewriterBase &":$rewriter,
           "::llvm::ArrayRef<::mlir::zyn::KnownWords>":$operands),
      [{}], [{ return ::mlir::failure(); }]>,
    InterfaceMethod<[{
        For a terminator: the index of the successor that is branched to, if
        known.
      }], "::std::optional<unsigned>", "getKnownSuccessor",
      (ins "::llvm::ArrayRef<::mlir::zyn::KnownWords>":$operands),
      [{}], [{ return ::std::nullopt; }]>,
    InterfaceMethod<[{
        For an unconditional branch without other effects: the values that it
        passes to the arguments of its successor.
      }], "::std::optional<::llvm::SmallVector<::mlir::Value>>",
      "getPassedValues", (ins), [{}], [{ return ::std::nullopt; }]>
  ];
}

def Zyn_EvaluationScopeOpInterface
    : OpInterface<"EvaluationScopeOpInterface"> {
  let description = [{
    An op whose first region is a control flow graph that can be partially
    evaluated.
  }];
  let cppNamespace = "::mlir::zyn";
  let methods = [
    InterfaceMethod<"The known words of the arguments of the entry block.",
      "::llvm::SmallVector<::mlir::zyn::KnownWords>", "getKnownArguments">
  ];
}

#endif // ZYN_INTERFACES_PARTIALEVALUATION_TD
