// RUN: zyn-opt %s --convert-zyn-to-kernel --remarks-filter='schedule' -o /dev/null 2>&1 | FileCheck %s

func.func @sums(%x: memref<1000x16xf32>, %d: memref<?x?xf32>, %s: memref<8x8xf32, strided<[16, 1]>>,
                %y: memref<1000xf32>, %e: memref<?xf32>, %z: memref<8xf32>) {
  // CHECK: [[@LINE+1]]:3: remark: [Passed] ReduceSchedule {{.*}}the reduction uses lanes of a warp for each row; the memory takes at least 62 cycles for 68000 bytes"
  zyn.reduce ins(%x : memref<1000x16xf32>) outs(%y : memref<1000xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  // CHECK: [[@LINE+1]]:3: remark: [Passed] ReduceSchedule {{.*}}the reduction chooses by its sizes at run time: lanes of a warp for each row; chunks of rows and a second launch; a block for each row"
  zyn.reduce ins(%d : memref<?x?xf32>) outs(%e : memref<?xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  // CHECK: [[@LINE+1]]:3: remark: [Passed] ReduceSchedule {{.*}}the reduction uses lanes of a warp for each row; the memory takes at least 1 cycle for 288 bytes"
  zyn.reduce ins(%s : memref<8x8xf32, strided<[16, 1]>>) outs(%z : memref<8xf32>) dimensions = [1] {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  return
}

func.func @maps(%x: memref<100x16xf32>, %r: memref<16xf32>, %y: memref<100x16xf32>, %t: memref<16x100xf32>) {
  // CHECK: [[@LINE+1]]:3: remark: [Passed] MapSchedule {{.*}}the map has 1 loop: all operands are accessed by a linear index; the memory takes at least 12 cycles for 12800 bytes"
  zyn.map ins(%x : memref<100x16xf32>) outs(%y : memref<100x16xf32>) {
  ^bb0(%a: f32):
    %twice = arith.addf %a, %a : f32
    zyn.yield %twice : f32
  }
  // CHECK: [[@LINE+1]]:3: remark: [Passed] MapSchedule {{.*}}the map copies a contiguous array, which the runtime does"
  zyn.map ins(%x : memref<100x16xf32>) outs(%y : memref<100x16xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  }
  // CHECK: [[@LINE+1]]:3: remark: [Passed] MapSchedule {{.*}}the map has 2 loops: operands are accessed by a linear index or by indices; the memory takes at least 6 cycles for 6464 bytes"
  zyn.map ins(%r : memref<16xf32>) outs(%y : memref<100x16xf32>)
      indexing_maps = [affine_map<(i, j) -> (j)>] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  }
  // CHECK: [[@LINE+1]]:3: remark: [Passed] MapSchedule {{.*}}the map has 2 loops: tiles of transposed inputs are copied to shared memory, unless the transposed dimensions are small; the memory takes at least 12 cycles for 12800 bytes"
  zyn.map ins(%t : memref<16x100xf32>) outs(%y : memref<100x16xf32>)
      indexing_maps = [affine_map<(i, j) -> (j, i)>] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  }
  return
}

func.func @long_rows(%x: memref<4x4000000xf32>, %r: memref<4000000xf32>) {
  // CHECK: [[@LINE+1]]:3: remark: [Passed] MapSchedule {{.*}}the map has 2 loops: operands are accessed by indices; rows that do not remain in the cache are loaded once for several iterations; the memory takes at least 72728 cycles for 80000000 bytes"
  zyn.map ins(%r : memref<4000000xf32>) outs(%x : memref<4x4000000xf32>)
      indexing_maps = [affine_map<(i, j) -> (j)>] {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  }
  return
}

// An upper bound of M excludes tiles that would be mostly idle.
func.func @bounded(%a: memref<?x256xf16>, %b: memref<256x512xf16>, %c: memref<?x512xf16>) {
  // CHECK: [[@LINE+1]]:3: remark: [Passed] MatmulSchedule {{.*}}selects one of 2 kernels at run time, by the sizes, where M is at most 16: tiles of 64x64x32 in 4 stages; tiles of 64x64x32 in 4 stages, with K split"
  zyn.matmul ins(%a, %b : memref<?x256xf16>, memref<256x512xf16>) outs(%c : memref<?x512xf16>)
      attributes {zyn.max_sizes = array<i64: 16, -1, -1>}
  return
}

// A tile may fit sizes below the bound, and the product of bounds may be more than 64 bits.
func.func @odd_bound(%a: memref<?x256xf16>, %b: memref<256x512xf16>, %c: memref<?x512xf16>) {
  // CHECK: [[@LINE+1]]:3: remark: [Passed] MatmulSchedule {{.*}}selects one of 4 kernels at run time, by the sizes, where M is at most 129: tiles of 128x128x32 in 4 stages;
  zyn.matmul ins(%a, %b : memref<?x256xf16>, memref<256x512xf16>) outs(%c : memref<?x512xf16>)
      attributes {zyn.max_sizes = array<i64: 129, -1, -1>}
  return
}

func.func @huge_bounds(%a: memref<?x256xf16>, %b: memref<256x?xf16>, %c: memref<?x?xf16>) {
  // CHECK: [[@LINE+1]]:3: remark: [Passed] MatmulSchedule {{.*}}selects one of 4 kernels at run time, by the sizes, where M is at most 9223372036854775807, where N is at most 4294967296:
  zyn.matmul ins(%a, %b : memref<?x256xf16>, memref<256x?xf16>) outs(%c : memref<?x?xf16>)
      attributes {zyn.max_sizes = array<i64: 9223372036854775807, 4294967296, -1>}
  return
}

// Upper bounds of the length of rows exclude kernels for longer ones.
func.func @bounded_rows(%x: memref<?x?xf32>, %y: memref<?xf32>) {
  // CHECK: [[@LINE+1]]:3: remark: [Passed] ReduceSchedule {{.*}}the reduction uses lanes of a warp for each row"
  zyn.reduce ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) dimensions = [1] attributes {zyn.max_sizes = array<i64: -1, 64>} {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  // CHECK: [[@LINE+1]]:3: remark: [Passed] ReduceSchedule {{.*}}the reduction chooses by its sizes at run time: lanes of a warp for each row; a block for each row"
  zyn.reduce ins(%x : memref<?x?xf32>) outs(%y : memref<?xf32>) dimensions = [1] attributes {zyn.max_sizes = array<i64: -1, 1000>} {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.addf %a, %b : f32
    zyn.yield %0 : f32
  }
  return
}
