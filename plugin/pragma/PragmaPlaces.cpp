//===- PragmaPlaces.cpp - pragmas that are misspelt or misplaced ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works on the text of the file: what Clang ignores never becomes tokens.
//
//===----------------------------------------------------------------------===//
#include "pragma/PragmaPlaces.h"
#include "base/Diagnostics.h"
#include "pragma/Directive.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

bool isNearly(StringRef Word, StringRef Name) {
  constexpr unsigned Slip = 2; // letters that may be wrong
  return Word.size() > Slip &&
         StringRef(Word.lower()).edit_distance(Name, true, Slip) <= Slip;
}

/// Looks at each pragma that the preprocessor comes to.
class SpellingCheck : public PPCallbacks {
public:
  explicit SpellingCheck(Preprocessor &PP)
      : PP(PP), SM(PP.getSourceManager()), Diags(PP.getDiagnostics()) {}

  void PragmaDirective(SourceLocation Loc, PragmaIntroducerKind Kind) override {
    if (SM.isInSystemHeader(Loc))
      return;
    const auto [File, Offset] = SM.getDecomposedSpellingLoc(Loc);
    StringRef Text = SM.getBufferData(File);
    if (Kind == PIK__Pragma)
      checkString(Loc, Text.substr(Offset));
    else
      checkLine(SM.getLocForStartOfFile(File), Text, Offset);
  }

private:
  struct Line {
    SourceLocation Start;          // of `#`; invalid in a string
    SmallVector<Token, 16> Tokens; // behind the word pragma
  };

  StringRef word(const Line &L, size_t I) const {
    return I < L.Tokens.size() && L.Tokens[I].is(tok::raw_identifier)
               ? L.Tokens[I].getRawIdentifier()
               : "";
  }
  void readLine(Lexer &Raw, Line &Result) const;
  void checkLine(SourceLocation FileStart, StringRef Text, unsigned Offset);
  void checkString(SourceLocation Loc, StringRef Text);
  void check(const Line &L, SourceLocation Loc);
  void checkName(const Line &L, SourceLocation Loc, size_t Words);
  void checkClauses(const Line &L, SourceLocation Loc);
  void reportClause(const Line &L, SourceLocation Loc, size_t Clause);

  Preprocessor &PP;
  SourceManager &SM;
  DiagnosticsEngine &Diags;
};

} // namespace

void SpellingCheck::readLine(Lexer &Raw, Line &Result) const {
  Token Tok;
  for (Raw.LexFromRawLexer(Tok); Tok.isNot(tok::eof) && !Tok.isAtStartOfLine();
       Raw.LexFromRawLexer(Tok))
    Result.Tokens.push_back(Tok);
}

void SpellingCheck::checkLine(SourceLocation FileStart, StringRef Text,
                              unsigned Offset) {
  Lexer Raw(FileStart, PP.getLangOpts(), Text.begin(), Text.begin() + Offset,
            Text.end());
  Line L;
  Token Tok;
  Raw.LexFromRawLexer(Tok); // #
  L.Start = Tok.getLocation();
  Raw.LexFromRawLexer(Tok); // pragma
  readLine(Raw, L);
  check(L, SourceLocation());
}

// Checks _Pragma("TEXT") at Loc.
void SpellingCheck::checkString(SourceLocation Loc, StringRef Text) {
  // A string with escapes is not taken for a misspelt name.
  const size_t Begin = Text.find('"');
  const size_t End = Text.find('"', Begin + 1);
  if (Begin == StringRef::npos || End == StringRef::npos)
    return;
  // The lexer needs a zero at the end.
  const std::string Inside = Text.slice(Begin + 1, End).str();
  Lexer Raw(SourceLocation(), PP.getLangOpts(), Inside.c_str(), Inside.c_str(),
            Inside.c_str() + Inside.size());
  Line L;
  Token Tok;
  Raw.LexFromRawLexer(Tok); // readLine would take it for a new line
  L.Tokens.push_back(Tok);
  readLine(Raw, L);
  check(L, SM.getExpansionLoc(Loc));
}

// Reports at Loc, or at the words if that is invalid.
void SpellingCheck::check(const Line &L, SourceLocation Loc) {
  StringRef First = word(L, 0), Second = word(L, 1);
  if (First == "ompx" && Second == "usersched")
    return;
  if (isNearly(First, "usersched"))
    checkName(L, Loc, 1);
  else if (isNearly(First, "ompx") && isNearly(Second, "usersched"))
    checkName(L, Loc, 2);
  else if (First == "omp")
    checkClauses(L, Loc);
}

void SpellingCheck::checkName(const Line &L, SourceLocation Loc, size_t Words) {
  std::string Name = word(L, 0).str();
  if (Words == 2)
    Name += " " + word(L, 1).str();
  auto D = warning(Diags, Loc.isValid() ? Loc : L.Tokens[0].getLocation(),
                   "'#pragma %0' is ignored; did you mean '#pragma ompx "
                   "usersched'?")
           << Name;
  if (Loc.isInvalid())
    D << FixItHint::CreateReplacement(
        SourceRange(L.Tokens[0].getLocation(),
                    L.Tokens[Words - 1].getLocation()),
        "ompx usersched");
}

// Looks for `usersched` among the clauses of an `omp` directive.
void SpellingCheck::checkClauses(const Line &L, SourceLocation Loc) {
  unsigned Depth = 0;
  for (size_t I = 1; I < L.Tokens.size(); ++I) {
    const Token &Tok = L.Tokens[I];
    if (Tok.is(tok::l_paren))
      ++Depth;
    else if (Tok.is(tok::r_paren) && Depth)
      --Depth;
    else if (Depth == 0 && isNearly(word(L, I), "usersched"))
      return reportClause(L, Loc, I);
  }
}

void SpellingCheck::reportClause(const Line &L, SourceLocation Loc,
                                 size_t Clause) {
  warning(Diags, Loc.isValid() ? Loc : L.Tokens[Clause].getLocation(),
          "'%0' is no clause and is ignored; write '#pragma ompx "
          "usersched(...)' in a line of its own directly before this directive")
      << word(L, Clause);
}

void addSpellingCheck(Preprocessor &PP) {
  PP.addPPCallbacks(std::make_unique<SpellingCheck>(PP));
}

// Returns where the line around Offset starts, with the lines that it
// continues.
static size_t startOfLine(StringRef Text, size_t Offset) {
  while (true) {
    const size_t Newline = Text.substr(0, Offset).rfind('\n');
    if (Newline == StringRef::npos)
      return 0;
    if (!Text.substr(0, Newline).rtrim('\r').ends_with("\\"))
      return Newline + 1;
    Offset = Newline;
  }
}

// Returns true if Text begins with `# pragma omp`.
static bool isDirective(StringRef Text) {
  return Text.consume_front("#") &&
         (Text = Text.ltrim(" \t"), Text.consume_front("pragma")) &&
         (Text = Text.ltrim(" \t"), Text.consume_front("omp")) &&
         Text.starts_with_insensitive(" ");
}

bool moveBeforeDirective(Preprocessor &PP, const Directive &D) {
  SourceManager &SM = PP.getSourceManager();
  if (!D.Introducer.isFileID() || !D.End.isFileID())
    return false;
  const auto [File, Offset] = SM.getDecomposedLoc(D.Introducer);
  StringRef Text = SM.getBufferData(File);
  if (Text[Offset] != '#')
    return false; // _Pragma
  const size_t Begin = startOfLine(Text, Offset);
  size_t Above = Begin;
  StringRef Line;
  do {
    if (Above == 0)
      return false;
    const size_t End = Above - 1;
    Above = startOfLine(Text, End);
    Line = Text.slice(Above, End).trim();
  } while (Line.empty() || Line.starts_with("//"));
  if (!isDirective(Line))
    return false;
  const size_t End = SM.getFileOffset(D.End);
  const SourceLocation Start = SM.getLocForStartOfFile(File);
  const auto At = [&](size_t Place) { return Start.getLocWithOffset(Place); };
  error(PP.getDiagnostics(), D.Loc,
        "'#pragma ompx usersched' must stand before the 'omp' directive, not "
        "between it and the loop")
      << FixItHint::CreateInsertion(At(Above),
                                    Text.slice(Begin, End).str() + "\n")
      << FixItHint::CreateRemoval(
             CharSourceRange::getCharRange(At(Begin), At(End + 1)));
  return true;
}

} // namespace usersched
