// Launches say what they have to read and write, and how much they compute.
// RUN: zyn-opt %s --convert-zyn-to-kernel=chip=sm_90a --canonicalize --cse | FileCheck %s

// CHECK-LABEL: func.func @static_map
// CHECK: gpu.launch_func
// CHECK-SAME: kernel.work = #kernel.work<() -> (12000, 3000), unit = cuda_f32>
func.func @static_map(%x: memref<1000xf32>, %y: memref<1000xf32>, %z: memref<1000xf32>) {
  zyn.map ins(%x, %y : memref<1000xf32>, memref<1000xf32>) outs(%z : memref<1000xf32>) {
  ^bb0(%a: f32, %b: f32):
    %p = math.fma %a, %b, %a : f32
    %e = math.exp %p : f32
    zyn.yield %e : f32
  }
  return
}

// An integer operation is none, and an integer has no unit of its own.
// CHECK-LABEL: func.func @dynamic_map
// CHECK: gpu.launch_func
// CHECK-SAME: kernel.work = #kernel.work<()[s0, s1] -> (s0 * 8 + s1 * 8, 0), sizes = [0, 0, 1, 0], unit = cuda_f32>
func.func @dynamic_map(%x: memref<?xi64>, %y: memref<?xi64>) {
  zyn.map ins(%x : memref<?xi64>) outs(%y : memref<?xi64>) {
  ^bb0(%a: i64):
    %p = arith.addi %a, %a : i64
    zyn.yield %p : i64
  }
  return
}

// The number of operations depends on values.
// CHECK-LABEL: func.func @branch
// CHECK: gpu.launch_func
// CHECK-SAME: kernel.work = #kernel.work<() -> (8000, -1)
func.func @branch(%x: memref<1000xf32>, %y: memref<1000xf32>) {
  zyn.map ins(%x : memref<1000xf32>) outs(%y : memref<1000xf32>) {
  ^bb0(%a: f32):
    %zero = arith.constant 0.0 : f32
    %positive = arith.cmpf ogt, %a, %zero : f32
    %r = scf.if %positive -> f32 {
      %s = math.sqrt %a : f32
      scf.yield %s : f32
    } else {
      scf.yield %zero : f32
    }
    zyn.yield %r : f32
  }
  return
}

// CHECK-LABEL: func.func @static_matmul
// CHECK: gpu.launch_func
// CHECK-SAME: kernel.work = #kernel.work<() -> (1572864, 268435456), unit = tensor_16>
func.func @static_matmul(%a: memref<512x512xf16>, %b: memref<512x512xf16>, %c: memref<512x512xf16>) {
  zyn.matmul ins(%a, %b : memref<512x512xf16>, memref<512x512xf16>) outs(%c : memref<512x512xf16>)
  return
}

// Rows that are not aligned are copied. The sizes are those of the operands.
// CHECK-LABEL: func.func @dynamic(
// Kernels 0 to 3 are those for few rows and columns.
// CHECK: gpu.launch_func @{{.*}}::@dynamic_matmul_4
// CHECK-SAME: -1), sizes
// CHECK: gpu.launch_func @{{.*}}::@dynamic_matmul_5
// CHECK-SAME: kernel.work = #kernel.work<()[s0, s1, s2, s3, s4, s5] -> ((s0 * s1) * 4 + (s2 * s3) * 4 + (s4 * s5) * 4{{.*}}, ((s4 * s5) * s1) * 2)
func.func @dynamic(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %c: memref<?x?xf32>) {
  zyn.matmul ins(%a, %b : memref<?x?xf32>, memref<?x?xf32>) outs(%c : memref<?x?xf32>)
  return
}
