// RUN: zyn-opt %s --convert-zyn-to-kernel --canonicalize --cse | FileCheck %s

// bf16 with innermost sizes that are multiples of 8: tensor cores.
// CHECK-LABEL: gpu.func @tensor_cores_matmul_0
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>
// CHECK: kernel.shared {{.*}}xbf16
// CHECK: kernel.async_copy
// CHECK: kernel.mma.load_rows
// CHECK: kernel.mma.compute
func.func @tensor_cores(%a: memref<256x64xbf16>, %b: memref<64x256xbf16>,
                        %c: memref<256x256xbf16>) {
  zyn.matmul ins(%a, %b : memref<256x64xbf16>, memref<64x256xbf16>)
             outs(%c : memref<256x256xbf16>)
  return
}

// `#zyn.kernel` keeps it off them.
// CHECK-LABEL: gpu.func @without_matmul_0
// CHECK-NOT: kernel.mma
// CHECK: gpu.return
func.func @without(%a: memref<256x64xbf16>, %b: memref<64x256xbf16>,
                   %c: memref<256x256xbf16>)
    attributes {zyn.kernel = #zyn.kernel<tensor_cores = false>} {
  zyn.matmul ins(%a, %b : memref<256x64xbf16>, memref<64x256xbf16>)
             outs(%c : memref<256x256xbf16>)
  return
}

// f32 is not rounded to tf32: ordinary arithmetic, fused.
// CHECK-LABEL: gpu.func @f32_matmul_0
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK-COUNT-2: kernel.shared
// CHECK: kernel.barrier
// CHECK: math.fma
// CHECK-NOT: kernel.mma
// CHECK: gpu.return
func.func @f32(%a: memref<256x64xf32>, %b: memref<64x256xf32>, %c: memref<256x256xf32>) {
  zyn.matmul ins(%a, %b : memref<256x64xf32>, memref<64x256xf32>)
             outs(%c : memref<256x256xf32>)
  return
}

// The epilogue runs on the sum in a register; a small N gets a small tile.
// CHECK-LABEL: gpu.func @epilogue_matmul_0
// CHECK-SAME: %[[BIAS:[^:]*]]: memref<10xf32>
// CHECK: %[[B:.*]] = kernel.load %[[BIAS]]
// CHECK: arith.addf %{{.*}}, %[[B]]
// CHECK-NEXT: kernel.store

// CHECK-LABEL: func.func @epilogue
// CHECK-COUNT-1: gpu.launch_func
// CHECK-NOT: gpu.launch_func
func.func @epilogue(%a: memref<256x64xf32>, %b: memref<64x10xf32>,
                    %bias: memref<10xf32>, %c: memref<256x10xf32>) {
  zyn.matmul ins(%a, %b : memref<256x64xf32>, memref<64x10xf32>)
             outs(%c : memref<256x10xf32>)
      epilogue_ins(%bias : memref<10xf32>)
      epilogue_maps = [affine_map<(i, j) -> (j)>]
      epilogue {
  ^bb0(%sum: f32, %in: f32):
    %0 = arith.addf %sum, %in : f32
    zyn.yield %0 : f32
  }
  return
}
