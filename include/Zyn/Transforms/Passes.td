//===- Passes.td - Rewrites of any dialect --------------- -*- tablegen -*-===//
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
  let summary = "Refuses what upstream's passes would crash on";
  let description = [{
    The first pass of all pipelines. Upstream's passes and LLVM's backends take
    for granted that some valid IR does not occur; here it is an error with a
    source location:

    - values, or elements of tensors, buffers and vectors, of i0 or tf32,
    - vectors of a scalable length,
    - an unranked buffer of elements that have no LLVM type,
    - `memref.dim` with a negative constant.

    Types of other dialects than builtin are not looked into: a
    `!kernel.fragment` of tf32 is fine. It changes nothing.
  }];
}

def ZynMaterializeLoopResults : Pass<"zyn-materialize-loop-results"> {
  let summary = "Lets each iteration of a loop write to the same buffer";
  let description = [{
    A tensor that goes around a loop has to stay in one buffer, or else each
    iteration allocates a new one, and which are to be freed is known only at
    run time. Where the yielded tensor is not computed in the buffer of the
    iteration's argument, it is copied there, or computed there after all, if
    `--eliminate-empty-tensors` can have it so:

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

    Tensors with dynamic sizes are left alone, since an iteration may change
    these: `--zyn-bufferize` lets such loops return new buffers, which works on
    the host but not in host code that launches kernels.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def ZynFuse : Pass<"zyn-fuse"> {
  let summary = "Fuses ops with their producers where that takes less time";
  let description = [{
    An op that implements `FusableOpInterface` and the producer of its operand,
    in the same block and without another use, are fused if the fused op is
    estimated to take less time than both. The op says how it is fused and what
    it costs. For `vm.linear`, the fused op has the product of the matrices:

    ```mlir
    // before
    %0 = vm.linear %s {r0 = r1} : i32
    %1 = vm.linear %0 {r5 = 3 * r0 + 1} : i32
    // after
    %1 = vm.linear %s {r0 = r1, r5 = 3 * r1 + 1} : i32
    ```

    For `vm.linear`, an instruction counts as 8 multiply-adds of a dense row, a
    row of CSR as 11 and each of its elements as 2, a dense row as its 32
    elements; of both formats the better one counts. A row that sums up many
    registers and is read by many rows is therefore not multiplied out.

    i32 wraps, and the product computes the same bits. Matrices of f32 are
    composed where each result is still rounded as before, which is so for rows
    that copy and for constants, or else if `allow-reassociation` is set.

    Remarks of the category `zyn-fuse` say what was fused, and why other ops
    were not.
  }];
  let options = [
    Option<"allowReassociation", "allow-reassociation", "bool", "false",
           "fuse what changes how results of floats are rounded">
  ];
}

def ZynPartialEvaluate : Pass<"zyn-partial-evaluate"> {
  let summary = "Computes what is known before the program runs";
  let description = [{
    Follows known words through the blocks of ops that implement
    `EvaluationScopeOpInterface`, along the edges that can be taken: where two
    join, a word is known if it is the same on both. Then ops become simpler
    (`PartiallyEvaluableOpInterface`), branches that are decided are jumps,
    blocks that nothing reaches are erased, and a block with one predecessor
    that only goes there becomes part of it.

    For `vm.routine`, the words are registers. All but `r0` are 0 at the begin
    of a routine that is launched and never called, and unknown at that of
    others. Oracles become linear where they can: constants, and sums,
    differences and products of a constant in the type of the program.

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

    Results are the same bits. What a device computes in its own way (`sin`,
    `cos`, `exp`, `log`, `pow`), `random`, NaNs, and a division by zero, which
    traps, are left alone.

    Remarks of the category `zyn-partial-evaluate` count what became simpler.
  }];
}

def ZynUnroll : Pass<"zyn-unroll"> {
  let summary = "Unrolls loops";
  let description = [{
    Of ops that implement `UnrollableOpInterface`: `scf.for`, and the natural
    loops of a `vm.routine`, innermost first.

    With `factor=0`, a loop whose number of iterations is known, and small, is
    unrolled completely. For a routine, the loop is followed in partial
    evaluation, an iteration after the other, until it leaves; it becomes that
    many copies, and what is known is then computed as by
    `--zyn-partial-evaluate`, so that the branches of the loop vanish.

    With a factor of 2 or more, that many copies of the body become one
    iteration. Those of a routine keep their exits, so any number of iterations
    is right; an `scf.for` gets a loop for those that are left over.

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

    Loops with more than one branch back are left alone, and so are those whose
    values are used after them other than as arguments of a block. Remarks of
    the category `zyn-unroll` say which and why.
  }];
  let options = [
    Option<"factor", "factor", "uint64_t", "0",
           "iterations that become one; 0: all, where their number is known">,
    Option<"maxIterations", "max-iterations", "uint64_t", "64",
           "the most iterations of a loop that is unrolled completely">,
    Option<"maxInstructions", "max-instructions", "uint64_t", "512",
           "the most ops that a loop becomes">
  ];
  let dependentDialects = ["affine::AffineDialect", "arith::ArithDialect"];
}

def ZynSelectMatrixFormat : Pass<"zyn-select-matrix-format"> {
  let summary = "Chooses how each constant matrix is stored";
  let description = [{
    Of ops that implement `MatrixFormatOpInterface`, such as `vm.linear`: CSR,
    or dense. `auto` takes CSR if less than `threshold` percent of all elements
    are non-zero, those of the identity's rows included. With `cost-model`, it
    takes what the op estimates to be faster. For `vm.linear`, that is counted
    for the rows that are stored: a row of CSR as 11 multiply-adds of a dense
    row, each of its elements as 2, a dense row as many as it has elements. A
    format that is written already stays, unless `format` names one.

    ```mlir
    // before
    %0 = vm.linear %s {r1 = r0 + 2 * r3 - 1} : i32
    // after
    %0 = vm.linear %s {r1 = r0 + 2 * r3 - 1} csr : i32
    ```

    Remarks of the category `zyn-select-matrix-format` say what was chosen and
    by which numbers.
  }];
  let options = [
    Option<"format", "format", "std::string", "\"auto\"", "auto, csr or dense">,
    Option<"threshold", "threshold", "unsigned", "15",
           "percentage of non-zeros from which on auto takes dense">,
    Option<"costModel", "cost-model", "bool", "false",
           "let auto compare estimated times instead">
  ];
}

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

def ZynSplitEmptyTensors : Pass<"zyn-split-empty-tensors"> {
  let summary = "Bounds the number of uses of each tensor.empty";
  let description = [{
    CSE makes one `tensor.empty` of all that have the same type, and ops that
    write to it in place then alias each other. One-Shot Bufferize takes time
    cubic in the number of values that alias. This pass gives each `max-uses`
    uses, in program order, a `tensor.empty` of their own. It stands in the
    block of the original, in front of the first of these uses, so that a loop
    still reuses what was allocated outside of it.

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

    With few uses, each may get a buffer where one would do for all. The
    default is the most for which the analysis does not dominate compile time.
  }];
  let options = [
    Option<"maxUses", "max-uses", "unsigned", "8",
           "the most uses of a tensor.empty">
  ];
}

def ZynBoundAliasSets : Pass<"zyn-bound-alias-sets"> {
  let summary = "Bounds the uses and aliases that bufferization compares";
  let description = [{
    For each operand, One-Shot Bufferize compares all reads with all writes of
    what aliases it: quadratic time for a value that many ops read, and cubic
    time for a chain of ops that write to one destination. Where nothing has to
    be compared, this pass hides the one from the other:

    - An argument that is not writable, or a result in a destination of its own
      that is only read, cannot be overwritten. Each `max-uses` of its readers
      get a tensor of their own on its buffer.
    - A result in a destination of its own, whose one user writes to it, can be
      overwritten. Every `max-chain` ops, such a chain goes on with another
      tensor on the same buffer.

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

    It has to run right before bufferization, after `--zyn-split-empty-tensors`.
    Buffers are expected to have no layout, so the arguments of functions have
    to be bufferized with `identity-layout-map`.
  }];
  let options = [
    Option<"maxUses", "max-uses", "unsigned", "32",
           "the most ops that read one tensor">,
    Option<"maxChain", "max-chain", "unsigned", "8",
           "the most ops that write to one tensor">
  ];
  let dependentDialects = ["bufferization::BufferizationDialect",
                           "memref::MemRefDialect"];
}

def ZynFreeLocalBuffers : Pass<"zyn-free-local-buffers"> {
  let summary = "Frees buffers that do not leave their block after the last use";
  let description = [{
    A buffer that is only read and written, directly or through views, is freed
    behind the last op of its block that uses it. Upstream's deallocation
    frees at the end of the block, and compares all buffers that are freed there
    with each other; it is left with those that are returned, yielded, or passed
    to another block. Both ops are marked with
    `bufferization.manual_deallocation`, by which it knows what is not its own.

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

    Ops in destination style, loads, stores, copies and calls are known to keep
    no reference to a buffer. A buffer with any other use is left alone.
  }];
  let dependentDialects = ["bufferization::BufferizationDialect",
                           "memref::MemRefDialect"];
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
  let summary = "Makes one kernel of those that are the same";
  let description = [{
    Kernels of a `gpu.module` that have the same type, attributes and body, but
    for names and source locations, become the first of them, and launches of
    the others launch that one. Each is then lowered, and compiled to machine
    code, once. It takes the locations of those that it replaces into its own,
    up to `max-locations` in all; the ops in it keep theirs.

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

    A kernel that nothing launches stays, since somebody may launch it by name,
    and so does one that anything but a launch refers to. A remark of the
    category `zyn-merge-kernels` says how many were merged in a module.
  }];
  let options = [
    Option<"maxLocations", "max-locations", "unsigned", "4",
           "the most source locations of a merged kernel">
  ];
  let dependentDialects = ["gpu::GPUDialect"];
}

def ZynApplySchedule : Pass<"zyn-apply-schedule", "::mlir::ModuleOp"> {
  let summary = "Applies the schedule that a program brings along";
  let description = [{
    A module in which there is a `transform.named_sequence @__transform_main` is
    transformed by it, as by upstream's `--transform-interpreter`. Then all named
    sequences are erased, so that nothing of the schedule is left to lower.

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
  let summary = "Gives host code that launches kernels memory that both can use";
  let description = [{
    A program that launches kernels itself, and whose host code reads or writes
    elements, registers buffers with the device, or passes them to functions
    from outside, means memory of the host by `memref.alloc`, and memory of the
    device by `gpu.alloc`. Its `memref.alloc` become `gpu.alloc host_shared`,
    its linalg ops and copies in host code become loops, and upstream's
    `--gpu-async-region` lets host code wait for kernels before it goes on to
    what they write. Other programs stay as they are.

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

    It runs after `--gpu-kernel-outlining`. Refused: linalg ops in host code
    that cannot become loops.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::async::AsyncDialect",
    "::mlir::gpu::GPUDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect"
  ];
}

def ZynDropDeallocations : Pass<"zyn-drop-deallocations"> {
  let summary = "Drops deallocations, before those of the pipeline are inserted";
  let description = [{
    Ownership-based deallocation frees each buffer after its last use, and
    refuses functions that free some themselves. Ops of host code that do
    nothing but free buffers, such as `memref.dealloc`, are therefore dropped
    before it. An asynchronous one becomes a `gpu.wait async`, for those that
    wait for it.

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
