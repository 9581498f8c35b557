// RUN: zyn-opt --zyn-lower-constraints --split-input-file %s | FileCheck %s

// CHECK-LABEL: llvm.func @critical()
// CHECK-SAME: always_inline
// CHECK-SAME: passthrough = ["cold", "hot"]
// CHECK-NOT: zyn.constraints
llvm.func @critical() attributes {
    passthrough = ["cold"], zyn.constraints = #zyn.constraints<critical_path = true, inline_always = true>} {
  llvm.return
}
// CHECK: llvm.func @size()
// CHECK-SAME: passthrough = ["optsize"]
llvm.func @size() attributes {zyn.constraints = #zyn.constraints<opt_level = Os>} {
  llvm.return
}
// CHECK: llvm.func @debug()
// CHECK-SAME: no_inline
// CHECK-SAME: optimize_none
llvm.func @debug() attributes {zyn.constraints = #zyn.constraints<opt_level = O0>} {
  llvm.return
}
// CHECK: llvm.func @promise()
// CHECK-NOT: zyn.constraints
llvm.func @promise() attributes {zyn.constraints = #zyn.constraints<no_alloc = true>}
// CHECK-NOT: module_flags

// -----

// The highest level of a public function counts.
// CHECK: llvm.func @f()
// CHECK: llvm.module_flags [#llvm.mlir.module_flag<max, "zyn-opt-level", 1 : i32>]
llvm.func @f() attributes {zyn.constraints = #zyn.constraints<opt_level = O1>} {
  llvm.return
}
llvm.func @g() attributes {zyn.constraints = #zyn.constraints<opt_level = O0>} {
  llvm.return
}
llvm.func @inlined() attributes {sym_visibility = "private"} {
  llvm.return
}

// -----

// Without a public function, there is no reason to optimize less.
// CHECK: llvm.func @private()
// CHECK-NOT: module_flags
llvm.func @private() attributes {
    sym_visibility = "private", zyn.constraints = #zyn.constraints<opt_level = O0>} {
  llvm.return
}
