"""Models that examples/models/export.py has written, and the same ones in PyTorch."""
import json
import os
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

FOLDER = Path(__file__).resolve().parents[2] / "examples/models"
sys.path.insert(0, str(FOLDER))  # before benchmarks, which has a file with the name of a module there
from weights import from_seed

TOLERANCE = 1e-3  # of the greatest element


class Exported:
    """A model on both sides: `model` and its input `x` are torch's, and `inputs` are those of zyn-run."""

    def __init__(self, torch, path, folder, device):
        from models import MODELS  # which needs torch
        stored = json.loads(path.with_suffix(".json").read_text())
        self.path, self.name, self.device = path, path.stem, device
        x = np.load(f"{path.with_suffix('')}-input.npy")
        weights = from_seed(stored["weights"], stored["seed"])
        self.inputs = [f"{path.with_suffix('')}-input.npy"]
        for name, array in weights.items():
            np.save(Path(folder) / f"{name}.npy", array)
            self.inputs.append(str(Path(folder) / f"{name}.npy"))
        self.model = MODELS[stored["model"]](**stored["sizes"]).eval().to(device)
        state = {name: torch.from_numpy(array) for name, array in weights.items()}
        self.model.load_state_dict(state, strict=False)
        self.x = torch.from_numpy(x).to(device)
        self.input = "x".join(map(str, x.shape))

    def zyn(self, *options):
        """Runs zyn-run once, and returns the seconds."""
        start = time.perf_counter()
        subprocess.run([os.environ.get("ZYN_RUN", "zyn-run"), self.path, *self.inputs, "--device", self.device, *options],
                       check=True, capture_output=True, text=True)
        return time.perf_counter() - start

    def error(self, found):
        """Returns the greatest difference from PyTorch's result, in relation to the greatest element."""
        expected = self.model(self.x).cpu().numpy()
        return np.abs(found - expected).max() / np.abs(expected).max()
