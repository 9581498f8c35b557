"""Runs a tool in a child process with limits, and determines whether the outcome is a failure."""
import os
import re
import signal
import subprocess

MEMORY_KIB = 12 << 20  # of address space, most of which is only reserved
CPU_SECONDS = 60  # a large module takes 27 to compile for the emulator on an idle processor
WALL_SECONDS = 240  # on a machine that may be busy

CRASHED = re.compile(r"PLEASE submit a bug report|Stack dump:|Assertion `|UNREACHABLE executed|LLVM ERROR|"
                     r"ERROR: \w+Sanitizer|runtime error: |terminate called|double free|corrupted size|pure virtual")
FRAME = re.compile(r"^ *#\d+ 0x[0-9a-f]+ (.*)$", re.M)
# An error message, or those of LLVM's command-line parser.
EXPLAINED = re.compile(r"error: |^zyn-\w+: |^for the --", re.M)
# Frames that do not identify a crash: signal handlers, abort, and functions that only call others.
IGNORED = re.compile(r"PrintStackTrace|RunSignalHandlers|pthread_kill|\braise\b|\babort\b|__assert|\(/lib/|_start|"
                     r"__libc|function_ref<|loadmsgcat|PassManager|OpToOpPassAdaptor|MlirOptMain|splitAndProcessBuffer|call_init|"
                     r"Main\(|^main\b")


class Outcome:
    """The exit status and the output of a child process, and an identification of the failure, or None."""

    def __init__(self, status, output, problem):
        self.status, self.output, self.problem = status, output, problem


def signature(output):
    """Returns the assertion or fatal error and the innermost named frames, without addresses."""
    parts = re.findall(r"Assertion `[^\n]*|LLVM ERROR: [^\n]*|UNREACHABLE executed[^\n]*|runtime error: [^\n]*", output)[:1]
    parts += re.findall(r"MLIR Parser: custom op parser '[\w.]+'", output)[-1:]
    frames = FRAME.findall(output)
    # RunSignalHandlers is called by the signal handler, which has no name.
    start = next((i + 2 for i, frame in enumerate(frames) if "RunSignalHandlers" in frame), 0)
    frames = [re.sub(r" \((/[^)]*)\)$| \w+\.cpp:\d+:\d+$", "", frame) for frame in frames[start:]
              if not IGNORED.search(frame)]
    named = [frame for frame in frames if "+0x" not in frame]
    # A function without a name is identified by its offset in its library, which differs between builds of LLVM.
    parts += [os.path.basename(frame.strip("() ")) for frame in frames[:1] if "+0x" in frame]
    parts += [re.sub(r"[(<].*", "", frame.replace("(anonymous namespace)::", ""))[:150] for frame in named[:4]]
    return " | ".join(parts) or "no stack"


def run(command, folder, wall_seconds=WALL_SECONDS):
    """Runs `command` in `folder`. With exit status 1, it must print an error."""
    # At the soft limit, LLVM's signal handler prints where the tool hangs.
    limits = (f"ulimit -c 0; ulimit -S -t {CPU_SECONDS}; ulimit -H -t {CPU_SECONDS + 5}; ulimit -v {MEMORY_KIB}; "
              "exec \"$@\"")
    environment = dict(os.environ, ZYN_THREADS="2", ZYN_CACHE_DIR=os.path.join(folder, "cache"))
    child = subprocess.Popen(["/bin/sh", "-c", limits, "sh", *command], cwd=folder, env=environment,
                             stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                             start_new_session=True)
    try:
        raw, _ = child.communicate(timeout=wall_seconds)
        hangs = child.returncode in (-signal.SIGXCPU, -signal.SIGKILL, 128 + signal.SIGXCPU, 128 + signal.SIGKILL)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        raw, _ = child.communicate()
        hangs = True
    output = raw.decode("utf-8", "replace").replace("\0", "")
    status = child.returncode
    if hangs:
        return Outcome(status, output, f"hangs: {signature(output)}")
    if status < 0 or status > 1 or CRASHED.search(output):
        return Outcome(status, output, f"crashes: {signature(output)}")
    if status == 1 and not EXPLAINED.search(output):
        return Outcome(status, output, "fails without an error")
    return Outcome(status, output, None)
