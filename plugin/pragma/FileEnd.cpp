//===- FileEnd.cpp - may the pragma handler read another token? -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Searches the text behind the current position, without preprocessing it, for
// a token that is certainly there: no #if, #elif or #else can hide it, and it
// is no macro, which may expand to nothing. Of pragmas only OpenMP's become
// tokens. Inside a macro, the rest of its definition is searched first.
//
//===----------------------------------------------------------------------===//
#include "pragma/FileEnd.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

// The tokens of a file that are certainly compiled, from a place that is
// compiled.
class CertainTokens {
public:
  CertainTokens(FileID File, unsigned Offset, const Preprocessor &PP)
      : Buffer(PP.getSourceManager().getBufferData(File)),
        Raw(SourceLocation(), PP.getLangOpts(), Buffer.begin(),
            Buffer.begin() + Offset, Buffer.end()) {}

  // Returns the next token, eof at the end. An OpenMP pragma is one token.
  Token next() {
    while (true) {
      Token Tok;
      Raw.LexFromRawLexer(Tok);
      if (Tok.is(tok::eof))
        return Tok;
      if (Tok.is(tok::hash) && Tok.isAtStartOfLine()) {
        if (skipDirective() && Hidden == 0)
          return Tok;
        continue;
      }
      if (Hidden == 0)
        return Tok;
    }
  }

private:
  // Reads the rest of a directive's line. Returns true for an OpenMP pragma.
  bool skipDirective() {
    StringRef Word;
    bool IsOpenMP = false;
    for (unsigned Index = 0;; ++Index) {
      const char *Before = Raw.getBufferLocation();
      Token Tok;
      Raw.LexFromRawLexer(Tok);
      if (Tok.is(tok::eof) || Tok.isAtStartOfLine()) {
        Raw.seek(Before - Buffer.begin(), /*IsAtStartOfLine=*/false);
        break;
      }
      if (Tok.isNot(tok::raw_identifier))
        continue;
      if (Index == 0)
        Word = Tok.getRawIdentifier();
      else if (Index == 1)
        IsOpenMP = Word == "pragma" && Tok.getRawIdentifier() == "omp";
    }
    // #else and #elif of the conditional around the place end the part that is
    // certainly compiled; #endif begins another one.
    if (Word == "if" || Word == "ifdef" || Word == "ifndef")
      ++Hidden;
    else if (Word.starts_with("el") && Hidden == 0)
      Hidden = 1;
    else if (Word == "endif" && Hidden)
      --Hidden;
    return IsOpenMP;
  }

  StringRef Buffer;
  Lexer Raw;
  unsigned Hidden = 0; // open conditionals whose text may not be compiled
};

} // namespace

// Returns true for a macro, and for _Pragma: both may leave no token.
static bool isMacro(const Preprocessor &PP, const Token &Tok) {
  if (Tok.isNot(tok::raw_identifier))
    return false;
  StringRef Name = Tok.getRawIdentifier();
  const IdentifierInfo *II = PP.getIdentifierInfo(Name);
  return Name == "_Pragma" || II->hasMacroDefinition();
}

// Returns true if the macro definition around At has a token behind At, and
// behind the arguments of a macro there, that no argument can make disappear.
static bool tokenFollowsInDefinition(const Preprocessor &PP,
                                     SourceLocation At) {
  auto [File, Offset] = PP.getSourceManager().getDecomposedLoc(At);
  StringRef Buffer = PP.getSourceManager().getBufferData(File);
  Lexer Raw(SourceLocation(), PP.getLangOpts(), Buffer.begin(),
            Buffer.begin() + Offset, Buffer.end());
  Token Tok;
  Raw.LexFromRawLexer(Tok);
  unsigned Depth = 0; // of parentheses behind a name
  bool BehindName = Tok.is(tok::raw_identifier);
  while (true) {
    Raw.LexFromRawLexer(Tok);
    if (Tok.is(tok::eof) || Tok.isAtStartOfLine())
      return false;
    if (Tok.is(tok::l_paren) && (Depth || BehindName)) {
      ++Depth;
    } else if (Depth) {
      Depth -= Tok.is(tok::r_paren);
      BehindName = false;
    } else if (Tok.is(tok::raw_identifier)) {
      const IdentifierInfo *II = PP.getIdentifierInfo(Tok.getRawIdentifier());
      if (II->isKeyword(PP.getLangOpts()) && !II->hasMacroDefinition())
        return true;
      BehindName = true;
    } else if (!Tok.isOneOf(tok::hash, tok::hashhash, tok::comma)) {
      return true;
    }
  }
}

static bool tokenFollowsInMacro(const Preprocessor &PP, SourceLocation Last) {
  const SourceManager &SM = PP.getSourceManager();
  while (Last.isMacroID()) {
    if (SM.isMacroArgExpansion(Last)) {
      // Go on at the parameter whose argument this is.
      Last = SM.getImmediateExpansionRange(Last).getBegin();
      continue;
    }
    SourceLocation Written = SM.getImmediateSpellingLoc(Last);
    if (Written.isFileID() && !SM.isWrittenInScratchSpace(Written) &&
        tokenFollowsInDefinition(PP, Written))
      return true;
    // Go on at the end of the macro's use.
    Last = SM.getImmediateExpansionRange(Last).getEnd();
  }
  return false;
}

bool tokenFollowsInFile(const Preprocessor &PP, SourceLocation Last) {
  if (tokenFollowsInMacro(PP, Last))
    return true;
  auto *File = static_cast<Lexer *>(PP.getCurrentFileLexer());
  if (!File)
    return false;
  CertainTokens Tokens(File->getFileID(), File->getCurrentBufferOffset(), PP);
  Token Tok = Tokens.next();
  while (isMacro(PP, Tok)) {
    // Skip its arguments, too.
    Tok = Tokens.next();
    for (unsigned Depth = 0; Tok.isNot(tok::eof); Tok = Tokens.next()) {
      Depth += Tok.is(tok::l_paren);
      Depth -= Tok.is(tok::r_paren) && Depth;
      if (Depth == 0)
        break;
    }
    if (Tok.is(tok::r_paren))
      Tok = Tokens.next();
  }
  return Tok.isNot(tok::eof);
}

} // namespace usersched
