// RUN: zyn-opt %s --kernel-find-dependences | FileCheck %s
// RUN: zyn-opt %s --kernel-find-dependences --remarks-filter=kernel-find-dependences 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// REMARK: find-dependences.mlir:[[#]]:[[#]]: remark: [Passed] FindDependences | Category:kernel-find-dependences | Reason="3 of 5 launches do not depend on all of those before them"

module attributes {gpu.container_module} {
  memref.global "private" constant @weights : memref<64xf32> = dense<2.0>

  gpu.module @kernels {
    gpu.func @copy(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %i = kernel.thread_id x
      %v = kernel.load %x[%i] : memref<64xf32>, f32
      kernel.store %v, %y[%i] : f32, memref<64xf32>
      gpu.return
    }
    gpu.func @prints(%x: memref<64xf32>, %y: memref<64xf32>) kernel {
      %i = kernel.thread_id x
      kernel.print "{0}", %i : index
      gpu.return
    }
  }

  // A diamond: the two launches in the middle depend on the first one only.
  // CHECK-LABEL: func.func @diamond(
  func.func @diamond(%x: memref<64xf32>, %z: memref<64xf32>) {
    %one = arith.constant 1 : index
    %n = arith.constant 64 : index
    %a = memref.alloc() : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    %c = memref.alloc() : memref<64xf32>
    %w = memref.get_global @weights : memref<64xf32>
    // CHECK: args(%{{.*}}, %[[A:.*]] : memref<64xf32>)
    // CHECK-NOT: kernel.after
    // CHECK: args(%[[A]] : memref<64xf32>, %[[B:.*]] : memref<64xf32>)
    // CHECK-NOT: kernel.after
    gpu.launch_func @kernels::@copy blocks in (%one, %one, %one) threads in (%n, %one, %one)
        args(%x : memref<64xf32>, %a : memref<64xf32>)
    gpu.launch_func @kernels::@copy blocks in (%one, %one, %one) threads in (%n, %one, %one)
        args(%a : memref<64xf32>, %b : memref<64xf32>)
    // CHECK: args(%[[A]] : memref<64xf32>, %[[C:.*]] : memref<64xf32>) {kernel.after = 2 : i64}
    gpu.launch_func @kernels::@copy blocks in (%one, %one, %one) threads in (%n, %one, %one)
        args(%a : memref<64xf32>, %c : memref<64xf32>)
    // Overwrites what the second one wrote, and reads a constant. The first
    // launch is before the second.
    // CHECK: args(%{{.*}} : memref<64xf32>, %[[B]] : memref<64xf32>) {kernel.after = 2 : i64}
    gpu.launch_func @kernels::@copy blocks in (%one, %one, %one) threads in (%n, %one, %one)
        args(%w : memref<64xf32>, %b : memref<64xf32>)
    // CHECK: args(%[[C]] : memref<64xf32>, %{{.*}} : memref<64xf32>) {kernel.after = 2 : i64}
    gpu.launch_func @kernels::@copy blocks in (%one, %one, %one) threads in (%n, %one, %one)
        args(%c : memref<64xf32>, %z : memref<64xf32>)
    memref.dealloc %a : memref<64xf32>
    memref.dealloc %b : memref<64xf32>
    memref.dealloc %c : memref<64xf32>
    return
  }

  // Arguments may be the same array.
  // CHECK-LABEL: func.func @arguments(
  // CHECK-NOT: kernel.after
  func.func @arguments(%x: memref<64xf32>, %y: memref<64xf32>, %z: memref<64xf32>) {
    %one = arith.constant 1 : index
    gpu.launch_func @kernels::@copy blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%x : memref<64xf32>, %y : memref<64xf32>)
    gpu.launch_func @kernels::@copy blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%x : memref<64xf32>, %z : memref<64xf32>)
    return
  }

  // The second buffer may have the memory of the first; and copies, kernels
  // that print, and loops are not looked into.
  // CHECK-LABEL: func.func @separated(
  // CHECK-NOT: kernel.after
  func.func @separated(%x: memref<64xf32>, %n: index) {
    %zero = arith.constant 0 : index
    %one = arith.constant 1 : index
    %a = memref.alloc() : memref<64xf32>
    gpu.launch_func @kernels::@copy blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%x : memref<64xf32>, %a : memref<64xf32>)
    memref.dealloc %a : memref<64xf32>
    %b = memref.alloc() : memref<64xf32>
    gpu.launch_func @kernels::@copy blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%x : memref<64xf32>, %b : memref<64xf32>)
    %c = memref.alloc() : memref<64xf32>
    memref.copy %x, %c : memref<64xf32> to memref<64xf32>
    gpu.launch_func @kernels::@copy blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%x : memref<64xf32>, %c : memref<64xf32>)
    gpu.launch_func @kernels::@prints blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%x : memref<64xf32>, %b : memref<64xf32>)
    scf.for %i = %zero to %n step %one {
      gpu.launch_func @kernels::@copy blocks in (%one, %one, %one) threads in (%one, %one, %one)
          args(%x : memref<64xf32>, %b : memref<64xf32>)
    }
    gpu.launch_func @kernels::@copy blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%x : memref<64xf32>, %c : memref<64xf32>)
    memref.dealloc %b : memref<64xf32>
    memref.dealloc %c : memref<64xf32>
    return
  }

  // Parts of a workspace overlap or not.
  // CHECK-LABEL: func.func @workspace(
  func.func @workspace(%x: memref<64xf32>) {
    %one = arith.constant 1 : index
    %c0 = arith.constant 0 : index
    %c128 = arith.constant 128 : index
    %c256 = arith.constant 256 : index
    %w = memref.alloc() : memref<512xi8>
    %a = memref.view %w[%c0][] : memref<512xi8> to memref<64xf32>
    %b = memref.view %w[%c256][] : memref<512xi8> to memref<64xf32>
    %c = memref.view %w[%c128][] : memref<512xi8> to memref<64xf32>
    // CHECK: args({{.*}}, %[[A:.*]] : memref<64xf32>)
    // CHECK-NOT: kernel.after
    // CHECK: args({{.*}}, %[[B:.*]] : memref<64xf32>) {kernel.after = 0 : i64}
    // CHECK: args({{.*}}, %[[C:.*]] : memref<64xf32>)
    // CHECK-NOT: kernel.after
    // CHECK: return
    gpu.launch_func @kernels::@copy blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%x : memref<64xf32>, %a : memref<64xf32>)
    gpu.launch_func @kernels::@copy blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%x : memref<64xf32>, %b : memref<64xf32>)
    gpu.launch_func @kernels::@copy blocks in (%one, %one, %one) threads in (%one, %one, %one)
        args(%x : memref<64xf32>, %c : memref<64xf32>)
    memref.dealloc %w : memref<512xi8>
    return
  }
}
