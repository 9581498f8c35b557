// RUN: zyn-opt %s --split-input-file --verify-diagnostics

// expected-error @+1 {{expected names, or '_', for the 2 dimensions of the tensor, found 1 in #zyn.shape<"M">}}
func.func private @rank(tensor<?x4xf32, #zyn.shape<"M">>)

// -----

// expected-error @+1 {{expected a name that is not empty; '_' is a dimension without a name}}
func.func private @empty(tensor<?xf32, #zyn.shape<"">>)

// -----

// expected-error @+1 {{expected the name of a size, such as "M", or '_' for a dimension without a name}}
func.func private @unquoted(tensor<?xf32, #zyn.shape<M>>)

// -----

// expected-error @+1 {{expected a 'max' of at least 1, found 0}}
func.func private @zero(tensor<?xf32, #zyn.shape<"M" max 0>>)

// -----

// expected-error @+1 {{expected a 'max' of at least 1, found -3}}
func.func private @negative(tensor<?xf32, #zyn.shape<"M" max -3>>)

// -----

// expected-error @+1 {{expected one 'max' for "M", found 3 and 4}}
func.func private @maxima(tensor<?x?xf32, #zyn.shape<"M" max 3, "M" max 4>>)

// -----

// expected-error @+1 {{expected one device}}
func.func private @devices(tensor<f32, #zyn.shape<device = cpu, device = cpu>>)

// -----

// expected-error @+1 {{expected the device to be the last element}}
func.func private @order(tensor<?xf32, #zyn.shape<device = cpu, "M">>)

// -----

// expected-error @+1 {{expected a device: 'cpu', 'cuda:N' or 'emulate'}}
func.func private @unknown(tensor<4xf32, #zyn.device<tpu>>)

// -----

// expected-error @+1 {{expected ':'}}
func.func private @number(tensor<4xf32, #zyn.device<cuda>>)

// -----

// expected-error @+1 {{expected a device: 'cpu', 'cuda:N' or 'emulate'}}
func.func private @none(tensor<4xf32, #zyn.device<>>)

// -----

// expected-error @+1 {{has 'zyn.max_sizes', which is only valid on ops of the zyn dialect with an iteration space}}
func.func private @function() attributes {zyn.max_sizes = array<i64: 4>}

// -----

func.func @sizes(%y: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'zyn.map' op expected 'zyn.max_sizes' to be an array of the greatest size, or -1, of each of the 1 loops, found array<i64: 4, 5>}}
  %r = zyn.map outs(%y : tensor<4xf32>) attributes {zyn.max_sizes = array<i64: 4, 5>} {
    %v = arith.constant 1.0 : f32
    zyn.yield %v : f32
  } -> tensor<4xf32>
  return %r : tensor<4xf32>
}
