// The layer with names for its sizes: as many columns of x as rows of w, and at most 4096 rows of x.
func.func @layer(%x: tensor<?x?xf32, #zyn.shape<"rows" max 4096, "inputs">>,
                 %w: tensor<?x2xf32, #zyn.shape<"inputs", _>>) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %rows = tensor.dim %x, %c0 : tensor<?x?xf32, #zyn.shape<"rows" max 4096, "inputs">>
  %empty = tensor.empty(%rows) : tensor<?x2xf32>
  %y = zyn.matmul ins(%x, %w : tensor<?x?xf32, #zyn.shape<"rows" max 4096, "inputs">>,
                               tensor<?x2xf32, #zyn.shape<"inputs", _>>)
                  outs(%empty : tensor<?x2xf32>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// An array that is on the CPU.
func.func @on_cpu(%x: tensor<?xf32, #zyn.shape<"n", device = cpu>>) -> tensor<?xf32, #zyn.device<cpu>> {
  %y = tensor.cast %x : tensor<?xf32, #zyn.shape<"n", device = cpu>> to tensor<?xf32, #zyn.device<cpu>>
  return %y : tensor<?xf32, #zyn.device<cpu>>
}
