//===- BodyNames.cpp - values that name what the body declares ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A name that is not declared where the loop stands, and occurs in its body, is
// declared there. The body is read as text: the parser has not come to it.
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

bool BodyNames::occursInBody(StringRef Name, SourceLocation HeaderEnd) {
  const SourceManager &SM = S.getSourceManager();
  const auto [File, Offset] = SM.getDecomposedLoc(
      Lexer::getLocForEndOfToken(HeaderEnd, 0, SM, S.getLangOpts()));
  StringRef Text = SM.getBufferData(File);
  Lexer Raw(SM.getLocForStartOfFile(File), S.getLangOpts(), Text.begin(),
            Text.begin() + Offset, Text.end());
  unsigned Depth = 0;
  Token Tok;
  for (Raw.LexFromRawLexer(Tok); Tok.isNot(tok::eof);
       Raw.LexFromRawLexer(Tok)) {
    if (Tok.is(tok::raw_identifier) && Tok.getRawIdentifier() == Name)
      return true;
    if (Tok.isOneOf(tok::l_brace, tok::l_paren))
      ++Depth;
    else if (Tok.isOneOf(tok::r_brace, tok::r_paren) && Depth)
      --Depth;
    if (Depth == 0 && Tok.isOneOf(tok::semi, tok::r_brace))
      return false;
  }
  return false;
}

bool BodyNames::LookupUnqualified(LookupResult &R, Scope *) {
  const auto It = Uses.find(R.getNameLoc());
  const IdentifierInfo *Name = R.getLookupName().getAsIdentifierInfo();
  if (It == Uses.end() || !Name || R.isForRedeclaration() ||
      R.getLookupKind() != Sema::LookupOrdinaryName)
    return false;
  Use &Its = It->second;
  if (!Its.Found) {
    if (!occursInBody(Name->getName(), Its.HeaderEnd))
      return false;
    error(S.getDiagnostics(), R.getNameLoc(),
          "the '%0' of '#pragma ompx usersched' cannot name %1, which the body "
          "of the loop declares; it can name the loop variables and what is "
          "declared before the loop")
        << Its.Key << Name;
    ASTContext &Ctx = S.Context;
    Its.Found = VarDecl::Create(Ctx, Ctx.getTranslationUnitDecl(),
                                R.getNameLoc(), R.getNameLoc(), Name, Ctx.IntTy,
                                /*TInfo=*/nullptr, SC_None);
    Its.Found->setInvalidDecl();
  }
  R.addDecl(Its.Found);
  R.resolveKind();
  return true;
}

} // namespace usersched
