func.func @scale(%x: memref<?xf32>, %y: memref<?xf32>) {
  %from = bufferization.to_tensor %x restrict : memref<?xf32> to tensor<?xf32>
  %to = bufferization.to_tensor %y restrict writable : memref<?xf32> to tensor<?xf32>
  %r = zyn.map ins(%from : tensor<?xf32>) outs(%to : tensor<?xf32>) {
  ^bb0(%a: f32):
    %twice = arith.addf %a, %a : f32
    zyn.yield %twice : f32
  } -> tensor<?xf32>
  bufferization.materialize_in_destination %r in restrict writable %y : (tensor<?xf32>, memref<?xf32>) -> ()
  return
}
