// Functions with many calls, which are external while code is generated, are
// internal in the PTX, and have the names that the code generator chooses for
// internal ones.
// RUN: zyn-translate --zyn-to-ptx --chip=sm_90a %s -o %t.ptx
// RUN: FileCheck %s --input-file %t.ptx
// RUN: FileCheck %s --input-file %t.ptx --check-prefix INTERNAL
// RUN: %if ptxas %{ ptxas -arch=sm_90a %t.ptx -o /dev/null %}

// INTERNAL-NOT: .visible .func

// CHECK: .func (.param .b32 func_retval0) called_$_often
// CHECK: .func called_$_seldom
// CHECK-LABEL: .entry kernel
// CHECK-COUNT-16: call.uni (retval0), called_$_often,
// CHECK: call.uni called_$_seldom,
gpu.module @kernels {
  llvm.func internal @called.often(%x: i32, %p: !llvm.ptr<1>) -> i32 attributes {passthrough = ["noinline"]} {
    %loaded = llvm.load volatile %p : !llvm.ptr<1> -> i32
    %sum = llvm.add %loaded, %x : i32
    llvm.return %sum : i32
  }
  llvm.func internal @called.seldom(%x: i32, %p: !llvm.ptr<1>) attributes {passthrough = ["noinline"]} {
    llvm.store volatile %x, %p : i32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func @kernel(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.call @called.often(%0, %p) : (i32, !llvm.ptr<1>) -> i32
    %2 = llvm.call @called.often(%1, %p) : (i32, !llvm.ptr<1>) -> i32
    %3 = llvm.call @called.often(%2, %p) : (i32, !llvm.ptr<1>) -> i32
    %4 = llvm.call @called.often(%3, %p) : (i32, !llvm.ptr<1>) -> i32
    %5 = llvm.call @called.often(%4, %p) : (i32, !llvm.ptr<1>) -> i32
    %6 = llvm.call @called.often(%5, %p) : (i32, !llvm.ptr<1>) -> i32
    %7 = llvm.call @called.often(%6, %p) : (i32, !llvm.ptr<1>) -> i32
    %8 = llvm.call @called.often(%7, %p) : (i32, !llvm.ptr<1>) -> i32
    %9 = llvm.call @called.often(%8, %p) : (i32, !llvm.ptr<1>) -> i32
    %10 = llvm.call @called.often(%9, %p) : (i32, !llvm.ptr<1>) -> i32
    %11 = llvm.call @called.often(%10, %p) : (i32, !llvm.ptr<1>) -> i32
    %12 = llvm.call @called.often(%11, %p) : (i32, !llvm.ptr<1>) -> i32
    %13 = llvm.call @called.often(%12, %p) : (i32, !llvm.ptr<1>) -> i32
    %14 = llvm.call @called.often(%13, %p) : (i32, !llvm.ptr<1>) -> i32
    %15 = llvm.call @called.often(%14, %p) : (i32, !llvm.ptr<1>) -> i32
    %16 = llvm.call @called.often(%15, %p) : (i32, !llvm.ptr<1>) -> i32
    llvm.call @called.seldom(%16, %p) : (i32, !llvm.ptr<1>) -> ()
    llvm.return
  }
}
