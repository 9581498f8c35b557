"""The models in examples/models, and their weights from files."""
import importlib.util
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import zyn

FOLDER = Path(__file__).resolve().parent.parent.parent / "examples/models"
SHAPES = {"layer.weight": [2, 3], "layer.bias": [2]}


@pytest.fixture
def weights():
    spec = importlib.util.spec_from_file_location("weights", FOLDER / "weights.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def write_safetensors(path, arrays):
    """Writes a dict of types and arrays."""
    header, elements = {"__metadata__": {"format": "pt"}}, b""
    for name, (dtype, array) in arrays.items():
        end = len(elements) + array.nbytes
        header[name] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": [len(elements), end]}
        elements += array.tobytes()
    text = json.dumps(header).encode()
    path.write_bytes(len(text).to_bytes(8, "little") + text + elements)


def test_call(weights):
    """The decoder's function, called with arrays."""
    stored = json.loads((FOLDER / "gpt2.json").read_text())
    model = zyn.compile(FOLDER / "gpt2.mlir", device="cpu")
    logits = model(np.load(FOLDER / "gpt2-input.npy"), *weights.from_seed(stored["weights"], stored["seed"]).values())
    np.testing.assert_allclose(logits, np.load(FOLDER / "gpt2-output.npy"), atol=1e-3)


def test_safetensors(weights, tmp_path):
    matrix = np.array([[1, -2, 0.5], [3, 1e-40, np.inf]], np.float32)
    upper_halves = (matrix.view(np.uint32) >> 16).astype(np.uint16)
    write_safetensors(tmp_path / "w.safetensors", {
        "model.layer.bias": ("F16", np.array([0.5, -3], np.float16)), "model.layer.weight": ("BF16", upper_halves),
        "model.layer.mask": ("BOOL", np.ones((1, 1), bool)), "empty": ("F32", np.ones((0, 3), np.float32))})
    found = weights.from_files(SHAPES, [tmp_path / "w.safetensors"])
    assert list(found) == list(SHAPES)
    assert all(array.dtype == np.float32 for array in found.values())
    np.testing.assert_array_equal(found["layer.weight"], (matrix.view(np.uint32) & 0xffff0000).view(np.float32))
    np.testing.assert_array_equal(found["layer.bias"], [0.5, -3])


def test_several_files(weights, tmp_path):
    matrix = np.arange(6.0).reshape(3, 2).T  # f64, not in row-major order
    np.savez(tmp_path / "w.npz", **{"layer.gamma": matrix})
    write_safetensors(tmp_path / "w.safetensors", {"layer.bias": ("F32", np.ones(2, np.float32))})
    found = weights.from_files(SHAPES, [tmp_path / "w.npz", tmp_path / "w.safetensors"], {"gamma": "weight"})
    np.testing.assert_array_equal(found["layer.weight"], matrix)
    assert found["layer.weight"].flags.c_contiguous and found["layer.weight"].dtype == np.float32


@pytest.mark.parametrize("arrays, message", [
    ({"layer.weight": ("F32", np.ones((2, 3), np.float32))}, "w.safetensors: error: no array 'layer.bias'"),
    ({"other": ("F32", np.ones(2, np.float32))}, "w.safetensors: error: no array 'layer.weight'"),
    ({"m.layer.weight": ("F32", np.ones((3, 2), np.float32)), "m.layer.bias": ("F32", np.ones(2, np.float32))},
     "w.safetensors: error: expected 'm.layer.weight' to have the shape (2, 3), found (3, 2)"),
    ({"layer.weight": ("F8_E4M3", np.ones((2, 3), np.uint8))},
     "w.safetensors: error: expected 'layer.weight' to be one of F64, F32, F16, BF16, I64, I32, I16, I8, U8, BOOL, "
     "found F8_E4M3")])
def test_wrong_weights(weights, tmp_path, monkeypatch, arrays, message):
    monkeypatch.chdir(tmp_path)
    write_safetensors(Path("w.safetensors"), arrays)
    with pytest.raises(ValueError) as error:
        weights.from_files(SHAPES, ["w.safetensors"])
    assert str(error.value) == message


def test_other_files(weights, tmp_path):
    np.save(tmp_path / "w.npy", np.ones(2))
    with pytest.raises(ValueError, match="w.npy: error: expected a .npz or .safetensors file"):
        weights.from_files(SHAPES, [tmp_path / "w.npy"])


@pytest.mark.parametrize("content", [b"", b"123", b"\xff" * 20, b"\x02\0\0\0\0\0\0\0[]", b"\x02\0\0\0\0\0\0\0{}",
                                     b'\x0a\0\0\0\0\0\0\0{"a": 1}  ',
                                     b'\x40\0\0\0\0\0\0\0{"a": {"dtype": "F32", "shape": [9], "data_offsets": [0, 36]}}         '])
def test_broken_files(tmp_path, content):
    (tmp_path / "w.safetensors").write_bytes(content)
    done = subprocess.run([sys.executable, FOLDER / "run.py", "gpt2", "--weights", tmp_path / "w.safetensors"],
                          capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stderr.startswith(f"{tmp_path}/w.safetensors: error: ") and done.stderr.count("\n") == 1
