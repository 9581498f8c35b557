// A cast to a size that not every argument has.
func.func @main(%x: tensor<?x?xf32>) -> tensor<?x1xf32> {
  %c = tensor.cast %x : tensor<?x?xf32> to tensor<?x1xf32>
  %0 = math.absf %c : tensor<?x1xf32>
  return %0 : tensor<?x1xf32>
}
