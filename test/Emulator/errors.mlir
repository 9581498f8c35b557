// What the emulator says of kernels that go wrong: one line, and exit status 1.
// DEFINE: %{entry} = half
// DEFINE: %{args} =
// DEFINE: %{run} = not zyn-run %s --device emulate --entry %{entry} %{args} 2>&1 | FileCheck %s --implicit-check-not error: --check-prefix

// RUN: %{run} HALF
// HALF: errors.mlir:[[#@LINE+47]]:9: error: divergent barrier: 32 threads of block (0,0,0), starting with (0,0,0), wait at kernel.barrier, 96 have finished (gpu.return at {{.*}}errors.mlir:[[#@LINE+49]]:7)

// REDEFINE: %{entry} = two
// RUN: %{run} TWO
// TWO: errors.mlir:[[#@LINE+54]]:9: error: divergent barrier: 32 threads of block (0,0,0), starting with (0,0,0), wait at kernel.barrier here, 96 at kernel.barrier at {{.*}}errors.mlir:[[#@LINE+57]]:9

// REDEFINE: %{entry} = threads
// RUN: %{run} THREADS
// THREADS: errors.mlir:{{.*}}: error: launch of 'half': block of 2048 threads, the device allows 1024

// REDEFINE: %{entry} = static
// RUN: %{run} STATIC
// STATIC: errors.mlir:{{.*}}: error: launch of 'large': shared memory of 240000 static and 0 dynamic bytes per block, the device allows 227.0 KiB

// REDEFINE: %{entry} = dynamic
// RUN: %{run} DYNAMIC
// DYNAMIC: errors.mlir:{{.*}}: error: launch of 'half': shared memory of 0 static and 300000 dynamic bytes per block, the device allows 227.0 KiB

// REDEFINE: %{entry} = spin
// REDEFINE: %{args} = ones:i32:1 --timeout 0.2
// RUN: %{run} SPIN
// REDEFINE: %{args} = ones:i32:1 --timeout 0.2 --check none --seed 3
// RUN: %{run} SPIN
// SPIN: errors.mlir:{{.*}}: error: kernel 'spin' ran longer than 0.2 s: thread ({{[0-9]+}},0,0) of block ({{[0-9]+}},0,0) was here

// REDEFINE: %{entry} = for_ever
// REDEFINE: %{args} = --timeout 0.2
// RUN: %{run} FOREVER
// FOREVER: errors.mlir:{{.*}}: error: kernel 'for_ever' ran longer than 0.2 s: thread ({{[0-9]+}},0,0) of block ({{[0-9]+}},0,0) was here

// An index outside, and a vector that is not aligned.
// REDEFINE: %{entry} = outside
// REDEFINE: %{args} = ones:f32:40
// RUN: %{run} OUTSIDE
// OUTSIDE: errors.mlir:[[#@LINE+55]]:12: error: out of bounds: kernel.load of 4 bytes by thread (40,0,0) of block (0,0,0): index 40 in dimension 0, whose size is 40 (24 times)

// REDEFINE: %{entry} = misaligned
// RUN: %{run} MISALIGNED
// MISALIGNED: error: misaligned access: kernel.load of 16 bytes by thread (1,0,0)

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @half() kernel {
      %t = kernel.thread_id x
      %c32 = arith.constant 32 : index
      %b = arith.cmpi ult, %t, %c32 : index
      scf.if %b {
        kernel.barrier
      }
      gpu.return
    }
    gpu.func @two(%x: memref<1xi32>) kernel {
      %t = kernel.thread_id x
      %c0 = arith.constant 0 : index
      %v = arith.constant 0 : i32
      %c32 = arith.constant 32 : index
      %b = arith.cmpi ult, %t, %c32 : index
      scf.if %b {
        kernel.barrier
        kernel.store %v, %x[%c0] : i32, memref<1xi32>
      } else {
        kernel.barrier
      }
      gpu.return
    }
    gpu.func @spin(%x: memref<1xi32>) kernel {
      %c0 = arith.constant 0 : index
      %one = arith.constant 1 : i32
      scf.while : () -> () {
        %v = memref.atomic_rmw maxs %one, %x[%c0] : (i32, memref<1xi32>) -> i32
        %c = arith.cmpi eq, %v, %one : i32
        scf.condition(%c)
      } do {
        scf.yield
      }
      gpu.return
    }
    gpu.func @for_ever() kernel {
      %true = arith.constant true
      scf.while : () -> () {
        kernel.barrier
        scf.condition(%true)
      } do {
        scf.yield
      }
      gpu.return
    }
    gpu.func @outside(%x: memref<?xf32>, %y: memref<64xf32>) kernel {
      %t = kernel.thread_id x
      %v = kernel.load %x[%t] : memref<?xf32>, f32
      kernel.store %v, %y[%t] : f32, memref<64xf32>
      gpu.return
    }
    gpu.func @misaligned(%x: memref<?xf32>, %y: memref<64xf32>) kernel {
      %t = kernel.thread_id x
      %v = kernel.load %x[%t] : memref<?xf32>, vector<4xf32>
      %e = vector.extract %v[0] : f32 from vector<4xf32>
      kernel.store %e, %y[%t] : f32, memref<64xf32>
      gpu.return
    }
    gpu.func @large() kernel {
      %s = kernel.shared : memref<30000xf32, #gpu.address_space<workgroup>>
      %u = kernel.shared : memref<30000xf32, #gpu.address_space<workgroup>>
      gpu.return
    }
  }
  func.func @half() {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @m::@half blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1)
    return
  }
  func.func @two() {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    %x = memref.alloc() : memref<1xi32>
    gpu.launch_func @m::@two blocks in (%c1, %c1, %c1) threads in (%c128, %c1, %c1) args(%x : memref<1xi32>)
    return
  }
  func.func @threads() {
    %c1 = arith.constant 1 : index
    %c2048 = arith.constant 2048 : index
    gpu.launch_func @m::@half blocks in (%c1, %c1, %c1) threads in (%c2048, %c1, %c1)
    return
  }
  func.func @static() {
    %c1 = arith.constant 1 : index
    gpu.launch_func @m::@large blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1)
    return
  }
  func.func @dynamic() {
    %c1 = arith.constant 1 : index
    %bytes = arith.constant 300000 : i32
    gpu.launch_func @m::@half blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) dynamic_shared_memory_size %bytes
    return
  }
  func.func @spin(%x: memref<1xi32>) {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @m::@spin blocks in (%c128, %c1, %c1) threads in (%c128, %c1, %c1) args(%x : memref<1xi32>)
    return
  }
  func.func @for_ever() {
    %c1 = arith.constant 1 : index
    %c128 = arith.constant 128 : index
    gpu.launch_func @m::@for_ever blocks in (%c128, %c1, %c1) threads in (%c128, %c1, %c1)
    return
  }
  func.func @outside(%x: memref<?xf32>) -> memref<64xf32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %y = memref.alloc() : memref<64xf32>
    gpu.launch_func @m::@outside blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%x : memref<?xf32>, %y : memref<64xf32>)
    return %y : memref<64xf32>
  }
  func.func @misaligned(%x: memref<?xf32>) -> memref<64xf32> {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %y = memref.alloc() : memref<64xf32>
    gpu.launch_func @m::@misaligned blocks in (%c1, %c1, %c1) threads in (%c2, %c1, %c1) args(%x : memref<?xf32>, %y : memref<64xf32>)
    return %y : memref<64xf32>
  }
}
