// RUN: zyn-translate --zyn-to-ptx --chip sm_80 %s | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: .entry shuffles(
  gpu.func @shuffles(%f: memref<8xf32>, %h: memref<8xbf16>, %l: memref<8xf64>, %b: memref<8xi8>,
                     %w: memref<8xf16>, %p: memref<8xi1>, %offset: i32, %mask: i32) kernel {
    %i = kernel.thread_id x
    %0 = kernel.load %f[%i] : memref<8xf32>, f32
    // Groups of 32: the last lane, 31, is the end.
    // CHECK: shfl.sync.idx.b32 %{{.*}}, %{{.*}}, %{{.*}}, 31, -1;
    %1, %v1 = kernel.shuffle idx %0, %offset : f32
    // Groups of 16, and whether it stayed inside.
    // CHECK: shfl.sync.down.b32 %{{.*}}|%p{{[0-9]+}}, %{{.*}}, %{{.*}}, 4127, %r
    %2, %v2 = kernel.shuffle down %1, %offset width 16 mask %mask : f32
    kernel.store %2, %f[%i] : f32, memref<8xf32>
    kernel.store %v2, %p[%i] : i1, memref<8xi1>
    %3 = kernel.load %h[%i] : memref<8xbf16>, bf16
    // CHECK: shfl.sync.up.b32 %{{.*}}, %{{.*}}, %{{.*}}, 0, -1;
    %4, %v4 = kernel.shuffle up %3, %offset : bf16
    kernel.store %4, %h[%i] : bf16, memref<8xbf16>
    %5 = kernel.load %l[%i] : memref<8xf64>, f64
    // CHECK: shfl.sync.bfly.b32 %{{.*}}, %{{.*}}, %{{.*}}, 31, -1;
    // CHECK: shfl.sync.bfly.b32 %{{.*}}, %{{.*}}, %{{.*}}, 31, -1;
    %6, %v6 = kernel.shuffle xor %5, %offset : f64
    kernel.store %6, %l[%i] : f64, memref<8xf64>
    %7 = kernel.load %b[%i] : memref<8xi8>, i8
    // CHECK: shfl.sync.idx.b32
    %8, %v8 = kernel.shuffle idx %7, %offset : i8
    kernel.store %8, %b[%i] : i8, memref<8xi8>
    %9 = kernel.load %w[%i] : memref<8xf16>, vector<4xf16>
    // CHECK-COUNT-2: shfl.sync.idx.b32
    %10, %v10 = kernel.shuffle idx %9, %offset : vector<4xf16>
    kernel.store %10, %w[%i] : vector<4xf16>, memref<8xf16>
    gpu.return
  }

  // CHECK-LABEL: .entry votes(
  gpu.func @votes(%x: memref<8xi32>, %y: memref<8xi1>, %f: memref<8xf64>, %v: f64, %mask: i32) kernel {
    %i = kernel.thread_id x
    %0 = kernel.load %y[%i] : memref<8xi1>, i1
    // CHECK: vote.sync.any.pred %{{.*}}, %{{.*}}, -1;
    %1 = kernel.vote any %0
    // CHECK: vote.sync.all.pred %{{.*}}, %{{.*}}, %r
    %2 = kernel.vote all %1 mask %mask
    // CHECK: vote.sync.ballot.b32 %{{.*}}, %{{.*}}, -1;
    %3 = kernel.vote ballot %2
    // CHECK: match.any.sync.b32 %{{.*}}, %{{.*}}, -1;
    %4 = kernel.match any %3 : i32
    // CHECK: match.all.sync.b64 %{{.*}}|%{{.*}}, %{{.*}}, %r
    %5, %same = kernel.match all %v mask %mask : f64
    // CHECK: activemask.b32
    %6 = kernel.active_mask
    %7 = arith.addi %4, %5 : i32
    %8 = arith.addi %7, %6 : i32
    kernel.store %8, %x[%i] : i32, memref<8xi32>
    kernel.store %same, %y[%i] : i1, memref<8xi1>
    gpu.return
  }

  // CHECK-LABEL: .entry reduces(
  gpu.func @reduces(%x: memref<8xi32>, %l: memref<8xi64>, %f: memref<8xf32>, %h: memref<8xf16>,
                    %b: memref<8xbf16>, %d: memref<8xf64>, %mask: i32) kernel {
    %i = kernel.thread_id x
    %0 = kernel.load %x[%i] : memref<8xi32>, i32
    // CHECK: redux.sync.add.s32
    %1 = kernel.warp_reduce add %0 : i32
    // CHECK: redux.sync.min.u32
    %2 = kernel.warp_reduce umin %1 mask %mask : i32
    // CHECK: redux.sync.xor.b32
    %3 = kernel.warp_reduce xor %2 : i32
    kernel.store %3, %x[%i] : i32, memref<8xi32>
    %4 = kernel.load %f[%i] : memref<8xf32>, f32
    // CHECK: shfl.sync.bfly.b32 %{{.*}}, %{{.*}}, 16, 31, -1;
    // CHECK: add.rn.f32
    // CHECK: shfl.sync.bfly.b32 %{{.*}}, %{{.*}}, 8, 31, -1;
    // CHECK: shfl.sync.bfly.b32 %{{.*}}, %{{.*}}, 4, 31, -1;
    // CHECK: shfl.sync.bfly.b32 %{{.*}}, %{{.*}}, 2, 31, -1;
    // CHECK: shfl.sync.bfly.b32 %{{.*}}, %{{.*}}, 1, 31, -1;
    // CHECK: add.rn.f32
    %5 = kernel.warp_reduce add %4 : f32
    // CHECK-COUNT-5: min.f32
    %6 = kernel.warp_reduce min %5 : f32
    kernel.store %6, %f[%i] : f32, memref<8xf32>
    %7 = kernel.load %l[%i] : memref<8xi64>, i64
    // CHECK-COUNT-5: max.u64
    %8 = kernel.warp_reduce umax %7 : i64
    kernel.store %8, %l[%i] : i64, memref<8xi64>
    %9 = kernel.load %h[%i] : memref<8xf16>, f16
    // CHECK-COUNT-5: add.rn.f16
    %10 = kernel.warp_reduce add %9 : f16
    // CHECK-COUNT-5: max.f16
    %11 = kernel.warp_reduce max %10 : f16
    kernel.store %11, %h[%i] : f16, memref<8xf16>
    %12 = kernel.load %b[%i] : memref<8xbf16>, bf16
    // Rounded after each step.
    // CHECK-COUNT-5: {{add.rn.bf16|fma.rn.bf16}}
    %13 = kernel.warp_reduce add %12 : bf16
    // CHECK-COUNT-5: max.bf16
    %14 = kernel.warp_reduce max %13 : bf16
    kernel.store %14, %b[%i] : bf16, memref<8xbf16>
    %15 = kernel.load %d[%i] : memref<8xf64>, f64
    // CHECK-COUNT-5: add.rn.f64
    %16 = kernel.warp_reduce add %15 : f64
    kernel.store %16, %d[%i] : f64, memref<8xf64>
    gpu.return
  }
}
