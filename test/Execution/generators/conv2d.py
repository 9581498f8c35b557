"""Random convolutions: any layouts, strides, paddings, dilations, groups and epilogues."""
from arrays import FLOATS, FLOATS8
from generators.matmul import epilogue
from programs import conv2d_case


def program(draw, name):
    type = draw.one(*FLOATS, *FLOATS8, "i32", "i8")
    groups = draw.one(1, 1, 1, 2, 3, 8)
    channels = draw.size(1, 1, 2, 3, 4, 7, 8, 16, 16, 24, 32, 64, 72, small=16)
    per_group = draw.size(1, 2, 5, 8, 16, 40, 65, small=16)
    if draw.flag(0.2):  # depthwise
        groups, channels, per_group = max(channels, 1) * groups, 1, draw.one(1, 1, 1, 2)
    extent = [draw.size(1, 1, 2, 3, 3, 5), draw.size(1, 2, 3, 3, 4, 7)]
    strides, dilations = [draw.one(1, 1, 2, 3) for _ in range(2)], [draw.one(1, 1, 1, 2, 3) for _ in range(2)]
    padding = [draw.one(0, 0, 1, 2, 3) for _ in range(4)]
    image = [draw.size(1, 1, 2, 3), draw.size(1, 2, 5, 8, 13, 20, small=8), draw.size(1, 3, 7, 8, 16, 25, small=8),
             channels * groups]
    out = "f32" if type in ("f16", "bf16", *FLOATS8) and draw.flag() else None
    precision = draw.one(None, None, "tf32", "tf32x3") if type == "f32" else None
    return conv2d_case(draw.rng, name, type, image, [groups * per_group, *extent], strides, padding, dilations, groups,
                       draw.one("nhwc", "nhwc", "nchw"), draw.flag(0.3), out, draw.some("nhwcfrspq", 0.3),
                       epilogue(draw, type), whole=1 if type in FLOATS8 else None,
                       rhs=draw.one(*FLOATS8) if type in FLOATS8 else None, precision=precision)
