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
