// RUN: zyn-translate --zyn-to-ptx --chip sm_80 %s | FileCheck %s

gpu.module @m {
  // What is returned to nobody needs no result.
  // CHECK-LABEL: .entry reduce(
  gpu.func @reduce(%i: memref<8xi32>, %f: memref<8xf32, #gpu.address_space<global>>,
                   %l: memref<8xi64>, %d: memref<8xf64>, %h: memref<8xf16>,
                   %vi: i32, %vf: f32, %vl: i64, %vd: f64, %vh: f16) kernel {
    %s = kernel.shared : memref<8xi32, #gpu.address_space<workgroup>>
    %n = kernel.thread_id x
    // CHECK: red.relaxed.gpu.add.u32 [%{{.*}}], %{{.*}};
    %0 = kernel.atomic add %vi, %i[%n] : i32, memref<8xi32>
    // CHECK: neg.s32 %[[NEGATED:.*]], %
    // CHECK: red.release.cta.shared.add.u32 [%{{.*}}], %[[NEGATED]];
    %1 = kernel.atomic sub block release %vi, %s[%n] : i32, memref<8xi32, #gpu.address_space<workgroup>>
    // CHECK: red.relaxed.sys.global.add.f32 [
    %2 = kernel.atomic add system %vf, %f[%n] : f32, memref<8xf32, #gpu.address_space<global>>
    // CHECK: red.relaxed.gpu.max.s64 [
    %3 = kernel.atomic max %vl, %l[%n] : i64, memref<8xi64>
    // CHECK: red.relaxed.gpu.min.u32 [
    %4 = kernel.atomic umin %vi, %i[%n] : i32, memref<8xi32>
    // CHECK: red.relaxed.gpu.and.b32 [
    %5 = kernel.atomic and %vi, %i[%n] : i32, memref<8xi32>
    // CHECK: red.relaxed.gpu.or.b32 [
    %6 = kernel.atomic or %vi, %i[%n] : i32, memref<8xi32>
    // CHECK: red.relaxed.gpu.xor.b64 [
    %7 = kernel.atomic xor %vl, %l[%n] : i64, memref<8xi64>
    // CHECK: red.relaxed.gpu.inc.u32 [
    %8 = kernel.atomic inc %vi, %i[%n] : i32, memref<8xi32>
    // CHECK: red.relaxed.gpu.add.f64 [
    %9 = kernel.atomic add %vd, %d[%n] : f64, memref<8xf64>
    // CHECK: red.relaxed.gpu.add.noftz.f16 [
    %10 = kernel.atomic add %vh, %h[%n] : f16, memref<8xf16>
    // There is no red that acquires.
    // CHECK: atom.acquire.gpu.add.u32 %{{.*}}, [
    %11 = kernel.atomic add acquire %vi, %i[%n] : i32, memref<8xi32>
    // CHECK: atom.relaxed.gpu.exch.b32 %{{.*}}, [
    %12 = kernel.atomic exchange %vi, %i[%n] : i32, memref<8xi32>
    gpu.return
  }

  // CHECK-LABEL: .entry old(
  gpu.func @old(%i: memref<8xi32>, %f: memref<8xf32>, %h: memref<8xf16>,
                %b: memref<8xbf16>, %d: memref<8xf64>,
                %vf: f32, %vh: f16, %vb: bf16, %vi: i32, %vd: f64) kernel {
    %n = kernel.thread_id x
    // CHECK: atom.acq_rel.gpu.exch.b32 %{{.*}}, [
    %0 = kernel.atomic exchange acq_rel %vf, %f[%n] : f32, memref<8xf32>
    kernel.store %0, %f[%n] : f32, memref<8xf32>
    // CHECK: atom.relaxed.cta.add.noftz.f16 %{{.*}}, [
    %1 = kernel.atomic sub block %vh, %h[%n] : f16, memref<8xf16>
    kernel.store %1, %h[%n] : f16, memref<8xf16>
    // CHECK: atom.relaxed.gpu.dec.u32 %{{.*}}, [
    %2 = kernel.atomic dec %vi, %i[%n] : i32, memref<8xi32>
    kernel.store %2, %i[%n] : i32, memref<8xi32>
    // CHECK: atom.acquire.gpu.cas.b32 %{{.*}}, [%{{.*}}], %{{.*}}, %{{.*}};
    %3 = kernel.atomic_cas acquire %vi, %2, %i[%n] : i32, memref<8xi32>
    kernel.store %3, %i[%n] : i32, memref<8xi32>
    // CHECK: atom.relaxed.gpu.cas.b16 %{{.*}}, [
    %4 = kernel.atomic_cas %vb, %vb, %b[%n] : bf16, memref<8xbf16>
    kernel.store %4, %b[%n] : bf16, memref<8xbf16>
    // CHECK: atom.release.sys.cas.b64 %{{.*}}, [
    %5 = kernel.atomic_cas system release %vd, %vd, %d[%n] : f64, memref<8xf64>
    kernel.store %5, %d[%n] : f64, memref<8xf64>
    gpu.return
  }

  // CHECK-LABEL: .entry flags(
  gpu.func @flags(%i: memref<8xi32>, %f: memref<8xf16, #gpu.address_space<global>>, %b: memref<8xi8>) kernel {
    %s = kernel.shared : memref<8xi64, #gpu.address_space<workgroup>>
    %n = kernel.thread_id x
    // CHECK: ld.acquire.gpu.global.b32
    %0 = kernel.atomic_load acquire %i[%n] : memref<8xi32>
    // CHECK: st.release.sys.global.b32
    kernel.atomic_store system release %0, %i[%n] : i32, memref<8xi32>
    // CHECK: ld.relaxed.cta.global.b16
    %1 = kernel.atomic_load block %f[%n] : memref<8xf16, #gpu.address_space<global>>
    // CHECK: st.relaxed.gpu.global.b16
    kernel.atomic_store %1, %f[%n] : f16, memref<8xf16, #gpu.address_space<global>>
    // CHECK: ld.acquire.cta.shared.b64
    %2 = kernel.atomic_load block acquire %s[%n] : memref<8xi64, #gpu.address_space<workgroup>>
    // CHECK: st.release.cta.shared.b64
    kernel.atomic_store block release %2, %s[%n] : i64, memref<8xi64, #gpu.address_space<workgroup>>
    // CHECK: ld.relaxed.gpu.global.b8
    %3 = kernel.atomic_load %b[%n] : memref<8xi8>
    // CHECK: st.relaxed.gpu.global.b8
    kernel.atomic_store %3, %b[%n] : i8, memref<8xi8>
    gpu.return
  }
}
