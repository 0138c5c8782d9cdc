//===- OutputFile.cpp - the files of USERSCHED_REPORT and USERSCHED_TRACE -===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See OutputFile.h.
//
//===----------------------------------------------------------------------===//
#include "base/OutputFile.h"

#include "base/Memory.h"

#include <cerrno>
#include <climits>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace usersched;

namespace {

/// Where launchers say a process's rank. That of a batch system comes last: it
/// numbers what it has started, which may be the launcher.
constexpr const char *RankNames[] = {
    "OMPI_COMM_WORLD_RANK", "PMIX_RANK",   "PMI_RANK",
    "MV2_COMM_WORLD_RANK",  "PALS_RANKID", "FLUX_TASK_RANK",
    "SLURM_PROCID"};

/// Digits, or null if no launcher has started the process.
const char *rank() {
  for (const char *Name : RankNames) {
    const char *Text = std::getenv(Name);
    if (Text && *Text && Text[std::strspn(Text, "0123456789")] == '\0')
      return Text;
  }
  return nullptr;
}

/// Puts a dot and Number in front of the ending of Name, if it has one.
void number(std::string &Name, const std::string &Number) {
  const std::size_t Dot = Name.find_last_of('.');
  if (Dot != std::string::npos)
    Name.insert(Dot, "." + Number);
}

/// Puts New in place of each Mark in Name. Returns false if there is none.
bool replace(std::string &Name, const char (&Mark)[3], const std::string &New) {
  bool IsFound = false;
  for (std::size_t At = 0; (At = Name.find(Mark, At)) != std::string::npos;
       At += New.size(), IsFound = true)
    Name.replace(At, 2, New);
  return IsFound;
}

std::string withRank(std::string Name) {
  const char *Rank = rank();
  if (!replace(Name, "%r", Rank ? Rank : "0") && Rank &&
      std::strcmp(Rank, "0") != 0 && Name.find("%p") == std::string::npos)
    number(Name, Rank);
  return Name;
}

/// Name from the root; its folder without links, if there is one.
std::string fromRoot(const std::string &Name) {
  const std::size_t Slash = Name.find_last_of('/');
  const bool HasFolder = Slash != std::string::npos;
  const std::string Folder = HasFolder ? Name.substr(0, Slash + 1) : ".";
  char Real[PATH_MAX];
  if (!realpath(Folder.c_str(), Real))
    return Name;
  return std::string(Real) + "/" + (HasFolder ? Name.substr(Slash + 1) : Name);
}

} // namespace

const char *usersched::whole(const char *Name) {
  const char *Result = nullptr;
  attempt([&] { Result = strdup(fromRoot(withRank(Name)).c_str()); });
  return Result;
}

const char *usersched::problemText(int Problem) {
  switch (Problem) {
  case NotAFile:
    return "is not a regular file";
  case AlreadyWritten:
    return "is the file of USERSCHED_REPORT, too";
  default:
    return std::strerror(Problem);
  }
}

int usersched::problemWriting(const std::string &Path) {
  struct stat Status;
  if (stat(Path.c_str(), &Status) == 0 && !S_ISREG(Status.st_mode))
    return S_ISDIR(Status.st_mode) ? EISDIR : NotAFile;
  if (access(Path.c_str(), W_OK) == 0)
    return 0;
  if (errno != ENOENT)
    return errno;
  const std::string Folder = Path.substr(0, Path.find_last_of('/') + 1);
  return access(Folder.c_str(), W_OK | X_OK) == 0 ? 0 : errno;
}

OutputFile::OutputFile(std::string Name, bool IsChild) : Path(std::move(Name)) {
  const std::string Process = std::to_string(getpid());
  if (!replace(Path, "%p", Process) && IsChild)
    number(Path, Process);
}

int OutputFile::open(const OutputFile *Other) {
  // Nothing is waited for, and nothing is overwritten before it is known.
  constexpr int How = O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  constexpr mode_t Everybody = 0666;
  File = ::open(path(), How, Everybody);
  if (File < 0)
    return errno == ENXIO ? NotAFile : errno; // a pipe that nobody reads
  struct stat Status = {};
  int Problem = fstat(File, &Status) == 0 ? 0 : errno;
  if (Problem == 0 && !S_ISREG(Status.st_mode))
    Problem = NotAFile;
  if (Problem == 0 && Other && Other->Device == Status.st_dev &&
      Other->Inode == Status.st_ino)
    Problem = AlreadyWritten;
  if (Problem == 0 && ftruncate(File, 0) != 0)
    Problem = errno;
  if (Problem != 0)
    close();
  Device = Status.st_dev;
  Inode = Status.st_ino;
  return Problem;
}

int OutputFile::close() { return ::close(File) == 0 ? 0 : errno; }

uint64_t OutputFile::limit() {
  struct rlimit Limit;
  return getrlimit(RLIMIT_FSIZE, &Limit) == 0 ? Limit.rlim_cur : UINT64_MAX;
}
