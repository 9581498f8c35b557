// The interpreter had no case to make its default.
// RUN: zyn-run %s --engine interpreter --device cpu
// RUN: zyn-run %s --engine epochs --device cpu
// RUN: zyn-run %s --device cpu
vm.program @p : i32 {
  vm.phase @nothing {
  }
}
