// On critical paths, loops begin at multiples of 16 bytes, and what reports a failed check is behind the return.
// REQUIRES: x86_64
// RUN: zyn-translate --zyn-to-object --cpu=x86-64 %s -o %t.o
// RUN: llvm-objdump -d -r --no-show-raw-insn --section=zyn_critical %t.o | FileCheck %s

// CHECK-LABEL: <smaller>:
// CHECK: nop
// CHECK-NEXT: [[LOOP:[0-9a-f]+0]]: imulq
// CHECK: jne 0x[[LOOP]]
// CHECK: retq
// CHECK-NOT: retq
// CHECK: R_X86_64_PLT32 zynrtFail
func.func @smaller(%x: memref<?xi64>, %least: i64, %n: index) -> i64 attributes {
    zyn.constraints = #zyn.constraints<critical_path = true, no_alloc = true, no_syscalls = true>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %size = memref.dim %x, %c0 : memref<?xi64>
  %inside = arith.cmpi sle, %n, %size : index
  cf.assert %inside, "expected fewer elements"
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> i64 {
    %v = memref.load %x[%i] : memref<?xi64>
    %m = arith.muli %s, %v : i64
    %t = arith.xori %m, %least : i64
    scf.yield %t : i64
  }
  return %r : i64
}
