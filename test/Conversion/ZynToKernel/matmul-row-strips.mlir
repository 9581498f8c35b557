// RUN: zyn-opt %s -split-input-file --convert-zyn-to-kernel=chip=sm_90a --canonicalize --remarks-filter=zyn-to-kernel 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file %t

// The product is not stored: there is one array of 64 strips for each row.
// REMARK: remark: [Passed] RowStrips | Category:zyn-to-kernel | Reason="the kernel also reduces the rows of its result, of which it stores only strips of 32 columns: about {{[0-9]+}} cycles instead of {{[0-9]+}}"
// CHECK: gpu.func @greatest_matmul_0(
// CHECK-SAME: %[[STRIPS:[a-z0-9]+]]: memref<65536xf32>)
// CHECK-NOT: kernel.tma.store
// The elements of a thread, and those of the four lanes that have the row.
// CHECK-COUNT-7: arith.maximumf
// CHECK: kernel.shuffle
// CHECK: arith.maximumf
// CHECK: kernel.shuffle
// CHECK: arith.maximumf
// CHECK: kernel.store %{{.*}}, %[[STRIPS]]
// CHECK: gpu.func @greatest_reduce_0(%{{.*}}: memref<65536xf32>, %{{.*}}: memref<1024xf32>)
// CHECK: func.func @greatest(
// CHECK-NOT: memref.alloc
// CHECK: memref.alloc() : memref<1024x64xf32>
// CHECK-NOT: memref.alloc() : memref<1024x2048xf32>
// CHECK: return
func.func @greatest(%a: memref<1024x256xbf16>, %b: memref<256x2048xbf16>, %y: memref<1024xf32>) {
  %c = memref.alloc() : memref<1024x2048xf32>
  zyn.matmul ins(%a, %b : memref<1024x256xbf16>, memref<256x2048xbf16>) outs(%c : memref<1024x2048xf32>)
  zyn.reduce ins(%c : memref<1024x2048xf32>) outs(%y : memref<1024xf32>) dimensions = [1] {
  ^bb0(%x: f32, %e: f32):
    %max = arith.maximumf %x, %e : f32
    zyn.yield %max : f32
  }
  memref.dealloc %c : memref<1024x2048xf32>
  return
}

// -----

// The product is a result, too. Two values are reduced, and what is computed from these stays in the other op.
// REMARK: remark: [Passed] RowStrips {{.*}} it stores the elements and strips of 32 columns
// CHECK: gpu.func @norm_matmul_0({{.*}}: memref<65536xf32>, %{{[a-z0-9]+}}: memref<65536xf32>)
// CHECK: kernel.tma.store
// CHECK: gpu.func @norm_rows_0({{.*}}: memref<1024xf32>, %{{[a-z0-9]+}}: memref<65536xf32>, %{{[a-z0-9]+}}: memref<65536xf32>, %{{.*}}: memref<1024xf32>)
// CHECK-NOT: arith.mulf
// CHECK: math.rsqrt
func.func @norm(%a: memref<1024x256xbf16>, %b: memref<256x2048xbf16>, %w: memref<1024xf32>, %c: memref<1024x2048xf32>,
                %y: memref<1024xf32>) {
  zyn.matmul ins(%a, %b : memref<1024x256xbf16>, memref<256x2048xbf16>) outs(%c : memref<1024x2048xf32>)
  zyn.rows ins(%c, %w : memref<1024x2048xf32>, memref<1024xf32>) outs(%y : memref<1024xf32>) dimensions = [1]
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
  ^bb0(%e: f32, %init: f32):
    %square = arith.mulf %e, %e : f32
    %sum = zyn.reduce_row %square init %init : f32 {
    ^bb0(%x: f32, %z: f32):
      %s = arith.addf %x, %z : f32
      zyn.yield %s : f32
    }
    %max = zyn.reduce_row %e init %init : f32 {
    ^bb0(%x: f32, %z: f32):
      %m = arith.maximumf %x, %z : f32
      zyn.yield %m : f32
    }
    %both = arith.addf %sum, %max : f32
    %r = math.rsqrt %both : f32
    zyn.yield %r : f32
  }
  return
}

// -----

// CUDA cores take longer than reading the result again.
// REMARK: remark: [Missed] RowStrips {{.*}} does not reduce the rows of its result: only tensor cores do
func.func @ieee(%a: memref<1024x256xf32>, %b: memref<256x2048xf32>, %y: memref<1024xf32>) {
  %c = memref.alloc() : memref<1024x2048xf32>
  zyn.matmul ins(%a, %b : memref<1024x256xf32>, memref<256x2048xf32>) outs(%c : memref<1024x2048xf32>)
  zyn.reduce ins(%c : memref<1024x2048xf32>) outs(%y : memref<1024xf32>) dimensions = [1] {
  ^bb0(%x: f32, %e: f32):
    %max = arith.maximumf %x, %e : f32
    zyn.yield %max : f32
  }
  memref.dealloc %c : memref<1024x2048xf32>
  return
}

// -----

// A few rows of a deep product: K is divided among blocks, whose sums are parts.
// REMARK: remark: [Missed] RowStrips {{.*}} does not reduce the rows of its result: it would take about {{[0-9]+}} cycles instead of {{[0-9]+}}
func.func @deep(%a: memref<32x8192xbf16>, %b: memref<8192x64xbf16>, %y: memref<32xf32>) {
  %c = memref.alloc() : memref<32x64xf32>
  zyn.matmul ins(%a, %b : memref<32x8192xbf16>, memref<8192x64xbf16>) outs(%c : memref<32x64xf32>)
  zyn.reduce ins(%c : memref<32x64xf32>) outs(%y : memref<32xf32>) dimensions = [1] {
  ^bb0(%x: f32, %e: f32):
    %max = arith.maximumf %x, %e : f32
    zyn.yield %max : f32
  }
  memref.dealloc %c : memref<32x64xf32>
  return
}

// -----

// What follows has no remarks: nothing reduces these rows from one element at a time.
// REMARK-NOT: RowStrips

// Columns are reduced.
// CHECK-LABEL: func.func @columns(
func.func @columns(%a: memref<1024x256xbf16>, %b: memref<256x2048xbf16>, %y: memref<2048xf32>) {
  %c = memref.alloc() : memref<1024x2048xf32>
  zyn.matmul ins(%a, %b : memref<1024x256xbf16>, memref<256x2048xbf16>) outs(%c : memref<1024x2048xf32>)
  zyn.reduce ins(%c : memref<1024x2048xf32>) outs(%y : memref<2048xf32>) dimensions = [0] {
  ^bb0(%x: f32, %e: f32):
    %max = arith.maximumf %x, %e : f32
    zyn.yield %max : f32
  }
  memref.dealloc %c : memref<1024x2048xf32>
  return
}

// -----

// The second reduction needs the result of the first one.
// CHECK-LABEL: func.func @dependent(
func.func @dependent(%a: memref<1024x256xbf16>, %b: memref<256x2048xbf16>, %w: memref<1024xf32>, %y: memref<1024xf32>) {
  %c = memref.alloc() : memref<1024x2048xf32>
  zyn.matmul ins(%a, %b : memref<1024x256xbf16>, memref<256x2048xbf16>) outs(%c : memref<1024x2048xf32>)
  zyn.rows ins(%c, %w : memref<1024x2048xf32>, memref<1024xf32>) outs(%y : memref<1024xf32>) dimensions = [1]
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
  ^bb0(%e: f32, %init: f32):
    %max = zyn.reduce_row %e init %init : f32 {
    ^bb0(%x: f32, %z: f32):
      %m = arith.maximumf %x, %z : f32
      zyn.yield %m : f32
    }
    %shifted = arith.subf %e, %max : f32
    %sum = zyn.reduce_row %shifted init %init : f32 {
    ^bb0(%x: f32, %z: f32):
      %s = arith.addf %x, %z : f32
      zyn.yield %s : f32
    }
    zyn.yield %sum : f32
  }
  memref.dealloc %c : memref<1024x2048xf32>
  return
}

// -----

// Each element of the row is computed.
// CHECK-LABEL: func.func @all(
func.func @all(%a: memref<1024x256xbf16>, %b: memref<256x2048xbf16>, %w: memref<1024xf32>, %y: memref<1024x2048xf32>) {
  %c = memref.alloc() : memref<1024x2048xf32>
  zyn.matmul ins(%a, %b : memref<1024x256xbf16>, memref<256x2048xbf16>) outs(%c : memref<1024x2048xf32>)
  zyn.rows ins(%c, %w : memref<1024x2048xf32>, memref<1024xf32>) outs(%y : memref<1024x2048xf32>) dimensions = [1]
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>] {
  ^bb0(%e: f32, %init: f32):
    %max = zyn.reduce_row %e init %init : f32 {
    ^bb0(%x: f32, %z: f32):
      %m = arith.maximumf %x, %z : f32
      zyn.yield %m : f32
    }
    %shifted = arith.subf %e, %max : f32
    zyn.yield %shifted : f32
  }
  memref.dealloc %c : memref<1024x2048xf32>
  return
}

// -----

// The product has changed when it is reduced: it may be the same array.
// CHECK-LABEL: func.func @change(
func.func @change(%a: memref<1024x256xbf16>, %b: memref<256x2048xbf16>, %any: memref<1024x2048xf32>,
                  %c: memref<1024x2048xf32>, %y: memref<1024xf32>) {
  zyn.matmul ins(%a, %b : memref<1024x256xbf16>, memref<256x2048xbf16>) outs(%c : memref<1024x2048xf32>)
  zyn.map outs(%any : memref<1024x2048xf32>) {
    %zero = arith.constant 0.0 : f32
    zyn.yield %zero : f32
  }
  zyn.reduce ins(%c : memref<1024x2048xf32>) outs(%y : memref<1024xf32>) dimensions = [1] {
  ^bb0(%x: f32, %e: f32):
    %max = arith.maximumf %x, %e : f32
    zyn.yield %max : f32
  }
  return
}

// -----

// The sizes are not known.
// CHECK-LABEL: func.func @dynamic(
func.func @dynamic(%a: memref<?x256xbf16>, %b: memref<256x2048xbf16>, %c: memref<?x2048xf32>, %y: memref<?xf32>) {
  zyn.matmul ins(%a, %b : memref<?x256xbf16>, memref<256x2048xbf16>) outs(%c : memref<?x2048xf32>)
  zyn.reduce ins(%c : memref<?x2048xf32>) outs(%y : memref<?xf32>) dimensions = [1] {
  ^bb0(%x: f32, %e: f32):
    %max = arith.maximumf %x, %e : f32
    zyn.yield %max : f32
  }
  return
}
