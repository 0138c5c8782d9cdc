//===- HostCheck.cpp - loads the plugin for the clang that asks -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This is all of usersched.so, which `-fplugin=` names. The plugin itself lies
// beside it, one file a release of clang: usersched-19.so, usersched-22.so.
// Clang's classes and functions change with each release. dlopen would fail
// with the name of a function that is missing, or notice nothing, and the first
// virtual call would crash. So nothing here uses Clang except one function,
// which all releases have had and which is found by name.
//
//===----------------------------------------------------------------------===//
#include "clang/Basic/Version.inc"
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <string>
#include <unistd.h>

namespace {

// The program that loads this.
struct Host {
  std::string Name;
  int Major = 0, Minor = 0; // of its LLVM; 0 if it says nothing
};

} // namespace

// As LLVM's PassPluginLibraryInfo, returned through a pointer to whatever size
// the caller knows it to have.
struct PassPluginInfo {
  PassPluginInfo(const PassPluginInfo &) = delete;
};

// std::string clang::getClangFullVersion()
static constexpr char ClangVersion[] =
    "_ZN5clang19getClangFullVersionB5cxx11Ev";

template <typename Function> static Function *find(const char *Name) {
  return reinterpret_cast<Function *>(dlsym(RTLD_DEFAULT, Name));
}

static Host findHost() {
  Host Result;
  if (auto *GetVersion = find<std::string()>(ClangVersion)) {
    Result.Name = GetVersion();
    // A vendor's name may stand in front of the prefix.
    static constexpr char Prefix[] = "clang version ";
    if (const char *Number = std::strstr(Result.Name.c_str(), Prefix))
      std::sscanf(Number + sizeof(Prefix) - 1, "%d.%d", &Result.Major,
                  &Result.Minor);
  } else if (auto *GetVersion = find<void(unsigned *, unsigned *, unsigned *)>(
                 "LLVMGetVersion")) { // This is opt.
    unsigned Major, Minor, Patch;
    GetVersion(&Major, &Minor, &Patch);
    Result = {"LLVM " + std::to_string(Major), int(Major), int(Minor)};
  } else {
    Result.Name = "a program that is not clang";
  }
  return Result;
}

[[noreturn]] static void refuse(const Host &H, const std::string &Prefix) {
  std::string Releases, Compilers;
  for (const char *Release : {"19", "22"}) {
    if (access((Prefix + Release + ".so").c_str(), R_OK))
      continue;
    if (!Releases.empty()) {
      Releases += " and clang ";
      Compilers += " or clang-";
    }
    Releases += std::string(Release) + ".1";
    Compilers += Release;
  }
  std::fprintf(stderr,
               "error: usersched.so was built for clang %s and cannot be "
               "loaded by %s; compile with clang-%s\n",
               Releases.c_str(), H.Name.c_str(), Compilers.c_str());
  // Nothing of Clang may run from here on, its handlers at exit included.
  std::_Exit(EXIT_FAILURE);
}

static void *loadPlugin() {
  Dl_info Self;
  dladdr(reinterpret_cast<void *>(loadPlugin), &Self);
  std::string Prefix = Self.dli_fname;
  Prefix = Prefix.substr(0, Prefix.rfind('/') + 1) + "usersched-";
  const Host H = findHost();
  const std::string Plugin = Prefix + std::to_string(H.Major) + ".so";
  if (H.Minor != CLANG_VERSION_MINOR || access(Plugin.c_str(), R_OK))
    refuse(H, Prefix);
  void *Loaded = dlopen(Plugin.c_str(), RTLD_LAZY | RTLD_GLOBAL);
  if (!Loaded) {
    std::fprintf(stderr, "error: usersched.so cannot load its plugin: %s\n",
                 dlerror());
    std::_Exit(EXIT_FAILURE);
  }
  return Loaded;
}

static void *const Loaded = loadPlugin();

// What -fpass-plugin= looks for.
__attribute__((visibility("default"))) PassPluginInfo
getPassPluginInfo() __asm__("llvmGetPassPluginInfo");

PassPluginInfo getPassPluginInfo() {
  return reinterpret_cast<PassPluginInfo (*)()>(
      dlsym(Loaded, "llvmGetPassPluginInfo"))();
}
