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
    An op that can be fused with the producer of an operand. `--zyn-fuse`
    decides whether, by cost; the op says how.
  }];
  let cppNamespace = "::mlir::zyn";
  let methods = [
    InterfaceMethod<[{
        An estimate of the time that the op takes, in a unit that it shares
        with the ops it can be fused with.
      }], "int64_t", "getFusionCost">,
    InterfaceMethod<[{
        Creates, before this op, the fused one, which has the results of this
        op and the operands of `producer`. It replaces nothing. Refuses with
        `notifyMatchFailure`.
      }], "::mlir::FailureOr<::mlir::Operation *>", "makeFused",
      (ins "::mlir::RewriterBase &":$rewriter, "::mlir::Operation *":$producer,
           "const ::mlir::zyn::FusionOptions &":$options)>
  ];
}

#endif // ZYN_INTERFACES_FUSABLEOPINTERFACE_TD
