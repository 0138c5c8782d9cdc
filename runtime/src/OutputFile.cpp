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
#include "OutputFile.h"

#include <cerrno>
#include <charconv>
#include <climits>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/stat.h>
#include <unistd.h>

using namespace usersched;

const char *usersched::whole(const char *Name) {
  char Folder[PATH_MAX];
  if (*Name == '/' || !getcwd(Folder, sizeof Folder))
    return strdup(Name);
  return strdup((std::string(Folder) + "/" + Name).c_str());
}

int usersched::problemWriting(const char *Name) {
  struct stat Known;
  if (stat(Name, &Known) == 0) {
    if (S_ISDIR(Known.st_mode))
      return EISDIR;
    return access(Name, W_OK) == 0 ? 0 : errno;
  }
  if (errno != ENOENT)
    return errno;
  const std::string Path = Name;
  const std::size_t Slash = Path.find_last_of('/');
  const std::string Folder =
      Slash == std::string::npos ? "." : Path.substr(0, Slash + 1);
  return access(Folder.c_str(), W_OK | X_OK) == 0 ? 0 : errno;
}

int usersched::openForWriting(const char *Name, bool IsChild) {
  constexpr int How = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC;
  constexpr mode_t Everybody = 0666;
  if (!IsChild)
    return open(Name, How, Everybody);
  char Path[PATH_MAX];
  const std::size_t Length = std::strlen(Name);
  const char *Ending = std::strrchr(Name, '.');
  const std::size_t Front =
      Ending ? static_cast<std::size_t>(Ending - Name) : Length;
  if (Length + 16 > sizeof Path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  std::memcpy(Path, Name, Front);
  Path[Front] = '.';
  char *End = std::to_chars(Path + Front + 1, Path + sizeof Path, getpid()).ptr;
  std::memcpy(End, Name + Front, Length - Front + 1);
  return open(Path, How, Everybody);
}
