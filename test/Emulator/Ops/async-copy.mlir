// A row in two groups of asynchronous copies, added up.
// RUN: %python %S/check.py %s --bin %bin --device emulate
// RUN: %python %S/check.py %s --bin %bin --device emulate --seed 3
// RUN: %python %S/check.py %s --bin %bin --device emulate --check none
// RUN: %if gpu %{ %python %S/check.py %s --bin %bin --device cuda %}
// REQUIRES: numpy

// Without the last wait:
// RUN: grep -v 'async_wait 0' %s > %t.THELASTWAIT.mlir
// RUN: not zyn-run %t.THELASTWAIT.mlir --device emulate --entry main random:f32:4x256 2>&1 | FileCheck %s --check-prefix THELASTWAIT
// THELASTWAIT: error: data race: kernel.load of 16 bytes by thread

// Without the barrier:
// RUN: grep -v 'kernel.barrier' %s > %t.THEBARRIER.mlir
// RUN: not zyn-run %t.THEBARRIER.mlir --device emulate --entry main random:f32:4x256 2>&1 | FileCheck %s --check-prefix THEBARRIER
// THEBARRIER: error: data race: 

#shared = #gpu.address_space<workgroup>

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @kernel(%x: memref<4x256xf32>, %out: memref<4x128xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c128 = arith.constant 128 : index
      %tile = kernel.shared : memref<2x128xf32, #shared>
      %t = kernel.thread_id x
      %b = kernel.block_id x
      %i = arith.muli %t, %c4 : index
      %j = arith.addi %i, %c128 : index
      kernel.async_copy %x[%b, %i], %tile[%c0, %i] bytes 16 : memref<4x256xf32>, memref<2x128xf32, #shared>
      kernel.async_commit
      kernel.async_copy %x[%b, %j], %tile[%c1, %i] bytes 16 cache l1 : memref<4x256xf32>, memref<2x128xf32, #shared>
      kernel.async_commit
      kernel.async_wait 1
      kernel.async_wait 0
      kernel.barrier
      // Another thread's copies.
      %c31 = arith.constant 31 : index
      %other = arith.subi %c31, %t : index
      %first = arith.muli %other, %c4 : index
      %v = kernel.load %tile[%c0, %first] : memref<2x128xf32, #shared>, vector<4xf32>
      %w = kernel.load %tile[%c1, %first] : memref<2x128xf32, #shared>, vector<4xf32>
      %sum = arith.addf %v, %w : vector<4xf32>
      kernel.store %sum, %out[%b, %first] : vector<4xf32>, memref<4x128xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<4x256xf32>) -> memref<4x128xf32> {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %c32 = arith.constant 32 : index
    %out = memref.alloc() : memref<4x128xf32>
    gpu.launch_func @m::@kernel blocks in (%c4, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%x : memref<4x256xf32>, %out : memref<4x128xf32>)
    return %out : memref<4x128xf32>
  }
}
