# Configuration of lit, loaded by lit.site.cfg.py, which CMake generates.
#
# Features that a test may require:
#   gpu      zyn-run finds an NVIDIA GPU
#   gpu-80GB  a GPU has at least 80 GB of memory
#   ptxas    ptxas is in PATH, $CUDA_HOME/bin or /usr/local/cuda/bin
#   numpy    NumPy can be imported by %python
#   python-package  %python can import pytest and the package zyn of the build
#   random-programs  ZYN_RANDOM_PROGRAMS is set, to the number %random-programs
#   wasm-spec  the runner of WebAssembly's specification suite was built
#   device   the device for execution tests exists, which is always true for cpu
#
# %device is the device for execution tests: --param device=..., ZYN_TEST_DEVICE,
# or cpu. On a machine with a GPU, they can also be run there:
#   lit build/dev/test --param device=cuda --filter Execution

import os
import platform
import re
import shutil
import subprocess

import lit.formats

config.name = "Zyn"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".mlir", ".test"]
config.test_source_root = os.path.dirname(__file__)
config.excludes = ["Inputs"]


def succeeds(*command):
    try:
        return subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, timeout=60).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def find_python():
    """Returns the distribution's Python, which finds the distribution's NumPy, or another one if it is missing."""
    candidates = ["/usr/bin/python3", shutil.which("python3")]
    for python in filter(None, candidates):
        if succeeds(python, "-c", "import numpy"):
            return python, True
    return next(python for python in candidates if python and os.path.exists(python)), False


def has_package(python):
    path = os.path.join(config.zyn_build_dir, "python")
    return succeeds("env", f"PYTHONPATH={path}", python, "-c", "import numpy, pytest, zyn")


def find_ptxas():
    for folder in [os.path.join(os.environ.get("CUDA_HOME", ""), "bin"), *os.environ["PATH"].split(":"),
                   "/usr/local/cuda/bin"]:
        path = os.path.join(folder, "ptxas")
        if os.path.isabs(path) and os.access(path, os.X_OK):
            return path
    return None


def list_gpus(zyn_run):
    """Returns a line for each NVIDIA GPU."""
    try:
        listed = subprocess.run([zyn_run, "--list-devices"], capture_output=True, text=True,
                                stdin=subprocess.DEVNULL, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return []
    return [line for line in listed.stdout.splitlines() if line.startswith("cuda:")] if listed.returncode == 0 else []


def has_memory(gpu, gigabytes):
    size = re.search(r" ([\d.]+) GiB ", gpu)
    return size and float(size.group(1)) * 2**30 >= gigabytes * 10**9


python, has_numpy = find_python()
ptxas = find_ptxas()
gpus = list_gpus(os.path.join(config.zyn_tools_dir, "zyn-run"))
random_programs = os.environ.get("ZYN_RANDOM_PROGRAMS", "")
device = lit_config.params.get("device") or os.environ.get("ZYN_TEST_DEVICE") or "cpu"

for feature, present in [("numpy", has_numpy), ("ptxas", ptxas), ("gpu", gpus),
                         ("gpu-80GB", any(has_memory(gpu, 80) for gpu in gpus)),
                         ("python-package", has_package(python)),
                         ("wasm-spec", os.path.exists(os.path.join(config.zyn_tools_dir, "ZynWasmSpec"))),
                         ("random-programs", random_programs),
                         ("x86_64", platform.machine() == "x86_64"),
                         ("device", gpus or not device.startswith("cuda"))]:
    if present:
        config.available_features.add(feature)

# Escape sequences for colors would break FileCheck patterns.
config.environment["PATH"] = os.pathsep.join([config.zyn_tools_dir, config.llvm_tools_dir, os.environ["PATH"]])
for variable in ["CUDA_HOME", "CUDA_VISIBLE_DEVICES", "HOME", "XDG_CACHE_HOME", "ZYN_ALL_CASES", "ZYN_THREADS", "LD_LIBRARY_PATH",
                 "ASAN_OPTIONS", "UBSAN_OPTIONS"]:
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]
config.environment["NO_COLOR"] = "1"

config.substitutions += [
    ("%python", python),
    ("%ptxas", ptxas or "ptxas-is-missing"),
    ("%device", device),
    ("%assemble", f"{python} {config.zyn_source_dir}/test/Target/PTX/assemble.py --bin {config.zyn_tools_dir} "
                  f"--ptxas {ptxas}"),
    ("%random-programs", random_programs),
    ("%quarter-as-many", str(int(random_programs or 0) // 4)),
    ("%source", config.zyn_source_dir),
    ("%bin", config.zyn_tools_dir),
    ("%build", config.zyn_build_dir),
    ("%execution", f"{python} {config.zyn_source_dir}/test/run-execution.py --bin {config.zyn_tools_dir} "
                   f"--device {device}"),
]
