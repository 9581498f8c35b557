//===- IndexOps.td - Indices of threads and blocks ------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_INDEXOPS_TD
#define ZYN_DIALECT_KERNEL_IR_INDEXOPS_TD

include "Zyn/Dialect/Kernel/IR/KernelBase.td"

class Kernel_IndexOp<string mnemonic, string what,
                     Kernel_Target target = Kernel_AnyTarget>
    : Kernel_Op<mnemonic, [Pure], target> {
  let summary = what # " along one dimension";
  let description = what # [{ along `x`, `y` or `z`, as an index.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        %0 = kernel.}] # mnemonic # [{ x
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_Dimension:$dimension);
  let results = (outs Index:$result);
  let assemblyFormat = "$dimension attr-dict";
}

def Kernel_ThreadIdOp : Kernel_IndexOp<"thread_id",
    "Index of the thread in its block">;
def Kernel_BlockIdOp : Kernel_IndexOp<"block_id",
    "Index of the block in the grid">;
def Kernel_BlockSizeOp : Kernel_IndexOp<"block_size",
    "Number of threads of a block">;
def Kernel_GridSizeOp : Kernel_IndexOp<"grid_size",
    "Number of blocks of the grid">;

def Kernel_ClusterIdOp : Kernel_IndexOp<"cluster_id",
    "Index of the cluster in the grid", Kernel_Hopper>;
def Kernel_ClusterSizeOp : Kernel_IndexOp<"cluster_size",
    "Number of blocks of a cluster", Kernel_Hopper>;
def Kernel_ClusterGridSizeOp : Kernel_IndexOp<"cluster_grid_size",
    "Number of clusters of the grid", Kernel_Hopper>;
def Kernel_BlockIdInClusterOp : Kernel_IndexOp<"block_id_in_cluster",
    "Index of the block in its cluster", Kernel_Hopper>;

/// An index or a number that combines all dimensions, or has none.
class Kernel_LinearIndexOp<string mnemonic, string what, string how,
                           Kernel_Target target = Kernel_AnyTarget>
    : Kernel_Op<mnemonic, [Pure], target> {
  let summary = what;
  let description = what # [{, as an index: }] # how # [{.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        %0 = kernel.}] # mnemonic # [{
        gpu.return
      }
    }
    ```
  }];
  let results = (outs Index:$result);
  let assemblyFormat = "attr-dict";
}

def Kernel_LaneIdOp : Kernel_LinearIndexOp<"lane_id",
    "Index of the thread in its warp", "0 to 31, `%laneid`">;
def Kernel_WarpIdOp : Kernel_LinearIndexOp<"warp_id",
    "Index of the warp in its block",
    "the thread's number in the block, with `x` varying fastest, divided by "
    "32; not `%warpid`, which may change while a thread runs">;
def Kernel_NumWarpsOp : Kernel_LinearIndexOp<"num_warps",
    "Number of warps of a block",
    "its number of threads divided by 32, rounded up">;
def Kernel_GlobalIdOp : Kernel_LinearIndexOp<"global_id",
    "Number of the thread in the grid",
    "the index in an array of all threads of the grid, which has the size "
    "`grid_size * block_size` in each dimension, with `x` varying fastest">;
def Kernel_BlockRankInClusterOp : Kernel_LinearIndexOp<
    "block_rank_in_cluster", "Number of the block in its cluster",
    "with `x` varying fastest, `%cluster_ctarank`", Kernel_Hopper>;

// Reading is an effect that keeps loop-invariant code motion away, but lets an
// op without uses be erased.
def Kernel_OpaqueOp : Kernel_Op<"opaque", [
    MemoryEffects<[MemRead]>, AllTypesMatch<["value", "result"]>]> {
  let summary = "Returns its operand, computed where the op is";
  let description = [{
    Computations that depend on the result are not moved out of the loop that
    contains the op. Otherwise, each address that an iteration uses once, such
    as those of a tile's result, has a register of its own during the whole
    loop. Becomes `mov.b64`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%x: memref<64xf32>, %tile: f32, %n: index) kernel {
        %c0 = arith.constant 0 : index
        %c1 = arith.constant 1 : index
        %thread = kernel.thread_id x
        scf.for %i = %c0 to %n step %c1 {
          %0 = kernel.opaque %thread : index
          %1 = arith.xori %0, %c1 : index
          kernel.store %tile, %x[%1] : f32, memref<64xf32>
        }
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Index:$value);
  let results = (outs Index:$result);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

#endif // ZYN_DIALECT_KERNEL_IR_INDEXOPS_TD
