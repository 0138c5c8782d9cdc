//===- ConstantLoad.cpp - a load that all iterations have -----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "lowering/ConstantLoad.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

using namespace clang;
using namespace llvm;

namespace usersched {

uint64_t constantLoad(const Expr &Load, bool IsReal,
                      const ASTContext &Context) {
  Expr::EvalResult Result;
  if (!Load.EvaluateAsRValue(Result, Context) || Result.HasSideEffects ||
      Result.HasUndefinedBehavior)
    return 0;
  APFloat Real(0.0);
  if (Result.Val.isFloat()) {
    Real = Result.Val.getFloat();
    bool Inexact;
    Real.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &Inexact);
  } else if (!Result.Val.isInt()) {
    return 0;
  } else if (const APSInt &Integer = Result.Val.getInt(); !IsReal) {
    // Limited as in the inspect function, so that sums do not wrap.
    return Integer.isStrictlyPositive() ? Integer.getLimitedValue(INT64_MAX)
                                        : 0;
  } else {
    Real.convertFromAPInt(Integer, Integer.isSigned(),
                          APFloat::rmNearestTiesToEven);
  }
  return Real.isNormal() && !Real.isNegative()
             ? Real.bitcastToAPInt().getZExtValue()
             : 0;
}

} // namespace usersched
