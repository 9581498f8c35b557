// What threads of a warp exchange, the same on the emulator and on a GPU:
// cuda.test runs it on a GPU.
// RUN: zyn-run %s --device emulate | FileCheck %s
// RUN: zyn-run %s --device emulate --seed 3 | FileCheck %s
// RUN: zyn-run %s --device emulate --check none | FileCheck %s

// Lanes 0 to 7 of: xor 1; up 1 in groups of 4; whether that stayed inside;
// down 2 of i64; idx 3 of a vector; match any of lane / 4.
// CHECK: #0: tensor<6x8xi32>
// CHECK-NEXT: {{\[}}[1, 0, 3, 2, 5, 4, 7, 6],
// CHECK-NEXT: [0, 0, 1, 2, 4, 4, 5, 6],
// CHECK-NEXT: [0, 1, 1, 1, 0, 1, 1, 1],
// CHECK-NEXT: [2, 3, 4, 5, 6, 7, 8, 9],
// CHECK-NEXT: [33, 33, 33, 33, 33, 33, 33, 33],
// CHECK-NEXT: [15, 15, 15, 15, 240, 240, 240, 240]]
// The ballot of odd lanes, any, all; add, umin, xor of lane + 1; max of half
// the warp; whether all have one value.
// CHECK: #1: tensor<8xi32>
// CHECK-NEXT: [-1431655766, 1, 0, 528, 1, 32, 16, 1]
// Sum, least and greatest of 1 / (lane + 1) in f32; the sum in f16 and in f64.
// CHECK: #2: tensor<5xf32>
// CHECK-NEXT: [4.05849{{[0-9]*}}, 0.03125, 1, 4.05859{{[0-9]*}}, 4.05849{{[0-9]*}}]

module attributes {gpu.container_module} {
  gpu.module @m {
    gpu.func @f(%lanes: memref<6x8xi32>, %votes: memref<8xi32>, %sums: memref<5xf32>) kernel
        attributes {kernel.max_threads = 32} {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c3 = arith.constant 3 : index
      %c4 = arith.constant 4 : index
      %c5 = arith.constant 5 : index
      %c6 = arith.constant 6 : index
      %c7 = arith.constant 7 : index
      %c8 = arith.constant 8 : index
      %i0 = arith.constant 0 : i32
      %i1 = arith.constant 1 : i32
      %i2 = arith.constant 2 : i32
      %i3 = arith.constant 3 : i32
      %i16 = arith.constant 16 : i32
      %low = arith.constant 65535 : i32
      %l = kernel.lane_id
      %lane = arith.index_cast %l : index to i32

      %s0, %v0 = kernel.shuffle xor %lane, %i1 : i32
      %s1, %v1 = kernel.shuffle up %lane, %i1 width 4 : i32
      %inside = arith.extui %v1 : i1 to i32
      %wide = arith.extsi %lane : i32 to i64
      %s2w, %v2 = kernel.shuffle down %wide, %i2 : i64
      %s2 = arith.trunci %s2w : i64 to i32
      %scaled = arith.muli %lane, %i3 : i32
      %more = arith.addi %scaled, %i2 : i32
      %pair = vector.from_elements %scaled, %more, %lane, %lane : vector<4xi32>
      %s3v, %v3 = kernel.shuffle idx %pair, %i3 : vector<4xi32>
      %sum4 = vector.reduction <add>, %s3v : vector<4xi32> into i32
      %twelve = arith.constant 7 : i32
      %s3 = arith.addi %sum4, %twelve : i32
      %quarter = arith.shrui %lane, %i2 : i32
      %match = kernel.match any %quarter : i32
      %isShown = arith.cmpi ult, %l, %c8 : index
      scf.if %isShown {
        kernel.store %s0, %lanes[%c0, %l] : i32, memref<6x8xi32>
        kernel.store %s1, %lanes[%c1, %l] : i32, memref<6x8xi32>
        kernel.store %inside, %lanes[%c2, %l] : i32, memref<6x8xi32>
        kernel.store %s2, %lanes[%c3, %l] : i32, memref<6x8xi32>
        kernel.store %s3, %lanes[%c4, %l] : i32, memref<6x8xi32>
        kernel.store %match, %lanes[%c5, %l] : i32, memref<6x8xi32>
      }

      %bit = arith.andi %lane, %i1 : i32
      %isOdd = arith.cmpi ne, %bit, %i0 : i32
      %ballot = kernel.vote ballot %isOdd
      %any1 = kernel.vote any %isOdd
      %all1 = kernel.vote all %isOdd
      %any = arith.extui %any1 : i1 to i32
      %all = arith.extui %all1 : i1 to i32
      %next = arith.addi %lane, %i1 : i32
      %add = kernel.warp_reduce add %next : i32
      %least = kernel.warp_reduce umin %next : i32
      %bits = kernel.warp_reduce xor %next : i32
      %isLow = arith.cmpi ult, %lane, %i16 : i32
      %half = scf.if %isLow -> i32 {
        %r = kernel.warp_reduce max %next mask %low : i32
        scf.yield %r : i32
      } else {
        scf.yield %i0 : i32
      }
      %equal, %same = kernel.match all %add : i32
      %same32 = arith.extui %same : i1 to i32
      %isFirst = arith.cmpi eq, %l, %c0 : index
      kernel.warp_barrier
      %f = arith.uitofp %next : i32 to f32
      %one = arith.constant 1.0 : f32
      %x = arith.divf %one, %f : f32
      %sum = kernel.warp_reduce add %x : f32
      %min = kernel.warp_reduce min %x : f32
      %max = kernel.warp_reduce max %x : f32
      %h = arith.truncf %x : f32 to f16
      %sumh = kernel.warp_reduce add %h : f16
      %sumhf = arith.extf %sumh : f16 to f32
      %d = arith.extf %x : f32 to f64
      %sumd = kernel.warp_reduce add %d : f64
      %sumdf = arith.truncf %sumd : f64 to f32
      scf.if %isFirst {
        kernel.store %ballot, %votes[%c0] : i32, memref<8xi32>
        kernel.store %any, %votes[%c1] : i32, memref<8xi32>
        kernel.store %all, %votes[%c2] : i32, memref<8xi32>
        kernel.store %add, %votes[%c3] : i32, memref<8xi32>
        kernel.store %least, %votes[%c4] : i32, memref<8xi32>
        kernel.store %bits, %votes[%c5] : i32, memref<8xi32>
        kernel.store %half, %votes[%c6] : i32, memref<8xi32>
        kernel.store %same32, %votes[%c7] : i32, memref<8xi32>
        kernel.store %sum, %sums[%c0] : f32, memref<5xf32>
        kernel.store %min, %sums[%c1] : f32, memref<5xf32>
        kernel.store %max, %sums[%c2] : f32, memref<5xf32>
        kernel.store %sumhf, %sums[%c3] : f32, memref<5xf32>
        kernel.store %sumdf, %sums[%c4] : f32, memref<5xf32>
      }
      gpu.return
    }
  }
  func.func @main() -> (memref<6x8xi32>, memref<8xi32>, memref<5xf32>) {
    %c1 = arith.constant 1 : index
    %c32 = arith.constant 32 : index
    %lanes = memref.alloc() : memref<6x8xi32>
    %votes = memref.alloc() : memref<8xi32>
    %sums = memref.alloc() : memref<5xf32>
    gpu.launch_func @m::@f blocks in (%c1, %c1, %c1) threads in (%c32, %c1, %c1)
        args(%lanes : memref<6x8xi32>, %votes : memref<8xi32>, %sums : memref<5xf32>)
    return %lanes, %votes, %sums : memref<6x8xi32>, memref<8xi32>, memref<5xf32>
  }
}
