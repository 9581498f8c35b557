// RUN: zyn-opt %s --convert-instance-to-kernel | FileCheck %s

instance.memory @memory : 1
instance.data @data "abc"
instance.export "load" = @load

// One comparison checks bounds and alignment: the memory has 16384 words, and
// the word at the address and two more have to be among them.
// CHECK-LABEL: func.func private @instance.load(
// CHECK-SAME: %[[FRAME:.*]]: !llvm.ptr<5>, %[[MEMORY:.*]]: !llvm.ptr<1>, %[[ADDRESS:.*]]: i32) -> i32
// CHECK: %[[SIZE:.*]] = arith.constant 65536 : i64
// CHECK: %[[LIMIT:.*]] = arith.subi
// CHECK: %[[WORD:.*]] = llvm.intr.fshr(%[[ADDRESS]], %[[ADDRESS]], %{{.*}})
// CHECK: %[[FAST:.*]] = arith.cmpi ult, %[[WORD]], %[[LIMIT]]
// CHECK: cf.cond_br %[[FAST]] weights([2000, 1]), ^[[INSIDE:.*]], ^[[SLOW:.*]]
// CHECK: ^[[INSIDE]]:
// CHECK: %[[ROW:.*]] = llvm.getelementptr %[[MEMORY]][%{{.*}}] : (!llvm.ptr<1>, i64) -> !llvm.ptr<1>, !llvm.array<128 x i8>
// CHECK: arith.constant 256 : i64
// CHECK: llvm.load %{{.*}} : !llvm.ptr<1> -> i32
// The slow path finds in a table what the access is. Since the size is constant,
// bounds are checked here, too.
// CHECK: ^[[SLOW]]:
// CHECK: %[[OUTSIDE:.*]] = arith.cmpi ugt
// CHECK: cf.cond_br %[[OUTSIDE]], ^{{.*}}(
// CHECK: %[[ACCESS:.*]] = arith.constant 0 : i32
// CHECK: call @load_slowly(%[[FRAME]], %[[ADDRESS]], %[[ACCESS]])
func.func @load(%address: i32) -> i32 {
  %0 = instance.load @memory[%address + 8] : i32
  return %0 : i32
}

// Two rows, and no slow path for a byte.
// CHECK-LABEL: func.func private @instance.store(
// CHECK: llvm.store %{{.*}}, %{{.*}} : i32, !llvm.ptr<1>
// CHECK: llvm.getelementptr %{{.*}}[128] : (!llvm.ptr<1>) -> !llvm.ptr<1>, i8
// CHECK: llvm.store %{{.*}}, %{{.*}} : i32, !llvm.ptr<1>
// CHECK: llvm.store %{{.*}}, %{{.*}} : i8, !llvm.ptr<1>
// CHECK: call @store_slowly(
// CHECK-NOT: call @
func.func @store(%address: i32, %value: f64, %byte: i8) {
  instance.store %value, @memory[%address + 0] : f64
  instance.store %byte, @memory[%address + 7] : i8
  return
}

// The sum of the address and an offset that is not aligned may have a carry, and
// with an offset beyond the memory the limit would be negative.
// CHECK-LABEL: func.func private @instance.offsets(
// CHECK: %[[SUM:.*]] = arith.addi
// CHECK: arith.cmpi uge, %[[SUM]], %{{.*}}
// CHECK: arith.andi
// CHECK: llvm.call_intrinsic "llvm.usub.sat"
func.func @offsets(%address: i32) {
  %0 = instance.load @memory[%address + 3] : i16
  %1 = instance.load @memory[%address + 1000000] : i32
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

// CHECK: gpu.func @run(
// CHECK: func.func @run_instances(
// CHECK: gpu.launch_func @instances::@run
