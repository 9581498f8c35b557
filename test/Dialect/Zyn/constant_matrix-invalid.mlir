// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifier of zyn.constant_matrix, in full.

// expected-error @+1 {{'zyn.constant_matrix' op expected values of rank 2, found 'tensor<4xf32>'}}
%w = zyn.constant_matrix values = dense<1.0> : tensor<4xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op has 'offsets', 'columns' or 'num_columns', which are only valid with the format csr}}
%w = zyn.constant_matrix format = dense num_columns = 2 values = dense<1.0> : tensor<2x2xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op expected 'offsets', 'columns' and 'num_columns' of a matrix in CSR format}}
%w = zyn.constant_matrix format = csr values = dense<1.0> : tensor<2x2xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op attribute 'num_columns' failed to satisfy constraint: 64-bit signless integer attribute whose value is non-negative}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense<0> : tensor<1xi32> columns = dense<> : tensor<0xi32> num_columns = -1 values = dense<> : tensor<0xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op expected row offsets, columns and values of rank 1, found 'tensor<1x2xi32>'}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense<[0, 2]> : tensor<2xi32> columns = dense<[[0, 1]]> : tensor<1x2xi32> num_columns = 2 values = dense<1.0> : tensor<2xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op expected row offsets of i8, i16, i32, i64 or index, found 'f32'}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense<[0.0, 2.0]> : tensor<2xf32> columns = dense<[0, 1]> : tensor<2xi32> num_columns = 2 values = dense<1.0> : tensor<2xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op expected columns of i8, i16, i32, i64 or index, found 'i1'}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense<[0, 2]> : tensor<2xi32> columns = dense<[0, 1]> : tensor<2xi1> num_columns = 2 values = dense<1.0> : tensor<2xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op expected as many columns as values, found 2 and 3}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense<[0, 2]> : tensor<2xi32> columns = dense<[0, 1]> : tensor<2xi32> num_columns = 2 values = dense<1.0> : tensor<3xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op expected one row offset more than rows, found none}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense<> : tensor<0xi32> columns = dense<> : tensor<0xi32> num_columns = 2 values = dense<> : tensor<0xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op expected row offsets from 0 to the number of values, 2, found 1 to 2}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense<[1, 2]> : tensor<2xi32> columns = dense<[0, 1]> : tensor<2xi32> num_columns = 2 values = dense<1.0> : tensor<2xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op expected row offsets from 0 to the number of values, 2, found 0 to 3}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense<[0, 3]> : tensor<2xi32> columns = dense<[0, 1]> : tensor<2xi32> num_columns = 2 values = dense<1.0> : tensor<2xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op expected row offsets that do not decrease, found 1 after 2}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense<[0, 2, 1, 2]> : tensor<4xi32> columns = dense<[0, 1]> : tensor<2xi32> num_columns = 2 values = dense<1.0> : tensor<2xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op expected row offsets that do not decrease, found -128 after 1}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense<[0, 1, -128, 2]> : tensor<4xi8> columns = dense<[0, 1]> : tensor<2xi32> num_columns = 2 values = dense<1.0> : tensor<2xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op expected row offsets up to the number of values, 2, found 9}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense<[0, 9, 2]> : tensor<3xi32> columns = dense<[0, 1]> : tensor<2xi32> num_columns = 2 values = dense<1.0> : tensor<2xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op expected columns of at least 0 and below 'num_columns', 2, found 2 in row 1}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense<[0, 0, 2]> : tensor<3xi32> columns = dense<[0, 2]> : tensor<2xi32> num_columns = 2 values = dense<1.0> : tensor<2xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op expected columns of at least 0 and below 'num_columns', 2, found -1 in row 0}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense<[0, 2]> : tensor<2xi32> columns = dense<[-1, 1]> : tensor<2xi32> num_columns = 2 values = dense<1.0> : tensor<2xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op expected columns that increase in each row, found 0 after 1 in row 1}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense<[0, 1, 3]> : tensor<3xi32> columns = dense<[1, 1, 0]> : tensor<3xi32> num_columns = 2 values = dense<1.0> : tensor<3xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op expected columns that increase in each row, found 1 after 1 in row 0}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense<[0, 2]> : tensor<2xi32> columns = dense<[1, 1]> : tensor<2xi32> num_columns = 2 values = dense<1.0> : tensor<2xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op expected a resource with all elements of 'columns'}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense<[0, 2]> : tensor<2xi32> columns = dense_resource<__elided__> : tensor<2xi32> num_columns = 2 values = dense<1.0> : tensor<2xf32>

// -----

// The resource is too short.
// expected-error @+1 {{'zyn.constant_matrix' op expected a resource with all elements of 'offsets'}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense_resource<short> : tensor<2xi32> columns = dense<[0, 1]> : tensor<2xi32> num_columns = 2 values = dense<1.0> : tensor<2xf32>

{-#
  dialect_resources: {
    builtin: {
      short: "0x0400000000000000"
    }
  }
#-}

// -----

// expected-error @+1 {{'zyn.constant_matrix' op attribute 'values' failed to satisfy constraint: elements given by dense or dense_resource}}
%w = zyn.constant_matrix values = sparse<[[0, 1]], [2.0]> : tensor<2x2xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op result #0 must be variadic of statically shaped tensor}}
%w = zyn.constant_matrix values = dense<1.0> : vector<2x2xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op result #0 must be variadic of statically shaped tensor}}
%w = zyn.constant_matrix values = dense<1.0> : tensor<2x2xtf32>

// -----

// expected-error @+2 {{'zyn.constant_matrix' op inferred type(s) 'tensor<2x2xf32>' are incompatible with return type(s) of operation 'tensor<2x3xf32>'}}
// expected-error @+1 {{failed to infer returned types}}
%w = "zyn.constant_matrix"() <{values = dense<1.0> : tensor<2x2xf32>}> : () -> tensor<2x3xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op requires attribute 'values'}}
%w = "zyn.constant_matrix"() : () -> tensor<2x3xf32>

// -----

// expected-error @+1 {{'zyn.constant_matrix' op expected a resource with all elements of 'values'}}
%w = zyn.constant_matrix values = dense_resource<__elided__> : tensor<2x3xf32>

// -----

// So many elements that their bytes would not be a number of 64 bits.
// expected-error @+1 {{'zyn.constant_matrix' op expected a resource with all elements of 'offsets'}}
%o, %c, %v = zyn.constant_matrix format = csr offsets = dense_resource<none> : tensor<2305843009213693952xi64> columns = dense<> : tensor<0xi32> num_columns = 2 values = dense<> : tensor<0xf32>
{-#
  dialect_resources: {
    builtin: {
      none: "0x08000000"
    }
  }
#-}
