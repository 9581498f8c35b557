// RUN: zyn-opt %s --split-input-file --convert-gpu-to-runtime | FileCheck %s

// The elements stay in host memory, and a variable refers to them, in which the
// runtime keeps the copies on devices. Functions share both.
// CHECK: llvm.mlir.global internal constant @weights(dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>) {{.*}}alignment = 64 : i64{{.*}} : !llvm.array<2 x f32>
// CHECK-NEXT: llvm.mlir.global internal @"zynrt:constant:weights"() {{.*}} : !llvm.struct<(ptr, i64, ptr)> {
// CHECK-NEXT: %[[NULL:.*]] = llvm.mlir.zero
// CHECK-NEXT: %[[BYTES:.*]] = llvm.mlir.addressof @weights
// CHECK-NEXT: %[[SIZE:.*]] = llvm.mlir.constant(8 : i64)
// CHECK-NEXT: %[[POISON:.*]] = llvm.mlir.poison
// CHECK-NEXT: %[[A:.*]] = llvm.insertvalue %[[BYTES]], %[[POISON]][0]
// CHECK-NEXT: %[[B:.*]] = llvm.insertvalue %[[SIZE]], %[[A]][1]
// CHECK-NEXT: %[[C:.*]] = llvm.insertvalue %[[NULL]], %[[B]][2]
// CHECK-NEXT: llvm.return %[[C]]
// CHECK-NOT: memref.global
// CHECK-NOT: zynrt:constant
memref.global "private" constant @weights : memref<2xf32> = dense<[1.0, 2.0]> {alignment = 64}

// CHECK-LABEL: func.func @first
// CHECK: %[[VARIABLE:.*]] = llvm.mlir.addressof @"zynrt:constant:weights"
// CHECK-NEXT: %[[MEMORY:.*]] = llvm.call @zynrtConstant(%[[VARIABLE]]) : (!llvm.ptr) -> !llvm.ptr
// CHECK: llvm.insertvalue %[[MEMORY]], %{{.*}}[0]
// CHECK: llvm.insertvalue %[[MEMORY]], %{{.*}}[1]
func.func @first() -> memref<2xf32> {
  %0 = memref.get_global @weights : memref<2xf32>
  return %0 : memref<2xf32>
}

// Copies from it are within the device's memory.
// CHECK-LABEL: func.func @second
// CHECK: llvm.call @zynrtConstant
// CHECK: llvm.call @zynrtCopy
func.func @second(%x: memref<2xf32>) {
  %0 = memref.get_global @weights : memref<2xf32>
  gpu.memcpy %x, %0 : memref<2xf32>, memref<2xf32>
  return
}

// -----

// A buffer of rank 0 has one element, and i1 takes a byte.
// CHECK: llvm.mlir.global internal constant @scalar(dense<7> : tensor<1xi32>) {{.*}} : !llvm.array<1 x i32>
// CHECK: llvm.mlir.global internal constant @bits({{.*}}) {{.*}} : !llvm.array<2 x array<3 x i1>>
// CHECK: llvm.mlir.constant(6 : i64)
memref.global "private" constant @scalar : memref<i32> = dense<7>
memref.global "private" constant @bits : memref<2x3xi1> = dense<[[1, 0, 1], [0, 0, 1]]>
func.func @f() -> (memref<i32>, memref<2x3xi1>) {
  %0 = memref.get_global @scalar : memref<i32>
  %1 = memref.get_global @bits : memref<2x3xi1>
  return %0, %1 : memref<i32>, memref<2x3xi1>
}

// -----

// Memory without initial values has no elements on the host; elements may also
// be defined elsewhere.
// CHECK-NOT: @space
// CHECK: llvm.mlir.global internal @"zynrt:constant:space"
// CHECK-NEXT: %[[NULL:.*]] = llvm.mlir.zero
// CHECK: llvm.insertvalue %[[NULL]], %{{.*}}[0]
// CHECK: llvm.mlir.global external constant @other() {{.*}} : !llvm.array<4 x f32>
memref.global "private" @space : memref<4xf32> = uninitialized
memref.global "private" constant @other : memref<4xf32>
func.func @f() -> (memref<4xf32>, memref<4xf32>) {
  %0 = memref.get_global @space : memref<4xf32>
  %1 = memref.get_global @other : memref<4xf32>
  return %0, %1 : memref<4xf32>, memref<4xf32>
}

// -----

// Other modules may refer to the elements of a public global.
// CHECK: llvm.mlir.global external constant @exported(dense<[1, 2]> : tensor<2xi32>)
// CHECK: llvm.mlir.global internal @"zynrt:constant:exported"
memref.global constant @exported : memref<2xi32> = dense<[1, 2]>
func.func @public() -> memref<2xi32> {
  %0 = memref.get_global @exported : memref<2xi32>
  return %0 : memref<2xi32>
}
