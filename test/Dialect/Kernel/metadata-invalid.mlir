// RUN: zyn-opt %s -verify-diagnostics -split-input-file

// Every message about the attributes of kernels, in full.

gpu.module @m {
  // expected-error @+1 {{'gpu.func' op has the unknown attribute 'kernel.threads'; expected 'kernel.max_threads', 'kernel.min_blocks', 'kernel.max_registers' or 'kernel.work'}}
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
  gpu.func @k(%x: memref<?xf32>, %n: index) kernel {
    gpu.return
  }
}
func.func @f(%x: memref<?xf32>, %n: index, %c1: index) {
  // expected-error @+1 {{'gpu.launch_func' op expected numbers of arguments in 'kernel.work', found 2 of a launch with 2}}
  gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>, %n : index)
      {kernel.work = #kernel.work<()[s0] -> (s0 * 4, -1), sizes = [2, 0], unit = cuda_f32>}
  return
}

// -----

gpu.module @m {
  gpu.func @k(%x: memref<?xf32>, %n: index) kernel {
    gpu.return
  }
}
func.func @f(%x: memref<?xf32>, %n: index, %c1: index) {
  // expected-error @+1 {{'gpu.launch_func' op expected 'kernel.work' to have dimensions of buffers, or -1 for an index, found 1 for argument #0 of type 'memref<?xf32>'}}
  gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<?xf32>, %n : index)
      {kernel.work = #kernel.work<()[s0] -> (s0 * 4, -1), sizes = [0, 1], unit = cuda_f32>}
  return
}

// -----

// expected-error @+1 {{expected an argument and a dimension for each of 1 symbols, found 1 numbers in 'sizes'}}
func.func private @f() attributes {a = #kernel.work<()[s0] -> (s0 * 4, -1), sizes = [0], unit = cuda_f32>}

// -----

// expected-error @+1 {{'func.func' op expected 'kernel.work' on a gpu.launch_func only}}
func.func private @f() attributes {kernel.work = 3}
