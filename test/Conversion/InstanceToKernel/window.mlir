// The stack pointer is 262144, and data are above it, so that the window begins at 131072. Fast accesses are relative to it.
// RUN: zyn-opt %s --convert-instance-to-kernel | FileCheck %s
// RUN: sed 's/c262144_i32 = arith.constant 262144/c262144_i32 = arith.constant 1024/' %s | zyn-opt --convert-instance-to-kernel | FileCheck %s --check-prefix=LOW
// RUN: sed 's/ mutable//' %s | zyn-opt --convert-instance-to-kernel | FileCheck %s --check-prefix=LOW

instance.memory @m : 5
instance.global @stack mutable : i32 = 262144 : i32
instance.data @data "abc"
instance.export "load" = @load
instance.start @initialize

func.func private @initialize() {
  %c262144_i32 = arith.constant 262144 : i32
  %c0_i32 = arith.constant 0 : i32
  %c3_i32 = arith.constant 3 : i32
  instance.memory_init @m[%c262144_i32], @data[%c0_i32], %c3_i32
  return
}

func.func @load(%address: i32) -> i32 {
  %0 = instance.load @m[%address + 16] align 4 : i32
  return %0 : i32
}

// CHECK-LABEL: func.func private @window_begin(
// CHECK: arith.constant 131072 : i64
// LOW-LABEL: func.func private @window_begin(
// LOW: arith.constant 0 : i64

// For the slow path, the memory begins 131072 * 32 bytes before the window.
// CHECK-LABEL: func.func private @memory(
// CHECK: llvm.getelementptr %{{.*}}[-4194304]

// CHECK-LABEL: func.func private @load_i32_relative(
// CHECK-SAME: %[[WINDOW:[^:]*]]: !llvm.ptr<1>, %[[ADDRESS:[^:]*]]: i32, %[[OFFSET:[^:]*]]: i32, %{{[^:]*}}: i32)
// CHECK: llvm.getelementptr %{{.*}}[48]
// CHECK-NEXT: llvm.load %{{.*}} {alignment = 8 : i64, tbaa =
// CHECK: %[[BEGIN:.*]] = arith.constant -131072 : i32
// CHECK: %[[DISTANCE:.*]] = arith.addi %[[OFFSET]], %[[BEGIN]] : i32
// CHECK: %[[RELATIVE:.*]] = arith.addi %[[ADDRESS]], %[[DISTANCE]] : i32
// CHECK: %[[WORD:.*]] = llvm.intr.fshr(%[[RELATIVE]], %[[RELATIVE]],
// CHECK: arith.cmpi ult, %[[WORD]],
// CHECK: llvm.getelementptr %[[WINDOW]][%{{.*}}] : {{.*}}, !llvm.array<128 x i8>
// CHECK: llvm.load
// CHECK: call @load_slowly(
// LOW-LABEL: func.func private @load_i32_words(
// LOW-SAME: %[[MEMORY:[^:]*]]: !llvm.ptr<1>, %[[ADDRESS:[^:]*]]: i32, %{{[^:]*}}: i32, %{{[^:]*}}: i32)
// LOW: llvm.intr.fshr(%[[ADDRESS]], %[[ADDRESS]],

// An instance that is created clears what is outside of the window, if the memory
// is not all in it.
// CHECK-LABEL: gpu.func @run(
// CHECK: call @clear_outside(
// CHECK: call @instance.initialize(
// LOW-LABEL: gpu.func @run(
// LOW-NOT: call @clear_outside(
