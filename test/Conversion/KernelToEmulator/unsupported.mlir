// RUN: not zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-kernel-to-emulator))' 2>&1 | FileCheck %s
// CHECK: unsupported.mlir:[[#@LINE+3]]:5: error: the emulator does not support 'nvvm.cp.async.commit.group'
gpu.module @m {
  gpu.func @f() kernel {
    nvvm.cp.async.commit.group
    gpu.return
  }
}
