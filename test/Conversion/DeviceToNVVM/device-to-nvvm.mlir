// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-device-to-nvvm,reconcile-unrealized-casts))' | FileCheck %s

// CHECK-NOT: llvm.func @__nv_
gpu.module @m {
  // Shared memory is a global of address space 3.
  // CHECK: llvm.mlir.global internal @[[TILE:.*]]() {addr_space = 3 : i32, alignment = 16 : i64} : !llvm.array<64 x f32>

  // A buffer is passed as its descriptor's fields.
  // CHECK-LABEL: llvm.func @memory
  // CHECK-SAME: %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: !llvm.ptr, %{{[^:]*}}: i64, %{{[^:]*}}: i64, %{{[^:]*}}: i64)
  // CHECK-SAME: nvvm.kernel
  gpu.func @memory(%x: memref<?xf32>)
      workgroup(%tile: memref<64xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64})
      kernel attributes {known_block_size = array<i32: 64, 1, 1>} {
    // CHECK-DAG: llvm.mlir.addressof @[[TILE]] : !llvm.ptr<3>
    // CHECK-DAG: nvvm.read.ptx.sreg.tid.x range <i32, 0, 64> : i32
    %i = gpu.thread_id x
    // CHECK: %[[V:.*]] = llvm.load %{{.*}} : !llvm.ptr -> f32
    %v = memref.load %x[%i] : memref<?xf32>
    // CHECK: llvm.store %[[V]], %{{.*}} : f32, !llvm.ptr<3>
    memref.store %v, %tile[%i] : memref<64xf32, #gpu.address_space<workgroup>>
    // CHECK: nvvm.barrier
    gpu.barrier
    // CHECK: llvm.load %{{.*}} {alignment = 16 : i64} : !llvm.ptr -> vector<4xf32>
    %w = vector.load %x[%i] {alignment = 16 : i64} : memref<?xf32>, vector<4xf32>
    vector.store %w, %x[%i] {alignment = 16 : i64} : memref<?xf32>, vector<4xf32>
    gpu.return
  }

  // Intrinsics that the backend has instructions for, no calls.
  // CHECK-LABEL: llvm.func @math
  gpu.func @math(%x: memref<f32>) kernel {
    %0 = memref.load %x[] : memref<f32>
    // CHECK: llvm.intr.sqrt
    %1 = math.sqrt %0 : f32
    // CHECK: llvm.intr.fabs
    %2 = math.absf %1 : f32
    // CHECK: llvm.intr.floor
    %3 = math.floor %2 : f32
    // CHECK: llvm.intr.roundeven
    %4 = math.roundeven %3 : f32
    // CHECK: llvm.intr.fma
    %5 = math.fma %3, %4, %2 : f32
    memref.store %5, %x[] : memref<f32>
    gpu.return
  }

  // CHECK-LABEL: llvm.func @approximate_exp2
  gpu.func @approximate_exp2(%x: memref<f32>) kernel {
    %0 = memref.load %x[] : memref<f32>
    // CHECK: llvm.call_intrinsic "llvm.nvvm.ex2.approx.ftz"(%{{.*}}) : (f32) -> f32
    %1 = math.exp2 %0 fastmath<afn> : f32
    memref.store %1, %x[] : memref<f32>
    gpu.return
  }

  // A maximum of two that is NaN if either is.
  // CHECK-LABEL: llvm.func @maximum
  gpu.func @maximum(%x: memref<f32>, %y: f32) kernel {
    %0 = memref.load %x[] : memref<f32>
    // CHECK: llvm.intr.maximum
    %1 = arith.maximumf %0, %y : f32
    memref.store %1, %x[] : memref<f32>
    gpu.return
  }

  // There is no instruction for f64, but zeros are ordered as well.
  // CHECK-LABEL: llvm.func @minimum_f64
  gpu.func @minimum_f64(%x: memref<f64>, %y: f64) kernel {
    %0 = memref.load %x[] : memref<f64>
    // CHECK: llvm.intr.minimum
    %1 = arith.minimumf %0, %y : f64
    memref.store %1, %x[] : memref<f64>
    gpu.return
  }

  // One that is NaN only if both are is one instruction, too, instead of
  // comparisons.
  // CHECK-LABEL: llvm.func @maxnum
  gpu.func @maxnum(%x: memref<f32>, %y: f32) kernel {
    %0 = memref.load %x[] : memref<f32>
    // CHECK-NOT: llvm.fcmp
    // CHECK: llvm.intr.maxnum
    // CHECK: llvm.intr.minnum
    // CHECK-NOT: llvm.fcmp
    %1 = arith.maxnumf %0, %y : f32
    %2 = arith.minnumf %1, %y : f32
    memref.store %2, %x[] : memref<f32>
    gpu.return
  }
}
