"""Weights of a model as arrays of NumPy: from a seed, or from .npz or .safetensors files.

A model's weights are described by a dict of names and shapes, in the order of the arguments of the exported function.
"""
import json
import mmap
import zipfile

import numpy as np

# Types of elements in .safetensors files. NumPy has no bf16, which is the upper half of an f32.
TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1",
         "U8": "u1", "BOOL": "?"}


def from_seed(shapes, seed):
    """Returns weights of f32 that keep the size of activations. They depend on the seed only, with any NumPy."""
    random = np.random.RandomState(seed)  # the stream of this generator never changes
    weights = {}
    for name, shape in shapes.items():
        uniform = random.random_sample(shape) * 2 - 1
        if len(shape) > 1:
            weight = uniform / np.sqrt(np.prod(shape[1:]))
        else:
            weight = uniform / 8 + name.endswith((".weight", ".running_var"))  # scales and variances are about 1
        weights[name] = weight.astype(np.float32)
    return weights


def read_safetensors(path):
    """Returns the arrays of a .safetensors file, without reading them yet. Those of bf16 become f32.

    The file is the size of its header in 8 bytes, the header in JSON, and the elements.
    """
    with open(path, "rb") as file:
        size = file.seek(0, 2)
        content = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else b"")
    start = 8 + int.from_bytes(content[:8], "little")
    arrays = {}
    try:
        header = json.loads(bytes(content[8:start]))
        entries = [(name, entry["dtype"], entry["shape"], *entry["data_offsets"]) for name, entry in header.items()
                   if name != "__metadata__"]
    except (AttributeError, KeyError, TypeError, ValueError):
        raise ValueError(f"{path}: error: expected a .safetensors file, found another header") from None
    for name, dtype, shape, begin, end in entries:
        if dtype not in TYPES:
            raise ValueError(f"{path}: error: expected '{name}' to be one of {', '.join(TYPES)}, found {dtype}")
        if start + end > len(content):
            raise ValueError(f"{path}: error: expected at least {start + end} bytes, found {len(content)}")
        array = np.frombuffer(content[start + begin:start + end], TYPES[dtype])
        if dtype == "BF16":
            array = (array.astype("<u4") << 16).view("<f4")
        arrays[name] = array.reshape(shape)
    return arrays


def read(path):
    """Returns the arrays of a .npz or .safetensors file."""
    if str(path).endswith(".safetensors"):
        return read_safetensors(path)
    if zipfile.is_zipfile(path):
        return np.load(path)
    raise ValueError(f"{path}: error: expected a .npz or .safetensors file")


def from_files(shapes, paths, renamed={}):
    """Returns the weights that .npz or .safetensors files have under these names, as f32.

    In the names of the files, `renamed` replaces parts by others. All of them may have the same prefix, such as
    "transformer.". Other arrays in the files are ignored.
    """
    arrays = {}
    for path in paths:
        for name, array in read(path).items():
            for old, new in renamed.items():
                name = name.replace(old, new)
            arrays[name] = array
    files, first = ", ".join(map(str, paths)), next(iter(shapes))
    prefixes = {name[:-len(first)] for name in arrays if name.endswith(first)}
    missing = lambda prefix: [prefix + name for name in shapes if prefix + name not in arrays]
    prefix = min(sorted(prefixes), key=lambda prefix: len(missing(prefix)), default="")
    if missing(prefix):
        raise ValueError(f"{files}: error: no array '{missing(prefix)[0]}'")
    weights = {}
    for name, shape in shapes.items():
        array = arrays[prefix + name]
        if array.shape != tuple(shape):
            raise ValueError(f"{files}: error: expected '{prefix + name}' to have the shape {tuple(shape)}, found "
                             f"{array.shape}")
        weights[name] = np.ascontiguousarray(array, np.float32)
    return weights
