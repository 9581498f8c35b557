// Tiles that begin before the tensor or end beyond it: what lies outside is 0.
// RUN: %python %S/check.py %s --bin %bin --device emulate
// RUN: %python %S/check.py %s --bin %bin --device emulate --seed 3
// RUN: %python %S/check.py %s --bin %bin --device emulate --check none
// RUN: %if gpu %{ %python %S/check.py %s --bin %bin --device cuda %}
// REQUIRES: numpy

// A tile that begins within 16 bytes, which an H200 refuses, too:
// RUN: sed 's/dense<\[-4, /dense<[-5, /' %s > %t.within.mlir
// RUN: not zyn-run %t.within.mlir --device emulate --entry main random:f32:20x24 2>&1 | FileCheck %s --check-prefix WITHIN
// WITHIN: error: kernel.tma.load: expected a last coordinate that is a multiple of 16 bytes, found -5 elements of 4 bytes

#shared = #gpu.address_space<workgroup>

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @kernel(%map: !kernel.tensor_map<16x16xf32>, %out: memref<4x16x16xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c16 = arith.constant 16 : index
      %tile = kernel.shared {alignment = 128 : i64} : memref<16x16xf32, #shared>
      %bars = kernel.shared : memref<1x!kernel.mbarrier, #shared>
      %t = kernel.thread_id x
      %b = kernel.block_id x
      %one = arith.constant 1 : i32
      %bytes = arith.constant 1024 : i32
      %even = arith.constant 0 : i32
      %rows = arith.constant dense<[-3, 0, 10, 30]> : vector<4xindex>
      %columns = arith.constant dense<[-4, 0, 16, 0]> : vector<4xindex>
      %row = vector.extract %rows[%b] : index from vector<4xindex>
      %column = vector.extract %columns[%b] : index from vector<4xindex>
      %isFirst = arith.cmpi eq, %t, %c0 : index
      scf.if %isFirst {
        kernel.mbarrier.init %bars[%c0], %one : memref<1x!kernel.mbarrier, #shared>
        kernel.fence.mbarrier_init
      }
      kernel.barrier
      scf.if %isFirst {
        kernel.tma.prefetch_map %map : !kernel.tensor_map<16x16xf32>
        kernel.mbarrier.arrive_expect_tx %bars[%c0], %bytes : memref<1x!kernel.mbarrier, #shared>
        kernel.tma.load %map[%row, %column], %tile[%c0, %c0], %bars[%c0] : !kernel.tensor_map<16x16xf32>, memref<16x16xf32, #shared>, memref<1x!kernel.mbarrier, #shared>
      }
      kernel.mbarrier.wait %bars[%c0], %even : memref<1x!kernel.mbarrier, #shared>, i32
      scf.for %r = %c0 to %c16 step %c1 {
        %v = kernel.load %tile[%r, %t] : memref<16x16xf32, #shared>, f32
        kernel.store %v, %out[%b, %r, %t] : f32, memref<4x16x16xf32>
      }
      gpu.return
    }
  }
  func.func @main(%x: memref<20x24xf32>) -> memref<4x16x16xf32> {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c16 = arith.constant 16 : index
    %out = memref.alloc() : memref<4x16x16xf32>
    %map = kernel.tensor_map.encode %x : memref<20x24xf32> to !kernel.tensor_map<16x16xf32>
    gpu.launch_func @m::@kernel blocks in (%c4, %c1, %c1) threads in (%c16, %c1, %c1)
        args(%map : !kernel.tensor_map<16x16xf32>, %out : memref<4x16x16xf32>)
    return %out : memref<4x16x16xf32>
  }
}
