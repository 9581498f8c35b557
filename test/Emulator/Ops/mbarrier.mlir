// A warp fills a buffer of one stage, another empties it: two mbarriers, their
// parities change with each round.
// RUN: %python %S/check.py %s --bin %bin --device emulate
// RUN: %python %S/check.py %s --bin %bin --device emulate --seed 3
// RUN: %python %S/check.py %s --bin %bin --device emulate --check none
// RUN: %if gpu %{ %python %S/check.py %s --bin %bin --device cuda %}
// REQUIRES: numpy

// Without the wait for an empty stage:
// RUN: grep -v 'wait %empty' %s > %t.THEWAITFORANEMPTYSTAGE.mlir
// RUN: not zyn-run %t.THEWAITFORANEMPTYSTAGE.mlir --device emulate --entry main random:f32:8x32 2>&1 | FileCheck %s --check-prefix THEWAITFORANEMPTYSTAGE
// THEWAITFORANEMPTYSTAGE: error: 

// With the wrong parity:
// RUN: sed "s/%empty\[%c0\], %q/%empty[%c0], %bit/" %s > %t.parity.mlir
// RUN: not zyn-run %t.parity.mlir --device emulate --entry main random:f32:8x32 2>&1 | FileCheck %s --check-prefix PARITY
// PARITY: error: deadlock: {{.*}} at kernel.mbarrier.wait

// Without the initialization:
// RUN: grep -v "mbarrier.init" %s > %t.init.mlir
// RUN: not zyn-run %t.init.mlir --device emulate --entry main random:f32:8x32 2>&1 | FileCheck %s --check-prefix INIT
// INIT: error: kernel.mbarrier.wait: the mbarrier at shared+0x{{.*}} is used before kernel.mbarrier.init

#shared = #gpu.address_space<workgroup>

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @kernel(%x: memref<8x32xf32>, %out: memref<32xf32>) kernel {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c8 = arith.constant 8 : index
      %c32 = arith.constant 32 : index
      %stage = kernel.shared : memref<32xf32, #shared>
      %full = kernel.shared : memref<1x!kernel.mbarrier, #shared>
      %empty = kernel.shared : memref<1x!kernel.mbarrier, #shared>
      %t = kernel.thread_id x
      %zero = arith.constant 0.0 : f32
      %two = arith.constant 2.0 : f32
      %one = arith.constant 1 : i32
      %isFirst = arith.cmpi eq, %t, %c0 : index
      scf.if %isFirst {
        %count = arith.constant 32 : i32
        kernel.mbarrier.init %full[%c0], %count : memref<1x!kernel.mbarrier, #shared>
        kernel.mbarrier.init %empty[%c0], %count : memref<1x!kernel.mbarrier, #shared>
      }
      kernel.barrier
      %produces = arith.cmpi ult, %t, %c32 : index
      scf.if %produces {
        scf.for %i = %c0 to %c8 step %c1 {
          %k = arith.index_cast %i : index to i32
          %bit = arith.andi %k, %one : i32
          %q = arith.xori %bit, %one : i32
          kernel.mbarrier.wait %empty[%c0], %q : memref<1x!kernel.mbarrier, #shared>, i32
          %v = kernel.load %x[%i, %t] : memref<8x32xf32>, f32
          kernel.store %v, %stage[%t] : f32, memref<32xf32, #shared>
          kernel.mbarrier.arrive %full[%c0] : memref<1x!kernel.mbarrier, #shared>
        }
      } else {
        %mine = arith.subi %t, %c32 : index
        %c31 = arith.constant 31 : index
        %i0 = arith.subi %c31, %mine : index
        %sum = scf.for %i = %c0 to %c8 step %c1 iter_args(%a = %zero) -> f32 {
          %k = arith.index_cast %i : index to i32
          %bit = arith.trunci %k : i32 to i1
          kernel.mbarrier.wait %full[%c0], %bit : memref<1x!kernel.mbarrier, #shared>, i1
          %v = kernel.load %stage[%i0] : memref<32xf32, #shared>, f32
          kernel.mbarrier.arrive %empty[%c0] : memref<1x!kernel.mbarrier, #shared>
          %b = arith.addf %a, %v : f32
          scf.yield %b : f32
        }
        %doubled = arith.mulf %sum, %two : f32
        kernel.store %doubled, %out[%i0] : f32, memref<32xf32>
      }
      gpu.return
    }
  }
  func.func @main(%x: memref<8x32xf32>) -> memref<32xf32> {
    %c1 = arith.constant 1 : index
    %c64 = arith.constant 64 : index
    %out = memref.alloc() : memref<32xf32>
    gpu.launch_func @m::@kernel blocks in (%c1, %c1, %c1) threads in (%c64, %c1, %c1)
        args(%x : memref<8x32xf32>, %out : memref<32xf32>)
    return %out : memref<32xf32>
  }
}
