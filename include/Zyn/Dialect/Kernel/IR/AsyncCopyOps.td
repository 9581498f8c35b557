//===- AsyncCopyOps.td - Copies that do not wait --------- -*- tablegen -*-===//
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
                                   Kernel_AnyTarget, /*dynamicTarget=*/true> {
  let summary = "Starts a copy from global to shared memory";
  let description = [{
    Starts a copy of `bytes` bytes, 4, 8 or 16, from the element of `source` at
    its indices on, to the element of `destination` at its own; the thread goes
    on without waiting. Both addresses are multiples of `bytes`, and both
    buffers are contiguous along the last dimension; otherwise it is undefined.
    `source` is in global memory, `destination` in shared memory.

    With `valid`, only that many elements are read, and the rest of the
    destination becomes zero: for the edges of a matrix. `valid` is at least 0
    and at most what `bytes` holds. With 0 the address is not read, but has to
    be a legal one.

    What was copied is there for the thread after a `kernel.async_wait` that
    includes the copy, and for others after a barrier that follows it. Until
    then, the source must not be written, nor the destination be used.

    `cache` says which caches the copy goes through: `l1` both, `l2` only L2
    (16 bytes only), `streaming` is first to be thrown out of L2. By default
    16 bytes go through L2 only, smaller copies through both. Becomes
    `cp.async.ca` or `cp.async.cg`.

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
  let arguments = (ins Kernel_StridedBuffer:$source,
                       Variadic<Index>:$sourceIndices,
                       Kernel_StridedBuffer:$destination,
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

def Kernel_AsyncCommitOp : Kernel_Op<"async_commit", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Makes a group of the copies since the last commit";
  let description = [{
    All asynchronous copies of the thread since its last `kernel.async_commit`
    become a group, which may be empty. Groups of a thread are done in the order
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

def Kernel_AsyncWaitOp : Kernel_Op<"async_wait", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Waits until at most some groups of copies are under way";
  let description = [{
    Waits until at most the last `groups` groups of the thread are not done. The
    thread sees what the others have copied; other threads do after a barrier.
    Becomes `cp.async.wait_group`.

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

def Kernel_AsyncArriveOp : Kernel_Op<"async_arrive", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Arrives at an mbarrier when the copies so far are done";
  let description = [{
    When all asynchronous copies that the thread has started so far are done,
    one arrival at the mbarrier is counted; the thread goes on at once. That
    arrival has to be included in the mbarrier's count. Who waits for the
    mbarrier sees what was copied. Becomes `cp.async.mbarrier.arrive.noinc`.

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
