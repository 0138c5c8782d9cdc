//===- Diagnostics.h - every message goes through here --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Messages follow LLVM's style (lower case, no full stop) and say what to
// write instead. All warnings belong to -Wopenmp-clauses, as a plugin cannot
// define a warning flag.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_DIAGNOSTICS_H
#define USERSCHED_PLUGIN_DIAGNOSTICS_H

#include "base/Ast19And22.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/DiagnosticSema.h"
#include "clang/Basic/SourceManager.h"
#include <cassert>

namespace usersched {

/// Returns \p Loc, or, in text that the preprocessor made (#, ##), the place of
/// the macro that the user wrote.
inline clang::SourceLocation userLocation(const clang::DiagnosticsEngine &Diags,
                                          clang::SourceLocation Loc) {
  if (Loc.isFileID() || !Diags.hasSourceManager())
    return Loc;
  const clang::SourceManager &SM = Diags.getSourceManager();
  return SM.isWrittenInScratchSpace(SM.getSpellingLoc(Loc))
             ? SM.getExpansionLoc(Loc)
             : Loc;
}

/// Reports \p Format, whose `%0` and so on are what the caller streams into the
/// result, at \p Loc.
template <unsigned N>
clang::DiagnosticBuilder
report(clang::DiagnosticsEngine &Diags, clang::DiagnosticsEngine::Level Level,
       clang::SourceLocation Loc, const char (&Format)[N]) {
  static_assert(N > 2, "a message says something");
  assert(!(Format[0] >= 'A' && Format[0] <= 'Z') && Format[N - 2] != '.' &&
         "LLVM style: lower case, no full stop");
  return Diags.Report(userLocation(Diags, Loc),
                      Diags.getCustomDiagID(Level, Format));
}

/// Reports an error.
template <unsigned N>
clang::DiagnosticBuilder error(clang::DiagnosticsEngine &Diags,
                               clang::SourceLocation Loc,
                               const char (&Format)[N]) {
  return report(Diags, clang::DiagnosticsEngine::Error, Loc, Format);
}

/// Returns the level of a warning at \p Loc: -W, -Werror, -w and
/// `#pragma clang diagnostic` decide on it.
inline clang::DiagnosticsEngine::Level
warningLevel(const clang::DiagnosticsEngine &Diags, clang::SourceLocation Loc) {
  return Diags.getDiagnosticLevel(clang::diag::warn_omp_linear_step_zero, Loc);
}

/// Reports a warning.
template <unsigned N>
clang::DiagnosticBuilder warning(clang::DiagnosticsEngine &Diags,
                                 clang::SourceLocation Loc,
                                 const char (&Format)[N]) {
  return Diags.Report(
      userLocation(Diags, Loc),
      release::openMPClauseWarning(Diags, warningLevel(Diags, Loc), Format));
}

} // namespace usersched

#endif
