//===- BufferPasses.td - Passes for buffers -------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes around One-Shot Bufferize, in the order of the pipelines.
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_TRANSFORMS_BUFFERPASSES_TD
#define ZYN_TRANSFORMS_BUFFERPASSES_TD

include "mlir/Pass/PassBase.td"

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

    What is in the buffer of another argument, such as one of two that are
    exchanged, is copied before.

    Tensors with dynamic sizes are left alone, since an iteration may change the
    sizes, and so are those of an `scf.while`: `--zyn-bufferize` lets such loops
    return new buffers.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def ZynCopyStridedResults : Pass<"zyn-copy-strided-results", "ModuleOp"> {
  let summary = "Copies views with dynamic sizes at function boundaries";
  let description = [{
    The buffers of a function's arguments and results have no strides. A tensor
    of dynamic sizes that is returned or passed to another function, and that
    bufferization makes a view with strides of its own, is copied, since
    `--one-shot-bufferize` of LLVM 22 takes unknown strides for those of the
    sizes. It copies views with known strides itself. A `tensor.empty` becomes a
    `bufferization.alloc_tensor`, whose buffer has a known type.

    ```mlir
    // before
    %r = tensor.extract_slice %x[0, 0] [4, %n] [1, 1]
        : tensor<4x?xf32> to tensor<4x?xf32>
    return %r : tensor<4x?xf32>
    // after
    %r = tensor.extract_slice %x[0, 0] [4, %n] [1, 1]
        : tensor<4x?xf32> to tensor<4x?xf32>
    %0 = bufferization.alloc_tensor() copy(%r) : tensor<4x?xf32>
    return %0 : tensor<4x?xf32>
    ```
  }];
  let dependentDialects = ["bufferization::BufferizationDialect"];
}

def ZynExpandConcats : Pass<"zyn-expand-concats"> {
  let summary = "Lets ops write to the parts of concatenations";
  let description = [{
    Replaces a `tensor.concat` by insertions into its result. Upstream's
    bufferization copies each operand. An op whose result is only concatenated
    and whose destination is a `tensor.empty` writes to its part of the result
    instead, if the sizes along the concatenated dimension are static.

    ```mlir
    // before
    %0 = tensor.empty() : tensor<4xf32>
    %1 = zyn.map ins(%x : tensor<4xf32>) outs(%0 : tensor<4xf32>) ...
    %2 = tensor.concat dim(0) %1, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
    // after
    %0 = tensor.empty() : tensor<8xf32>
    %part = tensor.extract_slice %0[0] [4] [1] : tensor<8xf32> to tensor<4xf32>
    %1 = zyn.map ins(%x : tensor<4xf32>) outs(%part : tensor<4xf32>) ...
    %3 = tensor.insert_slice %1 into %0[0] [4] [1] : tensor<4xf32> into tensor<8xf32>
    %2 = tensor.insert_slice %y into %3[4] [4] [1] : tensor<4xf32> into tensor<8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
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

def ZynCheckBufferizable : Pass<"zyn-check-bufferizable"> {
  let summary = "Rejects ops on tensors that have no equivalent on buffers";
  let description = [{
    One-Shot Bufferize fails at ops that do not implement
    `BufferizableOpInterface`, such as calls through the address of a function on
    tensors. This pass, which precedes it, reports the first one, with its name.
    It does not change the IR.
  }];
}

def ZynBufferResultsToArguments
    : Pass<"zyn-buffer-results-to-arguments", "::mlir::ModuleOp"> {
  let summary = "Makes buffers that functions return their arguments";
  let description = [{
    Upstream's `--drop-equivalent-buffer-results` and
    `--buffer-results-to-out-params`, for all functions with static sizes of
    results. Functions whose address is taken are called through their former
    types, which a private function keeps:

    ```mlir
    // before
    func.func @f(%x: memref<4xf32>) -> memref<4xf32> {...}
    %f = func.constant @f : (memref<4xf32>) -> memref<4xf32>
    // after
    func.func @f(%x: memref<4xf32>, %r: memref<4xf32> {bufferize.result}) {...}
    func.func private @f_indirect(%x: memref<4xf32>) -> memref<4xf32> {
      %r = memref.alloc() : memref<4xf32>
      call @f(%x, %r) : (memref<4xf32>, memref<4xf32>) -> ()
      return %r : memref<4xf32>
    }
    %f = func.constant @f_indirect : (memref<4xf32>) -> memref<4xf32>
    ```
  }];
  let dependentDialects = ["::mlir::func::FuncDialect",
                           "::mlir::memref::MemRefDialect"];
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

def ZynLowerDeallocations : Pass<"zyn-lower-deallocations", "::mlir::ModuleOp"> {
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

def ZynForwardCopies : Pass<"zyn-forward-copies"> {
  let summary = "Lets ops write to where their results are copied";
  let description = [{
    An op that writes a buffer of its own, which is then copied to a part of
    another local buffer, writes to that part itself if nothing accesses it in
    between. One-Shot Bufferize does not find this for an op with several
    results that go to different parts of the same buffer.

    ```mlir
    // before
    %a = memref.alloc() : memref<4xf32>
    zyn.map ins(%x : memref<4xf32>) outs(%a : memref<4xf32>) ...
    %part = memref.subview %whole[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
    memref.copy %a, %part : memref<4xf32> to memref<4xf32, strided<[1], offset: 4>>
    // after
    %part = memref.subview %whole[4] [4] [1] : memref<8xf32> to memref<4xf32, strided<[1], offset: 4>>
    zyn.map ins(%x : memref<4xf32>) outs(%part : memref<4xf32, strided<[1], offset: 4>>) ...
    ```
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def ZynPlanBuffers : Pass<"zyn-plan-buffers", "::mlir::func::FuncOp"> {
  let summary = "Puts the buffers of a function into one workspace";
  let description = [{
    Buffers with static sizes that are freed in the block that allocates them
    become views of one workspace, which is allocated once per call. Buffers
    that are never in use at the same time share memory, also in parts: a large
    buffer may reuse the memory of several small ones. Offsets are multiples of
    256 bytes and are assigned by best fit, in O(n log n). A buffer is in use
    from its allocation to its deallocation, which includes whole loops and
    branches in between. A buffer with dynamic sizes instead uses the memory of
    an earlier one of the same block, type and sizes, if there is one.

    ```mlir
    // before
    %a = memref.alloc() : memref<64xf32>
    "test.use"(%a) : (memref<64xf32>) -> ()
    memref.dealloc %a : memref<64xf32>
    %b = memref.alloc() : memref<128xf32>
    "test.use"(%b) : (memref<128xf32>) -> ()
    memref.dealloc %b : memref<128xf32>
    return
    // after
    %workspace = memref.alloc() {alignment = 256 : i64} : memref<512xi8>
    %c0 = arith.constant 0 : index
    %a = memref.view %workspace[%c0][] : memref<512xi8> to memref<64xf32>
    "test.use"(%a) : (memref<64xf32>) -> ()
    %b = memref.view %workspace[%c0][] : memref<512xi8> to memref<128xf32>
    "test.use"(%b) : (memref<128xf32>) -> ()
    memref.dealloc %workspace : memref<512xi8>
    return
    ```

    The pipelines for GPUs include it: a call allocates once, buffers have the
    same addresses in each call, which graphs of the driver use again, and
    memory is saved if the sizes of buffers differ. A workspace is one
    contiguous block for the whole call, even if its largest buffers are in a
    branch that is not taken. The emulator, which finds accesses outside of
    allocations, would not find those that remain in the workspace, and the
    host reuses the memory that was freed last, which is in its caches.

    Buffers that the caller receives, that are freed in another block or under a
    condition, that are allocated in a region that may run in parallel or
    asynchronously, or that have a layout, a memory space or an alignment of
    more than 256 bytes keep their allocations. So do all of them if the workspace would be larger than blocks of the sizes
    of the buffers. A remark of the category `zyn-plan-buffers` reports
    the bytes before and after.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def ZynPromoteTaskBuffers : Pass<"zyn-promote-task-buffers"> {
  let summary = "Allocates the small buffers of parallel iterations on the stack";
  let description = [{
    A buffer with static sizes that an iteration of an `scf.parallel` allocates
    and frees is on the stack of its thread instead, up to `max-bytes` for an
    iteration. Otherwise, the threads wait for each other: they share the memory
    from which buffers are allocated. Loops in others, and those with results,
    are left alone, since they become sequential ones.

    ```mlir
    // before
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      %t = memref.alloc() : memref<4x1024xf64>
      ...
      memref.dealloc %t : memref<4x1024xf64>
    }
    // after
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      %t = memref.alloca() : memref<4x1024xf64>
      ...
    }
    ```
  }];
  let options = [
    Option<"maxBytes", "max-bytes", "int64_t", /*default=*/"65536",
           "Bytes on the stack for an iteration">
  ];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
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

#endif // ZYN_TRANSFORMS_BUFFERPASSES_TD
