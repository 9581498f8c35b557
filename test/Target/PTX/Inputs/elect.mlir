gpu.module @m {
  gpu.func @f() kernel {
    %0 = kernel.elect
    gpu.return
  }
}
