//===- TokenSplicer.cpp - puts the markers into the loop's tokens ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Invariant: every token that is read is handed back, in order; on success with
// our tokens between them and without the directive's own schedule clause.
//
// Made-up tokens get text in the scratch buffer, with the pragma as their place
// of expansion: OpenMP clause parsing reads spellings from the source buffer,
// and diagnostics must point at something that the user wrote.
//
//===----------------------------------------------------------------------===//
#include "TokenSplicer.h"
#include "Diagnostics.h"
#include "Directive.h"
#include "FileEnd.h"
#include "Markers.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

// Indices into the tokens as they were read.
struct Range {
  size_t Begin = 0, End = 0;
  bool empty() const { return Begin == End; }
};

class TokenSplicer {
public:
  TokenSplicer(Preprocessor &PP, const Directive &D)
      : PP(PP), Diags(PP.getDiagnostics()), D(D) {}

  void run();

private:
  // Reads a token that is known to be there.
  Token &next() {
    Tokens.emplace_back();
    PP.Lex(Tokens.back());
    return Tokens.back();
  }
  // Reads a token from the file; eof, which is not handed back, at its end.
  Token nextInFile() {
    if (tokenFollowsInFile(PP))
      return next();
    Token End;
    End.startToken();
    End.setKind(tok::eof);
    return End;
  }
  StringRef word(size_t I) const {
    const IdentifierInfo *II = I < Tokens.size() && !Tokens[I].isAnnotation()
                                   ? Tokens[I].getIdentifierInfo()
                                   : nullptr;
    return II ? II->getName() : "";
  }
  bool readDirective();
  std::optional<size_t> readName();
  bool readClauses(size_t I);
  Range readParentheses(size_t I) const;
  bool readLoopHeaders();

  void append(StringRef Text, tok::TokenKind Kind, SourceLocation Loc);
  void appendScheduleClause();
  void appendMarker(StringRef Key, StringRef Text, SourceLocation Loc,
                    ArrayRef<Token> Value = {});
  std::string scheduleText() const;
  void handBack(ArrayRef<Token> Stream);

  Preprocessor &PP;
  DiagnosticsEngine &Diags;
  const Directive &D;

  SmallVector<Token, 128> Tokens; // as read
  size_t DirectiveEnd = 0;        // the annotation that ends the directive
  Range Schedule;                 // the directive's own schedule clause
  unsigned Loops = 1;             // associated loops
  size_t Body = 0;                // the first token of the innermost body

  SmallVector<Token, 128> Out; // as handed back
};

} // namespace

// Reads up to the end of the directive.
bool TokenSplicer::readDirective() {
  if (nextInFile().isNot(tok::annot_pragma_openmp)) {
    error(Diags, D.Loc,
          "'#pragma ompx usersched' must stand directly before '#pragma omp "
          "for' or '#pragma omp parallel for'");
    return false;
  }
  while (next().isNot(tok::annot_pragma_openmp_end))
    ;
  DirectiveEnd = Tokens.size() - 1;
  std::optional<size_t> Clauses = readName();
  return Clauses && readClauses(*Clauses);
}

// The name must be [parallel] for [simd]. Returns the index behind it.
std::optional<size_t> TokenSplicer::readName() {
  size_t I = 1;
  if (word(I) == "parallel")
    ++I;
  bool Accepted = word(I) == "for";
  if (Accepted) {
    ++I;
    if (word(I) == "simd")
      ++I;
    return I;
  }
  // Say what was found: the words up to the first parenthesis.
  std::string Name;
  for (I = 1; I < DirectiveEnd && !word(I).empty(); ++I)
    Name += " " + word(I).str();
  error(Diags, D.Loc,
        "'#pragma ompx usersched' applies to the directives 'for', 'for simd', "
        "'parallel for' and 'parallel for simd', not to 'omp%0'")
      << Name;
  report(Diags, DiagnosticsEngine::Note, Tokens[1].getLocation(),
         "the directive is here");
  return std::nullopt;
}

// The range from the parenthesis at I to behind its partner; empty if none.
Range TokenSplicer::readParentheses(size_t I) const {
  if (I >= DirectiveEnd || Tokens[I].isNot(tok::l_paren))
    return {I, I};
  unsigned Depth = 0;
  for (size_t J = I; J < DirectiveEnd; ++J) {
    if (Tokens[J].is(tok::l_paren))
      ++Depth;
    else if (Tokens[J].is(tok::r_paren) && --Depth == 0)
      return {I, J + 1};
  }
  return {I, I};
}

// Looks at the clauses that matter here. Malformed ones are Clang's to report.
bool TokenSplicer::readClauses(size_t I) {
  while (I < DirectiveEnd) {
    StringRef Clause = word(I);
    Range Arguments = readParentheses(I + 1);
    if (Clause == "ordered") {
      error(Diags, Tokens[I].getLocation(),
            "a loop with an 'ordered' clause cannot be scheduled by load, "
            "because the clause prescribes an order; remove it or '#pragma "
            "ompx usersched'");
      return false;
    }
    // In C++ it does what it should.
    if (Clause == "lastprivate" && !PP.getLangOpts().CPlusPlus &&
        word(Arguments.Begin + 1) == "conditional" && !Arguments.empty()) {
      error(Diags, Tokens[Arguments.Begin + 1].getLocation(),
            "clang 19 compiles 'lastprivate(conditional: ...)' in C as if the "
            "modifier were absent, which is wrong for any schedule but a "
            "static one; remove the modifier or '#pragma ompx usersched'");
      return false;
    }
    if (Clause == "reduction" && word(Arguments.Begin + 1) == "inscan" &&
        !Arguments.empty()) {
      error(Diags, Tokens[Arguments.Begin + 1].getLocation(),
            "a loop with an 'inscan' reduction cannot be scheduled by load, "
            "because its scan prescribes who runs what; remove the modifier "
            "or '#pragma ompx usersched'");
      return false;
    }
    if (Clause == "schedule" && Schedule.empty() && !Arguments.empty())
      Schedule = {I, Arguments.End};
    if (Clause == "collapse" && !Arguments.empty() &&
        (Arguments.End - Arguments.Begin != 3 ||
         Tokens[Arguments.Begin + 1].isNot(tok::numeric_constant) ||
         StringRef(PP.getSpelling(Tokens[Arguments.Begin + 1]))
             .getAsInteger(0, Loops) ||
         Loops == 0)) {
      error(Diags, Tokens[Arguments.Begin].getLocation(),
            "with '#pragma ompx usersched' the argument of 'collapse' must be "
            "an integer literal, because the loops are found before it is "
            "evaluated");
      return false;
    }
    I = Arguments.empty() ? I + 1 : Arguments.End;
  }
  return true;
}

// Reads `for (...)` once per associated loop.
bool TokenSplicer::readLoopHeaders() {
  for (unsigned Loop = 0; Loop < Loops; ++Loop) {
    Token Tok = nextInFile();
    // The loops of a collapsed nest may be wrapped in braces.
    while (Loop > 0 && Tok.is(tok::l_brace))
      Tok = nextInFile();
    if (Tok.isNot(tok::kw_for)) {
      error(Diags, Tok.is(tok::eof) ? D.Loc : Tok.getLocation(),
            "expected a 'for' loop, in the same file, for '#pragma ompx "
            "usersched' to schedule");
      return false;
    }
    unsigned Depth = 0;
    do {
      Tok = nextInFile();
      if (Tok.is(tok::l_paren))
        ++Depth;
      else if (Tok.is(tok::r_paren) && Depth)
        --Depth;
      else if (Tok.is(tok::eof))
        return false; // Clang reports it.
    } while (Depth);
  }
  Body = Tokens.size();
  return true;
}

void TokenSplicer::append(StringRef Text, tok::TokenKind Kind,
                          SourceLocation Loc) {
  Token Tok;
  Tok.startToken();
  Tok.setKind(Kind);
  PP.CreateString(Text, Tok, Loc, Loc);
  if (Kind == tok::raw_identifier)
    PP.LookUpIdentifierInfo(Tok);
  Out.push_back(Tok);
}

// schedule(monotonic: dynamic, 1). A chunk that is a literal gets no captured
// copy in combined constructs. Without `monotonic` Clang marks the body's
// memory accesses as independent, which it does not do under schedule(static),
// and LLVM 19's vectorizer then reorders dependent accesses of one iteration: a
// program that was right under static would go wrong.
void TokenSplicer::appendScheduleClause() {
  SourceLocation Loc = D.Loc;
  append("schedule", tok::raw_identifier, Loc);
  append("(", tok::l_paren, Loc);
  append("monotonic", tok::raw_identifier, Loc);
  append(":", tok::colon, Loc);
  append("dynamic", tok::raw_identifier, Loc);
  append(",", tok::comma, Loc);
  append("1", tok::numeric_constant, Loc);
  append(")", tok::r_paren, Loc);
}

// `if ((void)(EXPRESSION), __usersched_marker("KEY", "TEXT")) ; else` needs no
// token behind the body and leaves the body's own if-else alone. The cast makes
// Sema accept every type, so that the lowering can say what is wrong with it.
void TokenSplicer::appendMarker(StringRef Key, StringRef Text,
                                SourceLocation Loc, ArrayRef<Token> Value) {
  auto String = [&](StringRef Text) {
    std::string Quoted;
    raw_string_ostream OS(Quoted);
    OS << '"';
    OS.write_escaped(Text);
    OS << '"';
    append(OS.str(), tok::string_literal, Loc);
  };
  append("if", tok::raw_identifier, Loc);
  append("(", tok::l_paren, Loc);
  if (!Value.empty()) {
    append("(", tok::l_paren, Loc);
    append("void", tok::raw_identifier, Loc);
    append(")", tok::r_paren, Loc);
    append("(", tok::l_paren, Loc);
    Out.append(Value.begin(), Value.end());
    append(")", tok::r_paren, Loc);
    append(",", tok::comma, Loc);
  }
  append(marker::Item, tok::raw_identifier, Loc);
  append("(", tok::l_paren, Loc);
  String(Key);
  append(",", tok::comma, Loc);
  String(Text);
  append(")", tok::r_paren, Loc);
  append(")", tok::r_paren, Loc);
  append(";", tok::semi, Loc);
  append("else", tok::raw_identifier, Loc);
}

// What stands between the parentheses of the user's schedule clause.
std::string TokenSplicer::scheduleText() const {
  std::string Text;
  for (size_t I = Schedule.Begin + 2; I + 1 < Schedule.End; ++I) {
    if (Tokens[I].isAnnotation())
      continue;
    if (!Text.empty() && Tokens[I].hasLeadingSpace())
      Text += ' ';
    Text += PP.getSpelling(Tokens[I]);
  }
  return Text;
}

// The stream must own its tokens: the overload for arrays does not copy.
void TokenSplicer::handBack(ArrayRef<Token> Stream) {
  if (Stream.empty())
    return; // An empty stream has no last token to look at.
  auto Owned = std::make_unique<Token[]>(Stream.size());
  std::copy(Stream.begin(), Stream.end(), Owned.get());
  PP.EnterTokenStream(std::move(Owned), Stream.size(),
                      /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
}

void TokenSplicer::run() {
  if (!readDirective() || !readLoopHeaders())
    return handBack(Tokens);
  for (size_t I = 0; I < Body; ++I) {
    if (I == DirectiveEnd)
      appendScheduleClause();
    if (I < Schedule.Begin || I >= Schedule.End)
      Out.push_back(Tokens[I]);
  }
  for (const DirectiveItem &Item : D.Items) {
    bool IsSwitch = Item.Key == "steal" || Item.Key == "profile";
    appendMarker(Item.Key, Item.Text, Item.KeyLoc,
                 IsSwitch ? ArrayRef<Token>() : Item.Value);
  }
  if (!Schedule.empty())
    appendMarker("schedule", scheduleText(),
                 Tokens[Schedule.Begin].getLocation());
  handBack(Out);
}

void spliceMarkers(Preprocessor &PP, const Directive &D) {
  TokenSplicer(PP, D).run();
}

} // namespace usersched
