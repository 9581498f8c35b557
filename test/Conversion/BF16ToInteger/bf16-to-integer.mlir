// RUN: zyn-opt --convert-bf16-to-integer --canonicalize %s | FileCheck %s

// CHECK: llvm.mlir.global internal constant @one(16256 : i16)
llvm.mlir.global internal constant @one(1.0 : bf16) : bf16

// What moves a value changes none of its bits.
// CHECK-LABEL: llvm.func @copy(
// CHECK-SAME: %[[FROM:.*]]: !llvm.ptr, %[[TO:.*]]: !llvm.ptr, %{{.*}}: i16, %{{.*}}: i1)
// CHECK: %[[X:.*]] = llvm.load %[[FROM]] : !llvm.ptr -> i16
// CHECK: llvm.cond_br %{{.*}}, ^bb1(%[[X]] : i16), ^bb2
// CHECK: ^bb1(%[[Y:.*]]: i16)
// CHECK: llvm.getelementptr %{{.*}}[3] : (!llvm.ptr) -> !llvm.ptr, i16
// CHECK: llvm.store %[[Y]], %{{.*}} : i16, !llvm.ptr
llvm.func @copy(%from: !llvm.ptr, %to: !llvm.ptr, %y: bf16, %c: i1) {
  %x = llvm.load %from : !llvm.ptr -> bf16
  llvm.cond_br %c, ^bb1(%x : bf16), ^bb2
^bb1(%z: bf16):
  %p = llvm.getelementptr %to[3] : (!llvm.ptr) -> !llvm.ptr, bf16
  llvm.store %z, %p : bf16, !llvm.ptr
  llvm.return
^bb2:
  llvm.store %y, %to : bf16, !llvm.ptr
  llvm.return
}

// Arithmetic is that of f32, rounded to nearest even.
// CHECK-LABEL: llvm.func @add(
// CHECK-SAME: %[[A:.*]]: i16, %[[B:.*]]: i16) -> i16
// CHECK: %[[WIDE:.*]] = llvm.zext %[[A]] : i16 to i32
// CHECK: %[[SHIFTED:.*]] = llvm.shl %[[WIDE]], %{{.*}} : i32
// CHECK: %[[F:.*]] = llvm.bitcast %[[SHIFTED]] : i32 to f32
// CHECK: %[[SUM:.*]] = llvm.fadd %[[F]], %{{.*}} : f32
// CHECK: %[[BITS:.*]] = llvm.bitcast %[[SUM]] : f32 to i32
// CHECK: llvm.fcmp "uno" %[[SUM]], %[[SUM]] : f32
// CHECK: llvm.trunc %{{.*}} : i32 to i16
llvm.func @add(%a: bf16, %b: bf16) -> bf16 {
  %r = llvm.fadd %a, %b : bf16
  llvm.return %r : bf16
}

// The sign is one bit.
// CHECK-LABEL: llvm.func @negate(
// CHECK: %[[SIGN:.*]] = llvm.mlir.constant(dense<-32768> : vector<4xi16>)
// CHECK: llvm.xor %{{.*}}, %[[SIGN]] : vector<4xi16>
llvm.func @negate(%a: vector<4xbf16>) -> vector<4xbf16> {
  %r = llvm.fneg %a : vector<4xbf16>
  llvm.return %r : vector<4xbf16>
}

// f64 is rounded to odd before, so that it is rounded once.
// CHECK-LABEL: llvm.func @from_f64(
// CHECK: llvm.fptrunc %{{.*}} : f64 to f32
// CHECK: llvm.fcmp "one"
// CHECK-NOT: bf16
llvm.func @from_f64(%a: f64) -> bf16 {
  %r = llvm.fptrunc %a : f64 to bf16
  llvm.return %r : bf16
}

// CHECK-LABEL: llvm.func @integers(
// CHECK: llvm.sitofp %{{.*}} : i32 to f64
// CHECK: llvm.fptosi %{{.*}} : f32 to i8
// CHECK-NOT: bf16
// CHECK: llvm.return
llvm.func @integers(%a: i32) -> i8 {
  %f = llvm.sitofp %a : i32 to bf16
  %r = llvm.fptosi %f : bf16 to i8
  llvm.return %r : i8
}

// The GPU has instructions for it.
// CHECK: gpu.module @m
// CHECK: llvm.fadd %{{.*}}, %{{.*}} : bf16
gpu.module @m {
  llvm.func @device(%a: bf16) -> bf16 {
    %r = llvm.fadd %a, %a : bf16
    llvm.return %r : bf16
  }
}
