// RUN: zyn-opt --zyn-check-constraints --split-input-file --verify-diagnostics %s

// Functions that can do neither: those of libm, those that promise it, those
// that do not return, and copies.
llvm.func @expf(f32) -> f32 attributes {memory_effects = #llvm.memory_effects<other = none, argMem = none, inaccessibleMem = none, errnoMem = none, targetMem0 = none, targetMem1 = none>}
llvm.func @promise(f32) -> f32 attributes {
  zyn.constraints = #zyn.constraints<no_alloc = true, no_syscalls = true>}
llvm.func @zynrtFail(!llvm.ptr) attributes {passthrough = ["cold", "noreturn"]}
llvm.func @memcpy(!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
llvm.func @proved(%x: f32, %p: !llvm.ptr, %n: i64) -> f32 attributes {
    zyn.constraints = #zyn.constraints<no_alloc = true, no_syscalls = true>} {
  %a = llvm.call @expf(%x) : (f32) -> f32
  %b = llvm.call @promise(%a) : (f32) -> f32
  llvm.call @zynrtFail(%p) : (!llvm.ptr) -> ()
  %c = llvm.call @memcpy(%p, %p, %n) : (!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
  llvm.return %b : f32
}

// -----

llvm.func @zynrtAlloc(i64) -> !llvm.ptr
llvm.func @f(%n: i64) attributes {zyn.constraints = #zyn.constraints<no_alloc = true>} {
  // expected-note @+1 {{'f' calls 'g' here}}
  llvm.call @g(%n) : (i64) -> ()
  llvm.return
}
llvm.func @g(%n: i64) {
  // expected-note @+1 {{'g' calls 'h' here}}
  llvm.call @h(%n) : (i64) -> ()
  llvm.return
}
llvm.func @h(%n: i64) {
  // expected-error @+1 {{'zynrtAlloc' may allocate memory, but 'f' has no_alloc}}
  %p = llvm.call @zynrtAlloc(%n) : (i64) -> !llvm.ptr
  // A cycle ends the search.
  llvm.call @g(%n) : (i64) -> ()
  llvm.return
}

// -----

// A promise counts for what it says.
llvm.func @promise() attributes {zyn.constraints = #zyn.constraints<no_alloc = true>}
llvm.func @f() attributes {zyn.constraints = #zyn.constraints<no_alloc = true, no_syscalls = true>} {
  // expected-error @+1 {{'promise' may make a system call, but 'f' has no_syscalls}}
  llvm.call @promise() : () -> ()
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr) attributes {zyn.constraints = #zyn.constraints<no_syscalls = true>} {
  // expected-error @+1 {{a call through a pointer may make a system call, but 'f' has no_syscalls}}
  llvm.call %p() : !llvm.ptr, () -> ()
  llvm.return
}

// -----

llvm.func @f() attributes {zyn.constraints = #zyn.constraints<no_syscalls = true>} {
  // expected-error @+1 {{inline assembly may make a system call, but 'f' has no_syscalls}}
  llvm.inline_asm has_side_effects "syscall", "" : () -> ()
  llvm.return
}
