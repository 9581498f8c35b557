// RUN: zyn-opt %s --convert-gpu-to-runtime | FileCheck %s

// The text of a module is there once, in an image with a word in which the
// runtime keeps what it loaded.
// CHECK-NOT: gpu.container_module
// CHECK: llvm.mlir.global internal constant @"zynrt:kernel:fill"("fill\00")
// CHECK: llvm.mlir.global internal @"zynrt:image:kernels"() {{.*}} : !llvm.struct<(ptr, ptr, i64, ptr)> {
// CHECK-NEXT: %[[FORMAT:.*]] = llvm.mlir.addressof @"zynrt:format:ptx"
// CHECK-NEXT: %[[TEXT:.*]] = llvm.mlir.addressof @"zynrt:ptx:kernels"
// CHECK-NEXT: %[[SIZE:.*]] = llvm.mlir.constant(3 : i64)
// CHECK-NEXT: %[[NULL:.*]] = llvm.mlir.zero
// CHECK: llvm.mlir.global internal constant @"zynrt:format:ptx"("ptx\00")
// CHECK: llvm.mlir.global internal constant @"zynrt:ptx:kernels"("PTX")
// CHECK-NOT: gpu.binary
module attributes {gpu.container_module} {
  gpu.binary @kernels [#gpu.object<#nvvm.target, assembly = "PTX">]

  // CHECK-LABEL: func.func @launch
  // CHECK-SAME: %[[N:.*]]: index, %[[X:.*]]: memref<?xf32>, %[[C:.*]]: f32, %[[SHARED:.*]]: i32
  func.func @launch(%n: index, %x: memref<?xf32>, %c: f32, %shared: i32) {
    // A buffer is five arguments: two pointers, an offset, a size, a stride.
    // CHECK: %[[ARGUMENTS:.*]] = llvm.alloca %{{.*}} x !llvm.array<6 x ptr>
    // CHECK-DAG: %[[IMAGE:.*]] = llvm.mlir.addressof @"zynrt:image:kernels"
    // CHECK-DAG: %[[NAME:.*]] = llvm.mlir.addressof @"zynrt:kernel:fill"
    // CHECK-DAG: %[[BYTES:.*]] = llvm.sext %[[SHARED]] : i32 to i64
    // CHECK: llvm.store %[[C]], %[[PLACE:.*]] : f32, !llvm.ptr
    // CHECK: %[[LAST:.*]] = llvm.getelementptr %[[ARGUMENTS]][5]
    // CHECK: llvm.store %[[PLACE]], %[[LAST]]
    // CHECK: %[[COUNT:.*]] = llvm.mlir.constant(6 : i64)
    // CHECK: %[[LOCATION:.*]] = llvm.mlir.addressof @"zynrt:location:{{.*}}launch.mlir:[[#]]:5"
    // The bytes of the buffer, for profiles.
    // CHECK: memref.dim %[[X]]
    // CHECK: llvm.call @zynrtLaunch(%[[IMAGE]], %[[NAME]], {{.*}}, %[[BYTES]], %[[ARGUMENTS]], %[[COUNT]], %[[LOCATION]], %{{.*}})
    %c1 = arith.constant 1 : index
    %c256 = arith.constant 256 : index
    gpu.launch_func @kernels::@fill blocks in (%n, %c1, %c1)
        threads in (%c256, %c1, %c1) dynamic_shared_memory_size %shared
        args(%x : memref<?xf32>, %c : f32)
    return
  }

  // The stack does not grow with the iterations of a loop.
  // CHECK-LABEL: func.func @loop
  func.func @loop(%n: index) {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    // CHECK: llvm.alloca
    // CHECK: scf.for
    // CHECK-NOT: llvm.alloca
    // CHECK: llvm.call @zynrtLaunch
    scf.for %i = %c0 to %n step %c1 {
      gpu.launch_func @kernels::@empty blocks in (%c1, %c1, %c1)
          threads in (%c1, %c1, %c1)
    }
    return
  }
}
