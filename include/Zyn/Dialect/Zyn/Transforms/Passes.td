//===- Passes.td - Passes on the zyn dialect ------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_TRANSFORMS_PASSES_TD
#define ZYN_DIALECT_ZYN_TRANSFORMS_PASSES_TD

include "mlir/Pass/PassBase.td"

def ZynProtectArguments : Pass<"zyn-protect-arguments", "::mlir::ModuleOp"> {
  let summary = "Keeps bufferization from writing into public functions' arguments";
  let description = [{
    Marks the tensor arguments of public functions with
    `bufferization.writable = false`, unless they say otherwise. A caller's
    arrays may be read-only files mapped into memory, and nobody expects a
    tensor that was passed by value to change. Results that would have been
    computed in an argument's buffer get a buffer of their own.

    ```mlir
    // before
    func.func @f(%x: tensor<4xf32>)
    // after
    func.func @f(%x: tensor<4xf32> {bufferization.writable = false})
    ```
  }];
}

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_PASSES_TD
