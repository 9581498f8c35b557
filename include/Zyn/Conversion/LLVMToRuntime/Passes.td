//===- Passes.td - LLVMToRuntime passes ------------------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_LLVMTORUNTIME_PASSES_TD
#define ZYN_CONVERSION_LLVMTORUNTIME_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertLLVMToRuntime : Pass<"convert-llvm-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Lets C programs call functions that launch kernels";
  let description = [{
    Compiled code that launches kernels runs in an invocation of the runtime,
    which has a device and a stream, and to which failures return. A C program
    has none. For each function that `--zyn-export-to-c` has created, this pass
    creates one of the same name that calls `zynrtInvoke`. It takes the stream
    first, then the arguments and, if there is a result, a pointer to where it
    is stored, and returns null or a message.

    ```mlir
    // before
    llvm.func @f(%x: !llvm.ptr, %n: i64) -> f32 attributes {llvm.bareptr} {...}
    // after
    llvm.func @f(%stream: !llvm.ptr, %x: !llvm.ptr, %n: i64,
                 %result: !llvm.ptr) -> !llvm.ptr {
      %arguments = llvm.alloca %c1 x !llvm.struct<(ptr, i64, ptr)>
      // Stores %x, %n and %result there.
      %kind = llvm.mlir.addressof @"zynrt:kind"
      %invocation = llvm.mlir.addressof @f_invocation
      %message = llvm.call @zynrtInvoke(%kind, %stream, %invocation, %arguments)
      llvm.return %message
    }
    llvm.func internal @f_invocation(%arguments: !llvm.ptr) {
      // Loads the fields.
      %r = llvm.call @f_code(%x, %n)
      llvm.store %r, %result
      llvm.return
    }
    llvm.func internal @f_code(%x: !llvm.ptr, %n: i64) -> f32 {...}
    ```

    Rejects nothing: other functions are left alone.
  }];
  let options = [
    Option<"device", "device", "std::string", /*default=*/"\"cuda\"",
           "kind of the devices that the kernels are for, such as cuda or "
           "emulate">
  ];
  let dependentDialects = ["LLVM::LLVMDialect"];
}

#endif // ZYN_CONVERSION_LLVMTORUNTIME_PASSES_TD
