//===- YieldOp.td - The op zyn.yield --------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_YIELDOP_TD
#define ZYN_DIALECT_ZYN_IR_YIELDOP_TD

include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_YieldOp : Zyn_Op<"yield", [Pure, ReturnLike, Terminator]> {
  let summary = "Terminates a body and yields the elements that it computed";
  let description = [{
    Yields one value for each destination, of its element type. See the example
    of `zyn.map`.
  }];
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "attr-dict ($values^ `:` type($values))?";
  let hasVerifier = 1;
}

#endif // ZYN_DIALECT_ZYN_IR_YIELDOP_TD
