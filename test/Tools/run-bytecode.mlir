// Bytecode runs as text does, whatever the file is called; a damaged file is one error.
// RUN: zyn-opt %s --emit-bytecode -o %t.mlirbc
// RUN: zyn-run %t.mlirbc --device cpu 20 | FileCheck %s
// RUN: zyn-opt %s --emit-bytecode | zyn-run /dev/stdin --device cpu 20 | FileCheck %s
// CHECK: #0: i32
// CHECK-NEXT: 41
// RUN: head -c 60 %t.mlirbc > %t.short
// RUN: not zyn-run %t.short --device cpu 20 2>&1 | FileCheck %s --check-prefix SHORT
// SHORT: .short: error: the bytecode is truncated or damaged: attempting to parse {{.*}}
// SHORT-NOT: {{.}}
func.func @main(%x: i32) -> i32 {
  %c1 = arith.constant 1 : i32
  %y = arith.addi %x, %x : i32
  %z = arith.addi %y, %c1 : i32
  return %z : i32
}
