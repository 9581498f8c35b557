// RUN: zyn-opt --zyn-inline --remarks-filter=zyn-inline --split-input-file %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark: --implicit-check-not=error:

// What keeps a function with inline_always from being inlined is a remark at the call.

// CHECK: :[[#@LINE+10]]:3: remark: [Missed] Inline | Category:zyn-inline | Reason="inlining 'unchecked' (inline_always) is left to LLVM: it is unchecked, and its caller is not"
func.func private @unchecked(%x: memref<?xf32>, %y: memref<?xf32>) attributes {
    zyn.constraints = #zyn.constraints<inline_always = true, unchecked = true>} {
  zyn.map ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  }
  return
}
func.func @checked_caller(%x: memref<?xf32>, %y: memref<?xf32>) {
  call @unchecked(%x, %y) : (memref<?xf32>, memref<?xf32>) -> ()
  return
}

// -----

// CHECK: :[[#@LINE+12]]:3: remark: {{.*}}"inlining 'checked' (inline_always) is left to LLVM: its caller is unchecked, and it is not"
// CHECK: :[[#@LINE+16]]:3: remark: {{.*}}"inlining 'checked' (inline_always) is left to LLVM: its caller has another #zyn.kernel"
func.func private @checked(%x: memref<?xf32>, %y: memref<?xf32>) attributes {
    zyn.constraints = #zyn.constraints<inline_always = true>} {
  zyn.map ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) {
  ^bb0(%a: f32):
    zyn.yield %a : f32
  }
  return
}
func.func @unchecked_caller(%x: memref<?xf32>, %y: memref<?xf32>) attributes {
    zyn.constraints = #zyn.constraints<unchecked = true>} {
  call @checked(%x, %y) : (memref<?xf32>, memref<?xf32>) -> ()
  return
}
func.func @other_kernel(%x: memref<?xf32>, %y: memref<?xf32>) attributes {
    zyn.kernel = #zyn.kernel<vector_width = 4>} {
  call @checked(%x, %y) : (memref<?xf32>, memref<?xf32>) -> ()
  return
}

// -----

// CHECK: :[[#@LINE+6]]:8: remark: {{.*}}"inlining 'always' (inline_always) is left to LLVM: the call has no_inline"
// CHECK: :[[#@LINE+9]]:8: remark: {{.*}}"inlining 'always' (inline_always) is left to LLVM: its caller has opt_level = O0"
func.func private @always(%x: i64) -> i64 attributes {zyn.constraints = #zyn.constraints<inline_always = true>} {
  return %x : i64
}
func.func @kept(%x: i64) -> i64 {
  %r = call @always(%x) {no_inline} : (i64) -> i64
  return %r : i64
}
func.func @debugged(%x: i64) -> i64 attributes {zyn.constraints = #zyn.constraints<opt_level = O0>} {
  %r = call @always(%x) : (i64) -> i64
  return %r : i64
}
func.func @inlined(%x: i64) -> i64 {
  %r = call @always(%x) : (i64) -> i64
  return %r : i64
}

// -----

// CHECK: remark: {{.*}}"inlining 'blocks' (inline_always) is left to LLVM: it has several blocks, but the call is in a region of 'scf.for', which has a single one"
func.func private @blocks(%c: i1, %m: memref<i1>) attributes {zyn.constraints = #zyn.constraints<inline_always = true>} {
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  memref.store %c, %m[] : memref<i1>
  return
^bb2:
  return
}
func.func @loop(%c: i1, %m: memref<i1>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    func.call @blocks(%c, %m) : (i1, memref<i1>) -> ()
  }
  return
}
