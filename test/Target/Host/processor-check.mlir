// REQUIRES: x86_64
// RUN: rm -rf %t && mkdir %t
// RUN: echo 'int main(void) { return 0; }' > %t/main.c

// No processor has both: XOP is AMD's, and ended before AVX-512.
// RUN: zyn-translate --zyn-to-object --cpu=x86-64 --cpu-features=+xop,+avx512f %s -o %t/new.o
// RUN: clang %t/main.c %t/new.o -o %t/new
// RUN: not %t/new 2>&1 | FileCheck %s
// CHECK: zyn: error: this program has code for the processor 'x86-64', some of whose instructions this one lacks; compile it with --cpu=x86-64 or the name of this processor

// TBM ended even before APX, RAO-INT is in no processor, and neither is LWP with
// AMX. libgcc does not know all of these.
// RUN: zyn-translate --zyn-to-object --cpu=x86-64 --cpu-features=+tbm,+egpr,+ndd %s -o %t/apx.o
// RUN: clang %t/main.c %t/apx.o -o %t/apx
// RUN: not %t/apx 2>&1 | FileCheck %s
// RUN: zyn-translate --zyn-to-object --cpu=x86-64 --cpu-features=+raoint %s -o %t/raoint.o
// RUN: clang %t/main.c %t/raoint.o -o %t/raoint
// RUN: not %t/raoint 2>&1 | FileCheck %s
// RUN: zyn-translate --zyn-to-object --cpu=x86-64 --cpu-features=+lwp,+amx-tile,+amx-fp8 %s -o %t/amx.o
// RUN: clang %t/main.c %t/amx.o -o %t/amx
// RUN: not %t/amx 2>&1 | FileCheck %s

// Of features beyond libgcc, the check reads the leaf of cpuid, and what the
// operating system saves.
// RUN: zyn-translate --zyn-to-object --cpu=x86-64 --cpu-features=+egpr %s -o %t/egpr.o
// RUN: llvm-objdump -d --disassemble-symbols=zyn_check_processor %t/egpr.o | FileCheck %s --check-prefix=EGPR
// EGPR: cpuid
// EGPR: xgetbv
// EGPR: $0x200000,

// This processor has its own features.
// RUN: zyn-translate --zyn-to-object %s -o %t/native.o
// RUN: clang %t/main.c %t/native.o -o %t/native && %t/native
// lzcnt is one of those that libgcc knows, and movbe another.
// RUN: zyn-translate --zyn-to-object --cpu=x86-64 --cpu-features=+lzcnt,+movbe %s -o %t/lzcnt.o
// RUN: llvm-objdump -dr --disassemble-symbols=zyn_check_processor %t/lzcnt.o | FileCheck %s --check-prefix=LZCNT
// LZCNT: __cpu_features2
// LZCNT: $0x6000000,

// The code uses none of what only intrinsics use, which virtual machines hide.
// RUN: zyn-translate --zyn-to-object --cpu=sapphirerapids %s -o %t/amx-cpu.o
// RUN: zyn-translate --zyn-to-object --cpu=sapphirerapids --cpu-features=-amx-bf16,-amx-int8,-amx-tile,-enqcmd,-uintr,-sgx %s -o %t/no-amx.o
// RUN: llvm-objdump -d --no-addresses --disassemble-symbols=zyn_check_processor %t/amx-cpu.o | grep 0x > %t/amx-cpu.s
// RUN: llvm-objdump -d --no-addresses --disassemble-symbols=zyn_check_processor %t/no-amx.o | grep 0x > %t/no-amx.s
// RUN: cmp %t/amx-cpu.s %t/no-amx.s

// RUN: zyn-translate --zyn-to-object --cpu=x86-64 %s -o %t/old.o
// RUN: clang %t/main.c %t/old.o -o %t/old && %t/old
// RUN: llvm-nm %t/old.o | FileCheck %s --check-prefix=OLD --implicit-check-not=cpu
// OLD: T f
func.func @f() {
  return
}
