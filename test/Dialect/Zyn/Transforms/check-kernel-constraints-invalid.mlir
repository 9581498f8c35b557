// RUN: zyn-opt --zyn-check-kernel-constraints --split-input-file --verify-diagnostics %s
// RUN: not zyn-opt --zyn-to-nvvm --split-input-file %s 2>&1 >/dev/null | FileCheck %s
// CHECK: error: 'allocates' has no_alloc, which is only proved for functions of the host: remove it

gpu.module @m {
  // expected-error @+1 {{'allocates' has no_alloc, which is only proved for functions of the host: remove it}}
  gpu.func @allocates() kernel attributes {zyn.constraints = #zyn.constraints<no_alloc = true, critical_path = true>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'calls' has no_syscalls, which is only proved for functions of the host: remove it}}
  gpu.func @calls() kernel attributes {zyn.constraints = #zyn.constraints<no_syscalls = true>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'on_host' has device = cpu, but is a function of a GPU: expected auto or cuda}}
  gpu.func @on_host() kernel attributes {zyn.kernel = #zyn.kernel<device = cpu>} {
    gpu.return
  }
}
