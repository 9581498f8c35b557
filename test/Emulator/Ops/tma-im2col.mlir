// A depthwise convolution, 3 x 3 with a border of zeros: for each place in the
// filter, TMA brings the pixels that it is laid on.
// RUN: %python %S/check.py %s --bin %bin --device emulate
// RUN: %python %S/check.py %s --bin %bin --device emulate --seed 3
// RUN: %python %S/check.py %s --bin %bin --device emulate --check none
// RUN: %if gpu %{ %python %S/check.py %s --bin %bin --device cuda %}
// REQUIRES: numpy

#shared = #gpu.address_space<workgroup>

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @kernel(%map: !kernel.tensor_map<32x16xf32, im2col = [-1, -1] to [-1, -1]>, %filters: memref<9x16xf32>, %out: memref<2x4x8x16xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c9 = arith.constant 9 : index
      %c16 = arith.constant 16 : index
      %c32 = arith.constant 32 : index
      %tile = kernel.shared {alignment = 128 : i64} : memref<32x16xf32, #shared>
      %bars = kernel.shared : memref<1x!kernel.mbarrier, #shared>
      %t = kernel.thread_id x
      %n = kernel.block_id x
      %pixel = arith.divui %t, %c16 : index
      %channel = arith.remui %t, %c16 : index
      %minus = arith.constant -1 : index
      %one = arith.constant 1 : i32
      %bytes = arith.constant 2048 : i32
      %zero = arith.constant 0.0 : f32
      %isFirst = arith.cmpi eq, %t, %c0 : index
      scf.if %isFirst {
        kernel.mbarrier.init %bars[%c0], %one : memref<1x!kernel.mbarrier, #shared>
        kernel.fence.mbarrier_init
      }
      kernel.barrier
      %sum = scf.for %k = %c0 to %c9 step %c1 iter_args(%a = %zero) -> f32 {
        %i = arith.divui %k, %c3 : index
        %j = arith.remui %k, %c3 : index
        scf.if %isFirst {
          kernel.mbarrier.arrive_expect_tx %bars[%c0], %bytes : memref<1x!kernel.mbarrier, #shared>
          kernel.tma.load %map[%n, %minus, %minus, %c0] offsets [%i, %j], %tile[%c0, %c0], %bars[%c0] : !kernel.tensor_map<32x16xf32, im2col = [-1, -1] to [-1, -1]>, memref<32x16xf32, #shared>, memref<1x!kernel.mbarrier, #shared>
        }
        %number = arith.index_cast %k : index to i32
        %parity = arith.andi %number, %one : i32
        kernel.mbarrier.wait %bars[%c0], %parity : memref<1x!kernel.mbarrier, #shared>, i32
        %v = kernel.load %tile[%pixel, %channel] : memref<32x16xf32, #shared>, f32
        %f = kernel.load %filters[%k, %channel] : memref<9x16xf32>, f32
        %p = arith.mulf %v, %f : f32
        %b = arith.addf %a, %p : f32
        kernel.barrier
        scf.yield %b : f32
      }
      %h = arith.divui %pixel, %c8 : index
      %w = arith.remui %pixel, %c8 : index
      kernel.store %sum, %out[%n, %h, %w, %channel] : f32, memref<2x4x8x16xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<2x4x8x16xf32>, %filters: memref<9x16xf32>) -> memref<2x4x8x16xf32> {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c512 = arith.constant 512 : index
    %out = memref.alloc() : memref<2x4x8x16xf32>
    %map = kernel.tensor_map.encode %x : memref<2x4x8x16xf32> to !kernel.tensor_map<32x16xf32, im2col = [-1, -1] to [-1, -1]>
    gpu.launch_func @m::@kernel blocks in (%c2, %c1, %c1) threads in (%c512, %c1, %c1)
        args(%map : !kernel.tensor_map<32x16xf32, im2col = [-1, -1] to [-1, -1]>, %filters : memref<9x16xf32>, %out : memref<2x4x8x16xf32>)
    return %out : memref<2x4x8x16xf32>
  }
}
