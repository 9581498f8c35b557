// RUN: zyn-opt --zyn-hoist-allocations --remarks-filter=zyn-hoist-allocations %s 2>&1 | FileCheck %s
// RUN: zyn-opt --zyn-hoist-allocations=modify-public-functions=true %s | FileCheck %s --check-prefix=MODIFY

// CHECK: remark: [Passed] HoistAllocations | Category:zyn-hoist-allocations | Reason="1024 bytes of buffers are on the stack, 0 in a workspace of the caller"

// The caller allocates what the function returns.
// CHECK-LABEL: func.func @result(
// MODIFY-LABEL: func.func @result(
// MODIFY-SAME: memref<4xf32>, %{{.*}}: memref<4xf32>) -> i64 attributes
// CHECK-SAME: %[[x:.*]]: memref<4xf32>) -> (memref<4xf32>, i64)
// CHECK-SAME: #zyn.constraints<unchecked = true>
// CHECK: %[[r:.*]] = memref.alloc() {alignment = 64 : i64} : memref<4xf32>
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

// A buffer that is too large for the stack is a workspace of the caller, in loops the same one in each iteration.
// CHECK-LABEL: func.func @workspace(
// CHECK: %[[w:.*]] = memref.alloc() {alignment = 64 : i64} : memref<16384xf64>
// CHECK: call @workspace_no_alloc(%{{.*}}, %[[w]])
// CHECK: memref.dealloc %[[w]]
// CHECK: func.func private @workspace_no_alloc(
// CHECK-SAME: %[[x:[^ ]*]]: memref<16384xf64>, %[[w:[^ ]*]]: memref<16384xf64> {llvm.noalias, zyn.workspace = {{[0-9]+}} : i64})
// CHECK: scf.for
// CHECK-NEXT: memref.copy %[[x]], %[[w]]
// CHECK-NEXT: }
// CHECK-NEXT: return
// MODIFY-LABEL: func.func @workspace(
// MODIFY-SAME: memref<16384xf64>, %{{.*}}: memref<16384xf64> {llvm.noalias, zyn.workspace = {{[0-9]+}} : i64}) attributes
// MODIFY-NOT: memref.alloc(
// MODIFY-NOT: @workspace_no_alloc
func.func @workspace(%x: memref<16384xf64>) attributes {zyn.constraints = #zyn.constraints<no_alloc = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %a = memref.alloc() : memref<16384xf64>
    memref.copy %x, %a : memref<16384xf64> to memref<16384xf64>
    memref.dealloc %a : memref<16384xf64>
  }
  return
}

// The workspace of a callee is a part of that of its caller.
// CHECK-LABEL: func.func private @nested_no_alloc(
// CHECK-SAME: %[[w:[^ ]*]]: memref<262144xi8> {llvm.noalias, zyn.workspace = {{[0-9]+}} : i64})
// CHECK: %[[a:.*]] = memref.view %[[w]][%{{.*}}][] : memref<262144xi8> to memref<16384xf64>
// CHECK: %[[b:.*]] = memref.view %[[w]][%{{.*}}][] : memref<262144xi8> to memref<16384xf64>
// CHECK: call @inner(%[[a]], %[[b]])
// CHECK: func.func private @inner(%{{.*}}: memref<16384xf64>, %{{.*}}: memref<16384xf64> {llvm.noalias, zyn.workspace = {{[0-9]+}} : i64})
func.func @nested(%x: memref<16384xf64>) attributes {zyn.constraints = #zyn.constraints<no_alloc = true>} {
  %a = memref.alloc() : memref<16384xf64>
  memref.copy %x, %a : memref<16384xf64> to memref<16384xf64>
  call @inner(%a) : (memref<16384xf64>) -> ()
  memref.copy %a, %x : memref<16384xf64> to memref<16384xf64>
  memref.dealloc %a : memref<16384xf64>
  return
}
func.func private @inner(%x: memref<16384xf64>) {
  %a = memref.alloc() : memref<16384xf64>
  memref.copy %x, %a : memref<16384xf64> to memref<16384xf64>
  memref.dealloc %a : memref<16384xf64>
  return
}

// Its alignment is that of the buffer.
// CHECK-LABEL: func.func @aligned(
// CHECK: memref.alloc() {alignment = 128 : i64} : memref<16384xf64>
// CHECK: zyn.workspace = 128 : i64
func.func @aligned(%x: memref<16384xf64>) attributes {zyn.constraints = #zyn.constraints<no_alloc = true>} {
  %a = memref.alloc() {alignment = 128 : i64} : memref<16384xf64>
  memref.copy %x, %a : memref<16384xf64> to memref<16384xf64>
  memref.dealloc %a : memref<16384xf64>
  return
}

// What a function has on the stack itself, and what it calls has there, counts: of 40000, 20000 and 16000 bytes, the last
// ones do not fit.
// CHECK-LABEL: func.func private @deep_no_alloc(
// CHECK-SAME: memref<2000xf64> {llvm.noalias, zyn.workspace = {{[0-9]+}} : i64})
// CHECK-NOT: memref.alloca
// CHECK: call @shallow
// CHECK: func.func private @shallow(%{{.*}}: memref<2500xf64>) {
// CHECK: memref.alloca() {alignment = 64 : i64} : memref<2500xf64>
// CHECK: memref.alloca() : memref<5000xf64>
func.func @deep(%x: memref<2500xf64>, %y: memref<2000xf64>) attributes {
    zyn.constraints = #zyn.constraints<no_alloc = true>} {
  %a = memref.alloc() : memref<2000xf64>
  memref.copy %y, %a : memref<2000xf64> to memref<2000xf64>
  call @shallow(%x) : (memref<2500xf64>) -> ()
  memref.copy %a, %y : memref<2000xf64> to memref<2000xf64>
  memref.dealloc %a : memref<2000xf64>
  return
}
func.func private @shallow(%x: memref<2500xf64>) {
  %c0 = arith.constant 0 : index
  %own = memref.alloca() : memref<5000xf64>
  %a = memref.alloc() : memref<2500xf64>
  memref.copy %x, %a : memref<2500xf64> to memref<2500xf64>
  %v = memref.load %a[%c0] : memref<2500xf64>
  memref.store %v, %own[%c0] : memref<5000xf64>
  memref.dealloc %a : memref<2500xf64>
  return
}
