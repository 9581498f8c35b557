// Tiles are doubled in shared memory and stored by TMA, which leaves out what lies
// outside.
// RUN: %python %S/check.py %s --bin %bin --device emulate
// RUN: %python %S/check.py %s --bin %bin --device emulate --seed 3
// RUN: %python %S/check.py %s --bin %bin --device emulate --check none
// RUN: %if gpu %{ %python %S/check.py %s --bin %bin --device cuda %}
// REQUIRES: numpy

// Without the fence:
// RUN: grep -v 'fence.proxy_async' %s > %t.THEFENCE.mlir
// RUN: not zyn-run %t.THEFENCE.mlir --device emulate --entry main random:f32:64x32 2>&1 | FileCheck %s --check-prefix THEFENCE
// THEFENCE: error: data race: kernel.tma.store {{.*}}fence.proxy_async

#shared = #gpu.address_space<workgroup>

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @kernel(%x: memref<64x32xf32>, %map: !kernel.tensor_map<16x32xf32, swizzle = 128>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c16 = arith.constant 16 : index
      %tile = kernel.shared {alignment = 1024 : i64} : memref<16x32xf32, #shared>
      %t = kernel.thread_id x
      %b = kernel.block_id x
      %row = arith.muli %b, %c16 : index
      scf.for %r = %c0 to %c16 step %c1 {
        %chunk = arith.divui %t, %c4 : index
        %inChunk = arith.remui %t, %c4 : index
        %phase = arith.remui %r, %c8 : index
        %permuted = arith.xori %chunk, %phase : index
        %start = arith.muli %permuted, %c4 : index
        %s = arith.addi %start, %inChunk : index
        %ro = arith.addi %row, %r : index
        %v = kernel.load %x[%ro, %t] : memref<64x32xf32>, f32
        %w = arith.addf %v, %v : f32
        kernel.store %w, %tile[%r, %s] : f32, memref<16x32xf32, #shared>
      }
      kernel.fence.proxy_async shared
      kernel.barrier
      %isFirst = arith.cmpi eq, %t, %c0 : index
      scf.if %isFirst {
        kernel.tma.store %tile[%c0, %c0], %map[%row, %c0] : memref<16x32xf32, #shared>, !kernel.tensor_map<16x32xf32, swizzle = 128>
        kernel.tma.commit
        kernel.tma.wait 0 read
        kernel.tma.wait 0
      }
      gpu.return
    }
  }
  func.func @main(%x: memref<64x32xf32>) -> memref<50x28xf32> {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %out = memref.alloc() : memref<50x28xf32>
    %map = kernel.tensor_map.encode %out : memref<50x28xf32> to !kernel.tensor_map<16x32xf32, swizzle = 128>
    gpu.launch_func @m::@kernel blocks in (%c4, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%x : memref<64x32xf32>, %map : !kernel.tensor_map<16x32xf32, swizzle = 128>)
    return %out : memref<50x28xf32>
  }
}
