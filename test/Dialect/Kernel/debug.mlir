// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --canonicalize | FileCheck %s --check-prefix=FOLDED

gpu.module @m {
  // CHECK-LABEL: gpu.func @debug
  // FOLDED-LABEL: gpu.func @debug
  gpu.func @debug(%p: i1, %x: f32, %n: index) kernel {
    // CHECK: kernel.assert %{{.*}}, "expected less"
    // FOLDED: kernel.assert %{{.*}}, "expected less"
    kernel.assert %p, "expected less"
    // FOLDED-NOT: "always"
    %true = arith.constant true
    kernel.assert %true, "always"
    // CHECK: kernel.print "here"{{$}}
    kernel.print "here"
    // CHECK: kernel.print "{1}, {0}", %{{.*}}, %{{.*}} : f32, index
    kernel.print "{1}, {0}", %x, %n : f32, index
    gpu.return
  }
  // CHECK-LABEL: func.func @end
  func.func @end() {
    // CHECK: kernel.exit
    kernel.exit
  }
}
