#ifndef ZYN_CONVERSION_PASSES_TD
#define ZYN_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// ZynToKernel
//===----------------------------------------------------------------------===//

def ConvertZynToKernel : Pass<"convert-zyn-to-kernel", "::mlir::ModuleOp"> {
  let summary = "Generates a GPU kernel for each zyn op, and its launch";
  let description = [{
    Each zyn op on buffers becomes one kernel or several: a `gpu.func` with
    `kernel` ops, in the module `@zyn_kernels`, and a `gpu.launch_func` in the
    op's place. `memref.copy` becomes a kernel too. Tile sizes and thread counts
    come from one table, `Schedule.h`, and from the function's `#zyn.kernel`.

    ```mlir
    // before
    zyn.map outs(%y : memref<8xf32>) {
      %c = arith.constant 1.0 : f32
      zyn.yield %c : f32
    }
    // after
    gpu.launch_func @zyn_kernels::@f_map_0
        blocks in (%c1, %c1, %c1) threads in (%c256, %c1, %c1)
        args(%y : memref<8xf32>)
    ```

    Refused: zyn ops on tensors, linalg ops, and host code that reads or writes
    single elements, since they lie on the device.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::kernel::KernelDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::nvgpu::NVGPUDialect",
    "::mlir::NVVM::NVVMDialect", "::mlir::scf::SCFDialect",
    "::mlir::vector::VectorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// KernelToGPU
//===----------------------------------------------------------------------===//

def ConvertKernelToGPU : Pass<"convert-kernel-to-gpu", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lowers kernel ops to upstream's gpu, memref and vector ops";
  let description = [{
    | before | after |
    |---|---|
    | `kernel.thread_id x` | `gpu.thread_id x` |
    | `kernel.block_id x` | `gpu.block_id x` |
    | `kernel.block_size x` | `gpu.block_dim x` |
    | `kernel.grid_size x` | `gpu.grid_dim x` |
    | `kernel.barrier` | `gpu.barrier` |
    | `kernel.shared` | a workgroup attribution of the function |
    | `kernel.load`, `kernel.store` | `memref.load`, `vector.load`, ... |
  }];
  let dependentDialects = [
    "::mlir::gpu::GPUDialect", "::mlir::memref::MemRefDialect",
    "::mlir::vector::VectorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// MathToNVVM
//===----------------------------------------------------------------------===//

def ConvertMathToNVVM : Pass<"convert-math-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Expands math functions in kernels, without libdevice";
  let description = [{
    What a kernel uses of `math` and is no instruction of the GPU is expanded:
    f32 functions to polynomials or to `ex2.approx`. The PTX is the same whether
    libdevice is installed or not. f16 and bf16 are expected to have been
    extended to f32 (`--math-extend-to-supported-types`).

    | function, f32 | largest error |
    |---|---|
    | `exp` | 3 ulp |
    | `exp2` | 2 ulp, `ex2.approx` |
    | `sqrt`, division | correctly rounded |
    | `rsqrt` | 1 ulp |
    | others | that of upstream's `PolynomialApproximation` |

    Refused: functions of f64 that are no instruction, and `arith.remf`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"
  ];
}

#endif // ZYN_CONVERSION_PASSES_TD
