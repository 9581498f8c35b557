// Two copies of one group to the same bytes: a group has no order within.
// RUN: not zyn-run %s ones:i32:4x32 --device emulate 2>&1 | FileCheck %s
// CHECK: copies-of-one-group.mlir:[[#@LINE+17]]:3: error: data race: kernel.async_copy of 4 bytes by thread (0,0,0) of block (0,0,0), asynchronously, {{.*}}copies of one group are not ordered with each other (32 times)

// A wait between them orders them, as does another buffer.
// RUN: sed 's/^  kernel.async_copy %x.%c1/  kernel.async_commit\n  kernel.async_wait 0\n&/' %s > %t.wait.mlir
// RUN: zyn-run %t.wait.mlir ones:i32:4x32 --device emulate --no-output
// RUN: sed '/async_copy %x.%c1/s/%buf.%c0/%buf[%c1/' %s > %t.other.mlir
// RUN: zyn-run %t.other.mlir ones:i32:4x32 --device emulate --no-output

#shared = #gpu.address_space<workgroup>
module attributes {gpu.container_module} {
gpu.module @m {
gpu.func @kernel(%x: memref<4x32xi32>, %out: memref<32xi32>) kernel {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %buf = kernel.shared : memref<2x32xi32, #shared>
  %l = kernel.lane_id
  kernel.async_copy %x[%c0, %l], %buf[%c0, %l] bytes 4 : memref<4x32xi32>, memref<2x32xi32, #shared>
  kernel.async_copy %x[%c1, %l], %buf[%c0, %l] bytes 4 : memref<4x32xi32>, memref<2x32xi32, #shared>
  kernel.async_commit
  kernel.async_wait 0
  %v = kernel.load %buf[%c0, %l] : memref<2x32xi32, #shared>, i32
  kernel.store %v, %out[%l] : i32, memref<32xi32>
  gpu.return
}
}
func.func @main(%x: memref<4x32xi32>) -> memref<32xi32> {
  %_d1 = arith.constant 1 : index
  %_d32 = arith.constant 32 : index
  %out = memref.alloc() : memref<32xi32>
  gpu.launch_func @m::@kernel blocks in (%_d1, %_d1, %_d1) threads in (%_d32, %_d1, %_d1) args(%x : memref<4x32xi32>, %out : memref<32xi32>)
  return %out : memref<32xi32>
}
}
