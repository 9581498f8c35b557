// RUN: zyn-opt %s --convert-kernel-to-runtime | FileCheck %s

// The address of the first element replaces that of the buffer.
// CHECK-LABEL: func.func @rebase
// CHECK: %[[X:.*]] = builtin.unrealized_conversion_cast %arg0
// CHECK: %[[BASE:.*]] = llvm.extractvalue %[[X]][1]
// CHECK: %[[OFFSET:.*]] = llvm.mlir.constant(128 : index) : i64
// CHECK: %[[FIRST:.*]] = llvm.getelementptr %[[BASE]][%[[OFFSET]]] : (!llvm.ptr, i64) -> !llvm.ptr, f32
// CHECK: %[[Y:.*]] = llvm.insertvalue %[[FIRST]], %[[X]][1]
// CHECK: %[[ZERO:.*]] = llvm.mlir.constant(0 : index) : i64
// CHECK: %[[Z:.*]] = llvm.insertvalue %[[ZERO]], %[[Y]][2]
// CHECK: builtin.unrealized_conversion_cast %[[Z]] {{.*}} to memref<4x64xf32, strided<[256, 1]>>
func.func @rebase(%x: memref<4x64xf32, strided<[256, 1], offset: 128>>) -> memref<4x64xf32, strided<[256, 1]>> {
  %y = kernel.rebase %x : memref<4x64xf32, strided<[256, 1], offset: 128>>
  return %y : memref<4x64xf32, strided<[256, 1]>>
}
