//===- HostCheck.cpp - refuses another clang than the one built for -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's classes change their layout with each release, and dlopen does not
// notice: the first virtual call would crash. So this runs before every other
// initializer of the plugin and uses nothing of Clang but one function that has
// been the same in all releases, found by name.
//
//===----------------------------------------------------------------------===//
#include "clang/Basic/Version.inc"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>

// std::string clang::getClangFullVersion()
static constexpr char VersionFunction[] =
    "_ZN5clang19getClangFullVersionB5cxx11Ev";

static bool isBuiltFor(const char *Version) {
  // A vendor's name may stand in front of it.
  static constexpr char Prefix[] = "clang version ";
  const char *Number = std::strstr(Version, Prefix);
  int Major, Minor;
  return Number &&
         std::sscanf(Number + sizeof(Prefix) - 1, "%d.%d", &Major, &Minor) ==
             2 &&
         Major == CLANG_VERSION_MAJOR && Minor == CLANG_VERSION_MINOR;
}

// 101 is the first priority that is not the implementation's.
__attribute__((constructor(101))) static void checkHost() {
  auto *GetVersion =
      reinterpret_cast<std::string (*)()>(dlsym(RTLD_DEFAULT, VersionFunction));
  if (!GetVersion)
    return; // opt: only the dispatch pass is used; LLVM checks its own version.
  std::string Version = GetVersion();
  if (isBuiltFor(Version.c_str()))
    return;
  std::fprintf(stderr,
               "error: usersched.so was built for clang %d.%d and cannot be "
               "loaded by %s; compile with clang-%d\n",
               CLANG_VERSION_MAJOR, CLANG_VERSION_MINOR, Version.c_str(),
               CLANG_VERSION_MAJOR);
  // Nothing of Clang's may run any more, its handlers at exit included.
  std::_Exit(EXIT_FAILURE);
}
