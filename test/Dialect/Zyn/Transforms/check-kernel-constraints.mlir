// RUN: zyn-opt --zyn-check-kernel-constraints --remarks-filter=zyn-check-kernel-constraints %s -o /dev/null 2>&1 | FileCheck %s --implicit-check-not=remark:
// RUN: zyn-translate --zyn-to-ptx %s -o /dev/null

gpu.module @m {
  // CHECK: :[[#@LINE+1]]:3: remark: [Missed] KernelConstraints | Category:zyn-check-kernel-constraints | {{.*}}Reason="not obeyed: #zyn.kernel<max_registers = 64, vector_width = 4>, #zyn.constraints<critical_path = true>; a handwritten kernel is compiled as it is"
  gpu.func @ignored() kernel attributes {
      zyn.kernel = #zyn.kernel<type = custom, max_registers = 64, vector_width = 4>,
      zyn.constraints = #zyn.constraints<critical_path = true, unchecked = true>} {
    gpu.return
  }

  // These describe the kernel, or hold.
  gpu.func @described() kernel attributes {
      zyn.kernel = #zyn.kernel<type = matmul, device = cuda>,
      zyn.constraints = #zyn.constraints<unchecked = true>} {
    gpu.return
  }

  // CHECK: :[[#@LINE+1]]:3: remark: {{.*}}"not obeyed: #zyn.constraints<inline_always = true>; a handwritten kernel is compiled as it is"
  gpu.func @called() attributes {
      zyn.constraints = #zyn.constraints<inline_always = true>} {
    gpu.return
  }
}

// Functions of the host are not concerned.
func.func @host() attributes {zyn.kernel = #zyn.kernel<max_registers = 64>} {
  return
}
