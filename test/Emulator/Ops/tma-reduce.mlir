// All blocks add their tiles to one.
// RUN: %python %S/check.py %s --bin %bin --device emulate
// RUN: %python %S/check.py %s --bin %bin --device emulate --seed 3
// RUN: %python %S/check.py %s --bin %bin --device emulate --check none
// RUN: %if gpu %{ %python %S/check.py %s --bin %bin --device cuda %}
// REQUIRES: numpy

#shared = #gpu.address_space<workgroup>

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @clear(%out: memref<16x32xf32>) kernel {
      %zero = arith.constant 0.0 : f32
      %b = kernel.block_id x
      %t = kernel.thread_id x
      kernel.store %zero, %out[%b, %t] : f32, memref<16x32xf32>
      gpu.return
    }
    gpu.func @kernel(%x: memref<8x16x32xf32>, %out: memref<16x32xf32>, %map: !kernel.tensor_map<16x32xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c16 = arith.constant 16 : index
      %tile = kernel.shared {alignment = 128 : i64} : memref<16x32xf32, #shared>
      %t = kernel.thread_id x
      %b = kernel.block_id x
      scf.for %r = %c0 to %c16 step %c1 {
        %v = kernel.load %x[%b, %r, %t] : memref<8x16x32xf32>, f32
        kernel.store %v, %tile[%r, %t] : f32, memref<16x32xf32, #shared>
      }
      kernel.fence.proxy_async shared
      kernel.barrier
      %isFirst = arith.cmpi eq, %t, %c0 : index
      scf.if %isFirst {
        kernel.tma.reduce add %tile[%c0, %c0], %map[%c0, %c0] : memref<16x32xf32, #shared>, !kernel.tensor_map<16x32xf32>
        kernel.tma.commit
        kernel.tma.wait 0
      }
      gpu.return
    }
  }
  func.func @main(%x: memref<8x16x32xf32>) -> memref<16x32xf32> {
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    %c16 = arith.constant 16 : index
    %c32 = arith.constant 32 : index
    %out = memref.alloc() : memref<16x32xf32>
    gpu.launch_func @m::@clear blocks in (%c16, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%out : memref<16x32xf32>)
    %map = kernel.tensor_map.encode %out : memref<16x32xf32> to !kernel.tensor_map<16x32xf32>
    gpu.launch_func @m::@kernel blocks in (%c8, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%x : memref<8x16x32xf32>, %out : memref<16x32xf32>, %map : !kernel.tensor_map<16x32xf32>)
    return %out : memref<16x32xf32>
  }
}
