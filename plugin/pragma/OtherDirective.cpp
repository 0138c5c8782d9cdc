//===- OtherDirective.cpp - directives that divide no loop ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The block behind the directive is read as text, since the parser has not
// reached it.
//
//===----------------------------------------------------------------------===//
#include "pragma/OtherDirective.h"
#include "base/Diagnostics.h"
#include "pragma/Constructs.h"
#include "pragma/Directive.h"
#include "pragma/LoopDirective.h"
#include "clang/Basic/OpenMPKinds.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Frontend/OpenMP/OMP.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

/// The block behind a directive.
struct Block {
  bool Exists = false;
  /// The first directive in it whose loop can be scheduled by load; empty if
  /// there is none.
  std::string Loop;
  SourceLocation LoopAt;
  bool HasSections = false;
};

} // namespace

static StringRef wordOf(const Token &Tok) {
  return Tok.is(tok::raw_identifier) ? Tok.getRawIdentifier() : "";
}

// Notes the directive in a line that begins with the # in Tok, and reads Tok
// up to the token behind the line.
static void readLine(Lexer &Raw, Token &Tok, Block &Result) {
  SmallVector<StringRef, 8> Words;
  const SourceLocation Start = Tok.getLocation();
  bool AreWords = true;
  for (Raw.LexFromRawLexer(Tok); Tok.isNot(tok::eof) && !Tok.isAtStartOfLine();
       Raw.LexFromRawLexer(Tok)) {
    AreWords &= Tok.is(tok::raw_identifier);
    if (AreWords)
      Words.push_back(wordOf(Tok));
  }
  if (Words.size() < 3 || Words[0] != "pragma" || Words[1] != "omp")
    return;
  const std::string Name = longestDirective([&](size_t I) {
    return I + 2 < Words.size() ? Words[I + 2] : StringRef();
  });
  Result.HasSections |= StringRef(Name).ends_with("sections");
  if (Result.Loop.empty() &&
      (!findConstruct(Name).Compiled.empty() ||
       isOpenMPTaskLoopDirective(omp::getOpenMPDirectiveKind(Name)))) {
    Result.Loop = Name;
    Result.LoopAt = Start;
  }
}

// Reads the block that begins behind Begin, if one does.
static Block readBlock(const Preprocessor &PP, SourceLocation Begin) {
  Block Result;
  if (!Begin.isFileID())
    return Result;
  const SourceManager &SM = PP.getSourceManager();
  const auto [File, Offset] = SM.getDecomposedLoc(Begin);
  StringRef Text = SM.getBufferData(File);
  Lexer Raw(SM.getLocForStartOfFile(File), PP.getLangOpts(), Text.begin(),
            Text.begin() + Offset, Text.end());
  Token Tok;
  Raw.LexFromRawLexer(Tok);
  Result.Exists = Tok.is(tok::l_brace);
  for (unsigned Depth = 0; Tok.isNot(tok::eof);) {
    if (Tok.is(tok::hash) && Tok.isAtStartOfLine()) {
      readLine(Raw, Tok, Result);
      continue;
    }
    if (Tok.is(tok::l_brace))
      ++Depth;
    else if (Tok.is(tok::r_brace) && Depth)
      --Depth;
    if (Depth == 0)
      break;
    Raw.LexFromRawLexer(Tok);
  }
  return Result;
}

void reportOtherDirective(Preprocessor &PP, const Directive &D,
                          const LoopTokens &Loop) {
  enum { Write, MoveInside, WriteInside, Remove } What = Write;
  const std::string Name = Loop.directiveName(1);
  const Block Behind =
      readBlock(PP, Loop.Tokens[Loop.DirectiveEnd].getLocation());
  std::string Instead = Loop.Kind->Instead.str();
  if (!Behind.Loop.empty()) {
    What = MoveInside;
    Instead = Behind.Loop;
  } else if (Behind.HasSections || StringRef(Name).ends_with("sections")) {
    What = Remove;
  } else if (Instead.empty()) {
    Instead = "for' or 'omp parallel for";
  } else if (Behind.Exists) {
    What = WriteInside;
    Instead =
        Loop.Kind->Written == "parallel" ? "for" : "distribute parallel for";
  }
  error(PP.getDiagnostics(), D.Loc,
        "'#pragma ompx usersched' applies to a loop that the threads of a team "
        "divide, not to 'omp%0'; %select{write 'omp %1'|move it in front of "
        "the 'omp %1' in this region|write 'omp %1' in front of a loop in this "
        "region, and the pragma in front of that|remove it, because sections "
        "are not the iterations of a loop}2")
      << Name << Instead << What;
  report(PP.getDiagnostics(), DiagnosticsEngine::Note,
         What == MoveInside ? Behind.LoopAt : Loop.Tokens[1].getLocation(),
         "the directive is here");
}

} // namespace usersched
