// RUN: zyn-opt %s --convert-instance-to-kernel | FileCheck %s

instance.memory @memory : 1
instance.export "f" = @copies
instance.export "g" = @atomics

// CHECK-LABEL: func.func private @instance.copies(
// CHECK-SAME: %[[FRAME:.*]]: !llvm.ptr<5>, %{{.*}}: !llvm.ptr<1>
// CHECK: %[[STRIDE:.*]] = llvm.load %{{.*}} invariant {alignment = 8 : i64} : !llvm.ptr<1> -> i64
// CHECK: call @copy_to_memory(%[[FRAME]],
// CHECK: call @copy_from_memory(%[[FRAME]],
func.func @copies(%to: i32, %from: i32, %size: i32) -> i32 {
  instance.buffer_read @memory[%to], input[%from], %size
  instance.buffer_write output[%from], @memory[%to], %size
  %0 = instance.id
  return %0 : i32
}

// Each value is a buffer of one element for the kernel dialect.
// CHECK-LABEL: func.func private @instance.atomics(
// CHECK: %[[ELEMENT:.*]] = builtin.unrealized_conversion_cast %{{.*}} : !llvm.struct<(ptr, ptr, i64)> to memref<i64>
// CHECK: kernel.atomic umax %{{.*}}, %[[ELEMENT]][] : i64, memref<i64>
// CHECK: kernel.atomic_cas
// CHECK: kernel.atomic_load
// CHECK: kernel.atomic_store
// CHECK: kernel.fence device
// CHECK: kernel.nanotime
func.func @atomics(%offset: i32, %word: i64) -> i64 {
  %0 = instance.atomic_update max_u %word, [%offset] : i64
  %1 = instance.atomic_compare_exchange %word, %0, [%offset] : i64
  %2 = instance.atomic_load[%offset] : i64
  instance.atomic_store %2, [%offset] : i64
  instance.fence
  %3 = instance.clock
  return %3 : i64
}

// CHECK-LABEL: gpu.func @run(
// CHECK-SAME: %[[ENVIRONMENT:[a-z0-9]+]]: !llvm.ptr, %[[INSTANCES:[a-z0-9]+]]: !llvm.ptr, %{{[a-z0-9]+}}: !llvm.ptr, %{{[a-z0-9]+}}: i64, %{{[a-z0-9]+}}: !llvm.ptr, %{{[a-z0-9]+}}: i64) kernel
// CHECK: llvm.addrspacecast %[[ENVIRONMENT]]
// CHECK: %[[NUMBERS:.*]] = llvm.addrspacecast %[[INSTANCES]]
// CHECK-NEXT: %[[NUMBER:.*]] = llvm.getelementptr %[[NUMBERS]][
// CHECK-NEXT: llvm.load %[[NUMBER]] : !llvm.ptr<1> -> i32
