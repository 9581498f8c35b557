// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t
// RUN: echo 'int main(void) { return 0; }' > %t/main.c

// No processor has both: XOP is AMD's, and ended before AVX-512.
// RUN: zyn-translate --zyn-to-object --cpu=x86-64 --cpu-features=+xop,+avx512f %s -o %t/new.o
// RUN: clang %t/main.c %t/new.o -o %t/new
// RUN: not %t/new 2>&1 | FileCheck %s
// CHECK: zyn: error: this program has code for the processor 'x86-64', some of whose instructions this one lacks; compile it with --cpu=x86-64 or the name of this processor

// RUN: zyn-translate --zyn-to-object --cpu=x86-64 %s -o %t/old.o
// RUN: clang %t/main.c %t/old.o -o %t/old && %t/old
// RUN: llvm-nm %t/old.o | FileCheck %s --check-prefix=OLD --implicit-check-not=cpu
// OLD: T f
func.func @f() {
  return
}
