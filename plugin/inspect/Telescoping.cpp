//===- Telescoping.cpp - loads that are differences of neighbours ---------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load telescopes if it is a sum of pairs `k * after - k * before`, where
// `after` in iteration i is `before` in iteration i + 1, and of a constant c.
// Then F(i) is c * i plus k * before in iteration i. F(i) is computed from
// `after` in iteration i - 1, so no load is asked for behind the last
// iteration.
//
// Both steps of the proof see a number as a sum of terms: the load, to find the
// pairs, and each index and address, to compare `after` with `before`. Terms
// are compared by operation and operands. Numbers count as unbounded: what
// wraps is another number in the program than here, and costs balance only.
//
//===----------------------------------------------------------------------===//
#include "inspect/Telescoping.h"
#include "base/Ir19And22.h"
#include "inspect/RegionOutliner.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Operator.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <numeric>

using namespace llvm;

namespace usersched {

namespace {

// Counts as V * Factor / Divisor; the division leaves no rest.
struct Term {
  Value *V;
  int64_t Factor, Divisor;
  bool IsSigned; // V is, if it has less than 64 bits
};

struct Sum {
  SmallVector<Term, 4> Terms; // of different values
  int64_t Constant = 0;
  bool IsKnown = true; // else the rest is meaningless
};

// k * After - k * Before, where After in one iteration is Before in the next.
struct Pair {
  Term After;
  Value *Before;
};

class Telescope {
public:
  explicit Telescope(Function &Evaluate)
      : Evaluate(Evaluate), Layout(Evaluate.getDataLayout()),
        Iteration(Evaluate.getArg(0)) {}

  // Returns false if the load does not telescope.
  bool find();
  Function *createPrefix(Function &Parent) const;

private:
  void add(Sum &To, Term T);
  void addOffsets(Sum &To, Term T);
  void addTerm(Sum &To, Term T);
  Sum sumOf(Value *V) {
    Sum Result;
    add(Result, {V, 1, 1, false});
    return Result;
  }
  bool isNext(Value *After, Value *Before);
  bool isNextTerm(Value *After, Value *Before);

  Function &Evaluate;
  const DataLayout &Layout;
  const Value *Iteration;
  // Fewer bits of a load are a remainder that somebody wants. An index may have
  // as few as the loop's variable.
  unsigned FewestBits = 32;
  // Steps until the search gives up: a value may have very many paths to it.
  unsigned Steps = 2000;
  SmallVector<Pair, 2> Pairs;
  int64_t Constant = 0;
};

} // namespace

static int64_t wrappingProduct(int64_t A, int64_t B) {
  return static_cast<int64_t>(static_cast<uint64_t>(A) *
                              static_cast<uint64_t>(B));
}

static int64_t wrappingSum(int64_t A, int64_t B) {
  return static_cast<int64_t>(static_cast<uint64_t>(A) +
                              static_cast<uint64_t>(B));
}

static bool isNumber(Type *T) {
  return T->isPointerTy() ||
         (T->isIntegerTy() && T->getIntegerBitWidth() <= 64);
}

// Returns the value of a minimum or maximum of 0 and a difference that is not
// negative: row pointers do not decrease. If they do, it costs balance only.
static Value *lengthIn(const Operator &Operation) {
  const auto *Limit = dyn_cast<MinMaxIntrinsic>(&Operation);
  if (!Limit || !Limit->isSigned())
    return nullptr;
  Value *Zero = Limit->getRHS(), *Difference = Limit->getLHS();
  if (!match(Zero, PatternMatch::m_Zero()))
    std::swap(Zero, Difference);
  Value *Length = Difference;
  PatternMatch::match(
      Length, PatternMatch::m_ZExtOrSExt(PatternMatch::m_Value(Length)));
  PatternMatch::match(
      Length, PatternMatch::m_Exact(PatternMatch::m_SDiv(
                  PatternMatch::m_Value(Length), PatternMatch::m_Value())));
  if (!match(Zero, PatternMatch::m_Zero()) ||
      !match(Length, PatternMatch::m_Sub(PatternMatch::m_Value(),
                                         PatternMatch::m_Value())))
    return nullptr;
  return Limit->getIntrinsicID() == Intrinsic::smin ? Zero : Difference;
}

void Telescope::addTerm(Sum &To, Term T) {
  const int64_t Common = std::gcd(T.Factor, T.Divisor);
  T.Factor /= Common;
  T.Divisor /= Common;
  auto *Same = find_if(To.Terms, [&](const Term &Other) {
    return Other.V == T.V && Other.Divisor == T.Divisor;
  });
  if (Same == To.Terms.end()) {
    To.Terms.push_back(T);
    return;
  }
  Same->Factor = wrappingSum(Same->Factor, T.Factor);
  if (Same->Factor == 0)
    To.Terms.erase(Same);
}

// Adds an address: a pointer and offsets from it.
void Telescope::addOffsets(Sum &To, Term T) {
  auto *Address = cast<GEPOperator>(T.V);
  release::Offsets Offsets;
  APInt Fixed(64, 0);
  if (Layout.getIndexTypeSizeInBits(T.V->getType()) != 64 ||
      !Address->collectOffset(Layout, 64, Offsets, Fixed))
    return addTerm(To, T);
  add(To, {Address->getPointerOperand(), T.Factor, T.Divisor, T.IsSigned});
  add(To, {ConstantInt::get(Evaluate.getContext(), Fixed), T.Factor, T.Divisor,
           true});
  for (auto &[Index, Stride] : Offsets)
    add(To, {Index, wrappingProduct(T.Factor, Stride.getSExtValue()), T.Divisor,
             true});
}

void Telescope::add(Sum &To, Term T) {
  if (T.Factor == 0)
    return;
  if (Steps == 0 || !isNumber(T.V->getType())) {
    To.IsKnown = false;
    return;
  }
  --Steps;
  auto Add = [&](Value *V, int64_t Times) {
    add(To, {V, wrappingProduct(T.Factor, Times), T.Divisor, T.IsSigned});
  };
  if (auto *Number = dyn_cast<ConstantInt>(T.V)) {
    int64_t Product = wrappingProduct(T.Factor, Number->getSExtValue());
    To.IsKnown &= Product % T.Divisor == 0;
    To.Constant = wrappingSum(To.Constant, Product / T.Divisor);
    return;
  }
  if (isa<GEPOperator>(T.V))
    return addOffsets(To, T);
  auto *Operation = dyn_cast<Operator>(T.V);
  if (!Operation)
    return addTerm(To, T);
  if (Value *Length = lengthIn(*Operation))
    return Add(Length, 1);
  Value *Left = Operation->getOperand(0);
  Value *Right =
      Operation->getNumOperands() > 1 ? Operation->getOperand(1) : nullptr;
  auto *Number = dyn_cast_or_null<ConstantInt>(Right);
  switch (Operation->getOpcode()) {
  case Instruction::Add:
    Add(Left, 1);
    return Add(Right, 1);
  case Instruction::Sub:
    Add(Left, 1);
    return Add(Right, -1);
  case Instruction::Mul:
    if (auto *First = dyn_cast<ConstantInt>(Left))
      return Add(Right, First->getSExtValue());
    if (Number)
      return Add(Left, Number->getSExtValue());
    break;
  case Instruction::Shl:
    if (Number && Number->getValue().ult(63))
      return Add(Left, int64_t(1) << Number->getZExtValue());
    break;
  case Instruction::SDiv:
    // The difference of two pointers divides by the size of an element.
    if (Number && Number->getValue().isStrictlyPositive() && T.Divisor == 1 &&
        cast<PossiblyExactOperator>(Operation)->isExact())
      return add(To, {Left, T.Factor, Number->getSExtValue(), T.IsSigned});
    break;
  case Instruction::SExt:
  case Instruction::ZExt:
    // Differences of fewer bits start over, as those of `x & 7` do.
    if (Left->getType()->getScalarSizeInBits() < FewestBits)
      break;
    return add(To, {Left, T.Factor, T.Divisor,
                    Operation->getOpcode() == Instruction::SExt});
  case Instruction::Trunc:
    if (Operation->getType()->getIntegerBitWidth() >= FewestBits &&
        isNumber(Left->getType()))
      return Add(Left, 1);
    break;
  case Instruction::PtrToInt:
  case Instruction::IntToPtr:
    return Add(Left, 1);
  default:
    break;
  }
  addTerm(To, T);
}

// As isNext(), for terms of two sums. The iteration is the same term in both:
// isNext() counts that it is one more in the next iteration.
bool Telescope::isNextTerm(Value *After, Value *Before) {
  auto *A = dyn_cast<Instruction>(After), *B = dyn_cast<Instruction>(Before);
  if (!A || !B)
    return After == Before;
  return A->isSameOperationAs(B, Instruction::CompareIgnoringAlignment) &&
         all_of(zip(A->operands(), B->operands()), [&](auto Operands) {
           return isNext(std::get<0>(Operands), std::get<1>(Operands));
         });
}

// Returns true if After in any iteration is Before in the next one.
bool Telescope::isNext(Value *After, Value *Before) {
  if (!isNumber(After->getType()))
    return isNextTerm(After, Before);
  const Sum A = sumOf(After);
  Sum B = sumOf(Before);
  int64_t Step = 0; // how much Before grows by the next iteration's number
  for (const Term &T : B.Terms)
    if (T.V == Iteration) {
      Step = T.Factor;
      B.IsKnown &= T.Divisor == 1;
    }
  if (!A.IsKnown || !B.IsKnown || A.Terms.size() != B.Terms.size() ||
      A.Constant != wrappingSum(B.Constant, Step))
    return false;
  return all_of(A.Terms, [&](const Term &T) {
    auto *Found = find_if(B.Terms, [&](const Term &Other) {
      return T.Factor == Other.Factor && T.Divisor == Other.Divisor &&
             isNextTerm(T.V, Other.V);
    });
    if (Found == B.Terms.end())
      return false;
    B.Terms.erase(Found);
    return true;
  });
}

bool Telescope::find() {
  Value *Load =
      cast<ReturnInst>(Evaluate.front().getTerminator())->getReturnValue();
  Sum All = sumOf(Load);
  // A negative load counts as 0, which does not telescope.
  if (!All.IsKnown || All.Constant < 0 || All.Terms.empty())
    return false;
  Constant = All.Constant;
  FewestBits = 1;
  while (!All.Terms.empty()) {
    const Term One = All.Terms.pop_back_val();
    bool OneIsAfter = false;
    auto *Other = find_if(All.Terms, [&](const Term &T) {
      if (T.Factor != wrappingProduct(One.Factor, -1) ||
          T.Divisor != One.Divisor)
        return false;
      OneIsAfter = isNext(One.V, T.V);
      return OneIsAfter || isNext(T.V, One.V);
    });
    if (Other == All.Terms.end())
      return false;
    Pairs.push_back(OneIsAfter ? Pair{One, Other->V} : Pair{*Other, One.V});
    All.Terms.erase(Other);
  }
  return true;
}

Function *Telescope::createPrefix(Function &Parent) const {
  IRBuilder<> B(Parent.getContext());
  Type *I64 = B.getInt64Ty();
  Function *F =
      createSynthesized(FunctionType::get(I64, {I64, B.getPtrTy()}, false),
                        Parent, "prefix.function");
  B.SetInsertPoint(BasicBlock::Create(F->getContext(), "entry", F));
  // The load of the iteration before, or of the first one.
  Value *Number =
      B.CreateBinaryIntrinsic(Intrinsic::usub_sat, F->getArg(0), B.getInt64(1));
  ValueToValueMapTy Map;
  Map[Iteration] = B.CreateTrunc(Number, Iteration->getType());
  Map[Evaluate.getArg(1)] = regionCaptures(B, F->getArg(1), marker::RegionLoad);
  for (Instruction &I : Evaluate.front()) {
    if (I.isTerminator() || isa<DbgInfoIntrinsic>(I))
      continue;
    Instruction *Copy = I.clone();
    RemapInstruction(Copy, Map, RF_NoModuleLevelChanges);
    Map[&I] = B.Insert(Copy, I.getName());
  }

  B.SetCurrentDebugLocation(DebugLoc());
  Value *IsFirst = B.CreateIsNull(F->getArg(0));
  // As unsigned numbers, with the sign as the highest bit, negative ones have
  // to come before the others.
  Value *Result = B.getInt64(INT64_MIN);
  if (Constant != 0)
    Result =
        B.CreateAdd(Result, B.CreateMul(F->getArg(0), B.getInt64(Constant)));
  for (const auto &[After, Before] : Pairs) {
    Value *V = B.CreateSelect(IsFirst, Map[Before], Map[After.V]);
    V = V->getType()->isPointerTy() ? B.CreatePtrToInt(V, I64)
                                    : B.CreateIntCast(V, I64, After.IsSigned);
    if (After.Factor != 1)
      V = B.CreateMul(V, B.getInt64(After.Factor));
    if (After.Divisor != 1)
      V = B.CreateSDiv(V, B.getInt64(After.Divisor));
    Result = B.CreateAdd(Result, V);
  }
  B.CreateRet(Result);
  for (Instruction &I : make_early_inc_range(reverse(F->front())))
    if (isInstructionTriviallyDead(&I))
      I.eraseFromParent();
  F->setSubprogram(Evaluate.getSubprogram());
  leaveAsItIs(*F);
  assert(!verifyFunction(*F, &errs()) && "LLVM's passes skip the function");
  return F;
}

Function *createTelescopedPrefix(Function &Evaluate, LoadShape Shape,
                                 Function &Parent,
                                 FunctionAnalysisManager &Analyses) {
  if (!Evaluate.getReturnType()->isIntegerTy(64))
    return nullptr;
  if (Evaluate.hasOptNone()) {
    ValueToValueMapTy Map;
    Function *Copy = CloneFunction(&Evaluate, Map);
    Copy->removeFnAttr(Attribute::OptimizeNone);
    Copy->removeFnAttr(Attribute::NoInline);
    Shape = simplifyLoad(*Copy, Analyses, /*InlinesUnoptimized=*/true);
    Function *Prefix = createTelescopedPrefix(*Copy, Shape, Parent, Analyses);
    Copy->eraseFromParent();
    return Prefix;
  }
  Telescope T(Evaluate);
  return Shape.ReadsArray && T.find() ? T.createPrefix(Parent) : nullptr;
}

} // namespace usersched
