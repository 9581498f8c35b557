// RUN: zyn-opt %s --convert-instance-to-runtime | FileCheck %s

instance.table @t : 1 x !instance.funcref
instance.host_function @print imports <"env", "print"> : (i32) -> ()

// A function that calls others checks the stack first.
// CHECK-LABEL: func.func private @instance.recurse(
// CHECK-SAME: %[[STATE:.*]]: !llvm.ptr
// CHECK-SAME: passthrough = {{\[\[}}"disable-tail-calls", "true"]]
// CHECK: llvm.call_intrinsic "llvm.frameaddress"
// CHECK: arith.cmpi ult
// CHECK: cf.cond_br
// CHECK: call @instance.recurse(%[[STATE]], %{{.*}}) : (!llvm.ptr, i32) -> i32
// CHECK: call @instance.print(%[[STATE]], %{{.*}}) : (!llvm.ptr, i32) -> ()
func.func @recurse(%x: i32) -> i32 {
  %0 = call @recurse(%x) : (i32) -> i32
  instance.host_call @print(%0) : (i32) -> ()
  return %0 : i32
}

// CHECK-LABEL: func.func private @instance.indirect(
// CHECK: arith.cmpi uge
// CHECK: llvm.icmp "eq"
// CHECK: arith.cmpi ne
// CHECK: %[[RESULTS:.*]] = llvm.call %{{.*}}(%{{.*}}, %{{.*}}) : !llvm.ptr, (!llvm.ptr, f32) -> !llvm.struct<(i32, i64)>
// CHECK: llvm.extractvalue %[[RESULTS]][0]
// CHECK: llvm.extractvalue %[[RESULTS]][1]
func.func @indirect(%i: i32, %x: f32) -> (i32, i64) {
  %0:2 = instance.call_indirect @t[%i](%x) : (f32) -> (i32, i64)
  return %0#0, %0#1 : i32, i64
}

// CHECK-LABEL: func.func private @instance.print(
// CHECK: %[[SLOTS:.*]] = llvm.alloca
// CHECK: llvm.store
// CHECK: llvm.call %{{.*}}(%{{.*}}, %[[SLOTS]]) : !llvm.ptr, (!llvm.ptr, !llvm.ptr) -> ()

// CHECK-LABEL: func.func @instance_code(
// CHECK: constant @instance.recurse : (!llvm.ptr, i32) -> i32
// CHECK: constant @entry.instance.recurse : (!llvm.ptr, !llvm.ptr) -> ()

// CHECK-LABEL: func.func private @entry.instance.indirect(
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> i32
// CHECK: llvm.load %{{.*}} : !llvm.ptr -> f32
// CHECK: call @instance.indirect
// CHECK-COUNT-2: llvm.store
