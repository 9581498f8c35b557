//===- AsyncCopyOps.td - Asynchronous copies ------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_ASYNCCOPYOPS_TD
#define ZYN_DIALECT_KERNEL_IR_ASYNCCOPYOPS_TD

include "Zyn/Dialect/Kernel/IR/KernelTypes.td"

def Kernel_AsyncCopyOp : Kernel_Op<"async_copy", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>],
                                   Kernel_Ampere, /*dynamicTarget=*/true> {
  let summary = "Starts a copy from global to shared memory";
  let description = [{
    Starts a copy of `bytes` bytes, 4, 8 or 16, from the element of `source` at
    its indices to the element of `destination` at its indices, and continues
    without waiting. Both addresses must be multiples of `bytes`, and both
    buffers must be contiguous along the last dimension; otherwise the behavior
    is undefined. `source` is in global memory, `destination` in shared memory.

    With `valid`, only that many elements are read, and the rest of the
    destination is set to zero, as needed at the edges of a matrix. `valid` is
    at least 0 and at most the number of elements in `bytes`. With 0, nothing is
    read, but the address must be valid.

    The copied elements are visible to the thread after a `kernel.async_wait`
    that includes the copy, and to other threads after a subsequent barrier.
    Until then, the source must not be written, and the destination must not be
    accessed.

    `cache` specifies the caches that the copy goes through: `l1` for both, `l2`
    for L2 only (16 bytes only), `streaming` to be evicted from L2 first. By
    default, copies of 16 bytes go through L2 only, smaller copies through both.
    Becomes `cp.async.ca` or `cp.async.cg`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: memref<64x64xf32>, %i: index, %n: index) kernel {
        %tile = kernel.shared : memref<16x64xf32, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.async_copy %x[%i, %c0], %tile[%c0, %c0] bytes 16
            : memref<64x64xf32>, memref<16x64xf32, #gpu.address_space<workgroup>>
        kernel.async_copy %x[%i, %c0], %tile[%c0, %c0] bytes 16 valid %n cache streaming
            : memref<64x64xf32>, memref<16x64xf32, #gpu.address_space<workgroup>>
        kernel.async_commit
        kernel.async_wait 0
        kernel.barrier
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Arg<Kernel_StridedBuffer, "", [MemRead]>:$source,
                       Variadic<Index>:$sourceIndices,
                       Arg<Kernel_StridedBuffer, "", [MemWrite]>:$destination,
                       Variadic<Index>:$destinationIndices,
                       I64Attr:$bytes, Optional<Index>:$valid,
                       DefaultValuedAttr<Kernel_CopyCache,
                           "::mlir::kernel::CopyCache::automatic">:$cache);
  let assemblyFormat = [{
    $source `[` $sourceIndices `]` `,` $destination `[` $destinationIndices `]`
    `bytes` $bytes (`valid` $valid^)? (`cache` $cache^)? attr-dict
    `:` type($source) `,` type($destination)
  }];
  let hasVerifier = 1;
}

def Kernel_AsyncCommitOp : Kernel_Op<"async_commit", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_Ampere> {
  let summary = "Groups the copies since the last commit";
  let description = [{
    All asynchronous copies of the thread since its last `kernel.async_commit`
    become a group, which may be empty. Groups of a thread complete in the order
    of their commits. Becomes `cp.async.commit_group`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.async_commit
        gpu.return
      }
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Kernel_AsyncWaitOp : Kernel_Op<"async_wait", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_Ampere> {
  let summary = "Waits until at most some groups of copies are pending";
  let description = [{
    Waits until at most the last `groups` groups of the thread are pending. What
    the completed groups copied is visible to the thread, and to other threads
    after a barrier. Becomes `cp.async.wait_group`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.async_wait 1
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins I32Attr:$groups);
  let assemblyFormat = "$groups attr-dict";
  let hasVerifier = 1;
}

def Kernel_AsyncArriveOp : Kernel_Op<"async_arrive", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_Ampere> {
  let summary = "Arrives at an mbarrier when all previous copies complete";
  let description = [{
    Counts one arrival at the mbarrier as soon as all asynchronous copies that
    the thread has started so far complete; the thread continues without
    waiting. The mbarrier's count must include this arrival. What was copied is
    visible to threads that wait for the mbarrier. Becomes
    `cp.async.mbarrier.arrive.noinc`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.async_arrive %bars[%c0] : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$barriers, Variadic<Index>:$indices);
  let assemblyFormat = "$barriers `[` $indices `]` attr-dict `:` type($barriers)";
  let hasVerifier = 1;
}

#endif // ZYN_DIALECT_KERNEL_IR_ASYNCCOPYOPS_TD
