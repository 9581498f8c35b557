// ptxas refuses more static shared memory than 48 KiB.
// RUN: not zyn-opt --zyn-to-nvvm %s 2>&1 | FileCheck %s

// CHECK: error: expected at most 49152 bytes of static shared memory, found 80000
gpu.module @kernels {
  gpu.func @big(%x: memref<?xf64>) workgroup(%s : memref<10000xf64, #gpu.address_space<workgroup>>) kernel {
    %i = gpu.thread_id x
    %v = memref.load %s[%i] : memref<10000xf64, #gpu.address_space<workgroup>>
    memref.store %v, %x[%i] : memref<?xf64>
    gpu.return
  }
}
