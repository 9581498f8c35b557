// Transposed views of squares, which have the type of what they are views of: in place, and in a slice of a tensor.
// REQUIRES: device
// RUN: zyn-run %s --device %device --entry in_place zeros:i32:3x3 | FileCheck %s --check-prefix=PLACE
// RUN: zyn-run %s --device emulate --entry in_place zeros:i32:3x3 | FileCheck %s --check-prefix=PLACE
// RUN: zyn-run %s --device %device --entry inserted zeros:i32:4x4 | FileCheck %s --check-prefix=INSERTED
// RUN: zyn-run %s --device emulate --entry inserted zeros:i32:4x4 | FileCheck %s --check-prefix=INSERTED

// Each element is 10 i + j plus 10 j + i.
// PLACE: {{\[\[}}0, 11, 22],
// PLACE-NEXT: [11, 22, 33],
// PLACE-NEXT: [22, 33, 44]]
func.func @in_place(%x: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %numbers = func.call @number(%x) : (tensor<?x?xi32>) -> tensor<?x?xi32>
  %t = zyn.transpose %numbers permutation = [1, 0] : tensor<?x?xi32>
  %r = zyn.map ins(%t, %numbers : tensor<?x?xi32>, tensor<?x?xi32>) outs(%numbers : tensor<?x?xi32>) {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    zyn.yield %c : i32
  } -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

// The part in the middle is transposed.
// INSERTED: {{\[\[}}0, 1, 2, 3],
// INSERTED-NEXT: [10, 11, 21, 13],
// INSERTED-NEXT: [20, 12, 22, 23],
// INSERTED-NEXT: [30, 31, 32, 33]]
func.func @inserted(%x: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %numbers = func.call @number(%x) : (tensor<?x?xi32>) -> tensor<?x?xi32>
  %part = tensor.extract_slice %numbers[1, 1] [2, 2] [1, 1] : tensor<?x?xi32> to tensor<2x2xi32>
  %t = zyn.transpose %part permutation = [1, 0] : tensor<2x2xi32>
  %r = tensor.insert_slice %t into %numbers[1, 1] [2, 2] [1, 1] : tensor<2x2xi32> into tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}

func.func private @number(%x: tensor<?x?xi32>) -> tensor<?x?xi32> {
  %c10 = arith.constant 10 : index
  %r = zyn.map outs(%x : tensor<?x?xi32>) {
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %tens = arith.muli %i, %c10 : index
    %number = arith.addi %tens, %j : index
    %integer = arith.index_cast %number : index to i32
    zyn.yield %integer : i32
  } -> tensor<?x?xi32>
  return %r : tensor<?x?xi32>
}
