// How many steps of z * z + c, up to 99, it takes until |z| > 2, for points c around the Mandelbrot set: a loop nest whose
// innermost loop ends at another time for each point.
func.func @main() -> tensor<11x24xi32> {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2.0 : f32
  %four = arith.constant 4.0 : f32
  %left = arith.constant -2.0 : f32
  %top = arith.constant -1.25 : f32
  %width = arith.constant 0.125 : f32
  %height = arith.constant 0.25 : f32
  %none = arith.constant 0 : i32
  %one = arith.constant 1 : i32
  %most = arith.constant 99 : i32
  %empty = tensor.empty() : tensor<11x24xi32>
  %steps = zyn.compute outs(%empty : tensor<11x24xi32>) {
    %row = zyn.index 0 : index
    %column = zyn.index 1 : index
    %i = arith.index_cast %row : index to i32
    %j = arith.index_cast %column : index to i32
    %y = arith.sitofp %i : i32 to f32
    %x = arith.sitofp %j : i32 to f32
    %down = arith.mulf %y, %height : f32
    %right = arith.mulf %x, %width : f32
    %b = arith.addf %top, %down : f32
    %a = arith.addf %left, %right : f32
    %last:3 = scf.while (%re = %zero, %im = %zero, %n = %none) : (f32, f32, i32) -> (f32, f32, i32) {
      %re2 = arith.mulf %re, %re : f32
      %im2 = arith.mulf %im, %im : f32
      %square = arith.addf %re2, %im2 : f32
      %isInside = arith.cmpf ole, %square, %four : f32
      %isEarly = arith.cmpi ult, %n, %most : i32
      %continues = arith.andi %isInside, %isEarly : i1
      scf.condition(%continues) %re, %im, %n : f32, f32, i32
    } do {
    ^bb0(%re: f32, %im: f32, %n: i32):
      %re2 = arith.mulf %re, %re : f32
      %im2 = arith.mulf %im, %im : f32
      %difference = arith.subf %re2, %im2 : f32
      %product = arith.mulf %re, %im : f32
      %twice = arith.mulf %two, %product : f32
      %nextRe = arith.addf %difference, %a : f32
      %nextIm = arith.addf %twice, %b : f32
      %next = arith.addi %n, %one : i32
      scf.yield %nextRe, %nextIm, %next : f32, f32, i32
    }
    zyn.yield %last#2 : i32
  } -> tensor<11x24xi32>
  return %steps : tensor<11x24xi32>
}
