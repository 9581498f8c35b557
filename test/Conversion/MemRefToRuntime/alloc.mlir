// RUN: zyn-opt %s --convert-memref-to-runtime --split-input-file --verify-diagnostics | FileCheck %s

// CHECK-DAG: llvm.func @zynrtAlloc(i64) -> !llvm.ptr
// CHECK-DAG: llvm.func @zynrtFree(!llvm.ptr)

// CHECK-LABEL: func.func @temporary
func.func @temporary(%n: index) {
  // CHECK: %[[POINTER:.*]] = llvm.call @zynrtAlloc(%{{.*}}) : (i64) -> !llvm.ptr
  // CHECK: llvm.insertvalue %[[POINTER]], %{{.*}}[0]
  // CHECK: llvm.insertvalue %[[POINTER]], %{{.*}}[1]
  // CHECK: %[[ALLOCATED:.*]] = llvm.extractvalue %{{.*}}[0]
  // CHECK: llvm.call @zynrtFree(%[[ALLOCATED]])
  %x = memref.alloc(%n) : memref<?x4xf32>
  memref.dealloc %x : memref<?x4xf32>
  return
}

// -----

// Buffers that a caller may choose: the first of two results that are the same
// one, and after a view.
// CHECK-LABEL: func.func @results
func.func @results(%n: index, %k: i32) -> (i32, memref<4xf32>, memref<4xf32>, memref<?xf32>)
    attributes {llvm.emit_c_interface} {
  // CHECK: %[[ONE:.*]] = llvm.mlir.constant(1 : i64)
  // CHECK: llvm.call @zynrtAllocResult(%{{.*}}, %[[ONE]]) : (i64, i64) -> !llvm.ptr
  %x = memref.alloc() : memref<4xf32>
  cf.br ^next
^next:
  // CHECK: %[[THREE:.*]] = llvm.mlir.constant(3 : i64)
  // CHECK: llvm.call @zynrtAllocResult(%{{.*}}, %[[THREE]]) : (i64, i64) -> !llvm.ptr
  %y = memref.alloc() : memref<8xf32>
  %view = memref.cast %y : memref<8xf32> to memref<?xf32>
  return %k, %x, %x, %view : i32, memref<4xf32>, memref<4xf32>, memref<?xf32>
}

// -----

// CHECK-NOT: zynrtAllocResult
// In a loop, freed on one path, and of a function that only the program calls.
func.func @loop(%c: i1) -> memref<4xf32> attributes {llvm.emit_c_interface} {
  cf.br ^body
^body:
  %x = memref.alloc() : memref<4xf32>
  cf.cond_br %c, ^body, ^end
^end:
  return %x : memref<4xf32>
}
func.func @freed(%c: i1) -> memref<?xf32> attributes {llvm.emit_c_interface} {
  %x = memref.alloc() : memref<4xf32>
  %view = memref.cast %x : memref<4xf32> to memref<?xf32>
  scf.if %c {
    memref.dealloc %view : memref<?xf32>
  }
  return %view : memref<?xf32>
}
func.func @private() -> memref<4xf32> {
  %x = memref.alloc() : memref<4xf32>
  return %x : memref<4xf32>
}

// -----

func.func @aligned() -> memref<4xf32> {
  // expected-error @+1 {{failed to legalize operation 'memref.alloc' that was explicitly marked illegal}}
  %x = memref.alloc() {alignment = 4096} : memref<4xf32>
  return %x : memref<4xf32>
}
