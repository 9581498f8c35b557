// A zyn op outside a function has no name to derive its kernel's from.
// RUN: not zyn-opt --convert-zyn-to-kernel %s 2>&1 | FileCheck %s

%e = memref.alloc() : memref<4xf32>
// CHECK: :[[@LINE+1]]:1: error: 'zyn.map' op expected to be in a function, since only functions can launch kernels
zyn.map outs(%e : memref<4xf32>) {
  %c = arith.constant 1.0 : f32
  zyn.yield %c : f32
}
