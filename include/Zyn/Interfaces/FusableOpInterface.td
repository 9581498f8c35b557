//===- FusableOpInterface.td - Ops that can be fused ----- -*- tablegen -*-===//
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
    An op that can be fused with the producer of an operand, or with another op
    that reads an operand of it. `--zyn-fuse` decides by cost whether to fuse
    it; the op defines how.
  }];
  let cppNamespace = "::mlir::zyn";
  let methods = [
    InterfaceMethod<[{
        An estimate of the execution time of the op, in the same unit as for the
        ops that it can be fused with.
      }], "int64_t", "getFusionCost">,
    InterfaceMethod<[{
        Creates the fused op before this op, with the results of this op and the
        operands of `producer`, without replacing either of them. If
        `options.keepsProducer`, its further results are those of `producer`
        that other ops than this one use, in the same order. Reports a failure
        with `notifyMatchFailure`.
      }], "::mlir::FailureOr<::mlir::Operation *>", "makeFused",
      (ins "::mlir::RewriterBase &":$rewriter, "::mlir::Operation *":$producer,
           "const ::mlir::zyn::FusionOptions &":$options)>,
    InterfaceMethod<[{
        Creates an op before this op that computes the results of this op, and
        those of `sibling` that are used, in the same order. Both read an
        operand, and neither uses a result of the other one. Reports a failure
        with `notifyMatchFailure`.
      }], "::mlir::FailureOr<::mlir::Operation *>", "makeFusedWithSibling",
      (ins "::mlir::RewriterBase &":$rewriter, "::mlir::Operation *":$sibling),
      /*methodBody=*/"", /*defaultImplementation=*/[{
        return rewriter.notifyMatchFailure(
            $_op, "it is not fused with other ops that read its operand");
      }]>
  ];
}

#endif // ZYN_INTERFACES_FUSABLEOPINTERFACE_TD
