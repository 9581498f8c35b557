// RUN: zyn-run %s --device emulate --check none | FileCheck %s
// RUN: not zyn-run %s --device emulate 2>&1 | FileCheck %s --check-prefix=RACE

// Reductions of a block and of a subgroup, and shuffles, in a kernel inside of
// host code that shares its buffers with it.

// Upstream's expansion of gpu.all_reduce for several warps lets the lanes of one
// store its result with no barrier of the warp after they have read.
// RACE: reduce.mlir:[[#@LINE+30]]:12: error: data race: memref.store of 4 bytes

// CHECK: [2016,  2016,  {{.*}}2016]
// CHECK: [496,  496,
// CHECK-SAME: 1520,  1520]
// CHECK: [1,  2,  3,  {{.*}}63,  62]
func.func private @printMemrefI32(memref<*xi32>)

func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %width = arith.constant 31 : i32
  %warp = arith.constant 32 : i32
  %x = memref.alloc() : memref<64xi32>
  %sums = memref.alloc() : memref<64xi32>
  %warpSums = memref.alloc() : memref<64xi32>
  %shifted = memref.alloc() : memref<64xi32>
  scf.for %i = %c0 to %c64 step %c1 {
    %0 = arith.index_cast %i : index to i32
    memref.store %0, %x[%i] : memref<64xi32>
  }
  linalg.fill ins(%zero : i32) outs(%sums : memref<64xi32>)
  %unranked = memref.cast %x : memref<64xi32> to memref<*xi32>
  gpu.host_register %unranked : memref<*xi32>
  gpu.launch blocks(%bx, %by, %bz) in (%gx = %c1, %gy = %c1, %gz = %c1)
             threads(%tx, %ty, %tz) in (%nx = %c64, %ny = %c1, %nz = %c1) {
    %v = memref.load %x[%tx] : memref<64xi32>
    %sum = gpu.all_reduce add %v uniform {} : (i32) -> (i32)
    memref.store %sum, %sums[%tx] : memref<64xi32>
    %warpSum = gpu.subgroup_reduce add %v uniform : (i32) -> (i32)
    memref.store %warpSum, %warpSums[%tx] : memref<64xi32>
    %next, %valid = gpu.shuffle down %v, %one, %warp : i32
    %last = arith.subi %v, %one : i32
    %chosen = arith.select %valid, %next, %last : i32
    memref.store %chosen, %shifted[%tx] : memref<64xi32>
    gpu.terminator
  }
  %0 = memref.cast %sums : memref<64xi32> to memref<*xi32>
  call @printMemrefI32(%0) : (memref<*xi32>) -> ()
  %1 = memref.cast %warpSums : memref<64xi32> to memref<*xi32>
  call @printMemrefI32(%1) : (memref<*xi32>) -> ()
  %2 = memref.cast %shifted : memref<64xi32> to memref<*xi32>
  call @printMemrefI32(%2) : (memref<*xi32>) -> ()
  return
}
