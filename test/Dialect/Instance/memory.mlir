// RUN: zyn-opt %s | zyn-opt | FileCheck %s

// CHECK: instance.memory @memory : 1 to 16
instance.memory @memory : 1 to 16
// CHECK: instance.memory @imported imports <"env", "memory"> : 0
instance.memory @imported imports <"env", "memory"> : 0
// CHECK: instance.data @data "a\00b"
instance.data @data "a\00b"

// CHECK-LABEL: func.func @accesses
func.func @accesses(%a: i32, %v: i8) -> f64 {
  // CHECK: instance.load @memory[%{{.*}} + 4294967295] align 1 : f64
  %0 = instance.load @memory[%a + 4294967295] align 1 : f64
  // CHECK: instance.store %{{.*}}, @imported[%{{.*}} + 0] : i8
  instance.store %v, @imported[%a + 0] : i8
  return %0 : f64
}

// CHECK-LABEL: func.func @bulk
func.func @bulk(%a: i32, %b: i32, %c: i32) -> i32 {
  // CHECK: instance.memory_size @memory
  %0 = instance.memory_size @memory
  // CHECK: instance.memory_grow @memory, %{{.*}}
  %1 = instance.memory_grow @memory, %0
  // CHECK: instance.memory_fill @memory[%{{.*}}], %{{.*}}, %{{.*}}
  instance.memory_fill @memory[%a], %b, %c
  // CHECK: instance.memory_copy @memory[%{{.*}}], @imported[%{{.*}}], %{{.*}}
  instance.memory_copy @memory[%a], @imported[%b], %c
  // CHECK: instance.memory_init @memory[%{{.*}}], @data[%{{.*}}], %{{.*}}
  instance.memory_init @memory[%a], @data[%b], %c
  // CHECK: instance.data_drop @data
  instance.data_drop @data
  return %1 : i32
}
