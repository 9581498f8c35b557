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

def ZynInsertRuntimeChecks : Pass<"zyn-insert-runtime-checks"> {
  let summary = "Compares sizes that have to agree and are known only at run time";
  let description = [{
    For each zyn op on buffers, compares the dynamic sizes that its semantics
    tie together: those of inputs, through their indexing maps, with the
    destinations'; M, N, K and the batch dimensions of products. Where sizes
    differ the program stops with a message that names the op's place in the
    source. Sizes that are equal by their types are not compared. Functions
    with `#zyn.constraints<unchecked = true>` get no checks.

    ```mlir
    // before
    zyn.map ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {...}
    // after
    %0 = memref.dim %x, %c0 : memref<?xf32>
    %1 = memref.dim %y, %c0 : memref<?xf32>
    %2 = arith.cmpi eq, %0, %1 : index
    cf.assert %2, "f.mlir:4:3: error: size of dimension 0 of input #0 is not that of dimension 0 of 'outs'"
    zyn.map ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {...}
    ```

    Ops on tensors are left alone: it runs after `--zyn-bufferize`.
  }];
  let dependentDialects = ["arith::ArithDialect", "cf::ControlFlowDialect",
                           "memref::MemRefDialect"];
}

def ZynExportFunctions : Pass<"zyn-export-functions", "::mlir::ModuleOp"> {
  let summary = "Makes public functions callable from C";
  let description = [{
    Marks every public function that has a body with
    `llvm.emit_c_interface`, so that its lowering to LLVM also has
    `_mlir_ciface_NAME`, which takes pointers to buffer descriptors.

    ```mlir
    // before
    func.func @f(%x: memref<4xf32>) {...}
    // after
    func.func @f(%x: memref<4xf32>) attributes {llvm.emit_c_interface} {...}
    ```
  }];
  let dependentDialects = ["LLVM::LLVMDialect"];
}

def ZynCheckLowered : Pass<"zyn-check-lowered", "::mlir::ModuleOp"> {
  let summary = "Refuses what no pass has lowered to the LLVM dialect";
  let description = [{
    The end of the pipelines that generate code. Upstream's conversions leave
    alone what they do not know, so an op that nothing lowers, such as one of
    the `vm` dialect, would go unnoticed until the code is translated. The first
    one is an error:

    ```
    f.mlir:2:8: error: 'vm.linear' op has no lowering to the LLVM dialect
    ```
  }];
}

def ZynCheckKernels : Pass<"zyn-check-kernels", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Refuses kernels that cannot become PTX";
  let description = [{
    The last pass on the device. An op outside the llvm and nvvm dialects, a
    float type that GPUs do not have (f80, f128), a conversion between a float
    and more than 64 bits, more arguments or more static shared memory than a
    kernel may have: each is an error here, where the backend would abort or
    `ptxas` would refuse its output.

    It changes nothing.
  }];
}

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_PASSES_TD
