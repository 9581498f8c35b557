// Slices, whose rows are not contiguous: maps, transpositions, copies and reductions of them.
// REQUIRES: device
// RUN: zyn-run %s --device cpu random:i32:37x52 random:i32:3x20 -o %t.0.npy -o %t.1.npy -o %t.2.npy -o %t.3.npy -o %t.4.npy
// RUN: zyn-run %s --device %device random:i32:37x52 random:i32:3x20 -o %t.d0.npy -o %t.d1.npy -o %t.d2.npy -o %t.d3.npy -o %t.d4.npy
// RUN: zyn-run %s --device emulate random:i32:37x52 random:i32:3x20 -o %t.e0.npy -o %t.e1.npy -o %t.e2.npy -o %t.e3.npy -o %t.e4.npy
// RUN: cmp %t.0.npy %t.d0.npy && cmp %t.1.npy %t.d1.npy && cmp %t.2.npy %t.d2.npy && cmp %t.3.npy %t.d3.npy && cmp %t.4.npy %t.d4.npy
// RUN: cmp %t.0.npy %t.e0.npy && cmp %t.1.npy %t.e1.npy && cmp %t.2.npy %t.e2.npy && cmp %t.3.npy %t.e3.npy && cmp %t.4.npy %t.e4.npy

func.func @main(%x: tensor<37x52xi32>, %d: tensor<?x?xi32>)
    -> (tensor<30x24xi32>, tensor<24x30xi32>, tensor<30xi32>, tensor<37x52xi32>, tensor<?xi32>) {
  // An aligned slice and one that is not.
  %aligned = tensor.extract_slice %x[4, 8] [30, 24] [1, 1] : tensor<37x52xi32> to tensor<30x24xi32>
  %shifted = tensor.extract_slice %x[3, 7] [30, 24] [1, 1] : tensor<37x52xi32> to tensor<30x24xi32>
  %empty = tensor.empty() : tensor<30x24xi32>
  %sums = zyn.map ins(%aligned, %shifted : tensor<30x24xi32>, tensor<30x24xi32>) outs(%empty : tensor<30x24xi32>) {
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    zyn.yield %s : i32
  } -> tensor<30x24xi32>

  %empty_t = tensor.empty() : tensor<24x30xi32>
  %transposed = zyn.map ins(%shifted : tensor<30x24xi32>) outs(%empty_t : tensor<24x30xi32>)
      indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%a: i32):
    zyn.yield %a : i32
  } -> tensor<24x30xi32>

  %empty_r = tensor.empty() : tensor<30xi32>
  %zero = zyn.map outs(%empty_r : tensor<30xi32>) {
    %c = arith.constant 0 : i32
    zyn.yield %c : i32
  } -> tensor<30xi32>
  %rows = zyn.reduce ins(%shifted : tensor<30x24xi32>) outs(%zero : tensor<30xi32>) dimensions = [1] {
  ^bb0(%a: i32, %b: i32):
    %s = arith.addi %a, %b : i32
    zyn.yield %s : i32
  } -> tensor<30xi32>

  // A strided destination.
  %inserted = tensor.insert_slice %sums into %x[5, 9] [30, 24] [1, 1] : tensor<30x24xi32> into tensor<37x52xi32>

  // A row whose offset is only known at run time.
  %c1 = arith.constant 1 : index
  %n = tensor.dim %d, %c1 : tensor<?x?xi32>
  %row = tensor.extract_slice %d[1, 0] [1, %n] [1, 1] : tensor<?x?xi32> to tensor<?xi32>
  %empty_n = tensor.empty(%n) : tensor<?xi32>
  %doubled = zyn.map ins(%row : tensor<?xi32>) outs(%empty_n : tensor<?xi32>) {
  ^bb0(%a: i32):
    %s = arith.addi %a, %a : i32
    zyn.yield %s : i32
  } -> tensor<?xi32>
  return %sums, %transposed, %rows, %inserted, %doubled
      : tensor<30x24xi32>, tensor<24x30xi32>, tensor<30xi32>, tensor<37x52xi32>, tensor<?xi32>
}
