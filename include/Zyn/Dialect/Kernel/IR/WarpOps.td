//===- WarpOps.td - Collectives of a warp ---------------- -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_KERNEL_IR_WARPOPS_TD
#define ZYN_DIALECT_KERNEL_IR_WARPOPS_TD

include "Zyn/Dialect/Kernel/IR/KernelBase.td"

/// An op that threads of a warp execute together. It must not be duplicated,
/// removed, or moved to a place that other threads execute.
class Kernel_WarpOp<string mnemonic, list<Trait> traits = [],
                    Kernel_Target target = Kernel_AnyTarget,
                    bit dynamicTarget = false>
    : Kernel_Op<mnemonic,
          !listconcat(traits, [MemoryEffects<[MemRead, MemWrite]>]), target,
          dynamicTarget> {
  let hasVerifier = 1;
}

def Kernel_ShuffleKind : Kernel_Enum<"ShuffleKind", "the lane that provides a "
                                                    "value", [
  I32EnumAttrCase<"idx", 0>, I32EnumAttrCase<"up", 1>,
  I32EnumAttrCase<"down", 2>, I32EnumAttrCase<"Xor", 3, "xor">
]>;

def Kernel_ShuffleOp : Kernel_WarpOp<"shuffle", [
    AllTypesMatch<["value", "result"]>]> {
  let summary = "Returns a value of another thread of the warp";
  let description = [{
    The result is the `value` of another lane: for `idx`, of lane `offset`, for
    `up`, of the lane minus `offset`, for `down`, of the lane plus `offset`, and
    for `xor`, of the lane xor `offset`. With `width`, a power of two up to 32,
    which is the default, lanes form groups of that size. `idx` counts within
    the group; for the others, the result is the thread's own value if the lane
    would be outside of the group. `valid` is whether the lane is inside.

    `mask` has the bits of the participating lanes, all 32 by default. Each of
    them must execute the op with the same mask. The value of a lane that does
    not participate is undefined.

    Values are integers and floats of 8 to 64 bits, or one-dimensional vectors
    of them with a total of 8, 16 or a multiple of 32 bits. Becomes one
    `shfl.sync` for each 32 bits.

    ```mlir
    gpu.module @m {
      gpu.func @f(%v: f32, %w: vector<2xf64>, %offset: i32, %mask: i32) kernel {
        %0, %valid = kernel.shuffle xor %v, %offset : f32
        %1, %inside = kernel.shuffle down %w, %offset width 16 mask %mask : vector<2xf64>
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_ShuffleKind:$kind, AnyType:$value, I32:$offset,
                       DefaultValuedAttr<I32Attr, "32">:$width,
                       Optional<I32>:$mask);
  let results = (outs AnyType:$result, I1:$valid);
  let assemblyFormat = [{
    $kind $value `,` $offset (`width` $width^)? (`mask` $mask^)? attr-dict `:`
    type($value)
  }];
}

def Kernel_VoteKind : Kernel_Enum<"VoteKind", "the result of a vote", [
  I32EnumAttrCase<"ballot", 0>, I32EnumAttrCase<"any", 1>,
  I32EnumAttrCase<"all", 2>
]>;

def Kernel_VoteOp : Kernel_WarpOp<"vote", [
    InferTypeOpAdaptor]> {
  let summary = "Evaluates a condition across the threads of the warp";
  let description = [{
    `ballot` returns an i32 with the bits of the lanes whose `predicate` is
    true. `any` returns whether at least one is true, and `all` whether all are,
    as i1. Only participating lanes count: `mask` is as in `kernel.shuffle`.
    Becomes `vote.sync`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%p: i1, %mask: i32) kernel {
        %0 = kernel.vote ballot %p
        %1 = kernel.vote any %p mask %mask
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_VoteKind:$kind, I1:$predicate,
                       Optional<I32>:$mask);
  let results = (outs AnyTypeOf<[I1, I32]>:$result);
  let assemblyFormat = "$kind $predicate (`mask` $mask^)? attr-dict";
}

def Kernel_MatchKind : Kernel_Enum<"MatchKind", "the values that a match "
                                                "compares", [
  I32EnumAttrCase<"any", 0>, I32EnumAttrCase<"all", 1>
]>;

def Kernel_MatchOp : Kernel_WarpOp<"match", [
    InferTypeOpAdaptor]> {
  let summary = "Finds the threads of the warp with the same value";
  let description = [{
    `any` returns the bits of the lanes whose `value` has the same bits as the
    thread's own. `all` returns `mask` and true if all values are the same,
    otherwise 0 and false. `mask` is as in `kernel.shuffle`. Supports integers
    and floats of 32 and 64 bits. Becomes `match.sync`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%v: i32, %w: f64) kernel {
        %0 = kernel.match any %v : i32
        %1, %same = kernel.match all %w : f64
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_MatchKind:$kind, AnyType:$value,
                       Optional<I32>:$mask);
  let results = (outs I32:$lanes, Optional<I1>:$same);
  let assemblyFormat = "$kind $value (`mask` $mask^)? attr-dict `:` type($value)";
}

def Kernel_ReduceKind : Kernel_Enum<"ReduceKind", "the operation that combines "
                                                  "a warp's values", [
  I32EnumAttrCase<"add", 0>, I32EnumAttrCase<"min", 1>,
  I32EnumAttrCase<"max", 2>, I32EnumAttrCase<"umin", 3>,
  I32EnumAttrCase<"umax", 4>, I32EnumAttrCase<"And", 5, "and">,
  I32EnumAttrCase<"Or", 6, "or">, I32EnumAttrCase<"Xor", 7, "xor">
]>;

def Kernel_WarpReduceOp : Kernel_WarpOp<"warp_reduce", [
    AllTypesMatch<["value", "result"]>], Kernel_AnyTarget,
    /*dynamicTarget=*/true> {
  let summary = "Combines the values of the warp";
  let description = [{
    All lanes get the combined values of all lanes. `add`, `min` and `max`
    support i32, i64, f16, bf16, f32 and f64; `umin`, `umax` (unsigned), `and`,
    `or` and `xor` support i32 and i64. A minimum or maximum of floats is NaN
    only if all values are; whether the result of -0 and +0 is -0 or +0 is
    unspecified.

    Floats are added pairwise in a fixed order: each lane adds the value of the
    lane whose number differs by 16 (with that bit flipped), and then the sums
    of the lanes whose numbers differ by 8, 4, 2 and 1. Every step rounds to
    nearest even in the type of the values, and all lanes get the same bits.

    `mask`, for i32 only, is as in `kernel.shuffle`; without a mask, all 32
    lanes participate. Becomes `redux.sync` for i32, which requires sm_80,
    otherwise five `shfl.sync` steps.

    ```mlir
    gpu.module @m {
      gpu.func @f(%v: f32, %w: i32, %mask: i32) kernel {
        %0 = kernel.warp_reduce add %v : f32
        %1 = kernel.warp_reduce umax %w mask %mask : i32
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Kernel_ReduceKind:$kind, AnyType:$value,
                       Optional<I32>:$mask);
  let results = (outs AnyType:$result);
  let assemblyFormat = "$kind $value (`mask` $mask^)? attr-dict `:` type($value)";
}

def Kernel_ActiveMaskOp : Kernel_Op<"active_mask", [
    MemoryEffects<[MemRead, MemWrite]>]> {
  let summary = "Returns the lanes that execute the op together";
  let description = [{
    Returns the bits of the lanes that execute the op at the same time. The
    hardware decides which lanes execute it together: the result is a hint, not
    the mask of the threads that took a branch. Becomes `activemask`.

    ```mlir
    gpu.module @m {
      gpu.func @f() kernel {
        %0 = kernel.active_mask
        gpu.return
      }
    }
    ```
  }];
  let results = (outs I32:$result);
  let assemblyFormat = "attr-dict";
}

def Kernel_ElectOp : Kernel_WarpOp<"elect", [], Kernel_AsyncProxy> {
  let summary = "Chooses one thread of the warp";
  let description = [{
    Returns true for one of the participating lanes and false for the others. On
    existing devices, this is the lowest lane, but PTX does not guarantee it.
    Used for operations that one thread executes for all, such as starting a
    bulk copy. `mask` is as in `kernel.shuffle`. Becomes `elect.sync`.

    ```mlir
    gpu.module @m {
      gpu.func @f(%mask: i32) kernel {
        %0 = kernel.elect
        %1 = kernel.elect mask %mask
        gpu.return
      }
    }
    ```
  }];
  let arguments = (ins Optional<I32>:$mask);
  let results = (outs I1:$result);
  let assemblyFormat = "(`mask` $mask^)? attr-dict";
}

#endif // ZYN_DIALECT_KERNEL_IR_WARPOPS_TD
