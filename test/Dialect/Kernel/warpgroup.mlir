// RUN: zyn-opt %s | zyn-opt | FileCheck %s

#shared = #gpu.address_space<workgroup>
!sum = !kernel.fragment<64x256xf32, accumulator, warpgroup>

gpu.module @m {
  // CHECK-LABEL: gpu.func @wgmma
  gpu.func @wgmma(%x: f32, %i: index, %flag: i1) kernel {
    %a = kernel.shared {alignment = 1024} : memref<2x64x64xbf16, #shared>
    %b = kernel.shared {alignment = 1024} : memref<4x64x64xbf16, #shared>
    %c = kernel.mma.fill %x : !sum
    // CHECK: kernel.wgmma.fence{{$}}
    kernel.wgmma.fence
    // CHECK: %[[C:.*]] = kernel.wgmma.fence(%{{.*}}) : !kernel.fragment<64x256xf32, accumulator, warpgroup>
    %0 = kernel.wgmma.fence(%c) : !sum
    // CHECK: %[[D:.*]] = kernel.wgmma.compute %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] swizzle = 128, %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] swizzle = 128, %[[C]] accumulate %{{.*}} negate_a : memref<2x64x64xbf16, #gpu.address_space<workgroup>>, memref<4x64x64xbf16, #gpu.address_space<workgroup>>, !kernel.fragment<64x256xf32, accumulator, warpgroup>
    %1 = kernel.wgmma.compute %a[%i, %i, %i] swizzle = 128, %b[%i, %i, %i] swizzle = 128, %0 accumulate %flag negate_a
        : memref<2x64x64xbf16, #shared>, memref<4x64x64xbf16, #shared>, !sum
    // CHECK: kernel.wgmma.compute {{.*}} swizzle = 128 column_major, {{.*}}, %[[D]] :
    %2 = kernel.wgmma.compute %a[%i, %i, %i] swizzle = 128 column_major, %b[%i, %i, %i] swizzle = 128, %1
        : memref<2x64x64xbf16, #shared>, memref<4x64x64xbf16, #shared>, !sum
    // CHECK: kernel.wgmma.commit
    kernel.wgmma.commit
    // CHECK: kernel.anchor %{{.*}} : f32
    kernel.anchor %x : f32
    // CHECK: kernel.wgmma.wait 1{{$}}
    kernel.wgmma.wait 1
    // CHECK: kernel.wgmma.wait 0, %{{.*}} : !kernel.fragment<64x256xf32, accumulator, warpgroup>
    %3 = kernel.wgmma.wait 0, %2 : !sum
    gpu.return
  }

  // CHECK-LABEL: gpu.func @registers
  gpu.func @registers(%v: vector<16xi8>, %x: i32, %i: index) kernel {
    // CHECK: kernel.set_max_registers decrease 40
    kernel.set_max_registers decrease 40
    // CHECK: kernel.set_max_registers increase 232
    kernel.set_max_registers increase 232
    %b = kernel.shared {alignment = 1024} : memref<2x24x16xi8, #shared>
    %a = kernel.mma.pack %v : !kernel.fragment<64x32xi8, a, warpgroup>
    %c = kernel.mma.fill %x : !kernel.fragment<64x24xi32, accumulator, warpgroup>
    // CHECK: kernel.wgmma.compute %{{[^[]*}}, %{{.*}}[%{{.*}}, %{{.*}}, %{{.*}}] column_major, %{{.*}} unsigned_b saturate : !kernel.fragment<64x32xi8, a, warpgroup>, memref<2x24x16xi8, #gpu.address_space<workgroup>>, !kernel.fragment<64x24xi32, accumulator, warpgroup>
    %d = kernel.wgmma.compute %a, %b[%i, %i, %i] column_major, %c unsigned_b saturate
        : !kernel.fragment<64x32xi8, a, warpgroup>, memref<2x24x16xi8, #shared>, !kernel.fragment<64x24xi32, accumulator, warpgroup>
    gpu.return
  }
}
