//===- Passes.td - Conversions between dialects ---------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_CONVERSION_PASSES_TD
#define ZYN_CONVERSION_PASSES_TD

include "mlir/Pass/PassBase.td"

//===----------------------------------------------------------------------===//
// ZynToLinalg
//===----------------------------------------------------------------------===//

def ConvertZynToLinalg : Pass<"convert-zyn-to-linalg"> {
  let summary = "Lowers zyn ops on buffers to linalg";
  let description = [{
    `zyn.map` becomes `linalg.generic`, `zyn.reduce` becomes `linalg.reduce`,
    `zyn.matmul` becomes a `linalg.generic` contraction that adds to a buffer
    of the accumulator's type. That buffer is the destination where types
    allow; it is a temporary one if there is an epilogue or the destination
    has another type, and then a second `linalg.generic` computes the epilogue.

    ```mlir
    // before
    zyn.matmul ins(%a, %b : memref<4x8xf16>, memref<8x2xf16>)
               outs(%c : memref<4x2xf16>)
    // after
    %sum = memref.alloc() : memref<4x2xf32>
    linalg.fill ins(%zero : f32) outs(%sum : memref<4x2xf32>)
    linalg.generic {...} ins(%a, %b : ...) outs(%sum : ...) { extf, mulf, addf }
    linalg.generic {...} ins(%sum : ...) outs(%c : ...) { truncf }
    memref.dealloc %sum : memref<4x2xf32>
    ```

    Zyn ops on tensors are refused: `--zyn-bufferize` comes first. So are ops
    with `ComputeOpInterface` that have no lowering to linalg.
  }];
  let dependentDialects = ["arith::ArithDialect", "linalg::LinalgDialect",
                           "memref::MemRefDialect"];
}

//===----------------------------------------------------------------------===//
// LinalgToHostLoops
//===----------------------------------------------------------------------===//

def ConvertLinalgToHostLoops : Pass<"convert-linalg-to-host-loops"> {
  let summary = "Lowers linalg on buffers to threaded, vectorised loops";
  let description = [{
    - A contraction with one M, N and K dimension (and any batch dimensions)
      becomes tiles, each a task of an `scf.parallel`. A task packs blocks of A
      and B into buffers of its own, in the type of the sums, and keeps sums in
      vector registers. A fill with zero just before, and an elementwise op just
      after that alone reads a temporary destination, become part of the tile.
    - A `linalg.reduce` whose innermost dimension is reduced keeps partial
      results in vectors: elements are combined in another order, as the op
      allows. A reduction of a whole buffer also has partial results by task.
    - Any other op becomes loops with vectors along the last dimension of its
      destination, and the elements that are left one by one.

    Tasks handle about 16384 elements. Ops in a parallel loop get no tasks of
    their own. `memref.copy` is treated as an elementwise op.

    ```mlir
    // before
    linalg.map { math.absf } ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
    // after
    scf.parallel (%start) = (%c0) to (%n) step (%c16384) {
      scf.for %i = %start to %middle step %c16 {
        %0 = vector.load %x[%i] : memref<?xf32>, vector<16xf32>
        %1 = math.absf %0 : vector<16xf32>
        vector.store %1, %y[%i] : memref<?xf32>, vector<16xf32>
      }
      scf.for %i = %middle to %end step %c1 {...}
    }
    ```

    Ops on tensors are left alone.
  }];
  let options = [
    Option<"vectorBytes", "vector-bytes", "int64_t", "0",
           "size of a vector register in bytes: 16, 32, 64, or 0 for that of "
           "the machine that this runs on">
  ];
  let dependentDialects = ["affine::AffineDialect", "arith::ArithDialect",
                           "linalg::LinalgDialect", "memref::MemRefDialect",
                           "scf::SCFDialect", "vector::VectorDialect"];
}

//===----------------------------------------------------------------------===//
// MathToPolynomials
//===----------------------------------------------------------------------===//

def ConvertMathToPolynomials : Pass<"convert-math-to-polynomials"> {
  let summary = "Computes functions of f32 in vectors, without calls of libm";
  let description = [{
    `math.exp`, `expm1`, `log`, `log2`, `log1p`, `tanh` and `erf` of f32, f16
    and bf16 become upstream's polynomials and rational functions, for scalars
    as for vectors, so that an element's value does not depend on its place.
    f16 and bf16 are computed in f32. `expm1` and `log1p` of f64 become calls of
    libm here, other functions of f64 and all others stay and become such calls
    later. The largest errors seen against f64, over all magnitudes of arguments
    and at infinities, are 2.5 ulp for `exp` and `expm1`, 0.8 for `log`, 1.7 for
    `log2`, 2.1 for `log1p`, 3.9 for `tanh` and 3.5 for `erf`. Two exceptions:
    logarithms take subnormal numbers for the smallest normal one, and `exp`
    returns 0 where the result would be subnormal.

    ```mlir
    // before
    %1 = math.exp %0 : vector<16xf32>
    // after
    %1 = math.fma %x, %c5, %c4 : vector<16xf32>
    ...
    ```
  }];
  let dependentDialects = ["arith::ArithDialect", "func::FuncDialect",
                           "math::MathDialect", "vector::VectorDialect"];
}

//===----------------------------------------------------------------------===//
// SCFToRuntime
//===----------------------------------------------------------------------===//

def ConvertSCFParallelToRuntime
    : Pass<"convert-scf-parallel-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Runs scf.parallel on the runtime's threads";
  let description = [{
    The body of each outermost `scf.parallel` becomes a private function of
    the captured values and an iteration's number, and the loop a call of
    `zynrtParallelFor`. Captured values travel in a struct on the caller's
    stack; constants are copied into the body instead. Loops inside the body
    stay what they are.

    ```mlir
    // before
    scf.parallel (%i) = (%c0) to (%n) step (%c1) {
      memref.store %f, %x[%i] : memref<?xf32>
      scf.reduce
    }
    // after
    llvm.store %captured, %captures : !llvm.struct<(f32, struct<...>)>, !llvm.ptr
    llvm.call @zynrtParallelFor(%count, %body, %captures) : (i64, !llvm.ptr, !llvm.ptr) -> ()

    func.func private @f_parallel(%captures: !llvm.ptr, %iteration: i64) {...}
    ```

    Loops that reduce are left alone, and so run on one thread. `scf.forall` is
    refused: `--scf-forall-to-parallel` comes first. A captured value of a type
    that has no LLVM type is an error, and so is a loop outside a function.
  }];
  let dependentDialects = ["arith::ArithDialect", "func::FuncDialect",
                           "LLVM::LLVMDialect"];
}

//===----------------------------------------------------------------------===//
// MemRefToRuntime
//===----------------------------------------------------------------------===//

def ConvertMemRefToRuntime
    : Pass<"convert-memref-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Takes buffers from the runtime's memory";
  let description = [{
    `memref.alloc` becomes a call of `zynrtAlloc`, `memref.dealloc` of
    `zynrtFree`. What both leave behind are buffer descriptors of the LLVM
    dialect behind casts, which `--finalize-memref-to-llvm` removes.

    ```mlir
    // before
    %x = memref.alloc() : memref<4xf32>
    // after
    %0 = llvm.call @zynrtAlloc(%bytes) : (i64) -> !llvm.ptr
    ```

    An allocation with a layout, in a memory space, or aligned to more than the
    256 bytes of `zynrtAlloc` is refused.
  }];
  let dependentDialects = ["LLVM::LLVMDialect"];
}

//===----------------------------------------------------------------------===//
// BF16ToInteger
//===----------------------------------------------------------------------===//

def ConvertBF16ToInteger
    : Pass<"convert-bf16-to-integer", "::mlir::ModuleOp"> {
  let summary = "Keeps bf16 as integers in code for the host";
  let description = [{
    In functions and globals of the `llvm` dialect, `bf16` becomes `i16`.
    Arithmetic is done in f32 and rounded to nearest even, subnormal numbers
    included; what moves a value keeps all of its bits. LLVM would keep a bf16
    in a register as an f32, and use an instruction that flushes subnormals
    where the processor has one.

    ```mlir
    // before
    %r = llvm.fadd %a, %b : bf16
    llvm.store %r, %p : bf16, !llvm.ptr
    // after, with %x and %y of the bits of %a and %b, shifted by 16
    %s = llvm.fadd %x, %y : f32
    ... // %r : i16, from the bits of %s
    llvm.store %r, %p : i16, !llvm.ptr
    ```

    Code of the GPU, in a `gpu.module`, stays as it is.
  }];
  let dependentDialects = ["LLVM::LLVMDialect"];
}

//===----------------------------------------------------------------------===//
// ControlFlowToRuntime
//===----------------------------------------------------------------------===//

def ConvertAssertToRuntime
    : Pass<"convert-assert-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Ends the invocation when a cf.assert fails";
  let description = [{
    A `cf.assert` becomes a branch to a block that calls `zynrtFail` with the
    message, which does not return.

    ```mlir
    // before
    cf.assert %ok, "sizes differ"
    // after
      cf.cond_br %ok, ^next, ^failed
    ^failed:
      llvm.call @zynrtFail(%message) : (!llvm.ptr) -> ()
      llvm.unreachable
    ^next:
    ```

    An assertion inside a structured op, which has no place for a branch, is an
    error: `--convert-scf-to-cf` comes first.
  }];
  let dependentDialects = ["cf::ControlFlowDialect", "LLVM::LLVMDialect"];
}

//===----------------------------------------------------------------------===//
// ZynToKernel
//===----------------------------------------------------------------------===//

def ConvertZynToKernel : Pass<"convert-zyn-to-kernel", "::mlir::ModuleOp"> {
  let summary = "Generates a GPU kernel for each zyn op, and its launch";
  let description = [{
    Each zyn op on buffers becomes one kernel or several: a `gpu.func` with
    `kernel` ops, in the module `@zyn_kernels`, and a `gpu.launch_func` in the
    op's place. `memref.copy` becomes a kernel too, and constants of the program
    are copied to the device. Tile sizes and thread counts come from one table,
    `Schedule.h`, and from the function's `#zyn.kernel`. What a body uses from
    outside becomes an argument of the kernel; constants are made again in it.

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
    single elements, since they are on the device. An op with
    `ComputeOpInterface` that no pattern lowers to a kernel is an error too.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::kernel::KernelDialect", "::mlir::math::MathDialect",
    "::mlir::memref::MemRefDialect", "::mlir::NVVM::NVVMDialect",
    "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect",
    "::mlir::zyn::ZynDialect"
  ];
}

//===----------------------------------------------------------------------===//
// GPUToKernel
//===----------------------------------------------------------------------===//

def ConvertGPUToKernel : Pass<"convert-gpu-to-kernel", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Raises upstream's gpu ops in kernels to the kernel dialect";
  let description = [{
    For the emulator, which knows the kernel dialect alone: so it checks kernels
    of upstream's dialect as any others.

    | before | after |
    |---|---|
    | `gpu.thread_id`, `gpu.block_id`, `gpu.block_dim`, ... | `kernel.thread_id`, `kernel.block_id`, `kernel.block_size`, ... |
    | `gpu.barrier` | `kernel.barrier` |
    | `gpu.all_reduce`, `gpu.subgroup_reduce` | shuffles and shared memory, by upstream's patterns |
    | `gpu.shuffle` | `kernel.shuffle`; of fewer than 32 lanes with their mask |
    | `gpu.subgroup_mma_load_matrix`, `..._compute`, `..._elementwise`, ... | `kernel.mma.load`, `kernel.mma.compute`, ... on fragments |
    | `memref.atomic_rmw` | `kernel.atomic` |
    | `gpu.printf` | a call of `printf` |

    ```mlir
    // before
    %i = gpu.thread_id x
    %sum, %valid = gpu.shuffle xor %v, %offset, %c32 : f32
    // after
    %i = kernel.thread_id x
    %sum, %valid = kernel.shuffle xor %v, %offset : f32
    ```

    Refused: gpu ops that have no counterpart; matrices of integers, and those
    whose `leadDimension` is not what the buffer's type says.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::kernel::KernelDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
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
    | `kernel.cluster_id x`, `kernel.cluster_grid_size x` | `gpu.cluster_id x`, `gpu.cluster_dim x` |
    | `kernel.block_id_in_cluster x`, `kernel.cluster_size x` | `gpu.cluster_block_id x`, `gpu.cluster_dim_blocks x` |
    | `kernel.lane_id` | `gpu.lane_id` |
    | `kernel.warp_id`, `kernel.num_warps`, `kernel.global_id` | arithmetic on the above |
    | `kernel.barrier` without `id` and `count` | `gpu.barrier` |
    | `kernel.shared` | a workgroup attribution of the function |
    | `kernel.local` | `memref.alloca` |
    | `kernel.load`, `kernel.store` without a hint | `memref.load`, `vector.load`, ... |
    | `kernel.mma.load`, `kernel.mma.store` | accesses of each thread to its elements |

    ```mlir
    // before
    gpu.func @f(%x: memref<64xf32>) kernel {
      %tile = kernel.shared : memref<32x33xf32, #gpu.address_space<workgroup>>
      %i = kernel.thread_id x
      %0 = kernel.load %x[%i] : memref<64xf32>, vector<4xf32>
    // after
    gpu.func @f(%x: memref<64xf32>)
        workgroup(%tile : memref<32x33xf32, #gpu.address_space<workgroup>> {llvm.align = 16 : i64}) kernel {
      %i = gpu.thread_id x
      %0 = vector.load %x[%i] {alignment = 16 : i64} : memref<64xf32>, vector<4xf32>
    ```

    Attributes of kernels, such as `kernel.max_threads`, become those of nvvm.
    The dialect's other ops stay, for `--convert-device-to-nvvm`.
    Nothing is refused: what the verifiers of the ops accept can be lowered.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::gpu::GPUDialect",
    "::mlir::memref::MemRefDialect", "::mlir::NVVM::NVVMDialect",
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

    | function | largest error measured on an H200, 200,003 random arguments |
    |---|---|
    | f32 `sqrt` | 0.5 ulp |
    | f32 and f64 `rsqrt` | 1.5 ulp |
    | f32 `exp` | 3.1 ulp |
    | f32 `exp2` | 2.1 ulp, `ex2.approx` |
    | f64 `exp` | 0.9 ulp |
    | f64 `log`, `log2` | 2.0 and 3.0 ulp |
    | f64 `log1p` | not measured |
    | f64 `expm1`, `tanh` | 3.3 and 3.1 ulp |
    | f64 `erf` | 0.6 ulp of 1 |
    | `sin`, `cos`, for arguments up to 1e5 | 0.7 ulp of 1 |
    | other functions of f32 | that of upstream's `PolynomialApproximation` |

    `sin` and `cos` lose digits for larger arguments, until the result means
    nothing, and `sin(-0)` is `+0`.

    The pipelines run upstream's `--math-expand-ops` first, for `acosh`, `cosh`,
    `fpowi`, `powf`, `round` and `tan`. Measured in f32: `powf` 11 ulp (base 1.1
    to 20.1, exponent 1.7), `tan` 3.0 ulp (up to 1.4), `cosh` 2.1 ulp (up to 5),
    `acosh` 4.1 ulp (1.01 to 20).

    Refused: other functions of f64; `sinh`, `asinh` and `atanh`, whose
    expansions cancel near 0; and `arith.remf`.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::vector::VectorDialect"
  ];
}

//===----------------------------------------------------------------------===//
// DeviceToNVVM
//===----------------------------------------------------------------------===//

def ConvertDeviceToNVVM : Pass<"convert-device-to-nvvm", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lowers everything in a gpu.module to the nvvm and llvm dialects";
  let description = [{
    Upstream's patterns for gpu, nvgpu, arith, math, memref, vector and cf, in
    one conversion. What differs from `--convert-gpu-to-nvvm`: math functions
    become LLVM intrinsics that the backend selects instructions for, never
    calls of libdevice. `--convert-math-to-nvvm` has to have run.

    ```mlir
    // before
    %0 = gpu.thread_id x
    %1 = math.sqrt %x : f32
    // after
    %0 = nvvm.read.ptx.sreg.tid.x : i32
    %1 = llvm.intr.sqrt(%x) : (f32) -> f32
    ```
  }];
  let dependentDialects = [
    "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect",
    "::mlir::NVVM::NVVMDialect"
  ];
}

//===----------------------------------------------------------------------===//
// KernelToRuntime
//===----------------------------------------------------------------------===//

def ConvertKernelToRuntime
    : Pass<"convert-kernel-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Lowers tensor maps in host code to calls of the runtime";
  let description = [{
    `kernel.tensor_map.encode` becomes a call of `zynrtEncodeTensorMap`, and the
    map its 128 bytes, behind a cast that the lowering of the launch removes.

    ```mlir
    // before
    %map = kernel.tensor_map.encode %x
      : memref<?x64xbf16> to !kernel.tensor_map<64x64xbf16, swizzle = 128>
    // after
    llvm.call @zynrtEncodeTensorMap(%place, %description) : (!llvm.ptr, !llvm.ptr) -> ()
    %map = llvm.load %place : !llvm.ptr -> !llvm.array<16 x i64>
    ```

    A map that anything else than a launch uses remains, and is an error later:
    maps are made in the function that launches.
  }];
  let dependentDialects = ["LLVM::LLVMDialect"];
}

//===----------------------------------------------------------------------===//
// GPUToRuntime
//===----------------------------------------------------------------------===//

def ConvertGPUToRuntime : Pass<"convert-gpu-to-runtime", "::mlir::ModuleOp"> {
  let summary = "Lowers kernel launches in host code to calls of the runtime";
  let description = [{
    `gpu.launch_func` becomes a call of `zynrtLaunch` with an image, the PTX text
    of the kernel's `gpu.binary`, with the kernel's name, the sizes of grid and
    block, pointers to the arguments, and the source location; the binaries
    become constants. `gpu.alloc`, `gpu.memcpy`, `gpu.host_register` and
    `gpu.wait` become calls of the runtime, too. All work is on one stream, so
    tokens vanish.

    ```mlir
    // before
    gpu.launch_func @zyn_kernels::@f_map_0 blocks in (%a, %c1, %c1)
        threads in (%c256, %c1, %c1) args(%y : memref<8xf32>)
    // after
    llvm.call @zynrtLaunch(%image, %name, %a, ...)
    ```

    Refused: a launch whose module is not yet a `gpu.binary` with PTX.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

//===----------------------------------------------------------------------===//
// KernelToEmulator
//===----------------------------------------------------------------------===//

def CountEmulatedSteps
    : Pass<"count-emulated-steps", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Counts the ops that each thread of a kernel executes";
  let description = [{
    Puts a call at the start of each basic block, with the number of its ops:
    constants and jumps are none. One op executed by one thread is a step.
    Blocks that threads may come to again and again get the call of another
    function, since the emulator can stop a thread there.

    ```mlir
    // before
    ^bb1(%i: index):
      %v = kernel.load %x[%i] : memref<?xf32>, f32
      ...
    // after
    ^bb1(%i: index):
      %c4 = arith.constant 4 : i64
      call @zynemu_steps_in_loop(%c4) : (i64) -> ()
      %v = kernel.load %x[%i] : memref<?xf32>, f32
      ...
    ```

    `--convert-kernel-to-emulator` lowers the calls. Loops have to be of `cf`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

def ConvertKernelToEmulator
    : Pass<"convert-kernel-to-emulator", "::mlir::gpu::GPUModuleOp"> {
  let summary = "Lowers kernels to functions of the host, for the emulator";
  let description = [{
    Each function gets the thread that executes it as its first argument, and
    `kernel` ops become calls of the functions in `EmulatorABI.h`, with the
    thread and the op's place in the source, or reads of the thread. The rest
    becomes what it is on the host. Each kernel gets a record, a
    `zynemu_kernel`, that says what the emulator has to know of it.

    ```mlir
    // before
    gpu.func @f(%x: memref<64xf32>) kernel {
      %i = kernel.thread_id x
      kernel.barrier
    // after
    llvm.func @f(%thread: !llvm.ptr, ...) {
      %0 = llvm.getelementptr %thread[3] : (!llvm.ptr) -> !llvm.ptr, i64
      %i = llvm.load %0 : !llvm.ptr -> i64
      llvm.call @zynemuBarrier(%thread, %site, %id, %count)
    ```

    With `check`, indices are compared with sizes, and each access is a call of
    `zynemuAccess` before it. Refused: ops of nvgpu and nvvm.
  }];
  let options = [Option<"check", "check", "bool", /*default=*/"true",
                        "check each access to memory">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect",
                           "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect",
                           "::mlir::kernel::KernelDialect",
                           "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
}

def ConvertLaunchToEmulator
    : Pass<"convert-launch-to-emulator", "::mlir::ModuleOp"> {
  let summary = "Lowers launches of emulated kernels to calls of the runtime";
  let description = [{
    `gpu.launch_func` becomes a call of `zynrtLaunch` with an image, a table of
    the records of all kernels that are launched, which are declared until
    `--embed-emulated-kernels` defines them. Other gpu ops in host code are
    lowered as by `--convert-gpu-to-runtime`.

    ```mlir
    // before
    gpu.launch_func @kernels::@f blocks in (%a, %c1, %c1)
        threads in (%c256, %c1, %c1) args(%y : memref<8xf32>)
    // after
    %image = llvm.mlir.addressof @"zynrt:image:kernels" : !llvm.ptr
    llvm.call @zynrtLaunch(%image, %name, %a, ...)
    ```
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def EmbedEmulatedKernels
    : Pass<"embed-emulated-kernels", "::mlir::ModuleOp"> {
  let summary = "Moves kernels for the emulator into the host's module";
  let description = [{
    What a `gpu.module` holds goes into the module around it, with the name of
    the `gpu.module` before its own, and the `gpu.module` is erased. All of it
    has to be in the LLVM dialect.

    ```mlir
    // before
    gpu.module @kernels {
      llvm.func @f(%thread: !llvm.ptr) {...}
    }
    // after
    llvm.func @kernels_f(%thread: !llvm.ptr) {...}
    ```
  }];
}

//===----------------------------------------------------------------------===//
// VMToFunc
//===----------------------------------------------------------------------===//

def ConvertVMToFunc : Pass<"convert-vm-to-func", "::mlir::ModuleOp"> {
  let summary = "Makes a function of each vm program that runs a phase of it";
  let description = [{
    The function takes the memory of the phase and its parameters, `struct
    MachineMemory` in `VMToFunc.h` names them, and the number of instances. It
    runs one round: each instance until it ends, is blocked, or yields.
    [The machine](../../vm-machine.md) says what instructions mean.

    | engine | an instance is run by |
    |---|---|
    | `aot` | a function with the code of all routines; registers are variables of it, and a switch on the program counter is where an instance goes on that has yielded or was blocked |
    | `interpreter` | a loop that reads instructions of the executable |
    | `epochs` | the same, an instruction at a time: those of a block, or on the host of a task, are sorted by the class of their next instruction, and each class is executed together |

    The two that interpret have code for the opcodes that the program has, all
    those of linear instructions if there is one, and no others.

    ```mlir
    // before
    vm.program @p : i32 {
      vm.routine @main(%s: !vm.state<i32>) {
        %0 = vm.linear %s {r1 = r0 + 1} : i32
        vm.halt %0 : i32
      }
      vm.phase @all {
        vm.launch @main
      }
    }
    // after
    func.func private @p_resume(%state: memref<32x?xi32>, ...)
    func.func @p(%state: memref<32x?xi32>, ..., %count: index) {
      scf.parallel (%position) = (%c0) to (%count) step (%c1) {
        func.call @p_resume(%state, ..., %position)
      }
      return
    }
    ```

    With `device`, the function launches a kernel with a thread for each
    instance.

    Refused: buffers without a place, which `--vm-allocate-buffers` gives them.
  }];
  let options = [
    Option<"device", "device", "bool", "false",
           "run instances by a kernel of a GPU, not on the host's threads">,
    Option<"engine", "engine", "::mlir::zyn::VMEngine",
           "::mlir::zyn::VMEngine::AheadOfTime", "how programs run",
           [{::llvm::cl::values(
             clEnumValN(::mlir::zyn::VMEngine::AheadOfTime, "aot",
                        "compiled, the state in registers"),
             clEnumValN(::mlir::zyn::VMEngine::Interpreter, "interpreter",
                        "an interpreter of the executable, in one kernel"),
             clEnumValN(::mlir::zyn::VMEngine::Epochs, "epochs",
                        "an instruction an epoch, instances sorted by its "
                        "class"))}]>
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
    "::mlir::func::FuncDialect", "::mlir::gpu::GPUDialect",
    "::mlir::kernel::KernelDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::memref::MemRefDialect",
    "::mlir::scf::SCFDialect"
  ];
}

#endif // ZYN_CONVERSION_PASSES_TD
