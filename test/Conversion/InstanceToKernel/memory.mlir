// RUN: zyn-opt %s --convert-instance-to-kernel | FileCheck %s

instance.memory @memory : 1
instance.data @data "abc"
instance.export "load" = @load

// An access is a call of a function that LLVM inlines, with the offset and the
// number by which the slow path finds in a table what the access is.
// CHECK-LABEL: func.func private @instance.load(
// CHECK-SAME: %[[FRAME:.*]]: !llvm.ptr<5>, %[[MEMORY:.*]]: !llvm.ptr<1>, %[[ADDRESS:.*]]: i32) -> i32
// CHECK: %[[OFFSET:.*]] = arith.constant 8 : i32
// CHECK: %[[ACCESS:.*]] = arith.constant 0 : i32
// CHECK: call @load_i32_words(%[[FRAME]], %[[MEMORY]], %[[ADDRESS]], %[[OFFSET]], %[[ACCESS]])
func.func @load(%address: i32) -> i32 {
  %0 = instance.load @memory[%address + 8] : i32
  return %0 : i32
}

// CHECK-LABEL: func.func private @instance.store(
// CHECK: call @store_f64_relative(
// CHECK: call @store_i8_units(
func.func @store(%address: i32, %value: f64, %byte: i8) {
  instance.store %value, @memory[%address + 0] : f64
  instance.store %byte, @memory[%address + 7] : i8
  return
}

// Accesses that use their offset in the same way have the same function.
// CHECK-LABEL: func.func private @instance.offsets(
// CHECK: call @load_i16_bytes(
// CHECK: call @load_i32_words_saturating(
// CHECK: call @load_i16_bytes(
func.func @offsets(%address: i32, %other: i32) {
  %0 = instance.load @memory[%address + 3] : i16
  %1 = instance.load @memory[%address + 1000000] : i32
  %2 = instance.load @memory[%other + 5] : i16
  return
}

// CHECK-LABEL: func.func private @instance.ranges(
// CHECK: call @fill_memory(
// CHECK: call @copy_memory(
// CHECK: llvm.mlir.addressof @bytes.instance.data
// CHECK: call @copy_to_memory(
func.func @ranges(%a: i32, %b: i32) {
  instance.memory_fill @memory[%a], %b, %a
  instance.memory_copy @memory[%a], @memory[%b], %a
  instance.memory_init @memory[%a], @data[%b], %a
  return
}

// One comparison checks bounds and alignment: the memory has 16384 words, and
// the word at the address and those of the offset have to be among them.
// CHECK-LABEL: func.func private @load_i32_words(
// CHECK-SAME: %[[FRAME:[^:]*]]: !llvm.ptr<5>, %[[MEMORY:[^:]*]]: !llvm.ptr<1>, %[[ADDRESS:[^:]*]]: i32, %[[OFFSET:[^:]*]]: i32, %[[ACCESS:[^:]*]]: i32) -> i32
// CHECK-SAME: "alwaysinline"
// CHECK: %[[SIZE:.*]] = arith.constant 65536 : i64
// CHECK: arith.shrui %[[OFFSET]],
// CHECK: %[[LIMIT:.*]] = arith.subi
// CHECK: %[[WORD:.*]] = llvm.intr.fshr(%[[ADDRESS]], %[[ADDRESS]], %{{.*}})
// CHECK: %[[FAST:.*]] = arith.cmpi ult, %[[WORD]], %[[LIMIT]]
// CHECK: cf.cond_br %[[FAST]] weights([2000, 1]), ^[[INSIDE:.*]], ^[[SLOW:.*]]
// CHECK: ^[[INSIDE]]:
// CHECK: %[[ROW:.*]] = llvm.getelementptr %[[MEMORY]][%{{.*}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.array<128 x i8>
// CHECK: arith.constant 32 : i64
// CHECK: %[[DISTANCE:.*]] = arith.muli
// CHECK: llvm.getelementptr %[[ROW]][%[[DISTANCE]]] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, i8
// CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> i32
// Since the size is constant, bounds are checked here, too.
// CHECK: ^[[SLOW]]:
// CHECK: %[[INSIDE:.*]] = arith.cmpi ule
// CHECK: cf.cond_br %[[INSIDE]] weights([2000, 1]), ^{{.*}}, ^[[TRAP:.*]]
// CHECK: call @load_slowly(%[[FRAME]], %[[ADDRESS]], %[[ACCESS]]) {tbaa =
// CHECK: ^[[TRAP]]:
// CHECK: call @trap_at_access(%[[FRAME]], %[[ACCESS]])
// CHECK-NEXT: llvm.unreachable

// Two rows.
// CHECK-LABEL: func.func private @store_f64_relative(
// CHECK: llvm.store %{{.*}}, %{{.*}} : i32, !llvm.ptr<1>
// CHECK: llvm.getelementptr %{{.*}}[128] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
// CHECK: llvm.store %{{.*}}, %{{.*}} : i32, !llvm.ptr<1>
// CHECK: call @store_slowly(

// No slow path for a byte.
// CHECK-LABEL: func.func private @store_i8_units(
// CHECK: llvm.store %{{.*}}, %{{.*}} : i8, !llvm.ptr<1>
// CHECK-NOT: call @store_slowly(
// CHECK: call @trap_at_access(

// The sum of the address and an offset that is not aligned may have a carry, and
// with an offset beyond the memory the limit would be negative.
// CHECK-LABEL: func.func private @load_i16_bytes(
// CHECK: %[[SUM:.*]] = arith.addi
// CHECK: arith.cmpi uge, %[[SUM]], %{{.*}}
// CHECK: arith.andi
// CHECK-LABEL: func.func private @load_i32_words_saturating(
// CHECK: llvm.call_intrinsic "llvm.usub.sat"
// CHECK-NOT: func.func private @load_i16_bytes(

// CHECK: gpu.func @run(
// CHECK: func.func @run_instances(
// CHECK: gpu.launch_func @instances::@run
