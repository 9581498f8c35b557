//===- SynchronizationOps.td - Barriers and fences ------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_SYNCHRONIZATIONOPS_TD
#define ZYN_DIALECT_KERNEL_IR_SYNCHRONIZATIONOPS_TD

include "Zyn/Dialect/Kernel/IR/KernelBase.td"

class Kernel_BarrierBase<string mnemonic>
    : Kernel_Op<mnemonic, [MemoryEffects<[MemRead, MemWrite]>]> {
  let hasVerifier = 1;
}

def Kernel_BarrierOp : Kernel_BarrierBase<"barrier"> {
  let summary = "Waits for all or some threads of the block";
  let description = [{
    No thread of the block continues before all of them have reached the
    barrier. What they wrote to shared and global memory before is visible to
    all of them after it. Every thread of the block must reach the same barrier;
    otherwise the behavior is undefined.

    A block has 16 barriers; `id` selects one, 0 by default. With `count`, a
    multiple of 32, the barrier completes as soon as that many threads have
    reached it, including those that only arrive (`kernel.barrier.arrive`). The
    threads of a warp must reach it together. Becomes `barrier.sync.aligned`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.barrier
        kernel.barrier id = 1 count = 64
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins OptionalAttr<I32Attr>:$id, OptionalAttr<I32Attr>:$count);
  let assemblyFormat = "(`id` `=` $id^)? (`count` `=` $count^)? attr-dict";
  let builders = [OpBuilder<(ins), "build($_builder, $_state, IntegerAttr(), IntegerAttr());">];
}

def Kernel_BarrierArriveOp : Kernel_BarrierBase<"barrier.arrive"> {
  let summary = "Arrives at a barrier without waiting";
  let description = [{
    Counts as one of the `count` threads of barrier `id`, without waiting for
    the others: a producer arrives, and its consumers wait with a
    `kernel.barrier` with the same `id` and `count`. What the thread wrote
    before is visible to the threads that wait. The threads of a warp must
    arrive together. Becomes `barrier.arrive.aligned`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.barrier.arrive id = 1 count = 64
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins I32Attr:$id, I32Attr:$count);
  let assemblyFormat = "`id` `=` $id `count` `=` $count attr-dict";
}

def Kernel_WarpBarrierOp : Kernel_Op<"warp_barrier", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Waits for the threads of the warp";
  let description = [{
    No thread whose bit is set in `mask` continues before all of these threads
    have reached a warp barrier with this mask. What they wrote before is
    visible to all of them after it. Without a mask, all 32 threads of the warp
    participate. The thread's own bit must be set; otherwise the behavior is
    undefined. Becomes `bar.warp.sync`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%mask: i32) kernel {
        kernel.warp_barrier
        kernel.warp_barrier mask %mask
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Optional<I32>:$mask);
  let assemblyFormat = "(`mask` $mask^)? attr-dict";
  let hasVerifier = 1;
}

def Kernel_SleepOp : Kernel_Op<"sleep", [MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Suspends the thread for some time";
  let description = [{
    Suspends the thread for about `nanoseconds`, at most twice as long and at
    most a millisecond. A thread that polls memory in a loop sleeps in between,
    so that it does not delay the accesses of others. Becomes `nanosleep`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%flag: memref<i32>) kernel {
        %zero = arith.constant 0 : i32
        scf.while : () -> () {
          %0 = kernel.atomic_load acquire %flag[] : memref<i32>
          %waits = arith.cmpi eq, %0, %zero : i32
          scf.condition(%waits)
        } do {
          kernel.sleep 100
          scf.yield
        }
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins I32Attr:$nanoseconds);
  let assemblyFormat = "$nanoseconds attr-dict";
  let hasVerifier = 1;
}

def Kernel_FenceOp : Kernel_Op<"fence", [MemoryEffects<[MemRead, MemWrite]>],
                               Kernel_AnyTarget, /*dynamicTarget=*/true> {
  let summary = "Orders the thread's accesses";
  let description = [{
    What the thread wrote before the fence becomes visible to the threads of the
    scope before what it writes after it. Together with a subsequent relaxed
    atomic store, the fence is a release, and together with a preceding relaxed
    atomic load, an acquire. `scope` is `block`, `cluster`, `device` or
    `system`; `thread` only keeps the compiler from moving accesses across it.
    With `seq_cst`, all threads also see such fences in the same order.

    The fence does not wait for other threads and does not order the accesses of
    asynchronous copies, unlike `kernel.fence.proxy_async`. Becomes
    `fence.acq_rel` or `fence.sc` with the scopes `cta`, `cluster`, `gpu` and
    `sys`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.fence device
        kernel.fence system seq_cst
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_Scope:$scope, UnitAttr:$seq_cst);
  let assemblyFormat = "$scope (`seq_cst` $seq_cst^)? attr-dict";
  let hasVerifier = 1;
}

def Kernel_ProxySpace : Kernel_Enum<"ProxySpace", "the memory that a fence "
                                                  "applies to", [
  I32EnumAttrCase<"both", 0>, I32EnumAttrCase<"global", 1>,
  I32EnumAttrCase<"shared", 2>
]>;

def Kernel_FenceProxyAsyncOp : Kernel_Op<"fence.proxy_async", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_AsyncProxy> {
  let summary = "Orders generic accesses and those of the asynchronous proxy";
  let description = [{
    Bulk copies (`kernel.tma`) and the matmuls of a warpgroup (`kernel.wgmma`)
    access memory through the asynchronous proxy, loads and stores through the
    generic proxy. What a thread stored is visible to the former only if the
    same thread executes this fence in between. The fence also orders what they
    wrote before the thread's later accesses. `space` is `shared`, `global` or,
    by default, `both`. Becomes `fence.proxy.async`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.fence.proxy_async
        kernel.fence.proxy_async shared
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins
      DefaultValuedAttr<Kernel_ProxySpace, "ProxySpace::both">:$space);
  let assemblyFormat = "($space^)? attr-dict";
}

def Kernel_FenceMBarrierInitOp : Kernel_Op<"fence.mbarrier_init", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_AsyncProxy> {
  let summary = "Makes initialized mbarriers visible to the cluster";
  let description = [{
    The effects of the thread's preceding `kernel.mbarrier.init` ops are visible
    to the other blocks of the cluster, and to bulk copies, after a subsequent
    cluster barrier. Becomes `fence.mbarrier_init.release.cluster`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        kernel.fence.mbarrier_init
        gpu.return
      }
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

#endif // ZYN_DIALECT_KERNEL_IR_SYNCHRONIZATIONOPS_TD
