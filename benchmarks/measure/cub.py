"""CUB's scans and sorts of one row, as functions of torch tensors."""
import ctypes
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCE = Path(__file__).with_suffix(".cu")


def import_cub():
    """Compiles CUB's functions for this GPU. Returns a `Cub`, or None after a message if there is no nvcc, which comes
    with CUB."""
    nvcc = shutil.which("nvcc") or shutil.which("nvcc", path="/usr/local/cuda/bin")
    if not nvcc:
        print("without CUB, which requires nvcc", file=sys.stderr)
        return None
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder) / "cub.so"
        command = [nvcc, "-O3", "-arch=native", "--shared", "-Xcompiler", "-fPIC", SOURCE, "-o", library]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            print(f"without CUB, which cannot be compiled: {(done.stderr.strip().splitlines() or [''])[0]}", file=sys.stderr)
            return None
        return Cub(ctypes.CDLL(str(library)))


class Cub:
    def __init__(self, library):
        self.library = library

    def run(self, torch, name, arrays):
        """Runs the function `name` on arrays, which come in turn with those for the results."""
        arguments = [ctypes.c_void_p(array.data_ptr()) for array in arrays]
        arguments += [ctypes.c_int64(arrays[0].numel()), ctypes.c_void_p(torch.cuda.current_stream().cuda_stream)]
        size = ctypes.c_size_t()
        function = getattr(self.library, name)
        error = function(None, ctypes.byref(size), *arguments)
        temporary = torch.empty(max(size.value, 1), dtype=torch.uint8, device="cuda")
        error = error or function(ctypes.c_void_p(temporary.data_ptr()), ctypes.byref(size), *arguments)
        if error:
            raise RuntimeError(f"{name} of CUB failed: CUDA error {error}")

    def scan(self, torch, type):
        """Returns a function that sums up an array, or None if CUB's is not compiled for its type."""
        if not hasattr(self.library, f"scan_{type}"):
            return None
        return lambda x: self.run(torch, f"scan_{type}", [x, torch.empty_like(x)])

    def sort(self, torch, types):
        """The same for sorts of keys, or of keys and values."""
        name = "_".join(["sort", *types])
        if not hasattr(self.library, name):
            return None
        return lambda *arrays: self.run(torch, name, [each for array in arrays for each in (array, torch.empty_like(array))])
