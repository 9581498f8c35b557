//===- UnrollableOpInterface.td - Ops with loops --------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_INTERFACES_UNROLLABLEOPINTERFACE_TD
#define ZYN_INTERFACES_UNROLLABLEOPINTERFACE_TD

include "mlir/IR/OpBase.td"

def Zyn_UnrollableOpInterface : OpInterface<"UnrollableOpInterface"> {
  let description = [{
    An op that is a loop or contains loops. `--zyn-unroll` unrolls them.
  }];
  let cppNamespace = "::mlir::zyn";
  let methods = [
    InterfaceMethod<[{
        Unrolls as many loops as possible and returns their number. Reports a
        loop that cannot be unrolled with `notifyMatchFailure`. The op itself
        may have been erased afterwards.
      }], "unsigned", "unroll",
      (ins "::mlir::RewriterBase &":$rewriter,
           "const ::mlir::zyn::UnrollOptions &":$options)>
  ];
}

#endif // ZYN_INTERFACES_UNROLLABLEOPINTERFACE_TD
