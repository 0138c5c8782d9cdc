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
#include "Directive.h"
#include "LoopReader.h"
#include "Markers.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

class TokenSplicer {
public:
  TokenSplicer(CompilerInstance &CI, const Directive &D)
      : CI(CI), PP(CI.getPreprocessor()), D(D) {}

  void run();

private:
  void append(StringRef Text, tok::TokenKind Kind, SourceLocation Loc);
  void appendScheduleClause();
  void appendMarker(StringRef Key, StringRef Text, SourceLocation Loc,
                    ArrayRef<Token> Value = {});
  std::string placeOf(SourceLocation Loc) const;
  std::string scheduleText() const;
  void handBack(ArrayRef<Token> Stream);

  CompilerInstance &CI;
  Preprocessor &PP;
  const Directive &D;

  LoopTokens Loop;             // as read
  SmallVector<Token, 128> Out; // as handed back
};

} // namespace

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

// `if ((void)(EXPRESSION), __usersched_marker("KEY", "TEXT", "PLACE", 0)) ;
// else` needs no token behind the body and leaves the body's own if-else alone.
// The cast makes Sema accept every type, so that the lowering can say what is
// wrong with it.
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
  append(",", tok::comma, Loc);
  String(placeOf(Loc));
  append(",", tok::comma, Loc);
  append("0", tok::numeric_constant, Loc);
  append(")", tok::r_paren, Loc);
  append(")", tok::r_paren, Loc);
  append(";", tok::semi, Loc);
  append("else", tok::raw_identifier, Loc);
}

// FILE:LINE:COLUMN.
std::string TokenSplicer::placeOf(SourceLocation Loc) const {
  PresumedLoc Place = CI.getSourceManager().getPresumedLoc(Loc);
  return Place.isInvalid()
             ? ""
             : (Twine(Place.getFilename()) + ":" + Twine(Place.getLine()) +
                ":" + Twine(Place.getColumn()))
                   .str();
}

// What stands between the parentheses of the user's schedule clause.
std::string TokenSplicer::scheduleText() const {
  std::string Text;
  for (size_t I = Loop.Schedule.Begin + 2; I + 1 < Loop.Schedule.End; ++I) {
    const Token &Tok = Loop.Tokens[I];
    if (Tok.isAnnotation())
      continue;
    if (!Text.empty() && Tok.hasLeadingSpace())
      Text += ' ';
    Text += PP.getSpelling(Tok);
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
  if (!readLoop(CI, D, Loop)) {
    ArrayRef<Token> Rest = Loop.Tokens;
    // Something must remain: another pragma of ours may be reading, and what
    // tells it that a token follows counts directives (see FileEnd).
    if (Loop.IsWrong && Loop.DirectiveEnd + 1 < Rest.size())
      Rest = Rest.drop_front(Loop.DirectiveEnd + 1);
    return handBack(Rest);
  }
  const LoopTokens::Range &Schedule = Loop.Schedule;
  for (size_t I = 0; I < Loop.Tokens.size(); ++I) {
    if (I == Loop.DirectiveEnd)
      appendScheduleClause();
    if (I < Schedule.Begin || I >= Schedule.End)
      Out.push_back(Loop.Tokens[I]);
  }
  for (const DirectiveItem &Item : D.Items) {
    bool IsSwitch = Item.Key == "steal" || Item.Key == "profile";
    appendMarker(Item.Key, Item.Text, Item.KeyLoc,
                 IsSwitch ? ArrayRef<Token>() : Item.Value);
  }
  if (!Schedule.empty())
    appendMarker("schedule", scheduleText(),
                 Loop.Tokens[Schedule.Begin].getLocation());
  handBack(Out);
}

void spliceMarkers(CompilerInstance &CI, const Directive &D) {
  TokenSplicer(CI, D).run();
}

} // namespace usersched
