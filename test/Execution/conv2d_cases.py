"""Convolutions: all layouts, types, strides, paddings, dilations and groups."""
from arrays import FLOATS8
from programs import conv2d_case

X, Y, Z = ("arg", 0), ("arg", 1), ("arg", 2)
TYPES = ["f64", "f32", "f16", "bf16", "i32", "i8", *FLOATS8]
BIAS = ("max", ("add", X, Y), ("const", 0))


def cases(rng):
    chosen = []
    add = lambda name, *args, **options: chosen.append(conv2d_case(rng, f"conv2d_{name}", *args, **options))
    for type in TYPES:
        whole = 2 if type in FLOATS8 else None
        out = "f32" if type in FLOATS8 else None
        for layout in ["nhwc", "nchw"]:
            add(f"{type}_{layout}", type, [2, 9, 10, 16], [24, 3, 3], padding=(1, 1, 1, 1), layout=layout, whole=whole,
                out=out)
            add(f"{type}_{layout}_odd", type, [1, 7, 11, 5], [6, 2, 3], strides=(2, 1), padding=(0, 1, 2, 0),
                dilations=(1, 2), layout=layout, dynamic="nhwcfrspq", whole=whole, out=out)
        add(f"{type}_accumulate", type, [2, 6, 6, 8], [9, 3, 3], accumulate=True, dynamic="n", whole=whole, out=out)
        add(f"{type}_groups", type, [1, 8, 8, 24], [6, 3, 3], groups=3, whole=whole, out=out)
        add(f"{type}_depthwise", type, [2, 9, 8, 16], [16, 3, 3], padding=(1, 1, 1, 1), groups=16, whole=whole, out=out)
    for type in ["f32", "f16", "bf16"]:
        add(f"{type}_epilogue", type, [2, 8, 9, 16], [20, 3, 3], strides=(2, 2), padding=(1, 1, 1, 1), epilogue=BIAS)
        add(f"{type}_residual_nchw", type, [2, 8, 9, 3], [8, 3, 3], padding=(1, 1, 1, 1), layout="nchw", dynamic="hwpq",
            epilogue=("add", ("mul", X, Y), Z))
        add(f"{type}_residual_groups", type, [2, 5, 6, 16], [32, 2, 2], groups=2, epilogue=("sub", ("add", X, Z), Y))
        add(f"{type}_pixels", type, [2, 9, 10, 16], [24, 1, 1], epilogue=BIAS, dynamic="nhp")
        add(f"{type}_strided_pixels", type, [2, 9, 10, 32], [24, 1, 1], strides=(2, 3))
        add(f"{type}_to_f32", type, [1, 6, 7, 64], [40, 3, 3], out="f32", whole=3)
        add(f"{type}_tiles", type, [1, 13, 11, 64], [72, 3, 3], padding=(1, 1, 1, 1), whole=3)
        add(f"{type}_3_channels", type, [1, 20, 19, 3], [16, 7, 7], strides=(2, 2), padding=(3, 3, 3, 3))
        add(f"{type}_narrow", type, [2, 12, 13, 40], [3, 3, 3], padding=(1, 1, 1, 1))
        add(f"{type}_one_dimension", type, [4, 1, 50, 24], [16, 1, 5], strides=(1, 2), padding=(0, 0, 4, 0))
        add(f"{type}_dilated", type, [1, 20, 20, 16], [16, 3, 3], padding=(4, 4, 4, 4), dilations=(4, 4))
        add(f"{type}_depthwise_strided", type, [2, 15, 17, 24], [24, 5, 3], strides=(2, 2), padding=(2, 2, 1, 1), groups=24,
            epilogue=("add", ("mul", X, Y), Z))
        add(f"{type}_depthwise_nchw", type, [2, 9, 40, 5], [5, 3, 3], padding=(1, 1, 1, 1), groups=5, layout="nchw")
        add(f"{type}_depthwise_odd", type, [2, 9, 8, 7], [7, 3, 2], dilations=(2, 1), groups=7, dynamic="nhwpqrs",
            accumulate=True)
        add(f"{type}_two_filters_per_channel", type, [2, 9, 8, 6], [12, 3, 3], groups=6)
        add(f"{type}_groups_of_8", type, [2, 9, 9, 32], [64, 3, 3], padding=(1, 1, 1, 1), groups=4)
        add(f"{type}_groups_nchw", type, [2, 9, 9, 12], [18, 3, 3], padding=(1, 1, 1, 1), groups=3, layout="nchw",
            dynamic="cf")
    for number, (image, filters, padding) in enumerate([
            ([0, 5, 5, 8], [4, 3, 3], 0), ([2, 5, 5, 0], [4, 3, 3], 1), ([2, 0, 5, 8], [4, 3, 3], 1),
            ([2, 5, 5, 8], [0, 3, 3], 1), ([2, 2, 2, 8], [4, 3, 3], 0), ([2, 5, 5, 8], [4, 0, 3], 0),
            ([1, 1, 1, 1], [1, 1, 1], 0), ([1, 1, 1, 1], [1, 3, 3], 1), ([1, 3, 3, 8], [4, 3, 3], 5),
            ([2, 0, 5, 16], [4, 3, 3], 2), ([2, 5, 0, 64], [200, 3, 3], 2)]):
        for dynamic in ["", "nhwcfrspq"]:
            add(f"edge_{number}_{'dynamic' if dynamic else 'static'}", "f16", image, filters, padding=(padding,) * 4,
                dynamic=dynamic)
    for groups in [1, 4, 8]:
        add(f"edge_wide_filters_{groups}", "f16", [1, 9, 3, 8], [8, 2, 4], strides=(2, 1), dilations=(1, 2), groups=groups)
    for precision in ["tf32", "tf32x3"]:
        add(precision, "f32", [2, 9, 10, 32], [24, 3, 3], padding=(1, 1, 1, 1), precision=precision)
        add(f"{precision}_odd", "f32", [1, 9, 10, 6], [24, 3, 3], precision=precision, dynamic="c")
    return chosen
