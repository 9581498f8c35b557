// RUN: not zyn-translate --zyn-to-object --split-input-file %s 2>&1 >/dev/null | FileCheck %s
// RUN: not zyn-translate --zyn-to-object --cpu=pentium9 %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CPU
// RUN: not zyn-translate --zyn-to-object --cpu-features=+warp %s -o %t.o 2>&1 | FileCheck %s --check-prefix=FEATURE
// RUN: not zyn-translate --zyn-to-object --device=gpu %s -o %t.o 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not zyn-translate --zyn-to-object --chip=sm_90a %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not zyn-translate --zyn-to-object --device=cuda --chip=sm_80,sm_90a %s -o %t.o 2>&1 | FileCheck %s --check-prefix=CHIPS
// RUN: not zyn-translate --zyn-to-object --device=cuda --chip=sm_1 %s -o %t.o 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// DEVICE: zyn-translate: error: unknown device 'gpu': expected cpu, cuda or emulate
// CHIP: zyn-translate: error: --chip is the architecture of a GPU, but --device is 'cpu'
// CHIPS: zyn-translate: error: expected one architecture in --chip, found 2
// UNKNOWN: zyn-translate: error: unknown chip 'sm_1': expected an architecture such as sm_80 or sm_90a
// CPU: {{^}}zyn-translate: error: the code generator for {{.*}} has no processor 'pentium9': expected native, {{[a-z0-9_-]+}}, {{.*[a-z0-9_-]$}}
// FEATURE: {{^}}zyn-translate: error: the code generator for {{.*}} has no feature 'warp': expected '+' or '-' and one of {{[a-z0-9_-]+}}, {{.*[a-z0-9_-]$}}

// CHECK: :1: error: argument #1 has type 'i7', for which C has none: expected an integer of 1, 8, 16, 32 or 64 bits, a float, or a contiguous buffer of them
func.func @odd(%x: i8, %y: i7) {
  return
}

// -----

// CHECK: :1: error: result #0 has a dynamic size, which a caller in C does not know: use static sizes, or a memref that the caller provides
func.func @dynamic(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %r = zyn.map ins(%x : tensor<?xf32>) outs(%y : tensor<?xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}

// -----

// CHECK: :1: error: expected a name that is an identifier in C, found 'a b'
func.func @"a b"() {
  return
}

// -----

// CHECK: error: expected a public function to compile, found none
func.func private @declared()

// -----

// CHECK: :3: error: 'stop' may make a system call, but 'f' has no_syscalls
func.func @f() attributes {zyn.constraints = #zyn.constraints<no_syscalls = true>} {
  func.call @stop() : () -> ()
  return
}
func.func private @stop()

// -----

// CHECK: :1: error: expected a name that a function in C may have, found 'double'
func.func @double() {
  return
}
