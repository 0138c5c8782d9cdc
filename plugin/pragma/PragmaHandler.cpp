//===- PragmaHandler.cpp - reads the pragma -------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First stage. If something is wrong with the pragma, the tokens behind it
// reach the parser as they were, so that one mistake gives one error.
//
//===----------------------------------------------------------------------===//
#include "pragma/PragmaHandler.h"
#include "base/Diagnostics.h"
#include "base/MarkerCalls.h"
#include "pragma/BodyNames.h"
#include "pragma/Directive.h"
#include "pragma/LoopDirective.h"
#include "pragma/PragmaPlaces.h"
#include "pragma/TokenSplicer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
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
    if (isCompletedElsewhere(PP, Line))
      return;
    if (!PP.getLangOpts().OpenMP || PP.getLangOpts().OpenMPSimd)
      return warnOnce(PP, FirstToken.getLocation());
    if (PP.getLangOpts().OpenMPIRBuilder) {
      error(PP.getDiagnostics(), FirstToken.getLocation(),
            "'#pragma ompx usersched' does not work with Clang's other way to "
            "compile OpenMP; remove '-fopenmp-enable-irbuilder'");
      return;
    }
    if (Current && !Current->HasLoop)
      return reportSecond(PP, FirstToken.getLocation());
    std::optional<Directive> D =
        parseDirective(PP, FirstToken.getLocation(), Line, Tok.getLocation());
    if (!D)
      return;
    D->Introducer = Introducer.Loc;
    if (CI.hasSema())
      declareItemMarker(CI.getSema());
    LoopTokens Loop;
    if (PreprocessorLexer *File = PP.getCurrentFileLexer())
      Loop.File = File->getFileID();
    // A pragma that is reading needs the tokens behind this one now.
    Loop.MayGoOn = !Current && isLeftForIncluder(PP, Loop.File);
    read(std::move(*D), std::move(Loop));
  }

  // Goes on with a pragma whose loop stands behind the end of Left.
  void leaveFile(FileID Left) {
    assert(!(Current && Current->File == Left) && "its lexer is still needed");
    if (!Unfinished || Unfinished->Loop.File != Left)
      return;
    auto [D, Loop] = std::move(*Unfinished);
    Unfinished.reset();
    // No function of the lexers that are left has called this one.
    Loop.File = CI.getSourceManager().getMainFileID();
    Loop.MayGoOn = false;
    read(std::move(D), std::move(Loop));
  }

private:
  // A pragma whose loop is being read. Another pragma that is met before the
  // outermost `for` is about the same loop.
  struct Reading {
    SourceLocation Loc;
    FileID File;  // that must not end
    bool HasLoop; // the outermost `for` has been read
  };

  // A pragma and what has been read of its loop, which goes on in another file.
  struct UnfinishedLoop {
    Directive D;
    LoopTokens Loop;
  };

  void read(Directive D, LoopTokens Loop) {
    Reading Inner = {D.Loc, Loop.File, false};
    Reading *const Outer = std::exchange(Current, &Inner);
    const SourceLocation HeaderEnd = spliceMarkers(CI, D, Loop, Inner.HasLoop);
    Current = Outer;
    if (HeaderEnd.isFileID() && HeaderEnd.isValid() && CI.hasSema())
      bodyNames().note(D, HeaderEnd);
    if (Loop.GoesOn)
      Unfinished = {std::move(D), std::move(Loop)};
  }

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

  // Returns true if nothing but the text that includes File follows its end.
  // The end of a submodule's header is a token by itself, and Clang completes
  // code as if the file to complete were the last.
  static bool isLeftForIncluder(const Preprocessor &PP, FileID File) {
    return PP.getSourceManager().getIncludeLoc(File).isValid() &&
           !PP.getCurrentLexerSubmodule() && !PP.isCodeCompletionEnabled();
  }

  // Returns true if an editor asks for names at a place outside this pragma.
  // There the preprocessor may end any file, whatever follows.
  static bool isCompletedElsewhere(const Preprocessor &PP,
                                   ArrayRef<Token> Line) {
    return PP.isCodeCompletionEnabled() && none_of(Line, [](const Token &Tok) {
             return Tok.is(tok::code_completion);
           });
  }

  // Returns true if _Pragma stands in the rest of the line. To read a malformed
  // one swallows the end of the line, and clang 19 crashes if that is also the
  // end of the file.
  static bool lineContainsPragma(const Preprocessor &PP) {
    auto *File = static_cast<Lexer *>(PP.getCurrentFileLexer());
    if (!File)
      return false;
    StringRef Buffer = PP.getSourceManager().getBufferData(File->getFileID());
    Lexer Raw(SourceLocation(), PP.getLangOpts(), Buffer.begin(),
              Buffer.begin() + File->getCurrentBufferOffset(), Buffer.end());
    Token Tok;
    Raw.LexFromRawLexer(Tok);
    // The lexer takes its first token to start a line.
    do {
      if (Tok.is(tok::raw_identifier) && Tok.getRawIdentifier() == "_Pragma")
        return true;
      Raw.LexFromRawLexer(Tok);
    } while (Tok.isNot(tok::eof) && !Tok.isAtStartOfLine());
    return false;
  }

  CompilerInstance &CI;
  bool IsQuiet;               // the warning of no OpenMP is off, or was given
  Reading *Current = nullptr; // the innermost
  std::optional<UnfinishedLoop> Unfinished;
  IntrusiveRefCntPtr<BodyNames> Names; // made with the first pragma
};

// Tells the handler when the preprocessor has left a file.
class FileEndWatcher : public PPCallbacks {
public:
  explicit FileEndWatcher(UserschedPragmaHandler &Handler) : Handler(Handler) {}

  // Nothing follows in the preprocessor that needs the lexer of either file.
  void LexedFileChanged(FileID, LexedFileChangeReason Reason,
                        SrcMgr::CharacteristicKind, FileID Left,
                        SourceLocation) override {
    if (Reason == LexedFileChangeReason::ExitFile)
      Handler.leaveFile(Left);
  }

private:
  UserschedPragmaHandler &Handler;
};

} // namespace

void addPragmaHandler(CompilerInstance &CI, bool IsQuiet) {
  // The preprocessor owns its handlers.
  Preprocessor &PP = CI.getPreprocessor();
  auto *Handler = new UserschedPragmaHandler(CI, IsQuiet);
  PP.AddPragmaHandler("ompx", Handler);
  PP.addPPCallbacks(std::make_unique<FileEndWatcher>(*Handler));
  addSpellingCheck(PP);
}

} // namespace usersched
