// What the functions that a kernel calls need counts for its threads, so their registers are limited if the kernel says how
// large its blocks are: the limit would apply to other kernels as well.
// RUN: split-file %s %t
// RUN: zyn-translate --zyn-to-ptx --chip=sm_90a %t/rare.mlir -o %t/rare.ptx
// RUN: FileCheck %s --input-file %t/rare.ptx --check-prefix RARE
// RUN: %if ptxas %{ ptxas -arch=sm_90a %t/rare.ptx -o /dev/null %}
// RUN: zyn-translate --zyn-to-ptx --chip=sm_90a %t/frequent.mlir | FileCheck %s --check-prefix FREQUENT
// RUN: sed 's/i32: 128,/i32: 1024,/' %t/frequent.mlir | zyn-translate --zyn-to-ptx --chip=sm_90a \
// RUN:   | FileCheck %s --check-prefix LARGE
// RUN: zyn-translate --zyn-to-ptx --chip=sm_90a %t/unknown.mlir | FileCheck %s --check-prefix UNKNOWN
// RUN: zyn-translate --zyn-to-ptx --chip=sm_90a %t/alone.mlir | FileCheck %s --check-prefix UNKNOWN

// RARE: .visible .global .align 4 .u32 __zyn_function_registers = 32;
// RARE-LABEL: .entry kernel
// RARE: .maxntid 128
// FREQUENT: .visible .global .align 4 .u32 __zyn_function_registers = 128;
// No more than what the kernel can have.
// LARGE: .visible .global .align 4 .u32 __zyn_function_registers = 64;
// UNKNOWN: .entry kernel
// UNKNOWN-NOT: __zyn_function_registers

//--- rare.mlir
gpu.module @kernels {
  llvm.func internal @cold(%p: !llvm.ptr<1>) attributes {passthrough = ["noinline", "cold"]} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    llvm.store volatile %0, %p : i32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func internal @few(%p: !llvm.ptr<1>) attributes {passthrough = ["noinline", "zyn-few-registers"]} {
    %0 = llvm.mlir.constant(1 : i32) : i32
    llvm.store volatile %0, %p : i32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func @kernel(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} {
    llvm.call @cold(%p) : (!llvm.ptr<1>) -> ()
    llvm.call @few(%p) : (!llvm.ptr<1>) -> ()
    llvm.return
  }
}

//--- frequent.mlir
gpu.module @kernels {
  llvm.func internal @cold(%p: !llvm.ptr<1>) attributes {passthrough = ["noinline", "cold"]} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    llvm.store volatile %0, %p : i32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func internal @frequent(%p: !llvm.ptr<1>) attributes {passthrough = ["noinline"]} {
    %0 = llvm.mlir.constant(1 : i32) : i32
    llvm.store volatile %0, %p : i32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func @kernel(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} {
    llvm.call @cold(%p) : (!llvm.ptr<1>) -> ()
    llvm.call @frequent(%p) : (!llvm.ptr<1>) -> ()
    llvm.return
  }
}

//--- unknown.mlir
gpu.module @kernels {
  llvm.func internal @cold(%p: !llvm.ptr<1>) attributes {passthrough = ["noinline", "cold"]} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    llvm.store volatile %0, %p : i32, !llvm.ptr<1>
    llvm.return
  }
  llvm.func @kernel(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel} {
    llvm.call @cold(%p) : (!llvm.ptr<1>) -> ()
    llvm.return
  }
}

//--- alone.mlir
gpu.module @kernels {
  llvm.func @kernel(%p: !llvm.ptr<1>) attributes {gpu.kernel, nvvm.kernel, nvvm.maxntid = array<i32: 128, 1, 1>} {
    %0 = llvm.mlir.constant(0 : i32) : i32
    llvm.store volatile %0, %p : i32, !llvm.ptr<1>
    llvm.return
  }
}
