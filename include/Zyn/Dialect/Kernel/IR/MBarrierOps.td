//===- MBarrierOps.td - Barriers that count arrivals and bytes  -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_MBARRIEROPS_TD
#define ZYN_DIALECT_KERNEL_IR_MBARRIEROPS_TD

include "Zyn/Dialect/Kernel/IR/KernelTypes.td"

def Kernel_HopperTMA : Kernel_Target<90, 80>;

/// The parity of a phase: whether its number is odd.
def Kernel_Parity : AnyTypeOf<[I1, I32]>;

def Kernel_MBarrierInitOp : Kernel_Op<"mbarrier.init", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_AnyTarget> {
  let summary = "Initializes an mbarrier in shared memory";
  let description = [{
    Makes an mbarrier that waits for `count` arrivals a phase, from 1 to 2^20 - 1,
    and is in phase 0. One thread does it, and the others must not use the
    mbarrier before a barrier that follows; other blocks of the cluster not
    before a cluster barrier, and TMA not before a fence
    (`kernel.fence.mbarrier_init`). Becomes `mbarrier.init`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%count: i32) kernel {
        %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.mbarrier.init %bars[%c0], %count : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$barriers, Variadic<Index>:$indices,
                       I32:$count);
  let assemblyFormat = [{
    $barriers `[` $indices `]` `,` $count attr-dict `:` type($barriers)
  }];
  let hasVerifier = 1;
}

def Kernel_MBarrierInvalidateOp : Kernel_Op<"mbarrier.invalidate", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_AnyTarget> {
  let summary = "Invalidates an mbarrier";
  let description = [{
    After it the memory may hold something else, or be initialized again. No
    thread may be using it. Becomes `mbarrier.inval`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.mbarrier.invalidate %bars[%c0] : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$barriers, Variadic<Index>:$indices);
  let assemblyFormat = [{
    $barriers `[` $indices `]` attr-dict `:` type($barriers)
  }];
  let hasVerifier = 1;
}

def Kernel_MBarrierArriveOp : Kernel_Op<"mbarrier.arrive", [
    AttrSizedOperandSegments, MemoryEffects<[MemRead, MemWrite]>], Kernel_AnyTarget, /*dynamicTarget=*/true> {
  let summary = "Arrives at an mbarrier";
  let description = [{
    Counts `count` arrivals (1 if not given) in the current phase. When as many
    are there as the mbarrier was made for, and all bytes that were announced,
    the phase is complete and the next begins. What the thread has written
    before is seen by who waits for the phase.

    An mbarrier in `#kernel.cluster` is that of another block, and what was
    written before is seen in the whole cluster: then sm_90 is needed. Becomes
    `mbarrier.arrive`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%count: i32) kernel {
        %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.mbarrier.arrive %bars[%c0] : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        kernel.mbarrier.arrive %bars[%c0], %count : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$barriers, Variadic<Index>:$indices,
                       Optional<I32>:$count);
  let assemblyFormat = [{
    $barriers `[` $indices `]` (`,` $count^)? attr-dict `:` type($barriers)
  }];
  let hasVerifier = 1;
}

def Kernel_MBarrierExpectTxOp : Kernel_Op<"mbarrier.expect_tx", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_HopperTMA> {
  let summary = "Announces bytes of asynchronous copies";
  let description = [{
    The current phase is not complete before `bytes` more bytes have been
    written by copies that name the mbarrier, such as `kernel.tma.load`; at most
    2^20 - 1 at a time are announced and not there. Becomes
    `mbarrier.expect_tx`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%bytes: i32) kernel {
        %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.mbarrier.expect_tx %bars[%c0], %bytes : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$barriers, Variadic<Index>:$indices,
                       I32:$bytes);
  let assemblyFormat = [{
    $barriers `[` $indices `]` `,` $bytes attr-dict `:` type($barriers)
  }];
  let hasVerifier = 1;
}

def Kernel_MBarrierArriveExpectTxOp : Kernel_Op<"mbarrier.arrive_expect_tx", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_HopperTMA> {
  let summary = "Announces bytes and arrives";
  let description = [{
    `kernel.mbarrier.expect_tx` and then `kernel.mbarrier.arrive`, in one. The
    thread that starts TMA copies mostly does this first. Becomes
    `mbarrier.arrive.expect_tx`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%bytes: i32) kernel {
        %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.mbarrier.arrive_expect_tx %bars[%c0], %bytes : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$barriers, Variadic<Index>:$indices,
                       I32:$bytes);
  let assemblyFormat = [{
    $barriers `[` $indices `]` `,` $bytes attr-dict `:` type($barriers)
  }];
  let hasVerifier = 1;
}

def Kernel_MBarrierArriveRemoteOp : Kernel_Op<"mbarrier.arrive_remote", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_HopperTMA> {
  let summary = "Arrives at the same mbarrier of another block";
  let description = [{
    Arrives at the mbarrier at the same offset in the shared memory of the block
    `block` of the cluster. What the thread has written before is seen in the
    whole cluster by who waits with `scope cluster`. The other block must not
    have ended. Becomes `mapa` and `mbarrier.arrive.release.cluster`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%rank: index) kernel {
        %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.mbarrier.arrive_remote %bars[%c0], block %rank : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$barriers, Variadic<Index>:$indices,
                       Index:$block);
  let assemblyFormat = [{
    $barriers `[` $indices `]` `,` `block` $block attr-dict `:` type($barriers)
  }];
  let hasVerifier = 1;
}

def Kernel_MBarrierWaitOp : Kernel_Op<"mbarrier.wait", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_Hopper, /*dynamicTarget=*/true> {
  let summary = "Waits for a phase of an mbarrier";
  let description = [{
    A phase of parity 0 is the first, third, and so on, 1 the second, fourth,
    and so on. Waits for the phase of parity `parity` that the mbarrier was in last, or
    still is: of a fresh mbarrier, parity 1 is complete. A thread that is
    more than one phase behind cannot tell. Then it sees
    what others had written before they arrived, and what copies have written;
    with `scope cluster` threads of other blocks of the cluster, too.
    Becomes a loop around `mbarrier.try_wait.parity`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%parity: i32) kernel {
        %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        kernel.mbarrier.wait %bars[%c0], %parity : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>, i32
        kernel.mbarrier.wait %bars[%c0], %parity scope cluster : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>, i32
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$barriers, Variadic<Index>:$indices,
                       Kernel_Parity:$parity,
                       DefaultValuedAttr<Kernel_Scope,
                           "::mlir::kernel::Scope::block">:$scope);
  let assemblyFormat = [{
    $barriers `[` $indices `]` `,` $parity (`scope` $scope^)? attr-dict
    `:` type($barriers) `,` type($parity)
  }];
  let hasVerifier = 1;
}

def Kernel_MBarrierTestOp : Kernel_Op<"mbarrier.test", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_AnyTarget, /*dynamicTarget=*/true> {
  let summary = "Asks whether a phase of an mbarrier is complete";
  let description = [{
    A phase of parity 0 is the first, third, and so on, 1 the second, fourth,
    and so on. Asks for the phase of parity `parity` that the mbarrier was in last, or
    still is: of a fresh mbarrier, parity 1 is complete. A thread that is
    more than one phase behind cannot tell. Then it sees
    what others had written before they arrived, and what copies have written;
    with `scope cluster` threads of other blocks of the cluster, too.
    If not, there is no waiting, and nothing is seen. Becomes
    `mbarrier.test_wait.parity`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%parity: i1) kernel {
        %bars = kernel.shared : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>
        %c0 = arith.constant 0 : index
        %done = kernel.mbarrier.test %bars[%c0], %parity : memref<2x!kernel.mbarrier, #gpu.address_space<workgroup>>, i1
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$barriers, Variadic<Index>:$indices,
                       Kernel_Parity:$parity,
                       DefaultValuedAttr<Kernel_Scope,
                           "::mlir::kernel::Scope::block">:$scope);
  let results = (outs I1:$result);
  let assemblyFormat = [{
    $barriers `[` $indices `]` `,` $parity (`scope` $scope^)? attr-dict
    `:` type($barriers) `,` type($parity)
  }];
  let hasVerifier = 1;
}

#endif // ZYN_DIALECT_KERNEL_IR_MBARRIEROPS_TD
