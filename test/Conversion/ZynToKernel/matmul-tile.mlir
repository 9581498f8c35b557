// The attribute zyn.tile names the tile of a matmul, also before bufferization.
// RUN: zyn-opt %s --zyn-to-kernel=chip=sm_90a --remarks-filter=schedule 2>&1 | FileCheck %s
// RUN: zyn-opt %s --zyn-to-llvm -o /dev/null

// CHECK: remark: [Passed] MatmulSchedule {{.*}}"tiles of 64x64x32 in 4 stages, with K split into 16 parts: zyn.tile names them"
// CHECK: remark: [Passed] MatmulSchedule {{.*}}"tiles of 128x64x64 of the transposed result in {{[0-9]+}} stages: zyn.tile names them"
// CHECK: remark: [Passed] MatmulSchedule {{.*}}"tiles of 64x128x32 in {{[0-9]+}} stages: zyn.tile names them"

// A tile of warps where warpgroups are the default.
// CHECK: gpu.func @split_matmul_0{{.*}}known_block_size = array<i32: 128, 1, 1>
func.func @split(%a: tensor<256x4096xbf16>, %b: tensor<4096x256xbf16>, %c: tensor<256x256xbf16>) -> tensor<256x256xbf16> {
  %r = zyn.matmul ins(%a, %b : tensor<256x4096xbf16>, tensor<4096x256xbf16>) outs(%c : tensor<256x256xbf16>)
      attributes {zyn.tile = #zyn.tile<unit = warps, rows = 64, columns = 64, split = true>} -> tensor<256x256xbf16>
  return %r : tensor<256x256xbf16>
}

// Sizes that are not known: after that of the copies, there is one kernel instead of several.
// CHECK: gpu.func @dynamic_matmul_1
// CHECK-NOT: gpu.func @dynamic_matmul_2
func.func @dynamic(%a: tensor<?x?xbf16>, %b: tensor<?x?xbf16>, %c: tensor<?x?xbf16>) -> tensor<?x?xbf16> {
  %r = zyn.matmul ins(%a, %b : tensor<?x?xbf16>, tensor<?x?xbf16>) outs(%c : tensor<?x?xbf16>)
      attributes {zyn.tile = #zyn.tile<unit = warpgroups, rows = 128, columns = 64, transposed = true>} -> tensor<?x?xbf16>
  return %r : tensor<?x?xbf16>
}

// A tile of the CUDA cores.
func.func @threads(%a: tensor<64x64xf16>, %b: tensor<64x64xf16>, %c: tensor<64x64xf16>) -> tensor<64x64xf16> {
  %r = zyn.matmul ins(%a, %b : tensor<64x64xf16>, tensor<64x64xf16>) outs(%c : tensor<64x64xf16>)
      attributes {zyn.tile = #zyn.tile<unit = threads, rows = 64, columns = 128>} -> tensor<64x64xf16>
  return %r : tensor<64x64xf16>
}
