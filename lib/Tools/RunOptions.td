//===- RunOptions.td - The options of zyn-run -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

/// The help lists groups in alphabetical order of their titles.
class Titled<string title> : OptionGroup<title> {
  let HelpText = title;
}
def GroupFunction : Titled<"A function of an .mlir file">;
def GroupKernel : Titled<"A kernel of a .ptx or .offload file, on a CUDA device">;
def GroupProgram : Titled<"A program of the matrix VM (docs/vm-machine.md)">;
def GroupWasm : Titled<"A WebAssembly module, on the host (docs/wasm.md)">;
def GroupAll : Titled<"Common options">;

class InGroup<OptionGroup group, string help> {
  OptionGroup Group = group;
  string HelpText = help;
}

/// `--NAME VALUE` and `--NAME=VALUE`.
multiclass Valued<string name, OptionGroup group, string value, string help> {
  def NAME : Separate<["--"], name>, InGroup<group, help>, MetaVarName<value>;
  def NAME#_EQ : Joined<["--"], name#"=">, Alias<!cast<Option>(NAME)>;
}

class Switch<string name, OptionGroup group, string help>
    : Flag<["--"], name>, InGroup<group, help>;

defm entry : Valued<"entry", GroupFunction, "NAME", [{the function to run
(default: main, or else the only public function)}]>;
def verify : Switch<"verify", GroupFunction,
    [{also run the function on a second device and compare
the results and memref arguments: the host for a GPU
or the emulator, the emulator for the host and for
handwritten kernels on a GPU}]>;
def verify_EQ : Joined<["--"], "verify=">, InGroup<GroupFunction,
    [{like --verify, with this relative tolerance instead
of f64 1e-9, f32 1e-4, f16 5e-3, bf16 2e-2, f8E4M3FN
0.25, f8E5M2 0.5; integers must be equal}]>, MetaVarName<"TOLERANCE">;

defm copies : Valued<"copies", GroupFunction, "N",
    [{number of copies of the inputs on the device, which
runs use in turn (default: 1): if all of them exceed
the caches, each run reads its inputs from memory}]>;
def lockstep : Switch<"lockstep", GroupFunction,
    [{for each line of standard input, do as many runs as
--repeat says, and print their mean time, so that
another program can alternate with this one}]>;

def graph : Switch<"graph", GroupFunction,
    [{record the runs as CUDA graphs after a first one and
repeat these, which takes less time on the host than
to launch each kernel; what the host computes from
sizes and numbers is recorded, too}]>;

def latency : Switch<"latency", GroupFunction,
    [{measure the latency of each of 100000 calls on one
core (cpu_affinity of the function, or else the current
one), and print percentiles and a histogram, or with
--report=json an object}]>;
def latency_EQ : Joined<["--"], "latency=">, InGroup<GroupFunction,
    "like --latency, with this number of calls">, MetaVarName<"N">;

def profile : Switch<"profile", GroupFunction,
    [{print a table of the kernels, or on the host of the
parallel loops, of --repeat calls (default: 10): their
times, the bytes that they have to read and write, and
their floating-point operations}]>;
def profile_EQ : Joined<["--"], "profile=">, InGroup<GroupFunction,
    [{like --profile, and write a trace, which Perfetto and
chrome://tracing open}]>, MetaVarName<"FILE.json">;

def tune : Switch<"tune", GroupFunction,
    [{measure the best tiles of each matmul on the GPU, for
the sizes of these inputs, and use the fastest ones;
measurements are kept in the cache}]>;

defm kernel : Valued<"kernel", GroupKernel, "NAME", "the kernel to launch">;
defm grid : Valued<"grid", GroupKernel, "X[,Y[,Z]]",
    "number of blocks in the grid">;
defm block : Valued<"block", GroupKernel, "X[,Y[,Z]]",
    "number of threads in a block">;
defm shared : Valued<"shared", GroupKernel, "BYTES",
    "dynamic shared memory per block">;
defm arg : Valued<"arg", GroupKernel, "ARGUMENT",
    [{an argument of the kernel, in order:
x.npy, random:..., zeros:..., ones:...: an array,
  passed as a pointer to its copy on the device
inout:x.npy: the same, also an output
out:f32:1024: an array of zeros, also an output
i32:5, f32:0.5: a number}]>;

defm engine : Valued<"engine", GroupProgram, "NAME",
    [{aot (the default): compiled ahead of time
interpreter: one kernel that interprets the program
epochs: one instruction at a time, with instances
  sorted by its class}]>;
defm max_epochs : Valued<"max-epochs", GroupProgram, "N",
    [{maximum number of instructions of an instance; it is
an error if one has not ended by then (default: no
limit)}]>;
defm state : Valued<"state", GroupProgram, "FILE.npy",
    [{file to write the final states of the last phase to,
32 words by instances}]>;
def report : Switch<"report", GroupProgram,
    [{print a summary of the program and of its execution;
a program with inputs does not run if none are given}]>;
def report_EQ : Joined<["--"], "report=">, InGroup<GroupProgram,
    [{json: like --report, but print a JSON object, and no
outputs; also for a function with --latency}]>, MetaVarName<"FORMAT">;

defm invoke : Valued<"invoke", GroupWasm, "NAME",
    "the exported function to call (default: _start)">;
defm args : Valued<"args", GroupWasm, "ARGUMENT...",
    [{numbers for its parameters, in order, or the arguments
of a program (_start); those that begin with a dash
follow '--'}]>;
defm args_file : Valued<"args-file", GroupWasm, "FILE",
    [{further arguments of each instance, a line for each}]>;
defm dir : Valued<"dir", GroupWasm, "HOST[::GUEST]",
    [{a folder that a program may access, and its name there
(default: the same); repeatable. The program modifies
a copy, which is written back if there is only one
instance}]>;
defm env : Valued<"env", GroupWasm, "NAME=VALUE",
    "a variable of a program's environment; repeatable">;
defm output_mode : Valued<"output", GroupWasm, "MODE",
    [{what happens to the output of the instances of a
program:
first (the default): only that of instance 0
all: printed in the order of instances
merged: printed line by line as it arrives
per-instance FOLDER: files N.stdout and N.stderr}]>;
defm results : Valued<"results", GroupWasm, "FILE.npy",
    [{file to write the results to, a row for each instance;
exit codes if the function has no results}]>;

defm input_rows : Valued<"input-rows", GroupWasm, "INPUT",
    [{an array with a row for each instance, which the
program reads by functions of the module zyn}]>;
defm output_rows : Valued<"output-rows", GroupWasm, "TYPE:SHAPE",
    [{the row that each instance writes by functions of the
module zyn, such as f32:4; -o names the file}]>;
defm shared_array : Valued<"shared-array", GroupWasm, "INPUT",
    [{an array that all instances read and modify; another
-o names the file for what it contains in the end}]>;

defm instances : Valued<"instances", GroupAll, "N",
    [{number of instances of a program of the matrix VM
(default: 1024) or of a WebAssembly module}]>;
def output : Separate<["-"], "o">, InGroup<GroupAll,
    [{file to write a result, an output buffer or an output
to, once for each, in order; without -o they are
printed}]>, MetaVarName<"OUTPUT.npy">;
def output_EQ : Joined<["-"], "o=">, Alias<output>;
defm device : Valued<"device", GroupAll, "NAME",
    [{auto (the first GPU, or else the host; also the host for
fewer than 1024 instances of a WebAssembly module; the
default), cuda, cuda:N, cpu, or emulate (a GPU emulated on
the host)}]>;
defm chip : Valued<"chip", GroupAll, "NAME",
    [{architecture to compile kernels for, such as sm_90a
(default: that of the GPU; sm_80 for the emulator)}]>;
defm check : Valued<"check", GroupAll, "KINDS",
    [{what the emulator checks: all (the default) or none,
which is faster}]>;
defm timeout : Valued<"timeout", GroupAll, "SECONDS",
    [{time limit of all runs together; the emulator reports
where the kernel was}]>;
def time : Switch<"time", GroupAll,
    [{print the device's name and the time of a run,
excluding compilation and copies of inputs and
results}]>;
defm repeat : Valued<"repeat", GroupAll, "N",
    [{number of runs (default: 1, or 10 with --time, which
adds warm-up runs)}]>;
def no_output : Switch<"no-output", GroupAll, "do not print results">;
defm seed : Valued<"seed", GroupAll, "N",
    [{seed of random inputs, of the random numbers of a
program, and of the order in which the emulator runs
threads (default: 0, in order)}]>;
defm memory_limit : Valued<"memory-limit", GroupAll, "N",
    "limit of device memory, such as 512MiB or 2GiB">;
def list_devices : Switch<"list-devices", GroupAll,
    "print the devices and their properties">;
def help : Switch<"help", GroupAll, "print this help">;
def h : Flag<["-"], "h">, Alias<help>;
