// Loops of the affine dialect became scf loops after those had been lowered.
// RUN: zyn-opt --zyn-to-llvm %s | FileCheck %s

// CHECK-LABEL: llvm.func @copy
// CHECK: llvm.cond_br
func.func @copy(%x: memref<?xf32>, %y: memref<?xf32>) {
  affine.for %i = 0 to 10 {
    %v = affine.load %x[%i] : memref<?xf32>
    affine.store %v, %y[%i] : memref<?xf32>
  }
  return
}
