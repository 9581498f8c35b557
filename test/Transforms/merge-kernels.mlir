// RUN: zyn-opt %s --zyn-merge-kernels | FileCheck %s
// RUN: zyn-opt %s --zyn-merge-kernels=max-locations=2 --mlir-print-debuginfo --mlir-print-local-scope | FileCheck %s --check-prefix=LOC
// RUN: zyn-opt %s --zyn-merge-kernels --remarks-filter=zyn-merge-kernels 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// REMARK: remark: [Passed] MergeKernels | Category:zyn-merge-kernels | Reason="replaced 2 of 9 kernels with identical ones"

module attributes {gpu.container_module} {
  // CHECK: gpu.module @kernels
  gpu.module @kernels {
    // CHECK: gpu.func @same_0
    // LOC: gpu.func @same_0
    // LOC: gpu.return
    // LOC-NEXT: } loc(fused["{{.*}}merge-kernels.mlir":[[#@LINE+1]]:5, "{{.*}}merge-kernels.mlir":[[#@LINE+6]]:5])
    gpu.func @same_0(%x: memref<8xf32>, %i: index) kernel {
      %c = arith.constant 1.0 : f32
      memref.store %c, %x[%i] : memref<8xf32>
      gpu.return
    }
    gpu.func @same_1(%x: memref<8xf32>, %i: index) kernel {
      %c = arith.constant 1.0 : f32
      memref.store %c, %x[%i] : memref<8xf32>
      gpu.return
    }
    gpu.func @same_2(%y: memref<8xf32>, %j: index) kernel {
      %d = arith.constant 1.0 : f32
      memref.store %d, %y[%j] : memref<8xf32>
      gpu.return
    }
    // CHECK-NEXT: arith.constant
    // CHECK-NEXT: memref.store
    // CHECK-NEXT: gpu.return
    // CHECK-NEXT: }
    // CHECK-NEXT: gpu.func @other_constant
    gpu.func @other_constant(%x: memref<8xf32>, %i: index) kernel {
      %c = arith.constant 2.0 : f32
      memref.store %c, %x[%i] : memref<8xf32>
      gpu.return
    }
    // CHECK: gpu.func @other_type
    gpu.func @other_type(%x: memref<9xf32>, %i: index) kernel {
      %c = arith.constant 1.0 : f32
      memref.store %c, %x[%i] : memref<9xf32>
      gpu.return
    }
    // CHECK: gpu.func @other_block_size
    gpu.func @other_block_size(%x: memref<8xf32>, %i: index) kernel
        attributes {known_block_size = array<i32: 32, 1, 1>} {
      %c = arith.constant 1.0 : f32
      memref.store %c, %x[%i] : memref<8xf32>
      gpu.return
    }
    // CHECK: gpu.func @other_registers
    gpu.func @other_registers(%x: memref<8xf32>, %i: index) kernel attributes {nvvm.maxnreg = 32 : i32} {
      %c = arith.constant 1.0 : f32
      memref.store %c, %x[%i] : memref<8xf32>
      gpu.return
    }
    // The same ops on other values.
    // CHECK: gpu.func @difference_0
    // CHECK: gpu.func @difference_1
    gpu.func @difference_0(%x: memref<8xindex>, %i: index, %j: index) kernel {
      %c = arith.subi %i, %j : index
      memref.store %c, %x[%i] : memref<8xindex>
      gpu.return
    }
    gpu.func @difference_1(%x: memref<8xindex>, %i: index, %j: index) kernel {
      %c = arith.subi %j, %i : index
      memref.store %c, %x[%i] : memref<8xindex>
      gpu.return
    }
    // Somebody may launch it by name.
    // CHECK: gpu.func @not_launched
    gpu.func @not_launched(%x: memref<8xf32>, %i: index) kernel {
      %c = arith.constant 1.0 : f32
      memref.store %c, %x[%i] : memref<8xf32>
      gpu.return
    }
    // CHECK-NOT: gpu.func
  }

  // CHECK: func.func @host
  func.func @host(%x: memref<8xf32>, %y: memref<9xf32>, %z: memref<8xindex>, %i: index) {
    // CHECK: launch_func @kernels::@same_0
    // CHECK: launch_func @kernels::@same_0
    // CHECK: launch_func @kernels::@same_0
    // CHECK: launch_func @kernels::@other_constant
    gpu.launch_func @kernels::@same_0 blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%x : memref<8xf32>, %i : index)
    gpu.launch_func @kernels::@same_1 blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%x : memref<8xf32>, %i : index)
    gpu.launch_func @kernels::@same_2 blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%x : memref<8xf32>, %i : index)
    gpu.launch_func @kernels::@other_constant blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%x : memref<8xf32>, %i : index)
    gpu.launch_func @kernels::@other_type blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%y : memref<9xf32>, %i : index)
    gpu.launch_func @kernels::@other_block_size blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%x : memref<8xf32>, %i : index)
    gpu.launch_func @kernels::@other_registers blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%x : memref<8xf32>, %i : index)
    gpu.launch_func @kernels::@difference_0 blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%z : memref<8xindex>, %i : index, %i : index)
    gpu.launch_func @kernels::@difference_1 blocks in (%i, %i, %i) threads in (%i, %i, %i) args(%z : memref<8xindex>, %i : index, %i : index)
    return
  }
}
