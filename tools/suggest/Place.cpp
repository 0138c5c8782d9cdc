//===- Place.cpp - where directives and pragmas stand ---------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Place.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

class Handler : public PragmaHandler {
public:
  explicit Handler(std::shared_ptr<std::vector<PragmaPlaces::Pragma>> Found)
      : PragmaHandler("usersched"), Found(std::move(Found)) {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &) override {
    std::string Text;
    Token Next;
    for (PP.LexUnexpandedToken(Next); Next.isNot(tok::eod);
         PP.LexUnexpandedToken(Next))
      Text += (Next.hasLeadingSpace() ? " " : "") + PP.getSpelling(Next);
    Found->push_back({PP.getSourceManager().getExpansionLoc(Introducer.Loc),
                      "#pragma ompx usersched" + Text});
  }

private:
  std::shared_ptr<std::vector<PragmaPlaces::Pragma>> Found;
};

} // namespace

PragmaPlaces::PragmaPlaces(Preprocessor &PP)
    : PP(PP), Found(std::make_shared<std::vector<Pragma>>()) {
  PP.AddPragmaHandler("ompx", new Handler(Found));
}

// Returns what is left of Text behind white space and comments.
static StringRef behindComments(StringRef Text) {
  while (true) {
    Text = Text.ltrim();
    if (Text.consume_front("//"))
      Text = Text.drop_until([](char C) { return C == '\n'; });
    else if (Text.starts_with("/*"))
      Text = Text.split("*/").second;
    else
      return Text;
  }
}

// Returns what is left of Text behind the line that it begins in, and the lines
// that continue it.
static StringRef behindLine(StringRef Text) {
  while (true) {
    const size_t End = Text.find('\n');
    if (End == StringRef::npos)
      return "";
    const bool GoesOn = Text.take_front(End).rtrim("\r").ends_with("\\");
    Text = Text.drop_front(End + 1);
    if (!GoesOn)
      return Text;
  }
}

static std::string absolute(StringRef Name) {
  SmallString<256> Path(Name);
  if (sys::fs::real_path(Name, Path))
    sys::fs::make_absolute(Path);
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return Path.str().str();
}

std::optional<Loop> PragmaPlaces::placeOf(SourceLocation Begin) const {
  const SourceManager &SM = PP.getSourceManager();
  const SourceLocation Here = SM.getExpansionLoc(Begin);
  const FileID File = SM.getFileID(Here);
  const OptionalFileEntryRef Entry = SM.getFileEntryRefForID(File);
  if (!Entry || SM.isInSystemHeader(Here))
    return std::nullopt;
  const StringRef Text = SM.getBufferData(File);
  const unsigned Offset = SM.getFileOffset(Here);
  Loop L;
  L.File = absolute(Entry->getName());
  L.Line = SM.getExpansionLineNumber(Here);
  L.Column = SM.getExpansionColumnNumber(Here);
  L.Offset = Offset - (L.Column - 1);
  L.Indentation = Text.slice(L.Offset, Offset).str();
  if (Begin.isFileID() && Text.drop_front(Offset).starts_with("#") &&
      StringRef(L.Indentation).trim().empty()) {
    const size_t End = Text.find('\n', Offset);
    L.LineEnd = End != StringRef::npos && Text[End - 1] == '\r' ? "\r\n" : "\n";
  }
  StringRef Before = Text.take_front(Offset);
  // The nearest one. A macro can have several pragmas at one place.
  for (const Pragma &P : reverse(*Found)) {
    const unsigned At = SM.getFileOffset(P.Begin);
    if (SM.getFileID(P.Begin) != File || At > Offset)
      continue;
    if (behindComments(behindLine(Before.drop_front(At))).empty()) {
      L.Present = P.Text;
      Before = Before.take_front(At);
    }
    break;
  }
  // A comment in the line of the pragma, or in the lines in front of it.
  const size_t First = Before.rtrim().rfind('\n');
  const size_t From = First == StringRef::npos ? 0 : First;
  L.IsKept = Text.slice(From, Text.find('\n', Offset))
                 .contains("usersched-suggest: keep");
  return L;
}

} // namespace usersched
