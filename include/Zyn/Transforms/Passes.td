//===- Passes.td - Dialect-independent passes ------------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TRANSFORMS_PASSES_TD
#define ZYN_TRANSFORMS_PASSES_TD

include "Zyn/Transforms/BufferPasses.td"
include "Zyn/Transforms/TensorPasses.td"
include "mlir/Pass/PassBase.td"

def ZynCheckInput : Pass<"zyn-check-input"> {
  let summary = "Rejects IR that upstream passes would crash on";
  let description = [{
    The first pass of all pipelines. Upstream passes and LLVM's backends assume
    that some valid IR does not occur. This pass reports it as an error with a
    source location:

    - values, or elements of tensors, buffers and vectors, of i0 or tf32,
    - scalable vectors,
    - unranked buffers whose element type has no LLVM type,
    - tensors and buffers whose static sizes exceed 2^63 - 1 bytes,
    - `memref.dim` and `tensor.dim` with a negative constant,
    - ops in a `gpu.module` but outside of its functions,
    - definitions whose name starts with `llvm.`, as those of intrinsics do,
    - constants whose elements are those of a `dense_resource` that the file does
      not have, or that has another number of bytes,
    - inline assembly with `{memory}` as output,
    - `linalg.softmax` of elements that are no floating-point numbers.

    Types of dialects other than builtin are not inspected: a `!kernel.fragment`
    of tf32 is fine. The pass does not change the IR.
  }];
}

def ZynExpandMath : Pass<"zyn-expand-math"> {
  let summary = "Expands ops of math that backends lack";
  let description = [{
    - `math.isnan`, `isinf`, `isfinite` and `isnormal` of any float become
      comparisons. Floats that are narrower than f32 are extended before, which is
      exact.
    - `math.ipowi` becomes a loop over the bits of the exponent. A power with a
      negative exponent is rounded to 0 unless the base is 1 or -1.
    - `math.sincos` of floats that are narrower than f32 is computed in f32.
    - `math.clampf` becomes a minimum and a maximum.
    - `math.fpowi` is expanded by upstream's pattern, in f32 or f64.

    The pass precedes upstream's `--math-extend-to-supported-types`, which would
    make a number of f16 that is not normal a normal one of f32.

    ```mlir
    // before
    %1 = math.isfinite %0 : f32
    // after
    %magnitude = math.absf %0 : f32
    %1 = arith.cmpf olt, %magnitude, %infinity : f32
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "math::MathDialect",
                           "scf::SCFDialect"];
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

def ZynExportToC : Pass<"zyn-export-to-c", "::mlir::ModuleOp"> {
  let summary = "Gives public functions the types that C programs use";
  let description = [{
    The function that C calls has the name of the original one, which becomes
    private and is called NAME_buffers. A buffer is passed as a pointer to its
    first element, followed by its dynamic sizes; its elements are contiguous.
    Buffers must not be results: see `--zyn-hoist-allocations`, or upstream's
    `--buffer-results-to-out-params`. Of several results, each is stored through
    a pointer that follows the arguments. Small integers are extended as the C
    calling convention requires.

    ```mlir
    // before
    func.func @f(%x: memref<?x4xf32>, %small: i8) -> i1 {...}
    // after
    func.func @f(%x: memref<f32>, %size: index, %small: i8 {llvm.signext})
        -> (i1 {llvm.zeroext}) attributes {llvm.bareptr} {
      %buffer = memref.reinterpret_cast %x to offset: [0], sizes: [%size, 4],
          strides: [4, 1] : memref<f32> to memref<?x4xf32>
      %r = call @f_buffers(%buffer, %small) : (memref<?x4xf32>, i8) -> i1
      return %r : i1
    }
    func.func private @f_buffers(%x: memref<?x4xf32>, %small: i8) -> i1 {...}
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "func::FuncDialect",
                           "memref::MemRefDialect", "LLVM::LLVMDialect"];
}

def ZynCheckLowered : Pass<"zyn-check-lowered", "::mlir::ModuleOp"> {
  let summary = "Rejects ops that were not lowered to the LLVM dialect";
  let description = [{
    The last pass of the pipelines that generate code. Upstream conversions
    leave unknown ops alone, so an op without a lowering, such as one of the
    `vm` dialect, would go unnoticed until the code is translated. This pass
    reports the first such op as an error:

    ```
    f.mlir:2:8: error: 'vm.linear' op has no lowering to the LLVM dialect
    ```
  }];
}

def ZynCheckKernels : Pass<"zyn-check-kernels", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Rejects kernels that cannot be compiled to PTX";
  let description = [{
    The last pass on device code. It reports errors for code on which the
    backend would abort or whose PTX `ptxas` would reject: ops outside the llvm
    and nvvm dialects, float types that GPUs do not have (f80, f128),
    conversions between floats and integers of more than 64 bits, and kernels
    with too many bytes of arguments or static shared memory.

    The pass does not change the IR.
  }];
}

def ZynOutlineRepeatedOps : Pass<"zyn-outline-repeated-ops", "::mlir::ModuleOp"> {
  let summary = "Outlines compute ops that occur several times into one function";
  let description = [{
    Compute ops on buffers that have the same types, attributes and body become
    calls of one private function, so that they are lowered, and compiled to
    machine code, once. Ops with parallel loops alone stay where they are: their
    lowering is small, and so may be the work of one execution.

    ```mlir
    // before
    zyn.matmul ins(%x, %w : memref<8x8xf32>, memref<8x8xf32>) outs(%y : memref<8x8xf32>)
    zyn.matmul ins(%y, %w : memref<8x8xf32>, memref<8x8xf32>) outs(%z : memref<8x8xf32>)
    // after
    func.call @zyn_matmul(%x, %w, %y) : (memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>) -> ()
    func.call @zyn_matmul(%y, %w, %z) : (memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>) -> ()

    func.func private @zyn_matmul(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %c: memref<8x8xf32>) {
      %0:3 = memref.distinct_objects %a, %b, %c : memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>
      zyn.matmul ins(%0#0, %0#1 : memref<8x8xf32>, memref<8x8xf32>) outs(%0#2 : memref<8x8xf32>)
      return
    }
    ```

    The function states that its arguments are distinct objects, and only ops
    of which that is known call it, so that nothing is lost by the call. Of two
    that are only read, it need not be known: accesses to them can be reordered
    in any case. Ops in
    parallel loops, whose lowering is another one, stay, and so do those whose
    body uses values from outside other than constants. A remark of the category
    `zyn-outline-repeated-ops` says how many ops call a function.
  }];
  let dependentDialects = ["func::FuncDialect", "memref::MemRefDialect"];
}

def ZynMergeKernels : Pass<"zyn-merge-kernels", "::mlir::ModuleOp"> {
  let summary = "Merges identical kernels";
  let description = [{
    Kernels of a `gpu.module` with the same type, attributes and body, apart
    from names and source locations, are replaced with the first of them, and
    launches are updated. Each distinct kernel is then lowered and compiled to
    machine code only once. The location of the remaining kernel is fused from
    those of all merged kernels, at most `max-locations` of them; the ops in it
    keep their locations.

    ```mlir
    // before
    gpu.module @kernels {
      gpu.func @f_0(%x: memref<8xf32>) kernel { ... }
      gpu.func @f_1(%x: memref<8xf32>) kernel { ... }  // the same body
    }
    func.func @f(%x: memref<8xf32>, %n: index) {
      gpu.launch_func @kernels::@f_0 blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : memref<8xf32>)
      gpu.launch_func @kernels::@f_1 blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : memref<8xf32>)
      return
    }
    // after
    gpu.module @kernels {
      gpu.func @f_0(%x: memref<8xf32>) kernel { ... }
    }
    func.func @f(%x: memref<8xf32>, %n: index) {
      gpu.launch_func @kernels::@f_0 blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : memref<8xf32>)
      gpu.launch_func @kernels::@f_0 blocks in (%n, %n, %n) threads in (%n, %n, %n) args(%x : memref<8xf32>)
      return
    }
    ```

    A kernel without launches is kept, since it may be launched by name, as is a
    kernel that is referenced by anything but a launch. A remark of the category
    `zyn-merge-kernels` reports how many kernels of a module were merged.
  }];
  let options = [
    Option<"maxLocations", "max-locations", "unsigned", "4",
           "maximum number of source locations of a merged kernel">
  ];
  let dependentDialects = ["gpu::GPUDialect"];
}

def ZynMergeInlineAssembly : Pass<"zyn-merge-inline-assembly"> {
  let summary = "Merges inline assembly that updates the same registers";
  let description = [{
    Inline assembly with side effects, all of whose results are tied to operands,
    is merged with that which updates some of these registers next in the same
    block, if nothing in between accesses memory or reads one of them. The steps
    of a matmul on a warpgroup's tensor cores, each of which updates all
    accumulators, become one op with one set of operands and results, of which
    LLVM generates code in less time.

    ```mlir
    // before
    %1 = llvm.inline_asm has_side_effects "add.f32 $0, $0, $2;", "=f,0,f" %0, %a : (f32, f32) -> !llvm.struct<(f32)>
    %2 = llvm.extractvalue %1[0] : !llvm.struct<(f32)>
    %3 = llvm.inline_asm has_side_effects "mul.f32 $0, $0, $2;", "=f,0,f" %2, %b : (f32, f32) -> !llvm.struct<(f32)>
    // after
    %3 = llvm.inline_asm has_side_effects "add.f32 $0, $0, $2;\0Amul.f32 $0, $0, $3;", "=&f,0,f,f" %0, %a, %b
        : (f32, f32, f32) -> !llvm.struct<(f32)>
    ```

    Assembly with references that have modifiers, such as `${0:h}`, stays.
  }];
  let statistics = [
    Statistic<"numMerged", "num-merged", "Number of ops that were merged">
  ];
}

def ZynApplySchedule : Pass<"zyn-apply-schedule", "::mlir::ModuleOp"> {
  let summary = "Applies the transform schedule in a module";
  let description = [{
    Transforms a module that contains a
    `transform.named_sequence @__transform_main` with this sequence, like
    upstream's `--transform-interpreter`. Then all named sequences are erased,
    so that the schedule does not have to be lowered.

    ```mlir
    // before
    module attributes {transform.with_named_sequence} {
      func.func @f(...) {
        linalg.matmul ...
      }
      transform.named_sequence @__transform_main(%module: !transform.any_op {transform.readonly}) {
        %matmul = transform.structured.match ops{["linalg.matmul"]} in %module ...
        transform.structured.tile_using_for %matmul tile_sizes [4, 4] ...
        transform.yield
      }
    }
    // after
    module {
      func.func @f(...) {
        scf.for ... {
          linalg.matmul ...
    ```
  }];
}

#endif // ZYN_TRANSFORMS_PASSES_TD
