#!/usr/bin/env python3
"""A pass in Python: divisions by constants become multiplications, which may round differently."""
import numpy as np

import zyn

SOURCE = """
func.func @mean(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c = arith.constant 2.0 : f32
  %r = zyn.map ins(%x, %y : tensor<?xf32>, tensor<?xf32>) outs(%y : tensor<?xf32>) {
  ^bb0(%p: f32, %q: f32):
    %s = arith.addf %p, %q : f32
    %m = arith.divf %s, %c : f32
    zyn.yield %m : f32
  } -> tensor<?xf32>
  return %r : tensor<?xf32>
}
"""


def multiply_by_reciprocal(division):
    dividend, divisor = division.operands
    if divisor.is_block_argument or divisor.owner.name != "arith.constant":
        return
    value = float(divisor.owner.attributes["value"].split(" : ")[0])
    reciprocal = zyn.Op.create("arith.constant", results=[divisor.type], before=division,
                               attributes={"value": f"{1 / value:.17e} : {divisor.type}"})
    product = zyn.Op.create("arith.mulf", [dividend, *reciprocal.results], [divisor.type], before=division)
    division.replace_with(product.results)


def main():
    passes = zyn.PassManager().add(multiply_by_reciprocal, on="arith.divf").add("canonicalize")
    module = passes.run(zyn.Module.parse(SOURCE))
    print(*[op.name for op in module.op.walk() if op.name.startswith("arith.")])
    f = zyn.compile(module, device="cpu")
    print(f(np.array([1, 2], np.float32), np.array([2, 8], np.float32)))


if __name__ == "__main__":
    main()
