// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifiers of function metadata, in full.

// expected-error @+1 {{'func.func' op expected 'zyn.kernel' to be a #zyn.kernel attribute, found 3 : i32}}
func.func private @f() attributes {zyn.kernel = 3 : i32}

// -----

// expected-error @+1 {{'func.func' op expected 'zyn.constraints' to be a #zyn.constraints attribute, found #zyn.kernel<>}}
func.func private @f() attributes {zyn.constraints = #zyn.kernel<type = custom>}

// -----

// expected-error @+1 {{'builtin.module' op has 'zyn.kernel', which is only valid on functions}}
module attributes {zyn.kernel = #zyn.kernel<type = custom>} {}

// -----

// expected-error @+1 {{'func.func' op has an unknown attribute 'zyn.kernal'; expected 'zyn.kernel', 'zyn.constraints', 'zyn.tile' or 'zyn.max_sizes'}}
func.func private @f() attributes {zyn.kernal = #zyn.kernel<type = custom>}

// -----

// expected-error @+1 {{expected a workgroup of three sizes [x, y, z], found 2}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<workgroup = [128, 1]>}

// -----

// expected-error @+1 {{expected workgroup sizes from 1 to 1024, found 0}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<workgroup = [0, 1, 1]>}

// -----

// expected-error @+1 {{expected workgroup sizes from 1 to 1024, found 2048}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<workgroup = [1, 2048, 1]>}

// -----

// expected-error @+1 {{expected a workgroup of at most 1024 threads, found [64, 32, 1] with 2048}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<workgroup = [64, 32, 1]>}

// -----

// expected-error @+1 {{expected a workgroup size in z from 1 to 64, found 128}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<workgroup = [1, 1, 128]>}

// -----

// expected-error @+1 {{expected shared_memory in bytes, from 0 to 232448, found -1}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<shared_memory = -1>}

// -----

// expected-error @+1 {{expected shared_memory in bytes, from 0 to 232448, found 262144}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<shared_memory = 262144>}

// -----

// expected-error @+1 {{expected max_registers from 16 to 255, found 8}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<max_registers = 8>}

// -----

// expected-error @+1 {{expected max_registers from 16 to 255, found 256}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<max_registers = 256>}

// -----

// expected-error @+1 {{expected min_blocks from 1 to 32, found 33}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<min_blocks = 33>}

// -----

// expected-error @+1 {{expected min_blocks of 512 threads to be at most the 2048 threads of a multiprocessor, found 5 blocks}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<workgroup = [512, 1, 1], min_blocks = 5>}

// -----

// expected-error @+1 {{expected min_blocks of 256 threads with max_registers = 128 to fit into the 65536 registers of a multiprocessor, found 4 blocks}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<workgroup = [256, 1, 1], max_registers = 128, min_blocks = 4>}

// -----

// expected-error @+1 {{expected a vector_width of 1, 2, 4, 8 or 16, found 3}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<vector_width = 3>}

// -----

// expected-error @+1 {{expected a vector_width of 1, 2, 4, 8 or 16, found 32}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<vector_width = 32>}

// -----

// expected-error @+1 {{expected an unroll_factor from 1 to 16, found 17}}
func.func private @f() attributes {zyn.kernel = #zyn.kernel<unroll_factor = 17>}

// -----

// expected-error @+1 {{expected cpu_affinity to be the number of a core, found -2}}
func.func private @f() attributes {zyn.constraints = #zyn.constraints<cpu_affinity = -2>}

// -----

// expected-error @+1 {{expected target_latency_ns in nanoseconds, at least 1, found -2}}
func.func private @f() attributes {zyn.constraints = #zyn.constraints<target_latency_ns = -2>}

// -----

// expected-error @+2 {{failed to parse Zyn_ConstraintsAttr parameter 'opt_level' which is to be a `OptLevel`}}
// expected-error @+1 {{expected one of [O0, O1, O2, O3, Os, Olatency] for how hard the backend optimizes, got: O4}}
func.func private @f() attributes {zyn.constraints = #zyn.constraints<opt_level = O4>}

// -----

// expected-error @+1 {{'func.func' op has 'zyn.tile', which is only valid on zyn.matmul}}
func.func private @f() attributes {zyn.tile = #zyn.tile<unit = warps, rows = 64, columns = 64>}

// -----

func.func @f(%a: memref<64x64xf16>) {
  // expected-error @+1 {{expected 'zyn.tile' to be a #zyn.tile attribute, found 3 : i64}}
  zyn.matmul ins(%a, %a : memref<64x64xf16>, memref<64x64xf16>) outs(%a : memref<64x64xf16>) attributes {zyn.tile = 3}
  return
}

// -----

// expected-error @+1 {{expected rows and columns of at least 1, found 0 and 64}}
func.func private @f() attributes {zyn.tile = #zyn.tile<unit = warps, rows = 0, columns = 64>}

// -----

// expected-error @+2 {{failed to parse Zyn_TileAttr parameter 'unit' which is to be a `TileUnit`}}
// expected-error @+1 {{expected one of [threads, warps, warpgroups, lanes] for what multiplies the tiles of a matmul, got: blocks}}
func.func private @f() attributes {zyn.tile = #zyn.tile<unit = blocks, rows = 64, columns = 64>}

// -----

// expected-error @+1 {{expected target_latency_ns in nanoseconds, at least 1, found 0}}
func.func private @f() attributes {zyn.constraints = #zyn.constraints<target_latency_ns = 0>}

// -----

// expected-error @+1 {{expected critical_path without opt_level = O0, at which nothing is optimized or inlined}}
func.func private @f() attributes {zyn.constraints = #zyn.constraints<critical_path = true, opt_level = O0>}

// -----

// expected-error @+1 {{expected inline_always without opt_level = O0, at which nothing is optimized or inlined}}
func.func private @f() attributes {zyn.constraints = #zyn.constraints<inline_always = true, opt_level = O0>}
