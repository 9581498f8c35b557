// RUN: zyn-opt %s --zyn-share-host-memory --split-input-file | FileCheck %s

// Host code reads what the kernel wrote: both use the buffer, and the host waits.
// CHECK-LABEL: func.func @reads
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f(%x: memref<8xf32>) kernel {
      gpu.return
    }
  }
  func.func @reads() -> f32 {
    // CHECK: %[[X:.*]] = gpu.alloc {{ *}}host_shared () : memref<8xf32>
    // CHECK: %[[LAUNCH:.*]] = gpu.launch_func async [%{{.*}}] @m::@f
    // CHECK-NEXT: gpu.wait [%[[LAUNCH]]]
    // CHECK-NEXT: memref.load %[[X]]
    %c1 = arith.constant 1 : index
    %x = memref.alloc() : memref<8xf32>
    gpu.launch_func @m::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<8xf32>)
    %0 = memref.load %x[%c1] : memref<8xf32>
    return %0 : f32
  }
}

// -----

// So is what a function from outside gets; linalg in host code becomes loops.
// CHECK-LABEL: func.func @prints
// CHECK: gpu.alloc {{ *}}host_shared
// CHECK: scf.for
// CHECK: gpu.launch_func async
// CHECK: gpu.wait
// CHECK: call @print
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f(%x: memref<8xf32>) kernel {
      gpu.return
    }
  }
  func.func private @print(memref<8xf32>)
  func.func @prints(%v: f32) {
    %c1 = arith.constant 1 : index
    %x = memref.alloc() : memref<8xf32>
    linalg.fill ins(%v : f32) outs(%x : memref<8xf32>)
    gpu.launch_func @m::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<8xf32>)
    call @print(%x) : (memref<8xf32>) -> ()
    return
  }
}

// -----

// Host code that only handles buffers leaves them on the device.
// CHECK-LABEL: func.func @handles
// CHECK: memref.alloc()
// CHECK: gpu.launch_func @m::@f
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f(%x: memref<8xf32>) kernel {
      gpu.return
    }
  }
  func.func @handles() -> memref<8xf32> {
    %c1 = arith.constant 1 : index
    %x = memref.alloc() : memref<8xf32>
    gpu.launch_func @m::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<8xf32>)
    return %x : memref<8xf32>
  }
}
