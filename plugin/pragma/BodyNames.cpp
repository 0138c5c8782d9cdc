//===- BodyNames.cpp - values that name what the body declares ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name that is not declared where the loop stands but occurs in its body is
// taken to be declared in the body. The body is read as text, since the parser
// has not reached it.
//
//===----------------------------------------------------------------------===//
#include "pragma/BodyNames.h"
#include "base/Diagnostics.h"
#include "pragma/Directive.h"
#include "clang/AST/Decl.h"
#include "clang/Lex/Lexer.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace llvm;

namespace usersched {

void BodyNames::note(const Directive &D, SourceLocation HeaderEnd) {
  for (const DirectiveItem &Item : D.Items)
    for (size_t I = 0; I < Item.Value.size(); ++I) {
      const bool IsCall =
          I + 1 < Item.Value.size() && Item.Value[I + 1].is(tok::l_paren);
      if (Item.Value[I].is(tok::identifier) && !IsCall)
        Uses[Item.Value[I].getLocation()] = {Item.Key.str(), HeaderEnd};
    }
}

// Returns true if Tokens begin a `for` whose variable is Name, which stands in
// front of = or :.
static bool declares(ArrayRef<Token> Tokens, StringRef Name) {
  if (Tokens.size() < 2 || Tokens[0].isNot(tok::raw_identifier) ||
      Tokens[0].getRawIdentifier() != "for" || Tokens[1].isNot(tok::l_paren))
    return false;
  for (size_t I = 2; I + 1 < Tokens.size(); ++I)
    if (Tokens[I + 1].isOneOf(tok::equal, tok::colon))
      return Tokens[I].is(tok::raw_identifier) &&
             Tokens[I].getRawIdentifier() == Name;
  return false;
}

BodyNames::Place BodyNames::findInBody(StringRef Name,
                                       SourceLocation HeaderEnd) {
  const SourceManager &SM = S.getSourceManager();
  const auto [File, Offset] = SM.getDecomposedLoc(
      Lexer::getLocForEndOfToken(HeaderEnd, 0, SM, S.getLangOpts()));
  StringRef Text = SM.getBufferData(File);
  Lexer Raw(SM.getLocForStartOfFile(File), S.getLangOpts(), Text.begin(),
            Text.begin() + Offset, Text.end());
  unsigned Depth = 0;
  Token Tok;
  SmallVector<Token, 8> First; // of the body, up to the first = or :
  // The last token stands in front of a member's name; or is Name.
  bool IsQualified = false, IsName = false;
  for (Raw.LexFromRawLexer(Tok); Tok.isNot(tok::eof);
       Raw.LexFromRawLexer(Tok)) {
    if (First.empty() || !First.back().isOneOf(tok::equal, tok::colon))
      First.push_back(Tok);
    // What is followed by '<' is not declared there, but it may be a template
    // that is found by the types of its arguments.
    if (IsName && Tok.isNot(tok::less))
      return declares(First, Name) ? Place::InnerHeader : Place::Body;
    IsName = Tok.is(tok::raw_identifier) && !IsQualified &&
             Tok.getRawIdentifier() == Name;
    IsQualified = Tok.isOneOf(tok::period, tok::arrow, tok::coloncolon);
    if (Tok.isOneOf(tok::l_brace, tok::l_paren))
      ++Depth;
    else if (Tok.isOneOf(tok::r_brace, tok::r_paren) && Depth)
      --Depth;
    if (Depth == 0 && Tok.isOneOf(tok::semi, tok::r_brace))
      return Place::None;
  }
  return Place::None;
}

bool BodyNames::LookupUnqualified(LookupResult &R, Scope *) {
  const auto Found = Uses.find(R.getNameLoc());
  const IdentifierInfo *II = R.getLookupName().getAsIdentifierInfo();
  if (Found == Uses.end() || !II || R.isForRedeclaration() ||
      R.getLookupKind() != Sema::LookupOrdinaryName)
    return false;
  Use &Value = Found->second;
  if (!Value.Reported) {
    const Place Where = findInBody(II->getName(), Value.HeaderEnd);
    if (Where == Place::None)
      return false;
    error(S.getDiagnostics(), R.getNameLoc(),
          "the '%0' of '#pragma ompx usersched' cannot name %1, which the body "
          "of the loop declares; it can name the loop variables and what is "
          "declared before the loop%select{|; 'collapse' makes %1 a loop "
          "variable, if its iterations are independent, too}2")
        << Value.Key << II << (Where == Place::InnerHeader);
    ASTContext &Ctx = S.Context;
    Value.Reported =
        VarDecl::Create(Ctx, Ctx.getTranslationUnitDecl(), R.getNameLoc(),
                        R.getNameLoc(), II, Ctx.IntTy,
                        /*TInfo=*/nullptr, SC_None);
    Value.Reported->setInvalidDecl();
  }
  R.addDecl(Value.Reported);
  R.resolveKind();
  return true;
}

} // namespace usersched
