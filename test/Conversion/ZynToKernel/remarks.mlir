// RUN: zyn-opt %s --convert-zyn-to-kernel --remarks-filter='zyn-to-kernel' -o /dev/null 2>&1 | FileCheck %s

func.func @products(%a: memref<64x64xbf16>, %odd: memref<64x63xbf16>, %o: memref<63x64xbf16>,
                    %x: memref<64x64xf32>, %d: memref<64x?xbf16>, %e: memref<?x64xbf16>,
                    %c: memref<64x64xf32>) {
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] MatmulUnits {{.*}}the matmul uses the tensor cores
  zyn.matmul ins(%a, %a : memref<64x64xbf16>, memref<64x64xbf16>) outs(%c : memref<64x64xf32>)
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] MatmulUnits {{.*}}the innermost sizes of both operands are not multiples of 8
  zyn.matmul ins(%odd, %o : memref<64x63xbf16>, memref<63x64xbf16>) outs(%c : memref<64x64xf32>)
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Missed] MatmulUnits {{.*}}the elements are neither f16 nor bf16
  zyn.matmul ins(%x, %x : memref<64x64xf32>, memref<64x64xf32>) outs(%c : memref<64x64xf32>)
  // CHECK: remarks.mlir:[[@LINE+1]]:3: remark: [Passed] MatmulUnits {{.*}}if the innermost sizes of both operands are multiples of 8 at run time
  zyn.matmul ins(%d, %e : memref<64x?xbf16>, memref<?x64xbf16>) outs(%c : memref<64x64xf32>)
  return
}
