//===- PreprocessedPragma.cpp - the pragma in preprocessed files ----------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// With `-E`, Clang prints a pragma that it does not know as it is written, and
// drops the definitions of the macros in it. So what is compiled from that file
// (by distcc, with `-save-temps`) would not know them, and a cache of compiled
// files that goes by preprocessed text would not notice that one has changed.
// Here the pragma becomes a token of the program, a line with its macros
// expanded, which Clang prints like other tokens. (Not `_Pragma("...")`: clang
// 22 does not know it in a preprocessed file.)
//
//===----------------------------------------------------------------------===//
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/TokenConcatenation.h"
#include <memory>
#include <string>
#include <utility>

using namespace clang;
using namespace llvm;

namespace {

/// Pragmas that begin with `ompx`. Where programs are compiled,
/// usersched::addPragmaHandler() adds a handler to this, and this does what
/// any other namespace does.
class OmpxPragmas : public PragmaNamespace {
public:
  OmpxPragmas() : PragmaNamespace("ompx") {}

  void HandlePragma(Preprocessor &PP, PragmaIntroducer Introducer,
                    Token &Name) override {
    if (!PP.isPreprocessedOutput())
      return PragmaNamespace::HandlePragma(PP, Introducer, Name);
    const bool HasLine = Introducer.Kind == PIK_HashPragma;
    print(PP, Name,
          (HasLine ? "#pragma " : "\n#pragma ") + read(PP, Name) + "\n");
  }

private:
  /// Returns the text of the pragma, from Name on. Macros are expanded in those
  /// of usersched.
  static std::string read(Preprocessor &PP, const Token &Name) {
    const TokenConcatenation Joins(PP);
    std::string Text = PP.getSpelling(Name);
    Token BeforeLast, Last = Name, Next;
    BeforeLast.startToken();
    bool Expands = false;
    for (PP.LexUnexpandedToken(Next); !Next.isOneOf(tok::eod, tok::eof);) {
      const auto *Word = Next.getIdentifierInfo();
      Expands |= Last.getLocation() == Name.getLocation() && Word &&
                 Word->isStr("usersched");
      if (Next.hasLeadingSpace() || Next.isAtStartOfLine() ||
          Joins.AvoidConcat(BeforeLast, Last, Next))
        Text += ' ';
      Text += PP.getSpelling(Next);
      BeforeLast = Last;
      Last = Next;
      if (Expands)
        PP.Lex(Next);
      else
        PP.LexUnexpandedToken(Next);
    }
    return Text;
  }

  /// Makes Lines the next token, in the place of Name. Clang counts the line
  /// ends in a token of an unknown kind.
  static void print(Preprocessor &PP, const Token &Name, StringRef Lines) {
    auto Tokens = std::make_unique<Token[]>(1);
    Tokens[0].startToken();
    Tokens[0].setKind(tok::unknown);
    PP.CreateString(Lines, Tokens[0], Name.getLocation(), Name.getLocation());
    Tokens[0].setFlag(Token::StartOfLine);
    PP.EnterTokenStream(std::move(Tokens), 1, /*DisableMacroExpansion=*/true,
                        /*IsReinject=*/false);
  }
};

PragmaHandlerRegistry::Add<OmpxPragmas>
    OmpxRegistration("ompx",
                     "keeps #pragma ompx usersched in preprocessed files");

} // namespace
