// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message about the attributes of kernels, in full.

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op has the unknown attribute 'kernel.threads'; expected 'kernel.max_threads', 'kernel.min_blocks', 'kernel.max_registers', 'kernel.work' or 'kernel.after'}}
  gpu.func @f() kernel attributes {kernel.threads = 128} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op expected 'kernel.max_threads' on a gpu.func with 'kernel' only}}
  gpu.func @f() attributes {kernel.max_threads = 128} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op expected an integer from 1 to 1024 for 'kernel.max_threads', found 2048 : i64}}
  gpu.func @f() kernel attributes {kernel.max_threads = 2048} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op expected an integer from 16 to 255 for 'kernel.max_registers', found "many"}}
  gpu.func @f() kernel attributes {kernel.max_registers = "many"} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op expected 'kernel.max_threads' or known_block_size with 'kernel.min_blocks'}}
  gpu.func @f() kernel attributes {kernel.min_blocks = 2} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op expected 'kernel.max_threads' to be at least the number of threads in known_block_size, 256, found 128}}
  gpu.func @f() kernel attributes {kernel.max_threads = 128, known_block_size = array<i32: 128, 2, 1>} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op expected 'kernel.min_blocks' of 512 threads with 'kernel.max_registers' = 128 to fit into the 65536 registers of a multiprocessor, found 2 blocks}}
  gpu.func @f() kernel attributes {kernel.max_threads = 512, kernel.min_blocks = 2, kernel.max_registers = 128} {
    gpu.return
  }
}

// -----

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op expected 'kernel.work' on a gpu.launch_func only}}
  gpu.func @f() kernel attributes {kernel.work = #kernel.work<() -> (8, 1), unit = cuda_f32>} {
    gpu.return
  }
}

// -----

func.func @f(%one: index) {
  // expected-error @+1 {{'gpu.launch_func' op expected #kernel.work for 'kernel.work', found 8 : i64}}
  gpu.launch_func @m::@f blocks in (%one, %one, %one) threads in (%one, %one, %one)
      {kernel.work = 8}
  return
}

// -----

// expected-error @+1 {{expected a map from symbols to bytes and floating-point operations, found affine_map<(d0) -> (d0, d0)>}}
#work = #kernel.work<(d0) -> (d0, d0), unit = cuda_f32>

// -----

// expected-error @+1 {{expected an argument and a dimension for each of 1 symbols, found 1 numbers in 'sizes'}}
#work = #kernel.work<()[s0] -> (s0, s0), sizes = [0], unit = cuda_f32>

// -----

func.func @f(%one: index, %x: memref<?xf32>) {
  // expected-error @+1 {{'gpu.launch_func' op expected 'kernel.work' to have sizes of the 2 kernel arguments, found argument #2}}
  gpu.launch_func @m::@f blocks in (%one, %one, %one) threads in (%one, %one, %one)
      args(%x : memref<?xf32>, %one : index)
      {kernel.work = #kernel.work<()[s0] -> (s0, 1), sizes = [2, 0], unit = cuda_f32>}
  return
}

// -----

func.func @f(%one: index, %x: memref<?xf32>) {
  // expected-error @+1 {{'gpu.launch_func' op expected 'kernel.work' to have dimensions of buffers, or -1 for an index, found 1 for argument #0 of type 'memref<?xf32>'}}
  gpu.launch_func @m::@f blocks in (%one, %one, %one) threads in (%one, %one, %one)
      args(%x : memref<?xf32>, %one : index)
      {kernel.work = #kernel.work<()[s0] -> (s0, 1), sizes = [0, 1], unit = cuda_f32>}
  return
}

// -----

// expected-error @+1 {{expected sums and products of sizes, found affine_map<()[s0] -> (s0, s0 mod 0)>}}
#work = #kernel.work<()[s0] -> (s0, s0 mod 0), sizes = [0, 0], unit = cuda_f32>

// -----

func.func @f(%one: index) {
  // expected-error @+1 {{'gpu.launch_func' op expected a number of type i64 that is not negative for 'kernel.after', found -1 : i64}}
  gpu.launch_func @m::@f blocks in (%one, %one, %one) threads in (%one, %one, %one) {kernel.after = -1 : i64}
  return
}

// -----

// expected-error @+1 {{'func.func' op expected 'kernel.after' on a gpu.launch_func only}}
func.func @f() attributes {kernel.after = 1 : i64} {
  return
}
