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
#include "clang/Lex/Lexer.h"
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
    // Without OpenMP code generation an OpenMP pragma says nothing.
    if (!PP.getLangOpts().OpenMP || PP.getLangOpts().OpenMPSimd)
      return;
    std::optional<Directive> D =
        parseDirective(PP, FirstToken.getLocation(), Line, Tok.getLocation());
    if (!D)
      return;
    D->Introducer = Introducer.Loc;
    if (CI.hasSema())
      declareItemMarker(CI.getSema());
    spliceMarkers(CI, *D);
  }

private:
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
};

} // namespace

void addPragmaHandler(CompilerInstance &CI) {
  // The preprocessor owns its handlers.
  CI.getPreprocessor().AddPragmaHandler("ompx", new UserschedPragmaHandler(CI));
}

} // namespace usersched
