// RUN: zyn-opt --split-input-file --zyn-merge-inline-assembly %s | FileCheck %s

// Each op updates the same register; the second one also reads another.
// CHECK-LABEL: @chain
// CHECK-SAME: (%[[X:.*]]: f32, %[[A:.*]]: f32, %[[B:.*]]: f32)
// CHECK: %[[M:.*]] = llvm.inline_asm has_side_effects "add.f32 $0, $0, $2;\0Amul.f32 $0, $0, $3;", "=&f,0,f,f" %[[X]], %[[A]], %[[B]]
// CHECK: %[[R:.*]] = llvm.extractvalue %[[M]][0]
// CHECK: return %[[R]]
llvm.func @chain(%x: f32, %a: f32, %b: f32) -> f32 {
  %0 = llvm.inline_asm has_side_effects "add.f32 $0, $0, $2;", "=f,0,f" %x, %a : (f32, f32) -> !llvm.struct<(f32)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(f32)>
  %2 = llvm.inline_asm has_side_effects "mul.f32 $0, $0, $2;", "=f,0,f" %1, %b : (f32, f32) -> !llvm.struct<(f32)>
  %3 = llvm.extractvalue %2[0] : !llvm.struct<(f32)>
  llvm.return %3 : f32
}

// -----

// The first op updates both registers, the others one each. Operands that are
// computed in between precede the merged op.
// CHECK-LABEL: @two_sums
// CHECK-SAME: (%[[X:.*]]: f32, %[[Y:.*]]: f32, %[[A:.*]]: i32)
// CHECK: %[[S:.*]] = llvm.add %[[A]], %[[A]]
// CHECK-NEXT: %[[M:.*]] = llvm.inline_asm has_side_effects "fence $$;\0Ause $1, $4;\0Ause $0, $5;", "=&f,=&f,0,1,r,r,~{memory}" %[[X]], %[[Y]], %[[A]], %[[S]]
// CHECK-DAG: %[[R0:.*]] = llvm.extractvalue %[[M]][0]
// CHECK-DAG: %[[R1:.*]] = llvm.extractvalue %[[M]][1]
// CHECK: llvm.fsub %[[R0]], %[[R1]]
llvm.func @two_sums(%x: f32, %y: f32, %a: i32) -> f32 {
  %0 = llvm.inline_asm has_side_effects "fence $$;", "=f,=f,0,1" %x, %y : (f32, f32) -> !llvm.struct<(f32, f32)>
  %x1 = llvm.extractvalue %0[0] : !llvm.struct<(f32, f32)>
  %y1 = llvm.extractvalue %0[1] : !llvm.struct<(f32, f32)>
  %1 = llvm.inline_asm has_side_effects "use $0, $2;", "=f,0,r,~{memory}" %y1, %a : (f32, i32) -> !llvm.struct<(f32)>
  %s = llvm.add %a, %a : i32
  %2 = llvm.inline_asm has_side_effects "use $0, $1;", "=f,r,0,~{memory}" %s, %x1 : (i32, f32) -> !llvm.struct<(f32)>
  %x2 = llvm.extractvalue %2[0] : !llvm.struct<(f32)>
  %y2 = llvm.extractvalue %1[0] : !llvm.struct<(f32)>
  %r = llvm.fsub %x2, %y2 : f32
  llvm.return %r : f32
}

// -----

// A register that only a later op updates is one of the merged op, too.
// CHECK-LABEL: @more_registers
// CHECK-SAME: (%[[X:.*]]: f32, %[[Y:.*]]: i32, %[[A:.*]]: f32)
// CHECK: llvm.inline_asm has_side_effects "a $0, $4;\0Ab $1, $0;", "=&f,=&r,0,1,f" %[[X]], %[[Y]], %[[A]]
llvm.func @more_registers(%x: f32, %y: i32, %a: f32) -> i32 {
  %0 = llvm.inline_asm has_side_effects "a $0, $2;", "=f,0,f" %x, %a : (f32, f32) -> !llvm.struct<(f32)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(f32)>
  %2 = llvm.inline_asm has_side_effects "b $0, $1;", "=r,=f,0,1" %y, %1 : (i32, f32) -> !llvm.struct<(i32, f32)>
  %3 = llvm.extractvalue %2[0] : !llvm.struct<(i32, f32)>
  llvm.return %3 : i32
}

// -----

// Between them is an access to memory, an op that reads the register, or one
// that needs the old value later.
// CHECK-LABEL: @store_between
// CHECK: "a"
// CHECK: llvm.store
// CHECK: "b"
llvm.func @store_between(%x: f32, %p: !llvm.ptr) -> f32 {
  %0 = llvm.inline_asm has_side_effects "a", "=f,0" %x : (f32) -> !llvm.struct<(f32)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(f32)>
  llvm.store %x, %p : f32, !llvm.ptr
  %2 = llvm.inline_asm has_side_effects "b", "=f,0" %1 : (f32) -> !llvm.struct<(f32)>
  %3 = llvm.extractvalue %2[0] : !llvm.struct<(f32)>
  llvm.return %3 : f32
}

// CHECK-LABEL: @read_between
// CHECK: "a"
// CHECK: llvm.fneg
// CHECK: "b"
llvm.func @read_between(%x: f32) -> f32 {
  %0 = llvm.inline_asm has_side_effects "a", "=f,0" %x : (f32) -> !llvm.struct<(f32)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(f32)>
  %n = llvm.fneg %1 : f32
  %2 = llvm.inline_asm has_side_effects "b", "=f,0" %n : (f32) -> !llvm.struct<(f32)>
  %3 = llvm.extractvalue %2[0] : !llvm.struct<(f32)>
  llvm.return %3 : f32
}

// CHECK-LABEL: @read_later
// CHECK: "a"
// CHECK: "b"
llvm.func @read_later(%x: f32) -> f32 {
  %0 = llvm.inline_asm has_side_effects "a", "=f,0" %x : (f32) -> !llvm.struct<(f32)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(f32)>
  %2 = llvm.inline_asm has_side_effects "b", "=f,0" %1 : (f32) -> !llvm.struct<(f32)>
  %3 = llvm.extractvalue %2[0] : !llvm.struct<(f32)>
  %4 = llvm.fadd %1, %3 : f32
  llvm.return %4 : f32
}

// CHECK-LABEL: @read_as_operand
// CHECK: "a"
// CHECK: "b $2"
llvm.func @read_as_operand(%x: f32, %y: f32) -> f32 {
  %0 = llvm.inline_asm has_side_effects "a", "=f,=f,0,1" %x, %y : (f32, f32) -> !llvm.struct<(f32, f32)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(f32, f32)>
  %2 = llvm.extractvalue %0[1] : !llvm.struct<(f32, f32)>
  %3 = llvm.inline_asm has_side_effects "b $2", "=f,0,f" %1, %2 : (f32, f32) -> !llvm.struct<(f32)>
  %4 = llvm.extractvalue %3[0] : !llvm.struct<(f32)>
  llvm.return %4 : f32
}

// -----

// Other assembly, none of which is merged: without side effects, with a result
// that is not tied, with a modifier, and without a common register.
// CHECK-LABEL: @pure
// CHECK: "a"
// CHECK: "b"
llvm.func @pure(%x: f32) -> f32 {
  %0 = llvm.inline_asm "a", "=f,0" %x : (f32) -> !llvm.struct<(f32)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(f32)>
  %2 = llvm.inline_asm "b", "=f,0" %1 : (f32) -> !llvm.struct<(f32)>
  %3 = llvm.extractvalue %2[0] : !llvm.struct<(f32)>
  llvm.return %3 : f32
}

// CHECK-LABEL: @not_tied
// CHECK: "a"
// CHECK: "b"
llvm.func @not_tied(%x: f32) -> f32 {
  %0 = llvm.inline_asm has_side_effects "a", "=f,f" %x : (f32) -> !llvm.struct<(f32)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(f32)>
  %2 = llvm.inline_asm has_side_effects "b", "=f,0" %1 : (f32) -> !llvm.struct<(f32)>
  %3 = llvm.extractvalue %2[0] : !llvm.struct<(f32)>
  llvm.return %3 : f32
}

// CHECK-LABEL: @modifier
// CHECK: "a ${0:h}"
// CHECK: "b"
llvm.func @modifier(%x: f32) -> f32 {
  %0 = llvm.inline_asm has_side_effects "a ${0:h}", "=f,0" %x : (f32) -> !llvm.struct<(f32)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(f32)>
  %2 = llvm.inline_asm has_side_effects "b", "=f,0" %1 : (f32) -> !llvm.struct<(f32)>
  %3 = llvm.extractvalue %2[0] : !llvm.struct<(f32)>
  llvm.return %3 : f32
}

// CHECK-LABEL: @nothing_common
// CHECK: "a"
// CHECK: "b"
llvm.func @nothing_common(%x: f32, %y: f32) -> f32 {
  %0 = llvm.inline_asm has_side_effects "a", "=f,0" %x : (f32) -> !llvm.struct<(f32)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(f32)>
  %2 = llvm.inline_asm has_side_effects "b", "=f,0" %y : (f32) -> !llvm.struct<(f32)>
  %3 = llvm.extractvalue %2[0] : !llvm.struct<(f32)>
  %4 = llvm.fadd %1, %3 : f32
  llvm.return %4 : f32
}

// -----

// The value is used in another block.
// CHECK-LABEL: @other_block
// CHECK: %[[M:.*]] = llvm.inline_asm has_side_effects "a\0Ab"
// CHECK: llvm.br
// CHECK: %[[R:.*]] = llvm.extractvalue %[[M]][0]
// CHECK: return %[[R]]
llvm.func @other_block(%x: f32) -> f32 {
  %0 = llvm.inline_asm has_side_effects "a", "=f,0" %x : (f32) -> !llvm.struct<(f32)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(f32)>
  %2 = llvm.inline_asm has_side_effects "b", "=f,0" %1 : (f32) -> !llvm.struct<(f32)>
  llvm.br ^bb1
^bb1:
  %3 = llvm.extractvalue %2[0] : !llvm.struct<(f32)>
  llvm.return %3 : f32
}

// -----

// There is no operand 128, which LLVM reports.
// CHECK-LABEL: @unknown_operand
// CHECK-COUNT-2: llvm.inline_asm
llvm.func @unknown_operand(%x: f32, %a: f32, %b: f32) -> f32 {
  %0 = llvm.inline_asm has_side_effects "add.f32 $0, $0, $128;", "=f,0,f" %x, %a : (f32, f32) -> !llvm.struct<(f32)>
  %1 = llvm.extractvalue %0[0] : !llvm.struct<(f32)>
  %2 = llvm.inline_asm has_side_effects "mul.f32 $0, $0, $2;", "=f,0,f" %1, %b : (f32, f32) -> !llvm.struct<(f32)>
  %3 = llvm.extractvalue %2[0] : !llvm.struct<(f32)>
  llvm.return %3 : f32
}
