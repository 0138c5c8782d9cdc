//===- Lengths.cpp - how often a loop of the body runs --------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Lengths.h"
#include "Purity.h"
#include "Terms.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;
using namespace llvm;

namespace usersched {

static const CXXMethodDecl *findMember(const CXXRecordDecl &Class,
                                       StringRef Name) {
  ASTContext &Ctx = Class.getASTContext();
  const CXXMethodDecl *Found = nullptr;
  auto Look = [&](const CXXRecordDecl &In) {
    for (NamedDecl *D : In.lookup(&Ctx.Idents.get(Name)))
      if (const auto *Method = dyn_cast<CXXMethodDecl>(D))
        if (Method->getAccess() == AS_public && Method->getNumParams() == 0)
          if (!Found || Method->isConst())
            Found = Method;
    return !Found;
  };
  if (Look(Class))
    Class.forallBases([&](const CXXRecordDecl *Base) { return Look(*Base); });
  return Found;
}

Value readLength(const Iteration &At, const Expr *Range) {
  const Value Object = readValue(At, Range);
  const CXXRecordDecl *Class = stripped(Range)->getType()->getAsCXXRecordDecl();
  if (!Object.isKnown() || !Class || !Class->hasDefinition())
    return {};
  Class = Class->getDefinition();
  auto Call = [&](const CXXMethodDecl &Method) {
    Value Result = readMember(At, Object, Method);
    if (!Result.isKnown())
      return Result;
    Result.Text += "()";
    Result.IsHarmless = false;
    Result.Guards = std::max(Result.Guards, At.Guards.size());
    return Result;
  };
  if (const CXXMethodDecl *Size = findMember(*Class, "size");
      Size && (isPure(*Size)))
    return Call(*Size);
  const CXXMethodDecl *Begin = findMember(*Class, "begin"),
                      *End = findMember(*Class, "end");
  if (!Begin || !End || !isPure(*Begin) || !isPure(*End) ||
      !isRandomAccess(End->getReturnType()))
    return {};
  Value Distance = binary(Call(*End), "-", Binding::Sum, Call(*Begin));
  Distance.IsDistance = true;
  return Distance;
}

bool isBlock(const Value &First, const Value &End) {
  StringRef Text = End.Text;
  const size_t Open = Text.find('(');
  if (!Text.take_front(Open).split('<').first.ends_with("min") ||
      !Text.consume_back(")"))
    return false;
  const auto [A, B] = Text.drop_front(Open + 1).split(", ");
  const auto [Block, Size] = StringRef(First.Text).rsplit(" * ");
  const std::string Next = (Block + " + 1) * " + Size).str();
  return any_of(ArrayRef{A, B}, [&](StringRef End) {
    return End.starts_with(First.Text + " + ") || End.ltrim("(") == Next;
  });
}

bool namesIteration(const Iteration &At, const Value &V) {
  auto IsWord = [](char C) { return isAlnum(C) || C == '_'; };
  return any_of(At.LoopVariables, [&](const ValueDecl *D) {
    if (!D->getIdentifier())
      return true;
    const StringRef Text = V.Text, Name = D->getName();
    for (size_t I = Text.find(Name); I != StringRef::npos;
         I = Text.find(Name, I + 1))
      if ((I == 0 || !IsWord(Text[I - 1])) &&
          (I + Name.size() == Text.size() || !IsWord(Text[I + Name.size()])))
        return true;
    return false;
  });
}

// In a row pointer, neighbours rise: row[i] and row[i + 1], not r[i].first and
// r[i].last.
static bool areNeighbours(const Value &First, const Value &End) {
  const StringRef Array = StringRef(First.Text).split('[').first;
  return Array.size() < First.Text.size() &&
         StringRef(End.Text).starts_with(Array) &&
         StringRef(First.Text).rsplit(']').second ==
             StringRef(End.Text).rsplit(']').second;
}

static std::optional<Value> withoutOffset(const Value &First,
                                          const Value &End) {
  const auto [Left, Right] = StringRef(First.Text).split(" * ");
  const std::string Exchanged = (Right + " * " + Left).str();
  StringRef Rest = End.Text;
  if (End.Operator != Binding::Sum ||
      !(Rest.consume_front(First.Text) || Rest.consume_front(Exchanged)) ||
      !Rest.consume_front(" + ") || Rest.contains(" - ") ||
      First.Operator < Binding::Sum)
    return std::nullopt;
  Value Result = End;
  Result.Text = Rest.str();
  return Result;
}

bool isSameInAll(const Iteration &At, const Value &First, const Value &End) {
  const auto Begin = termsOf(First.Text);
  auto Distance = termsOf(End.Text);
  if (!Begin || !Distance)
    return false;
  add(*Distance, *Begin, -1);
  return none_of(*Distance, [&](const auto &Term) {
    return any_of(Term.first, [&](const std::string &Name) {
      return namesIteration(At, constant(Name));
    });
  });
}

// Takes the last operand from Sum, and returns it with its sign in front, as
// "- i". Returns an empty text if there is only one.
static StringRef takeLast(StringRef &Sum) {
  int Depth = 0;
  for (size_t I = Sum.size(); I-- > 1;) {
    Depth += StringRef(")]}").contains(Sum[I]);
    Depth -= StringRef("([{").contains(Sum[I]);
    if (Depth == 0 &&
        (Sum.substr(I).starts_with("+ ") || Sum.substr(I).starts_with("- ")) &&
        Sum[I - 1] == ' ') {
      const StringRef Last = Sum.substr(I);
      Sum = Sum.take_front(I - 1);
      return Last;
    }
  }
  return "";
}

static bool isNumber(StringRef Text) {
  return Text.find_first_not_of("0123456789") == StringRef::npos;
}

// Returns Sum without the constants at its end, which make little difference.
static StringRef withoutConstants(StringRef Sum) {
  StringRef Rest = Sum;
  for (StringRef Last = takeLast(Rest);
       !Last.empty() && isNumber(Last.drop_front(2)); Last = takeLast(Rest))
    Sum = Rest;
  return Sum;
}

// Returns true if First is at most End, but for a constant.
static bool isOrdered(const Iteration &At, StringRef First, StringRef End) {
  First = withoutConstants(First);
  End = withoutConstants(End);
  if (isNumber(First) || First == End)
    return true;
  if (any_of(At.Ranges, [&](const VariableRange &R) {
        return (First == R.Name && End == withoutConstants(R.High.Text)) ||
               (End == R.Name && First == withoutConstants(R.Low.Text));
      }))
    return true;
  // Both sides of a place, as i - w and i + w.
  const StringRef Down = takeLast(First), Up = takeLast(End);
  return First == End && !Up.starts_with("-") && !Down.starts_with("+");
}

bool mayBeNegative(const Iteration &At, const Value &First, const Value &End) {
  auto IsRead = [](const Value &V) {
    return V.Operator == Binding::Postfix && !V.Reads.empty();
  };
  const bool IsCall = StringRef(End.Text).ends_with(")");
  if ((IsRead(First) && IsRead(End)) || IsCall ||
      End.Operator == Binding::Conditional)
    return false;
  if (!First.isText("0"))
    return !isOrdered(At, First.Text, End.Text);
  if (End.Operator != Binding::Sum)
    return false;
  // A count, which may be a difference.
  StringRef Sum = withoutConstants(End.Text);
  StringRef Last = takeLast(Sum);
  while (Last.starts_with("+"))
    Last = takeLast(Sum);
  return !Last.empty() && !isOrdered(At, Last.drop_front(2), Sum);
}

Value readDistance(QualType Type, const Value &First, const Value &End,
                   bool MayWrap) {
  const bool IsNumber = Type->isIntegralOrEnumerationType();
  if (!First.isKnown() || !End.isKnown() || !(IsNumber || isRandomAccess(Type)))
    return {};
  if (First.isText("0"))
    return End;
  // Without the offset that both have, as in 64 * i + count[i] - 64 * i.
  if (const auto Count = withoutOffset(First, End))
    return *Count;
  Value Distance = binary(End, "-", Binding::Sum, First);
  Distance.IsDistance = !IsNumber;
  if (IsNumber && MayWrap && !areNeighbours(First, End))
    return conditional(binary(End, ">", Binding::Less, First), Distance,
                       constant("0"));
  return Distance;
}

} // namespace usersched
