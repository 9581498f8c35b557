// A classifier of 8x8 handwritten digits: 64 -> 32 (ReLU) -> 10 (softmax).

// The function that zyn-run calls: images [N, 64] -> class of each image [N] and probabilities [N, 10]
func.func @classify(%images: tensor<?x64xf32>, %w1: tensor<64x32xf32>, %b1: tensor<32xf32>, %w2: tensor<32x10xf32>, %b2: tensor<10xf32>) -> (tensor<?xi32>, tensor<?x10xf32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %images, %c0 : tensor<?x64xf32>
  %row = tensor.empty(%n) : tensor<?xf32>
  %class_row = tensor.empty(%n) : tensor<?xi32>
  %classwise = tensor.empty(%n) : tensor<?x10xf32>

  // Hidden layer: max(images * w1 + b1, 0).
  %h0 = tensor.empty(%n) : tensor<?x32xf32>
  %h1 = zyn.matmul ins(%images, %w1 : tensor<?x64xf32>, tensor<64x32xf32>) outs(%h0 : tensor<?x32xf32>) -> tensor<?x32xf32>
  %h2 = zyn.map ins(%h1, %b1 : tensor<?x32xf32>, tensor<32xf32>) outs(%h0 : tensor<?x32xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] {
  ^bb0(%x: f32, %b: f32):
    %s = arith.addf %x, %b : f32
    %zero = arith.constant 0.0 : f32
    %r = arith.maximumf %s, %zero : f32
    zyn.yield %r : f32
  } -> tensor<?x32xf32>

  // Output layer: hidden * w2 + b2.
  %l1 = zyn.matmul ins(%h2, %w2 : tensor<?x32xf32>, tensor<32x10xf32>) outs(%classwise : tensor<?x10xf32>) -> tensor<?x10xf32>
  %logits = zyn.map ins(%l1, %b2 : tensor<?x10xf32>, tensor<10xf32>) outs(%classwise : tensor<?x10xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>] {
  ^bb0(%x: f32, %b: f32):
    %s = arith.addf %x, %b : f32
    zyn.yield %s : f32
  } -> tensor<?x10xf32>

  // Softmax over the classes. The maximum of the row is subtracted first, so that exp cannot overflow.
  %minit = zyn.map outs(%row : tensor<?xf32>) {
    %c = arith.constant 0xFF800000 : f32 // -infinity
    zyn.yield %c : f32
  } -> tensor<?xf32>
  %m = zyn.reduce ins(%logits : tensor<?x10xf32>) outs(%minit : tensor<?xf32>) dimensions = [1] {
  ^bb0(%acc: f32, %x: f32):
    %r = arith.maximumf %acc, %x : f32
    zyn.yield %r : f32
  } -> tensor<?xf32>
  %e = zyn.map ins(%logits, %m : tensor<?x10xf32>, tensor<?xf32>) outs(%classwise : tensor<?x10xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
  ^bb0(%x: f32, %max: f32):
    %d = arith.subf %x, %max : f32
    %r = math.exp %d : f32
    zyn.yield %r : f32
  } -> tensor<?x10xf32>
  %sinit = zyn.map outs(%row : tensor<?xf32>) {
    %c = arith.constant 0.0 : f32
    zyn.yield %c : f32
  } -> tensor<?xf32>
  %sum = zyn.reduce ins(%e : tensor<?x10xf32>) outs(%sinit : tensor<?xf32>) dimensions = [1] {
  ^bb0(%acc: f32, %x: f32):
    %r = arith.addf %acc, %x : f32
    zyn.yield %r : f32
  } -> tensor<?xf32>
  %probabilities = zyn.map ins(%e, %sum : tensor<?x10xf32>, tensor<?xf32>) outs(%classwise : tensor<?x10xf32>)
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
  ^bb0(%x: f32, %total: f32):
    %r = arith.divf %x, %total : f32
    zyn.yield %r : f32
  } -> tensor<?x10xf32>

  // The class is the argmax: the column of the greatest logit. On a tie, the smaller column wins, which makes
  // the combiner commutative. The initial index is beyond every column, so it loses every tie.
  %column0 = tensor.empty(%n) : tensor<?x10xi32>
  %columns = zyn.map outs(%column0 : tensor<?x10xi32>) {
    %j = zyn.index 1 : index
    %c = arith.index_cast %j : index to i32
    zyn.yield %c : i32
  } -> tensor<?x10xi32>
  %iinit = zyn.map outs(%class_row : tensor<?xi32>) {
    %c = arith.constant 2147483647 : i32
    zyn.yield %c : i32
  } -> tensor<?xi32>
  %best, %classes = zyn.reduce ins(%logits, %columns : tensor<?x10xf32>, tensor<?x10xi32>) outs(%minit, %iinit : tensor<?xf32>, tensor<?xi32>) dimensions = [1] {
  ^bb0(%bestv: f32, %besti: i32, %v: f32, %i: i32):
    %greater = arith.cmpf ogt, %v, %bestv : f32
    %equal = arith.cmpf oeq, %v, %bestv : f32
    %smaller = arith.cmpi slt, %i, %besti : i32
    %tie = arith.andi %equal, %smaller : i1
    %take = arith.ori %greater, %tie : i1
    %rv = arith.select %take, %v, %bestv : f32
    %ri = arith.select %take, %i, %besti : i32
    zyn.yield %rv, %ri : f32, i32
  } -> tensor<?xf32>, tensor<?xi32>

  return %classes, %probabilities : tensor<?xi32>, tensor<?x10xf32>
}
