// Two blocks of a cluster work on one tile, of which each brings a half to both.
// RUN: %python %S/check.py %s --bin %bin --device emulate
// RUN: %python %S/check.py %s --bin %bin --device emulate --seed 3
// RUN: %python %S/check.py %s --bin %bin --device emulate --check none
// RUN: %if gpu %{ %python %S/check.py %s --bin %bin --device cuda %}
// REQUIRES: numpy

#shared = #gpu.address_space<workgroup>

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @kernel(%map: !kernel.tensor_map<32x32xf32, swizzle = 128>, %out: memref<128x64xf32>) kernel attributes {known_cluster_size = array<i32: 1, 2, 1>} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %c64 = arith.constant 64 : index
      %tile = kernel.shared {alignment = 1024 : i64} : memref<64x32xf32, #shared>
      %bars = kernel.shared : memref<1x!kernel.mbarrier, #shared>
      %t = kernel.thread_id x
      %row = kernel.block_id y
      %column = kernel.block_id x
      %pair = arith.divui %row, %c2 : index
      %r0m = arith.muli %pair, %c64 : index
      %mine = arith.remui %row, %c2 : index
      %k0 = arith.muli %column, %c32 : index
      %one = arith.constant 1 : i32
      %bytes = arith.constant 8192 : i32
      %even = arith.constant 0 : i32
      %isFirst = arith.cmpi eq, %t, %c0 : index
      scf.if %isFirst {
        kernel.mbarrier.init %bars[%c0], %one : memref<1x!kernel.mbarrier, #shared>
        kernel.fence.mbarrier_init
      }
      kernel.cluster_barrier
      %mask = arith.constant 3 : i16
      %rank = arith.remui %row, %c2 : index
      scf.if %isFirst {
        kernel.mbarrier.arrive_expect_tx %bars[%c0], %bytes : memref<1x!kernel.mbarrier, #shared>
      }
      kernel.cluster_barrier
      // Each block brings one half of the other's and its own tile.
      %half = arith.muli %rank, %c32 : index
      %rowHalf = arith.addi %r0m, %half : index
      scf.if %isFirst {
        kernel.tma.load %map[%rowHalf, %k0], %tile[%half, %c0], %bars[%c0] multicast %mask : !kernel.tensor_map<32x32xf32, swizzle = 128>, memref<64x32xf32, #shared>, memref<1x!kernel.mbarrier, #shared>
      }
      kernel.mbarrier.wait %bars[%c0], %even : memref<1x!kernel.mbarrier, #shared>, i32
      // A row of 128 bytes has 8 chunks of 4, permuted by the row's number.
      scf.for %r = %c0 to %c64 step %c1 {
        %chunk = arith.divui %t, %c4 : index
        %inChunk = arith.remui %t, %c4 : index
        %phase = arith.remui %r, %c8 : index
        %permuted = arith.xori %chunk, %phase : index
        %start = arith.muli %permuted, %c4 : index
        %s = arith.addi %start, %inChunk : index
        %v = kernel.load %tile[%r, %s] : memref<64x32xf32, #shared>, f32
        %ro = arith.addi %r0m, %r : index
        %ko = arith.addi %k0, %t : index
        // Even rows by one block, odd ones by the other.
        %parity = arith.remui %r, %c2 : index
        %stores = arith.cmpi eq, %parity, %mine : index
        scf.if %stores {
          kernel.store %v, %out[%ro, %ko] : f32, memref<128x64xf32>
        }
      }
      kernel.cluster_barrier
      gpu.return
    }
  }
  func.func @main(%x: memref<128x64xf32>) -> memref<128x64xf32> {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    %out = memref.alloc() : memref<128x64xf32>
    %map = kernel.tensor_map.encode %x : memref<128x64xf32> to !kernel.tensor_map<32x32xf32, swizzle = 128>
    %c4 = arith.constant 4 : index
    gpu.launch_func @m::@kernel blocks in (%c2, %c4, %c1) threads in (%c32, %c1, %c1)
        args(%map : !kernel.tensor_map<32x32xf32, swizzle = 128>, %out : memref<128x64xf32>)
    return %out : memref<128x64xf32>
  }
}
