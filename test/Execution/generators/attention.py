"""Random attention: any head sizes, groups of heads, masks, lengths, scales and epilogues, causal or not."""
from arrays import FLOATS
from attention_cases import EPILOGUES, attention_case


def program(draw, name):
    type = draw.one(*FLOATS, "f16", "bf16")
    wide = "f64" if type == "f64" else "f32"
    group = draw.one(1, 1, 2, 4)
    sizes = [draw.size(1, 1, 2, 3, small=2), group * draw.size(1, 2, small=1), draw.size(1, 2, 17, 64, 70, 130, small=17),
             draw.size(1, 3, 33, 64, 100, 150, small=33)]
    head, values = draw.one(1, 5, 8, 16, 24, 32, 64, 64, 72, 80, 128), draw.one(None, None, None, 8, 48)
    return attention_case(
        draw.rng, name, type, *sizes, head, values, group, draw.flag(), draw.one(None, None, 0.3, 1.5, -0.5),
        draw.one(None, None, "i1", type, wide), draw.one("bhmn", "mn", "bn", "hmn", "bmn", "n", "hm"),
        draw.one(None, None, "i32", "i64"), draw.flag(0.5), draw.one(None, None, wide), draw.some("bhkmnde", 0.3),
        epilogue=draw.one(None, None, *EPILOGUES.values()))
