// RUN: zyn-opt %s -split-input-file --convert-zyn-to-kernel=chip=sm_90a --canonicalize --remarks-filter=zyn-to-kernel 2>%t | FileCheck %s
// RUN: FileCheck %s --check-prefix=REMARK --input-file %t
// RUN: zyn-opt %s -split-input-file --convert-zyn-to-kernel=chip=sm_80 --canonicalize | FileCheck %s --check-prefix=WARPS

!heads = memref<4x16x2048x64xbf16>

// The results are not stored: there are two strips of 32 columns for each row.
// REMARK: remark: [Passed] RowStrips | Category:zyn-to-kernel | Reason="the kernel also reduces the rows of its result, of which it stores only strips of 32 columns: about {{[0-9]+}} cycles instead of {{[0-9]+}}"
// CHECK: gpu.func @greatest_attention_0(
// CHECK-SAME: %[[STRIPS:[a-z0-9]+]]: memref<262144xbf16>)
// CHECK-NOT: kernel.tma.store
// The elements that a thread has of a row's strip, and those of the four lanes.
// CHECK-COUNT-7: arith.maximumf {{.*}} : bf16
// CHECK: kernel.shuffle
// CHECK: arith.maximumf {{.*}} : bf16
// CHECK: kernel.shuffle
// CHECK: arith.maximumf {{.*}} : bf16
// CHECK: kernel.store %{{.*}}, %[[STRIPS]]
// CHECK-NOT: kernel.tma.store
// CHECK: gpu.func @greatest_reduce_0(%{{.*}}: memref<262144xbf16>, %{{.*}}: memref<131072xbf16>)
// CHECK: func.func @greatest(
// CHECK-NOT: memref.alloc() : memref<4x16x2048x64xbf16>
// CHECK: memref.alloc() : memref<4x16x2048x2xbf16>
// CHECK-NOT: memref.alloc() : memref<4x16x2048x64xbf16>
// CHECK: return
// WARPS: gpu.func @greatest_attention_0(
// WARPS-SAME: %[[STRIPS:[a-z0-9]+]]: memref<262144xbf16>
// WARPS-COUNT-4: kernel.store %{{.*}}, %[[STRIPS]]
// WARPS-NOT: kernel.store
// WARPS: gpu.func @greatest_reduce_0(%{{.*}}: memref<262144xbf16>, %{{.*}}: memref<131072xbf16>)
func.func @greatest(%q: !heads, %k: !heads, %v: !heads, %y: memref<4x16x2048xbf16>) {
  %c = memref.alloc() : !heads
  zyn.attention ins(%q, %k, %v : !heads, !heads, !heads) outs(%c : !heads)
  zyn.reduce ins(%c : !heads) outs(%y : memref<4x16x2048xbf16>) dimensions = [3] {
  ^bb0(%x: bf16, %e: bf16):
    %max = arith.maximumf %x, %e : bf16
    zyn.yield %max : bf16
  }
  memref.dealloc %c : !heads
  return
}

// -----

!heads = memref<4x16x4096x40xf16>

// The results are stored, too. The second of the two strips of a row has 8 columns.
// REMARK: remark: [Passed] RowStrips {{.*}} it stores the elements and strips of 32 columns
// CHECK: gpu.func @norm_attention_0({{.*}}: memref<524288xf32>
// CHECK: kernel.tma.store
// CHECK: gpu.func @norm_rows_0(%{{.*}}: memref<524288xf32>, %{{.*}}: memref<262144xf32>)
// CHECK-NOT: arith.extf
// CHECK: math.rsqrt
func.func @norm(%q: !heads, %k: !heads, %v: !heads, %c: !heads, %y: memref<4x16x4096xf32>) {
  zyn.attention causal ins(%q, %k, %v : !heads, !heads, !heads) outs(%c : !heads)
  zyn.rows ins(%c : !heads) outs(%y : memref<4x16x4096xf32>) dimensions = [3] {
  ^bb0(%e: f16):
    %zero = arith.constant 0.0 : f32
    %wide = arith.extf %e : f16 to f32
    %square = arith.mulf %wide, %wide : f32
    %sum = zyn.reduce_row %square init %zero : f32 {
    ^bb0(%x: f32, %z: f32):
      %s = arith.addf %x, %z : f32
      zyn.yield %s : f32
    }
    %r = math.rsqrt %sum : f32
    zyn.yield %r : f32
  }
  return
}

// -----

!heads = memref<4x16x2048x64xbf16>
!keys = memref<4x16x?x64xbf16>

// Without keys, another kernel would have to reduce the rows.
// REMARK: remark: [Missed] RowStrips {{.*}} does not reduce the rows of its result: it is not known that there are keys
func.func @unknown_keys(%q: !heads, %k: !keys, %v: !keys, %y: memref<4x16x2048xbf16>) {
  %c = memref.alloc() : !heads
  zyn.attention ins(%q, %k, %v : !heads, !keys, !keys) outs(%c : !heads)
  zyn.reduce ins(%c : !heads) outs(%y : memref<4x16x2048xbf16>) dimensions = [3] {
  ^bb0(%x: bf16, %e: bf16):
    %max = arith.maximumf %x, %e : bf16
    zyn.yield %max : bf16
  }
  memref.dealloc %c : !heads
  return
}
