// RUN: zyn-opt %s --canonicalize | FileCheck %s

#shared = #gpu.address_space<workgroup>

gpu.module @m {
  // CHECK-LABEL: func.func @unpack_of_pack
  // CHECK-SAME: (%[[X:.*]]: vector<4xf32>)
  // CHECK-NEXT: return %[[X]]
  func.func @unpack_of_pack(%x: vector<4xf32>) -> vector<4xf32> {
    %0 = kernel.mma.pack %x : !kernel.fragment<16x8xf32, accumulator>
    %1 = kernel.mma.unpack %0 : !kernel.fragment<16x8xf32, accumulator>
    return %1 : vector<4xf32>
  }

  // CHECK-LABEL: func.func @pack_of_unpack
  // CHECK-SAME: (%[[X:.*]]: !kernel.fragment
  // CHECK-NEXT: return %[[X]]
  func.func @pack_of_unpack(%x: !kernel.fragment<16x8xf16, a>) -> !kernel.fragment<16x8xf16, a> {
    %0 = kernel.mma.unpack %x : !kernel.fragment<16x8xf16, a>
    %1 = kernel.mma.pack %0 : !kernel.fragment<16x8xf16, a>
    return %1 : !kernel.fragment<16x8xf16, a>
  }

  // A fragment of another role with as many elements is another one.
  // CHECK-LABEL: func.func @pack_as_another
  // CHECK: kernel.mma.pack
  func.func @pack_as_another(%x: !kernel.fragment<16x8xf16, a>) -> !kernel.fragment<16x8xf16, b> {
    %0 = kernel.mma.unpack %x : !kernel.fragment<16x8xf16, a>
    %1 = kernel.mma.pack %0 : !kernel.fragment<16x8xf16, b>
    return %1 : !kernel.fragment<16x8xf16, b>
  }

  // CHECK-LABEL: func.func @accumulate
  // CHECK: kernel.wgmma.compute
  // CHECK-NOT: accumulate %
  // CHECK: kernel.wgmma.compute {{.*}} accumulate %
  func.func @accumulate(%a: memref<64x64xbf16, #shared>, %b: memref<8x64xbf16, #shared>, %i: index,
                        %c: !kernel.fragment<64x8xf32, accumulator, warpgroup>) -> !kernel.fragment<64x8xf32, accumulator, warpgroup> {
    %true = arith.constant true
    %false = arith.constant false
    %0 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] swizzle = 128 column_major, %c accumulate %true
        : memref<64x64xbf16, #shared>, memref<8x64xbf16, #shared>, !kernel.fragment<64x8xf32, accumulator, warpgroup>
    %1 = kernel.wgmma.compute %a[%i, %i] swizzle = 128, %b[%i, %i] swizzle = 128 column_major, %0 accumulate %false
        : memref<64x64xbf16, #shared>, memref<8x64xbf16, #shared>, !kernel.fragment<64x8xf32, accumulator, warpgroup>
    return %1 : !kernel.fragment<64x8xf32, accumulator, warpgroup>
  }
}
