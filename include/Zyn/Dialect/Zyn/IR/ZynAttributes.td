//===- ZynAttributes.td - Attributes of the zyn dialect -- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_ZYNATTRIBUTES_TD
#define ZYN_DIALECT_ZYN_IR_ZYNATTRIBUTES_TD

include "Zyn/Dialect/Zyn/IR/ZynDialect.td"
include "Zyn/Dialect/Zyn/IR/ZynEncodings.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class Zyn_Attr<string name, string mnemonic_> : AttrDef<Zyn_Dialect, name> {
  let mnemonic = mnemonic_;
  let genVerifyDecl = 1;
}

def Zyn_KernelType : I32Enum<"KernelType", "what a kernel computes", [
  I32EnumCase<"Elementwise", 0, "elementwise">,
  I32EnumCase<"Reduce", 1, "reduce">,
  I32EnumCase<"MatMul", 2, "matmul">,
  I32EnumCase<"Conv2D", 3, "conv2d">,
  I32EnumCase<"Attention", 4, "attention">,
  I32EnumCase<"FlashAttention", 5, "flash_attention">,
  I32EnumCase<"Scan", 6, "scan">,
  I32EnumCase<"Sort", 7, "sort">,
  I32EnumCase<"Custom", 8, "custom">
]> {
  let cppNamespace = "::mlir::zyn";
}

def Zyn_DeviceTarget : I32Enum<"DeviceTarget", "where a function runs", [
  I32EnumCase<"Auto", 0, "auto">,
  I32EnumCase<"CPU", 1, "cpu">,
  I32EnumCase<"CUDA", 2, "cuda">,
  I32EnumCase<"ROCm", 3, "rocm">,
  I32EnumCase<"Vulkan", 4, "vulkan">,
  I32EnumCase<"Metal", 5, "metal">
]> {
  let cppNamespace = "::mlir::zyn";
}

def Zyn_OptLevel : I32Enum<"OptLevel", "how hard the backend optimizes", [
  I32EnumCase<"O0", 0>, I32EnumCase<"O1", 1>, I32EnumCase<"O2", 2>,
  I32EnumCase<"O3", 3>, I32EnumCase<"Os", 4>, I32EnumCase<"Olatency", 5>
]> {
  let cppNamespace = "::mlir::zyn";
}

def Zyn_MatmulPrecision : I32EnumAttr<"MatmulPrecision",
    "how exactly a matmul multiplies f32", [
  I32EnumAttrCase<"IEEE", 0, "ieee">, I32EnumAttrCase<"TF32", 1, "tf32">,
  I32EnumAttrCase<"TF32x3", 2, "tf32x3">
]> {
  let cppNamespace = "::mlir::zyn";
}

def Zyn_Conv2dLayout : I32EnumAttr<"Conv2dLayout",
    "the order of the dimensions of images and filters", [
  I32EnumAttrCase<"NHWC", 0, "nhwc">, I32EnumAttrCase<"NCHW", 1, "nchw">
]> {
  let cppNamespace = "::mlir::zyn";
}

def Zyn_MatrixFormat : I32EnumAttr<"MatrixFormat",
    "how a constant matrix is stored", [
  I32EnumAttrCase<"Auto", 0, "auto">, I32EnumAttrCase<"Dense", 1, "dense">,
  I32EnumAttrCase<"CSR", 2, "csr">
]> {
  let cppNamespace = "::mlir::zyn";
}

def Zyn_TileUnit : I32Enum<"TileUnit", "what multiplies the tiles of a matmul", [
  I32EnumCase<"Threads", 0, "threads">, I32EnumCase<"Warps", 1, "warps">,
  I32EnumCase<"Warpgroups", 2, "warpgroups">, I32EnumCase<"Lanes", 3, "lanes">
]> {
  let cppNamespace = "::mlir::zyn";
}

def Zyn_KernelAttr : Zyn_Attr<"Kernel", "kernel"> {
  let summary = "Specifies how a function's kernels are generated and launched";
  let description = [{
    The value of the function attribute `zyn.kernel`. All parameters are
    optional; the schedule of each op chooses those that are not given. If a
    kernel cannot obey one, a remark of the category `schedule` says what it has
    instead, and why. A limit that a kernel cannot respect is an error. The
    parameters of a handwritten `gpu.func` have no effect, except for `device`:
    `--zyn-check-kernel-constraints` reports them.

    | parameter | meaning | obeyed by |
    |---|---|---|
    | `type` | what the kernels compute; `custom` by default | changes nothing, since each op determines its kernels: a remark if no op of the function has this type |
    | `device` | where it may run: `auto`, `cpu`, `cuda`, `rocm`, `vulkan`, `metal` | `cpu`: an error if the function is lowered to kernels. `cuda`: an error if it is compiled for the host; the emulator runs it. The last three: an error if it is compiled, since they have no code generator |
    | `workgroup` | threads of a block in x, y, z; at most 1024 in total, 64 in z | maps: the number of threads, along x. Loop nests: the shape, if there are as many loops. Reductions and tiles of transposed inputs: the next lower power of two, at least 32. Matmuls: not, since the tile determines it |
    | `shared_memory` | maximum static shared memory of a block in bytes, up to 232448 | all kernels; an error if an op needs more |
    | `max_registers` | maximum number of registers of a thread (`.maxnreg` in PTX), 16 to 255 | all kernels. The assembler may raise it (to 24 for sm_90). Excludes matmuls of warpgroups. If a kernel needs more, it spills to local memory, which `zyn-run` reports |
    | `min_blocks` | minimum number of resident blocks on a multiprocessor (`.minnctapersm` in PTX) | all kernels whose threads, registers and shared memory allow it. Excludes matmuls of warpgroups |
    | `tensor_cores` | `false` prevents matmuls from using the tensor cores | all matmuls |
    | `vector_width` | number of elements that a thread loads at once: 1, 2, 4, 8 or 16 | maps and reductions, up to 16 bytes, where rows consist of whole vectors. Tiles of transposed inputs have accesses of 8 bytes, matmuls of 16 bytes or of single elements if rows are not aligned, and TMA loads whole tiles |
    | `unroll_factor` | number of vectors that a thread processes: 1 to 16 | loop nests (points). Maps and reductions, if the unrolled body is not too large; tiles of transposed inputs, if it is a power of two. Matmuls: not, since the tile determines it |
    | `coalesced` | neighboring threads access neighboring elements | all kernels, except where strides, transposed inputs that are too small for tiles, or short rows prevent it |
    | `async_copy` | shared memory is filled by asynchronous copies | matmuls, but those of few rows, and convolutions. Others do not copy to shared memory, or transform what they copy in registers |

    ```mlir
    func.func private @f() attributes {
      zyn.kernel = #zyn.kernel<type = elementwise, workgroup = [128, 1, 1],
                               max_registers = 64, vector_width = 4>}
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"KernelType", "KernelType::Custom">:$type,
    DefaultValuedParameter<"DeviceTarget", "DeviceTarget::Auto">:$device,
    OptionalParameter<"::mlir::DenseI32ArrayAttr">:$workgroup,
    DefaultValuedParameter<"int64_t", "0">:$shared_memory,
    DefaultValuedParameter<"int64_t", "0">:$max_registers,
    DefaultValuedParameter<"int64_t", "0">:$min_blocks,
    DefaultValuedParameter<"bool", "true">:$tensor_cores,
    DefaultValuedParameter<"int64_t", "0">:$vector_width,
    DefaultValuedParameter<"int64_t", "0">:$unroll_factor,
    DefaultValuedParameter<"bool", "false">:$coalesced,
    DefaultValuedParameter<"bool", "false">:$async_copy
  );
  let assemblyFormat = "`<` struct(params) `>`";
}

def Zyn_ConstraintsAttr : Zyn_Attr<"Constraints", "constraints"> {
  let summary = "Constraints on a function's code";
  let description = [{
    The value of the function attribute `zyn.constraints`. What each parameter
    proves or changes is described in `docs/constraints.md`.

    | parameter | meaning |
    |---|---|
    | `no_alloc` | no memory is allocated while the function runs; proved, or else an error |
    | `no_syscalls` | no system call is made; proved, or else an error |
    | `inline_always` | every call of the function is inlined; an error if it is recursive or only declared |
    | `unchecked` | no run-time checks of shapes and indices |
    | `critical_path` | optimized for latency: everything it calls is inlined, and its loops stay on the calling thread |
    | `cpu_affinity` | the core that `zyn-run --latency` runs it on; `zyn-run` rejects one that the process may not use |
    | `target_latency_ns` | the latency to reach, in nanoseconds; estimates and measurements are compared with it |
    | `opt_level` | `O0` for debugging, without `critical_path` and `inline_always`, `O1` to `O3`, `Os` for size, or `Olatency`, which also implies `critical_path` |

    ```mlir
    func.func private @f() attributes {
      zyn.constraints = #zyn.constraints<no_alloc = true, opt_level = O2>}
    ```
  }];
  let parameters = (ins
    DefaultValuedParameter<"bool", "false">:$no_alloc,
    DefaultValuedParameter<"bool", "false">:$no_syscalls,
    DefaultValuedParameter<"bool", "false">:$inline_always,
    DefaultValuedParameter<"bool", "false">:$unchecked,
    DefaultValuedParameter<"bool", "false">:$critical_path,
    DefaultValuedParameter<"int64_t", "-1">:$cpu_affinity,
    DefaultValuedParameter<"int64_t", "-1">:$target_latency_ns,
    DefaultValuedParameter<"OptLevel", "OptLevel::O3">:$opt_level
  );
  let assemblyFormat = "`<` struct(params) `>`";
}

def Zyn_TileAttr : Zyn_Attr<"Tile", "tile"> {
  let summary = "Names the tile of a matmul's kernels";
  let description = [{
    The value of the attribute `zyn.tile` of a `zyn.matmul`: its kernels use the
    tile instead of the one that the model selects. It must be one of those that
    the target has for the matmul (see `docs/performance.md`), and has no effect
    on the host. `zyn-run --tune` adds it to each matmul that it measures.

    | parameter | meaning |
    |---|---|
    | `unit` | what multiplies: `threads` (the CUDA cores), `warps` or `warpgroups` (the tensor cores) |
    | `rows`, `columns` | the size of the tile |
    | `transposed` | the tile is one of the transposed result: its rows are the columns of the result |
    | `split` | K is divided among several blocks, whose results are added afterwards, if it is long enough |

    ```mlir
    func.func @product(%a: tensor<256x4096xf16>, %b: tensor<4096x256xf16>,
                       %c: tensor<256x256xf16>) -> tensor<256x256xf16> {
      %r = zyn.matmul ins(%a, %b : tensor<256x4096xf16>, tensor<4096x256xf16>)
                      outs(%c : tensor<256x256xf16>)
          attributes {zyn.tile = #zyn.tile<unit = warps, rows = 64,
                                           columns = 64, split = true>}
          -> tensor<256x256xf16>
      return %r : tensor<256x256xf16>
    }
    ```
  }];
  let parameters = (ins
    "TileUnit":$unit,
    "int64_t":$rows,
    "int64_t":$columns,
    DefaultValuedParameter<"bool", "false">:$transposed,
    DefaultValuedParameter<"bool", "false">:$split
  );
  let assemblyFormat = "`<` struct(params) `>`";
}

#endif // ZYN_DIALECT_ZYN_IR_ZYNATTRIBUTES_TD
