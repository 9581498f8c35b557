// A call that does not fit into memory is an error before anything is copied or
// launched, as far as the sizes are known by then.
// DEFINE: %{limit} =
// DEFINE: %{call} =
// DEFINE: %{run} = not zyn-run %s --device emulate --no-output --memory-limit %{limit} --entry %{call} 2>&1 | FileCheck %s --check-prefix

// REDEFINE: %{limit} = 160MiB
// REDEFINE: %{call} = double zeros:f32:4096x4096 zeros:f32:8192x4096
// RUN: %{run} ARGUMENT
// ARGUMENT: run-memory.mlir:[[#@LINE+20]]:1: error: 'double' needs at least 256.0 MiB of memory on 'emulate', found 160.0 MiB free: 192.0 MiB for arguments and 64.0 MiB for what it computes; the largest is argument #1, 8192x4096xf32 with 128.0 MiB, of which 2048x4096xf32 would fit
// ARGUMENT-NOT: {{.}}

// Without the largest tensor, the others would not fit either.
// REDEFINE: %{limit} = 100MiB
// RUN: %{run} OTHERS
// OTHERS: error: 'double' needs at least 256.0 MiB of memory on 'emulate', found 100.0 MiB free: {{.*}}; the largest is argument #1, 8192x4096xf32 with 128.0 MiB, and all others need 128.0 MiB

// REDEFINE: %{call} = outer zeros:f32:4096
// RUN: %{run} RESULT
// RESULT: run-memory.mlir:[[#@LINE+19]]:1: error: 'outer' needs at least 128.0 MiB of memory on 'emulate', found 100.0 MiB free: 16.0 KiB for arguments and 128.0 MiB for what it computes; the largest is the buffer allocated for {{.*}}run-memory.mlir:[[#@LINE+20]]:8, 8192x4096xf32 with 128.0 MiB, of which 6272x4096xf32 would fit

// Sizes that are only known while the function runs: the allocation fails.
// REDEFINE: %{call} = dynamic 100000 zeros:f32:4096
// RUN: %{run} DYNAMIC
// DYNAMIC: zyn-run: error: emulate: out of memory: requested 1.5 GiB, 100.0 MiB free of the limit of 100.0 MiB

// The memory of freed buffers is used again.
// RUN: zyn-run %s --device emulate --no-output --check none --memory-limit 24MiB --entry reuse

func.func @double(%a: tensor<4096x4096xf32>, %b: tensor<?x4096xf32>) -> tensor<4096x4096xf32> {
  %e = tensor.empty() : tensor<4096x4096xf32>
  %r = zyn.map ins(%a : tensor<4096x4096xf32>) outs(%e : tensor<4096x4096xf32>) {
  ^bb0(%x: f32):
    %y = arith.addf %x, %x : f32
    zyn.yield %y : f32
  } -> tensor<4096x4096xf32>
  return %r : tensor<4096x4096xf32>
}
func.func @outer(%v: tensor<4096xf32>) -> tensor<8192x4096xf32> {
  %e = tensor.empty() : tensor<8192x4096xf32>
  %r = zyn.map ins(%v : tensor<4096xf32>) outs(%e : tensor<8192x4096xf32>)
      indexing_maps = [affine_map<(i, j) -> (j)>] {
  ^bb0(%x: f32):
    zyn.yield %x : f32
  } -> tensor<8192x4096xf32>
  return %r : tensor<8192x4096xf32>
}
func.func @dynamic(%n: index, %v: tensor<4096xf32>) -> tensor<?x4096xf32> {
  %e = tensor.empty(%n) : tensor<?x4096xf32>
  %r = zyn.map ins(%v : tensor<4096xf32>) outs(%e : tensor<?x4096xf32>)
      indexing_maps = [affine_map<(i, j) -> (j)>] {
  ^bb0(%x: f32):
    zyn.yield %x : f32
  } -> tensor<?x4096xf32>
  return %r : tensor<?x4096xf32>
}
func.func @reuse() {
  %a = memref.alloc() : memref<1024x4096xf32>
  zyn.map outs(%a : memref<1024x4096xf32>) {
    %c = arith.constant 1.0 : f32
    zyn.yield %c : f32
  }
  memref.dealloc %a : memref<1024x4096xf32>
  %b = memref.alloc() : memref<1024x4096xf32>
  zyn.map outs(%b : memref<1024x4096xf32>) {
    %c = arith.constant 2.0 : f32
    zyn.yield %c : f32
  }
  memref.dealloc %b : memref<1024x4096xf32>
  return
}
