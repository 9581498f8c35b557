//===- Passes.td - Dialect-independent passes ------------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TRANSFORMS_PASSES_TD
#define ZYN_TRANSFORMS_PASSES_TD

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
    - definitions whose name starts with `llvm.`, as those of intrinsics do.

    Types of dialects other than builtin are not inspected: a `!kernel.fragment`
    of tf32 is fine. The pass does not change the IR.
  }];
}

def ZynMaterializeLoopResults : Pass<"zyn-materialize-loop-results"> {
  let summary = "Makes each iteration of a loop write to the same buffer";
  let description = [{
    A loop-carried tensor must stay in one buffer. Otherwise, each iteration
    allocates a new buffer, and which ones must be freed is known only at run
    time. If the yielded tensor is not computed in the buffer of the iteration
    argument, it is copied there, unless `--eliminate-empty-tensors` can still
    make it be computed there:

    ```mlir
    // before
    %t = scf.for ... iter_args(%a = %x) -> tensor<4x4xf32> {
      %e = tensor.empty() : tensor<4x4xf32>
      %r = zyn.matmul ins(%a, %a : ...) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
      scf.yield %r : tensor<4x4xf32>
    }
    // after
    %t = scf.for ... iter_args(%a = %x) -> tensor<4x4xf32> {
      %e = tensor.empty() : tensor<4x4xf32>
      %r = zyn.matmul ins(%a, %a : ...) outs(%e : tensor<4x4xf32>) -> tensor<4x4xf32>
      %kept = bufferization.materialize_in_destination %r in %a
          : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      scf.yield %kept : tensor<4x4xf32>
    }
    ```

    Tensors with dynamic sizes are left alone, since an iteration may change the
    sizes: `--zyn-bufferize` lets such loops return new buffers, which works on
    the host but not in host code that launches kernels.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def ZynFuse : Pass<"zyn-fuse"> {
  let summary = "Fuses ops with their producers where that is faster";
  let description = [{
    Fuses an op that implements `FusableOpInterface` with the producer of its
    operand if they are in the same block, the producer has no other use, and
    the fused op is estimated to take less time than both. The op defines its
    cost and how it is fused. For `vm.linear`, the fused op has the product of
    the matrices:

    ```mlir
    // before
    %0 = vm.linear %s {r0 = r1} : i32
    %1 = vm.linear %0 {r5 = 3 * r0 + 1} : i32
    // after
    %1 = vm.linear %s {r0 = r1, r5 = 3 * r1 + 1} : i32
    ```

    The cost of `vm.linear` is in units of one multiply-add of a dense row: 8
    for each instruction, 11 for each row in CSR format plus 2 for each of its
    elements, and 32 for each dense row, one for each element. The format with
    the lower cost is assumed. A row that sums up many registers and is read by
    many rows is therefore not multiplied out.

    i32 arithmetic wraps, so the product computes the same bits. Matrices of f32
    are multiplied only if each result is still rounded as before, as for rows
    that copy a register or set a constant, unless `allow-reassociation` is set.

    Remarks of the category `zyn-fuse` report which ops were fused, and why
    others were not.
  }];
  let options = [
    Option<"allowReassociation", "allow-reassociation", "bool", "false",
           "also fuse ops if that changes the rounding of floats">
  ];
}

def ZynPartialEvaluate : Pass<"zyn-partial-evaluate"> {
  let summary = "Evaluates ops whose operands are partially known";
  let description = [{
    Propagates known words along the executable edges of the blocks of ops that
    implement `EvaluationScopeOpInterface`. Where edges join, a word is known if
    it is the same on all of them. Then ops are simplified
    (`PartiallyEvaluableOpInterface`), branches with a known condition become
    jumps, unreachable blocks are erased, and a block whose only predecessor
    always jumps to it is merged into this predecessor.

    For `vm.routine`, the words are registers. All but `r0` are 0 at the entry
    of a routine that is launched and never called, and unknown at the entry of
    others. Oracles become linear instructions where possible: if the result is
    constant, or if it is a sum, difference or product with a constant in the
    element type of the program.

    ```mlir
    // before
    vm.routine @main(%s: !vm.state<i32>) {
      %0 = vm.linear %s {r1 = 5, r2 = r0 + 1} : i32
      %1 = vm.oracle %0 {r2 = muli r2, r1} : i32
      vm.branch %1 {r1 slt 3} ^then, ^else : i32
    ^then(%2: !vm.state<i32>):
      vm.return %2 : i32
    ^else(%3: !vm.state<i32>):
      %4 = vm.oracle %3 {r3 = shli r1, 2} : i32
      vm.halt %4 : i32
    }
    // after
    vm.routine @main(%s: !vm.state<i32>) {
      %0 = vm.linear %s {r1 = 5, r2 = r0 + 1} : i32
      %1 = vm.linear %0 {r2 = 5 * r2} : i32
      %2 = vm.linear %1 {r3 = 20} : i32
      vm.halt %2 : i32
    }
    ```

    Results are bitwise identical. Functions whose results depend on the device
    (`sin`, `cos`, `exp`, `log`, `pow`), `random`, NaNs, and divisions by zero,
    which trap, are left alone.

    Remarks of the category `zyn-partial-evaluate` report how many ops were
    simplified.
  }];
}

def ZynCanonicalizeNaNs : Pass<"zyn-canonicalize-nans"> {
  let summary = "Makes the bits of NaNs well-defined on NVIDIA GPUs";
  let description = [{
    The result of an operation on f32 that is a NaN has the bits 0x7fffffff on
    an NVIDIA GPU. This pass replaces them with those of the canonical NaN,
    0x7fc00000, where a program can observe them: if the result is stored,
    returned, passed to a function or converted to bits. Values that are only
    moved keep their bits, and results that are only operands of other operations
    are not changed.

    Conversions of floats to their bits become PTX, so that LLVM does not look
    through them: it assumes that the bits of a NaN do not matter.

    ```mlir
    // before
    %0 = arith.addf %x, %y : f32
    %1 = arith.mulf %0, %0 : f32
    %2 = arith.bitcast %1 : f32 to i32
    // after
    %0 = arith.addf %x, %y : f32
    %1 = arith.mulf %0, %0 : f32
    %bits = llvm.inline_asm "mov.b32 $0, $1;", "=r,f" %1 : (f32) -> i32
    %isNaN = arith.cmpf uno, %1, %1 : f32
    %canonical = arith.constant 0x7fc00000 : i32
    %3 = arith.select %isNaN, %canonical, %bits : i32
    %4 = arith.bitcast %3 : i32 to f32
    %2 = llvm.inline_asm "mov.b32 $0, $1;", "=r,f" %4 : (f32) -> i32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::LLVM::LLVMDialect"];
}

def ZynUnroll : Pass<"zyn-unroll"> {
  let summary = "Unrolls loops";
  let description = [{
    Unrolls the loops of ops that implement `UnrollableOpInterface`: `scf.for`,
    and the natural loops of a `vm.routine`, innermost loops first.

    With `factor=0`, a loop with a small known number of iterations is unrolled
    completely. In a routine, this number is determined by partially evaluating
    one iteration after another until the loop exits. The unrolled copies are
    then partially evaluated as by `--zyn-partial-evaluate`, so that the
    branches of the loop disappear.

    With a factor of 2 or more, that many copies of the body form one iteration.
    In a routine, the copies keep their exits, so any number of iterations is
    correct; for an `scf.for`, a second loop executes the remaining iterations.

    ```mlir
    // before
      vm.jump %0 ^loop : i32
    ^loop(%1: !vm.state<i32>):
      %2 = vm.linear %1 {r1 = r1 + r0, r2 = r2 + 1} : i32
      vm.branch %2 {r2 slt 2} ^loop, ^done : i32
    ^done(%3: !vm.state<i32>):
    // after
      %1 = vm.linear %0 {r1 = r1 + r0, r2 = 1} : i32
      %2 = vm.linear %1 {r1 = r1 + r0, r2 = 2} : i32
    ```

    Loops with more than one back edge are left alone, as are loops whose values
    are used outside without being passed as block arguments. Remarks of the
    category `zyn-unroll` report which loops were left alone and why.
  }];
  let options = [
    Option<"factor", "factor", "uint64_t", "0",
           "unroll factor; 0: completely, if the number of iterations is "
           "known">,
    Option<"maxIterations", "max-iterations", "uint64_t", "64",
           "maximum number of iterations of a completely unrolled loop">,
    Option<"maxInstructions", "max-instructions", "uint64_t", "512",
           "maximum number of ops that a loop is unrolled to">
  ];
  let dependentDialects = ["affine::AffineDialect", "arith::ArithDialect"];
}

def ZynSelectMatrixFormat : Pass<"zyn-select-matrix-format"> {
  let summary = "Selects the storage format of each constant matrix";
  let description = [{
    Selects CSR or dense for ops that implement `MatrixFormatOpInterface`, such
    as `vm.linear`. `auto` selects CSR if less than `threshold` percent of all
    elements are non-zero, including those of identity rows. With `cost-model`,
    it selects the format that the op estimates to be faster. For `vm.linear`,
    only stored rows count, in units of one multiply-add of a dense row: 11 for
    each row in CSR format plus 2 for each of its elements, and 1 for each
    element of a dense row. A format that is already set is kept, unless
    `format` names one.

    ```mlir
    // before
    %0 = vm.linear %s {r1 = r0 + 2 * r3 - 1} : i32
    // after
    %0 = vm.linear %s {r1 = r0 + 2 * r3 - 1} csr : i32
    ```

    Remarks of the category `zyn-select-matrix-format` report the selected
    formats and the numbers on which the choice is based.
  }];
  let options = [
    Option<"format", "format", "std::string", "\"auto\"", "auto, csr or dense">,
    Option<"threshold", "threshold", "unsigned", "15",
           "percentage of non-zeros from which auto selects dense">,
    Option<"costModel", "cost-model", "bool", "false",
           "make auto compare estimated times instead">
  ];
}

def ZynProtectArguments : Pass<"zyn-protect-arguments", "::mlir::ModuleOp"> {
  let summary = "Keeps bufferization from writing to public functions' "
                "arguments";
  let description = [{
    Marks the tensor arguments of public functions with
    `bufferization.writable = false`, unless the attribute is already set. A
    caller's arrays may be read-only files mapped into memory, and callers do
    not expect a tensor that was passed by value to change. Results that would
    have been computed in an argument's buffer get a buffer of their own.

    ```mlir
    // before
    func.func @f(%x: tensor<4xf32>)
    // after
    func.func @f(%x: tensor<4xf32> {bufferization.writable = false})
    ```
  }];
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

def ZynSplitEmptyTensors : Pass<"zyn-split-empty-tensors"> {
  let summary = "Limits the number of uses of each tensor.empty";
  let description = [{
    CSE merges all `tensor.empty` ops of the same type, and the results of ops
    that write to the remaining one in place then alias each other. One-Shot
    Bufferize takes time cubic in the number of values that alias. This pass
    gives every `max-uses` uses, in program order, a `tensor.empty` of their
    own. It is inserted in the block of the original before the first of these
    uses, so that a loop still reuses a buffer that was allocated outside of it.

    ```mlir
    // before
    %e = tensor.empty() : tensor<8xf32>
    %0 = zyn.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) { ... }
    %1 = zyn.map ins(%0 : tensor<8xf32>) outs(%e : tensor<8xf32>) { ... }
    // after, for max-uses=1
    %e = tensor.empty() : tensor<8xf32>
    %0 = zyn.map ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>) { ... }
    %f = tensor.empty() : tensor<8xf32>
    %1 = zyn.map ins(%0 : tensor<8xf32>) outs(%f : tensor<8xf32>) { ... }
    ```

    A low limit may lead to several buffers where a single one would suffice.
    The default is the highest limit for which the analysis does not dominate
    compile time.
  }];
  let options = [
    Option<"maxUses", "max-uses", "unsigned", "8",
           "maximum number of uses of a tensor.empty">
  ];
}

def ZynBoundAliasSets : Pass<"zyn-bound-alias-sets"> {
  let summary = "Limits the uses and aliases that bufferization compares";
  let description = [{
    For each operand, One-Shot Bufferize compares all reads with all writes of
    its aliases. This takes quadratic time for a value that many ops read, and
    cubic time for a chain of ops that write to one destination. Where no
    comparison is needed, this pass hides the aliases from each other:

    - An argument that is not writable, or a result in its own destination that
      is only read, is never overwritten. Every `max-uses` of its readers get
      their own tensor on its buffer.
    - A result in its own destination, or in a copy of an argument that is not
      writable, whose only user writes to it can always be overwritten. After
      every `max-chain` ops, such a chain continues with another tensor on the
      same buffer.

    ```mlir
    // before
    func.func @f(%x: tensor<8xf32> {bufferization.writable = false}) {
      %0 = zyn.map ins(%x : tensor<8xf32>) ...
      %1 = zyn.map ins(%x : tensor<8xf32>) ...
    // after, for max-uses=1
    func.func @f(%x: tensor<8xf32> {bufferization.writable = false}) {
      %m = bufferization.to_buffer %x read_only : tensor<8xf32> to memref<8xf32>
      %x0 = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
      %x1 = bufferization.to_tensor %m restrict : memref<8xf32> to tensor<8xf32>
      %0 = zyn.map ins(%x1 : tensor<8xf32>) ...
      %1 = zyn.map ins(%x0 : tensor<8xf32>) ...
    ```

    The pass must run right before bufferization, after
    `--zyn-split-empty-tensors`. Buffers are expected to have an identity
    layout, so function arguments must be bufferized with `identity-layout-map`.
  }];
  let options = [
    Option<"maxUses", "max-uses", "unsigned", "32",
           "maximum number of ops that read one tensor">,
    Option<"maxChain", "max-chain", "unsigned", "8",
           "maximum number of ops that write to one tensor">
  ];
  let dependentDialects = ["bufferization::BufferizationDialect",
                           "memref::MemRefDialect"];
}

def ZynFreeLocalBuffers : Pass<"zyn-free-local-buffers"> {
  let summary = "Frees non-escaping buffers after their last use";
  let description = [{
    A buffer that is only read and written, directly or through views, is freed
    after the last op of its block that uses it. Upstream's deallocation frees
    buffers at the end of the block and compares all of them with each other;
    only buffers that are returned, yielded, or passed to another block remain
    for it. The allocation and the deallocation are marked with
    `bufferization.manual_deallocation`, so that upstream's deallocation ignores
    them.

    ```mlir
    // before
    %0 = memref.alloc() : memref<8xf32>
    zyn.map ins(%x : memref<8xf32>) outs(%0 : memref<8xf32>) { ... }
    zyn.map ins(%0 : memref<8xf32>) outs(%y : memref<8xf32>) { ... }
    zyn.map ins(%y : memref<8xf32>) outs(%z : memref<8xf32>) { ... }
    // after
    %0 = memref.alloc() {bufferization.manual_deallocation} : memref<8xf32>
    zyn.map ins(%x : memref<8xf32>) outs(%0 : memref<8xf32>) { ... }
    zyn.map ins(%0 : memref<8xf32>) outs(%y : memref<8xf32>) { ... }
    memref.dealloc %0 {bufferization.manual_deallocation} : memref<8xf32>
    zyn.map ins(%y : memref<8xf32>) outs(%z : memref<8xf32>) { ... }
    ```

    Ops in destination-passing style, loads, stores, copies and calls are known
    not to retain references to a buffer. A buffer with any other use is left
    alone.
  }];
  let dependentDialects = ["bufferization::BufferizationDialect",
                           "memref::MemRefDialect"];
}

def ZynLowerDeallocations : Pass<"zyn-lower-deallocations", "ModuleOp"> {
  let summary = "Lowers deallocations without allocating arrays on the device";
  let description = [{
    Like upstream's `--bufferization-lower-deallocations`, but if several
    buffers have to be compared, the arrays of their addresses are on the stack,
    and the function that compares them is inlined. Upstream allocates these
    arrays with `memref.alloc`, which becomes memory of the device, where the
    host code that compares addresses could not access them.

    ```mlir
    // before
    bufferization.dealloc (%a, %b : memref<f32>, memref<f32>) if (%c, %d)
        retain (%e : memref<8xf32>)
    // after
    %addresses = memref.alloca() : memref<2xindex>
    ...
    %owned = memref.load %conditions[%c0] : memref<2xi1>
    scf.if %owned {
      memref.dealloc %a : memref<f32>
    }
    ...
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "func::FuncDialect",
                           "memref::MemRefDialect", "scf::SCFDialect"];
}

def ZynExpandDynamicShapes : Pass<"zyn-expand-dynamic-shapes"> {
  let summary = "Lowers views that divide a dimension into dynamic ones";
  let description = [{
    Replaces a `memref.expand_shape` that divides a dimension into several
    dynamic ones by a `memref.reinterpret_cast`. Upstream's
    `--expand-strided-metadata` crashes on it; all other views are left to it.

    ```mlir
    // before
    %1 = memref.expand_shape %0 [[0, 1]] output_shape [%a, %b]
        : memref<?xf32> into memref<?x?xf32>
    // after
    %base, %offset, %size, %stride = memref.extract_strided_metadata %0
        : memref<?xf32> -> memref<f32>, index, index, index
    %1 = memref.reinterpret_cast %base to offset: [0], sizes: [%a, %b],
        strides: [%b, 1] : memref<f32> to memref<?x?xf32, strided<[?, 1]>>
    %2 = memref.cast %1 : memref<?x?xf32, strided<[?, 1]>> to memref<?x?xf32>
    ```
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect",
                           "::mlir::memref::MemRefDialect"];
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
    of which that is known call it, so that nothing is lost by the call. Ops in
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

def ZynShareHostMemory : Pass<"zyn-share-host-memory", "::mlir::ModuleOp"> {
  let summary = "Allocates memory that both host code and kernels can access";
  let description = [{
    If a program launches kernels itself, and its host code reads or writes
    elements, registers buffers with the device, or passes them to external
    functions, `memref.alloc` allocates host memory, and `gpu.alloc` device
    memory. In such a program, each `memref.alloc` becomes a
    `gpu.alloc host_shared`, linalg ops and copies in host code become loops,
    and upstream's `--gpu-async-region` makes host code wait for kernels before
    it continues with what they write. Other programs are not changed.

    ```mlir
    // before
    %x = memref.alloc() : memref<8xf32>
    gpu.launch_func @m::@f blocks in (%c1, %c1, %c1) threads in (%c8, %c1, %c1)
        args(%x : memref<8xf32>)
    %0 = memref.load %x[%i] : memref<8xf32>
    // after
    %x = gpu.alloc host_shared () : memref<8xf32>
    %t0 = gpu.wait async
    %t1 = gpu.launch_func async [%t0] @m::@f blocks in (%c1, %c1, %c1)
        threads in (%c8, %c1, %c1) args(%x : memref<8xf32>)
    gpu.wait [%t1]
    %0 = memref.load %x[%i] : memref<8xf32>
    ```

    The pass runs after `--gpu-kernel-outlining`. It reports an error for linalg
    ops in host code that cannot be lowered to loops.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::async::AsyncDialect",
    "::mlir::gpu::GPUDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def ZynDropDeallocations : Pass<"zyn-drop-deallocations"> {
  let summary = "Drops deallocations before the pipeline inserts its own";
  let description = [{
    Ownership-based deallocation frees each buffer after its last use and
    rejects functions that free buffers themselves. Ops in host code that only
    free buffers, such as `memref.dealloc`, are therefore dropped before it. An
    asynchronous one is replaced with a `gpu.wait async` for the ops that wait
    for it.

    ```mlir
    // before
    %buffer = memref.alloc() : memref<8xf32>
    ...
    memref.dealloc %buffer : memref<8xf32>
    // after
    %buffer = memref.alloc() : memref<8xf32>
    ...
    ```
  }];
  let dependentDialects = ["::mlir::gpu::GPUDialect"];
}

#endif // ZYN_TRANSFORMS_PASSES_TD
