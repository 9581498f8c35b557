// Sizes with names are compared, and tensors only run where they are placed.
// REQUIRES: device
// RUN: zyn-run %s --entry scale random:f32:5x4 ones:f32:5 --device cpu -o %t.cpu.npy
// RUN: zyn-run %s --entry scale random:f32:5x4 ones:f32:5 --device emulate -o %t.emulate.npy
// RUN: zyn-run %s --entry scale random:f32:5x4 ones:f32:5 --device %device -o %t.device.npy
// RUN: cmp %t.cpu.npy %t.emulate.npy && cmp %t.cpu.npy %t.device.npy
// RUN: not zyn-run %s --entry scale ones:f32:5x4 ones:f32:6 --device cpu 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not zyn-run %s --entry scale ones:f32:5x4 ones:f32:6 --device emulate 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not zyn-run %s --entry scale ones:f32:5x4 ones:f32:6 --device %device 2>&1 | FileCheck %s --check-prefix=SIZES
// RUN: not zyn-run %s --entry scale ones:f32:65x4 ones:f32:65 --device cpu 2>&1 | FileCheck %s --check-prefix=MAX
// RUN: not zyn-run %s --entry scale ones:f32:65x4 ones:f32:65 --device emulate 2>&1 | FileCheck %s --check-prefix=MAX
// RUN: zyn-run %s --entry placed ones:f32:3 --device cpu | FileCheck %s --check-prefix=PLACED
// RUN: not zyn-run %s --entry placed ones:f32:3 --device emulate 2>&1 | FileCheck %s --check-prefix=ELSEWHERE
// RUN: not zyn-run %s --entry loop ones:f32:3 4 --device cpu 2>&1 | FileCheck %s --check-prefix=LOOP

// SIZES: encodings.mlir:[[#@LINE+3]]:18: error: expected 'M' to be one size, found 5 in dimension 0 of argument #0 and 6 in dimension 0 of argument #1
// MAX: encodings.mlir:[[#@LINE+1]]:18: error: expected 'M' to be at most 64, found 65 in dimension 0 of argument #0
func.func @scale(%x: tensor<?x4xf32, #zyn.shape<"M" max 64, _>>,
                 %y: tensor<?xf32, #zyn.shape<"M">>) -> tensor<?x4xf32, #zyn.shape<"M" max 64, _>> {
  %r = zyn.map ins(%x, %y : tensor<?x4xf32, #zyn.shape<"M" max 64, _>>, tensor<?xf32, #zyn.shape<"M">>)
               outs(%x : tensor<?x4xf32, #zyn.shape<"M" max 64, _>>)
               indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
  ^bb0(%a: f32, %b: f32):
    %p = arith.mulf %a, %b : f32
    zyn.yield %p : f32
  } -> tensor<?x4xf32, #zyn.shape<"M" max 64, _>>
  return %r : tensor<?x4xf32, #zyn.shape<"M" max 64, _>>
}

// PLACED: tensor<3xf32>
// ELSEWHERE: encodings.mlir:[[#@LINE+1]]:19: error: argument #0 is placed on cpu, but the program runs on emulate
func.func @placed(%x: tensor<?xf32, #zyn.device<cpu>>) -> tensor<?xf32, #zyn.device<cpu>> {
  return %x : tensor<?xf32, #zyn.device<cpu>>
}

// A size that differs in the last iteration.
func.func @loop(%x: tensor<?xf32, #zyn.shape<"M">>, %n: index) -> tensor<?xf32, #zyn.shape<"M">> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?xf32, #zyn.shape<"M">>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%t = %x) -> tensor<?xf32, #zyn.shape<"M">> {
    %is = arith.cmpi eq, %i, %m : index
    %more = arith.extui %is : i1 to i32
    %other = arith.index_cast %more : i32 to index
    %size = arith.addi %m, %other : index
    // LOOP: encodings.mlir:[[#@LINE+1]]:14: error: expected 'M' to be one size, found 3 in dimension 0 of argument #0 and 4 in dimension 0 of the result of 'tensor.empty'
    %empty = tensor.empty(%size) : tensor<?xf32, #zyn.shape<"M">>
    %y = zyn.map outs(%empty : tensor<?xf32, #zyn.shape<"M">>) {
      %v = arith.constant 1.0 : f32
      zyn.yield %v : f32
    } -> tensor<?xf32, #zyn.shape<"M">>
    scf.yield %y : tensor<?xf32, #zyn.shape<"M">>
  }
  return %r : tensor<?xf32, #zyn.shape<"M">>
}
