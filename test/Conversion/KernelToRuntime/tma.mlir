// RUN: zyn-opt %s --convert-kernel-to-runtime | FileCheck %s

// The description is a `zynrt_tensor_map`, written at the offsets that it has in
// C: the address, 5 sizes and 5 strides of 8 bytes, the box from 88 on, then
// element, rank and swizzle from 108 on.
// CHECK-LABEL: func.func @encode
func.func @encode(%x: memref<128x64xbf16>) {
  // CHECK-DAG: %[[DESCRIPTION:.*]] = llvm.alloca %{{.*}} x !llvm.array<168 x i8> {alignment = 8 : i64}
  // CHECK-DAG: %[[MAP:.*]] = llvm.alloca %{{.*}} x !llvm.array<16 x i64> {alignment = 64 : i64}
  // CHECK: llvm.getelementptr %[[DESCRIPTION]][0] : {{.*}}, i8
  // CHECK: llvm.getelementptr %[[DESCRIPTION]][8] : {{.*}}, i8
  // CHECK: llvm.getelementptr %[[DESCRIPTION]][48] : {{.*}}, i8
  // CHECK: llvm.getelementptr %[[DESCRIPTION]][16] : {{.*}}, i8
  // CHECK: llvm.getelementptr %[[DESCRIPTION]][56] : {{.*}}, i8
  // CHECK: %[[ROWS:.*]] = llvm.mlir.constant(64 : i32)
  // CHECK: %[[BOX:.*]] = llvm.getelementptr %[[DESCRIPTION]][88] : {{.*}}, i8
  // CHECK: llvm.store %[[ROWS]], %[[BOX]]
  // CHECK: %[[BF16:.*]] = llvm.mlir.constant(9 : i32)
  // CHECK: %[[ELEMENT:.*]] = llvm.getelementptr %[[DESCRIPTION]][108] : {{.*}}, i8
  // CHECK: llvm.store %[[BF16]], %[[ELEMENT]]
  // CHECK: %[[SWIZZLE:.*]] = llvm.mlir.constant(64 : i32)
  // CHECK: %[[PLACE:.*]] = llvm.getelementptr %[[DESCRIPTION]][116] : {{.*}}, i8
  // CHECK: llvm.store %[[SWIZZLE]], %[[PLACE]]
  // CHECK: llvm.call @zynrtEncodeTensorMap(%[[MAP]], %[[DESCRIPTION]])
  // CHECK: llvm.load %[[MAP]]
  %map = kernel.tensor_map.encode %x : memref<128x64xbf16> to !kernel.tensor_map<64x32xbf16, swizzle = 64>
  return
}
