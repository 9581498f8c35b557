// RUN: zyn-opt %s --convert-nvvm-to-ptx | FileCheck %s
// The PTX is the same in each process, so that the cache finds the kernel.
// RUN: zyn-opt %s --convert-nvvm-to-ptx -o %t.1
// RUN: zyn-opt %s --convert-nvvm-to-ptx -o %t.2
// RUN: zyn-opt %s --convert-nvvm-to-ptx -o %t.3
// RUN: zyn-opt %s --convert-nvvm-to-ptx -o %t.4
// RUN: cmp %t.1 %t.2 && cmp %t.1 %t.3 && cmp %t.1 %t.4

gpu.module @kernels [#nvvm.target<chip = "sm_80">] {
  // CHECK: .entry f(
  // CHECK: brx.idx
  llvm.func @f(%out: !llvm.ptr<1>, %i: i32, %x: i32) attributes {nvvm.kernel} {
    %0 = llvm.mlir.constant(110 : i32) : i32
    %1 = llvm.mlir.constant(211 : i32) : i32
    %2 = llvm.mlir.constant(312 : i32) : i32
    %3 = llvm.mlir.constant(413 : i32) : i32
    llvm.switch %i : i32, ^a(%x : i32) [
      0: ^a(%0 : i32), 1: ^b(%0 : i32), 2: ^c(%0 : i32), 3: ^d(%0 : i32),
      4: ^a(%1 : i32), 5: ^b(%1 : i32), 6: ^c(%1 : i32), 7: ^d(%1 : i32),
      8: ^b(%2 : i32), 9: ^d(%2 : i32), 10: ^c(%2 : i32), 11: ^a(%3 : i32)
    ]
  ^a(%a: i32):
    %sum = llvm.add %a, %x : i32
    llvm.store volatile %sum, %out : i32, !llvm.ptr<1>
    llvm.return
  ^b(%b: i32):
    %product = llvm.mul %b, %x : i32
    llvm.store volatile %product, %out : i32, !llvm.ptr<1>
    llvm.return
  ^c(%c: i32):
    %or = llvm.or %c, %x : i32
    llvm.store volatile %or, %out : i32, !llvm.ptr<1>
    llvm.return
  ^d(%d: i32):
    %xor = llvm.xor %d, %x : i32
    llvm.store volatile %xor, %out : i32, !llvm.ptr<1>
    llvm.return
  }
}
