"""Threads, processes and signals."""
import os
import subprocess
import sys
import threading

import numpy as np
import pytest

import zyn


def run_script(script):
    return subprocess.run([sys.executable, "-c", "import numpy as np, zyn, os, signal, threading\n" + script],
                          capture_output=True, text=True, timeout=120)


def test_threads_call_a_function(axpy, device):
    f = zyn.compile(axpy, device=device)
    failures = []

    def work(a):
        x, y = np.arange(100, dtype=np.float32), np.ones(100, np.float32)
        for _ in range(20):
            if not np.array_equal(f(float(a), x, y), a * x + y):
                failures.append(a)

    threads = [threading.Thread(target=work, args=(a,)) for a in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_threads_compile(axpy):
    module = zyn.Module.parse(axpy)
    results = []

    def work():
        f = zyn.compile(module, device="cpu")
        results.append(f(1.0, np.ones(3, np.float32), np.ones(3, np.float32)))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 and all((result == 2).all() for result in results)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_forked_process_compiles_again(axpy):
    done = run_script(f"""
source = {axpy!r}
x = np.ones(3, np.float32)
f = zyn.compile(source, device="cpu")
f(1.0, x, x)
if os.fork() == 0:
    try:
        f(1.0, x, x)
    except zyn.Error as error:
        print(error, flush=True)
    print(zyn.compile(source, device="cpu")(1.0, x, x), flush=True)
    os._exit(0)
os.wait()
""")
    assert done.returncode == 0, done.stderr
    assert done.stdout == ("the process was forked after 'cpu' was opened; compile the function in the child process\n"
                           "[2. 2. 2.]\n")


def test_interrupt_is_raised_after_the_call():
    done = run_script("""
# It may be ignored, as in jobs of a shell.
signal.signal(signal.SIGINT, signal.default_int_handler)
f = zyn.compile("examples/kernels/transpose.mlir", device="emulate")
matrix = np.ones((256, 256), np.float32)
threading.Timer(0.2, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
try:
    while True:
        f(matrix)
except KeyboardInterrupt:
    print("interrupted")
""")
    assert done.stdout == "interrupted\n", done.stderr


@pytest.mark.parametrize("work", ["f(1.0, x, x)", "zyn.compile(source, device='cpu')",
                                  "passes.run(module, after_pass=lambda name, ir: f(1.0, x, x))"])
def test_exits_while_threads_call(axpy, work):
    done = run_script(f"""
import time
source = {axpy!r}
x = np.ones(200000, np.float32)
f = zyn.compile(source, device="cpu")
module, passes = zyn.Module.parse(source), zyn.PassManager("builtin.module(cse)")
def repeat():
    while True:
        {work}
for _ in range(3):
    threading.Thread(target=repeat, daemon=True).start()
time.sleep(0.3)
""")
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_forked_process_does_not_wait_for_threads(axpy):
    done = run_script(f"""
import sys, time
x = np.ones(3, np.float32)
def wait(name, ir):
    time.sleep(1000)
module, passes = zyn.Module.parse({axpy!r}), zyn.PassManager("builtin.module(cse)")
threading.Thread(target=passes.run, args=(module,), kwargs={{"after_pass": wait}}, daemon=True).start()
time.sleep(0.3)
if os.fork() == 0:
    sys.exit(3)
print(os.WEXITSTATUS(os.wait()[1]), flush=True)
os._exit(0)
""")
    assert (done.returncode, done.stdout) == (0, "3\n"), done.stderr


def test_exits_with_results_in_use(axpy):
    done = run_script(f"""
x = np.ones(3, np.float32)
f = zyn.compile({axpy!r}, device="cpu")
kept = f(1.0, x, x)
module = zyn.Module.parse({axpy!r})
""")
    assert (done.returncode, done.stderr) == (0, "")
