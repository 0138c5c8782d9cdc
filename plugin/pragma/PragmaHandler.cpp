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
#include "pragma/PragmaHandler.h"
#include "base/Diagnostics.h"
#include "base/MarkerCalls.h"
#include "pragma/BodyNames.h"
#include "pragma/Directive.h"
#include "pragma/PragmaPlaces.h"
#include "pragma/TokenSplicer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Sema.h"
#include <utility>

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

class UserschedPragmaHandler : public PragmaHandler {
public:
  UserschedPragmaHandler(CompilerInstance &CI, bool IsQuiet)
      : PragmaHandler("usersched"), CI(CI), IsQuiet(IsQuiet) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &FirstToken) override {
    if (Introducer.Kind == PIK_HashPragma && lineContainsPragma(PP)) {
      error(PP.getDiagnostics(), FirstToken.getLocation(),
            "'_Pragma' cannot stand inside '#pragma ompx usersched'; write it "
            "in a line of its own");
      PP.DiscardUntilEndOfDirective();
      return;
    }
    SmallVector<Token, 32> Line;
    Token Tok;
    for (PP.Lex(Tok); !Tok.isOneOf(tok::eod, tok::eof); PP.Lex(Tok))
      Line.push_back(Tok);
    if (!PP.getLangOpts().OpenMP || PP.getLangOpts().OpenMPSimd)
      return warnOnce(PP, FirstToken.getLocation());
    if (Current && !Current->HasLoop)
      return reportSecond(PP, FirstToken.getLocation());
    std::optional<Directive> D =
        parseDirective(PP, FirstToken.getLocation(), Line, Tok.getLocation());
    if (!D)
      return;
    D->Introducer = Introducer.Loc;
    if (CI.hasSema())
      declareItemMarker(CI.getSema());
    Reading This = {D->Loc, false};
    Reading *const Outer = std::exchange(Current, &This);
    const SourceLocation HeaderEnd = spliceMarkers(CI, *D, This.HasLoop);
    Current = Outer;
    if (HeaderEnd.isFileID() && HeaderEnd.isValid() && CI.hasSema())
      bodyNames().note(*D, HeaderEnd);
  }

private:
  /// A pragma whose loop is being read.
  struct Reading {
    SourceLocation Loc;
    bool HasLoop;
  };

  BodyNames &bodyNames() {
    if (!Names) {
      Names = new BodyNames(CI.getSema());
      CI.getSema().addExternalSource(Names.get());
    }
    return *Names;
  }

  void warnOnce(Preprocessor &PP, SourceLocation Loc) {
    if (IsQuiet || PP.getSourceManager().isInSystemHeader(Loc))
      return;
    IsQuiet = true;
    warning(PP.getDiagnostics(), Loc,
            "without '-fopenmp', '#pragma ompx usersched' is ignored, here and "
            "in the rest of the file; compile with '-fopenmp', or with "
            "'-fplugin-arg-usersched-quiet' to hide this");
  }

  void reportSecond(Preprocessor &PP, SourceLocation Loc) {
    error(PP.getDiagnostics(), Loc,
          "a loop can have only one '#pragma ompx usersched'; write all keys "
          "in one");
    report(PP.getDiagnostics(), DiagnosticsEngine::Note, Current->Loc,
           "the first one is here");
  }

  // Reading a malformed _Pragma swallows the end of the line, and clang 19
  // crashes if that is also the end of the file.
  static bool lineContainsPragma(const Preprocessor &PP) {
    auto *File = static_cast<Lexer *>(PP.getCurrentFileLexer());
    if (!File)
      return false;
    StringRef Buffer = PP.getSourceManager().getBufferData(File->getFileID());
    Lexer Raw(SourceLocation(), PP.getLangOpts(), Buffer.begin(),
              Buffer.begin() + File->getCurrentBufferOffset(), Buffer.end());
    Token Tok;
    Raw.LexFromRawLexer(Tok);
    // The first token seems to start a line, as the lexer starts there.
    do {
      if (Tok.is(tok::raw_identifier) && Tok.getRawIdentifier() == "_Pragma")
        return true;
      Raw.LexFromRawLexer(Tok);
    } while (Tok.isNot(tok::eof) && !Tok.isAtStartOfLine());
    return false;
  }

  CompilerInstance &CI;
  bool IsQuiet;
  Reading *Current = nullptr;
  IntrusiveRefCntPtr<BodyNames> Names; // once there is a pragma
};

} // namespace

void addPragmaHandler(CompilerInstance &CI, bool IsQuiet) {
  // The preprocessor owns its handlers.
  CI.getPreprocessor().AddPragmaHandler(
      "ompx", new UserschedPragmaHandler(CI, IsQuiet));
  addSpellingCheck(CI.getPreprocessor());
}

} // namespace usersched
