// RUN: zyn-opt %s --convert-zyn-to-kernel -verify-diagnostics -split-input-file

func.func @tensors(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  // expected-error @+1 {{'zyn.map' op expected buffers, found tensors; run --zyn-bufferize first}}
  %r = zyn.map ins(%x : tensor<8xf32>) outs(%y : tensor<8xf32>) {
  ^bb0(%in: f32):
    zyn.yield %in : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// -----

func.func @element(%x: memref<8xf32>, %i: index, %v: f32) {
  // expected-error @+1 {{'memref.store' op reads or writes elements in host code, but they are on the device; compute on them with zyn.map}}
  memref.store %v, %x[%i] : memref<8xf32>
  return
}

// -----

func.func @space(%x: memref<8xf32, 1>, %i: index) -> f32 {
  // expected-error @+1 {{'memref.load' op reads or writes elements in host code, but they are on the device; compute on them with zyn.map}}
  %0 = memref.load %x[%i] : memref<8xf32, 1>
  return %0 : f32
}

// -----

func.func @vector(%x: memref<8xvector<4xf32>>, %i: index) -> vector<4xf32> {
  // expected-error @+1 {{'memref.load' op reads or writes elements in host code, but they are on the device; compute on them with zyn.map}}
  %0 = memref.load %x[%i] : memref<8xvector<4xf32>>
  return %0 : vector<4xf32>
}

// -----

func.func @host_or_device(%x: memref<8xf32>, %i: index, %c: i1) -> f32 {
  %y = memref.alloca() : memref<8xf32>
  %z = scf.if %c -> memref<8xf32> {
    scf.yield %x : memref<8xf32>
  } else {
    scf.yield %y : memref<8xf32>
  }
  // expected-error @+1 {{'memref.load' op reads or writes elements in host code, but they are on the device; compute on them with zyn.map}}
  %0 = memref.load %z[%i] : memref<8xf32>
  return %0 : f32
}

// -----

func.func @linalg(%x: memref<8xf32>, %v: f32) {
  // expected-error @+1 {{'linalg.fill' op has no lowering to a kernel; express it with ops of the zyn dialect}}
  linalg.fill ins(%v : f32) outs(%x : memref<8xf32>)
  return
}

// -----

func.func @host_only(%y: memref<8xf32>) attributes {zyn.kernel = #zyn.kernel<device = cpu>} {
  // expected-error @+1 {{'zyn.map' op is in a function whose #zyn.kernel has device = cpu; it has no kernel}}
  zyn.map outs(%y : memref<8xf32>) {
    %c = arith.constant 1.0 : f32
    zyn.yield %c : f32
  }
  return
}

// -----

func.func @too_much_shared_memory(%x: memref<64x8xf32>, %y: memref<8xf32>)
    attributes {zyn.kernel = #zyn.kernel<shared_memory = 512>} {
  // expected-error @+1 {{'zyn.reduce' op needs 4096 bytes of shared memory in kernel 'too_much_shared_memory_reduce_0', but the function's #zyn.kernel allows 512}}
  zyn.reduce ins(%x : memref<64x8xf32>) outs(%y : memref<8xf32>) dimensions = [0] {
  ^bb0(%a: f32, %b: f32):
    %c = arith.addf %a, %b : f32
    zyn.yield %c : f32
  }
  return
}
