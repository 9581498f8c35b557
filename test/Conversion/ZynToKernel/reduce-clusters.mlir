// RUN: zyn-opt %s --convert-zyn-to-kernel=chip=sm_90a --split-input-file | FileCheck %s
// RUN: zyn-opt %s --convert-zyn-to-kernel=chip=sm_90a --split-input-file --remarks-filter=schedule 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// The first thread of each block writes its value to the shared memory of the
// first one, which combines them in the order of blocks.
// CHECK-LABEL: gpu.func @few_reduce_0
// CHECK-SAME: known_cluster_size = array<i32: 8, 1, 1>
// CHECK: kernel.shared : memref<8xf32, #gpu.address_space<workgroup>>
// CHECK: kernel.cluster_barrier.arrive relaxed
// CHECK: scf.for
// CHECK: kernel.cluster_barrier.wait
// CHECK: kernel.map_shared
// CHECK: kernel.store {{.*}} memref<8xf32, #kernel.cluster>
// CHECK: kernel.cluster_barrier
// CHECK: scf.if
// CHECK-COUNT-8: kernel.load {{.*}} : memref<8xf32, #gpu.address_space<workgroup>>
// CHECK: kernel.store {{.*}} : f32, memref<8xf32
// CHECK: gpu.return
// CHECK-LABEL: func.func @few
// CHECK: gpu.launch_func @zyn_kernels::@few_reduce_0
// CHECK-NEXT: return
// REMARK: Reason="the reduction uses a cluster of blocks for each row; the memory takes at least 1307 cycles for 3200032 bytes"
func.func @few(%x: memref<8x100000xf32>, %y: memref<8xf32>) {
  zyn.reduce ins(%x : memref<8x100000xf32>) outs(%y : memref<8xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    zyn.yield %s : f32
  }
  return
}

// -----

// More rows, or longer ones, have as many chunks as multiprocessors need.
// REMARK: Reason="the reduction uses chunks of rows and a second launch; the memory takes at least 3637 cycles for 8908612 bytes"
func.func @many(%x: memref<17x131008xf32>, %y: memref<17xf32>) {
  zyn.reduce ins(%x : memref<17x131008xf32>) outs(%y : memref<17xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    zyn.yield %s : f32
  }
  return
}

// -----

// REMARK: Reason="the reduction uses chunks of rows and a second launch
func.func @long(%x: memref<262145xf32>, %y: memref<f32>) {
  zyn.reduce ins(%x : memref<262145xf32>) outs(%y : memref<f32>) dimensions = [0] {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %a, %b : f32
    zyn.yield %s : f32
  }
  return
}
