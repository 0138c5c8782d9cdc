//===- HostCheck.cpp - refuses another clang than the one built for -------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's classes change their layout with each release. dlopen does not notice
// that, and the first virtual call would crash. So this check runs before every
// other initializer of the plugin. It uses one function of Clang, which all
// releases have had, and finds it by name.
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
  // A vendor's name may stand in front of the prefix.
  static constexpr char Prefix[] = "clang version ";
  const char *Number = std::strstr(Version, Prefix);
  int Major, Minor;
  return Number &&
         std::sscanf(Number + sizeof(Prefix) - 1, "%d.%d", &Major, &Minor) ==
             2 &&
         Major == CLANG_VERSION_MAJOR && Minor == CLANG_VERSION_MINOR;
}

// Priorities below 101 are reserved for the implementation.
__attribute__((constructor(101))) static void checkHost() {
  auto *GetVersion =
      reinterpret_cast<std::string (*)()>(dlsym(RTLD_DEFAULT, VersionFunction));
  if (!GetVersion)
    return; // This is opt, which checks LLVM's version before it uses the pass.
  std::string Version = GetVersion();
  if (isBuiltFor(Version.c_str()))
    return;
  std::fprintf(stderr,
               "error: usersched.so was built for clang %d.%d and cannot be "
               "loaded by %s; compile with clang-%d\n",
               CLANG_VERSION_MAJOR, CLANG_VERSION_MINOR, Version.c_str(),
               CLANG_VERSION_MAJOR);
  // Nothing of Clang may run from here on, its handlers at exit included.
  std::_Exit(EXIT_FAILURE);
}
