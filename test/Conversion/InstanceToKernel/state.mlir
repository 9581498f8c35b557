// RUN: zyn-opt %s --convert-instance-to-kernel | FileCheck %s

// CHECK: #[[BOUNDS_TYPE:.*]] = #llvm.tbaa_type_desc<id = "bounds"
// CHECK: #[[ACCESS_TYPE:.*]] = #llvm.tbaa_type_desc<id = "access"
// CHECK: #[[BOUNDS:.*]] = #llvm.tbaa_tag<base_type = #[[BOUNDS_TYPE]],
// CHECK: #[[ACCESS:.*]] = #llvm.tbaa_tag<base_type = #[[ACCESS_TYPE]],

// Only what changes is in the frame of a thread and in its state: the memory
// (word 0), the global @counter (word 1) and the segment @late (word 2).
instance.memory @memory : 1 to 3
instance.global @constant : i32 = 7 : i32
instance.global @unchanged mutable : f32 = 1.5 : f32
instance.global @counter mutable : f64 = 2.5 : f64
instance.data @early "abc"
instance.data @late "de"
instance.export "globals" = @globals
instance.start @initialize

// CHECK-LABEL: func.func private @instance.globals(
// CHECK-SAME: %[[FRAME:.*]]: !llvm.ptr<5>
// CHECK: arith.constant 7 : i64
// CHECK: arith.constant 1069547520 : i64
// CHECK: arith.bitcast %{{.*}} : i32 to f32
// CHECK: llvm.getelementptr %[[FRAME]][152]
// CHECK: arith.bitcast %{{.*}} : i64 to f64
// CHECK: arith.bitcast %{{.*}} : f64 to i64
// CHECK: llvm.getelementptr %[[FRAME]][152]
// CHECK: llvm.store
func.func @globals() -> i32 {
  %0 = instance.global_get @constant : i32
  %1 = instance.global_get @unchanged : f32
  %2 = instance.global_get @counter : f64
  instance.global_set %2, @counter : f64
  return %0 : i32
}

// The address where fast accesses end (byte 48 of the frame) changes, too.
// CHECK-LABEL: func.func private @instance.grow(
// CHECK: llvm.getelementptr %{{.*}}[144]
// CHECK: arith.constant 196608 : i64
// CHECK: arith.minui
// CHECK: call @has_pages(
// A refusal is recorded (byte 136).
// CHECK: arith.constant 2147483648 : i64
// CHECK: llvm.getelementptr %{{.*}}[136]
// CHECK: llvm.getelementptr %{{.*}}[144]
// CHECK: arith.minui
// CHECK: llvm.getelementptr %{{.*}}[48]
// CHECK: call @clear_window(
// CHECK: call @copy_to_memory(
// CHECK: call @load_i32_words(
func.func @grow(%x: i32) -> i32 {
  %0 = instance.memory_grow @memory, %x
  instance.memory_init @memory[%x], @late[%x], %x
  instance.data_drop @late
  %1 = instance.load @memory[%0 + 4] : i32
  return %1 : i32
}

// @early is dropped after its only use.
// CHECK-LABEL: func.func private @instance.initialize(
// CHECK: arith.constant 3 : i64
// CHECK: call @copy_to_memory(
// CHECK-NEXT: return
func.func private @initialize() {
  %c0 = arith.constant 0 : i32
  %c3 = arith.constant 3 : i32
  instance.memory_init @memory[%c0], @early[%c0], %c3
  instance.data_drop @early
  return
}

// A memory that grows has no constant bounds, which the slow path does not change.
// CHECK-LABEL: func.func private @load_i32_words(
// CHECK: llvm.load %{{.*}} {alignment = 8 : i64, tbaa = [#[[BOUNDS]]]}
// CHECK: cf.cond_br %{{.*}} weights([2000, 1]), ^{{.*}}, ^[[SLOW:.*]]
// CHECK: ^[[SLOW]]:
// CHECK-NOT: cf.cond_br
// CHECK: call @load_slowly({{.*}}) {tbaa = [#[[ACCESS]]]}

// CHECK-LABEL: gpu.func @run(
// CHECK: %[[FRAME:.*]] = llvm.alloca %{{.*}} x !llvm.array<21 x i64>
// CHECK: scf.if
// CHECK: arith.constant 65536 : i64
// CHECK: arith.constant 4612811918334230528 : i64
// CHECK: call @instance.initialize(
// CHECK: } else {
// CHECK: scf.index_switch
// CHECK: case 0
// CHECK: call @instance.globals(
