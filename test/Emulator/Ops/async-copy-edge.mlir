// The last copies read less than they write.
// RUN: %python %S/check.py %s --bin %bin --device emulate
// RUN: %python %S/check.py %s --bin %bin --device emulate --seed 3
// RUN: %python %S/check.py %s --bin %bin --device emulate --check none
// RUN: %if gpu %{ %python %S/check.py %s --bin %bin --device cuda %}
// REQUIRES: numpy

// Without the arrivals:
// RUN: grep -v 'async_arrive' %s > %t.THEARRIVALS.mlir
// RUN: not zyn-run %t.THEARRIVALS.mlir --device emulate --entry main random:f32:70 2>&1 | FileCheck %s --check-prefix THEARRIVALS
// THEARRIVALS: error: deadlock: 32 threads {{.*}} at kernel.mbarrier.wait

#shared = #gpu.address_space<workgroup>

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @kernel(%x: memref<70xf32>, %out: memref<128xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c4 = arith.constant 4 : index
      %c70 = arith.constant 70 : index
      %tile = kernel.shared : memref<128xf32, #shared>
      %bars = kernel.shared : memref<1x!kernel.mbarrier, #shared>
      %t = kernel.thread_id x
      %isFirst = arith.cmpi eq, %t, %c0 : index
      scf.if %isFirst {
        %count = arith.constant 32 : i32
        kernel.mbarrier.init %bars[%c0], %count : memref<1x!kernel.mbarrier, #shared>
      }
      kernel.barrier
      %i = arith.muli %t, %c4 : index
      %left = arith.subi %c70, %i : index
      %some = arith.maxsi %left, %c0 : index
      %valid = arith.minsi %some, %c4 : index
      %exists = arith.cmpi slt, %i, %c70 : index
      %from = arith.select %exists, %i, %c0 : index
      kernel.async_copy %x[%from], %tile[%i] bytes 16 valid %valid : memref<70xf32>, memref<128xf32, #shared>
      // The mbarrier takes the place of the wait.
      kernel.async_arrive %bars[%c0] : memref<1x!kernel.mbarrier, #shared>
      %even = arith.constant 0 : i32
      kernel.mbarrier.wait %bars[%c0], %even : memref<1x!kernel.mbarrier, #shared>, i32
      %c124 = arith.constant 124 : index
      %j = arith.subi %c124, %i : index
      %v = kernel.load %tile[%j] : memref<128xf32, #shared>, vector<4xf32>
      kernel.store %v, %out[%j] : vector<4xf32>, memref<128xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<70xf32>) -> memref<128xf32> {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %out = memref.alloc() : memref<128xf32>
    gpu.launch_func @m::@kernel blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%x : memref<70xf32>, %out : memref<128xf32>)
    return %out : memref<128xf32>
  }
}
