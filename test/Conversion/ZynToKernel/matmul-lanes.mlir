// RUN: zyn-opt %s --zyn-to-kernel=chip=sm_90a --remarks-filter='schedule|zyn-to-kernel' 2>&1 | FileCheck %s
// RUN: zyn-opt %s --zyn-to-kernel=chip=sm_90a 2>/dev/null | FileCheck %s --check-prefix=KERNEL

// Matmuls with few rows or columns.

// CHECK: [[@LINE+11]]:3: remark: [Passed] MatmulUnits {{.*}}a matmul with so few rows or columns uses the CUDA cores, by lanes, in the time of reading the other operand"
// CHECK: [[@LINE+10]]:3: remark: [Passed] MatmulSchedule {{.*}}tiles of 4x16x32: 256 tiles on 132 multiprocessors
// KERNEL-LABEL: gpu.func @rows_matmul_0(
// KERNEL-NOT: kernel.async_copy
// KERNEL-COUNT-8: kernel.load %arg1[%{{.*}}] : memref<4096x4096xf32>, vector<4xf32>
// KERNEL: math.fma
// KERNEL: kernel.shuffle xor
// KERNEL: kernel.barrier
// KERNEL-LABEL: gpu.func @deep_matmul_0(
func.func @rows(%a: memref<3x4096xf32>, %b: memref<4096x4096xf32>, %c: memref<3x4096xf32>) {
  // Eight lanes of each warp have 16 columns of B, of which 8 elements each are in flight.
  zyn.matmul ins(%a, %b : memref<3x4096xf32>, memref<4096x4096xf32>) outs(%c : memref<3x4096xf32>)
  return
}

// CHECK: [[@LINE+7]]:3: remark: [Passed] MatmulSchedule {{.*}}tiles of 1x128x32, with K split into 128 parts
// KERNEL-COUNT-8: kernel.load %arg1[%{{.*}}] : memref<65536x128xf32>, vector<4xf32>
// KERNEL-NOT: kernel.shuffle
// KERNEL: kernel.barrier
// KERNEL-LABEL: gpu.func @deep_matmul_1(
func.func @deep(%a: memref<1x65536xf32>, %b: memref<65536x128xf32>, %c: memref<1x128xf32>) {
  // Each warp has all columns.
  zyn.matmul ins(%a, %b : memref<1x65536xf32>, memref<65536x128xf32>) outs(%c : memref<1x128xf32>)
  return
}

// Numbers of elements that leave no remainder: those of the vector have narrower accesses.
// KERNEL-LABEL: gpu.func @whole_matmul_0(
// KERNEL: scf.for %{{.*}} = %{{.*}} to %c384 step %c384
// KERNEL-COUNT-6: kernel.load %arg1[%{{.*}}] : memref<384x2048xf32>, vector<4xf32>
// KERNEL-COUNT-3: kernel.load %arg0[%{{.*}}] : memref<1x384xf32>, vector<2xf32>
func.func @whole(%a: memref<1x384xf32>, %b: memref<384x2048xf32>, %c: memref<1x2048xf32>) {
  zyn.matmul ins(%a, %b : memref<1x384xf32>, memref<384x2048xf32>) outs(%c : memref<1x2048xf32>)
  return
}

// CHECK: [[@LINE+8]]:3: remark: [Passed] MatmulSchedule {{.*}}tiles of 1x16x16 of the transposed result: 256 tiles
// KERNEL-LABEL: gpu.func @columns_matmul_0(
// KERNEL-COUNT-4: kernel.load %arg1[%{{.*}}] : memref<4096x4096xf64>, vector<2xf64>
// KERNEL: kernel.shuffle xor
// KERNEL-NOT: kernel.barrier
// KERNEL-LABEL: gpu.func @narrow
func.func @columns(%a: memref<4096x4096xf64>, %b: memref<4096x1xf64>, %c: memref<4096x1xf64>) {
  // Lanes take turns along K.
  zyn.matmul ins(%a, %b : memref<4096x4096xf64>, memref<4096x1xf64>) outs(%c : memref<4096x1xf64>)
  return
}

// Tensor cores read aligned rows of narrow elements as fast, but others would be padded.
// CHECK: [[@LINE+2]]:3: remark: [Passed] MatmulUnits {{.*}}the matmul uses the tensor cores, by warpgroups
func.func @narrow(%a: memref<2x4096xbf16>, %b: memref<4096x4096xbf16>, %c: memref<2x4096xbf16>, %d: memref<4096x4095xbf16>, %e: memref<2x4095xbf16>) {
  zyn.matmul ins(%a, %b : memref<2x4096xbf16>, memref<4096x4096xbf16>) outs(%c : memref<2x4096xbf16>)
  // CHECK: [[@LINE+1]]:3: remark: [Passed] MatmulUnits {{.*}}by lanes
  zyn.matmul ins(%a, %d : memref<2x4096xbf16>, memref<4096x4095xbf16>) outs(%e : memref<2x4095xbf16>)
  return
}
