// RUN: zyn-opt %s --pass-pipeline='builtin.module(gpu.module(convert-kernel-to-emulator))' \
// RUN:   --split-input-file --verify-diagnostics
gpu.module @m {
  gpu.func @f() kernel {
    // expected-error @+1 {{the emulator does not support 'nvvm.cp.async.commit.group'}}
    nvvm.cp.async.commit.group
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.barrier' op expected to be inside a function}}
  gpu.barrier
}
