// REQUIRES: x86_64

// Where LLVM prefers half of the vector registers of AVX-512, neither loops nor vectors of the source use whole ones.
// RUN: zyn-translate --zyn-to-object --cpu=x86-64-v4 %s -o %t.half.o
// RUN: llvm-objdump -d %t.half.o | FileCheck %s --check-prefix=HALF --implicit-check-not=zmm
// HALF: vfmadd{{.*}}ymm
// RUN: zyn-translate --zyn-to-object --cpu=znver4 %s -o %t.whole.o
// RUN: llvm-objdump -d %t.whole.o | FileCheck %s --check-prefix=WHOLE
// WHOLE-LABEL: <loop>:
// WHOLE: zmm
// WHOLE-LABEL: <vectors>:
// WHOLE: vfmadd{{.*}}zmm
func.func @loop(%x: tensor<1024xf32>) -> tensor<1024xf32> {
  %e = tensor.empty() : tensor<1024xf32>
  %r = zyn.map ins(%x : tensor<1024xf32>) outs(%e : tensor<1024xf32>) {
  ^bb0(%a: f32):
    %s = arith.addf %a, %a : f32
    zyn.yield %s : f32
  } -> tensor<1024xf32>
  return %r : tensor<1024xf32>
}
func.func @vectors(%x: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %v = vector.load %x[%c0] : memref<16xf32>, vector<16xf32>
  %r = math.fma %v, %v, %v : vector<16xf32>
  vector.store %r, %x[%c0] : memref<16xf32>, vector<16xf32>
  return
}
