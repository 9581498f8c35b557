// RUN: zyn-translate --zyn-to-ptx %s | FileCheck %s
// RUN: grep -v 'kernel.print\|kernel.assert' %s > %t.mlir
// RUN: zyn-translate --zyn-to-ptx %t.mlir | FileCheck %s --check-prefix=NONE

// What does not print has no part of it.
// NONE: .entry f(
// NONE-NOT: __zyn_print

// CHECK-DAG: .visible .global .align 8 .b8 __zyn_print_ring[16];
// CHECK-DAG: .visible .global .align 8 .b8 __zyn_print_formats[{{[0-9]+}}] =
// CHECK-DAG: .visible .global .align 8 .b8 __zyn_print_unused[128];

gpu.module @m {
  // CHECK: .entry f(
  // CHECK: atom.relaxed.sys.add.u32
  // CHECK: st.release.sys{{.*}}.b32
  // CHECK: trap;
  gpu.func @f(%x: memref<64xf32>, %n: index) kernel {
    %i = kernel.thread_id x
    %isInside = arith.cmpi ult, %i, %n : index
    kernel.assert %isInside, "expected an index inside the image"
    %0 = kernel.load %x[%i] : memref<64xf32>, f32
    kernel.print "{0}: {1}", %i, %0 : index, f32
    kernel.store %0, %x[%i] : f32, memref<64xf32>
    gpu.return
  }
}
