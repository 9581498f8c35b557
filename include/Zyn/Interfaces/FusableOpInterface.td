//===- FusableOpInterface.td - Ops that fuse with others - -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_INTERFACES_FUSABLEOPINTERFACE_TD
#define ZYN_INTERFACES_FUSABLEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def Zyn_FusableOpInterface : OpInterface<"FusableOpInterface"> {
  let description = [{
    An op that can be one with the op that makes its operand. `--zyn-fuse`
    chooses by cost, the op says how.
  }];
  let cppNamespace = "::mlir::zyn";
  let methods = [
    InterfaceMethod<[{
        An estimate of the time that the op takes, in the unit of the ops that
        it can fuse with.
      }], "int64_t", "getFusionCost">,
    InterfaceMethod<[{
        Makes, before this op, one that has the results of this op and the
        operands of `producer`. It replaces nothing. Refuses with
        `notifyMatchFailure`.
      }], "::mlir::FailureOr<::mlir::Operation *>", "makeFused",
      (ins "::mlir::RewriterBase &":$rewriter, "::mlir::Operation *":$producer,
           "const ::mlir::zyn::FusionOptions &":$options)>
  ];
}

#endif // ZYN_INTERFACES_FUSABLEOPINTERFACE_TD
