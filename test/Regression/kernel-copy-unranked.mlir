// A copy between buffers of unknown rank was taken for one of known rank.
// RUN: not zyn-opt --convert-zyn-to-kernel %s 2>&1 | FileCheck %s

func.func @copy(%x: memref<*xf32>, %y: memref<*xf32>) {
  // CHECK: :[[@LINE+1]]:3: error: 'memref.copy' op copies a buffer of unknown rank, which has no lowering to a kernel
  memref.copy %x, %y : memref<*xf32> to memref<*xf32>
  return
}
