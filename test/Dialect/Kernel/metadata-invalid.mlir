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
