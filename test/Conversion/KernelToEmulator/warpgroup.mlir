// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-kernel-to-emulator{check=false}))' | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: llvm.func @f(
  // CHECK-SAME: %[[THREAD:[a-z0-9]+]]: !llvm.ptr
  gpu.func @f() kernel {
    // CHECK: %[[REGISTERS:.*]] = llvm.mlir.constant(232 : i64)
    // CHECK: llvm.call @zynemuSetMaxRegisters(%[[THREAD]], %{{.*}}, %[[REGISTERS]]) : (!llvm.ptr, !llvm.ptr, i64) -> ()
    kernel.set_max_registers increase 232
    gpu.return
  }
}
