// An innermost loop that counts looks at the clock once in 1,024 iterations.
// RUN: zyn-opt %s --convert-instance-to-kernel | FileCheck %s

module {
  // CHECK-LABEL: func.func private @instance.below(
  // CHECK-SAME:    i32, %[[N:[a-z0-9]+]]: i32)
  // CHECK:   cf.br ^[[OUTER:bb[0-9]+]](
  // CHECK: ^[[OUTER]](%[[FIRST:.*]]: i32, %[[S:.*]]: i32):
  // CHECK:   kernel.clock
  // CHECK:   call @stop_if_requested(
  // CHECK:   %[[C1:.*]] = arith.constant 1 : i32
  // CHECK:   %[[NEXT:.*]] = arith.addi %[[FIRST]], %[[C1]] : i32
  // CHECK:   %[[LEFT:.*]] = arith.subi %[[N]], %[[NEXT]] : i32
  // CHECK:   %[[C1024:.*]] = arith.constant 1024 : i32
  // CHECK:   %[[IS_FAR:.*]] = arith.cmpi ugt, %[[LEFT]], %[[C1024]] : i32
  // CHECK:   %[[IS_BELOW:.*]] = arith.cmpi slt, %[[NEXT]], %[[N]] : i32
  // CHECK:   %[[IS_NEARER:.*]] = arith.andi %[[IS_FAR]], %[[IS_BELOW]] : i1
  // CHECK:   %[[NEARER:.*]] = arith.addi %[[NEXT]], %{{.*}} : i32
  // CHECK:   %[[LIMIT:.*]] = arith.select %[[IS_NEARER]], %[[NEARER]], %[[N]] : i32
  // CHECK:   cf.br ^[[INNER:bb[0-9]+]](%[[FIRST]], %[[S]] : i32, i32)
  // CHECK: ^[[INNER]](%[[I:.*]]: i32, %{{.*}}: i32):
  // CHECK:   %[[T:.*]] = arith.muli
  // CHECK:   %[[J:.*]] = arith.addi %[[I]],
  // CHECK:   %[[GOES_ON:.*]] = arith.cmpi slt, %[[J]], %[[N]] : i32
  // CHECK:   %[[IS_NEAR:.*]] = arith.cmpi slt, %[[J]], %[[LIMIT]] : i32
  // CHECK:   cf.cond_br %[[IS_NEAR]], ^[[INNER]](%[[J]], %[[T]] : i32, i32), ^[[END:bb[0-9]+]]
  // CHECK: ^[[END]]:
  // CHECK:   cf.cond_br %[[GOES_ON]], ^[[OUTER]](%[[J]], %[[T]] : i32, i32), ^{{.*}}
  func.func @below(%s: i32, %n: i32) -> i32 {
    %zero = arith.constant 0 : i32
    %one = arith.constant 1 : i32
    cf.br ^loop(%zero, %s : i32, i32)
  ^loop(%i: i32, %x: i32):
    %y = arith.muli %x, %x : i32
    %j = arith.addi %i, %one : i32
    %goesOn = arith.cmpi slt, %j, %n : i32
    cf.cond_br %goesOn, ^loop(%j, %y : i32, i32), ^exit
  ^exit:
    return %y : i32
  }
  instance.export "below" = @below

  // A limit that may be between the values of the counter is never near.
  // CHECK-LABEL: func.func private @instance.multiples(
  // CHECK:   call @stop_if_requested(
  // CHECK:   %[[REST:.*]] = arith.andi %{{.*}}, %{{.*}} : i32
  // CHECK:   %[[MISSES:.*]] = arith.cmpi ne, %[[REST]], %{{.*}} : i32
  // CHECK:   arith.ori %{{.*}}, %[[MISSES]] : i1
  func.func @multiples(%s: i32, %n: i32) -> i32 {
    %zero = arith.constant 0 : i32
    %step = arith.constant -4 : i32
    cf.br ^loop(%n, %s : i32, i32)
  ^loop(%i: i32, %x: i32):
    %y = arith.muli %x, %x : i32
    %j = arith.addi %i, %step : i32
    %ends = arith.cmpi eq, %j, %zero : i32
    cf.cond_br %ends, ^exit, ^loop(%j, %y : i32, i32)
  ^exit:
    return %y : i32
  }
  instance.export "multiples" = @multiples

  // Steps of 3 may miss a limit, no number is above the greatest one, and a limit that changes may not be reached.
  // CHECK-LABEL: func.func private @instance.endless(
  // CHECK-NOT:   arith.select
  // CHECK:       return
  func.func @endless(%n: i32) -> i32 {
    %one = arith.constant 1 : i32
    %two = arith.constant 2 : i32
    %three = arith.constant 3 : i32
    cf.br ^first(%one : i32)
  ^first(%i: i32):
    %i1 = arith.addi %i, %three : i32
    %c = arith.cmpi ne, %i1, %n : i32
    cf.cond_br %c, ^first(%i1 : i32), ^second(%one : i32)
  ^second(%j: i32):
    %j1 = arith.addi %j, %one : i32
    %d = arith.cmpi sle, %j1, %n : i32
    cf.cond_br %d, ^second(%j1 : i32), ^third(%one, %n : i32, i32)
  ^third(%k: i32, %m: i32):
    %k1 = arith.addi %k, %one : i32
    %m1 = arith.addi %m, %two : i32
    %e = arith.cmpi ne, %k1, %m1 : i32
    cf.cond_br %e, ^third(%k1, %m1 : i32, i32), ^exit
  ^exit:
    return %k : i32
  }
  instance.export "endless" = @endless
}
