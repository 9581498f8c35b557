"""Arrays of Zyn's element types as .npy files, and the comparison of results.

Values are represented as float64 (int64 for integers) that the element type can represent exactly. NumPy does not have
bf16 and 8-bit floats: .npy files contain the raw bits, with the descriptors that ml_dtypes writes. NumPy cannot read
that of f8E5M2, '<f1'.
"""
import io
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class ElementType:
    name: str
    dtype: str  # of the .npy file
    eps: float  # distance between numbers from 1 to 2; the relative error of one rounding is at most eps / 2
    tiny: float  # smaller results may be flushed to zero
    exact: int  # integers up to this one are represented exactly


TYPES = {t.name: t for t in [
    ElementType("f64", "<f8", 2.0**-52, 2.0**-1022, 2**53),
    ElementType("f32", "<f4", 2.0**-23, 2.0**-126, 2**24),
    ElementType("f16", "<f2", 2.0**-10, 2.0**-14, 2**11),
    ElementType("bf16", "<V2", 2.0**-7, 2.0**-126, 2**8),
    ElementType("f8E4M3FN", "<V1", 2.0**-3, 2.0**-6, 2**4),
    ElementType("f8E5M2", "<f1", 2.0**-2, 2.0**-14, 2**3),
    ElementType("i64", "<i8", 0.0, 0.0, 2**63 - 1),
    ElementType("i32", "<i4", 0.0, 0.0, 2**31 - 1),
    ElementType("i16", "<i2", 0.0, 0.0, 2**15 - 1),
    ElementType("i8", "<i1", 0.0, 0.0, 2**7 - 1),
    ElementType("i1", "<b1", 0.0, 0.0, 1),
]}
FLOATS = ["f64", "f32", "f16", "bf16"]
FLOATS8 = ["f8E4M3FN", "f8E5M2"]


def is_integer(name):
    return name.startswith("i")


def bf16_bits(values):
    """Returns the bits of the nearest bf16, ties to even.

    Rounding to f32 and then to bf16 can differ from rounding once, so values are first rounded to f32 to odd.
    """
    values = np.asarray(values, np.float64)
    with np.errstate(over="ignore"):
        single = values.astype(np.float32)
    bits = single.view(np.uint32).copy()
    inexact = np.isfinite(single) & (single.astype(np.float64) != values)
    overshot = inexact & (np.abs(single.astype(np.float64)) > np.abs(values))
    bits[overshot] -= 1
    bits[inexact] |= 1
    rounded = (bits + (0x7FFF + ((bits >> 16) & 1)).astype(np.uint32)) >> 16
    return np.where(np.isnan(values), 0x7FC0, rounded).astype(np.uint16)


def f8_values(name):
    """Returns the values of all 256 bit patterns."""
    fraction_bits, bias = (3, 7) if name == "f8E4M3FN" else (2, 15)
    magnitude = np.arange(128)
    exponent = magnitude >> fraction_bits
    fraction = (magnitude & (2**fraction_bits - 1)) / 2**fraction_bits
    values = np.ldexp(np.where(exponent > 0, 1 + fraction, fraction), np.maximum(exponent, 1) - bias)
    if name == "f8E5M2":
        values[0x7C] = np.inf
        values[0x7D:] = np.nan
    values[0x7F] = np.nan
    return np.concatenate([values, -values])


def f8_bits(values, name):
    """Returns the bits of the nearest 8-bit float, ties to even, found by comparing with all of them."""
    overflow, nan, above = (0x7F, 0x7F, 480.0) if name == "f8E4M3FN" else (0x7C, 0x7E, 65536.0)
    magnitude = np.abs(np.asarray(values, np.float64))
    numbers = np.append(f8_values(name)[:overflow], above)  # rounding would reach `above` if there were one more number
    low = np.clip(np.searchsorted(numbers, magnitude, "right") - 1, 0, overflow - 1)
    with np.errstate(invalid="ignore"):
        down, up = magnitude - numbers[low], numbers[low + 1] - magnitude
        bits = low + ((up < down) | ((up == down) & (low % 2 == 1)))
    return (np.where(np.isnan(magnitude), nan, bits) | np.where(np.signbit(values), 0x80, 0)).astype(np.uint8)


def encode(values, name):
    """Returns the elements of the .npy file."""
    if name in FLOATS8:
        return f8_bits(values, name)
    if name == "bf16":
        values = np.asarray(values)
        return bf16_bits(values.reshape(-1)).reshape(values.shape).view("V2")
    if is_integer(name):
        return wrap(values, name).astype(TYPES[name].dtype)
    with np.errstate(over="ignore"):
        return np.asarray(values).astype(TYPES[name].dtype)


def decode(array, name):
    """Returns the values of an array that was read from a .npy file with the element type `name`."""
    if name in FLOATS8:
        return f8_values(name)[array.view(np.uint8)]
    if array.dtype.str.replace("|", "<") != TYPES[name].dtype:
        raise ValueError(f"expected dtype {TYPES[name].dtype} for {name}, found {array.dtype.str}")
    if name == "bf16":
        flat = np.ascontiguousarray(array).reshape(-1).view(np.uint16)
        with np.errstate(invalid="ignore"):  # signaling NaNs
            return (flat.astype(np.uint32) << 16).view(np.float32).astype(np.float64).reshape(array.shape)
    return array.astype(np.int64 if is_integer(name) else np.float64)


def save(path, values, name):
    """Writes a .npy file."""
    file = io.BytesIO()
    np.save(file, encode(values, name))
    contents = file.getvalue()
    if name in FLOATS8:  # encoded as uint8
        contents = contents.replace(b"'|u1'", f"'{TYPES[name].dtype}'".encode(), 1)
    path.write_bytes(contents)


def load(path, name):
    """Returns the values of a .npy file with the element type `name`."""
    contents = path.read_bytes()
    if name in FLOATS8:
        descr = f"'descr': '{TYPES[name].dtype}'".encode()
        if descr not in contents:
            raise ValueError(f"expected dtype {TYPES[name].dtype} for {name}")
        contents = contents.replace(descr, b"'descr': '|u1'", 1)
    return decode(np.load(io.BytesIO(contents)), name)


def represent(values, name):
    """Rounds each value to the nearest one that the type can represent."""
    return decode(encode(values, name), name)


def wrap(values, name="i32"):
    """Wraps integers to two's complement; i1 is 0 or 1. Arithmetic of NumPy has already wrapped those of 64 bits."""
    bits = int(name[1:])
    if bits == 64:
        return np.asarray(values, np.int64)
    half = 2**(bits - 1) if bits > 1 else 0
    return (np.asarray(values, np.int64) + half) % 2**bits - half


def lowest(name):
    """Returns the value that a maximum starts with."""
    if name == "f8E4M3FN":  # has no infinity
        return -448.0
    return -TYPES[name].exact - 1 if is_integer(name) else -np.inf


def greatest(name):
    """Returns the value that a minimum starts with."""
    return TYPES[name].exact if is_integer(name) else -lowest(name)


def random_values(rng, name, shape, whole=None):
    """Returns random values with magnitudes of 1/4 to 2 and random signs, or integers with magnitudes up to `whole`."""
    if whole is not None or is_integer(name):
        limit = min(whole or 1000, TYPES[name].exact)
        values = rng.integers(-limit, limit + 1, shape)
        return wrap(values, name) if is_integer(name) else values.astype(np.float64)
    return represent(rng.uniform(0.25, 2, shape) * rng.choice([-1.0, 1.0], shape), name)


def garbage(name, shape):
    """Returns the initial contents of a destination whose old elements must not be read."""
    return np.full(shape, wrap(12345, name) if is_integer(name) else np.nan)


def mismatch(found, expected, bound, name):
    """Returns a description of the first element of `found` whose error is more than `bound`, or None.

    If `bound` is None, signs of zeros must be equal, too.
    """
    if found.shape != expected.shape:
        return f"expected shape {list(expected.shape)}, found {list(found.shape)}"
    if bound is None:
        good = (found == expected) & (np.signbit(found) == np.signbit(expected))
        return describe(found, expected, np.zeros(expected.shape), good | (np.isnan(found) & np.isnan(expected)))
    kind = TYPES[name]
    with np.errstate(invalid="ignore", over="ignore"):
        allowed = np.abs(bound) + kind.eps / 2 * np.abs(expected) + kind.tiny
        rounded, largest = expected, np.abs(expected) + allowed
        if not is_integer(name):
            rounded, largest = represent(rounded, name), represent(largest, name)
        good = (found == rounded) | (np.isfinite(expected) & (np.abs(found - expected) <= allowed))
    # In a type without infinities, values that are too large are rounded to NaN.
    return describe(found, expected, allowed, good | (np.isnan(found) & np.isnan(largest)))


def describe(found, expected, allowed, good):
    """Returns a description of the first element that is not good, or None."""
    if good.all():
        return None
    where = tuple(int(i) for i in np.argwhere(~good)[0])
    pick = lambda a: np.broadcast_to(a, expected.shape)[where]
    return (f"{int((~good).sum())} of {good.size} elements differ; at {list(where)} expected "
            f"{pick(expected)!r} within {pick(allowed):.3g}, found {pick(found)!r}")
