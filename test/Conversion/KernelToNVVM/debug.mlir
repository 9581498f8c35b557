// RUN: zyn-translate --zyn-to-ptx %s | FileCheck %s

gpu.module @m {
  // Two readings of a clock are two.
  // CHECK: .entry clocks(
  // CHECK-COUNT-2: mov.u64 %{{.*}}, %clock64;
  // CHECK: nanosleep.u32
  // CHECK: mov.u64 %{{.*}}, %globaltimer;
  gpu.func @clocks(%x: memref<3xi64>, %duration: i32) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %0 = kernel.clock
    %1 = kernel.clock
    kernel.nanosleep %duration
    %2 = kernel.nanotime
    %3 = arith.subi %1, %0 : i64
    kernel.store %3, %x[%c0] : i64, memref<3xi64>
    kernel.store %2, %x[%c1] : i64, memref<3xi64>
    gpu.return
  }

  // CHECK: .entry ends(
  // CHECK: exit;
  gpu.func @ends(%isValid: i1) kernel {
    cf.cond_br %isValid, ^continue, ^end
  ^continue:
    gpu.return
  ^end:
    kernel.exit
  }

  // CHECK: .entry stops(
  // CHECK: trap;
  gpu.func @stops() kernel {
    kernel.trap
    gpu.return
  }
}
