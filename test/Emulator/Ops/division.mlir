// A division by zero is a finding, where the host would trap; without checks the kernel goes on, as on a GPU.
// RUN: not zyn-run %s --device emulate ones:i32:32 zeros:i32:32 2>&1 | FileCheck %s
// RUN: zyn-run %s --device emulate ones:i32:32 zeros:i32:32 --check none | FileCheck %s --check-prefix UNCHECKED
// RUN: not zyn-run %s --device emulate --entry constant ones:i32:32 2>&1 | FileCheck %s --check-prefix CONSTANT
// RUN: zyn-run %s --device emulate --entry least ones:i32:32 | FileCheck %s --check-prefix LEAST
// CHECK: division.mlir:[[@LINE+11]]:12: error: {{.*}}division by zero; expected a nonzero divisor: thread (0,0,0) of block (0,0,0)
// UNCHECKED: #0: tensor<32xi32>
// CONSTANT: division.mlir:[[@LINE+17]]:12: error: {{.*}}division by zero
// LEAST: [-2147483648, -2147483648,

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @divide(%x: memref<32xi32>, %y: memref<32xi32>, %out: memref<32xi32>) kernel {
      %i = kernel.thread_id x
      %a = kernel.load %x[%i] : memref<32xi32>, i32
      %b = kernel.load %y[%i] : memref<32xi32>, i32
      %q = arith.divsi %a, %b : i32
      kernel.store %q, %out[%i] : i32, memref<32xi32>
      gpu.return
    }
    gpu.func @constant(%x: memref<32xi32>, %out: memref<32xi32>) kernel {
      %i = kernel.thread_id x
      %zero = arith.constant 0 : i32
      %a = kernel.load %x[%i] : memref<32xi32>, i32
      %q = arith.remui %a, %zero : i32
      kernel.store %q, %out[%i] : i32, memref<32xi32>
      gpu.return
    }
    gpu.func @least(%x: memref<32xi32>, %out: memref<32xi32>) kernel {
      %i = kernel.thread_id x
      %least = arith.constant -2147483648 : i32
      %zero = arith.constant 0 : i32
      %a = kernel.load %x[%i] : memref<32xi32>, i32
      %b = arith.subi %zero, %a : i32
      %q = arith.divsi %least, %b : i32
      kernel.store %q, %out[%i] : i32, memref<32xi32>
      gpu.return
    }
  }

  func.func @main(%x: memref<32xi32>, %y: memref<32xi32>) -> memref<32xi32> {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %out = memref.alloc() : memref<32xi32>
    gpu.launch_func @m::@divide blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%x : memref<32xi32>, %y : memref<32xi32>, %out : memref<32xi32>)
    return %out : memref<32xi32>
  }
  func.func @constant(%x: memref<32xi32>) -> memref<32xi32> {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %out = memref.alloc() : memref<32xi32>
    gpu.launch_func @m::@constant blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%x : memref<32xi32>, %out : memref<32xi32>)
    return %out : memref<32xi32>
  }
  func.func @least(%x: memref<32xi32>) -> memref<32xi32> {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %out = memref.alloc() : memref<32xi32>
    gpu.launch_func @m::@least blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%x : memref<32xi32>, %out : memref<32xi32>)
    return %out : memref<32xi32>
  }
}
