//===- Ast19And22.h - what differs in the AST of clang 19 and 22 ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The plugin is built from the same source for each release. Stages 1 and 2 ask
// for the release here alone, stage 3 in Ir19And22.h.
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_PLUGIN_AST19AND22_H
#define USERSCHED_PLUGIN_AST19AND22_H

#include "clang/AST/DeclCXX.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/Version.inc"

namespace usersched::release {

/// Returns the variables that a clause such as private(...) lists.
template <typename Clause> auto variables(const Clause &C) {
#if CLANG_VERSION_MAJOR >= 20
  return C.varlist();
#else
  return C.varlists();
#endif
}

/// Creates a binding that is a copy of \p B, still without its expression.
inline clang::BindingDecl *copyBinding(clang::ASTContext &Ctx,
                                       clang::BindingDecl &B) {
  return clang::BindingDecl::Create(Ctx, B.getDeclContext(), B.getLocation(),
                                    B.getIdentifier()
#if CLANG_VERSION_MAJOR >= 21
                                        ,
                                    B.getType()
#endif
  );
}

/// Returns the number of the warning \p Format of -Wopenmp-clauses. Clang
/// applies no flag to a plugin's messages: \p Level is what becomes of such a
/// warning at its place.
inline unsigned openMPClauseWarning(clang::DiagnosticsEngine &Diags,
                                    clang::DiagnosticsEngine::Level Level,
                                    const char *Format) {
  using IDs = clang::DiagnosticIDs;
#if CLANG_VERSION_MAJOR >= 20
  // The group is no help: `#pragma clang diagnostic ignored` would silence a
  // plugin's warning in the whole file.
  static_assert(int(clang::diag::Severity::Error) ==
                clang::DiagnosticsEngine::Error);
  auto Severity = Level == clang::DiagnosticsEngine::Ignored
                      ? clang::diag::Severity::Ignored
                      : static_cast<clang::diag::Severity>(Level);
  return Diags.getDiagnosticIDs()->getCustomDiagID(
      IDs::CustomDiagDesc(Severity, std::string(Format) + " [-Wopenmp-clauses]",
                          IDs::CLASS_WARNING));
#else
  return Diags.getDiagnosticIDs()->getCustomDiagID(
      static_cast<IDs::Level>(Level),
      std::string(Format) + " [-Wopenmp-clauses]");
#endif
}

/// True if Clang compiles `lastprivate(conditional: ...)` in C as it does in
/// C++: clang 19 ignores the modifier there.
inline constexpr bool HasConditionalInC = CLANG_VERSION_MAJOR >= 22;

/// True if `reduction(+ : global[1:n])` gives each thread a copy: the code that
/// clang 19 emits for the loop uses the variable itself.
inline constexpr bool CopiesPartsOfGlobals = CLANG_VERSION_MAJOR >= 22;

/// Returns true if the source has a mistake: an error other than a warning that
/// -Werror made one.
inline bool hasMistakes(const clang::DiagnosticsEngine &Diags) {
#if CLANG_VERSION_MAJOR >= 20
  return Diags.hasUnrecoverableErrorOccurred();
#else
  return Diags.hasUncompilableErrorOccurred();
#endif
}

} // namespace usersched::release

#endif
