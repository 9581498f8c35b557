// RUN: zyn-run %s --device emulate | FileCheck %s

// Memory of the device, filled, copied and freed in the order of tokens; a
// kernel that prints.

// CHECK: thread 1 has 7.5
// CHECK: [15,  15,  15,  15]
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @double(%x: memref<4xf32>) kernel {
      %i = gpu.thread_id x
      %c1 = arith.constant 1 : index
      %v = memref.load %x[%i] : memref<4xf32>
      %is1 = arith.cmpi eq, %i, %c1 : index
      scf.if %is1 {
        gpu.printf "thread %lld has %g\n", %i, %v : index, f32
      }
      %sum = arith.addf %v, %v : f32
      memref.store %sum, %x[%i] : memref<4xf32>
      gpu.return
    }
  }
  func.func private @printMemrefF32(memref<*xf32>)
  func.func @main() {
    %c1 = arith.constant 1 : index
    %c4 = arith.constant 4 : index
    %v = arith.constant 7.5 : f32
    %host = memref.alloc() : memref<4xf32>
    %t0 = gpu.wait async
    %device, %t1 = gpu.alloc async [%t0] () : memref<4xf32>
    %t2 = gpu.memset async [%t1] %device, %v : memref<4xf32>, f32
    %t3 = gpu.launch_func async [%t2] @m::@double blocks in (%c1, %c1, %c1) threads in (%c4, %c1, %c1) args(%device : memref<4xf32>)
    %t4 = gpu.memcpy async [%t3] %host, %device : memref<4xf32>, memref<4xf32>
    %t5 = gpu.dealloc async [%t4] %device : memref<4xf32>
    gpu.wait [%t5]
    %0 = memref.cast %host : memref<4xf32> to memref<*xf32>
    call @printMemrefF32(%0) : (memref<*xf32>) -> ()
    memref.dealloc %host : memref<4xf32>
    return
  }
}
