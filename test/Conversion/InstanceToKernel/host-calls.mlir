// RUN: zyn-opt %s --convert-instance-to-kernel | FileCheck %s

instance.memory @memory : 1
instance.table @table : 1 x !instance.funcref
instance.elements @elements [@random] : !instance.funcref
instance.export "call" = @call
// The kernel can call a function of the host directly, too.
instance.export "print" = @print
instance.start @initialize
instance.host_function @print imports <"env", "print"> : (i32, f64) -> ()
instance.host_function @random imports <"env", "random"> : () -> i64

// CHECK-LABEL: func.func private @instance.call(
// CHECK-SAME: %[[FRAME:.*]]: !llvm.ptr<5>, %[[MEMORY:.*]]: !llvm.ptr<1>, %[[X:.*]]: i32, %[[Y:.*]]: f64) -> i64
// CHECK-SAME: ["function-inline-cost-multiplier", "4"]
// CHECK: call @instance.print(%[[FRAME]], %[[MEMORY]], %[[X]], %[[Y]])
// CHECK: call @instance.random(%[[FRAME]], %[[MEMORY]])
// CHECK: call @select.
func.func @call(%x: i32, %y: f64) -> i64 {
  instance.host_call @print(%x, %y) : (i32, f64) -> ()
  %0 = instance.host_call @random() : () -> i64
  %1 = instance.call_indirect @table[%x]() : () -> i64
  %2 = arith.addi %0, %1 : i64
  return %2 : i64
}

func.func private @initialize() {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  instance.table_init @table[%c0], @elements[%c0], %c1
  return
}

// The port is a word of the frame. A request consists of the number of the
// function, the size of the memory, and the inputs of the function.
// CHECK-LABEL: func.func private @call_host(
// CHECK-SAME: %[[FRAME:.*]]: !llvm.ptr<5>, %{{.*}}: !llvm.ptr<1>, %[[FUNCTION:.*]]: i32, %[[VALUES:.*]]: !llvm.ptr<5>)
// CHECK: llvm.getelementptr %[[FRAME]][104]
// CHECK: %[[COMMAND:.*]] = llvm.getelementptr %{{.*}}[128]
// CHECK: llvm.store %[[FUNCTION]], %[[COMMAND]] : i32, !llvm.ptr<1>
// CHECK: %[[SIZE:.*]] = arith.constant 65536 : i64
// CHECK: llvm.getelementptr %[[FRAME]][112]
// CHECK: scf.while
// CHECK: func.call @append_input(%[[FRAME]], %[[SIZE]], %{{.*}}, %{{.*}}, %{{.*}}, %[[VALUES]]
// CHECK: scf.while
// CHECK: call @exchange_port(
// CHECK: call @apply_writes(%[[FRAME]],
// CHECK: scf.if
// CHECK: func.call @copy_to_buffer(%[[FRAME]],
// CHECK: scf.condition
// CHECK: cf.cond_br %{{.*}}, ^[[RETURNS:.*]], ^[[ENDS:.*]]
// CHECK: ^[[RETURNS]]:
// CHECK-NEXT: return
// CHECK: ^[[ENDS]]:
// CHECK: kernel.exit

// Arguments and results have two words each, from word 8 on.
// CHECK-LABEL: func.func private @instance.print(
// CHECK: llvm.getelementptr %{{.*}}[1024]
// CHECK: llvm.store %{{.*}} : i32, !llvm.ptr<1>
// CHECK: llvm.store %{{.*}} : i32, !llvm.ptr<1>
// CHECK: llvm.getelementptr %{{.*}}[1280]
// CHECK: call @call_host(
// CHECK-LABEL: func.func private @instance.random(
// CHECK: call @call_host(
// CHECK: llvm.getelementptr %{{.*}}[1024]
// CHECK: return %{{.*}} : i64

// CHECK-LABEL: func.func private @select.
// CHECK: call @instance.random(
// CHECK-LABEL: gpu.func @run(
// CHECK: call @instance.call(
// CHECK: call @instance.print(
