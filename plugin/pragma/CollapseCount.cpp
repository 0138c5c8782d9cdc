//===- CollapseCount.cpp - how many loops a collapse clause names ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loops are read before the parser has seen the clause. A name can mean
// something else to the parser: the bodies of member functions are read before
// the rest of the class. Then the marker stands in the wrong loop, which the
// dispatch pass reports.
//
//===----------------------------------------------------------------------===//
#include "pragma/CollapseCount.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Sema/Lookup.h"
#include "clang/Sema/Sema.h"

using namespace clang;
using namespace llvm;

namespace usersched {

static std::optional<APSInt> constantValue(Sema &S, const Token &Name) {
  NamedDecl *Found =
      S.LookupSingleName(S.getCurScope(), Name.getIdentifierInfo(),
                         Name.getLocation(), Sema::LookupOrdinaryName);
  if (auto *Enumerator = dyn_cast_or_null<EnumConstantDecl>(Found))
    return Enumerator->getInitVal();
  auto *Variable = dyn_cast_or_null<VarDecl>(Found);
  if (!Variable || Variable->isInvalidDecl() ||
      !Variable->getType()->isIntegralOrEnumerationType() ||
      !Variable->isUsableInConstantExpressions(S.Context) ||
      !Variable->getInit() || Variable->getInit()->isValueDependent())
    return std::nullopt;
  const APValue *Value = Variable->evaluateValue();
  if (!Value || !Value->isInt())
    return std::nullopt;
  return Value->getInt();
}

std::optional<unsigned> collapseCount(CompilerInstance &CI,
                                      ArrayRef<Token> Argument) {
  if (Argument.size() != 1)
    return std::nullopt;
  const Token &Tok = Argument.front();
  unsigned Count = 0;
  if (Tok.is(tok::numeric_constant)) {
    if (StringRef(CI.getPreprocessor().getSpelling(Tok)).getAsInteger(0, Count))
      return std::nullopt;
  } else if (Tok.is(tok::identifier) && CI.hasSema() &&
             CI.getSema().getCurScope()) {
    std::optional<APSInt> Value = constantValue(CI.getSema(), Tok);
    if (!Value || Value->isNegative() || Value->getActiveBits() > 31)
      return std::nullopt;
    Count = Value->getZExtValue();
  }
  if (Count == 0)
    return std::nullopt;
  return Count;
}

} // namespace usersched
