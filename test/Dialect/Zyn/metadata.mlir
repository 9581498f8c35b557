// RUN: zyn-opt %s | zyn-opt | FileCheck %s
// RUN: zyn-opt %s --mlir-print-op-generic | zyn-opt | FileCheck %s

// CHECK-LABEL: func.func private @metadata
// CHECK-SAME: zyn.constraints = #zyn.constraints<no_alloc = true, opt_level = Olatency>
// CHECK-SAME: zyn.kernel = #zyn.kernel<type = elementwise, workgroup = [128, 1, 1], max_registers = 64, vector_width = 4>
func.func private @metadata() attributes {
  zyn.kernel = #zyn.kernel<type = elementwise, workgroup = [128, 1, 1],
                           max_registers = 64, vector_width = 4>,
  zyn.constraints = #zyn.constraints<no_alloc = true, opt_level = Olatency>}

// CHECK-LABEL: func.func private @devices
// CHECK-SAME: zyn.kernel = #zyn.kernel<device = metal>
func.func private @devices() attributes {zyn.kernel = #zyn.kernel<device = metal>}

// CHECK-LABEL: func.func @tile
// CHECK: zyn.tile = #zyn.tile<unit = warps, rows = 64, columns = 64>
// CHECK: zyn.tile = #zyn.tile<unit = warpgroups, rows = 128, columns = 64, transposed = true, split = true>
func.func @tile(%a: memref<64x64xf16>) {
  zyn.matmul ins(%a, %a : memref<64x64xf16>, memref<64x64xf16>) outs(%a : memref<64x64xf16>)
      attributes {zyn.tile = #zyn.tile<unit = warps, rows = 64, columns = 64, split = false>}
  zyn.matmul ins(%a, %a : memref<64x64xf16>, memref<64x64xf16>) outs(%a : memref<64x64xf16>)
      attributes {zyn.tile = #zyn.tile<unit = warpgroups, rows = 128, columns = 64, transposed = true, split = true>}
  return
}
