// A kernel by hand, on memrefs: right with every schedule, and each fault in it
// found.
// RUN: zyn-run %s --device emulate random:f32:128 -o %t.0.npy
// RUN: zyn-run %s --device emulate --entry sum ones:f32:128 | FileCheck %s
// RUN: zyn-run %s --device emulate --entry sum ones:f32:128 --seed 7 | FileCheck %s
// RUN: zyn-run %s --device emulate --entry sum ones:f32:128 --check none --time --repeat 1 | FileCheck %s --check-prefixes CHECK,TIME
// TIME: device: emulate, emulated H200
// TIME: thread-steps: {{[0-9]+}} per run, {{.*}} million per second
// CHECK: #0: tensor<1xf32>
// CHECK-NEXT: [128]

// The barrier is missing: an uninitialized read, and a race.
// RUN: grep -v kernel.barrier %s > %t.mlir
// RUN: not zyn-run %t.mlir --device emulate --entry sum ones:f32:128 2>&1 | FileCheck %s --check-prefix RACE
// RUN: not zyn-run %t.mlir --device emulate --entry sum ones:f32:128 --seed 4 2>&1 | FileCheck %s --check-prefix RACE
// RACE-DAG: error: uninitialized read: kernel.load of 4 bytes by thread (0,0,0) of block (0,0,0) at shared+0x{{.*}} in 'kernel.shared at
// RACE-DAG: error: data race: {{.*}}no barrier orders them

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @sum(%x: memref<?xf32>, %out: memref<1xf32>) kernel {
      %tile = kernel.shared : memref<128xf32, #gpu.address_space<workgroup>>
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c128 = arith.constant 128 : index
      %t = kernel.thread_id x
      %v = kernel.load %x[%t] : memref<?xf32>, f32
      kernel.store %v, %tile[%t] : f32, memref<128xf32, #gpu.address_space<workgroup>>
      kernel.barrier
      %isFirst = arith.cmpi eq, %t, %c0 : index
      scf.if %isFirst {
        %zero = arith.constant 0.0 : f32
        %s = scf.for %i = %c0 to %c128 step %c1 iter_args(%a = %zero) -> f32 {
          %w = kernel.load %tile[%i] : memref<128xf32, #gpu.address_space<workgroup>>, f32
          %b = arith.addf %a, %w : f32
          scf.yield %b : f32
        }
        kernel.store %s, %out[%c0] : f32, memref<1xf32>
      }
      gpu.return
    }
  }
  func.func @sum(%x: memref<?xf32>) -> memref<1xf32> {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %out = memref.alloc() : memref<1xf32>
    gpu.launch_func @m::@sum blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
        args(%x : memref<?xf32>, %out : memref<1xf32>)
    return %out : memref<1xf32>
  }
  // A tensor for the same kernel.
  func.func @main(%x: tensor<?xf32>) -> tensor<1xf32> {
    %buffer = bufferization.to_buffer %x read_only : tensor<?xf32> to memref<?xf32>
    %sum = call @sum(%buffer) : (memref<?xf32>) -> memref<1xf32>
    %r = bufferization.to_tensor %sum restrict : memref<1xf32> to tensor<1xf32>
    return %r : tensor<1xf32>
  }
}
