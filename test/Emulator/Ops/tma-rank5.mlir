// A box of five dimensions.
// RUN: %python %S/check.py %s --bin %bin --device emulate
// RUN: %python %S/check.py %s --bin %bin --device emulate --seed 3
// RUN: %python %S/check.py %s --bin %bin --device emulate --check none
// RUN: %if gpu %{ %python %S/check.py %s --bin %bin --device cuda %}
// REQUIRES: numpy

#shared = #gpu.address_space<workgroup>

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @kernel(%map: !kernel.tensor_map<1x2x3x2x4xf32>, %out: memref<1x2x3x2x4xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c4 = arith.constant 4 : index
      %c24 = arith.constant 24 : index
      %tile = kernel.shared {alignment = 128 : i64} : memref<48xf32, #shared>
      %bars = kernel.shared : memref<1x!kernel.mbarrier, #shared>
      %t = kernel.thread_id x
      %one = arith.constant 1 : i32
      %bytes = arith.constant 192 : i32
      %even = arith.constant false
      %isFirst = arith.cmpi eq, %t, %c0 : index
      scf.if %isFirst {
        kernel.mbarrier.init %bars[%c0], %one : memref<1x!kernel.mbarrier, #shared>
        kernel.fence.mbarrier_init
      }
      kernel.barrier
      scf.if %isFirst {
        kernel.mbarrier.expect_tx %bars[%c0], %bytes : memref<1x!kernel.mbarrier, #shared>
        kernel.tma.load %map[%c1, %c1, %c1, %c2, %c4], %tile[%c0], %bars[%c0] : !kernel.tensor_map<1x2x3x2x4xf32>, memref<48xf32, #shared>, memref<1x!kernel.mbarrier, #shared>
        kernel.mbarrier.arrive %bars[%c0] : memref<1x!kernel.mbarrier, #shared>
      }
      kernel.mbarrier.wait %bars[%c0], %even : memref<1x!kernel.mbarrier, #shared>, i1
      %inner = arith.remui %t, %c4 : index
      %a = arith.divui %t, %c4 : index
      %fourth = arith.remui %a, %c2 : index
      %e = arith.divui %a, %c2 : index
      %c3 = arith.constant 3 : index
      %third = arith.remui %e, %c3 : index
      %second = arith.divui %e, %c3 : index
      %v = kernel.load %tile[%t] : memref<48xf32, #shared>, f32
      kernel.store %v, %out[%c0, %second, %third, %fourth, %inner] : f32, memref<1x2x3x2x4xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<2x3x4x5x8xf32>) -> memref<1x2x3x2x4xf32> {
    %c1 = arith.constant 1 : index
    %c48 = arith.constant 48 : index
    %out = memref.alloc() : memref<1x2x3x2x4xf32>
    %map = kernel.tensor_map.encode %x : memref<2x3x4x5x8xf32> to !kernel.tensor_map<1x2x3x2x4xf32>
    gpu.launch_func @m::@kernel blocks in (%c1, %c1, %c1) threads in (%c48, %c1, %c1)
        args(%map : !kernel.tensor_map<1x2x3x2x4xf32>, %out : memref<1x2x3x2x4xf32>)
    return %out : memref<1x2x3x2x4xf32>
  }
}
