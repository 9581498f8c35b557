//===- AssertOp.td - The op zyn.assert ------------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_ASSERTOP_TD
#define ZYN_DIALECT_ZYN_IR_ASSERTOP_TD

include "Zyn/Dialect/Zyn/IR/ZynBase.td"

def Zyn_AssertOp : Zyn_Op<"assert", [MemoryEffects<[MemWrite]>]> {
  let summary = "Ends the program with a message unless a condition holds";
  let description = [{
    If `condition` is false, the program ends with an error, whose message has
    `values` in place of `{0}`, `{1}` and so on, and starts with the source
    location of the op. Unlike the message of `cf.assert`, it can contain sizes
    that are only known when the program runs.

    ```mlir
    func.func @f(%m: index, %n: index) {
      %equal = arith.cmpi eq, %m, %n : index
      zyn.assert %equal, "expected as many rows as columns, found {0} and {1}"(%m, %n)
      return
    }
    ```

    The op is for host code: kernels use `kernel.assert`.
  }];
  let arguments = (ins I1:$condition, StrAttr:$message,
                       Variadic<Index>:$values);
  let assemblyFormat =
    "$condition `,` $message (`(` $values^ `)`)? attr-dict";
  let hasCanonicalizeMethod = 1;
  let hasVerifier = 1;

  let extraClassDeclaration = [{
    /// Returns `text` as a part of a message, without values.
    static std::string escape(::mlir::StringRef text);
  }];
}

#endif // ZYN_DIALECT_ZYN_IR_ASSERTOP_TD
