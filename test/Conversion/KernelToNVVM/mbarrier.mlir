// RUN: zyn-opt --zyn-to-nvvm=chip=sm_90a %s | zyn-translate --zyn-to-ptx | FileCheck %s
// RUN: %if ptxas %{ %assemble %s sm_90a %}

#shared = #gpu.address_space<workgroup>
gpu.module @m {
  gpu.func @f(%i: index, %n: i32, %p: i1, %out: memref<1xi1>) kernel {
    %b = kernel.shared : memref<4x!kernel.mbarrier, #shared>
    // CHECK: mbarrier.init.shared.b64 [
    kernel.mbarrier.init %b[%i], %n : memref<4x!kernel.mbarrier, #shared>
    // CHECK: mbarrier.arrive.shared.b64 %rd{{.*}}, [{{.*}}]
    kernel.mbarrier.arrive %b[%i] : memref<4x!kernel.mbarrier, #shared>
    // CHECK: mbarrier.arrive.shared.b64 %rd{{.*}}, [{{.*}}], %r{{.*}};
    kernel.mbarrier.arrive %b[%i], %n : memref<4x!kernel.mbarrier, #shared>
    // CHECK: mbarrier.expect_tx.relaxed.cta.shared{{(::cta)?}}.b64 [
    kernel.mbarrier.expect_tx %b[%i], %n : memref<4x!kernel.mbarrier, #shared>
    // CHECK: mbarrier.arrive.expect_tx{{(.release.cta)?}}.shared{{(::cta)?}}.b64 %rd{{.*}}, [
    kernel.mbarrier.arrive_expect_tx %b[%i], %n : memref<4x!kernel.mbarrier, #shared>
    // CHECK: mapa.shared::cluster.u64
    // CHECK: mbarrier.arrive.release.cluster.shared::cluster.b64 _, [
    kernel.mbarrier.arrive_remote %b[%i], block %i : memref<4x!kernel.mbarrier, #shared>
    // CHECK: [[LOOP:.*]]:
    // CHECK: mbarrier.try_wait.parity{{(.acquire.cta)?}}.shared{{(::cta)?}}.b64 %p
    // CHECK: bra [[LOOP]]
    kernel.mbarrier.wait %b[%i], %n : memref<4x!kernel.mbarrier, #shared>, i32
    // CHECK: mbarrier.try_wait.parity.acquire.cluster.shared{{(::cta)?}}.b64 %p
    kernel.mbarrier.wait %b[%i], %p scope cluster : memref<4x!kernel.mbarrier, #shared>, i1
    // CHECK: mbarrier.test_wait.parity{{(.acquire.cta)?}}.shared{{(::cta)?}}.b64 %p
    %0 = kernel.mbarrier.test %b[%i], %p : memref<4x!kernel.mbarrier, #shared>, i1
    memref.store %0, %out[%i] : memref<1xi1>
    %r = kernel.map_shared %b, %i : memref<4x!kernel.mbarrier, #shared> to memref<4x!kernel.mbarrier, #kernel.cluster>
    // CHECK: mbarrier.expect_tx.relaxed.cluster.shared::cluster.b64 [
    kernel.mbarrier.expect_tx %r[%i], %n : memref<4x!kernel.mbarrier, #kernel.cluster>
    // CHECK: mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [
    kernel.mbarrier.arrive_expect_tx %r[%i], %n : memref<4x!kernel.mbarrier, #kernel.cluster>
    // CHECK: mbarrier.arrive.release.cluster.shared::cluster.b64 _, [
    kernel.mbarrier.arrive %r[%i] : memref<4x!kernel.mbarrier, #kernel.cluster>
    // CHECK: mbarrier.inval.shared.b64 [
    kernel.mbarrier.invalidate %b[%i] : memref<4x!kernel.mbarrier, #shared>
    gpu.return
  }
}
