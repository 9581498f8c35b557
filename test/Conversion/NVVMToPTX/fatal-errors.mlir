// LLVM ends the process if it cannot select an instruction. Each such error is
// one message with the location of the kernel, and the next module is compiled.
// RUN: zyn-opt %s --convert-nvvm-to-ptx --split-input-file --verify-diagnostics
// RUN: not zyn-opt %s --convert-nvvm-to-ptx --split-input-file 2>/dev/null | FileCheck %s
// RUN: not zyn-opt %s --convert-nvvm-to-ptx --split-input-file -o /dev/null 2>&1 | FileCheck %s --check-prefix=TEXT --implicit-check-not=Stack
// The command ends with status 1, and not by a signal.
// RUN: sh -c 'zyn-opt "$0" --convert-nvvm-to-ptx --split-input-file -o /dev/null 2>/dev/null; test $? = 1' %s

// TEXT: fatal-errors.mlir:[[#@LINE+7]]:3: error: LLVM cannot generate code of 'unselectable' for sm_75: Cannot select: intrinsic %llvm.nvvm.elect.sync
gpu.module @kernels [#nvvm.target<chip = "sm_75">] {
  llvm.func @good(%x: !llvm.ptr<1>, %i: i32) attributes {nvvm.kernel} {
    llvm.store %i, %x : i32, !llvm.ptr<1>
    llvm.return
  }
  // expected-error @below {{LLVM cannot generate code of 'unselectable' for sm_75: Cannot select: intrinsic %llvm.nvvm.elect.sync}}
  llvm.func @unselectable(%x: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %0 = nvvm.elect.sync -> i1
    llvm.store %0, %x : i1, !llvm.ptr<1>
    llvm.return
  }
}

// -----

// LLVM prints this one, and then ends the process.
// TEXT: fatal-errors.mlir:[[#@LINE+3]]:3: error: LLVM cannot generate code of 'constraint' for sm_90: couldn't allocate output register for constraint 'z'
gpu.module @kernels [#nvvm.target<chip = "sm_90">] {
  // expected-error @below {{LLVM cannot generate code of 'constraint' for sm_90: couldn't allocate output register for constraint 'z'}}
  llvm.func @constraint(%x: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %0 = llvm.inline_asm has_side_effects "mov.u32 $0, 1;", "=z" : () -> i32
    llvm.store %0, %x : i32, !llvm.ptr<1>
    llvm.return
  }
}

// -----

// CHECK: gpu.binary @kernels
// CHECK-SAME: .entry good(
gpu.module @kernels [#nvvm.target<chip = "sm_75">] {
  llvm.func @good(%x: !llvm.ptr<1>, %i: i32) attributes {nvvm.kernel} {
    llvm.store %i, %x : i32, !llvm.ptr<1>
    llvm.return
  }
}
