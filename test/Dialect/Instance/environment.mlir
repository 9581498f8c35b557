// RUN: zyn-opt %s | zyn-opt | FileCheck %s

instance.memory @memory : 1

// CHECK-LABEL: func.func @run()
func.func @run() -> (i32, i32, i64) {
  // CHECK: instance.id
  // CHECK: instance.count
  // CHECK: instance.clock
  // CHECK: instance.fence
  %0 = instance.id
  %1 = instance.count
  %2 = instance.clock
  instance.fence
  return %0, %1, %2 : i32, i32, i64
}

// CHECK-LABEL: func.func @buffers(
func.func @buffers(%a: i32, %b: i32, %size: i32) -> i32 {
  // CHECK: instance.buffer_size shared
  // CHECK: instance.buffer_read @memory[%{{.*}}], input[%{{.*}}], %{{.*}}
  // CHECK: instance.buffer_write output[%{{.*}}], @memory[%{{.*}}], %{{.*}}
  %0 = instance.buffer_size shared
  instance.buffer_read @memory[%a], input[%b], %size
  instance.buffer_write output[%a], @memory[%b], %size
  return %0 : i32
}

// CHECK-LABEL: func.func @atomics(
func.func @atomics(%offset: i32, %word: i64, %float: f32) -> (i64, f32) {
  // CHECK: %[[OLD:.*]] = instance.atomic_load[%{{.*}}] : i64
  // CHECK: instance.atomic_store %[[OLD]], [%{{.*}}] : i64
  // CHECK: instance.atomic_update max_u %{{.*}}, [%{{.*}}] : i64
  // CHECK: instance.atomic_update add %{{.*}}, [%{{.*}}] : f32
  // CHECK: instance.atomic_compare_exchange %{{.*}}, %{{.*}}, [%{{.*}}] : i64
  %0 = instance.atomic_load[%offset] : i64
  instance.atomic_store %0, [%offset] : i64
  %1 = instance.atomic_update max_u %word, [%offset] : i64
  %2 = instance.atomic_update add %float, [%offset] : f32
  %3 = instance.atomic_compare_exchange %word, %1, [%offset] : i64
  return %3, %2 : i64, f32
}
