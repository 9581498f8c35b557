// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message of the verifiers of barriers and fences, in full.

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.barrier' op expected a barrier id from 0 to 15, found 16}}
    kernel.barrier id = 16
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.barrier' op expected a number of threads that is a multiple of 32, at most 1024, found 48; only whole warps participate in a barrier}}
    kernel.barrier id = 1 count = 48
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.barrier.arrive' op expected a barrier id from 0 to 15, found -1}}
    kernel.barrier.arrive id = -1 count = 64
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.barrier.arrive' op expected a number of threads that is a multiple of 32, at most 1024, found 0; only whole warps participate in a barrier}}
    kernel.barrier.arrive id = 1 count = 0
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    %mask = arith.constant 0 : i32
    // expected-error @+1 {{'kernel.warp_barrier' op expected a mask with the thread's own bit, found 0}}
    kernel.warp_barrier mask %mask
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.fence' op expected the scope thread, block, cluster, device or system, found warp; kernel.warp_barrier orders the accesses of a warp}}
    kernel.fence warp
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.fence' op expected a wider scope than thread with seq_cst}}
    kernel.fence thread seq_cst
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.sleep' op expected 0 to 1000000 nanoseconds, found 1000001}}
    kernel.sleep 1000001
    return
  }
}

// -----

gpu.module @m {
  func.func @f() {
    // expected-error @+1 {{'kernel.sleep' op expected 0 to 1000000 nanoseconds, found -1}}
    kernel.sleep -1
    return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'kernel.barrier' op expected to be inside a function}}
  kernel.barrier
}

// -----

func.func @f() {
  // expected-error @+1 {{'kernel.barrier' op expected to be in a kernel: in a function of a gpu.module, or in a gpu.launch}}
  kernel.barrier
  return
}
