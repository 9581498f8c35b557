// Negations that ptxas would drop are computed in inline assembly, and others
// are not.
// RUN: zyn-translate --zyn-to-ptx --chip=sm_90a %s | FileCheck %s
// RUN: zyn-translate --zyn-to-ptx --chip=sm_80 %s | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: .entry max_of_max
  // CHECK-NOT: neg.s32
  // CHECK: not.b32 [[N:%r[0-9]+]], [[X:%r[0-9]+]];
  // CHECK-NEXT: add.s32 [[N]], [[N]], 1;
  // CHECK: max.s32 [[M:%r[0-9]+]], %r{{[0-9]+}}, [[N]];
  // CHECK: max.s32 %r{{[0-9]+}}, [[M]], %r{{[0-9]+}};
  // CHECK: ret;
  llvm.func @max_of_max(%x: i32, %y: i32, %z: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %negated = llvm.sub %zero, %x : i32
    %0 = llvm.intr.smax(%y, %negated) : (i32, i32) -> i32
    %1 = llvm.intr.smax(%0, %z) : (i32, i32) -> i32
    llvm.store %1, %out : i32, !llvm.ptr<1>
    llvm.return
  }

  // All forms are negations after LLVM's optimizations or in its code
  // generation.
  // CHECK-LABEL: .entry forms
  // CHECK-NOT: neg.s32
  // CHECK-COUNT-6: not.b32
  // CHECK-NOT: neg.s32
  // CHECK: ret;
  llvm.func @forms(%x: i32, %y: i32, %z: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %minus_one = llvm.mlir.constant(-1 : i32) : i32
    %minus_eight = llvm.mlir.constant(-8 : i32) : i32
    %0 = llvm.mul %x, %minus_one : i32
    %1 = llvm.xor %y, %minus_one : i32
    %2 = llvm.add %1, %one : i32
    %3 = llvm.add %x, %y : i32
    %4 = llvm.sub %zero, %3 : i32
    %5 = llvm.mul %z, %minus_eight : i32
    %6 = llvm.sdiv %z, %minus_eight : i32
    %7 = llvm.and %z, %one : i32
    %8 = llvm.sub %zero, %7 : i32
    %9 = llvm.intr.smin(%0, %2) : (i32, i32) -> i32
    %10 = llvm.intr.smin(%9, %4) : (i32, i32) -> i32
    %11 = llvm.intr.smin(%10, %5) : (i32, i32) -> i32
    %12 = llvm.intr.smin(%11, %6) : (i32, i32) -> i32
    %13 = llvm.intr.smin(%12, %8) : (i32, i32) -> i32
    %14 = llvm.intr.smin(%13, %x) : (i32, i32) -> i32
    llvm.store %14, %out : i32, !llvm.ptr<1>
    llvm.return
  }

  // CHECK-LABEL: .entry by_selects
  // CHECK-NOT: neg.s32
  // CHECK: not.b32
  // CHECK: ret;
  llvm.func @by_selects(%x: i32, %y: i32, %z: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %negated = llvm.sub %zero, %x : i32
    %0 = llvm.icmp "sgt" %y, %negated : i32
    %1 = llvm.select %0, %y, %negated : i1, i32
    %2 = llvm.icmp "sgt" %1, %z : i32
    %3 = llvm.select %2, %1, %z : i1, i32
    llvm.store %3, %out : i32, !llvm.ptr<1>
    llvm.return
  }

  // Code generation moves the constant outward.
  // CHECK-LABEL: .entry constant
  // CHECK-NOT: neg.s32
  // CHECK: not.b32
  // CHECK-NOT: neg.s32
  // CHECK: ret;
  llvm.func @constant(%x: i32, %y: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %negated = llvm.sub %zero, %x : i32
    %0 = llvm.intr.smin(%y, %zero) : (i32, i32) -> i32
    %1 = llvm.intr.smin(%0, %negated) : (i32, i32) -> i32
    llvm.store %1, %out : i32, !llvm.ptr<1>
    llvm.return
  }

  // A constant factor moves outward, too.
  // CHECK-LABEL: .entry product
  // CHECK-NOT: neg.s32
  // CHECK: not.b32
  // CHECK-NOT: neg.s32
  // CHECK: ret;
  llvm.func @product(%x: i32, %y: i32, %z: i32, %i: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %minus_two = llvm.mlir.constant(-2 : i32) : i32
    %double = llvm.mul %x, %minus_two : i32
    %product = llvm.mul %double, %i : i32
    %0 = llvm.intr.smin(%y, %product) : (i32, i32) -> i32
    %1 = llvm.intr.smin(%0, %z) : (i32, i32) -> i32
    llvm.store %1, %out : i32, !llvm.ptr<1>
    llvm.return
  }

  // ptxas may unroll the loop.
  // CHECK-LABEL: .entry loop
  // CHECK-NOT: neg.s32
  // CHECK: not.b32
  // CHECK-NOT: neg.s32
  // CHECK: ret;
  llvm.func @loop(%in: !llvm.ptr<1>, %count: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    llvm.br ^body(%zero, %zero : i32, i32)
  ^body(%i: i32, %max: i32):
    %address = llvm.getelementptr %in[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, i32
    %x = llvm.load %address : !llvm.ptr<1> -> i32
    %negated = llvm.sub %zero, %x : i32
    %0 = llvm.intr.smax(%max, %negated) : (i32, i32) -> i32
    %next = llvm.add %i, %one : i32
    %continue = llvm.icmp "slt" %next, %count : i32
    llvm.cond_br %continue, ^body(%next, %0 : i32, i32), ^end
  ^end:
    llvm.store %0, %out : i32, !llvm.ptr<1>
    llvm.return
  }

  // CHECK-LABEL: .entry short
  // CHECK-NOT: neg.s16
  // CHECK: not.b16 [[N:%rs[0-9]+]], %rs{{[0-9]+}};
  // CHECK-NEXT: add.s16 [[N]], [[N]], 1;
  // CHECK: max.s16 %rs{{[0-9]+}}, %rs{{[0-9]+}}, [[N]];
  // CHECK: ret;
  llvm.func @short(%x: i16, %y: i16, %z: i16, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i16) : i16
    %negated = llvm.sub %zero, %x : i16
    %0 = llvm.intr.smax(%y, %negated) : (i16, i16) -> i16
    %1 = llvm.intr.smax(%0, %z) : (i16, i16) -> i16
    llvm.store %1, %out : i16, !llvm.ptr<1>
    llvm.return
  }

  // CHECK-LABEL: .entry bytes
  // CHECK-NOT: neg.s{{16|32}}
  // CHECK: not.b16
  // CHECK-NOT: neg.s{{16|32}}
  // CHECK: ret;
  llvm.func @bytes(%x: i8, %y: i8, %z: i8, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i8) : i8
    %negated = llvm.sub %zero, %x : i8
    %0 = llvm.intr.smax(%y, %negated) : (i8, i8) -> i8
    %1 = llvm.intr.smax(%0, %z) : (i8, i8) -> i8
    llvm.store %1, %out : i8, !llvm.ptr<1>
    llvm.return
  }

  // CHECK-LABEL: .entry vectors
  // CHECK-NOT: neg.s{{16|32}}
  // CHECK-COUNT-2: not.b16
  // CHECK-NOT: {{not.b|neg.s}}
  // CHECK: ret;
  llvm.func @vectors(%in: !llvm.ptr<1>, %y: vector<2xi16>, %z: vector<2xi16>, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %x = llvm.load %in : !llvm.ptr<1> -> vector<2xi16>
    %zero = llvm.mlir.constant(dense<0> : vector<2xi16>) : vector<2xi16>
    %negated = llvm.sub %zero, %x : vector<2xi16>
    %0 = llvm.intr.smax(%y, %negated) : (vector<2xi16>, vector<2xi16>) -> vector<2xi16>
    %1 = llvm.intr.smax(%0, %z) : (vector<2xi16>, vector<2xi16>) -> vector<2xi16>
    llvm.store %1, %out : vector<2xi16>, !llvm.ptr<1>
    llvm.return
  }

  // A single max, a clamp, and integers of 64 bits are not fused.
  // CHECK-LABEL: .entry unaffected
  // CHECK-NOT: not.b
  // CHECK-DAG: neg.s32
  // CHECK-DAG: neg.s64
  // CHECK-NOT: not.b
  // CHECK: ret;
  llvm.func @unaffected(%x: i32, %y: i32, %z: i64, %out: !llvm.ptr<1>, %wide: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %limit = llvm.mlir.constant(255 : i32) : i32
    %negated = llvm.sub %zero, %x : i32
    %0 = llvm.intr.smax(%negated, %y) : (i32, i32) -> i32
    %1 = llvm.intr.smin(%0, %limit) : (i32, i32) -> i32
    llvm.store %1, %out : i32, !llvm.ptr<1>
    %zero64 = llvm.mlir.constant(0 : i64) : i64
    %seven = llvm.mlir.constant(7 : i64) : i64
    %negated64 = llvm.sub %zero64, %z : i64
    %2 = llvm.load %wide : !llvm.ptr<1> -> i64
    %3 = llvm.intr.smax(%2, %negated64) : (i64, i64) -> i64
    %4 = llvm.intr.smax(%3, %seven) : (i64, i64) -> i64
    llvm.store %4, %wide : i64, !llvm.ptr<1>
    llvm.return
  }
}
