// RUN: zyn-translate %s --zyn-to-ptx --chip sm_90 | FileCheck %s

// The end of fast accesses, at byte 48 of the frame, is loaded once: the slow
// paths do not change it.
instance.memory @memory : 1 to 3
instance.export "swap" = @swap
instance.export "grow" = @grow

// CHECK: .entry run(
// CHECK: ld.local.b32 {{.*}}+48];
// CHECK-NOT: ld.local.b32 {{.*}}+48];
func.func @swap(%a: i32, %b: i32) {
  %0 = instance.load @memory[%a + 0] : i32
  %1 = instance.load @memory[%b + 0] : i32
  instance.store %0, @memory[%b + 0] : i32
  instance.store %1, @memory[%a + 0] : i32
  return
}

func.func @grow(%pages: i32) -> i32 {
  %0 = instance.memory_grow @memory, %pages
  return %0 : i32
}
