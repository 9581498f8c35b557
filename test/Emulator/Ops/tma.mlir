// Tiles come by TMA, swizzled by 128 bytes, and are stored by threads.
// RUN: %python %S/check.py %s --bin %bin --device emulate
// RUN: %python %S/check.py %s --bin %bin --device emulate --seed 3
// RUN: %python %S/check.py %s --bin %bin --device emulate --check none
// RUN: %if gpu %{ %python %S/check.py %s --bin %bin --device cuda %}
// REQUIRES: numpy

// Without the wait:
// RUN: grep -v 'mbarrier.wait' %s > %t.THEWAIT.mlir
// RUN: not zyn-run %t.THEWAIT.mlir --device emulate --entry main random:f32:128x64 2>&1 | FileCheck %s --check-prefix THEWAIT
// THEWAIT: error: data race: kernel.load of 4 bytes by thread

// Without the barrier:
// RUN: grep -v 'kernel.barrier' %s > %t.THEBARRIER.mlir
// RUN: not zyn-run %t.THEBARRIER.mlir --device emulate --entry main random:f32:128x64 2>&1 | FileCheck %s --check-prefix THEBARRIER
// THEBARRIER: error: 

// Without the fence, TMA may not see that the mbarrier is initialized:
// RUN: grep -v 'fence.mbarrier_init' %s > %t.THEFENCE.mlir
// RUN: not zyn-run %t.THEFENCE.mlir --device emulate --entry main random:f32:128x64 2>&1 | FileCheck %s --check-prefix THEFENCE
// THEFENCE: error: data race: kernel.tma.load of 8 bytes by thread (0,0,0) of block (0,0,0); conflicts with kernel.mbarrier.init by thread (0,0,0) of block (0,0,0) at {{.*}}: fence.mbarrier_init is missing between them (4 times)
// A fence of the proxy does as well:
// RUN: sed 's/fence.mbarrier_init$/fence.proxy_async shared/' %s > %t.proxy.mlir
// RUN: zyn-run %t.proxy.mlir --device emulate --entry main random:f32:128x64 --no-output

// With too few bytes announced, the phase ends early or never:
// RUN: sed "s/constant 8192/constant 8193/" %s > %t.bytes.mlir
// RUN: not zyn-run %t.bytes.mlir --device emulate --entry main random:f32:128x64 2>&1 | FileCheck %s --check-prefix BYTES
// BYTES: error: deadlock: 32 threads {{.*}} at kernel.mbarrier.wait

#shared = #gpu.address_space<workgroup>

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @kernel(%map: !kernel.tensor_map<64x32xf32, swizzle = 128>, %out: memref<128x64xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %c64 = arith.constant 64 : index
      %tile = kernel.shared {alignment = 1024 : i64} : memref<64x32xf32, #shared>
      %bars = kernel.shared : memref<1x!kernel.mbarrier, #shared>
      %t = kernel.thread_id x
      %row = kernel.block_id y
      %column = kernel.block_id x
      %r0 = arith.muli %row, %c64 : index
      %k0 = arith.muli %column, %c32 : index
      %one = arith.constant 1 : i32
      %bytes = arith.constant 8192 : i32
      %even = arith.constant 0 : i32
      %isFirst = arith.cmpi eq, %t, %c0 : index
      scf.if %isFirst {
        kernel.mbarrier.init %bars[%c0], %one : memref<1x!kernel.mbarrier, #shared>
        kernel.fence.mbarrier_init
      }
      kernel.barrier
      scf.if %isFirst {
        kernel.mbarrier.arrive_expect_tx %bars[%c0], %bytes : memref<1x!kernel.mbarrier, #shared>
        kernel.tma.load %map[%r0, %k0], %tile[%c0, %c0], %bars[%c0] : !kernel.tensor_map<64x32xf32, swizzle = 128>, memref<64x32xf32, #shared>, memref<1x!kernel.mbarrier, #shared>
      }
      kernel.mbarrier.wait %bars[%c0], %even : memref<1x!kernel.mbarrier, #shared>, i32
      // A row of 128 bytes has 8 chunks of 4, permuted by the row's number.
      scf.for %r = %c0 to %c64 step %c1 {
        %chunk = arith.divui %t, %c4 : index
        %inChunk = arith.remui %t, %c4 : index
        %phase = arith.remui %r, %c8 : index
        %permuted = arith.xori %chunk, %phase : index
        %start = arith.muli %permuted, %c4 : index
        %s = arith.addi %start, %inChunk : index
        %v = kernel.load %tile[%r, %s] : memref<64x32xf32, #shared>, f32
        %ro = arith.addi %r0, %r : index
        %ko = arith.addi %k0, %t : index
        kernel.store %v, %out[%ro, %ko] : f32, memref<128x64xf32>
      }
      gpu.return
    }
  }
  func.func @main(%x: memref<128x64xf32>) -> memref<128x64xf32> {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %c32 = arith.constant 32 : index
    %out = memref.alloc() : memref<128x64xf32>
    %map = kernel.tensor_map.encode %x : memref<128x64xf32> to !kernel.tensor_map<64x32xf32, swizzle = 128>
    gpu.launch_func @m::@kernel blocks in (%c2, %c2, %c1) threads in (%c32, %c1, %c1)
        args(%map : !kernel.tensor_map<64x32xf32, swizzle = 128>, %out : memref<128x64xf32>)
    return %out : memref<128x64xf32>
  }
}
