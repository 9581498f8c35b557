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

def ZynFuse : Pass<"zyn-fuse"> {
  let summary = "Makes one op of neighbours where that takes less time";
  let description = [{
    An op that implements `FusableOpInterface` and the one that makes its
    operand, in the same block and without another use, become one if it is
    estimated to take less time than both. For `vm.linear` that is the product
    of the matrices:

    ```mlir
    // before
    %0 = vm.linear %s {r0 = r1} : i32
    %1 = vm.linear %0 {r5 = 3 * r0 + 1} : i32
    // after
    %1 = vm.linear %s {r0 = r1, r5 = 3 * r1 + 1} : i32
    ```

    An instruction counts as 8 multiplications and additions of a dense row,
    a row of CSR as 11 and each of its elements as 2, a dense row as its 32
    elements (`MatrixCosts`); of both formats the better one counts. A row that
    sums up many registers and is read by many rows is therefore not
    multiplied out.

    i32 wraps, and the product computes the same bits. Matrices of f32 are
    composed where each result is still rounded as before, which is so for rows
    that copy and for constants, or else if `allow-reassociation` is set.

    Remarks of the category `zyn-fuse` say what became one, and why others did
    not.
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
    meet, a word is known if it is the same on both. Then ops become simpler
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
    takes what is estimated to be faster, for the rows that are stored: a row of
    CSR counts as 11 multiplications and additions of a dense row, each of its
    elements as 2, a dense row as many as it has elements (`MatrixCosts`). A
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

#endif // ZYN_TRANSFORMS_PASSES_TD
