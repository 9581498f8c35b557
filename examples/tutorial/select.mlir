// The rows of a table at the given indices.
func.func @select(%table: tensor<?x4xf32>, %indices: tensor<?xi32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %indices, %c0 : tensor<?xi32>
  %empty = tensor.empty(%n) : tensor<?x4xf32>
  %rows = zyn.gather ins(%table, %indices : tensor<?x4xf32>, tensor<?xi32>) outs(%empty : tensor<?x4xf32>)
      dimension = 0 -> tensor<?x4xf32>
  return %rows : tensor<?x4xf32>
}
