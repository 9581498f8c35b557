// RUN: zyn-opt %s --convert-instance-to-runtime | FileCheck %s

instance.memory @memory : 1

// CHECK-LABEL: func.func private @instance.id(
// CHECK-SAME: %[[INSTANCE:.*]]: !llvm.ptr)
// CHECK: %[[STORE:.*]] = llvm.load %[[INSTANCE]] invariant
// CHECK: llvm.getelementptr %[[STORE]][16]
func.func @id() -> i32 {
  %0 = instance.id
  return %0 : i32
}

// The offset and the size are compared with the size of the row, whose address
// depends on the number of the instance.
// CHECK-LABEL: func.func private @instance.read(
// CHECK: %[[END:.*]] = arith.addi
// CHECK: %[[OUTSIDE:.*]] = arith.cmpi ugt, %[[END]], %{{.*}} : i64
// CHECK: cf.cond_br %[[OUTSIDE]], ^[[TRAP:[a-z0-9]+]](
// CHECK: %[[ROW:.*]] = arith.muli
// CHECK: %[[COPIED:.*]] = llvm.call @zynrtBufferRead(
// CHECK: arith.cmpi eq, %[[COPIED]]
func.func @read(%to: i32, %from: i32, %size: i32) {
  instance.buffer_read @memory[%to], input[%from], %size
  return
}

// CHECK-LABEL: func.func private @instance.atomics(
// CHECK: arith.constant 7 : i32
// CHECK: %[[LOW:.*]] = arith.andi
// CHECK: arith.cmpi ne, %[[LOW]]
// CHECK: llvm.atomicrmw umax %{{.*}}, %{{.*}} monotonic : !llvm.ptr, i64
// CHECK: llvm.atomicrmw fadd %{{.*}}, %{{.*}} monotonic : !llvm.ptr, f32
// CHECK: llvm.cmpxchg %{{.*}}, %{{.*}}, %{{.*}} monotonic monotonic
// CHECK: llvm.load %{{.*}} atomic monotonic {alignment = 8
// CHECK: llvm.store %{{.*}}, %{{.*}} atomic monotonic {alignment = 8
// CHECK: llvm.fence acq_rel
func.func @atomics(%offset: i32, %word: i64, %float: f32) {
  %0 = instance.atomic_update max_u %word, [%offset] : i64
  %1 = instance.atomic_update add %float, [%offset] : f32
  %2 = instance.atomic_compare_exchange %word, %0, [%offset] : i64
  %3 = instance.atomic_load[%offset] : i64
  instance.atomic_store %3, [%offset] : i64
  instance.fence
  return
}
