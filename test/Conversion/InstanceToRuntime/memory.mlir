// RUN: zyn-opt %s --convert-instance-to-runtime | FileCheck %s

instance.memory @memory : 1
instance.data @data "abc"

// The words are the type, the descriptor of @load, and so on, so the memory is
// word 1 + 4 * 3 = 13.
// CHECK-LABEL: func.func private @instance.load(
// CHECK-SAME: %[[STATE:.*]]: !llvm.ptr, %[[ADDRESS:.*]]: i32) -> i32
// CHECK: %[[WORD:.*]] = llvm.getelementptr %[[STATE]][112]
// CHECK: %[[MEMORY:.*]] = llvm.load %[[WORD]] invariant {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
// CHECK: %[[BASE:.*]] = llvm.load %[[MEMORY]] invariant {alignment = 8 : i64} : !llvm.ptr -> !llvm.ptr
// CHECK: %[[SIZE:.*]] = llvm.load %{{.*}} {alignment = 8 : i64} : !llvm.ptr -> i64
// CHECK: %[[BEGIN:.*]] = arith.extui %[[ADDRESS]] : i32 to i64
// CHECK: %[[TWELVE:.*]] = arith.constant 12 : i64
// CHECK: %[[END:.*]] = arith.addi %[[BEGIN]], %[[TWELVE]]
// CHECK: %[[OUTSIDE:.*]] = arith.cmpi ugt, %[[END]], %[[SIZE]]
// CHECK: cf.cond_br %[[OUTSIDE]], ^[[TRAP:.*]](%{{.*}} : i64), ^[[NEXT:.*]]
// CHECK: ^[[NEXT]]:
// CHECK: %[[POINTER:.*]] = llvm.getelementptr %[[BASE]]
// CHECK: llvm.load %[[POINTER]] {alignment = 1 : i64} : !llvm.ptr -> i32
// CHECK: ^[[TRAP]](%[[SITE:.*]]: i64):
// CHECK: %[[KIND:.*]] = arith.constant 1 : i32
// CHECK: llvm.call @zynrtInstanceTrap(%[[STATE]], %[[KIND]], %{{.*}}, %[[SITE]])
// CHECK: llvm.unreachable
func.func @load(%address: i32) -> i32 {
  %0 = instance.load @memory[%address + 8] : i32
  return %0 : i32
}

// CHECK-LABEL: func.func private @instance.grow(
// CHECK: %[[BYTES:.*]] = llvm.load
// CHECK: arith.divui
// CHECK: llvm.call @zynrtMemoryGrow(%{{.*}}, %{{.*}}) : (!llvm.ptr, i32) -> i32
func.func @grow(%x: i32) -> i32 {
  %0 = instance.memory_size @memory
  %1 = instance.memory_grow @memory, %0
  return %1 : i32
}

// CHECK-LABEL: func.func private @instance.bulk(
// CHECK: llvm.call @zynrtMemoryFill
// CHECK: cf.cond_br
// CHECK: llvm.call @zynrtMemoryCopy
// CHECK: llvm.call @zynrtMemoryInit
// CHECK: llvm.store
func.func @bulk(%a: i32) -> i32 {
  instance.memory_fill @memory[%a], %a, %a
  instance.memory_copy @memory[%a], @memory[%a], %a
  instance.memory_init @memory[%a], @data[%a], %a
  instance.data_drop @data
  return %a : i32
}
