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
