// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-gpu-to-kernel))' | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: gpu.func @indices
  gpu.func @indices(%x: memref<?xindex>, %y: memref<?xi32>, %v: i32) kernel {
    // CHECK: kernel.thread_id x
    // CHECK: kernel.block_size z
    // CHECK: kernel.lane_id
    // CHECK: kernel.warp_id
    // CHECK: kernel.barrier
    // CHECK: kernel.atomic add
    %0 = gpu.thread_id x
    %1 = gpu.block_dim z
    %2 = gpu.lane_id
    %3 = gpu.subgroup_id : index
    memref.store %1, %x[%0] : memref<?xindex>
    gpu.barrier
    memref.store %3, %x[%2] : memref<?xindex>
    %4 = memref.atomic_rmw addi %v, %y[%0] : (i32, memref<?xi32>) -> i32
    gpu.return
  }

  // All lanes; then 13 of them, of which each has to know its source.
  // CHECK-LABEL: gpu.func @shuffles
  gpu.func @shuffles(%x: memref<?xf32>, %v: f32, %offset: i32, %i: index) kernel {
    // CHECK: kernel.shuffle xor %{{.*}}, %{{.*}} : f32
    // CHECK: %[[SOURCE:.*]] = arith.addi %{{.*}}, %{{.*}} : i32
    // CHECK: %[[VALID:.*]] = arith.cmpi ult, %[[SOURCE]]
    // CHECK: %[[LANE:.*]] = arith.select %[[VALID]], %[[SOURCE]]
    // CHECK: kernel.shuffle idx %{{.*}}, %[[LANE]] mask %{{.*}} : f32
    %c32 = arith.constant 32 : i32
    %c13 = arith.constant 13 : i32
    %0, %p = gpu.shuffle xor %v, %offset, %c32 : f32
    %1, %q = gpu.shuffle down %v, %offset, %c13 : f32
    memref.store %0, %x[%i] : memref<?xf32>
    memref.store %1, %x[%i] : memref<?xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @reduction
  // CHECK-NOT: gpu.all_reduce
  // CHECK: kernel.shuffle xor
  // CHECK: kernel.barrier
  gpu.func @reduction(%x: memref<?xf32>, %v: f32, %i: index) kernel {
    %0 = gpu.all_reduce add %v uniform {} : (f32) -> (f32)
    memref.store %0, %x[%i] : memref<?xf32>
    gpu.return
  }

  // B and C are two fragments each.
  // CHECK-LABEL: gpu.func @matrices
  gpu.func @matrices(%a: memref<16x16xf16>, %c: memref<16x16xf32>, %i: index) kernel {
    // CHECK: kernel.mma.load %{{.*}} : memref<16x16xf16>, !kernel.fragment<16x16xf16, a>
    // CHECK-COUNT-2: kernel.mma.load %{{.*}} column_major : memref<16x16xf16>, !kernel.fragment<16x8xf16, b>
    // CHECK: kernel.mma.fill
    // CHECK-COUNT-2: kernel.mma.compute
    // CHECK-COUNT-2: kernel.mma.unpack
    // CHECK: arith.addf %{{.*}}, %{{.*}} : vector<4xf32>
    // CHECK: kernel.mma.pack
    // CHECK-COUNT-2: kernel.mma.store
    %zero = arith.constant 0.0 : f32
    %0 = gpu.subgroup_mma_load_matrix %a[%i, %i] {leadDimension = 16 : index} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "AOp">
    %1 = gpu.subgroup_mma_load_matrix %a[%i, %i] {leadDimension = 16 : index, transpose} : memref<16x16xf16> -> !gpu.mma_matrix<16x16xf16, "BOp">
    %2 = gpu.subgroup_mma_constant_matrix %zero : !gpu.mma_matrix<16x16xf32, "COp">
    %3 = gpu.subgroup_mma_compute %0, %1, %2 : !gpu.mma_matrix<16x16xf16, "AOp">, !gpu.mma_matrix<16x16xf16, "BOp"> -> !gpu.mma_matrix<16x16xf32, "COp">
    %4 = gpu.subgroup_mma_elementwise addf %3, %3 : (!gpu.mma_matrix<16x16xf32, "COp">, !gpu.mma_matrix<16x16xf32, "COp">) -> !gpu.mma_matrix<16x16xf32, "COp">
    gpu.subgroup_mma_store_matrix %4, %c[%i, %i] {leadDimension = 16 : index} : !gpu.mma_matrix<16x16xf32, "COp">, memref<16x16xf32>
    gpu.return
  }

  // CHECK-LABEL: gpu.func @prints
  // CHECK: %[[D:.*]] = arith.extf %{{.*}} : f32 to f64
  // CHECK: llvm.call @printf(%{{.*}}, %[[D]])
  gpu.func @prints(%v: f32) kernel {
    gpu.printf "%f\n", %v : f32
    gpu.return
  }
}
