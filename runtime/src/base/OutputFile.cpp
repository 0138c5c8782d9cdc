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
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <string>
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

/// Puts ".Number" in front of the ending.
void number(std::string &Name, const char *Number) {
  const std::size_t Slash = Name.find_last_of('/');
  const std::size_t Dot = Name.find_last_of('.');
  const bool HasEnding =
      Dot != std::string::npos && (Slash == std::string::npos || Dot > Slash);
  Name.insert(HasEnding ? Dot : Name.size(), std::string(".") + Number);
}

std::string withRank(std::string Name) {
  const char *Rank = rank();
  bool IsNumbered = Name.find("%p") != std::string::npos;
  for (std::size_t At = 0; (At = Name.find("%r", At)) != std::string::npos;) {
    Name.replace(At, 2, Rank ? Rank : "0");
    IsNumbered = true;
  }
  if (!IsNumbered && Rank && std::strcmp(Rank, "0") != 0)
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

int usersched::problemWriting(const char *Path) {
  struct stat Status;
  if (stat(Path, &Status) == 0) {
    if (S_ISDIR(Status.st_mode))
      return EISDIR;
    if (!S_ISREG(Status.st_mode))
      return NotAFile;
    return access(Path, W_OK) == 0 ? 0 : errno;
  }
  if (errno != ENOENT)
    return errno;
  const char *Slash = std::strrchr(Path, '/');
  const std::string Folder = Slash ? std::string(Path, Slash) + "/" : ".";
  return access(Folder.c_str(), W_OK | X_OK) == 0 ? 0 : errno;
}

/// Sets Path. Returns false if that is too long.
bool OutputFile::expand(const char *Name, bool IsChild) {
  char Number[16];
  *std::to_chars(Number, Number + sizeof Number, getpid()).ptr = '\0';
  char *To = Path;
  const auto Add = [&](const char *Text, std::size_t Length) {
    if (static_cast<std::size_t>(Path + sizeof Path - To) <= Length)
      return false;
    std::memcpy(To, Text, Length);
    To += Length;
    *To = '\0';
    return true;
  };
  const bool IsNumbered = std::strstr(Name, "%p");
  for (const char *Next; (Next = std::strstr(Name, "%p")); Name = Next + 2)
    if (!Add(Name, static_cast<std::size_t>(Next - Name)) ||
        !Add(Number, std::strlen(Number)))
      return false;
  const char *Ending = std::strrchr(Name, '.');
  if (!IsChild || IsNumbered || !Ending)
    return Add(Name, std::strlen(Name));
  return Add(Name, static_cast<std::size_t>(Ending - Name)) && Add(".", 1) &&
         Add(Number, std::strlen(Number)) && Add(Ending, std::strlen(Ending));
}

int OutputFile::open(const char *Name, bool IsChild, const OutputFile *Other) {
  // Nothing is waited for, and nothing is overwritten before it is known.
  constexpr int How = O_WRONLY | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC;
  constexpr mode_t Everybody = 0666;
  if (!expand(Name, IsChild))
    return ENAMETOOLONG;
  File = ::open(Path, How, Everybody);
  if (File < 0)
    return errno == ENXIO ? NotAFile : errno; // a pipe that nobody reads
  struct stat Status;
  int Problem = fstat(File, &Status) == 0 ? 0 : errno;
  if (Problem == 0 && !S_ISREG(Status.st_mode))
    Problem = NotAFile;
  if (Problem == 0 && Other && Other->WasOpened &&
      Other->Device == Status.st_dev && Other->Inode == Status.st_ino)
    Problem = AlreadyWritten;
  if (Problem == 0 && ftruncate(File, 0) != 0)
    Problem = errno;
  if (Problem != 0) {
    close();
    return Problem;
  }
  Device = Status.st_dev;
  Inode = Status.st_ino;
  WasOpened = true;
  return 0;
}

int OutputFile::close() { return ::close(File) == 0 ? 0 : errno; }
