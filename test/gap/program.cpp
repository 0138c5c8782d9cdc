//===- program.cpp - runs one of the kernels' programs --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Output goes to files: a pipe that nobody reads would stop the program.
//
//===----------------------------------------------------------------------===//
#include "program.h"
#include "test_files.h"

#include <fcntl.h>
#include <stdexcept>
#include <sys/wait.h>
#include <unistd.h>

namespace gap_test {

Result run(const std::string &program, const std::vector<std::string> &args) {
  const TempFile out("out", ""), err("err", "");
  std::vector<char *> argv = {const_cast<char *>(program.c_str())};
  for (const std::string &arg : args)
    argv.push_back(const_cast<char *>(arg.c_str()));
  argv.push_back(nullptr);

  const pid_t child = fork();
  if (child < 0)
    throw std::runtime_error("cannot start a process");
  if (child == 0) {
    alarm(300); // survives exec; its signal ends the program
    if (dup2(open(out.path().c_str(), O_WRONLY), STDOUT_FILENO) >= 0 &&
        dup2(open(err.path().c_str(), O_WRONLY), STDERR_FILENO) >= 0)
      execv(program.c_str(), argv.data());
    _exit(127);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          content_of(out.path()), content_of(err.path())};
}

Result run_despite_libomp(const std::string &program,
                          const std::vector<std::string> &args) {
  Result result = run(program, args);
  for (int again = 0;
       again < 3 && result.status != 0 &&
       result.err.find("at kmp_dispatch.cpp") != std::string::npos;
       ++again)
    result = run(program, args);
  return result;
}

} // namespace gap_test
