// RUN: zyn-opt %s | zyn-opt | FileCheck %s

instance.memory @memory : 1
func.func private @initialize() {
  return
}
// CHECK: instance.export "the memory" = @memory
instance.export "the memory" = @memory
// CHECK: instance.start @initialize
instance.start @initialize
