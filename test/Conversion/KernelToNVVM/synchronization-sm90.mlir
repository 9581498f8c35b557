// RUN: zyn-translate --zyn-to-ptx --chip sm_90a %s | FileCheck %s

// What needs compute capability 9.0.

gpu.module @m {
  // CHECK-LABEL: .entry f(
  gpu.func @f() kernel {
    // CHECK: fence.acq_rel.cluster;
    kernel.fence cluster
    // CHECK: fence.sc.cluster;
    kernel.fence cluster seq_cst
    // CHECK: fence.proxy.async;
    kernel.fence.proxy_async
    // CHECK: fence.proxy.async.shared::cta;
    kernel.fence.proxy_async shared
    // CHECK: fence.proxy.async.global;
    kernel.fence.proxy_async global
    // CHECK: fence.mbarrier_init.release.cluster;
    kernel.fence.mbarrier_init
    gpu.return
  }
}
