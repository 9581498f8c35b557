// RUN: zyn-opt --convert-nvgpu-to-kernel --split-input-file --verify-diagnostics %s

!map = !nvgpu.tensormap.descriptor<tensor = memref<16x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = interleave_16b>

gpu.module @kernels {
  // expected-error @+1 {{has an interleaved layout, which is not supported}}
  gpu.func @interleaved(%map: !map) kernel {
    gpu.return
  }
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<16x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>

func.func @no_rank(%u: memref<*xf32>) {
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  // expected-error @+1 {{expected the cast of a buffer with a rank}}
  %map = nvgpu.tma.create.descriptor %u box[%c16, %c32] : memref<*xf32> -> !map
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<16x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>

func.func @other_box(%x: memref<64x64xf32>) {
  %c16 = arith.constant 16 : index
  %u = memref.cast %x : memref<64x64xf32> to memref<*xf32>
  // expected-error @+1 {{expected the box to be the shape of the tile in the type, as constants}}
  %map = nvgpu.tma.create.descriptor %u box[%c16, %c16] : memref<*xf32> -> !map
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<16x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>

func.func private @elsewhere(!map)

func.func @other_use(%x: memref<64x64xf32>) {
  %c16 = arith.constant 16 : index
  %c32 = arith.constant 32 : index
  %u = memref.cast %x : memref<64x64xf32> to memref<*xf32>
  // expected-error @+1 {{expected only launches to use the tensor map}}
  %map = nvgpu.tma.create.descriptor %u box[%c16, %c32] : memref<*xf32> -> !map
  // expected-note @+1 {{also used here}}
  call @elsewhere(%map) : (!map) -> ()
  return
}

// -----

!map = !nvgpu.tensormap.descriptor<tensor = memref<512x32xf32, 3>, swizzle = none, l2promo = none, oob = zero, interleave = none>

gpu.module @kernels {
  // expected-error @+1 {{expected dimensions of a tile from 1 to 256, found 512}}
  gpu.func @large_tile(%map: !map) kernel {
    gpu.return
  }
}
