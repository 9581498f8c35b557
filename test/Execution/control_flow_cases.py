"""Loops and branches of the host that depend on elements of tensors, and rows that tosa.scatter replaces."""
import numpy as np

from arrays import is_integer
from programs import Case, Expected, tensor


def exact(type, values):
    values = np.asarray(values)
    return Expected(type, values, None if is_integer(type) else np.zeros(values.shape))


def case(name, arguments, results, body, dynamic=()):
    """Returns a case with `arguments` and `results`, pairs of an element type and an array."""
    return Case(f"control_flow_{name}",
                [(type, tensor(type, np.shape(values), dynamic), np.asarray(values)) for type, values in arguments],
                [exact(type, values) for type, values in results],
                [tensor(type, np.shape(values), dynamic) for type, values in results], body)


def collatz(rng):
    """A loop until all elements are 1, with the steps of each element."""
    numbers = rng.integers(1, 100, [37])
    x, steps = numbers.copy(), np.zeros(37, int)
    while x.max() > 1:
        steps += x > 1
        x = np.where(x == 1, 1, np.where(x % 2 == 0, x // 2, 3 * x + 1))
    full = "tensor<37xi32>"
    return case("collatz", [("i32", numbers), ("i32", np.zeros(37))], [("i32", x), ("i32", steps)], f"""
  %lowest = arith.constant dense<1> : tensor<i32>
  %one = arith.constant 1 : i32
  %r:2 = scf.while (%x = %a0, %s = %a1) : ({full}, {full}) -> ({full}, {full}) {{
    %max = zyn.reduce ins(%x : {full}) outs(%lowest : tensor<i32>) dimensions = [0] {{
    ^bb0(%a: i32, %b: i32):
      %y = arith.maxsi %a, %b : i32
      zyn.yield %y : i32
    }} -> tensor<i32>
    %m = tensor.extract %max[] : tensor<i32>
    %c = arith.cmpi sgt, %m, %one : i32
    scf.condition(%c) %x, %s : {full}, {full}
  }} do {{
  ^bb0(%x: {full}, %s: {full}):
    %n:2 = zyn.map ins(%x, %s : {full}, {full}) outs(%x, %s : {full}, {full}) {{
    ^bb0(%e: i32, %k: i32):
      %e1 = arith.constant 1 : i32
      %e3 = arith.constant 3 : i32
      %bit = arith.andi %e, %e1 : i32
      %isOdd = arith.cmpi eq, %bit, %e1 : i32
      %isLast = arith.cmpi eq, %e, %e1 : i32
      %half = arith.shrui %e, %e1 : i32
      %triple = arith.muli %e, %e3 : i32
      %next = arith.addi %triple, %e1 : i32
      %moved = arith.select %isOdd, %next, %half : i32
      %y = arith.select %isLast, %e1, %moved : i32
      %more = arith.addi %k, %e1 : i32
      %z = arith.select %isLast, %k, %more : i32
      zyn.yield %y, %z : i32, i32
    }} -> {full}, {full}
    scf.yield %n#0, %n#1 : {full}, {full}
  }}
  return %r#0, %r#1 : {full}, {full}
""")


def doubled(value, result, type):
    return (f"{result} = zyn.map ins({value} : {type}) outs({value} : {type}) {{\n    ^bb0(%e: f32):\n"
            f"      %y = arith.addf %e, %e : f32\n      zyn.yield %y : f32\n    }} -> {type}\n")


def branch(rng, condition):
    x = rng.integers(-9, 9, [5, 9])
    full = tensor("f32", x.shape)
    return case(f"branch_{condition}", [("f32", x), ("i1", condition)], [("f32", 2 * x if condition else x)], f"""
  %c = tensor.extract %a1[] : tensor<i1>
  %r = scf.if %c -> {full} {{
    {doubled("%a0", "%n", full)}    scf.yield %n : {full}
  }} else {{
    scf.yield %a0 : {full}
  }}
  return %r : {full}
""")


def counted(rng, count):
    """A loop whose number of iterations is an element."""
    x = rng.integers(-9, 9, [11])
    full = tensor("f32", x.shape)
    return case(f"counted_{count}", [("f32", x), ("i64", [7, count])], [("f32", x * 2.0**count)], f"""
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %count = tensor.extract %a1[%c1] : tensor<2xi64>
  %n = arith.index_cast %count : i64 to index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %a0) -> ({full}) {{
    {doubled("%v", "%w", full)}    scf.yield %w : {full}
  }}
  return %r : {full}
""")


def sliced(rng):
    """A slice whose offset is an element, which is in the middle of a slice itself."""
    x, offsets = rng.integers(-9, 9, [20, 3]), np.array([[1, 2, 3], [4, 13, 6]])
    return case("sliced", [("f32", x), ("i32", offsets)], [("f32", 2 * x[13:17])], f"""
  %c0 = arith.constant 0 : index
  %row = tensor.extract_slice %a1[1, 1] [1, 2] [1, 1] : tensor<2x3xi32> to tensor<2xi32>
  %offset = tensor.extract %row[%c0] : tensor<2xi32>
  %i = arith.index_cast %offset : i32 to index
  %s = tensor.extract_slice %a0[%i, 0] [4, 3] [1, 1] : tensor<20x3xf32> to tensor<4x3xf32>
  {doubled("%s", "%r", "tensor<4x3xf32>")}  return %r : tensor<4x3xf32>
""")


def element(type, value):
    """An element of each type, of which all elements of the result are copies."""
    x = np.zeros([3, 4])
    x[2, 1] = value
    if type == "i1":
        x = x != 0
    return case(f"element_{type}", [(type, x)], [(type, np.full([6], x[2, 1]))], f"""
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %e = tensor.extract %a0[%c2, %c1] : tensor<3x4x{type}>
  %r = tensor.splat %e : tensor<6x{type}>
  return %r : tensor<6x{type}>
""")


def written(rng):
    """A loop that writes a number to a tensor in each iteration, and one of the numbers at its end."""
    x, rows = rng.integers(-9, 9, [6, 7]), np.array([4, 1, 3])
    expected = x.copy()
    for k, row in enumerate(rows):
        expected[row, k + 2] = x[row, k] + 1
    return case("written", [("f32", x), ("i32", rows)],
                [("f32", expected), ("f32", [[expected[3, 4], 3], [0, expected[3, 4]]]), ("i32", 3)], f"""
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %three = arith.constant 3.0 : f32
  %three32 = arith.constant 3 : i32
  %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%t = %a0) -> (tensor<6x7xf32>) {{
    %row = tensor.extract %a1[%k] : tensor<3xi32>
    %i = arith.index_cast %row : i32 to index
    %e = tensor.extract %a0[%i, %k] : tensor<6x7xf32>
    %y = arith.addf %e, %one : f32
    %j = arith.addi %k, %c2 : index
    %n = tensor.insert %y into %t[%i, %j] : tensor<6x7xf32>
    scf.yield %n : tensor<6x7xf32>
  }}
  %last = tensor.extract %r[%c3, %c4] : tensor<6x7xf32>
  %four = tensor.from_elements %last, %three, %zero, %last : tensor<2x2xf32>
  %single = tensor.from_elements %three32 : tensor<i32>
  return %r, %four, %single : tensor<6x7xf32>, tensor<2x2xf32>, tensor<i32>
""")


def tosa_loop(rng):
    x = rng.integers(-9, 9, [4, 5])
    full = tensor("f32", x.shape)
    return case("tosa_while_loop", [("f32", x)], [("f32", 32 * x)], f"""
  %0 = "tosa.const"() {{values = dense<0> : tensor<i32>}} : () -> tensor<i32>
  %r:2 = tosa.while_loop (%i = %0, %v = %a0) : (tensor<i32>, {full}) -> (tensor<i32>, {full}) {{
    %n = "tosa.const"() {{values = dense<5> : tensor<i32>}} : () -> tensor<i32>
    %c = tosa.greater %n, %i : (tensor<i32>, tensor<i32>) -> tensor<i1>
    tosa.yield %c : tensor<i1>
  }} do {{
  ^bb0(%i: tensor<i32>, %v: {full}):
    %1 = "tosa.const"() {{values = dense<1> : tensor<i32>}} : () -> tensor<i32>
    %j = tosa.add %i, %1 : (tensor<i32>, tensor<i32>) -> tensor<i32>
    %w = tosa.add %v, %v : ({full}, {full}) -> {full}
    tosa.yield %j, %w : tensor<i32>, {full}
  }}
  return %r#1 : {full}
""")


def tosa_branch(rng, condition):
    x = rng.integers(-9, 9, [4, 5])
    full = tensor("f32", x.shape)
    return case(f"tosa_cond_if_{condition}", [("f32", x), ("i1", condition)], [("f32", 2 * x if condition else -x)], f"""
  %r = tosa.cond_if %a1 (%v = %a0) : tensor<i1> ({full}) -> {full} {{
  ^bb0(%v: {full}):
    %w = tosa.add %v, %v : ({full}, {full}) -> {full}
    tosa.yield %w : {full}
  }} else {{
  ^bb0(%v: {full}):
    %w = "tosa.negate"(%v, %zp, %zp) : ({full}, tensor<1xf32>, tensor<1xf32>) -> {full}
    tosa.yield %w : {full}
  }}
  return %r : {full}
""".replace("  %r = ", '  %zp = "tosa.const"() {values = dense<0.0> : tensor<1xf32>} : () -> tensor<1xf32>\n  %r = ', 1))


def tosa_scatter(rng, batches, rows, updates, columns, dynamic=()):
    x, new = rng.integers(-99, 99, [batches, rows, columns]), rng.integers(-99, 99, [batches, updates, columns])
    indices = np.array([rng.permutation(rows)[:updates] for _ in range(batches)]).reshape(batches, updates)
    expected = x.copy()
    np.put_along_axis(expected, indices[..., None], new, 1)
    full, index, some = (tensor(type, array.shape, dynamic) for type, array in
                         [("f32", x), ("i32", indices), ("f32", new)])
    name = f"tosa_scatter_{batches}x{rows}x{columns}_{updates}" + ("_dynamic" if dynamic else "")
    return case(name, [("f32", x), ("i32", indices), ("f32", new)], [("f32", expected)],
                f"  %r = tosa.scatter %a0, %a1, %a2 : ({full}, {index}, {some}) -> {full}\n  return %r : {full}\n", dynamic)


def cases(rng):
    found = [collatz(rng), sliced(rng), written(rng), tosa_loop(rng)]
    for condition in (True, False):
        found += [branch(rng, condition), tosa_branch(rng, condition)]
    found += [counted(rng, count) for count in (0, 1, 6)]
    found += [element(type, value) for type, value in [("i1", 1), ("i8", -3), ("i16", 300), ("i32", -70000), ("i64", 2**40),
                                                       ("f16", 1.5), ("bf16", -2.5), ("f32", 0.1875), ("f64", 1 + 2.0**-40)]]
    for sizes in [(1, 8, 8, 4), (2, 8, 3, 4), (3, 100, 17, 33), (1, 1, 1, 1)]:
        found += [tosa_scatter(rng, *sizes), tosa_scatter(rng, *sizes, dynamic=True)]
    return found
