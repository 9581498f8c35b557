// RUN: zyn-opt %s --convert-instance-to-kernel | FileCheck %s

instance.table @t : 3 x !instance.funcref
instance.table @changes : 1 to 10 x !instance.externref
instance.elements @e [@even, @odd, unit] : !instance.funcref
instance.export "even" = @even
instance.export "set" = @set
instance.start @initialize

// The elements of @t are known after initialization.
// CHECK-DAG: llvm.mlir.global internal constant @references.instance.t(dense<[1, 2, 0]> : tensor<3xi64>)
// CHECK-DAG: llvm.mlir.global internal constant @types(dense<[-1, 0, 0, 1, 2]> : tensor<5xi64>)

// A function that may call itself checks the stack.
// CHECK-LABEL: func.func private @instance.even(
// CHECK: llvm.alloca
// CHECK: llvm.ptrtoint
// CHECK: arith.cmpi ult
// CHECK: arith.cmpi uge
// CHECK: llvm.mlir.addressof @references.instance.t
// CHECK: llvm.mlir.addressof @types
// CHECK: call @select.0(
func.func @even(%i: i32) -> i32 {
  %0 = instance.call_indirect @t[%i](%i) : (i32) -> i32
  return %0 : i32
}

// CHECK-LABEL: func.func private @instance.odd(
// CHECK-NOT: llvm.alloca
// CHECK: return
func.func @odd(%i: i32) -> i32 {
  return %i : i32
}

// CHECK-LABEL: func.func private @instance.set(
// CHECK-NOT: llvm.alloca
// CHECK: call @element_pointer(
// CHECK: call @fill_table(
func.func @set(%i: i32, %value: !instance.externref) {
  instance.table_set %value, @changes[%i] : !instance.externref
  %0 = instance.table_grow @changes, %value, %i : !instance.externref
  return
}

// CHECK-LABEL: func.func private @instance.initialize(
// CHECK-NOT: call @
// CHECK: return
func.func private @initialize() {
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  instance.table_init @t[%c0], @e[%c0], %c3
  instance.elements_drop @e
  return
}

// CHECK-LABEL: func.func private @select.0(
// CHECK: cf.switch
// CHECK-NEXT: default:
// CHECK-NEXT: 1:
// CHECK-NEXT: 2:
// CHECK: call @instance.even(
// CHECK: call @instance.odd(
// CHECK: llvm.unreachable
