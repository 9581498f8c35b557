// Two GPU modules with one kernel name made PTX that ptxas refuses.
// RUN: not zyn-translate --zyn-to-ptx %s 2>&1 | FileCheck %s

gpu.module @first {
  gpu.func @f() kernel {
    gpu.return
  }
}
gpu.module @second {
  // CHECK: :[[@LINE+1]]:3: error: 'f' is in two GPU modules, but PTX can only define it once
  gpu.func @f() kernel {
    gpu.return
  }
}
