module {
  func.func @main(%arg0: tensor<6x5xf32>, %arg1: tensor<6x5xf32>, %arg2: tensor<1x3x7x8xf32>, %arg3: tensor<4x3x3x3xf32>, %arg4: tensor<4xf32>, %arg5: tensor<2x2xi64>, %arg6: tensor<3x7x4xf32>) -> (tensor<1x4x4x4xf32>, tensor<6x6xf32>, tensor<6xi64>, tensor<1x3x3x4xf32>, tensor<1x3x7x8xf32>, tensor<6x5xf32>, tensor<6xf32>, tensor<5xf32>, tensor<f32>, tensor<2x2x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x10xf32>, tensor<5x6xf32>, tensor<6x2xf32>, tensor<6x8xf32>, tensor<3x7x4xf32>) {
    %0 = "tosa.const"() <{values = dense<0.000000e+00> : tensor<1xf32>}> : () -> tensor<1xf32>
    %1 = tosa.const_shape  {values = dense<[1, 6, 5]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %2 = tosa.const_shape  {values = dense<[1, 5, 6]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %3 = tosa.const_shape  {values = dense<6> : tensor<2xindex>} : () -> !tosa.shape<2>
    %4 = tosa.const_shape  {values = dense<6> : tensor<1xindex>} : () -> !tosa.shape<1>
    %5 = tosa.const_shape  {values = dense<[1, 6, 8, 3]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %6 = tosa.const_shape  {values = dense<0> : tensor<4xindex>} : () -> !tosa.shape<4>
    %7 = tosa.const_shape  {values = dense<[0, 0, 1, 1, 1, 1, 0, 0]> : tensor<8xindex>} : () -> !tosa.shape<8>
    %8 = "tosa.const"() <{values = dense<0> : tensor<1xi8>}> : () -> tensor<1xi8>
    %9 = tosa.const_shape  {values = dense<5> : tensor<1xindex>} : () -> !tosa.shape<1>
    %10 = tosa.const_shape  {values = dense<> : tensor<0xindex>} : () -> !tosa.shape<0>
    %11 = tosa.const_shape  {values = dense<[1, 4]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %12 = tosa.const_shape  {values = dense<[2, 2, 5]> : tensor<3xindex>} : () -> !tosa.shape<3>
    %13 = tosa.const_shape  {values = dense<[6, 2]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %14 = tosa.const_shape  {values = dense<[0, 1]> : tensor<2xindex>} : () -> !tosa.shape<2>
    %15 = tosa.const_shape  {values = dense<[0, 0, 1, 2]> : tensor<4xindex>} : () -> !tosa.shape<4>
    %16 = "tosa.const"() <{values = dense<0.0333333351> : tensor<f32>}> : () -> tensor<f32>
    %17 = "tosa.const"() <{values = dense<2.000000e+00> : tensor<1x1xf32>}> : () -> tensor<1x1xf32>
    %18 = "tosa.const"() <{values = dense<5.000000e-01> : tensor<1x1x1xf32>}> : () -> tensor<1x1x1xf32>
    %19 = tosa.transpose %arg2 {perms = array<i32: 0, 2, 3, 1>} : (tensor<1x3x7x8xf32>) -> tensor<1x7x8x3xf32>
    %20 = tosa.transpose %arg3 {perms = array<i32: 0, 2, 3, 1>} : (tensor<4x3x3x3xf32>) -> tensor<4x3x3x3xf32>
    %21 = tosa.conv2d %19, %20, %arg4, %0, %0 {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 1, 1, 1, 0>, stride = array<i64: 2, 2>} : (tensor<1x7x8x3xf32>, tensor<4x3x3x3xf32>, tensor<4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x4xf32>
    %22 = tosa.transpose %21 {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
    %23 = tosa.transpose %arg1 {perms = array<i32: 1, 0>} : (tensor<6x5xf32>) -> tensor<5x6xf32>
    %24 = tosa.reshape %arg0, %1 : (tensor<6x5xf32>, !tosa.shape<3>) -> tensor<1x6x5xf32>
    %25 = tosa.reshape %23, %2 : (tensor<5x6xf32>, !tosa.shape<3>) -> tensor<1x5x6xf32>
    %26 = tosa.matmul %24, %25, %0, %0 : (tensor<1x6x5xf32>, tensor<1x5x6xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6xf32>
    %27 = tosa.reshape %26, %3 : (tensor<1x6x6xf32>, !tosa.shape<2>) -> tensor<6x6xf32>
    %28 = tosa.argmax %arg0 {axis = 1 : i32} : (tensor<6x5xf32>) -> tensor<6xi64>
    %29 = tosa.slice %19, %6, %5 : (tensor<1x7x8x3xf32>, !tosa.shape<4>, !tosa.shape<4>) -> tensor<1x6x8x3xf32>
    %30 = tosa.max_pool2d %29 {kernel = array<i64: 2, 2>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 2, 2>} : (tensor<1x6x8x3xf32>) -> tensor<1x3x4x3xf32>
    %31 = tosa.transpose %30 {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x3x4x3xf32>) -> tensor<1x3x3x4xf32>
    %32 = tosa.pad %19, %7, %0 : (tensor<1x7x8x3xf32>, !tosa.shape<8>, tensor<1xf32>) -> tensor<1x9x10x3xf32>
    %33 = tosa.avg_pool2d %32, %0, %0 {acc_type = f32, kernel = array<i64: 3, 3>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x9x10x3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x7x8x3xf32>
    %34 = tosa.transpose %33 {perms = array<i32: 0, 3, 1, 2>} : (tensor<1x7x8x3xf32>) -> tensor<1x3x7x8xf32>
    %35 = tosa.reduce_max %arg0 {axis = 1 : i32} : (tensor<6x5xf32>) -> tensor<6x1xf32>
    %36 = tosa.sub %arg0, %35 : (tensor<6x5xf32>, tensor<6x1xf32>) -> tensor<6x5xf32>
    %37 = tosa.exp %36 : (tensor<6x5xf32>) -> tensor<6x5xf32>
    %38 = tosa.reduce_sum %37 {axis = 1 : i32} : (tensor<6x5xf32>) -> tensor<6x1xf32>
    %39 = tosa.reciprocal %38 : (tensor<6x1xf32>) -> tensor<6x1xf32>
    %40 = tosa.mul %37, %39, %8 : (tensor<6x5xf32>, tensor<6x1xf32>, tensor<1xi8>) -> tensor<6x5xf32>
    %41 = tosa.reduce_sum %arg0 {axis = 1 : i32} : (tensor<6x5xf32>) -> tensor<6x1xf32>
    %42 = tosa.reshape %41, %4 : (tensor<6x1xf32>, !tosa.shape<1>) -> tensor<6xf32>
    %43 = tosa.reduce_max %arg0 {axis = 0 : i32} : (tensor<6x5xf32>) -> tensor<1x5xf32>
    %44 = tosa.reshape %43, %9 : (tensor<1x5xf32>, !tosa.shape<1>) -> tensor<5xf32>
    %45 = tosa.reduce_sum %arg0 {axis = 0 : i32} : (tensor<6x5xf32>) -> tensor<1x5xf32>
    %46 = tosa.reduce_sum %45 {axis = 1 : i32} : (tensor<1x5xf32>) -> tensor<1x1xf32>
    %47 = tosa.reshape %46, %10 : (tensor<1x1xf32>, !tosa.shape<0>) -> tensor<f32>
    %48 = tosa.mul %47, %16, %8 : (tensor<f32>, tensor<f32>, tensor<1xi8>) -> tensor<f32>
    %49 = tosa.reshape %arg1, %1 : (tensor<6x5xf32>, !tosa.shape<3>) -> tensor<1x6x5xf32>
    %50 = tosa.reshape %arg5, %11 : (tensor<2x2xi64>, !tosa.shape<2>) -> tensor<1x4xi64>
    %51 = tosa.cast %50 : (tensor<1x4xi64>) -> tensor<1x4xi32>
    %52 = tosa.gather %49, %51 : (tensor<1x6x5xf32>, tensor<1x4xi32>) -> tensor<1x4x5xf32>
    %53 = tosa.reshape %52, %12 : (tensor<1x4x5xf32>, !tosa.shape<3>) -> tensor<2x2x5xf32>
    %54 = tosa.sigmoid %arg0 : (tensor<6x5xf32>) -> tensor<6x5xf32>
    %55 = tosa.clamp %arg0 {max_val = 5.000000e-01 : f32, min_val = -5.000000e-01 : f32} : (tensor<6x5xf32>) -> tensor<6x5xf32>
    %56 = tosa.greater %arg0, %arg1 : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x5xi1>
    %57 = tosa.select %56, %arg0, %arg1 : (tensor<6x5xi1>, tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x5xf32>
    %58 = tosa.pow %arg0, %17 : (tensor<6x5xf32>, tensor<1x1xf32>) -> tensor<6x5xf32>
    %59 = tosa.concat %arg0, %arg1 {axis = 1 : i32} : (tensor<6x5xf32>, tensor<6x5xf32>) -> tensor<6x10xf32>
    %60 = tosa.transpose %arg0 {perms = array<i32: 1, 0>} : (tensor<6x5xf32>) -> tensor<5x6xf32>
    %61 = tosa.slice %arg0, %14, %13 : (tensor<6x5xf32>, !tosa.shape<2>, !tosa.shape<2>) -> tensor<6x2xf32>
    %62 = tosa.pad %arg0, %15, %0 : (tensor<6x5xf32>, !tosa.shape<4>, tensor<1xf32>) -> tensor<6x8xf32>
    %63 = tosa.transpose %arg6 {perms = array<i32: 0, 2, 1>} : (tensor<3x7x4xf32>) -> tensor<3x4x7xf32>
    %64 = tosa.matmul %arg6, %63, %0, %0 : (tensor<3x7x4xf32>, tensor<3x4x7xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3x7x7xf32>
    %65 = tosa.mul %64, %18, %8 : (tensor<3x7x7xf32>, tensor<1x1x1xf32>, tensor<1xi8>) -> tensor<3x7x7xf32>
    %66 = tosa.reduce_max %65 {axis = 2 : i32} : (tensor<3x7x7xf32>) -> tensor<3x7x1xf32>
    %67 = tosa.sub %65, %66 : (tensor<3x7x7xf32>, tensor<3x7x1xf32>) -> tensor<3x7x7xf32>
    %68 = tosa.exp %67 : (tensor<3x7x7xf32>) -> tensor<3x7x7xf32>
    %69 = tosa.reduce_sum %68 {axis = 2 : i32} : (tensor<3x7x7xf32>) -> tensor<3x7x1xf32>
    %70 = tosa.reciprocal %69 : (tensor<3x7x1xf32>) -> tensor<3x7x1xf32>
    %71 = tosa.mul %68, %70, %8 : (tensor<3x7x7xf32>, tensor<3x7x1xf32>, tensor<1xi8>) -> tensor<3x7x7xf32>
    %72 = tosa.matmul %71, %arg6, %0, %0 : (tensor<3x7x7xf32>, tensor<3x7x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<3x7x4xf32>
    return %22, %27, %28, %31, %34, %40, %42, %44, %48, %53, %54, %55, %57, %58, %59, %60, %61, %62, %72 : tensor<1x4x4x4xf32>, tensor<6x6xf32>, tensor<6xi64>, tensor<1x3x3x4xf32>, tensor<1x3x7x8xf32>, tensor<6x5xf32>, tensor<6xf32>, tensor<5xf32>, tensor<f32>, tensor<2x2x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x5xf32>, tensor<6x10xf32>, tensor<5x6xf32>, tensor<6x2xf32>, tensor<6x8xf32>, tensor<3x7x4xf32>
  }
}
