// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifier of zyn.attention, in full.

func.func @f(%q: tensor<5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x8xf32>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected queries, keys, values and a destination of rank 4, found 'tensor<5x8xf32>'}}
  %r = zyn.attention ins(%q, %k, %v : tensor<5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>)
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x8xf32>, %y: tensor<2x4x5x8xf32>, %l: tensor<2x4x5xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected one destination in 'outs', or two with that of the log-sum-exps, found 3}}
  %r:3 = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>)
      outs(%y, %l, %l : tensor<2x4x5x8xf32>, tensor<2x4x5xf32>, tensor<2x4x5xf32>) -> tensor<2x4x5x8xf32>, tensor<2x4x5xf32>, tensor<2x4x5xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf8E4M3FN>, %k: tensor<2x4x7x8xf8E4M3FN>, %v: tensor<2x4x7x8xf8E4M3FN>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected elements of f16, bf16, f32 or f64, found 'f8E4M3FN'}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf8E4M3FN>, tensor<2x4x7x8xf8E4M3FN>, tensor<2x4x7x8xf8E4M3FN>)
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf16>, %v: tensor<2x4x7x8xf32>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected keys of 'f32' like the queries, found 'f16'}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf16>, tensor<2x4x7x8xf32>)
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x8xf64>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected values of 'f32' like the queries, found 'f64'}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf64>)
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x8xf32>, %y0: tensor<2x4x5x8xf16>) {
  // expected-error @+1 {{'zyn.attention' op expected a destination of 'f32', found 'f16'}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>)
      outs(%y0 : tensor<2x4x5x8xf16>) -> tensor<2x4x5x8xf16>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xbf16>, %k: tensor<2x4x7x8xbf16>, %v: tensor<2x4x7x8xbf16>, %y0: tensor<2x4x5x8xf16>) {
  // expected-error @+1 {{'zyn.attention' op expected a destination of 'bf16' or 'f32', found 'f16'}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xbf16>, tensor<2x4x7x8xbf16>, tensor<2x4x7x8xbf16>)
      outs(%y0 : tensor<2x4x5x8xf16>) -> tensor<2x4x5x8xf16>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x8xf32>, %y0: tensor<2x4x5x8xf32>, %y1: tensor<2x4x5xf16>) {
  // expected-error @+1 {{'zyn.attention' op expected log-sum-exps of 'f32', found 'f16'}}
  %r:2 = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>)
      outs(%y0, %y1 : tensor<2x4x5x8xf32>, tensor<2x4x5xf16>) -> tensor<2x4x5x8xf32>, tensor<2x4x5xf16>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x8xf32>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected a group_size from 1 to 2^30, found 0}}
  %r = zyn.attention group_size = 0 ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>)
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x8xf32>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected a finite scale}}
  %r = zyn.attention scale = 0x7FF0000000000000 ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>)
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x8xf32>, %l: tensor<2xi16>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected lengths of i32 or i64, found 'i16'}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>) lengths(%l : tensor<2xi16>)
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x8xf32>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op has a mask_map but no mask}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>) mask_map = affine_map<(b, h, i, j) -> (i, j)>
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x8xf32>, %m: tensor<2x4x5x7xi8>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected a mask of i1, f16, bf16 or f32, found 'i8'}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>) mask(%m : tensor<2x4x5x7xi8>)
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x8xf32>, %m: tensor<5x7xi1>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected mask #0 to have rank 4, as in 'outs', found 'tensor<5x7xi1>'; to broadcast it, add indexing maps}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>) mask(%m : tensor<5x7xi1>)
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x8xf32>, %m: tensor<5x7xi1>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected mask map #0 to have 2 results, the rank of 'tensor<5x7xi1>', found 3}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>) mask(%m : tensor<5x7xi1>) mask_map = affine_map<(b, h, i, j) -> (h, i, j)>
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x8xf32>, %m: tensor<11xi1>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected mask map #0 to be a projection that uses each dimension at most once, found affine_map<(d0, d1, d2, d3) -> (d2 + d3)>}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>) mask(%m : tensor<11xi1>) mask_map = affine_map<(b, h, i, j) -> (i + j)>
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x8xf32>, %m: tensor<2x4x6x7xf32>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected dimension 2 of the mask to be 5, as dimension 2 of 'outs', found 6 in 'tensor<2x4x6x7xf32>'}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>) mask(%m : tensor<2x4x6x7xf32>)
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

// A size of 1 is not broadcast.
func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x8xf32>, %m: tensor<1x5x7xi1>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected dimension 0 of the mask to be 4, as dimension 1 of 'outs', found 1 in 'tensor<1x5x7xi1>'}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>) mask(%m : tensor<1x5x7xi1>) mask_map = affine_map<(b, h, i, j) -> (h, i, j)>
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x8xf32>, %l: tensor<3xi32>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected dimension 0 of the lengths to be 2, as dimension 0 of 'outs', found 3 in 'tensor<3xi32>'}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>) lengths(%l : tensor<3xi32>)
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x6x8xf32>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected dimension 2 of the values to be 7, as dimension 2 of the keys, found 6 in 'tensor<2x4x6x8xf32>'}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x6x8xf32>)
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x16xf32>, %v: tensor<2x4x7x8xf32>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected dimension 3 of the keys to be 8, as dimension 3 of the queries, found 16 in 'tensor<2x4x7x16xf32>'}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x16xf32>, tensor<2x4x7x8xf32>)
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x8xf32>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected dimension 1 of the keys to be 4, as dimension 1 of 'outs', found 2 in 'tensor<2x2x7x8xf32>'}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x8xf32>)
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x2x7x8xf32>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected dimension 1 of the queries to be 6, the heads of the keys times the group_size of 3, found 4 in 'tensor<2x4x5x8xf32>'}}
  %r = zyn.attention group_size = 3 ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x2x7x8xf32>)
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x2x7x8xf32>, %v: tensor<2x4x7x8xf32>, %y0: tensor<2x4x5x8xf32>) {
  // expected-error @+1 {{'zyn.attention' op expected dimension 1 of the values to be 2, as dimension 1 of the keys, found 4 in 'tensor<2x4x7x8xf32>'}}
  %r = zyn.attention group_size = 2 ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x2x7x8xf32>, tensor<2x4x7x8xf32>)
      outs(%y0 : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xf32>, %k: tensor<2x4x7x8xf32>, %v: tensor<2x4x7x8xf32>, %y: tensor<2x4x5x8xf32>, %g: tensor<8xf32>) {
  // expected-error @+1 {{'zyn.attention' op has epilogue_ins but no epilogue that uses them}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xf32>, tensor<2x4x7x8xf32>, tensor<2x4x7x8xf32>)
      outs(%y : tensor<2x4x5x8xf32>) epilogue_ins(%g : tensor<8xf32>)
      epilogue_maps = [affine_map<(b, h, i, e) -> (e)>] -> tensor<2x4x5x8xf32>
  return
}

// -----

func.func @f(%q: tensor<2x4x5x8xbf16>, %k: tensor<2x4x7x8xbf16>, %v: tensor<2x4x7x8xbf16>, %y: tensor<2x4x5x8xi8>) {
  // expected-error @+1 {{'zyn.attention' op expected a destination of 'bf16' or 'f32', found 'i8'; an epilogue can convert to other types}}
  %r = zyn.attention ins(%q, %k, %v : tensor<2x4x5x8xbf16>, tensor<2x4x7x8xbf16>, tensor<2x4x7x8xbf16>)
      outs(%y : tensor<2x4x5x8xi8>) -> tensor<2x4x5x8xi8>
  return
}
