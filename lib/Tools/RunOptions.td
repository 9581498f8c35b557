//===- RunOptions.td - The options of zyn-run -----------------------------===//
//
// Part of the Zyn Project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

include "llvm/Option/OptParser.td"

/// The help lists groups by their titles, in alphabetical order.
class Titled<string title> : OptionGroup<title> {
  let HelpText = title;
}
def GroupFunction : Titled<"A function of an .mlir">;
def GroupKernel : Titled<"A kernel of a .ptx, on a CUDA device">;
def GroupProgram : Titled<"A program of the matrix VM (docs/vm-machine.md)">;
def GroupAll : Titled<"All of them">;

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

defm kernel : Valued<"kernel", GroupKernel, "NAME", "the kernel to launch">;
defm grid : Valued<"grid", GroupKernel, "X[,Y[,Z]]", "blocks of the grid">;
defm block : Valued<"block", GroupKernel, "X[,Y[,Z]]", "threads of a block">;
defm shared : Valued<"shared", GroupKernel, "BYTES",
    "dynamic shared memory of a block">;
defm arg : Valued<"arg", GroupKernel, "ARGUMENT", [{one for each parameter of the kernel:
x.npy, random:..., zeros:..., ones:...: an array,
  passed as a pointer to its copy on the device
inout:x.npy: the same, and an output
out:f32:1024: an array of zeros, and an output
i32:5, f32:0.5: a number}]>;

defm instances : Valued<"instances", GroupProgram, "N",
    "how many run at once (default: 1024)">;
defm engine : Valued<"engine", GroupProgram, "NAME", [{aot (the default): compiled
interpreter: one kernel that reads the program
epochs: an instruction at a time, instances sorted by
  its class}]>;
defm max_epochs : Valued<"max-epochs", GroupProgram, "N",
    [{instructions that an instance may execute; it is an
error if one has not ended then (default: no bound)}]>;
defm state : Valued<"state", GroupProgram, "FILE.npy",
    [{where the final states of the last phase are
written, 32 words by instances}]>;
def report : Switch<"report", GroupProgram,
    [{print what the program consists of, and what was
executed; without inputs where it has some, it does
not run}]>;

def output : Separate<["-"], "o">, InGroup<GroupAll,
    [{where a result, an output buffer or an output is
written, once for each, in order; without -o they
are printed}]>, MetaVarName<"OUTPUT.npy">;
def output_EQ : Joined<["-"], "o=">, Alias<output>;
defm device : Valued<"device", GroupAll, "NAME",
    [{auto (the first GPU, or else the host; the default),
cuda, cuda:N, cpu, or emulate: a GPU emulated on the
host}]>;
defm check : Valued<"check", GroupAll, "KINDS",
    [{what the emulator checks: all (the default) or none,
which is faster}]>;
defm timeout : Valued<"timeout", GroupAll, "SECONDS",
    [{stop a kernel of the emulator that runs longer, and
say where it was; on other devices, stop all runs
together}]>;
def time : Switch<"time", GroupAll,
    [{print the device's name and the time of a run,
without compilation and without copying inputs and
results}]>;
defm repeat : Valued<"repeat", GroupAll, "N",
    [{runs (default: 1, with --time 10); --time adds
warm-up runs}]>;
def no_output : Switch<"no-output", GroupAll, "do not print results">;
defm seed : Valued<"seed", GroupAll, "N",
    [{of random inputs, of the random numbers of a program,
and of the order in which the emulator runs threads
(default: 0, their order)}]>;
defm memory_limit : Valued<"memory-limit", GroupAll, "N",
    "the most device memory to use, such as 512MiB or 2GiB">;
def list_devices : Switch<"list-devices", GroupAll,
    "print the devices and their properties">;
def help : Switch<"help", GroupAll, "print this">;
def h : Flag<["-"], "h">, Alias<help>;
