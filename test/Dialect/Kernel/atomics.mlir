// RUN: zyn-opt %s | zyn-opt | FileCheck %s

gpu.module @m {
  // CHECK-LABEL: gpu.func @atomics
  // CHECK-SAME: %[[I:.*]]: memref<8xi32>, %[[F:.*]]: memref<f32, #gpu.address_space<workgroup>>, %[[L:.*]]: memref<8xi64, #gpu.address_space<global>>
  gpu.func @atomics(%i: memref<8xi32>, %f: memref<f32, #gpu.address_space<workgroup>>,
                    %l: memref<8xi64, #gpu.address_space<global>>,
                    %vi: i32, %vf: f32, %vl: i64) kernel {
    %n = kernel.thread_id x
    // The defaults are not printed.
    // CHECK: kernel.atomic add %{{.*}}, %[[I]][%{{.*}}] : i32, memref<8xi32>
    %0 = kernel.atomic add device relaxed %vi, %i[%n] : i32, memref<8xi32>
    // CHECK: kernel.atomic sub block acq_rel %{{.*}}, %[[F]][] : f32, memref<f32, #gpu.address_space<workgroup>>
    %1 = kernel.atomic sub block acq_rel %vf, %f[] : f32, memref<f32, #gpu.address_space<workgroup>>
    // CHECK: kernel.atomic umax system %{{.*}}, %[[L]][%{{.*}}]
    %2 = kernel.atomic umax system %vl, %l[%n] : i64, memref<8xi64, #gpu.address_space<global>>
    // CHECK: kernel.atomic xor release %{{.*}}, %[[I]][%{{.*}}]
    %3 = kernel.atomic xor release %vi, %i[%n] : i32, memref<8xi32>
    // CHECK: kernel.atomic inc cluster %{{.*}}, %[[I]][%{{.*}}]
    %4 = kernel.atomic inc cluster %vi, %i[%n] : i32, memref<8xi32>
    // CHECK: kernel.atomic exchange %{{.*}}, %[[F]][]
    %5 = kernel.atomic exchange %vf, %f[] : f32, memref<f32, #gpu.address_space<workgroup>>
    // CHECK: kernel.atomic_cas acq_rel %{{.*}}, %{{.*}}, %[[I]][%{{.*}}] : i32, memref<8xi32>
    %6 = kernel.atomic_cas device acq_rel %vi, %0, %i[%n] : i32, memref<8xi32>
    // CHECK: kernel.atomic_load system acquire %[[I]][%{{.*}}] : memref<8xi32>
    %7 = kernel.atomic_load system acquire %i[%n] : memref<8xi32>
    // CHECK: kernel.atomic_load %[[F]][] : memref<f32, #gpu.address_space<workgroup>>
    %8 = kernel.atomic_load %f[] : memref<f32, #gpu.address_space<workgroup>>
    // CHECK: kernel.atomic_store block release %{{.*}}, %[[I]][%{{.*}}] : i32, memref<8xi32>
    kernel.atomic_store block release %vi, %i[%n] : i32, memref<8xi32>
    gpu.return
  }
}
