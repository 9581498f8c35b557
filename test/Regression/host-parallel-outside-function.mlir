// A loop on threads, outside a function.
// RUN: not zyn-opt --zyn-to-llvm %s 2>&1 | FileCheck %s

%e = memref.alloc() : memref<65536xf32>
// CHECK: :[[@LINE+1]]:1: error: 'scf.parallel' op expected to be inside a function
zyn.map outs(%e : memref<65536xf32>) {
  %c = arith.constant 1.0 : f32
  zyn.yield %c : f32
}
