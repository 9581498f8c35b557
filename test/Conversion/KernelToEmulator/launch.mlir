// RUN: zyn-opt %s --zyn-to-emulator | FileCheck %s
// RUN: zyn-opt %s --convert-launch-to-emulator | FileCheck %s --check-prefix LAUNCH

// The image is a table of the kernels that are launched, which come later.
// LAUNCH: llvm.mlir.global internal @"zynrt:image:m"()
// LAUNCH-NEXT: llvm.mlir.addressof @"zynrt:format:emulator"
// LAUNCH-NEXT: llvm.mlir.addressof @"zynemu:kernels:m"
// LAUNCH-NEXT: llvm.mlir.constant(8 : i64)
// LAUNCH: llvm.mlir.global {{.*}} constant @"zynemu:kernels:m"() {{.*}}: !llvm.array<1 x ptr>
// LAUNCH-NEXT: llvm.mlir.poison
// LAUNCH-NEXT: llvm.mlir.addressof @m_f_kernel
// LAUNCH: llvm.mlir.global external constant @m_f_kernel() {{.*}}: !llvm.ptr
// LAUNCH: %[[IMAGE:.*]] = llvm.mlir.addressof @"zynrt:image:m"
// LAUNCH: llvm.call @zynrtLaunch(%[[IMAGE]],

// Kernels lie beside host code, under the name of their module.
// CHECK-NOT: gpu.module
// CHECK: llvm.func @main(
// CHECK: llvm.mlir.addressof @"zynrt:image:m"
// CHECK: llvm.call @zynrtLaunch(
// CHECK: llvm.mlir.global external constant @m_f_kernel()
// CHECK: llvm.mlir.addressof @m_f_entry
// CHECK: llvm.func @m_f(
module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f(%x: memref<4xf32>) kernel {
      %c0 = arith.constant 0 : index
      %v = arith.constant 1.0 : f32
      kernel.store %v, %x[%c0] : f32, memref<4xf32>
      gpu.return
    }
  }
  func.func @main(%x: memref<4xf32>) {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@f blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<4xf32>)
    return
  }
}
