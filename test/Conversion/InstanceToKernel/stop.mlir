// Each iteration of a loop looks at the clock, and from time to time at the flag of the environment.
// RUN: zyn-opt %s --convert-instance-to-kernel | FileCheck %s

module {
  // CHECK-LABEL: func.func private @instance.count(%{{.*}}: !llvm.ptr<5>, %{{.*}}: !llvm.ptr<1>, %{{.*}}: i32)
  // CHECK: cf.br ^[[OUTER:bb[0-9]+]](
  // CHECK: ^[[OUTER]](
  // CHECK: %[[CLOCK:.*]] = kernel.clock
  // CHECK: %[[LOW:.*]] = arith.trunci %[[CLOCK]] : i64 to i32
  // CHECK: %[[PHASE:.*]] = arith.andi %[[LOW]], %{{.*}} : i32
  // CHECK: %[[IS_TIME:.*]] = arith.cmpi eq, %[[PHASE]], %{{.*}} : i32
  // CHECK: cf.cond_br %[[IS_TIME]], ^[[CHECK:bb[0-9]+]], ^[[REST:bb[0-9]+]]
  // CHECK: ^[[CHECK]]:
  // CHECK: call @stop_if_requested(
  // CHECK: cf.br ^[[REST]]
  // The inner loop.
  // CHECK: kernel.clock
  // CHECK-NOT: kernel.clock
  // CHECK: return
  func.func @count(%n: i32) -> i32 {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    cf.br ^outer(%zero : i32)
  ^outer(%i: i32):
    cf.br ^inner(%zero : i32)
  ^inner(%j: i32):
    %nextJ = arith.addi %j, %one : i32
    %hasInner = arith.cmpi ult, %nextJ, %i : i32
    cf.cond_br %hasInner, ^inner(%nextJ : i32), ^end
  ^end:
    %nextI = arith.addi %i, %one : i32
    %hasOuter = arith.cmpi ult, %nextI, %n : i32
    cf.cond_br %hasOuter, ^outer(%nextI : i32), ^exit
  ^exit:
    return %nextI : i32
  }
  instance.export "count" = @count

  // CHECK-LABEL: func.func private @instance.straight(
  // CHECK-NOT: kernel.clock
  // CHECK: return
  func.func @straight(%n: i32) -> i32 {
    return %n : i32
  }
  instance.export "straight" = @straight
}

// CHECK-LABEL: func.func private @stop_if_requested(
// CHECK: %[[FLAG:.*]] = llvm.load volatile
// CHECK: %[[IS_STOPPED:.*]] = arith.cmpi ne, %[[FLAG]]
// CHECK: cf.cond_br %[[IS_STOPPED]], ^[[ENDS:bb[0-9]+]], ^[[RETURNS:bb[0-9]+]]
// CHECK: ^[[RETURNS]]:
// CHECK-NEXT: return
// CHECK: ^[[ENDS]]:
// CHECK: kernel.exit
