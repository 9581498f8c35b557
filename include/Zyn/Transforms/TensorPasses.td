//===- TensorPasses.td - Rewrites of tensor programs ----- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TRANSFORMS_TENSORPASSES_TD
#define ZYN_TRANSFORMS_TENSORPASSES_TD

include "mlir/Pass/PassBase.td"

def ZynDecomposeTensorOps : Pass<"zyn-decompose-tensor-ops"> {
  let summary = "Decomposes ops on tensors that have no lowering";
  let description = [{
    Ops of linalg that consist of others, such as `linalg.softmax`, become
    these, and a `tensor.splat` becomes a `linalg.fill`. A `tensor.reshape` whose
    sizes are static, constants or those of a `tensor.from_elements` becomes
    `tensor.collapse_shape` and `tensor.expand_shape`, so that the sizes are
    values of host code instead of elements of a tensor.

    With `for-kernels`, a `tensor.insert` becomes a `tensor.insert_slice` of a
    slice that is filled, and a `tensor.from_elements` of up to 64 elements a
    `linalg.generic`, since host code cannot write elements on a device.

    ```mlir
    // before
    %shape = tensor.from_elements %m, %n : tensor<2xindex>
    %r = tensor.reshape %x(%shape)
        : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    // after
    %r = tensor.expand_shape %x [[0, 1]] output_shape [%m, %n]
        : tensor<?xf32> into tensor<?x?xf32>
    ```
  }];
  let options = [
    Option<"forKernels", "for-kernels", "bool", "false",
           "also decompose ops that write single elements">
  ];
  let dependentDialects = ["arith::ArithDialect", "linalg::LinalgDialect",
                           "tensor::TensorDialect"];
}

def ZynFuse : Pass<"zyn-fuse"> {
  let summary = "Fuses ops with their producers where that is faster";
  let description = [{
    Fuses an op that implements `FusableOpInterface` with the producer of its
    operand if they are in the same block and the fused op is estimated to take
    less time than both. The op defines its cost and how it is fused. If other
    ops use the producer, too, the fused op also has its results, unless one of
    these ops comes before it. Otherwise, a consumer may compute it itself if
    that saves time, and all of up to 8 consumers may, without the producer, if
    they do not take 1/16 longer: fused ops can be fused further. Producers with
    more than 64 uses are left alone. Then, an op may be fused with an earlier
    one that reads the same operand, such as two reductions of the same rows.

    A `zyn.map` is fused with maps, transposes and broadcasts as changes of
    indexing maps, and becomes a part of the epilogue of a sum of products. One
    that only converts elements is a part of the epilogue that reads them. With
    reductions of the innermost dimensions, it becomes a `zyn.rows`:

    ```mlir
    // before
    %0 = zyn.map ins(%x : tensor<8x64xf32>) outs(%e : tensor<8x64xf32>) {
    ^bb0(%v: f32):
      %s = arith.mulf %v, %v : f32
      zyn.yield %s : f32
    } -> tensor<8x64xf32>
    %1 = zyn.reduce ins(%0 : tensor<8x64xf32>) outs(%y : tensor<8xf32>)
        dimensions = [1] {...} -> tensor<8xf32>
    // after
    %1 = zyn.rows ins(%x, %y : tensor<8x64xf32>, tensor<8xf32>)
        outs(%f : tensor<8xf32>) dimensions = [1]
        indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
    ^bb0(%v: f32, %init: f32):
      %s = arith.mulf %v, %v : f32
      %t = zyn.reduce_row %s init %init : f32 {...}
      zyn.yield %t : f32
    } -> tensor<8xf32>
    ```

    The cost of zyn ops is in units of a simple operation on one element, of
    which an H200 computes about 8 while it reads or writes a byte of memory:
    2^26 for a kernel (2 us), 8 for each byte of the operands, each of which is
    accessed once, and 1 for each op of the body at each point, or 16 for a
    division, and 32 for a function of the math dialect. An op whose operands
    are the same for all points of a row counts once for each row. Inputs of
    rows of more than 262144 elements count once for each pass, as do ops whose
    results several passes need. Ops of an epilogue of products of 16 or 8 bits
    count three times, since few warps compute it; but as much of that time as
    the products take, 1 for 25 operations of 16 bits, is hidden but for an
    eighth of the whole. A dynamic dimension is assumed to be 1024. What
    is broadcast is only computed again for each element if that takes less time
    than reading it.

    A fused op has at most 256 ops in its body and 32 operands; an epilogue, 64
    ops and 8 operands. This bounds registers and kernel parameters, and the time
    that it takes to compile a kernel. Results are rounded as before, except that
    reductions add in another order. Ops are not fused if an array whose sizes
    are compared at run time would disappear. Reductions are not fused to rows
    if their combiner uses values from outside.

    For `vm.linear`, the fused op has the product of the matrices:

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

    Functions on tensors are canonicalized, and dialects that implement
    `TensorEvaluationInterface` add their patterns. For `zyn`:

    - A size of an operand or a result becomes static if that of another operand
      of the op determines it, or if an argument of the function knows the size
      that its name in `#zyn.shape` stands for. A comparison with a size that
      the program only knows when it runs remains, as a `zyn.assert`.
    - A map or a reduction of constants, in `arith.constant` or
      `zyn.constant_matrix`, becomes a constant.
    - An operand of a body or an epilogue all of whose elements are the same
      constant becomes a scalar in it, which upstream's folders simplify.
    - Maps that only move elements, such as transposes, become one or none.

    ```mlir
    // before
    func.func @f(%x: tensor<4x2xf32>, %n: index) -> tensor<?x2xf32> {
      %w = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
      %two = arith.constant dense<2.0> : tensor<2x2xf32>
      %e = tensor.empty() : tensor<2x2xf32>
      %t = zyn.map ins(%w, %two : tensor<2x2xf32>, tensor<2x2xf32>)
                   outs(%e : tensor<2x2xf32>)
          indexing_maps = [affine_map<(i, j) -> (j, i)>,
                           affine_map<(i, j) -> (i, j)>] {
      ^bb0(%a: f32, %b: f32):
        %0 = arith.mulf %a, %b : f32
        zyn.yield %0 : f32
      } -> tensor<2x2xf32>
      %y = tensor.empty(%n) : tensor<?x2xf32>
      %r = zyn.matmul ins(%x, %t : tensor<4x2xf32>, tensor<2x2xf32>)
                      outs(%y : tensor<?x2xf32>) -> tensor<?x2xf32>
      return %r : tensor<?x2xf32>
    }
    // after
    func.func @f(%x: tensor<4x2xf32>, %n: index) -> tensor<?x2xf32> {
      %c4 = arith.constant 4 : index
      %t = arith.constant dense<[[2.0, 6.0], [4.0, 8.0]]> : tensor<2x2xf32>
      %0 = arith.cmpi eq, %n, %c4 : index
      zyn.assert %0, "expected dimension 0 of 'outs' to be 4, found {0}"(%n)
      %y = tensor.empty() : tensor<4x2xf32>
      %r = zyn.matmul ins(%x, %t : tensor<4x2xf32>, tensor<2x2xf32>)
                      outs(%y : tensor<4x2xf32>) -> tensor<4x2xf32>
      %1 = tensor.cast %r : tensor<4x2xf32> to tensor<?x2xf32>
      return %1 : tensor<?x2xf32>
    }
    ```

    A constant has at most `max-elements` elements, and a body is evaluated at
    most 16 times as often. Other ops may keep the constants that it was
    computed from.

    Results have the same bits as on every device: left alone are functions of
    the math dialect, quotients, and ops with a NaN or a subnormal number as an
    operand or a result. Devices combine elements in another order, so that of
    reductions, only sums and products of integers, minima, maxima and bitwise
    ops are evaluated. A splat does not become a scalar if later passes could
    then evaluate such an op. With `allow-rounding`, all of these are evaluated,
    too. A reduction whose combiner has another type than the elements is never
    evaluated.

    Remarks of the category `zyn-partial-evaluate` report how many ops were
    simplified, and what was refused.
  }];
  let options = [
    Option<"maxElements", "max-elements", "uint64_t", "65536",
           "maximum number of elements of a tensor that is computed when "
           "compiling">,
    Option<"allowRounding", "allow-rounding", "bool", "false",
           "also evaluate floats that devices may round differently">
  ];
  let dependentDialects = ["affine::AffineDialect", "arith::ArithDialect",
                           "tensor::TensorDialect"];
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
    Selects CSR or dense for ops that implement `MatrixFormatOpInterface`:
    `vm.linear`, and `zyn.matmul` with a constant operand. `auto` selects CSR if
    less than `threshold` percent of all elements are non-zero; for `vm.linear`,
    this includes those of identity rows. With `cost-model`, it selects what the
    op estimates to be fastest. A format that is already set is kept, unless
    `format` names one.

    ```mlir
    // before
    %0 = vm.linear %s {r1 = r0 + 2 * r3 - 1} : i32
    // after
    %0 = vm.linear %s {r1 = r0 + 2 * r3 - 1} csr : i32
    ```

    For `vm.linear`, the cost is in units of one multiply-add of a dense row: 11
    for each stored row in CSR format plus 2 for each of its elements, and 1 for
    each element of a dense row.

    A `zyn.matmul` whose left operand is an `arith.constant`, or a
    `zyn.constant_matrix` without `format = dense`, becomes a `zyn.spmm`. Its
    arrays are those of a `zyn.constant_matrix` in CSR format, which verifies
    them, so that the program does not have to:

    ```mlir
    // before
    %w = arith.constant dense<[[0.0, 0.0, 2.0], [0.0, 0.0, 0.0]]> : tensor<2x3xf32>
    %r = zyn.matmul ins(%w, %x : tensor<2x3xf32>, tensor<3x16xf32>)
                    outs(%y : tensor<2x16xf32>) -> tensor<2x16xf32>
    // after
    %offsets, %columns, %values = zyn.constant_matrix format = csr
        offsets = dense<[0, 1, 1]> : tensor<3xi32>
        columns = dense<2> : tensor<1xi32> num_columns = 3
        values = dense<2.0> : tensor<1xf32>
    %r = zyn.spmm ins(%offsets, %columns, %values, %x
                      : tensor<3xi32>, tensor<1xi32>, tensor<1xf32>, tensor<3x16xf32>)
                  outs(%y : tensor<2x16xf32>) -> tensor<2x16xf32>
    ```

    If the right operand is constant, the transposed result is computed: a
    `zyn.map` transposes the other operand, unless it has `transpose_a`, and
    another one the result. The epilogue is kept; its maps are permuted. Batches
    of matrices stay dense. An element 0 or -0 is not stored, so that an
    infinity or a NaN that it is multiplied with does not become a part of the
    sum, as in `zyn.spmm`. The sign of a result that is zero may change.

    The cost model of matmuls estimates clock cycles of the GPU `chip`, with
    1024 for sizes that are not known: of the dense matmul, on the tensor cores
    if its elements and `precision` allow that, and of the `zyn.spmm` with its
    transpositions. With `allow-3xtf32`, a third candidate for f32 is the dense
    matmul with `precision = tf32x3`, which rounds differently and may make a
    NaN of an infinity.

    Remarks of the category `zyn-select-matrix-format` report the selected
    formats, the numbers on which the choice is based, and the bytes of the
    matrix and multiply-adds for each vector, in both formats. If other ops use
    the dense matrix, too, its bytes are counted in both.
  }];
  let options = [
    Option<"format", "format", "std::string", "\"auto\"", "auto, csr or dense">,
    Option<"threshold", "threshold", "unsigned", "15",
           "percentage of non-zeros from which auto selects dense">,
    Option<"costModel", "cost-model", "bool", "false",
           "make auto compare estimated times instead">,
    Option<"allow3xTF32", "allow-3xtf32", "bool", "false",
           "let the cost model choose three products of tf32 on the tensor "
           "cores for f32">,
    Option<"chip", "chip", "std::string", "\"sm_80\"",
           "architecture whose times the cost model estimates">
  ];
}

#endif // ZYN_TRANSFORMS_TENSORPASSES_TD
