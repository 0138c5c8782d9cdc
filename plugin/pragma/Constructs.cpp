//===- Constructs.cpp - the directives that the pragma may stand before ---===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Only a worksharing loop takes a schedule clause, in which the load travels to
// the later stages. OpenMP leaves it open which threads run the iterations of a
// `loop` construct, so a worksharing loop in its place means the same.
//
//===----------------------------------------------------------------------===//
#include "pragma/Constructs.h"
#include "clang/Basic/OpenMPKinds.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Frontend/OpenMP/OMP.h"

using namespace llvm;

namespace usersched {

static constexpr Construct Constructs[] = {
    {"for", "for"},
    {"for simd", "for simd"},
    {"parallel for", "parallel for"},
    {"parallel for simd", "parallel for simd"},
    {"distribute parallel for", "distribute parallel for"},
    {"distribute parallel for simd", "distribute parallel for simd"},
    {"teams distribute parallel for", "teams distribute parallel for"},
    {"teams distribute parallel for simd",
     "teams distribute parallel for simd"},
    {"loop", "for", "parallel"},
    {"parallel loop", "parallel for", "parallel"},
    {"teams loop", "teams distribute parallel for", "teams"},

    {"simd", "", "", "for simd"},
    {"parallel", "", "", "parallel for"},
    {"distribute", "", "", "distribute parallel for"},
    {"distribute simd", "", "", "distribute parallel for simd"},
    {"teams", "", "", "teams distribute parallel for"},
    {"teams distribute", "", "", "teams distribute parallel for"},
    {"teams distribute simd", "", "", "teams distribute parallel for simd"},
};
static constexpr Construct Unknown = {"", ""};

const Construct &findConstruct(StringRef Name) {
  const auto *Found = find_if(
      Constructs, [&](const Construct &C) { return C.Written == Name; });
  return Found == std::end(Constructs) ? Unknown : *Found;
}

std::string longestDirective(function_ref<StringRef(size_t)> Word) {
  std::string Words, Name;
  for (size_t I = 0; !Word(I).empty(); ++I) {
    if (I)
      Words += " ";
    Words += Word(I);
    if (omp::getOpenMPDirectiveKind(Words) != omp::OMPD_unknown)
      Name = Words;
  }
  return Name.empty() ? Words : Name;
}

bool isDeviceLoop(StringRef Name) {
  const omp::Directive Kind = omp::getOpenMPDirectiveKind(Name);
  return clang::isOpenMPTargetExecutionDirective(Kind) &&
         clang::isOpenMPLoopDirective(Kind);
}

} // namespace usersched
