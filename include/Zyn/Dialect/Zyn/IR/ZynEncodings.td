//===- ZynEncodings.td - Encodings of tensors ------------ -*- tablegen -*-===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef ZYN_DIALECT_ZYN_IR_ZYNENCODINGS_TD
#define ZYN_DIALECT_ZYN_IR_ZYNENCODINGS_TD

include "Zyn/Dialect/Zyn/IR/ZynDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/TensorEncoding.td"

def Zyn_DeviceKind : I32Enum<"DeviceKind", "a kind of device", [
  I32EnumCase<"CPU", 0, "cpu">,
  I32EnumCase<"CUDA", 1, "cuda">,
  I32EnumCase<"Emulate", 2, "emulate">
]> {
  let cppNamespace = "::mlir::zyn";
}

def Zyn_DeviceAttr : AttrDef<Zyn_Dialect, "Device"> {
  let mnemonic = "device";
  let summary = "Places a tensor on a device";
  let description = [{
    The encoding of a tensor whose elements are in the memory of a device, which
    has the name that `zyn-run --device` takes: `cpu`, `cuda:N` or `emulate`.

    All operands and results of an op that are placed must be on the same
    device, and a function only runs on the device that its tensors are on.
    `--zyn-check-devices` reports violations; `--zyn-lower-encodings` removes
    the encoding. Tensors without it may be on any device, and a `tensor.cast`
    adds or removes it.

    ```mlir
    func.func @negate(%x: tensor<8xf32, #zyn.device<cpu>>) -> tensor<8xf32, #zyn.device<cpu>> {
      %r = zyn.map ins(%x : tensor<8xf32, #zyn.device<cpu>>)
                   outs(%x : tensor<8xf32, #zyn.device<cpu>>) {
      ^bb0(%v: f32):
        %s = arith.negf %v : f32
        zyn.yield %s : f32
      } -> tensor<8xf32, #zyn.device<cpu>>
      return %r : tensor<8xf32, #zyn.device<cpu>>
    }
    ```
  }];
  let parameters = (ins "DeviceKind":$kind, "unsigned":$number);
  let hasCustomAssemblyFormat = 1;
  let extraClassDeclaration = [{
    /// The name of the device: `cpu`, `cuda:0` or `emulate`.
    std::string getName() const;
  }];
}

def Zyn_ShapeAttr : AttrDef<Zyn_Dialect, "Shape", [
    DeclareAttrInterfaceMethods<VerifiableTensorEncoding>]> {
  let mnemonic = "shape";
  let summary = "Names the sizes of a tensor";
  let description = [{
    The encoding of a tensor whose sizes have names: one for each dimension, or
    `_` for a dimension without a name. Within a function, all dimensions with
    the same name have the same size, and `max` is an upper bound of it. It may
    be given with any of them, and schedules make use of it:

    ```mlir
    func.func @add(%x: tensor<?x4xf32, #zyn.shape<"M" max 4096, _>>,
                   %y: tensor<?xf32, #zyn.shape<"M">>)
        -> tensor<?x4xf32, #zyn.shape<"M" max 4096, _>> {
      %r = zyn.map ins(%y : tensor<?xf32, #zyn.shape<"M">>)
                   outs(%x : tensor<?x4xf32, #zyn.shape<"M" max 4096, _>>)
                   indexing_maps = [affine_map<(i, j) -> (i)>] {
      ^bb0(%v: f32):
        zyn.yield %v : f32
      } -> tensor<?x4xf32, #zyn.shape<"M" max 4096, _>>
      return %r : tensor<?x4xf32, #zyn.shape<"M" max 4096, _>>
    }
    ```

    Sizes are compared when the program runs, or, if a dimension with the name
    is static, at compile time. `--zyn-lower-encodings` inserts the checks and
    removes the encoding. Names are local to a function.

    With `device`, the tensor is also placed on a device, as by `#zyn.device`:
    `#zyn.shape<"M", _, device = cuda:0>`.

    Ops do not compare the encodings of their operands, and the results of an op
    of this dialect have the encodings of its destinations.
  }];
  let parameters = (ins
    ArrayRefParameter<"StringAttr", "empty if the dimension has no name">:$names,
    ArrayRefParameter<"int64_t", "0 if there is no bound">:$maxima,
    OptionalParameter<"DeviceAttr">:$device
  );
  let hasCustomAssemblyFormat = 1;
  let genVerifyDecl = 1;
}

#endif // ZYN_DIALECT_ZYN_IR_ZYNENCODINGS_TD
