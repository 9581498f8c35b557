// RUN: zyn-translate --zyn-to-ptx --chip sm_90a %s | FileCheck %s

#shared = #gpu.address_space<workgroup>
!sum = !kernel.fragment<64x256xf32, accumulator, warpgroup>
!a = memref<64x64xbf16, #shared>
!b = memref<256x64xbf16, #shared>

gpu.module @m {
  // A loop that carries the accumulator: nothing moves registers between the
  // fence and the wait. ptxas would say C7510 and so on.
  // CHECK-LABEL: .entry loop(
  gpu.func @loop(%k: index, %out: memref<64x256xf32>) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>} {
    %a = kernel.shared {alignment = 1024} : !a
    %b = kernel.shared {alignment = 1024} : !b
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0.0 : f32
    %nothing = kernel.mma.fill %zero : !sum
    // CHECK: wgmma.fence.sync.aligned;
    // CHECK-NOT: {{^[[:space:]]}}{{(mov|add|selp).*}}.f32
    // CHECK: setp.ne.b32 accumulate, %[[ONE:.*]], 0;
    // CHECK: wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, accumulate, 1, 1, 0, 0;
    // CHECK: wgmma.mma_async.sync.aligned.m64n256k16.f32.bf16.bf16
    // CHECK: wgmma.commit_group.sync.aligned;
    // CHECK: wgmma.wait_group.sync.aligned 1;
    %sum = scf.for %i = %c0 to %k step %c1 iter_args(%c = %nothing) -> !sum {
      kernel.barrier
      %ready = kernel.wgmma.fence(%c) : !sum
      %0 = kernel.wgmma.compute %a[%c0, %c0] swizzle = 128, %b[%c0, %c0] swizzle = 128 column_major, %ready : !a, !b, !sum
      %1 = kernel.wgmma.compute %a[%c0, %c16] swizzle = 128, %b[%c0, %c16] swizzle = 128 column_major, %0 : !a, !b, !sum
      kernel.wgmma.commit
      %2 = kernel.wgmma.wait 1, %1 : !sum
      scf.yield %2 : !sum
    }
    // CHECK: wgmma.wait_group.sync.aligned 0;
    %done = kernel.wgmma.wait 0, %sum : !sum
    // CHECK-COUNT-64: st.global.v2.b32
    kernel.mma.store %done, %out[%c0, %c0] : !sum, memref<64x256xf32>
    gpu.return
  }

  // Descriptors of the same stage differ by constants that are added last: here,
  // 2 units of 16 bytes.
  // CHECK-LABEL: .entry stages(
  gpu.func @stages(%stage: index, %out: memref<64x64xf32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %a = kernel.shared {alignment = 1024} : memref<2x64x64xbf16, #shared>
    %b = kernel.shared {alignment = 1024} : memref<2x64x64xbf16, #shared>
    %c0 = arith.constant 0 : index
    %c16 = arith.constant 16 : index
    %zero = arith.constant 0.0 : f32
    // CHECK: or.b64 %[[A:rd[0-9]+]], %[[START:rd[0-9]+]], 4611686293338849280;
    // CHECK: or.b64 %[[NEXT:rd[0-9]+]], %[[START]], 4611686293338849282;
    // CHECK: wgmma.mma_async{{.*}}, %[[A]], %rd{{[0-9]+}}, accumulate
    // CHECK: wgmma.mma_async{{.*}}, %[[NEXT]], %rd{{[0-9]+}}, accumulate
    %nothing = kernel.mma.fill %zero : !kernel.fragment<64x64xf32, accumulator, warpgroup>
    %ready = kernel.wgmma.fence(%nothing) : !kernel.fragment<64x64xf32, accumulator, warpgroup>
    %0 = kernel.wgmma.compute %a[%stage, %c0, %c0] swizzle = 128, %b[%stage, %c0, %c0] swizzle = 128 column_major, %ready
        : memref<2x64x64xbf16, #shared>, memref<2x64x64xbf16, #shared>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    %1 = kernel.wgmma.compute %a[%stage, %c0, %c16] swizzle = 128, %b[%stage, %c0, %c16] swizzle = 128 column_major, %0
        : memref<2x64x64xbf16, #shared>, memref<2x64x64xbf16, #shared>, !kernel.fragment<64x64xf32, accumulator, warpgroup>
    kernel.wgmma.commit
    %2 = kernel.wgmma.wait 0, %1 : !kernel.fragment<64x64xf32, accumulator, warpgroup>
    kernel.mma.store %2, %out[%c0, %c0] : !kernel.fragment<64x64xf32, accumulator, warpgroup>, memref<64x64xf32>
    gpu.return
  }

  // What the wait must not overtake is the condition of an instruction.
  // CHECK-LABEL: .entry anchor(
  gpu.func @anchor(%x: f32, %out: memref<f32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    // CHECK: ex2.approx.ftz.f32 %[[POWER:.*]], %{{.*}};
    // CHECK: setp.lt.f32 p, %[[POWER]], 0f00000000; @p nanosleep.u32 0;
    // CHECK: wgmma.wait_group.sync.aligned 0;
    %power = math.exp2 %x fastmath<afn> : f32
    kernel.anchor %power : f32
    kernel.wgmma.wait 0
    memref.store %power, %out[] : memref<f32>
    gpu.return
  }

  // CHECK-LABEL: .entry registers(
  gpu.func @registers(%x: memref<64x16xf16>, %out: memref<64x64xf16>, %flag: i1, %v: f16) kernel
      attributes {known_block_size = array<i32: 128, 1, 1>, nvvm.minctasm = 1 : i32} {
    // CHECK: setmaxnreg.inc.sync.aligned.u32 160;
    kernel.set_max_registers increase 160
    %c0 = arith.constant 0 : index
    %b = kernel.shared {alignment = 1024} : memref<16x64xf16, #shared>
    %a = kernel.mma.load %x[%c0, %c0] : memref<64x16xf16>, !kernel.fragment<64x16xf16, a, warpgroup>
    %c = kernel.mma.fill %v : !kernel.fragment<64x64xf16, accumulator, warpgroup>
    // CHECK: wgmma.fence.sync.aligned;
    kernel.wgmma.fence
    // CHECK: wgmma.mma_async.sync.aligned.m64n64k16.f16.f16.f16 {{{.*}}}, {%r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}, %r{{[0-9]+}}}, %rd{{[0-9]+}}, accumulate, -1, 1, 1;
    %d = kernel.wgmma.compute %a, %b[%c0, %c0] swizzle = 128, %c accumulate %flag negate_a
        : !kernel.fragment<64x16xf16, a, warpgroup>, memref<16x64xf16, #shared>, !kernel.fragment<64x64xf16, accumulator, warpgroup>
    kernel.wgmma.commit
    %e = kernel.wgmma.wait 0, %d : !kernel.fragment<64x64xf16, accumulator, warpgroup>
    kernel.mma.store %e, %out[%c0, %c0] : !kernel.fragment<64x64xf16, accumulator, warpgroup>, memref<64x64xf16>
    // CHECK: setmaxnreg.dec.sync.aligned.u32 40;
    kernel.set_max_registers decrease 40
    gpu.return
  }

  // Bits 62 and 63 of a descriptor are the swizzle, bits 16 to 29 and 32 to 45
  // distances in units of 16 bytes.
  // CHECK-LABEL: .entry others(
  gpu.func @others(%out: memref<64x32xi32>) kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
    %c0 = arith.constant 0 : index
    %v = arith.constant 0 : i32
    // 8 rows of 64 bytes: 32 << 32; mode 2.
    // CHECK-DAG: or.b64 %[[A:.*]], %rd{{[0-9]+}}, -9223371899415822336;
    %a = kernel.shared {alignment = 512} : memref<64x64xi8, #shared>
    // Panels of 32 rows of 16 bytes: 32 << 16; 8 rows: 8 << 32; mode 0.
    // CHECK-DAG: or.b64 %[[B:.*]], %rd{{[0-9]+}}, 34361835520;
    %b = kernel.shared {alignment = 128} : memref<2x32x16xi8, #shared>
    %c = kernel.mma.fill %v : !kernel.fragment<64x32xi32, accumulator, warpgroup>
    kernel.wgmma.fence
    // CHECK: wgmma.mma_async.sync.aligned.m64n32k32.satfinite.s32.s8.s8 {{{.*}}}, %rd{{[0-9]+}}, %rd{{[0-9]+}}, accumulate;
    %d = kernel.wgmma.compute %a[%c0, %c0] swizzle = 64, %b[%c0, %c0, %c0] column_major, %c saturate
        : memref<64x64xi8, #shared>, memref<2x32x16xi8, #shared>, !kernel.fragment<64x32xi32, accumulator, warpgroup>
    kernel.wgmma.commit
    %e = kernel.wgmma.wait 0, %d : !kernel.fragment<64x32xi32, accumulator, warpgroup>
    kernel.mma.store %e, %out[%c0, %c0] : !kernel.fragment<64x32xi32, accumulator, warpgroup>, memref<64x32xi32>
    gpu.return
  }
}
