// Polls, by which the host stops a thread, stay in loops that may run for long.
// RUN: zyn-translate --zyn-to-ptx --chip=sm_90a %s | FileCheck %s

// CHECK-NOT: clock64
gpu.module @kernels attributes {llvm.data_layout = "e-p6:32:32-i64:64-i128:128-i256:256-v16:16-v32:32-n16:32:64"} {
  llvm.func internal @stop(%p: !llvm.ptr<1>) attributes {passthrough = ["noinline", "cold", "zyn-poll"]} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    llvm.store volatile %0, %p : i32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func internal @brief(%p: !llvm.ptr<1>) attributes {passthrough = ["noinline", "zyn-brief"]} {
    %0 = llvm.mlir.constant(1 : i32) : i32
    llvm.store volatile %0, %p : i32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func internal @long(%p: !llvm.ptr<1>) attributes {passthrough = ["noinline"]} {
    %0 = llvm.mlir.constant(2 : i32) : i32
    llvm.store volatile %0, %p : i32, !llvm.ptr<1>
    llvm.return
  }

  // A loop that ends when %n is reached, or an access is out of bounds after 10,000 iterations.
  // CHECK-LABEL: .entry bounded
  // CHECK-NOT:   clock64
  // CHECK:       call.uni brief,
  // CHECK-NOT:   clock64
  llvm.func @bounded(%p: !llvm.ptr<1>, %n: i32) attributes {gpu.kernel, nvvm.kernel} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(1 : i32) : i32
    %end = llvm.mlir.constant(10000 : i32) : i32
    %mask = llvm.mlir.constant(261120 : i64) : i64
    %zero = llvm.mlir.constant(0 : i64) : i64
    llvm.br ^loop(%0 : i32)
  ^loop(%i: i32):
    %clock = nvvm.read.ptx.sreg.clock64 : i64
    %phase = llvm.and %clock, %mask : i64
    %isTime = llvm.icmp "eq" %phase, %zero : i64
    llvm.cond_br %isTime, ^poll, ^rest
  ^poll:
    llvm.call @stop(%p) : (!llvm.ptr<1>) -> ()
    llvm.br ^rest
  ^rest:
    %isOut = llvm.icmp "eq" %i, %end : i32
    llvm.cond_br %isOut, ^exit, ^access
  ^access:
    llvm.call @brief(%p) : (!llvm.ptr<1>) -> ()
    %next = llvm.add %i, %1 : i32
    %goesOn = llvm.icmp "ne" %next, %n : i32
    llvm.cond_br %goesOn, ^loop(%next : i32), ^exit
  ^exit:
    llvm.return
  }

  // The same with another callee, which may take any time.
  // CHECK-LABEL: .entry calling
  // CHECK:       clock64
  // CHECK:       call.uni long,
  llvm.func @calling(%p: !llvm.ptr<1>, %n: i32) attributes {gpu.kernel, nvvm.kernel} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(1 : i32) : i32
    %end = llvm.mlir.constant(10000 : i32) : i32
    %mask = llvm.mlir.constant(261120 : i64) : i64
    %zero = llvm.mlir.constant(0 : i64) : i64
    llvm.br ^loop(%0 : i32)
  ^loop(%i: i32):
    %clock = nvvm.read.ptx.sreg.clock64 : i64
    %phase = llvm.and %clock, %mask : i64
    %isTime = llvm.icmp "eq" %phase, %zero : i64
    llvm.cond_br %isTime, ^poll, ^rest
  ^poll:
    llvm.call @stop(%p) : (!llvm.ptr<1>) -> ()
    llvm.br ^rest
  ^rest:
    %isOut = llvm.icmp "eq" %i, %end : i32
    llvm.cond_br %isOut, ^exit, ^access
  ^access:
    llvm.call @long(%p) : (!llvm.ptr<1>) -> ()
    %next = llvm.add %i, %1 : i32
    %goesOn = llvm.icmp "ne" %next, %n : i32
    llvm.cond_br %goesOn, ^loop(%next : i32), ^exit
  ^exit:
    llvm.return
  }

  // Without another end, one poll in each iteration suffices.
  // CHECK-LABEL: .entry endless
  // CHECK:       clock64
  // CHECK-NOT:   clock64
  // CHECK:       ret;
  llvm.func @endless(%p: !llvm.ptr<1>, %n: i32) attributes {gpu.kernel, nvvm.kernel} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %3 = llvm.mlir.constant(3 : i32) : i32
    %mask = llvm.mlir.constant(261120 : i64) : i64
    %zero = llvm.mlir.constant(0 : i64) : i64
    llvm.br ^loop(%0 : i32)
  ^loop(%i: i32):
    %clock = nvvm.read.ptx.sreg.clock64 : i64
    %phase = llvm.and %clock, %mask : i64
    %isTime = llvm.icmp "eq" %phase, %zero : i64
    llvm.cond_br %isTime, ^poll, ^rest
  ^poll:
    llvm.call @stop(%p) : (!llvm.ptr<1>) -> ()
    llvm.br ^rest
  ^rest:
    llvm.call @brief(%p) : (!llvm.ptr<1>) -> ()
    %clock2 = nvvm.read.ptx.sreg.clock64 : i64
    %phase2 = llvm.and %clock2, %mask : i64
    %isTime2 = llvm.icmp "eq" %phase2, %zero : i64
    llvm.cond_br %isTime2, ^poll2, ^rest2
  ^poll2:
    llvm.call @stop(%p) : (!llvm.ptr<1>) -> ()
    llvm.br ^rest2
  ^rest2:
    %next = llvm.add %i, %3 : i32
    %goesOn = llvm.icmp "ne" %next, %n : i32
    llvm.cond_br %goesOn, ^loop(%next : i32), ^exit
  ^exit:
    llvm.return
  }

  // The inner loop ends soon, but nothing polls in the outer one.
  // CHECK-LABEL: .entry nested
  // CHECK:       clock64
  // CHECK:       ret;
  llvm.func @nested(%p: !llvm.ptr<1>, %n: i32) attributes {gpu.kernel, nvvm.kernel} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(1 : i32) : i32
    %3 = llvm.mlir.constant(3 : i32) : i32
    %end = llvm.mlir.constant(1000 : i32) : i32
    %mask = llvm.mlir.constant(261120 : i64) : i64
    %zero = llvm.mlir.constant(0 : i64) : i64
    llvm.br ^outer(%1 : i32)
  ^outer(%x: i32):
    llvm.br ^loop(%0 : i32)
  ^loop(%i: i32):
    %clock = nvvm.read.ptx.sreg.clock64 : i64
    %phase = llvm.and %clock, %mask : i64
    %isTime = llvm.icmp "eq" %phase, %zero : i64
    llvm.cond_br %isTime, ^poll, ^rest
  ^poll:
    llvm.call @stop(%p) : (!llvm.ptr<1>) -> ()
    llvm.br ^rest
  ^rest:
    llvm.call @brief(%p) : (!llvm.ptr<1>) -> ()
    %next = llvm.add %i, %1 : i32
    %goesOn = llvm.icmp "ult" %next, %end : i32
    llvm.cond_br %goesOn, ^loop(%next : i32), ^latch
  ^latch:
    %y = llvm.mul %x, %3 : i32
    %isAgain = llvm.icmp "ne" %y, %n : i32
    llvm.cond_br %isAgain, ^outer(%y : i32), ^exit
  ^exit:
    llvm.return
  }

  // A recursive function is not stopped otherwise.
  // CHECK-LABEL: .func {{.*}}recursive
  // CHECK:       clock64
  llvm.func internal @recursive(%p: !llvm.ptr<1>, %n: i32) attributes {passthrough = ["noinline"]} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    %1 = llvm.mlir.constant(1 : i32) : i32
    %end = llvm.mlir.constant(4 : i32) : i32
    %mask = llvm.mlir.constant(261120 : i64) : i64
    %zero = llvm.mlir.constant(0 : i64) : i64
    %ends = llvm.icmp "eq" %n, %0 : i32
    llvm.cond_br %ends, ^exit, ^loop(%0 : i32)
  ^loop(%i: i32):
    %clock = nvvm.read.ptx.sreg.clock64 : i64
    %phase = llvm.and %clock, %mask : i64
    %isTime = llvm.icmp "eq" %phase, %zero : i64
    llvm.cond_br %isTime, ^poll, ^rest
  ^poll:
    llvm.call @stop(%p) : (!llvm.ptr<1>) -> ()
    llvm.br ^rest
  ^rest:
    %less = llvm.sub %n, %1 : i32
    llvm.call @recursive(%p, %less) : (!llvm.ptr<1>, i32) -> ()
    %next = llvm.add %i, %1 : i32
    %goesOn = llvm.icmp "ult" %next, %end : i32
    llvm.cond_br %goesOn, ^loop(%next : i32), ^exit
  ^exit:
    llvm.return
  }
  llvm.func @recurse(%p: !llvm.ptr<1>, %n: i32) attributes {gpu.kernel, nvvm.kernel} {
    llvm.call @recursive(%p, %n) : (!llvm.ptr<1>, i32) -> ()
    llvm.return
  }
}
