// RUN: zyn-opt %s --convert-zyn-to-kernel --remarks-filter='zyn-to-kernel' -o /dev/null 2>&1 | FileCheck %s

func.func @products(%a: memref<64x64xbf16>, %x: memref<64x64xf32>, %i: memref<64x64xi32>, %c: memref<64x64xf32>) {
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] MatmulUnits {{.*}}the matmul uses the tensor cores, by warps: the target is not sm_90a"
  zyn.matmul ins(%a, %a : memref<64x64xbf16>, memref<64x64xbf16>) outs(%c : memref<64x64xf32>)
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] MatmulUnits {{.*}}the matmul uses the CUDA cores, not the tensor cores: tensor cores round f32, which 'precision = tf32' or 'tf32x3' allows"
  zyn.matmul ins(%x, %x : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] MatmulUnits {{.*}}tensor cores do not multiply i32"
  zyn.matmul ins(%i, %i : memref<64x64xi32>, memref<64x64xi32>) outs(%i : memref<64x64xi32>)
  return
}
