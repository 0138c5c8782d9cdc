//===- PragmaHandler.cpp - reads the pragma -------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First stage. Whatever is wrong with the pragma, the tokens behind it reach
// the parser as they were, so that one mistake gives one error.
//
//===----------------------------------------------------------------------===//
#include "PragmaHandler.h"
#include "Diagnostics.h"
#include "Directive.h"
#include "MarkerCalls.h"
#include "TokenSplicer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

class UserschedPragmaHandler : public PragmaHandler {
public:
  explicit UserschedPragmaHandler(CompilerInstance &CI)
      : PragmaHandler("usersched"), CI(CI) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer,
                    Token &FirstToken) override {
    SmallVector<Token, 32> Line;
    Token Tok;
    for (PP.Lex(Tok); !Tok.isOneOf(tok::eod, tok::eof); PP.Lex(Tok))
      Line.push_back(Tok);
    // Without OpenMP code generation an OpenMP pragma says nothing.
    if (!PP.getLangOpts().OpenMP || PP.getLangOpts().OpenMPSimd)
      return;
    std::optional<Directive> D =
        parseDirective(PP, FirstToken.getLocation(), Line, Tok.getLocation());
    if (!D)
      return;
    if (CI.hasSema())
      declareItemMarker(CI.getSema());
    spliceMarkers(CI, *D);
  }

private:
  CompilerInstance &CI;
};

} // namespace

void addPragmaHandler(CompilerInstance &CI) {
  // The preprocessor owns its handlers.
  CI.getPreprocessor().AddPragmaHandler("ompx", new UserschedPragmaHandler(CI));
}

} // namespace usersched
