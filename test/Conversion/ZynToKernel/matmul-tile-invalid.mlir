// RUN: zyn-opt %s --convert-zyn-to-kernel=chip=sm_90a --split-input-file --verify-diagnostics

func.func @geometry(%a: memref<64x64xf64>) {
  // expected-error @+1 {{'zyn.matmul' op has the unknown zyn.tile 64x16 transposed; those of warps for these elements are 128x64, 128x64 split, 64x64, 64x64 split}}
  zyn.matmul ins(%a, %a : memref<64x64xf64>, memref<64x64xf64>) outs(%a : memref<64x64xf64>)
      attributes {zyn.tile = #zyn.tile<unit = warps, rows = 64, columns = 16, transposed = true>}
  return
}

// -----

func.func @unit(%a: memref<64x64xf64>) {
  // expected-error @+1 {{'zyn.matmul' op has a zyn.tile of warpgroups, but warpgroups do not multiply f64; expected warps or threads}}
  zyn.matmul ins(%a, %a : memref<64x64xf64>, memref<64x64xf64>) outs(%a : memref<64x64xf64>)
      attributes {zyn.tile = #zyn.tile<unit = warpgroups, rows = 128, columns = 128>}
  return
}

// -----

func.func @precision(%a: memref<64x64xf32>) {
  // expected-error @+1 {{'zyn.matmul' op has a zyn.tile of warps, but tensor cores round f32, which 'precision = tf32' or 'tf32x3' allows; expected threads}}
  zyn.matmul ins(%a, %a : memref<64x64xf32>, memref<64x64xf32>) outs(%a : memref<64x64xf32>)
      attributes {zyn.tile = #zyn.tile<unit = warps, rows = 64, columns = 64>}
  return
}

// -----

func.func @shared_memory(%a: memref<64x64xf16>) attributes {zyn.kernel = #zyn.kernel<shared_memory = 20000>} {
  // expected-error @+1 {{'zyn.matmul' op has the zyn.tile 128x128, whose stages need 32768 bytes of shared memory, found 20000; expected a smaller one}}
  zyn.matmul ins(%a, %a : memref<64x64xf16>, memref<64x64xf16>) outs(%a : memref<64x64xf16>)
      attributes {zyn.tile = #zyn.tile<unit = warps, rows = 128, columns = 128>}
  return
}
