// Block 1 does not look at the flag: it may read %d before block 0 has written
// it. Blocks start in order, so that it does not without a seed; with one they
// run side by side.
// RUN: zyn-run %s zeros:i32:1 zeros:i32:1 --device emulate | FileCheck %s --check-prefix ORDER
// ORDER: [1]
// RUN: not zyn-run %s zeros:i32:1 zeros:i32:1 --device emulate --seed 5 2>&1 | FileCheck %s
// CHECK: error: data race: {{.*}} of 4 bytes by thread (0,0,0) of block

// That block 0 has ended is no order: without the atomics it is found with
// every schedule.
// RUN: grep -v kernel.atomic_ %s > %t.mlir
// RUN: not zyn-run %t.mlir zeros:i32:1 zeros:i32:1 --device emulate 2>&1 | FileCheck %s --check-prefix PLAIN
// PLAIN: error: data race: kernel.load of 4 bytes by thread (0,0,0) of block (1,0,0) {{.*}}no release and acquire of device scope orders them

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @k(%d: memref<1xi32>, %f: memref<1xi32>, %out: memref<1xi32>) kernel {
      %c0 = arith.constant 0 : index
      %one = arith.constant 1 : i32
      %b = kernel.block_id x
      %first = arith.cmpi eq, %b, %c0 : index
      scf.if %first {
        kernel.store %one, %d[%c0] : i32, memref<1xi32>
        kernel.atomic_store device release %one, %f[%c0] : i32, memref<1xi32>
      } else {
        %old = kernel.atomic_load device acquire %f[%c0] : memref<1xi32>
        %v = kernel.load %d[%c0] : memref<1xi32>, i32
        kernel.store %v, %out[%c0] : i32, memref<1xi32>
      }
      gpu.return
    }
  }
  func.func @main(%d: memref<1xi32>, %f: memref<1xi32>) -> memref<1xi32> {
    %c1 = arith.constant 1 : index
    %c2 = arith.constant 2 : index
    %out = memref.alloc() : memref<1xi32>
    gpu.launch_func @m::@k blocks in (%c2, %c1, %c1) threads in (%c1, %c1, %c1) args(%d : memref<1xi32>, %f : memref<1xi32>, %out : memref<1xi32>)
    return %out : memref<1xi32>
  }
}
