// RUN: zyn-opt %s --zyn-check-input -verify-diagnostics -split-input-file

// What upstream's passes crash on. The pipelines begin with this pass.

gpu.module @m {
  // expected-error @+1 {{expected integers of at least one bit, found 'i0'}}
  gpu.func @argument(%x: i0) kernel {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{expected integers of at least one bit, found 'i0'}}
  gpu.func @workgroup(%x: memref<?xf32>) workgroup(%s: memref<64xi0, #gpu.address_space<workgroup>>) {
    gpu.return
  }
}

// -----

func.func @value(%x: tensor<f32>) {
  // expected-error @+1 {{expected f32, which tensor cores read as tf32, found 'tf32'}}
  %0 = arith.constant dense<1.0> : tensor<4xtf32>
  return
}

// -----

gpu.module @m {
  gpu.func @scalable(%x: memref<?xf32>, %i: index) kernel {
    // expected-error @+1 {{expected vectors of a fixed length, found 'vector<[4]xf32>'}}
    %c = arith.constant dense<1.0> : vector<[4]xf32>
    vector.store %c, %x[%i] : memref<?xf32>, vector<[4]xf32>
    gpu.return
  }
}

// -----

// expected-error @+1 {{expected elements that have an LLVM type, found 'memref<*x!kernel.mbarrier>'}}
func.func @unranked(%x: memref<*x!kernel.mbarrier>) {
  return
}

// -----

// expected-error @+1 {{expected vectors of a fixed length, found 'vector<[2]xi8>'}}
func.func private @declared(memref<4xvector<[2]xi8>>) -> ()

// -----

func.func @dimension(%x: memref<?xf32>) -> index {
  %c = arith.constant -1 : index
  // expected-error @+1 {{'memref.dim' op expected a non-negative dimension index, found -1}}
  %d = memref.dim %x, %c : memref<?xf32>
  return %d : index
}

// -----

// expected-error @+1 {{'func.func' op expected a name that does not start with 'llvm.', which LLVM reserves for its intrinsics, found "llvm.memcpy"}}
func.func @llvm.memcpy() {
  return
}

// -----

func.func private @llvm.nvvm.barrier0()

// expected-error @+1 {{'vm.program' op expected a name that does not start with 'llvm.', which LLVM reserves for its intrinsics, found "llvm.p"}}
vm.program @llvm.p : i32 {
}

// -----

func.func @dimension_of_tensor(%x: tensor<?xf32>) -> index {
  %c = arith.constant -2147483648 : index
  // expected-error @+1 {{'tensor.dim' op expected a non-negative dimension index, found -2147483648}}
  %d = tensor.dim %x, %c : tensor<?xf32>
  return %d : index
}

// -----

gpu.module @outside {
  // expected-error @+1 {{'gpu.barrier' op expected to be inside a function}}
  gpu.barrier
}

// -----

// expected-error @+1 {{expected at most 2^63 - 1 bytes of elements, found 'tensor<4294967296x0x1073741824xf64>'}}
func.func @large(%x: tensor<4294967296x0x1073741824xf64>) {
  return
}

// -----

func.func @large(%n: index) {
  // expected-error @+1 {{expected at most 2^63 - 1 bytes of elements, found 'memref<4294967296x?x4294967296xi1>'}}
  %x = memref.alloc(%n) : memref<4294967296x?x4294967296xi1>
  return
}

// -----

func.func @assembly() -> i32 {
  // expected-error @+1 {{'llvm.inline_asm' op expected a register as output, found memory, which is clobbered by '~{memory}'}}
  %x = llvm.inline_asm "", "={memory}" : () -> i32
  return %x : i32
}

// -----

func.func @softmax(%x: tensor<?x8xi32>, %y: tensor<?x8xi32>) -> tensor<?x8xi32> {
  // expected-error @+1 {{'linalg.softmax' op expected floating-point elements, found 'tensor<?x8xi32>'}}
  %r = linalg.softmax dimension(1) ins(%x : tensor<?x8xi32>) outs(%y : tensor<?x8xi32>) -> tensor<?x8xi32>
  return %r : tensor<?x8xi32>
}
