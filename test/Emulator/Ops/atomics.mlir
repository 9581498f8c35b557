// Atomics and fences on the emulator: what they compute, and what they order.
// RUN: zyn-run %s --device emulate --entry integers | FileCheck %s --check-prefix INT
// RUN: zyn-run %s --device emulate --entry integers --seed 3 --check none | FileCheck %s --check-prefix INT
// INT: [2021, -2011, -10, 63, 0, -1, 4, 63, 5, 7, 9, 1]

// The sums of f16 and bf16 are ties, which go to the even number. f32 in global
// memory flushes denormal numbers, in shared memory it does not.
// RUN: zyn-run %s --device emulate --entry floats | FileCheck %s --check-prefix FLOAT
// FLOAT: [2048, 256, 64, -64, 0, 1]

// RUN: zyn-run %s --device emulate --entry lock | FileCheck %s --check-prefix LOCK
// RUN: zyn-run %s --device emulate --entry lock --seed 11 | FileCheck %s --check-prefix LOCK
// LOCK: [128]

// RUN: zyn-run %s --device emulate --entry flag | FileCheck %s --check-prefix FLAG
// RUN: zyn-run %s --device emulate --entry fences | FileCheck %s --check-prefix FLAG
// FLAG: [42]

// The same with a fault in each.
// DEFINE: %{entry} =
// DEFINE: %{run} = not zyn-run %t.mlir --device emulate --entry %{entry} 2>&1 | FileCheck %s --check-prefix

// REDEFINE: %{entry} = flag
// RUN: sed 's/device release %%one/device relaxed %%one/' %s > %t.mlir
// RUN: %{run} RELAXED
// RUN: sed 's/device acquire %%flag/device relaxed %%flag/' %s > %t.mlir
// RUN: %{run} RELAXED
// RELAXED: error: data race: kernel.load of 4 bytes by thread (0,0,0) of block (1,0,0) at global+0x0{{.*}}; conflicts with kernel.store of 4 bytes by thread (0,0,0) of block (0,0,0) at {{.*}}: no release and acquire of device scope orders them

// RUN: sed 's/device release %%one/block release %%one/' %s > %t.mlir
// RUN: %{run} SCOPE
// SCOPE: error: data race: kernel.atomic_load of 4 bytes by thread (0,0,0) of block (1,0,0) {{.*}}conflicts with kernel.atomic_store of 4 bytes by thread (0,0,0) of block (0,0,0) at {{.*}}: scope block does not reach a thread of another block

// REDEFINE: %{entry} = fences
// RUN: grep -v 'kernel.fence device' %s > %t.mlir
// RUN: %{run} RELAXED
// RUN: sed 's/kernel.fence device/kernel.fence block/' %s > %t.mlir
// RUN: %{run} RELAXED

// REDEFINE: %{entry} = lock
// RUN: sed 's/atomic_cas device acquire/atomic_cas/' %s > %t.mlir
// RUN: %{run} UNLOCKED
// UNLOCKED: error: data race: kernel.load of 4 bytes

// REDEFINE: %{entry} = outside
// RUN: cp %s %t.mlir
// RUN: %{run} OUTSIDE
// OUTSIDE: error: out of bounds: kernel.atomic of 4 bytes by thread (1,0,0) of block (0,0,0): index 1 in dimension 0, whose size is 1

!shared = memref<12xi32, #gpu.address_space<workgroup>>

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @integers(%out: memref<12xi32>) kernel {
      %s = kernel.shared : !shared
      %t = kernel.thread_id x
      %v = arith.index_cast %t : index to i32
      %c12 = arith.constant 12 : index
      %5 = arith.constant 5 : i32
      %isSlot = arith.cmpi ult, %t, %c12 : index
      scf.if %isSlot {
        kernel.store %5, %s[%t] : i32, !shared
      }
      kernel.barrier
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %2 = arith.constant 2 : index
      %3 = arith.constant 3 : index
      %4 = arith.constant 4 : index
      %i5 = arith.constant 5 : index
      %6 = arith.constant 6 : index
      %7 = arith.constant 7 : index
      %8 = arith.constant 8 : index
      %9 = arith.constant 9 : index
      %10 = arith.constant 10 : index
      %11 = arith.constant 11 : index
      %i4 = arith.constant 4 : i32
      %i7 = arith.constant 7 : i32
      %i9 = arith.constant 9 : i32
      %i10 = arith.constant 10 : i32
      %less = arith.subi %v, %i10 : i32
      %with4 = arith.ori %v, %i4 : i32
      %a0 = kernel.atomic add block %v, %s[%0] : i32, !shared
      %a1 = kernel.atomic sub block %v, %s[%1] : i32, !shared
      %a2 = kernel.atomic min block %less, %s[%2] : i32, !shared
      %a3 = kernel.atomic max block %v, %s[%3] : i32, !shared
      %a4 = kernel.atomic umin block %less, %s[%4] : i32, !shared
      %a5 = kernel.atomic umax block %less, %s[%i5] : i32, !shared
      %a6 = kernel.atomic and block %with4, %s[%6] : i32, !shared
      %a7 = kernel.atomic or block %v, %s[%7] : i32, !shared
      %a8 = kernel.atomic xor block %v, %s[%8] : i32, !shared
      %a9 = kernel.atomic exchange block %i7, %s[%9] : i32, !shared
      %a10 = kernel.atomic inc block %i9, %s[%10] : i32, !shared
      %a11 = kernel.atomic dec block %i9, %s[%11] : i32, !shared
      kernel.barrier
      scf.if %isSlot {
        %r = kernel.load %s[%t] : !shared, i32
        kernel.store %r, %out[%t] : i32, memref<12xi32>
      }
      gpu.return
    }

    gpu.func @floats(%h: memref<1xf16>, %b: memref<1xbf16>, %f: memref<2xf32>, %d: memref<1xf64>, %out: memref<6xf32>) kernel {
      %s = kernel.shared : memref<1xf32, #gpu.address_space<workgroup>>
      %t = kernel.thread_id x
      %0 = arith.constant 0 : index
      %1 = arith.constant 1 : index
      %2 = arith.constant 2 : index
      %3 = arith.constant 3 : index
      %4 = arith.constant 4 : index
      %5 = arith.constant 5 : index
      %tiny = arith.constant 1.0e-40 : f32
      %isFirst = arith.cmpi eq, %t, %0 : index
      scf.if %isFirst {
        %h0 = arith.constant 2048.0 : f16
        %b0 = arith.constant 256.0 : bf16
        %f0 = arith.constant 0.0 : f32
        %d0 = arith.constant 0.0 : f64
        kernel.store %h0, %h[%0] : f16, memref<1xf16>
        kernel.store %b0, %b[%0] : bf16, memref<1xbf16>
        kernel.store %f0, %f[%0] : f32, memref<2xf32>
        kernel.store %f0, %f[%1] : f32, memref<2xf32>
        kernel.store %d0, %d[%0] : f64, memref<1xf64>
        kernel.store %tiny, %s[%0] : f32, memref<1xf32, #gpu.address_space<workgroup>>
      }
      kernel.barrier
      %h1 = arith.constant 1.0 : f16
      %b1 = arith.constant 1.0 : bf16
      %f1 = arith.constant 1.0 : f32
      %d1 = arith.constant 1.0 : f64
      %a0 = kernel.atomic add %h1, %h[%0] : f16, memref<1xf16>
      %a1 = kernel.atomic add %b1, %b[%0] : bf16, memref<1xbf16>
      %a2 = kernel.atomic add %f1, %f[%0] : f32, memref<2xf32>
      %a3 = kernel.atomic sub %d1, %d[%0] : f64, memref<1xf64>
      %a4 = kernel.atomic add %tiny, %f[%1] : f32, memref<2xf32>
      %a5 = kernel.atomic add %tiny, %s[%0] : f32, memref<1xf32, #gpu.address_space<workgroup>>
      kernel.barrier
      scf.if %isFirst {
        %h2 = kernel.load %h[%0] : memref<1xf16>, f16
        %h3 = arith.extf %h2 : f16 to f32
        kernel.store %h3, %out[%0] : f32, memref<6xf32>
        %b2 = kernel.load %b[%0] : memref<1xbf16>, bf16
        %b3 = arith.extf %b2 : bf16 to f32
        kernel.store %b3, %out[%1] : f32, memref<6xf32>
        %f2 = kernel.load %f[%0] : memref<2xf32>, f32
        kernel.store %f2, %out[%2] : f32, memref<6xf32>
        %d2 = kernel.load %d[%0] : memref<1xf64>, f64
        %d3 = arith.truncf %d2 : f64 to f32
        kernel.store %d3, %out[%3] : f32, memref<6xf32>
        %f3 = kernel.load %f[%1] : memref<2xf32>, f32
        kernel.store %f3, %out[%4] : f32, memref<6xf32>
        %s2 = kernel.load %s[%0] : memref<1xf32, #gpu.address_space<workgroup>>, f32
        %isLarger = arith.cmpf ogt, %s2, %tiny : f32
        %s3 = arith.uitofp %isLarger : i1 to f32
        kernel.store %s3, %out[%5] : f32, memref<6xf32>
      }
      gpu.return
    }

    // A lock that threads of several blocks take in turn.
    gpu.func @lock(%lock: memref<1xi32>, %count: memref<1xi32>) kernel {
      %0 = arith.constant 0 : index
      %free = arith.constant 0 : i32
      %taken = arith.constant 1 : i32
      scf.while : () -> () {
        %old = kernel.atomic_cas device acquire %free, %taken, %lock[%0] : i32, memref<1xi32>
        %failed = arith.cmpi ne, %old, %free : i32
        scf.condition(%failed)
      } do {
        scf.yield
      }
      %v = kernel.load %count[%0] : memref<1xi32>, i32
      %w = arith.addi %v, %taken : i32
      kernel.store %w, %count[%0] : i32, memref<1xi32>
      kernel.atomic_store device release %free, %lock[%0] : i32, memref<1xi32>
      gpu.return
    }

    // Block 0 hands a value to block 1.
    gpu.func @flag(%x: memref<1xi32>, %flag: memref<1xi32>, %out: memref<1xi32>) kernel {
      %0 = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %b = kernel.block_id x
      %isFirst = arith.cmpi eq, %b, %0 : index
      scf.if %isFirst {
        %v = arith.constant 42 : i32
        kernel.store %v, %x[%0] : i32, memref<1xi32>
        kernel.atomic_store device release %one, %flag[%0] : i32, memref<1xi32>
      } else {
        scf.while : () -> () {
          %old = kernel.atomic_load device acquire %flag[%0] : memref<1xi32>
          %isUnset = arith.cmpi ne, %old, %one : i32
          scf.condition(%isUnset)
        } do {
          scf.yield
        }
        %v = kernel.load %x[%0] : memref<1xi32>, i32
        kernel.store %v, %out[%0] : i32, memref<1xi32>
      }
      gpu.return
    }

    // The same with fences.
    gpu.func @fences(%x: memref<1xi32>, %flag: memref<1xi32>, %out: memref<1xi32>) kernel {
      %0 = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %b = kernel.block_id x
      %isFirst = arith.cmpi eq, %b, %0 : index
      scf.if %isFirst {
        %v = arith.constant 42 : i32
        kernel.store %v, %x[%0] : i32, memref<1xi32>
        kernel.fence device
        kernel.atomic_store %one, %flag[%0] : i32, memref<1xi32>
      } else {
        scf.while : () -> () {
          %old = kernel.atomic_load %flag[%0] : memref<1xi32>
          %isUnset = arith.cmpi ne, %old, %one : i32
          scf.condition(%isUnset)
        } do {
          scf.yield
        }
        kernel.fence device
        %v = kernel.load %x[%0] : memref<1xi32>, i32
        kernel.store %v, %out[%0] : i32, memref<1xi32>
      }
      gpu.return
    }

    gpu.func @outside(%x: memref<1xi32>) kernel {
      %t = kernel.thread_id x
      %one = arith.constant 1 : i32
      %old = kernel.atomic add %one, %x[%t] : i32, memref<1xi32>
      gpu.return
    }

    gpu.func @zero(%x: memref<1xi32>) kernel {
      %0 = arith.constant 0 : index
      %zero = arith.constant 0 : i32
      kernel.store %zero, %x[%0] : i32, memref<1xi32>
      gpu.return
    }
  }

  func.func @integers() -> memref<12xi32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %out = memref.alloc() : memref<12xi32>
    gpu.launch_func @m::@integers blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%out : memref<12xi32>)
    return %out : memref<12xi32>
  }
  func.func @floats() -> memref<6xf32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %h = memref.alloc() : memref<1xf16>
    %b = memref.alloc() : memref<1xbf16>
    %f = memref.alloc() : memref<2xf32>
    %d = memref.alloc() : memref<1xf64>
    %out = memref.alloc() : memref<6xf32>
    gpu.launch_func @m::@floats blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1) args(%h : memref<1xf16>, %b : memref<1xbf16>, %f : memref<2xf32>, %d : memref<1xf64>, %out : memref<6xf32>)
    return %out : memref<6xf32>
  }
  func.func @lock() -> memref<1xi32> {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c64 = arith.constant 64 : index
    %lock = memref.alloc() : memref<1xi32>
    %count = memref.alloc() : memref<1xi32>
    gpu.launch_func @m::@zero blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%lock : memref<1xi32>)
    gpu.launch_func @m::@zero blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%count : memref<1xi32>)
    gpu.launch_func @m::@lock blocks in (%c2, %c1, %c1) threads in (%c64, %c1, %c1) args(%lock : memref<1xi32>, %count : memref<1xi32>)
    return %count : memref<1xi32>
  }
  func.func @flag() -> memref<1xi32> {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %x = memref.alloc() : memref<1xi32>
    %flag = memref.alloc() : memref<1xi32>
    %out = memref.alloc() : memref<1xi32>
    gpu.launch_func @m::@zero blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%flag : memref<1xi32>)
    gpu.launch_func @m::@flag blocks in (%c2, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<1xi32>, %flag : memref<1xi32>, %out : memref<1xi32>)
    return %out : memref<1xi32>
  }
  func.func @fences() -> memref<1xi32> {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %x = memref.alloc() : memref<1xi32>
    %flag = memref.alloc() : memref<1xi32>
    %out = memref.alloc() : memref<1xi32>
    gpu.launch_func @m::@zero blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%flag : memref<1xi32>)
    gpu.launch_func @m::@fences blocks in (%c2, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<1xi32>, %flag : memref<1xi32>, %out : memref<1xi32>)
    return %out : memref<1xi32>
  }
  func.func @outside() -> memref<1xi32> {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %x = memref.alloc() : memref<1xi32>
    gpu.launch_func @m::@zero blocks in (%c1, %c1, %c1) threads in (%c1, %c1, %c1) args(%x : memref<1xi32>)
    gpu.launch_func @m::@outside blocks in (%c1, %c1, %c1) threads in (%c2, %c1, %c1) args(%x : memref<1xi32>)
    return %x : memref<1xi32>
  }
}
