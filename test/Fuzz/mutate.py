"""Mutates the inputs of the tests.

A mutation takes a random.Random, so that a case only depends on its seed. Text is mutated by tokens, which keeps most
programs parsable, and by lines; binary files by bytes.
"""
import re

TYPES = """i0 i1 i32 i64 f32 f64 f16 bf16 index i8 i0 i1 i3 i8 i16 i24 i32 i64 i128 i1000 si32 ui8 index none f16 bf16 tf32 f32 f64 f80 f128 f8E4M3FN f8E5M2
f4E2M1FN complex<f32> complex<i32> vector<4xf32> vector<33xf32> vector<[4]xf32> vector<0xi8> vector<2x3xf16> vector<f32>
tensor<?xf32> tensor<*xf32> tensor<f32> memref<?xf32> memref<*xf32> memref<*x!kernel.mbarrier> memref<4x4xi8>
!kernel.mbarrier !kernel.fragment<16x8xf32,accumulator> tuple<> ()""".split()
NUMBERS = """0 1 -1 2 3 4 5 7 8 15 16 17 31 32 33 63 64 65 100 127 128 255 256 1000 1024 4096 65535 65536 1000000 16777216
2147483647 2147483648 -2147483648 4294967295 4294967296 9223372036854775807 9223372036854775808 -9223372036854775808
18446744073709551615 0.5 -0.0 1.0e400 0x7FC00000 0xFF800000""".split()
SPACES = ["", ", 3", ", 5", ", #gpu.address_space<workgroup>", ", #gpu.address_space<global>",
          ", #gpu.address_space<private>", ", #kernel.constant", ", #kernel.cluster", ", strided<[?, 1], offset: ?>",
          ", affine_map<(i, j) -> (j, i)>"]
SCALAR = r"(?:\b|(?<=x))(?:[su]?i[1-9][0-9]*|f16|bf16|tf32|f32|f64|f80|f128|f8E4M3FN|f8E5M2|index)\b"
TOKEN = re.compile(r"%[\w$.-]+(?:#\d+)?|[@^#!][\w$.-]+|\"[^\"\n]*\"|//[^\n]*|-?0x[0-9A-Fa-f]+|-?\d+\.\d+(?:e[+-]?\d+)?|"
                   r"\d+(?=x)|-?\d+|[A-Za-z_][\w$.]*|->|\s+|.")
OP = re.compile(r"\b(?:zyn|kernel|vm|arith|math|scf|func|tensor|memref|linalg|gpu|vector|cf|affine)\.[a-z_0-9.]+\b")


def replace_one(rng, pattern, text, choose):
    """Replaces one match of `pattern`, or all matches with the same text."""
    found = list(re.finditer(pattern, text))
    if not found:
        return text
    match = rng.choice(found)
    new = choose(match.group())
    if rng.random() < 0.3:
        return text[:match.start()] + new + text[match.end():]
    old = re.escape(match.group())
    return re.sub(rf"(?<![\w.%@]){old}(?![\w.])|(?<=x){old}(?=[,>])", lambda _: new, text)


def change_type(rng, text, others):
    return replace_one(rng, SCALAR, text, lambda _: rng.choice(TYPES))


def change_whole_type(rng, text, others):
    return replace_one(rng, r"\b(?:tensor|memref|vector)<[^<>\n]*>|!\w+\.\w+(?:<[^<>\n]*>)?", text,
                       lambda _: rng.choice(TYPES))


def change_number(rng, text, others):
    return replace_one(rng, r"(?<![\w%.#])-?\d+(?:\.\d+)?(?![\w.]*[\w])|(?<=[<x\[])\d+(?=[x\],>])", text,
                       lambda _: rng.choice(NUMBERS))


def change_size(rng, text, others):
    return replace_one(rng, r"(?<=[<x])(?:\d+|\?)(?=x)", text,
                       lambda old: rng.choice(["?", "0", "1", *NUMBERS]) if old != "?" else rng.choice("01234"))


def change_space(rng, text, others):
    return replace_one(rng, r"(?:, (?:#[\w.]+(?:<\w+>)?|\d+))?>(?= *[\n,):])", text, lambda _: rng.choice(SPACES) + ">")


def change_op(rng, text, others):
    names = OP.findall(text + rng.choice(others))
    return replace_one(rng, OP.pattern, text, lambda _: rng.choice(names)) if names else text


def change_word(rng, text, others):
    """Replaces a keyword or the name or value of an attribute."""
    words = re.findall(r"\b[a-z_]{2,}\b", rng.choice(others)) or ["x"]
    return replace_one(rng, r"(?<![\w.%@#!])[a-z_]{2,}(?![\w.])", text, lambda _: rng.choice(words))


def change_value(rng, text, others):
    values = re.findall(r"%[\w]+", text) or ["%0"]
    return replace_one(rng, r"%[\w]+", text, lambda _: rng.choice(values))


def change_tokens(rng, text, others):
    """Deletes, duplicates or reorders tokens."""
    tokens = TOKEN.findall(text)
    if len(tokens) < 2:
        return text
    i = rng.randrange(len(tokens))
    j = min(len(tokens), i + rng.choice([1, 1, 1, 2, 5]))
    part = tokens[i:j]
    tokens[i:j] = rng.choice([[], part + part, part[::-1], [rng.choice(tokens)]])
    return "".join(tokens)


def change_lines(rng, text, others):
    """Deletes, duplicates or moves lines."""
    lines = text.splitlines(keepends=True)
    if not lines:
        return text
    i = rng.randrange(len(lines))
    j = min(len(lines), i + rng.choice([1, 1, 2, 4]))
    part = lines[i:j]
    kind = rng.randrange(3)
    if kind == 0:
        lines[i:j] = []
    elif kind == 1:
        lines[i:i] = part
    else:
        lines[i:j] = []
        k = rng.randrange(len(lines) + 1)
        lines[k:k] = part
    return "".join(lines)


def splice(rng, text, others):
    """Inserts lines of another file."""
    lines, other = text.splitlines(keepends=True), rng.choice(others).splitlines(keepends=True)
    if not lines or not other:
        return text
    i, j = sorted(rng.randrange(len(other) + 1) for _ in range(2))
    k = rng.randrange(len(lines) + 1)
    lines[k:k + rng.choice([0, 0, 1, 3])] = other[i:min(j, i + 8)]
    return "".join(lines)


def append_function(rng, text, others):
    """Appends the functions of another file with different names."""
    return text + "\n" + re.sub(r"@(\w+)", r"@\1_b", rng.choice(others))


def change_bytes_of_text(rng, text, others):
    data = bytearray(text.encode("utf-8", "replace"))
    return bytes(change_bytes(rng, data)).decode("utf-8", "replace")


# Mutations that often preserve validity are more frequent.
MUTATIONS = [change_type] * 5 + [change_number] * 7 + [change_size] * 6 + [change_space] * 2 + [change_op] * 2 + [
    change_value] * 2 + [change_lines] * 3 + [append_function] * 2 + [
    change_whole_type, change_word, change_tokens, splice, change_bytes_of_text]


def mutate_text(rng, text, others):
    """Applies a few mutations, usually one or two."""
    for _ in range(rng.choice([1, 1, 1, 1, 2, 2, 4])):
        text = rng.choice(MUTATIONS)(rng, text, others)
    return text[:100_000]


def change_bytes(rng, data):
    """Flips, sets, deletes, duplicates or truncates bytes, or sets numbers of 4 or 8 bytes."""
    data = bytearray(data)
    for _ in range(rng.choice([1, 1, 2, 3, 8])):
        if not data:
            return data
        i = rng.randrange(len(data))
        kind = rng.randrange(7)
        if kind == 0:
            data[i] ^= 1 << rng.randrange(8)
        elif kind == 1:
            data[i] = rng.choice([0, 1, 127, 128, 255])
        elif kind == 2:
            size = rng.choice([4, 8])
            data[i:i + size] = rng.choice([0, 1, 255, 1 << 16, (1 << 31) - 1, 1 << 31, (1 << 32) - 1]).to_bytes(
                size, "little")
        elif kind == 3:
            del data[i:i + rng.choice([1, 2, 4, 16])]
        elif kind == 4:
            data[i:i] = data[i:i + rng.choice([1, 4, 16])]
        elif kind == 5:
            del data[i:]
        else:
            j = rng.randrange(len(data))
            data[i:i + 4] = data[j:j + 4]
    return data
