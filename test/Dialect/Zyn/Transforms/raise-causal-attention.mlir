// RUN: zyn-opt %s --zyn-raise-attention --canonicalize --split-input-file | FileCheck %s

// As PyTorch writes `tril`: a difference of indices is at most 0.
// CHECK-LABEL: func.func @difference
// CHECK-NOT: zyn.map
// CHECK: zyn.attention causal
func.func @difference(%q: tensor<5x8xf32>, %k: tensor<5x8xf32>, %v: tensor<5x6xf32>, %s: tensor<5x5xf32>, %m: tensor<5x5xi1>,
    %y: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %true = arith.constant true
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<5x8xf32>, tensor<5x8xf32>) outs(%s : tensor<5x5xf32>) -> tensor<5x5xf32>
  %mask = zyn.map outs(%m : tensor<5x5xi1>) {
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %i64 = arith.index_cast %i : index to i64
    %j64 = arith.index_cast %j : index to i64
    %between = arith.subi %j64, %i64 : i64
    %none = arith.constant 0 : i64
    %less = arith.cmpi sle, %between, %none : i64
    %c = arith.andi %less, %true : i1
    zyn.yield %c : i1
  } -> tensor<5x5xi1>
  %1 = zyn.rows ins(%0, %mask : tensor<5x5xf32>, tensor<5x5xi1>) outs(%s : tensor<5x5xf32>) dimensions = [1] {
  ^bb0(%a: f32, %seen: i1):
    %score = arith.select %seen, %a, %lowest : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    %lowest_score = arith.cmpf oeq, %score, %lowest : f32
    %empty = zyn.reduce_row %lowest_score init %true : i1 {
    ^bb0(%c: i1, %d: i1):
      %e = arith.andi %c, %d : i1
      zyn.yield %e : i1
    }
    %result = arith.select %empty, %zero, %weight : f32
    zyn.yield %result : f32
  } -> tensor<5x5xf32>
  %r = zyn.matmul ins(%1, %v : tensor<5x5xf32>, tensor<5x6xf32>) outs(%y : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// -----

// Zeros and -infinities are added.
// CHECK-LABEL: func.func @added
// CHECK-NOT: zyn.map
// CHECK: zyn.attention causal
func.func @added(%q: tensor<5x8xf32>, %k: tensor<5x8xf32>, %v: tensor<5x6xf32>, %s: tensor<5x5xf32>, %m: tensor<5x5xi1>,
    %y: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %true = arith.constant true
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<5x8xf32>, tensor<5x8xf32>) outs(%s : tensor<5x5xf32>) -> tensor<5x5xf32>
  %mask = zyn.map outs(%m : tensor<5x5xi1>) {
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %i64 = arith.index_cast %i : index to i64
    %j64 = arith.index_cast %j : index to i64
    %between = arith.subi %j64, %i64 : i64
    %none = arith.constant 1 : i64
    %less = arith.cmpi slt, %between, %none : i64
    %c = arith.andi %less, %true : i1
    zyn.yield %c : i1
  } -> tensor<5x5xi1>
  %1 = zyn.rows ins(%0, %mask : tensor<5x5xf32>, tensor<5x5xi1>) outs(%s : tensor<5x5xf32>) dimensions = [1] {
  ^bb0(%a: f32, %seen: i1):
    %zeros = arith.select %seen, %zero, %lowest : f32
    %score = arith.addf %a, %zeros : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    %lowest_score = arith.cmpf oeq, %score, %lowest : f32
    %empty = zyn.reduce_row %lowest_score init %true : i1 {
    ^bb0(%c: i1, %d: i1):
      %e = arith.andi %c, %d : i1
      zyn.yield %e : i1
    }
    %result = arith.select %empty, %zero, %weight : f32
    zyn.yield %result : f32
  } -> tensor<5x5xf32>
  %r = zyn.matmul ins(%1, %v : tensor<5x5xf32>, tensor<5x6xf32>) outs(%y : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// -----

// The keys that are not seen.
// CHECK-LABEL: func.func @later
// CHECK-NOT: zyn.map
// CHECK: zyn.attention causal
func.func @later(%q: tensor<5x8xf32>, %k: tensor<5x8xf32>, %v: tensor<5x6xf32>, %s: tensor<5x5xf32>, %m: tensor<5x5xi1>,
    %y: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %true = arith.constant true
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<5x8xf32>, tensor<5x8xf32>) outs(%s : tensor<5x5xf32>) -> tensor<5x5xf32>
  %mask = zyn.map outs(%m : tensor<5x5xi1>) {
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %c = arith.cmpi ugt, %j, %i : index
    zyn.yield %c : i1
  } -> tensor<5x5xi1>
  %1 = zyn.rows ins(%0, %mask : tensor<5x5xf32>, tensor<5x5xi1>) outs(%s : tensor<5x5xf32>) dimensions = [1] {
  ^bb0(%a: f32, %seen: i1):
    %score = arith.select %seen, %lowest, %a : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    %lowest_score = arith.cmpf oeq, %score, %lowest : f32
    %empty = zyn.reduce_row %lowest_score init %true : i1 {
    ^bb0(%c: i1, %d: i1):
      %e = arith.andi %c, %d : i1
      zyn.yield %e : i1
    }
    %result = arith.select %empty, %zero, %weight : f32
    zyn.yield %result : f32
  } -> tensor<5x5xf32>
  %r = zyn.matmul ins(%1, %v : tensor<5x5xf32>, tensor<5x6xf32>) outs(%y : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// -----

// The last query and the last key are at the same position.
// CHECK-LABEL: func.func @last_positions
// CHECK-NOT: zyn.map
// CHECK: zyn.attention causal
func.func @last_positions(%q: tensor<5x8xf32>, %k: tensor<7x8xf32>, %v: tensor<7x6xf32>, %s: tensor<5x7xf32>, %m: tensor<5x7xi1>,
    %y: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %true = arith.constant true
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<5x8xf32>, tensor<7x8xf32>) outs(%s : tensor<5x7xf32>) -> tensor<5x7xf32>
  %mask = zyn.map outs(%m : tensor<5x7xi1>) {
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %i64 = arith.index_cast %i : index to i64
    %j64 = arith.index_cast %j : index to i64
    %between = arith.subi %j64, %i64 : i64
    %none = arith.constant 2 : i64
    %less = arith.cmpi sle, %between, %none : i64
    %c = arith.andi %less, %true : i1
    zyn.yield %c : i1
  } -> tensor<5x7xi1>
  %1 = zyn.rows ins(%0, %mask : tensor<5x7xf32>, tensor<5x7xi1>) outs(%s : tensor<5x7xf32>) dimensions = [1] {
  ^bb0(%a: f32, %seen: i1):
    %score = arith.select %seen, %a, %lowest : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    %lowest_score = arith.cmpf oeq, %score, %lowest : f32
    %empty = zyn.reduce_row %lowest_score init %true : i1 {
    ^bb0(%c: i1, %d: i1):
      %e = arith.andi %c, %d : i1
      zyn.yield %e : i1
    }
    %result = arith.select %empty, %zero, %weight : f32
    zyn.yield %result : f32
  } -> tensor<5x7xf32>
  %r = zyn.matmul ins(%1, %v : tensor<5x7xf32>, tensor<7x6xf32>) outs(%y : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// -----

// The first ones are: there is no attribute for that.
// CHECK-LABEL: func.func @first_positions
// CHECK: %[[MASK:.*]] = zyn.map
// CHECK: zyn.attention scale
// CHECK-SAME: mask(%[[MASK]]
func.func @first_positions(%q: tensor<5x8xf32>, %k: tensor<7x8xf32>, %v: tensor<7x6xf32>, %s: tensor<5x7xf32>, %m: tensor<5x7xi1>,
    %y: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %true = arith.constant true
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<5x8xf32>, tensor<7x8xf32>) outs(%s : tensor<5x7xf32>) -> tensor<5x7xf32>
  %mask = zyn.map outs(%m : tensor<5x7xi1>) {
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %i64 = arith.index_cast %i : index to i64
    %j64 = arith.index_cast %j : index to i64
    %between = arith.subi %j64, %i64 : i64
    %none = arith.constant 0 : i64
    %less = arith.cmpi sle, %between, %none : i64
    %c = arith.andi %less, %true : i1
    zyn.yield %c : i1
  } -> tensor<5x7xi1>
  %1 = zyn.rows ins(%0, %mask : tensor<5x7xf32>, tensor<5x7xi1>) outs(%s : tensor<5x7xf32>) dimensions = [1] {
  ^bb0(%a: f32, %seen: i1):
    %score = arith.select %seen, %a, %lowest : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    %lowest_score = arith.cmpf oeq, %score, %lowest : f32
    %empty = zyn.reduce_row %lowest_score init %true : i1 {
    ^bb0(%c: i1, %d: i1):
      %e = arith.andi %c, %d : i1
      zyn.yield %e : i1
    }
    %result = arith.select %empty, %zero, %weight : f32
    zyn.yield %result : f32
  } -> tensor<5x7xf32>
  %r = zyn.matmul ins(%1, %v : tensor<5x7xf32>, tensor<7x6xf32>) outs(%y : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// -----

// A query does not see its own position.
// CHECK-LABEL: func.func @strictly
// CHECK: %[[MASK:.*]] = zyn.map
// CHECK: zyn.attention scale
// CHECK-SAME: mask(%[[MASK]]
func.func @strictly(%q: tensor<5x8xf32>, %k: tensor<5x8xf32>, %v: tensor<5x6xf32>, %s: tensor<5x5xf32>, %m: tensor<5x5xi1>,
    %y: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %true = arith.constant true
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<5x8xf32>, tensor<5x8xf32>) outs(%s : tensor<5x5xf32>) -> tensor<5x5xf32>
  %mask = zyn.map outs(%m : tensor<5x5xi1>) {
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %c = arith.cmpi ult, %j, %i : index
    zyn.yield %c : i1
  } -> tensor<5x5xi1>
  %1 = zyn.rows ins(%0, %mask : tensor<5x5xf32>, tensor<5x5xi1>) outs(%s : tensor<5x5xf32>) dimensions = [1] {
  ^bb0(%a: f32, %seen: i1):
    %score = arith.select %seen, %a, %lowest : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    %lowest_score = arith.cmpf oeq, %score, %lowest : f32
    %empty = zyn.reduce_row %lowest_score init %true : i1 {
    ^bb0(%c: i1, %d: i1):
      %e = arith.andi %c, %d : i1
      zyn.yield %e : i1
    }
    %result = arith.select %empty, %zero, %weight : f32
    zyn.yield %result : f32
  } -> tensor<5x5xf32>
  %r = zyn.matmul ins(%1, %v : tensor<5x5xf32>, tensor<5x6xf32>) outs(%y : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// -----

// Keys up to the query are not seen.
// CHECK-LABEL: func.func @reversed
// CHECK: %[[MASK:.*]] = zyn.map
// CHECK: zyn.attention scale
// CHECK-SAME: mask(%[[MASK]]
func.func @reversed(%q: tensor<5x8xf32>, %k: tensor<5x8xf32>, %v: tensor<5x6xf32>, %s: tensor<5x5xf32>, %m: tensor<5x5xi1>,
    %y: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %true = arith.constant true
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<5x8xf32>, tensor<5x8xf32>) outs(%s : tensor<5x5xf32>) -> tensor<5x5xf32>
  %mask = zyn.map outs(%m : tensor<5x5xi1>) {
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %c = arith.cmpi uge, %j, %i : index
    zyn.yield %c : i1
  } -> tensor<5x5xi1>
  %1 = zyn.rows ins(%0, %mask : tensor<5x5xf32>, tensor<5x5xi1>) outs(%s : tensor<5x5xf32>) dimensions = [1] {
  ^bb0(%a: f32, %seen: i1):
    %score = arith.select %seen, %a, %lowest : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    %lowest_score = arith.cmpf oeq, %score, %lowest : f32
    %empty = zyn.reduce_row %lowest_score init %true : i1 {
    ^bb0(%c: i1, %d: i1):
      %e = arith.andi %c, %d : i1
      zyn.yield %e : i1
    }
    %result = arith.select %empty, %zero, %weight : f32
    zyn.yield %result : f32
  } -> tensor<5x5xf32>
  %r = zyn.matmul ins(%1, %v : tensor<5x5xf32>, tensor<5x6xf32>) outs(%y : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// -----

// A difference of indices wraps when it is compared as a number without a sign.
// CHECK-LABEL: func.func @wrapped
// CHECK: %[[MASK:.*]] = zyn.map
// CHECK: zyn.attention scale
// CHECK-SAME: mask(%[[MASK]]
func.func @wrapped(%q: tensor<5x8xf32>, %k: tensor<5x8xf32>, %v: tensor<5x6xf32>, %s: tensor<5x5xf32>, %m: tensor<5x5xi1>,
    %y: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %true = arith.constant true
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<5x8xf32>, tensor<5x8xf32>) outs(%s : tensor<5x5xf32>) -> tensor<5x5xf32>
  %mask = zyn.map outs(%m : tensor<5x5xi1>) {
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %i64 = arith.index_cast %i : index to i64
    %j64 = arith.index_cast %j : index to i64
    %between = arith.subi %j64, %i64 : i64
    %none = arith.constant 0 : i64
    %less = arith.cmpi ule, %between, %none : i64
    %c = arith.andi %less, %true : i1
    zyn.yield %c : i1
  } -> tensor<5x5xi1>
  %1 = zyn.rows ins(%0, %mask : tensor<5x5xf32>, tensor<5x5xi1>) outs(%s : tensor<5x5xf32>) dimensions = [1] {
  ^bb0(%a: f32, %seen: i1):
    %score = arith.select %seen, %a, %lowest : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    %lowest_score = arith.cmpf oeq, %score, %lowest : f32
    %empty = zyn.reduce_row %lowest_score init %true : i1 {
    ^bb0(%c: i1, %d: i1):
      %e = arith.andi %c, %d : i1
      zyn.yield %e : i1
    }
    %result = arith.select %empty, %zero, %weight : f32
    zyn.yield %result : f32
  } -> tensor<5x5xf32>
  %r = zyn.matmul ins(%1, %v : tensor<5x5xf32>, tensor<5x6xf32>) outs(%y : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// -----

// A sum of indices.
// CHECK-LABEL: func.func @sum
// CHECK: %[[MASK:.*]] = zyn.map
// CHECK: zyn.attention scale
// CHECK-SAME: mask(%[[MASK]]
func.func @sum(%q: tensor<5x8xf32>, %k: tensor<5x8xf32>, %v: tensor<5x6xf32>, %s: tensor<5x5xf32>, %m: tensor<5x5xi1>,
    %y: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %true = arith.constant true
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<5x8xf32>, tensor<5x8xf32>) outs(%s : tensor<5x5xf32>) -> tensor<5x5xf32>
  %mask = zyn.map outs(%m : tensor<5x5xi1>) {
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %both = arith.addi %i, %j : index
    %c = arith.cmpi sle, %both, %i : index
    zyn.yield %c : i1
  } -> tensor<5x5xi1>
  %1 = zyn.rows ins(%0, %mask : tensor<5x5xf32>, tensor<5x5xi1>) outs(%s : tensor<5x5xf32>) dimensions = [1] {
  ^bb0(%a: f32, %seen: i1):
    %score = arith.select %seen, %a, %lowest : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    %lowest_score = arith.cmpf oeq, %score, %lowest : f32
    %empty = zyn.reduce_row %lowest_score init %true : i1 {
    ^bb0(%c: i1, %d: i1):
      %e = arith.andi %c, %d : i1
      zyn.yield %e : i1
    }
    %result = arith.select %empty, %zero, %weight : f32
    zyn.yield %result : f32
  } -> tensor<5x5xf32>
  %r = zyn.matmul ins(%1, %v : tensor<5x5xf32>, tensor<5x6xf32>) outs(%y : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}

// -----

// The mask of an op, as torch-mlir exports it.
// CHECK-LABEL: func.func @float_mask
// CHECK: zyn.attention causal ins(%arg0, %arg0, %arg0 : tensor<8x1x5x8xf32>, tensor<8x1x5x8xf32>, tensor<8x1x5x8xf32>) outs
func.func @float_mask(%q: tensor<8x1x5x8xf32>, %m: tensor<2x4x5x5xf32>, %y: tensor<8x1x5x8xf32>) -> tensor<8x1x5x8xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %0 = zyn.map outs(%m : tensor<2x4x5x5xf32>) {
    %i = zyn.index 2 : index
    %j = zyn.index 3 : index
    %c = arith.cmpi sge, %i, %j : index
    %r = arith.select %c, %zero, %lowest : f32
    zyn.yield %r : f32
  } -> tensor<2x4x5x5xf32>
  %1 = tensor.collapse_shape %0 [[0, 1], [2], [3]] : tensor<2x4x5x5xf32> into tensor<8x5x5xf32>
  %2 = tensor.expand_shape %1 [[0, 1], [2], [3]] output_shape [8, 1, 5, 5] : tensor<8x5x5xf32> into tensor<8x1x5x5xf32>
  %r = zyn.attention ins(%q, %q, %q : tensor<8x1x5x8xf32>, tensor<8x1x5x8xf32>, tensor<8x1x5x8xf32>)
      mask(%2 : tensor<8x1x5x5xf32>) outs(%y : tensor<8x1x5x8xf32>) -> tensor<8x1x5x8xf32>
  return %r : tensor<8x1x5x8xf32>
}

// -----

// Masks whose queries are the keys of the map, that depend on the head, and with lengths, which replace the number of keys.
// CHECK-LABEL: func.func @other_masks
// CHECK-COUNT-3: zyn.attention {{.*}}mask
func.func @other_masks(%q: tensor<2x4x5x8xf32>, %m: tensor<5x5xi1>, %h: tensor<4x5x5xi1>, %lengths: tensor<2xi32>, %y: tensor<2x4x5x8xf32>)
    -> (tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>) {
  %0 = zyn.map outs(%m : tensor<5x5xi1>) {
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %c = arith.cmpi sge, %i, %j : index
    zyn.yield %c : i1
  } -> tensor<5x5xi1>
  %1 = zyn.map outs(%h : tensor<4x5x5xi1>) {
    %b = zyn.index 0 : index
    %i = zyn.index 1 : index
    %j = zyn.index 2 : index
    %s = arith.addi %i, %b : index
    %c = arith.cmpi sge, %s, %j : index
    zyn.yield %c : i1
  } -> tensor<4x5x5xi1>
  %r = zyn.attention ins(%q, %q, %q : tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>)
      mask(%0 : tensor<5x5xi1>) mask_map = affine_map<(b, h, i, j) -> (j, i)> outs(%y : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  %s = zyn.attention ins(%q, %q, %q : tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>)
      mask(%1 : tensor<4x5x5xi1>) mask_map = affine_map<(b, h, i, j) -> (h, i, j)> outs(%y : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  %t = zyn.attention ins(%q, %q, %q : tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>)
      mask(%0 : tensor<5x5xi1>) mask_map = affine_map<(b, h, i, j) -> (i, j)> lengths(%lengths : tensor<2xi32>)
      outs(%y : tensor<2x4x5x8xf32>) -> tensor<2x4x5x8xf32>
  return %r, %s, %t : tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>, tensor<2x4x5x8xf32>
}

// -----

// Too many sums of indices to follow.
// CHECK-LABEL: func.func @sums
// CHECK: %[[MASK:.*]] = zyn.map
// CHECK: zyn.attention scale
// CHECK-SAME: mask(%[[MASK]]
func.func @sums(%q: tensor<5x8xf32>, %k: tensor<5x8xf32>, %v: tensor<5x6xf32>, %s: tensor<5x5xf32>, %m: tensor<5x5xi1>,
    %y: tensor<5x6xf32>) -> tensor<5x6xf32> {
  %lowest = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %true = arith.constant true
  %0 = zyn.matmul transpose_b ins(%q, %k : tensor<5x8xf32>, tensor<5x8xf32>) outs(%s : tensor<5x5xf32>) -> tensor<5x5xf32>
  %mask = zyn.map outs(%m : tensor<5x5xi1>) {
    %i = zyn.index 0 : index
    %j = zyn.index 1 : index
    %d0 = arith.addi %i, %j : index
    %d1 = arith.addi %d0, %d0 : index
    %d2 = arith.addi %d1, %d1 : index
    %d3 = arith.addi %d2, %d2 : index
    %d4 = arith.addi %d3, %d3 : index
    %d5 = arith.addi %d4, %d4 : index
    %d6 = arith.addi %d5, %d5 : index
    %d7 = arith.addi %d6, %d6 : index
    %d8 = arith.addi %d7, %d7 : index
    %d9 = arith.addi %d8, %d8 : index
    %d10 = arith.addi %d9, %d9 : index
    %d11 = arith.addi %d10, %d10 : index
    %d12 = arith.addi %d11, %d11 : index
    %d13 = arith.addi %d12, %d12 : index
    %d14 = arith.addi %d13, %d13 : index
    %d15 = arith.addi %d14, %d14 : index
    %d16 = arith.addi %d15, %d15 : index
    %d17 = arith.addi %d16, %d16 : index
    %d18 = arith.addi %d17, %d17 : index
    %d19 = arith.addi %d18, %d18 : index
    %d20 = arith.addi %d19, %d19 : index
    %d21 = arith.addi %d20, %d20 : index
    %d22 = arith.addi %d21, %d21 : index
    %d23 = arith.addi %d22, %d22 : index
    %d24 = arith.addi %d23, %d23 : index
    %d25 = arith.addi %d24, %d24 : index
    %d26 = arith.addi %d25, %d25 : index
    %d27 = arith.addi %d26, %d26 : index
    %d28 = arith.addi %d27, %d27 : index
    %d29 = arith.addi %d28, %d28 : index
    %d30 = arith.addi %d29, %d29 : index
    %d31 = arith.addi %d30, %d30 : index
    %d32 = arith.addi %d31, %d31 : index
    %d33 = arith.addi %d32, %d32 : index
    %d34 = arith.addi %d33, %d33 : index
    %d35 = arith.addi %d34, %d34 : index
    %d36 = arith.addi %d35, %d35 : index
    %d37 = arith.addi %d36, %d36 : index
    %d38 = arith.addi %d37, %d37 : index
    %d39 = arith.addi %d38, %d38 : index
    %d40 = arith.addi %d39, %d39 : index
    %d41 = arith.addi %d40, %d40 : index
    %d42 = arith.addi %d41, %d41 : index
    %d43 = arith.addi %d42, %d42 : index
    %d44 = arith.addi %d43, %d43 : index
    %d45 = arith.addi %d44, %d44 : index
    %d46 = arith.addi %d45, %d45 : index
    %d47 = arith.addi %d46, %d46 : index
    %d48 = arith.addi %d47, %d47 : index
    %d49 = arith.addi %d48, %d48 : index
    %d50 = arith.addi %d49, %d49 : index
    %d51 = arith.addi %d50, %d50 : index
    %d52 = arith.addi %d51, %d51 : index
    %d53 = arith.addi %d52, %d52 : index
    %d54 = arith.addi %d53, %d53 : index
    %d55 = arith.addi %d54, %d54 : index
    %d56 = arith.addi %d55, %d55 : index
    %d57 = arith.addi %d56, %d56 : index
    %d58 = arith.addi %d57, %d57 : index
    %d59 = arith.addi %d58, %d58 : index
    %d60 = arith.addi %d59, %d59 : index
    %c = arith.cmpi sle, %d60, %i : index
    zyn.yield %c : i1
  } -> tensor<5x5xi1>
  %1 = zyn.rows ins(%0, %mask : tensor<5x5xf32>, tensor<5x5xi1>) outs(%s : tensor<5x5xf32>) dimensions = [1] {
  ^bb0(%a: f32, %seen: i1):
    %score = arith.select %seen, %a, %lowest : f32
    %max = zyn.reduce_row %score init %lowest : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.maximumf %c, %d : f32
      zyn.yield %e : f32
    }
    %difference = arith.subf %score, %max : f32
    %exp = math.exp %difference : f32
    %sum = zyn.reduce_row %exp init %zero : f32 {
    ^bb0(%c: f32, %d: f32):
      %e = arith.addf %c, %d : f32
      zyn.yield %e : f32
    }
    %weight = arith.divf %exp, %sum : f32
    %lowest_score = arith.cmpf oeq, %score, %lowest : f32
    %empty = zyn.reduce_row %lowest_score init %true : i1 {
    ^bb0(%c: i1, %d: i1):
      %e = arith.andi %c, %d : i1
      zyn.yield %e : i1
    }
    %result = arith.select %empty, %zero, %weight : f32
    zyn.yield %result : f32
  } -> tensor<5x5xf32>
  %r = zyn.matmul ins(%1, %v : tensor<5x5xf32>, tensor<5x6xf32>) outs(%y : tensor<5x6xf32>) -> tensor<5x6xf32>
  return %r : tensor<5x6xf32>
}
