//===- FileEnd.cpp - may the pragma handler read another token? -----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Searches the text behind the current position, without preprocessing it, for
// a token that is certainly there: no #if, #elif or #else can hide it, and it
// is no macro, which may expand to nothing, and no character that Clang skips.
// Of pragmas only OpenMP's become tokens. Inside a macro, the rest of its
// definition is searched first. The end of an included file is followed by the
// text behind its #include. Another #include is skipped: what it includes may
// be empty.
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
      : PP(PP), Buffer(PP.getSourceManager().getBufferData(File)),
        Raw(SourceLocation(), PP.getLangOpts(), Buffer.begin(),
            Buffer.begin() + Offset, Buffer.end()) {}

  // Goes behind the end of the line.
  void skipLine() {
    Token Tok;
    Raw.LexFromRawLexer(Tok); // It seems to start a line.
    while (nextInLine(Tok))
      ;
  }

  // Returns true if there is a token.
  bool find() {
    Token Tok = next();
    while (mayVanish(Tok)) {
      HasDoubt = true;
      Tok = nextBehindArguments();
    }
    return Tok.isNot(tok::eof);
  }

  // Returns true if there may be tokens that find() did not count.
  bool hasDoubt() const { return HasDoubt; }

private:
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
      if (isConflictMarker(Tok)) {
        HasDoubt = true;
        Raw.seek(Buffer.size(), /*IsAtStartOfLine=*/false);
      } else if (Hidden == 0) {
        return Tok;
      }
    }
  }

  // Returns true where a merge left both versions. Clang skips one. The first
  // token that is read only seems to start a line.
  bool isConflictMarker(const Token &Tok) const {
    const char *At = Raw.getBufferLocation() - Tok.getLength();
    return (At == Buffer.begin() || At[-1] == '\n' || At[-1] == '\r') &&
           Tok.isOneOf(tok::lessless, tok::equalequal, tok::greatergreater);
  }

  // Returns the next token behind parentheses, if they come next.
  Token nextBehindArguments() {
    Token Tok = next();
    for (unsigned Depth = 0; Tok.isNot(tok::eof); Tok = next()) {
      Depth += Tok.is(tok::l_paren);
      Depth -= Tok.is(tok::r_paren) && Depth;
      if (Depth == 0)
        break;
    }
    return Tok.is(tok::r_paren) ? next() : Tok;
  }

  // Returns true if no token may come of this one: of a macro, also one whose
  // name has a line break or an escape in it, of _Pragma, and of characters
  // that no token has.
  bool mayVanish(const Token &Tok) const {
    if (Tok.isNot(tok::raw_identifier))
      return Tok.is(tok::unknown);
    StringRef Name = Tok.getRawIdentifier();
    return NamesMayChange || Tok.needsCleaning() || Tok.hasUCN() ||
           Name == "_Pragma" || Name == "__pragma" ||
           PP.getIdentifierInfo(Name)->hasMacroDefinition();
  }

  // Reads a token of the line. Returns false at its end.
  bool nextInLine(Token &Tok) {
    const char *Before = Raw.getBufferLocation();
    Raw.LexFromRawLexer(Tok);
    if (Tok.isNot(tok::eof) && !Tok.isAtStartOfLine())
      return true;
    Raw.seek(Before - Buffer.begin(), /*IsAtStartOfLine=*/false);
    return false;
  }

  // Reads the rest of a directive's line. Returns true for an OpenMP pragma.
  bool skipDirective() {
    StringRef Words[2]; // the first ones
    Token Tok;
    for (unsigned Index = 0; nextInLine(Tok); ++Index)
      if (Index < 2 && Tok.is(tok::raw_identifier))
        Words[Index] = Tok.getRawIdentifier();
    StringRef Word = Words[0];
    const bool IsOpenMP = Word == "pragma" && Words[1] == "omp";
    // #else and #elif of the conditional around the place end the part that is
    // certainly compiled; #endif begins another one.
    if (Word == "if" || Word == "ifdef" || Word == "ifndef") {
      HasDoubt |= Hidden == 0;
      ++Hidden;
    } else if (Word.starts_with("el")) {
      Hidden = std::max(Hidden, 1u);
    } else if (Word == "endif") {
      Hidden -= Hidden != 0;
    } else if (!IsOpenMP) {
      // A definition or an included file may make any name a macro.
      NamesMayChange = true;
      HasDoubt |= Hidden == 0 && Word != "define" && Word != "undef" &&
                  !(Word == "pragma" && Words[1] == "once");
    }
    return IsOpenMP;
  }

  const Preprocessor &PP;
  StringRef Buffer;
  Lexer Raw;
  unsigned Hidden = 0; // open conditionals whose text may not be compiled
  bool NamesMayChange = false;
  bool HasDoubt = false;
};

} // namespace

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
    } else if (!Tok.isOneOf(tok::hash, tok::hashhash, tok::comma,
                            tok::unknown)) {
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

NextToken nextToken(const Preprocessor &PP, SourceLocation Last, FileID File) {
  if (tokenFollowsInMacro(PP, Last))
    return NextToken::Certain;
  const SourceManager &SM = PP.getSourceManager();
  auto *Current = static_cast<Lexer *>(PP.getCurrentFileLexer());
  if (!Current)
    return NextToken::Unknown;
  bool HasDoubt = Last.isMacroID();
  FileID Searched = Current->getFileID();
  unsigned Offset = Current->getCurrentBufferOffset();
  for (bool IsBehindInclude = false;; IsBehindInclude = true) {
    CertainTokens Rest(Searched, Offset, PP);
    if (IsBehindInclude)
      Rest.skipLine();
    if (Rest.find())
      return NextToken::Certain;
    HasDoubt |= Rest.hasDoubt();
    if (Searched == File)
      return HasDoubt ? NextToken::Unknown : NextToken::Absent;
    const SourceLocation Include = SM.getIncludeLoc(Searched);
    if (Include.isInvalid())
      return NextToken::Unknown;
    std::tie(Searched, Offset) = SM.getDecomposedExpansionLoc(Include);
  }
}

} // namespace usersched
