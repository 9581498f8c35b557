// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(kernel-overlap-launches{chip=sm_90a}))' | FileCheck %s
// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(kernel-overlap-launches{chip=sm_89}))' | FileCheck %s --check-prefix=OLD
// RUN: zyn-translate %S/../../../examples/layer/layer.mlir --zyn-to-ptx --chip sm_90a | FileCheck %s --check-prefix=PTX

// Nothing is read from memory before the kernel has waited.
// PTX: .version 8.0
// PTX: .entry
// PTX-NOT: ld.global

// PTX: griddepcontrol.wait;

// OLD-NOT: griddepcontrol
gpu.module @m {
  // CHECK: gpu.func @f
  // CHECK-NEXT: nvvm.griddepcontrol wait
  // CHECK-NEXT: kernel.thread_id
  gpu.func @f(%x: memref<64xf32>) kernel {
    %i = kernel.thread_id x
    %v = kernel.load %x[%i] : memref<64xf32>, f32
    kernel.store %v, %x[%i] : f32, memref<64xf32>
    gpu.return
  }
  // A function that kernels call.
  // CHECK: gpu.func @g
  // CHECK-NEXT: gpu.return
  gpu.func @g() {
    gpu.return
  }
}
