// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(count-emulated-steps))' | FileCheck %s
// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(count-emulated-steps,convert-kernel-to-emulator))' | FileCheck %s --check-prefix LLVM

// The first block has two ops beside constants, the loop's body three.
// CHECK-LABEL: gpu.func @f
// CHECK: %[[TWO:.*]] = arith.constant 2 : i64
// CHECK: call @zynemu_steps(%[[TWO]])
// CHECK: ^bb1(
// CHECK: %[[THREE:.*]] = arith.constant 3 : i64
// CHECK: call @zynemu_steps_in_loop(%[[THREE]])
// CHECK: ^bb2:
// CHECK: arith.constant 1 : i64
// CHECK: call @zynemu_steps(

// LLVM-NOT: zynemu_steps
// LLVM-LABEL: llvm.func @f(
// LLVM-SAME: %[[THREAD:[^:]*]]: !llvm.ptr
// LLVM: %[[BUDGET:.*]] = llvm.load %[[THREAD]] : !llvm.ptr -> i64
// LLVM: %[[LEFT:.*]] = llvm.sub %[[BUDGET]],
// LLVM: llvm.store %[[LEFT]], %[[THREAD]]
// LLVM: ^bb1(
// LLVM: %[[USED_UP:.*]] = llvm.icmp "slt"
// LLVM: llvm.cond_br %[[USED_UP]], ^[[YIELD:.*]], ^
// LLVM: ^[[YIELD]]:
// LLVM: llvm.call @zynemuYield(%[[THREAD]],
gpu.module @m {
  gpu.func @f(%n: index) kernel {
    %c1 = arith.constant 1 : index
    %t = kernel.thread_id x
    %first = arith.addi %t, %c1 : index
    cf.br ^loop(%first : index)
  ^loop(%i: index):
    %next = arith.addi %i, %c1 : index
    %more = arith.cmpi ult, %next, %n : index
    cf.cond_br %more, ^loop(%next : index), ^end
  ^end:
    gpu.return
  }
}
