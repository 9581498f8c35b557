// A phi of an aggregate, which inline assembly returns, becomes one for each
// element, also if a block precedes it twice.
// RUN: zyn-translate --zyn-to-ptx --chip=sm_90a %s | FileCheck %s

gpu.module @kernels {
  // CHECK-LABEL: .entry loop
  // CHECK: // begin first
  // CHECK: $L__BB0_{{[0-9]+}}:
  // CHECK-NOT: mov.
  // CHECK: // begin next
  // CHECK-NOT: mov.
  // CHECK: bra
  // CHECK: st.global
  llvm.func @loop(%count: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %zero = llvm.mlir.constant(0 : i32) : i32
    %one = llvm.mlir.constant(1 : i32) : i32
    %first = llvm.inline_asm has_side_effects "// begin first", "=f,=f" : () -> !llvm.struct<(f32, f32)>
    llvm.br ^body(%zero, %first : i32, !llvm.struct<(f32, f32)>)
  ^body(%i: i32, %pair: !llvm.struct<(f32, f32)>):
    %x = llvm.extractvalue %pair[0] : !llvm.struct<(f32, f32)>
    %y = llvm.extractvalue %pair[1] : !llvm.struct<(f32, f32)>
    %next = llvm.inline_asm has_side_effects "// begin next", "=f,=f,0,1" %x, %y : (f32, f32) -> !llvm.struct<(f32, f32)>
    %j = llvm.add %i, %one : i32
    %continue = llvm.icmp "slt" %j, %count : i32
    llvm.cond_br %continue, ^body(%j, %next : i32, !llvm.struct<(f32, f32)>), ^end
  ^end:
    %result = llvm.extractvalue %next[1] : !llvm.struct<(f32, f32)>
    llvm.store %result, %out : f32, !llvm.ptr<1>
    llvm.return
  }

  // CHECK-LABEL: .entry switch
  // CHECK: // begin a
  // CHECK: // begin b
  // CHECK: st.global
  // CHECK: ret;
  llvm.func @switch(%case: i32, %out: !llvm.ptr<1>) attributes {nvvm.kernel} {
    %a = llvm.inline_asm has_side_effects "// begin a", "=f,=f" : () -> !llvm.struct<(f32, f32)>
    llvm.switch %case : i32, ^other [
      0: ^join(%a : !llvm.struct<(f32, f32)>),
      7: ^join(%a : !llvm.struct<(f32, f32)>)
    ]
  ^other:
    %b = llvm.inline_asm has_side_effects "// begin b", "=f,=f" : () -> !llvm.struct<(f32, f32)>
    llvm.br ^join(%b : !llvm.struct<(f32, f32)>)
  ^join(%pair: !llvm.struct<(f32, f32)>):
    %x = llvm.extractvalue %pair[0] : !llvm.struct<(f32, f32)>
    %y = llvm.extractvalue %pair[1] : !llvm.struct<(f32, f32)>
    %sum = llvm.fadd %x, %y : f32
    llvm.store %sum, %out : f32, !llvm.ptr<1>
    llvm.return
  }
}
