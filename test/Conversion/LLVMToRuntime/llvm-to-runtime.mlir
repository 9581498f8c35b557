// RUN: zyn-opt --convert-llvm-to-runtime=device=emulate %s | FileCheck %s

// CHECK: llvm.func @zynrtInvoke(!llvm.ptr, !llvm.ptr, !llvm.ptr, !llvm.ptr) -> !llvm.ptr
// CHECK: llvm.mlir.global internal constant @"zynrt:kind"("emulate\00")

// CHECK-LABEL: llvm.func @f(
// CHECK-SAME: %[[stream:.*]]: !llvm.ptr, %[[x:.*]]: !llvm.ptr, %[[small:.*]]: i8 {llvm.signext}, %[[result:.*]]: !llvm.ptr) -> !llvm.ptr {
// CHECK: %[[arguments:.*]] = llvm.alloca %{{.*}} x !llvm.struct<(ptr, i8, ptr)>
// CHECK: %[[first:.*]] = llvm.getelementptr %[[arguments]][0, 0]
// CHECK: llvm.store %[[x]], %[[first]]
// CHECK: %[[third:.*]] = llvm.getelementptr %[[arguments]][0, 2]
// CHECK: llvm.store %[[result]], %[[third]]
// CHECK: %[[kind:.*]] = llvm.mlir.addressof @"zynrt:kind"
// CHECK: %[[invocation:.*]] = llvm.mlir.addressof @f_invocation
// CHECK: %[[message:.*]] = llvm.call @zynrtInvoke(%[[kind]], %[[stream]], %[[invocation]], %[[arguments]])
// CHECK: llvm.return %[[message]]

// CHECK-LABEL: llvm.func internal @f_invocation(
// CHECK: %[[r:.*]] = llvm.call @f_code_0(%{{.*}}, %{{.*}}) : (!llvm.ptr, i8) -> i1
// CHECK: %[[byte:.*]] = llvm.zext %[[r]] : i1 to i8
// CHECK: llvm.store %[[byte]], %{{.*}} : i8, !llvm.ptr
// CHECK: llvm.func internal @f_code_0(
llvm.func @f(%x: !llvm.ptr {llvm.readonly}, %small: i8 {llvm.signext}) -> (i1 {llvm.zeroext}) attributes {llvm.bareptr} {
  %true = llvm.mlir.constant(true) : i1
  llvm.return %true : i1
}

// CHECK-LABEL: llvm.func @empty(%{{.*}}: !llvm.ptr) -> !llvm.ptr
// CHECK: llvm.func internal @empty_invocation(
// CHECK-NEXT: llvm.call @empty_code() : () -> ()
// CHECK-NEXT: llvm.return
llvm.func @empty() attributes {llvm.bareptr} {
  llvm.return
}

// Other functions do not change.
// CHECK: llvm.func @f_code() {
llvm.func @f_code() {
  llvm.return
}
// CHECK: llvm.func @declared(!llvm.ptr)
llvm.func @declared(!llvm.ptr) attributes {llvm.bareptr}
