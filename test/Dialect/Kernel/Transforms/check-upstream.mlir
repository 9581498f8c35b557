// The PTX version is raised to what upstream's ops need, and LLVM selects them.
// RUN: split-file %s %t
// RUN: zyn-translate --zyn-to-ptx --chip=sm_75 %t/turing.mlir | FileCheck %s --check-prefix=TURING
// RUN: zyn-translate --zyn-to-ptx --chip=sm_90 %t/hopper.mlir | FileCheck %s --check-prefix=HOPPER
// RUN: zyn-translate --zyn-to-ptx --chip=sm_100a %t/blackwell.mlir | FileCheck %s --check-prefix=BLACKWELL
// RUN: zyn-translate --zyn-to-ptx --chip=sm_120a %t/blackwell.mlir | FileCheck %s --check-prefix=BLACKWELL

//--- turing.mlir
// TURING: .version 6.5
// TURING: ldmatrix.sync.aligned.m8n8.x1.shared.b16
gpu.module @m {
  gpu.func @f(%x: !llvm.ptr<3>) kernel {
    %0 = nvvm.ldmatrix %x {num = 1 : i32, layout = #nvvm.mma_layout<row>, shape = #nvvm.ld_st_matrix_shape<m = 8, n = 8>, eltType = #nvvm.ld_st_matrix_elt_type<b16>} : (!llvm.ptr<3>) -> i32
    gpu.return
  }
}
//--- hopper.mlir
// HOPPER: .version 8.6
// HOPPER: elect.sync
// HOPPER: mbarrier.arrive.relaxed
gpu.module @m {
  gpu.func @f(%x: !llvm.ptr<3>) kernel {
    %0 = nvvm.elect.sync -> i1
    %1 = nvvm.mbarrier.arrive %x {relaxed = true} : !llvm.ptr<3> -> i64
    gpu.return
  }
}
//--- blackwell.mlir
// BLACKWELL: setmaxnreg.inc.sync.aligned.u32 64
gpu.module @m {
  gpu.func @f() kernel {
    nvvm.setmaxregister increase 64
    gpu.return
  }
}
