//===- TokenSplicer.cpp - puts the markers into the loop's tokens ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Invariant: every token that is read is handed back, in order. On success the
// plugin's tokens stand between them, the directive's own schedule and bind
// clauses are left out, and its name may be another (see Constructs). A
// taskloop keeps its clauses: stage 3 replaces what they do.
//
// OpenMP clause parsing reads spellings from the source buffer, so the plugin's
// tokens have text in the scratch buffer, and the pragma as their place of
// expansion. Diagnostics must not show the scratch buffer: a token that the
// parser may complain about has the place of one that the user wrote.
//
//===----------------------------------------------------------------------===//
#include "pragma/TokenSplicer.h"
#include "base/Markers.h"
#include "pragma/Constructs.h"
#include "pragma/Directive.h"
#include "pragma/Keys.h"
#include "pragma/LoopReader.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

class TokenSplicer {
public:
  TokenSplicer(CompilerInstance &CI, const Directive &D, LoopTokens &Loop,
               bool &HasLoop)
      : CI(CI), PP(CI.getPreprocessor()), D(D), Loop(Loop), HasLoop(HasLoop) {}

  SourceLocation run();

private:
  void append(StringRef Text, tok::TokenKind Kind, SourceLocation Loc);
  void appendHidden(StringRef Text, tok::TokenKind Kind, SourceLocation Loc);
  void appendAt(StringRef Text, tok::TokenKind Kind, SourceLocation Loc);
  bool keepsSchedule() const;
  void appendName();
  void appendScheduleClause();
  void appendMarker(StringRef Key, StringRef Text, SourceLocation Loc,
                    const DirectiveItem *Item = nullptr);
  void appendMarkers();
  std::string placeOf(SourceLocation Loc) const;
  std::string scheduleText() const;
  std::string directiveText() const;
  void handBack(ArrayRef<Token> Stream);
  void goOn();

  CompilerInstance &CI;
  Preprocessor &PP;
  const Directive &D;
  LoopTokens &Loop; // what is read
  bool &HasLoop;
  SmallVector<Token, 128> Out; // what is handed back
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

// Appends a token whose text nobody reads, as the parser knows it by its kind.
// Diagnostics show the place of the pragma. The token seems to come from a
// macro, so that Clang's warnings of style leave it out.
void TokenSplicer::appendHidden(StringRef Text, tok::TokenKind Kind,
                                SourceLocation Loc) {
  append(Text, Kind, Loc);
  SourceManager &SM = PP.getSourceManager();
  Out.back().setLocation(
      SM.createExpansionLoc(SM.getSpellingLoc(Loc), Loc, Loc, Text.size()));
}

// Appends a token that has the place of one that the user wrote.
void TokenSplicer::appendAt(StringRef Text, tok::TokenKind Kind,
                            SourceLocation Loc) {
  append(Text, Kind, Loc);
  Out.back().setLocation(Loc);
}

// Returns true if the user's schedule clause stays as it is and has its effect.
bool TokenSplicer::keepsSchedule() const {
  const LoopTokens::Range &R = Loop.Schedule;
  return Loop.IsReproducible &&
         any_of(ArrayRef(Loop.Tokens).slice(R.Begin, R.End - R.Begin),
                [](const Token &Tok) { return Tok.is(tok::kw_static); });
}

// Appends the name of the directive that the parser gets.
void TokenSplicer::appendName() {
  for (StringRef Word : split(Loop.Kind->Compiled, ' '))
    append(Word, tok::raw_identifier, D.Loc);
}

// Appends schedule(static) to a loop that must not be scheduled by load, and
// schedule(monotonic: dynamic, 1) to others. The chunk is a literal, because a
// combined construct would capture a copy of anything else. Without
// `monotonic`, Clang marks the body's memory accesses as independent, which it
// does not do under schedule(static). LLVM 19's vectorizer then reorders
// dependent accesses of one iteration, and a program that was right under
// static goes wrong.
void TokenSplicer::appendScheduleClause() {
  SourceLocation Loc = D.Loc;
  append("schedule", tok::raw_identifier, Loc);
  append("(", tok::l_paren, Loc);
  if (Loop.IsReproducible) {
    append("static", tok::raw_identifier, Loc);
  } else {
    append("monotonic", tok::raw_identifier, Loc);
    append(":", tok::colon, Loc);
    append("dynamic", tok::raw_identifier, Loc);
    append(",", tok::comma, Loc);
    append("1", tok::numeric_constant, Loc);
  }
  append(")", tok::r_paren, Loc);
}

// Appends `if ((void)(EXPRESSION),
// __usersched_compile_with_plugin_marker("KEY", "TEXT", "PLACE", 0)) ; else`,
// which needs no token behind the body and leaves the body's own if-else alone.
// The cast makes Sema accept every type, so that the lowering can say what is
// wrong with it.
void TokenSplicer::appendMarker(StringRef Key, StringRef Text,
                                SourceLocation Loc, const DirectiveItem *Item) {
  auto String = [&](StringRef Text) {
    std::string Quoted;
    raw_string_ostream OS(Quoted);
    OS << '"';
    OS.write_escaped(Text);
    OS << '"';
    append(OS.str(), tok::string_literal, Loc);
  };
  appendHidden("if", tok::raw_identifier, Loc);
  appendHidden("(", tok::l_paren, Loc);
  if (Item) {
    appendHidden("(", tok::l_paren, Loc);
    appendHidden("void", tok::raw_identifier, Loc);
    appendHidden(")", tok::r_paren, Loc);
    appendAt("(", tok::l_paren, D.Open);
    Out.append(Item->Value.begin(), Item->Value.end());
    appendAt(")", tok::r_paren, Item->EndLoc);
    appendAt(",", tok::comma, Item->EndLoc);
  }
  appendHidden(marker::Item, tok::raw_identifier, Loc);
  appendHidden("(", tok::l_paren, Loc);
  String(Key);
  appendHidden(",", tok::comma, Loc);
  String(Text);
  appendHidden(",", tok::comma, Loc);
  String(placeOf(Loc));
  appendHidden(",", tok::comma, Loc);
  append("0", tok::numeric_constant, Loc);
  appendHidden(")", tok::r_paren, Loc);
  appendHidden(")", tok::r_paren, Loc);
  appendHidden(";", tok::semi, Loc);
  appendHidden("else", tok::raw_identifier, Loc);
}

// Returns FILE:LINE:COLUMN.
std::string TokenSplicer::placeOf(SourceLocation Loc) const {
  PresumedLoc Place = CI.getSourceManager().getPresumedLoc(Loc);
  return Place.isInvalid()
             ? ""
             : (Twine(Place.getFilename()) + ":" + Twine(Place.getLine()) +
                ":" + Twine(Place.getColumn()))
                   .str();
}

// Returns the clause that the load replaces.
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
  return (Loop.word(Loop.Schedule.Begin) + "(" + Text + ")").str();
}

// Returns the name of a directive that the parser does not get, and its bind
// clause.
std::string TokenSplicer::directiveText() const {
  const Construct &Kind = *Loop.Kind;
  return Loop.Bind.empty()
             ? Kind.Written.str()
             : (Kind.Written + " bind(" + Kind.Binding + ")").str();
}

// Appends a marker for each item, and for what is replaced.
void TokenSplicer::appendMarkers() {
  for (const DirectiveItem &Item : D.Items)
    appendMarker(Item.Key, Item.Text, Item.KeyLoc,
                 isWord(Item.Key) || Item.IsInferred ? nullptr : &Item);
  if (!Loop.Schedule.empty())
    appendMarker("schedule", scheduleText(),
                 Loop.Tokens[Loop.Schedule.Begin].getLocation());
  if (Loop.Kind->isReplaced())
    appendMarker("directive", directiveText(), Loop.Tokens[1].getLocation());
}

// Hands tokens to the preprocessor, which owns them: its overload for arrays
// copies nothing.
void TokenSplicer::handBack(ArrayRef<Token> Stream) {
  if (Stream.empty())
    return; // The preprocessor looks at the last token.
  auto Owned = std::make_unique<Token[]>(Stream.size());
  std::copy(Stream.begin(), Stream.end(), Owned.get());
  PP.EnterTokenStream(std::move(Owned), Stream.size(),
                      /*DisableMacroExpansion=*/true, /*IsReinject=*/true);
}

// Prepares to read what follows the directive once more, and then what follows
// that behind the end of the file.
void TokenSplicer::goOn() {
  const size_t Kept = Loop.hasDirective() ? Loop.DirectiveEnd + 1 : 0;
  handBack(ArrayRef(Loop.Tokens).drop_front(Kept));
  Loop.Tokens.truncate(Kept);
  Loop.Directives.truncate(Loop.hasDirective());
  Loop.GoesOn = false;
}

SourceLocation TokenSplicer::run() {
  if (Loop.GoesOn)
    goOn();
  if (!readLoop(CI, D, Loop, HasLoop)) {
    if (Loop.GoesOn)
      return SourceLocation();
    size_t Next = 0;
    if (Loop.IsWrong)
      for (const LoopTokens::Range &Left : Loop.Directives) {
        Out.append(Loop.Tokens.begin() + Next,
                   Loop.Tokens.begin() + Left.Begin);
        Next = Left.End;
      }
    Out.append(Loop.Tokens.begin() + Next, Loop.Tokens.end());
    // Something must remain: another of the plugin's pragmas may be reading,
    // and has counted the directive as a token that follows (see FileEnd).
    handBack(Out.empty() ? Loop.Tokens : Out);
    return SourceLocation();
  }
  const bool Keeps = keepsSchedule();
  if (Keeps)
    Loop.Schedule = {};
  const LoopTokens::Range &Schedule = Loop.Schedule, &Bind = Loop.Bind;
  LoopTokens::Range Name;
  if (Loop.Kind->isReplaced())
    Name = {1, Loop.NameEnd};
  for (size_t I = 0; I < Loop.Tokens.size(); ++I) {
    if (I == Loop.BodyBegin)
      appendMarkers();
    if (I == Name.Begin && !Name.empty())
      appendName();
    // The clause stands in front of those that are malformed or that Clang
    // ignores.
    if (I == Loop.NameEnd && !Keeps && !Loop.IsTaskloop)
      appendScheduleClause();
    const bool IsReplaced =
        Name.contains(I) || Schedule.contains(I) || Bind.contains(I);
    if (!IsReplaced || Loop.IsTaskloop)
      Out.push_back(Loop.Tokens[I]);
  }
  if (Loop.BodyBegin == Loop.Tokens.size())
    appendMarkers();
  handBack(Out);
  return Loop.Tokens[Loop.BodyBegin - 1].getLocation();
}

SourceLocation spliceMarkers(CompilerInstance &CI, const Directive &D,
                             LoopTokens &Loop, bool &HasLoop) {
  return TokenSplicer(CI, D, Loop, HasLoop).run();
}

} // namespace usersched
