//===- ClusterOps.td - Clusters of blocks ---------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_CLUSTEROPS_TD
#define ZYN_DIALECT_KERNEL_IR_CLUSTEROPS_TD

include "Zyn/Dialect/Kernel/IR/KernelTypes.td"

def Kernel_ClusterSpaceAttr : Kernel_Attr<"ClusterSpace", "cluster"> {
  let summary = "Memory space of a cluster's shared memory";
  let description = [{
    The memory space of a buffer in the shared memory of any block of the
    cluster, as returned by `kernel.map_shared`: the window `shared::cluster` of
    PTX, address space 7 of LLVM.
  }];
}

def Kernel_ClusterBarrierOp : Kernel_Op<"cluster_barrier", [
    MemoryEffects<[MemRead, MemWrite]>], Kernel_Hopper> {
  let summary = "Waits for all threads of the cluster";
  let description = [{
    Equivalent to `kernel.cluster_barrier.arrive` followed by
    `kernel.cluster_barrier.wait`. What the threads of the cluster wrote before
    the barrier is visible to all of them after it. Becomes `barrier.cluster`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel attributes {known_cluster_size = array<i32: 2, 1, 1>} {
        kernel.cluster_barrier
        gpu.return
      }
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Kernel_ClusterArriveOp : Kernel_Op<"cluster_barrier.arrive", [
    MemoryEffects<[MemRead, MemWrite]>],
                                       Kernel_Hopper> {
  let summary = "Arrives at the barrier of the cluster";
  let description = [{
    The first half of a `kernel.cluster_barrier`: what the thread wrote before
    is visible to all threads after they wait, except with `relaxed`. Each
    thread must wait before it arrives again. Becomes `barrier.cluster.arrive`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel attributes {known_cluster_size = array<i32: 2, 1, 1>} {
        kernel.cluster_barrier.arrive relaxed
        kernel.cluster_barrier.wait
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins UnitAttr:$relaxed);
  let assemblyFormat = "(`relaxed` $relaxed^)? attr-dict";
}

def Kernel_ClusterWaitOp : Kernel_Op<"cluster_barrier.wait", [
    MemoryEffects<[MemRead, MemWrite]>],
                                     Kernel_Hopper> {
  let summary = "Waits at the barrier of the cluster";
  let description = [{
    The second half of a `kernel.cluster_barrier`: waits until all threads of
    the cluster that have not exited have arrived. Becomes
    `barrier.cluster.wait`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel attributes {known_cluster_size = array<i32: 2, 1, 1>} {
        kernel.cluster_barrier.arrive
        kernel.cluster_barrier.wait
        gpu.return
      }
    }
    ```
  }];
  let assemblyFormat = "attr-dict";
}

def Kernel_MapSharedOp : Kernel_Op<"map_shared", [Pure], Kernel_Hopper> {
  let summary = "Returns the same buffer in another block of the cluster";
  let description = [{
    Returns the buffer at the same offset as `source` in the shared memory of
    the block `block` of the cluster. It can be used by loads, stores and
    atomics. That block must have started, which a cluster barrier ensures, and
    must not exit before the last access. Becomes `mapa`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%block: index) kernel attributes {known_cluster_size = array<i32: 2, 1, 1>} {
        %mine = kernel.shared : memref<64xf32, #gpu.address_space<workgroup>>
        kernel.cluster_barrier
        %other = kernel.map_shared %mine, %block
          : memref<64xf32, #gpu.address_space<workgroup>> to memref<64xf32, #kernel.cluster>
        %i = kernel.thread_id x
        %value = kernel.load %other[%i] : memref<64xf32, #kernel.cluster>, f32
        kernel.cluster_barrier
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_StridedBuffer:$source, Index:$block);
  let results = (outs Kernel_StridedBuffer:$result);
  let assemblyFormat = [{
    $source `,` $block attr-dict `:` type($source) `to` type($result)
  }];
  let hasVerifier = 1;
}

#endif // ZYN_DIALECT_KERNEL_IR_CLUSTEROPS_TD
