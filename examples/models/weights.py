"""Weights of a model as arrays of NumPy: from a seed, or from a .npz or .safetensors file.

A model's weights are described by a dict of names and shapes, in the order of the arguments of the exported function.
"""
import json
import mmap

import numpy as np

TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1", "U8": "u1",
         "BOOL": "?"}


def from_seed(shapes, seed):
    """Returns uniformly distributed weights that keep the size of activations. The bits depend on the seed only."""
    random = np.random.RandomState(seed)  # NumPy never changes its stream

    def draw(name, shape):
        uniform = random.random_sample(shape) * 2 - 1
        if len(shape) > 1:
            return uniform / np.sqrt(np.prod(shape[1:]))
        is_scale = name.endswith((".weight", ".running_var"))
        return uniform / 8 + is_scale

    return {name: draw(name, shape).astype(np.float32) for name, shape in shapes.items()}


def read_safetensors(path):
    """Returns the arrays of a .safetensors file. bf16, which NumPy does not have, becomes float32.

    The file is the size of the header in 8 bytes, the header in JSON, and the elements.
    """
    with open(path, "rb") as file:
        content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    start = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:start])
    header.pop("__metadata__", None)
    arrays = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        elements = memoryview(content)[start + begin:start + end]
        if entry["dtype"] == "BF16":  # the upper half of a float32
            array = (np.frombuffer(elements, "<u2").astype("<u4") << 16).view("<f4")
        else:
            array = np.frombuffer(elements, TYPES[entry["dtype"]])
        arrays[name] = array.reshape(entry["shape"])
    return arrays


def from_file(shapes, path):
    """Returns the weights that a .npz or .safetensors file has under their names, as float32.

    All names in the file may have a prefix, such as "transformer.". Other arrays in it are ignored.
    """
    arrays = read_safetensors(path) if str(path).endswith(".safetensors") else np.load(path)
    first = next(iter(shapes))
    prefixes = [name[:-len(first)] for name in arrays if name.endswith(first)] or [""]
    missing = {prefix: [name for name in shapes if prefix + name not in arrays] for prefix in prefixes}
    prefix = min(missing, key=lambda prefix: len(missing[prefix]))
    if missing[prefix]:
        raise ValueError(f"{path}: error: no array '{prefix}{missing[prefix][0]}'")
    weights = {}
    for name, shape in shapes.items():
        weights[name] = np.ascontiguousarray(arrays[prefix + name], np.float32)
        if weights[name].shape != tuple(shape):
            raise ValueError(f"{path}: error: expected '{prefix}{name}' to have the shape {tuple(shape)}, found "
                             f"{weights[name].shape}")
    return weights
