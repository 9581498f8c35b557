//===- Passes.td - Passes on the zyn dialect ------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_TRANSFORMS_PASSES_TD
#define ZYN_DIALECT_ZYN_TRANSFORMS_PASSES_TD

include "Zyn/Dialect/Zyn/Transforms/ConstraintPasses.td"
include "mlir/Pass/PassBase.td"

def ZynInsertRuntimeChecks : Pass<"zyn-insert-runtime-checks"> {
  let summary = "Inserts run-time checks of sizes that must be equal";
  let description = [{
    For each op on buffers that implements `ComputeOpInterface`, inserts
    comparisons of the dynamic sizes that must be equal: those of inputs with
    those of the destination if the same loop accesses both according to the
    indexing maps; M, N, K and the batch dimensions of a matmul. If sizes differ
    at run time, the program terminates with a message that contains the op's
    source location. Sizes that are known to be equal from their types are not
    compared. Functions with `#zyn.constraints<unchecked = true>` are left alone,
    with a remark of the category `zyn-hoist-checks` that counts their checks,
    also those of indices in the code of gathers and the like.

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

    Ops on tensors are left alone: the pass runs after `--zyn-bufferize`.
  }];
  let dependentDialects = ["arith::ArithDialect", "cf::ControlFlowDialect",
                           "memref::MemRefDialect"];
}

def ZynInsertTensorChecks : Pass<"zyn-insert-tensor-checks"> {
  let summary = "Inserts run-time checks of the sizes that ops assume";
  let description = [{
    Inserts the checks of `RuntimeVerifiableOpInterface` for ops of the tensor
    dialect, and for ops of linalg some of whose operands have constant sizes
    where others have dynamic ones. A cast to a size that the tensor does not
    have, a slice beyond its end that is extracted or inserted, a reshape to
    another number of elements, or a concatenation of parts whose other sizes
    differ ends the program with a message instead of accessing memory that is
    not its own. Bodies on scalars are left alone, and so are functions with
    `#zyn.constraints<unchecked = true>`, with a remark of the category
    `zyn-hoist-checks` that counts their checks.

    ```mlir
    // before
    %r = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
    // after
    %size = tensor.dim %x, %c0 : tensor<?xf32>
    %equal = arith.cmpi eq, %size, %c4 : index
    cf.assert %equal, "f.mlir:3:8: error: 'tensor.cast' op size mismatch of dim 0"
    %r = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "cf::ControlFlowDialect",
                           "index::IndexDialect", "scf::SCFDialect",
                           "tensor::TensorDialect"];
}

def ZynCheckDevices : Pass<"zyn-check-devices"> {
  let summary = "Checks that tensors are on the device that uses them";
  let description = [{
    Reports an op whose operands and results are placed on different devices by
    `#zyn.device`, or by the `device` of a `#zyn.shape`:

    ```
    f.mlir:3:8: error: 'zyn.map' op expected all tensors on one device, found operand #0 on cuda:0 and operand #1 on cuda:1
    ```

    With the option `device`, it also reports tensors that are placed on another
    device, and, if it is `cpu`, functions of the host whose `#zyn.kernel` has
    `device = cuda`. A function whose `#zyn.kernel` has `device = rocm`, `vulkan`
    or `metal` is an error, since these have no code generator. The pass does not
    change the IR; `--zyn-lower-encodings` removes the encodings.
  }];
  let options = [
    Option<"device", "device", "std::string", /*default=*/"",
           "Device that runs the program: cpu, cuda:N or emulate">
  ];
}

def ZynLowerEncodings : Pass<"zyn-lower-encodings", "::mlir::ModuleOp"> {
  let summary = "Lowers encodings of tensors to run-time checks";
  let description = [{
    Removes `#zyn.shape` and `#zyn.device` from all types. Sizes that have the
    same name in a function are compared, and those with a `max` are compared
    with it: static ones by the pass, which reports those that differ, and
    others when the program runs, unless the function has
    `#zyn.constraints<unchecked = true>`:

    ```mlir
    // before
    func.func @f(%x: tensor<?xf32, #zyn.shape<"M" max 64>>, %y: tensor<?xf32, #zyn.shape<"M">>)
    // after
    func.func @f(%x: tensor<?xf32>, %y: tensor<?xf32>) {
      %m = tensor.dim %x, %c0 : tensor<?xf32>
      %0 = arith.cmpi ule, %m, %c64 : index
      zyn.assert %0, "expected 'M' to be at most 64, found {0} in dimension 0 of argument #0"(%m)
      %n = tensor.dim %y, %c0 : tensor<?xf32>
      %1 = arith.cmpi eq, %n, %m : index
      zyn.assert %1, "expected 'M' to be one size, found {0} in dimension 0 of argument #0 and {1} in dimension 0 of argument #1"(%m, %n)
    ```

    A name is bound by the first dimension that has it. In a region, such as a
    branch of `scf.if`, a name that is not bound outside of it is bound for one
    execution of the region.

    The attribute `zyn.max_sizes` of an op lists the upper bound of the size of
    each of its loops, or -1, so that its schedule can make use of it.

    Two maxima of one name in a function are an error. The encodings of other
    dialects are left alone.
  }];
  let dependentDialects = ["arith::ArithDialect", "tensor::TensorDialect",
                           "zyn::ZynDialect"];
}

def ZynRaiseAttention : Pass<"zyn-raise-attention"> {
  let summary = "Recognizes attention that is decomposed into other ops";
  let description = [{
    Replaces two matmuls with a softmax between them with one `zyn.attention`,
    which stores neither the scores nor the weights:

    ```mlir
    // before
    %scores = zyn.matmul transpose_b ins(%q, %k : ...) outs(...)
    %weights = zyn.rows ins(%scores, %mask : ...) dimensions = [2] {
      // mulf, addf, maximum of the row, subf, exp, sum of the row, divf
    }
    %r = zyn.matmul ins(%weights, %v : ...) outs(...)
    // after
    %r = zyn.attention scale = 0.125 ins(%q, %k, %v : ...) mask(%mask : ...)
        outs(...)
    ```

    It runs after `--zyn-fuse`, where the maps and reductions of exporters, and
    the reshapes between them, have become one `zyn.rows`, so that a softmax is
    an expression in one body. Before, it would have to be matched across a
    dozen ops.

    These become a part of the op:

    - the scale: constant factors and divisors of the scores, also in the
      epilogue of the first matmul, and of the queries and keys, if the map that
      multiplies them does nothing else or transposes them;
    - the mask: what is added to the scores after they are scaled, and conditions
      under which scores are replaced by -infinity. What is not an element of an
      input is computed by a map. A mask of 0 and -infinity becomes one of i1,
      and one that compares the indices of queries and keys makes the op
      `causal`, if the last of each are at the same position. So do the masks of
      ops that are `zyn.attention` already;
    - the test that exporters write for rows of scores that are all -infinity,
      whose result is 0.

    The result is not bitwise that of the ops: sums are accumulated in another
    order, and scores of f16 and bf16 are not rounded to these types.

    Without the above test, rows of scores that are all -infinity are NaN, while
    `zyn.attention` gives 0. A mask must then be known to leave a key in each row:
    an addend or a condition that is a constant, finite numbers, or a comparison of
    the indices of keys and queries that holds for the first key.

    A remark says what was replaced, or why it was not: the elements are not
    f16, bf16, f32 or f64, the types of queries, keys and values differ, the
    weights have other uses, the mask replaces scores by another number than
    -infinity or is applied before the scale, there are more than two dimensions
    of batches, reshapes change the batches or queries, or the scale is not
    finite. Scores that have other uses are computed twice. The epilogue of the
    second matmul becomes a map, which `--zyn-fuse-moved-epilogues` makes that of
    the attention.
  }];
  let dependentDialects = ["arith::ArithDialect", "tensor::TensorDialect"];
}

def ZynSinkReshapes : Pass<"zyn-sink-reshapes"> {
  let summary = "Moves reshapes of the results of products behind maps";
  let description = [{
    A `zyn.map` of reshaped sums of products, or of what such maps compute,
    computes the sums as they are, and its result is reshaped. `--zyn-fuse` can
    then make it a part of the epilogue. The reshape is a `tensor.expand_shape`,
    or a `tensor.collapse_shape` that only drops dimensions of size 1. Other
    inputs of the map may be broadcast, such as a bias, but may not depend on
    only some of the dimensions that a dimension is expanded to. Maps with indices, and with sizes
    that are only compared when the program runs, stay as they are, and so do
    those that would otherwise be fused with other ops of their shape, such as
    the reductions of a softmax.

    ```mlir
    // before
    %1 = zyn.matmul ins(%x, %w : tensor<6x4xf32>, tensor<4x8xf32>)
                    outs(%0 : tensor<6x8xf32>) -> tensor<6x8xf32>
    %2 = tensor.expand_shape %1 [[0, 1], [2]] output_shape [2, 3, 8]
        : tensor<6x8xf32> into tensor<2x3x8xf32>
    %r = zyn.map ins(%2 : tensor<2x3x8xf32>) outs(%y : tensor<2x3x8xf32>) {
    ^bb0(%a: f32):
      %b = math.tanh %a : f32
      zyn.yield %b : f32
    } -> tensor<2x3x8xf32>
    // after
    %1 = zyn.matmul ins(%x, %w : tensor<6x4xf32>, tensor<4x8xf32>)
                    outs(%0 : tensor<6x8xf32>) -> tensor<6x8xf32>
    %e = tensor.empty() : tensor<6x8xf32>
    %2 = zyn.map ins(%1 : tensor<6x8xf32>) outs(%e : tensor<6x8xf32>) {
    ^bb0(%a: f32):
      %b = math.tanh %a : f32
      zyn.yield %b : f32
    } -> tensor<6x8xf32>
    %r = tensor.expand_shape %2 [[0, 1], [2]] output_shape [2, 3, 8]
        : tensor<6x8xf32> into tensor<2x3x8xf32>
    ```
  }];
  let dependentDialects = ["tensor::TensorDialect"];
}

def ZynSinkConcats : Pass<"zyn-sink-concats"> {
  let summary = "Moves concatenations behind maps";
  let description = [{
    A `zyn.map` of a `tensor.concat` that nothing else uses becomes the
    concatenation of maps of its parts, which write to their places in the
    result and may be fused with what computes the parts. Slices that this
    needs of other maps become maps of slices if these only move elements, or
    if no other elements of them are needed. A rotary embedding, for example,
    which multiplies a tensor and the same with its halves swapped, is one
    kernel without copies.

    There may be up to four parts, whose sizes along the concatenated dimension
    are known. Maps that a reduction may be fused with stay as they are, and so
    do those that only read the concatenation if some part is not computed by
    an op that they may be fused with, such as a cache of keys.

    ```mlir
    // before
    %0 = tensor.concat dim(1) %a, %b
        : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
    %r = zyn.map ins(%0, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%y : tensor<8x8xf32>) {
    ^bb0(%c: f32, %d: f32):
      %e = arith.mulf %c, %d : f32
      zyn.yield %e : f32
    } -> tensor<8x8xf32>
    // after
    %x1 = tensor.extract_slice %x[0, 0] [8, 4] [1, 1] : tensor<8x8xf32> to tensor<8x4xf32>
    %x2 = tensor.extract_slice %x[0, 4] [8, 4] [1, 1] : tensor<8x8xf32> to tensor<8x4xf32>
    %y1 = zyn.map ins(%a, %x1 : tensor<8x4xf32>, tensor<8x4xf32>) ...
    %y2 = zyn.map ins(%b, %x2 : tensor<8x4xf32>, tensor<8x4xf32>) ...
    %r = tensor.concat dim(1) %y1, %y2
        : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "tensor::TensorDialect"];
}

def ZynGroupHeads : Pass<"zyn-group-heads"> {
  let summary = "Lets heads of an attention share repeated keys and values";
  let description = [{
    Keys and values that maps repeat for each head of a group, which exporters
    do for attention with fewer heads of keys than of queries, are computed once
    for each group, and the attention has a `group_size`. They may be
    concatenations of such maps, but nothing else may use them.

    ```mlir
    // before
    %0 = zyn.map ins(%k : tensor<2x4x9x64xf32>) outs(%e : tensor<2x4x8x9x64xf32>)
        indexing_maps = [affine_map<(b, g, r, n, d) -> (b, g, n, d)>] ...
    %1 = tensor.collapse_shape %0 [[0], [1, 2], [3], [4]]
        : tensor<2x4x8x9x64xf32> into tensor<2x32x9x64xf32>
    %r = zyn.attention ins(%q, %1, %v : ...) ...
    // after
    %0 = zyn.map ins(%k : tensor<2x4x9x64xf32>) outs(%e : tensor<2x4x9x64xf32>) ...
    %r = zyn.attention group_size = 8 ins(%q, %0, %v : ...) ...
    ```
  }];
  let dependentDialects = ["tensor::TensorDialect"];
}

def ZynFuseMovedEpilogues : Pass<"zyn-fuse-moved-epilogues"> {
  let summary = "Fuses maps of moved results into epilogues";
  let description = [{
    A `zyn.map` of the results of a product or of attention becomes a part of
    its epilogue, as by `--zyn-fuse`, even if the results are moved first: by
    maps that only transpose them, `tensor.collapse_shape`, or a
    `tensor.expand_shape` that only adds dimensions of size 1. These, which must
    be the only uses, then move what the epilogue computes. If the map transposes
    them itself, another map does afterwards, which
    `--zyn-absorb-transposes` can turn into a view; it is fused only if the op
    can write such views. Other inputs of the map get the dimensions that the
    results had before they were merged. The costs are those of `--zyn-fuse`.

    It runs after `--zyn-raise-attention`, which `--zyn-fuse` has to run
    before. Exporters transpose the heads of attention and merge them before
    anything else:

    ```mlir
    // before
    %1 = zyn.attention ins(%q, %k, %v : ...) outs(...) -> tensor<2x4x32x16xf32>
    %2 = zyn.map ins(%1 : tensor<2x4x32x16xf32>)
        outs(%0 : tensor<2x32x4x16xf32>)
        indexing_maps = [affine_map<(b, i, h, e) -> (b, h, i, e)>] {
    ^bb0(%a: f32):
      zyn.yield %a : f32
    } -> tensor<2x32x4x16xf32>
    %3 = tensor.collapse_shape %2 [[0], [1], [2, 3]]
        : tensor<2x32x4x16xf32> into tensor<2x32x64xf32>
    %r = zyn.map ins(%3, %gate : tensor<2x32x64xf32>, tensor<2x32x64xf32>)
        outs(%y : tensor<2x32x64xf32>) {
    ^bb0(%a: f32, %g: f32):
      %p = arith.mulf %a, %g : f32
      zyn.yield %p : f32
    } -> tensor<2x32x64xf32>
    // after
    %4 = tensor.expand_shape %gate [[0], [1], [2, 3]]
        output_shape [2, 32, 4, 16]
        : tensor<2x32x64xf32> into tensor<2x32x4x16xf32>
    %1 = zyn.attention ins(%q, %k, %v : ...) outs(...)
        epilogue_ins(%4 : tensor<2x32x4x16xf32>)
        epilogue_maps = [affine_map<(b, h, i, e) -> (b, i, h, e)>] epilogue {
    ^bb0(%a: f32, %g: f32):
      %p = arith.mulf %a, %g : f32
      zyn.yield %p : f32
    } -> tensor<2x4x32x16xf32>
    %2 = zyn.map ins(%1 : tensor<2x4x32x16xf32>)
        outs(%0 : tensor<2x32x4x16xf32>)
        indexing_maps = [affine_map<(b, i, h, e) -> (b, h, i, e)>] {
    ^bb0(%a: f32):
      zyn.yield %a : f32
    } -> tensor<2x32x4x16xf32>
    %r = tensor.collapse_shape %2 [[0], [1], [2, 3]]
        : tensor<2x32x4x16xf32> into tensor<2x32x64xf32>
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "tensor::TensorDialect"];
}

def ZynAbsorbTransposes : Pass<"zyn-absorb-transposes"> {
  let summary = "Lets ops read and write transposed tensors where they are";
  let description = [{
    A `zyn.map` that only moves elements to other places, and keeps the last
    dimension, becomes a `zyn.transpose`, which is a view, if all of its users
    read such views as fast: products, attention, and copies into a slice.
    Likewise, a product or attention whose result only such a map reads writes
    the elements where the map would have moved them.

    Rows of less than 32 bytes, which is what a GPU reads at once, are moved, and
    so are tensors whose strides are not known to be multiples of 16 bytes, or
    whose sizes are only compared when the program runs.

    A transpose that has the type of its source, such as that of a square, is
    copied before it is inserted into another tensor, since
    `--one-shot-bufferize` of LLVM 22 might take it for its source.

    ```mlir
    // before
    %1 = zyn.map ins(%q : tensor<2x128x12x64xf32>)
        outs(%0 : tensor<2x12x128x64xf32>)
        indexing_maps = [affine_map<(b, h, i, d) -> (b, i, h, d)>] {
    ^bb0(%a: f32):
      zyn.yield %a : f32
    } -> tensor<2x12x128x64xf32>
    %r = zyn.attention ins(%1, %k, %v : ...) outs(%y : ...) -> ...
    // after
    %1 = zyn.transpose %q permutation = [0, 2, 1, 3] : tensor<2x128x12x64xf32>
    %r = zyn.attention ins(%1, %k, %v : ...) outs(%y : ...) -> ...
    ```
  }];
  let dependentDialects = ["bufferization::BufferizationDialect",
                           "tensor::TensorDialect"];
}

def ZynGroupOps : Pass<"zyn-group-ops"> {
  let summary = "Moves similar ops together";
  let description = [{
    Products of a block that multiply the same A, and otherwise only differ in
    their operands, follow each other afterwards: those of queries, keys and
    values, for example. So do maps of arguments of the function with up to
    1 MiB of results, such as those of the weights of layers. An op is moved to
    earlier ones if it does not depend on them, together with the ops without
    effects that it needs. Their results then have buffers of their own, so that
    `--kernel-merge-launches` can merge their launches. All sizes are known.

    ```mlir
    // before
    %q = zyn.matmul ins(%x, %wq : ...) outs(%empty : ...) -> ...
    %heads = zyn.map ins(%q : ...) ...
    %k = zyn.matmul ins(%x, %wk : ...) outs(%empty : ...) -> ...
    // after
    %q = zyn.matmul ins(%x, %wq : ...) outs(%empty : ...) -> ...
    %k = zyn.matmul ins(%x, %wk : ...) outs(%empty : ...) -> ...
    %heads = zyn.map ins(%q : ...) ...
    ```
  }];
}

def ZynPropagateLayouts : Pass<"zyn-propagate-layouts"> {
  let summary = "Gives convolutions and what is between them one layout";
  let description = [{
    Convolutions of layout `nchw` on tensors become ones of layout `nhwc`, which
    kernels have, between maps that transpose their operands and results. What
    transposes a result moves through the ops that read it, which then compute
    in layout `nhwc`, too: maps, windows, and reductions of the spatial
    dimensions. Where it meets a map that transposes back, both are removed, so
    that arrays are only transposed where a program begins and ends with layout
    `nchw`. Maps that read more arrays of layout `nchw` than of `nhwc` remain.

    Run it before `--zyn-fuse`, which fuses what is between convolutions with
    these, and transposing maps with others.

    ```mlir
    // before
    %1 = zyn.conv2d layout = nchw ins(%x, %v : ...) outs(%empty : ...) -> ...
    %2 = zyn.map ins(%1 : ...) ...
    %3 = zyn.conv2d layout = nchw ins(%2, %w : ...) outs(%empty : ...) -> ...
    // after
    %x1 = zyn.map ins(%x : ...) ... indexing_maps = [affine_map<(n, h, w, c) -> (n, c, h, w)>]
    %1 = zyn.conv2d ins(%x1, %v1 : ...) outs(%empty1 : ...) -> ...
    %2 = zyn.map ins(%1 : ...) ...
    %3 = zyn.conv2d ins(%2, %w1 : ...) outs(%empty2 : ...) -> ...
    %4 = zyn.map ins(%3 : ...) ... indexing_maps = [affine_map<(n, c, h, w) -> (n, h, w, c)>]
    ```
  }];
  let dependentDialects = ["tensor::TensorDialect", "zyn::ZynDialect"];
}

#endif // ZYN_DIALECT_ZYN_TRANSFORMS_PASSES_TD
