// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// expected-error @+1 {{expected elements of i8, i16, i32, i64, f16, bf16, f32, f64, tf32 or an 8-bit float, found 'i1'}}
func.func private @f(!kernel.tensor_map<64x64xi1>)

// -----

// expected-error @+1 {{expected a tile of 1 to 5 dimensions, found 6}}
func.func private @f(!kernel.tensor_map<1x1x1x1x1x16xf32>)

// -----

// expected-error @+1 {{expected a tile of 1 to 5 dimensions, found 0}}
func.func private @f(!kernel.tensor_map<f32>)

// -----

// expected-error @+1 {{expected dimensions of a tile from 1 to 256, found 512}}
func.func private @f(!kernel.tensor_map<512x16xf32>)

// -----

// expected-error @+1 {{expected dimensions of a tile from 1 to 256, found 0}}
func.func private @f(!kernel.tensor_map<0x16xf32>)

// -----

// expected-error @+1 {{expected a swizzle of 32, 64 or 128 bytes, found 16}}
func.func private @f(!kernel.tensor_map<64x8xbf16, swizzle = 16>)

// -----

// expected-error @+1 {{expected 'l2' of 64, 128 or 256 bytes, found 32}}
func.func private @f(!kernel.tensor_map<64x8xbf16, l2 = 32>)

// -----

// expected-error @+1 {{expected rows of a multiple of 16 bytes, found 14 bytes of 7 x 'bf16'}}
func.func private @f(!kernel.tensor_map<64x7xbf16>)

// -----

// expected-error @+1 {{expected rows of at most 64 bytes with 'swizzle = 64', found 128 bytes of 64 x 'bf16'; use several tiles}}
func.func private @f(!kernel.tensor_map<64x64xbf16, swizzle = 64>)

// -----

// expected-error @+1 {{expected floats for 'fill = nan', found 'i32'}}
func.func private @f(!kernel.tensor_map<64x64xi32, fill = nan>)

// -----

// expected-error @+1 {{expected floats of at least 16 bits for 'fill = nan', found 'f8E4M3FN'}}
func.func private @f(!kernel.tensor_map<64x64xf8E4M3FN, fill = nan>)

// -----

// expected-error @+1 {{expected two corners of 1 to 3 coordinates each, found 1 and 2}}
func.func private @f(!kernel.tensor_map<64x64xf16, im2col = [0] to [0, 0]>)

// -----

// expected-error @+1 {{expected two corners of 1 to 3 coordinates each, found 4 and 4}}
func.func private @f(!kernel.tensor_map<64x64xf16, im2col = [0, 0, 0, 0] to [0, 0, 0, 0]>)

// -----

// expected-error @+1 {{expected a tile of pixels x channels for im2col, found 3 dimensions}}
func.func private @f(!kernel.tensor_map<1x64x64xf16, im2col = [0] to [0]>)

// -----

// expected-error @+1 {{expected 1 to 1024 pixels, found 2048}}
func.func private @f(!kernel.tensor_map<2048x64xf16, im2col = [0] to [0]>)

// -----

// expected-error @+1 {{expected corner coordinates from -128 to 127 with 2 spatial dimensions, found 128}}
func.func private @f(!kernel.tensor_map<64x64xf16, im2col = [0, 0] to [0, 128]>)

// -----

// expected-error @+1 {{expected corner coordinates from -16 to 15 with 3 spatial dimensions, found -17}}
func.func private @f(!kernel.tensor_map<64x64xf16, im2col = [0, 0, -17] to [0, 0, 0]>)

// -----

// expected-error @+1 {{expected a step for each of 2 spatial dimensions, found 1}}
func.func private @f(!kernel.tensor_map<64x64xf16, im2col = [0, 0] to [0, 0] step [2]>)

// -----

// expected-error @+1 {{expected steps from 1 to 8, found 9}}
func.func private @f(!kernel.tensor_map<64x64xf16, im2col = [0, 0] to [0, 0] step [1, 9]>)

// -----

// expected-error @+1 {{expected 'swizzle', 'l2', 'fill' or 'im2col', found 'interleave'}}
func.func private @f(!kernel.tensor_map<64x64xf16, interleave = 16>)
