// RUN: zyn-opt --zyn-hoist-allocations --remarks-filter=zyn-hoist-allocations %s 2>&1 | FileCheck %s

// CHECK: remark: [Passed] HoistAllocations | Category:zyn-hoist-allocations | Reason="1024 bytes of buffers are on the stack"

// The caller allocates what the function returns.
// CHECK-LABEL: func.func @result(
// CHECK-SAME: %[[x:.*]]: memref<4xf32>) -> (memref<4xf32>, i64)
// CHECK-SAME: #zyn.constraints<unchecked = true>
// CHECK: %[[r:.*]] = memref.alloc() : memref<4xf32>
// CHECK: %[[n:.*]] = call @result_no_alloc(%[[x]], %[[r]]) : (memref<4xf32>, memref<4xf32>) -> i64
// CHECK: return %[[r]], %[[n]]
// CHECK: func.func private @result_no_alloc(%[[x:.*]]: memref<4xf32>, %[[r:.*]]: memref<4xf32>) -> i64
// CHECK-SAME: #zyn.constraints<no_alloc = true, unchecked = true>
// CHECK-NOT: memref.alloc
// CHECK: memref.copy %[[x]], %[[r]]
func.func @result(%x: memref<4xf32>) -> (memref<4xf32>, i64) attributes {
    zyn.constraints = #zyn.constraints<no_alloc = true, unchecked = true>} {
  %r = memref.alloc() : memref<4xf32>
  memref.copy %x, %r : memref<4xf32> to memref<4xf32>
  %c1 = arith.constant 1 : i64
  return %r, %c1 : memref<4xf32>, i64
}

// Buffers that are not in use at the same time share memory.
// CHECK-LABEL: func.func @local
// CHECK: memref.alloca() {alignment = 256 : i64} : memref<1024xi8>
// CHECK-NOT: memref.alloc
// CHECK-NOT: memref.dealloc
// CHECK: return
func.func @local(%x: memref<128xf64>) attributes {zyn.constraints = #zyn.constraints<no_alloc = true>} {
  %a = memref.alloc() : memref<128xf64>
  memref.copy %x, %a : memref<128xf64> to memref<128xf64>
  memref.dealloc %a : memref<128xf64>
  %b = memref.alloc() : memref<128xf64>
  memref.copy %x, %b : memref<128xf64> to memref<128xf64>
  memref.dealloc %b : memref<128xf64>
  return
}

// A function that is called must not allocate either: its result is on the caller's stack.
// CHECK-LABEL: func.func @caller
// CHECK: %[[a:.*]] = memref.alloca() {alignment = 64 : i64} : memref<4xf32>
// CHECK: call @callee(%{{.*}}, %[[a]])
// CHECK-NOT: memref.dealloc
// CHECK: return
// CHECK: func.func private @callee(%{{.*}}: memref<4xf32>, %{{.*}}: memref<4xf32>) {
func.func @caller(%x: memref<4xf32>) -> f32 attributes {zyn.constraints = #zyn.constraints<no_alloc = true>} {
  %c0 = arith.constant 0 : index
  %a = call @callee(%x) : (memref<4xf32>) -> memref<4xf32>
  %v = memref.load %a[%c0] : memref<4xf32>
  memref.dealloc %a : memref<4xf32>
  return %v : f32
}
func.func private @callee(%x: memref<4xf32>) -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  memref.copy %x, %a : memref<4xf32> to memref<4xf32>
  return %a : memref<4xf32>
}

// CHECK-LABEL: func.func @other
// CHECK: memref.alloc()
func.func @other() -> memref<4xf32> {
  %a = memref.alloc() : memref<4xf32>
  return %a : memref<4xf32>
}
