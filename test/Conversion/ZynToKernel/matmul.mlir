// RUN: zyn-opt %s --convert-zyn-to-kernel --canonicalize --cse -o %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: FileCheck %s --input-file=%t.mlir --check-prefix=HOST

// bf16 with innermost sizes that are multiples of 8: tensor cores.
// CHECK-LABEL: gpu.func @tensor_cores_matmul_0
// CHECK-SAME: known_block_size = array<i32: 128, 1, 1>
// CHECK: kernel.dynamic_shared {{.*}}xbf16
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
// CHECK-COUNT-2: kernel.dynamic_shared
// CHECK: kernel.async_copy
// CHECK: kernel.barrier
// CHECK: math.fma
// CHECK-NOT: kernel.mma
// CHECK: gpu.return
func.func @f32(%a: memref<256x64xf32>, %b: memref<64x256xf32>, %c: memref<256x256xf32>) {
  zyn.matmul ins(%a, %b : memref<256x64xf32>, memref<64x256xf32>)
             outs(%c : memref<256x256xf32>)
  return
}

// A loop with one iteration remains, so that sums are not computed where they are stored, which would take more
// registers.
// CHECK-LABEL: gpu.func @one_stage_matmul_0
// CHECK-SAME: %[[K:[^:]*]]: index,
// CHECK: scf.for %{{.*}} = %c0 to %[[K]] step %c16
// CHECK: math.fma
func.func @one_stage(%a: memref<256x8xf32>, %b: memref<8x256xf32>, %c: memref<256x256xf32>) {
  zyn.matmul ins(%a, %b : memref<256x8xf32>, memref<8x256xf32>) outs(%c : memref<256x256xf32>)
  return
}

// The epilogue runs on the sum in a register, in the same kernel.
// CHECK-LABEL: gpu.func @epilogue_matmul_0
// CHECK-SAME: %[[BIAS:[^:]*]]: memref<10xf32>
// CHECK: %[[B:.*]] = kernel.load %[[BIAS]]
// CHECK: arith.addf %{{.*}}, %[[B]]
// CHECK-NEXT: kernel.store

// HOST-LABEL: func.func @epilogue
// HOST-COUNT-1: gpu.launch_func
// HOST-NOT: gpu.launch_func
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

// Rows of 5 elements of f32 are not aligned: they are copied element by element.
// CHECK-LABEL: gpu.func @unaligned_matmul_0
// CHECK: kernel.async_copy {{.*}} bytes 4
// HOST-LABEL: func.func @unaligned
// HOST-NOT: memref.alloc
// HOST: return
func.func @unaligned(%a: memref<64x5xf32>, %b: memref<5x65xf32>, %c: memref<64x65xf32>) {
  zyn.matmul ins(%a, %b : memref<64x5xf32>, memref<5x65xf32>) outs(%c : memref<64x65xf32>)
  return
}

// The tensor cores multiply tf32, if that is precise enough. Rows of B are along N: its elements are loaded one by one.
// CHECK-LABEL: gpu.func @tf32_matmul_0
// CHECK: kernel.mma.load_rows {{.*}}xtf32, a>
// CHECK: kernel.mma.load {{.*}}xtf32, b>
// CHECK: kernel.mma.compute {{.*}}tf32
func.func @tf32(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  zyn.matmul precision = tf32 ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  return
}

// For i8, B is transposed first.
// CHECK-LABEL: gpu.func @i8_matmul_0
// CHECK: kernel.mma.compute {{.*}}i8
// HOST-LABEL: func.func @i8
// HOST: memref.alloc
// HOST: gpu.launch_func @zyn_kernels::@i8_map_0
// HOST: gpu.launch_func @zyn_kernels::@i8_matmul_0
func.func @i8(%a: memref<64x64xi8>, %b: memref<64x64xi8>, %c: memref<64x64xi32>) {
  zyn.matmul ins(%a, %b : memref<64x64xi8>, memref<64x64xi8>) outs(%c : memref<64x64xi32>)
  return
}

// Three products of parts along K, the small ones first.
// HOST-LABEL: func.func @tf32x3
// HOST: memref.alloc() : memref<12288xf32>
// HOST: gpu.launch_func {{.*}}@tf32x3_map_0
// HOST: memref.alloc() : memref<12288xf32>
// HOST: gpu.launch_func {{.*}}@tf32x3_map_1
// HOST: gpu.launch_func {{.*}}@tf32x3_matmul_0
func.func @tf32x3(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %c: memref<64x64xf32>) {
  zyn.matmul precision = tf32x3 ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  return
}
