//===- WideLoad.cpp - the loads of several iterations at once -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// To add up an array one element after the other takes longer than to read it.
// LLVM's loop vectorizer would see to that, at many times the cost of all else
// that is done for a loop. Here one walk through the function that evaluates a
// load finds how its values differ between neighbouring iterations, and writes
// down those of several.
//
//===----------------------------------------------------------------------===//
#include "inspect/WideLoad.h"
#include "llvm/IR/GetElementPtrTypeIterator.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"

using namespace llvm;

namespace usersched {

namespace {

// A value of Evaluate, as it is in several iterations. All but vectors are
// computed for the first of these alone.
struct WideValue {
  enum Kind {
    Equal,  // the same in all
    Number, // one more in each
    Place,  // an address that is Stride bytes further in each
    Vector  // anything else
  } Is = Equal;
  Value *It = nullptr;
  // Of Number: does not wrap if read as signed, as unsigned.
  bool Signed = false, Unsigned = false;
  uint64_t Stride = 0;
};

class Widener {
public:
  Widener(IRBuilder<> &B, const DataLayout &Layout) : B(B), Layout(Layout) {}

  void define(const Value *Old, WideValue New) { Values[Old] = New; }
  // Null if there is no telling.
  Value *widen(BasicBlock &Body);

private:
  WideValue get(Value *Old) const {
    auto Found = Values.find(Old);
    return Found != Values.end() ? Found->second
                                 : WideValue{WideValue::Equal, Old};
  }
  bool isEqual(Value *Old) const { return get(Old).Is == WideValue::Equal; }
  // Null if it is neither a vector nor can become one.
  Value *vector(Value *Old) {
    WideValue V = get(Old);
    if (V.Is == WideValue::Equal && V.It->getType()->isIntegerTy())
      return B.CreateVectorSplat(WideLanes, V.It);
    return V.Is == WideValue::Vector ? V.It : nullptr;
  }
  Value *copy(Instruction &I);
  std::optional<WideValue> widen(Instruction &I);
  std::optional<WideValue> number(Instruction &I);
  std::optional<WideValue> place(GetElementPtrInst &I);
  Value *elements(LoadInst &I);
  Value *cast(CastInst &I);
  Value *arithmetic(BinaryOperator &I);

  IRBuilder<> &B;
  const DataLayout &Layout;
  SmallDenseMap<const Value *, WideValue, 16> Values;
};

} // namespace

Value *Widener::copy(Instruction &I) {
  Instruction *Copy = B.Insert(I.clone());
  for (Use &Operand : Copy->operands())
    Operand.set(get(Operand.get()).It);
  return Copy;
}

std::optional<WideValue> Widener::number(Instruction &I) {
  WideValue V = get(I.getOperand(0));
  switch (I.getOpcode()) {
  case Instruction::SExt:
    if (V.Is != WideValue::Number || !V.Signed)
      return std::nullopt;
    V.Unsigned = false;
    break;
  case Instruction::ZExt:
    if (V.Is != WideValue::Number || !V.Unsigned)
      return std::nullopt;
    V.Signed = true;
    break;
  case Instruction::Add:
  case Instruction::Sub: {
    WideValue Other = get(I.getOperand(1));
    if (I.getOpcode() == Instruction::Add && V.Is == WideValue::Equal)
      std::swap(V, Other);
    if (V.Is != WideValue::Number || Other.Is != WideValue::Equal)
      return std::nullopt;
    V.Signed &= I.hasNoSignedWrap();
    V.Unsigned &= I.hasNoUnsignedWrap();
    break;
  }
  default:
    return std::nullopt;
  }
  V.It = copy(I);
  return V;
}

// An element whose index is a number, or what is at a fixed distance from one.
std::optional<WideValue> Widener::place(GetElementPtrInst &I) {
  WideValue V = get(I.getPointerOperand());
  if (V.Is != WideValue::Equal && V.Is != WideValue::Place)
    return std::nullopt;
  for (auto T = gep_type_begin(I), E = gep_type_end(I); T != E; ++T) {
    Value *Index = T.getOperand();
    if (isEqual(Index))
      continue;
    // Addresses advance evenly by 64-bit numbers alone.
    if (V.Is != WideValue::Equal || get(Index).Is != WideValue::Number ||
        !Index->getType()->isIntegerTy(64))
      return std::nullopt;
    V.Is = WideValue::Place;
    V.Stride = T.getSequentialElementStride(Layout);
  }
  V.It = copy(I);
  return V;
}

Value *Widener::elements(LoadInst &I) {
  Type *T = I.getType();
  WideValue Address = get(I.getPointerOperand());
  if (Address.Is != WideValue::Place ||
      !(T->isIntegerTy() || T->isPointerTy()) ||
      Layout.getTypeSizeInBits(T) != Address.Stride * 8)
    return nullptr;
  return B.CreateAlignedLoad(FixedVectorType::get(T, WideLanes), Address.It,
                             I.getAlign());
}

Value *Widener::cast(CastInst &I) {
  Value *From = vector(I.getOperand(0));
  if (!From || !I.getDestTy()->isIntegerTy() || I.getDestTy()->isIntegerTy(1))
    return nullptr;
  return B.CreateCast(I.getOpcode(), From,
                      FixedVectorType::get(I.getDestTy(), WideLanes));
}

Value *Widener::arithmetic(BinaryOperator &I) {
  auto Opcode = I.getOpcode();
  Value *Left = vector(I.getOperand(0)), *Right = vector(I.getOperand(1));
  if (!Left || !Right)
    return nullptr;
  switch (Opcode) {
  case Instruction::Add:
  case Instruction::Sub:
  case Instruction::Mul:
  case Instruction::And:
  case Instruction::Or:
  case Instruction::Xor:
  case Instruction::Shl:
  case Instruction::LShr:
  case Instruction::AShr:
    break;
  case Instruction::SDiv: {
    // What is left of the difference of two pointers.
    auto *By = dyn_cast<ConstantInt>(I.getOperand(1));
    if (!By || !I.isExact() || !By->getValue().isPowerOf2() || By->isNegative())
      return nullptr;
    return B.CreateAShr(Left, By->getValue().logBase2());
  }
  default:
    return nullptr;
  }
  Value *Result = B.CreateBinOp(Opcode, Left, Right);
  if (auto *New = dyn_cast<Instruction>(Result))
    New->copyIRFlags(&I);
  return Result;
}

std::optional<WideValue> Widener::widen(Instruction &I) {
  if (all_of(I.operands(), [&](Value *V) { return isEqual(V); }))
    return WideValue{WideValue::Equal, copy(I)};
  if (auto *Address = dyn_cast<GetElementPtrInst>(&I))
    return place(*Address);
  if (auto New = number(I))
    return New;
  Value *New = nullptr;
  if (auto *Element = dyn_cast<LoadInst>(&I))
    New = elements(*Element);
  else if (auto *Cast = dyn_cast<CastInst>(&I))
    New = cast(*Cast);
  else if (auto *Binary = dyn_cast<BinaryOperator>(&I))
    New = arithmetic(*Binary);
  if (!New)
    return std::nullopt;
  return WideValue{WideValue::Vector, New};
}

Value *Widener::widen(BasicBlock &Body) {
  for (Instruction &I : Body) {
    if (auto *Return = dyn_cast<ReturnInst>(&I)) {
      WideValue Load = get(Return->getReturnValue());
      return Load.Is == WideValue::Vector ? Load.It : nullptr;
    }
    if (isa<DbgInfoIntrinsic>(I))
      continue;
    B.SetCurrentDebugLocation(I.getDebugLoc());
    auto New = widen(I);
    if (!New)
      return nullptr;
    define(&I, *New);
  }
  return nullptr;
}

// A negative number of 32 bits is one beyond 31 bits without its sign. To
// extend by zeros takes fewer instructions.
static Value *withoutSign(IRBuilder<> &B, Value *Load) {
  auto *Extended = dyn_cast<SExtInst>(Load);
  if (!Extended || !Extended->use_empty() ||
      !Extended->getSrcTy()->getScalarType()->isIntegerTy(32))
    return Load;
  Value *New = B.CreateZExt(Extended->getOperand(0), Extended->getType());
  Extended->eraseFromParent();
  return New;
}

Value *createWideLoad(IRBuilder<> &B, Function &Evaluate, Value *First,
                      Value *Captures, bool IsSigned) {
  BasicBlock *Block = B.GetInsertBlock();
  Instruction *Before = Block->empty() ? nullptr : &Block->back();
  Widener W(B, Evaluate.getDataLayout());
  WideValue Number = {WideValue::Number,
                      B.CreateTrunc(First, Evaluate.getArg(0)->getType()),
                      IsSigned, true};
  W.define(Evaluate.getArg(0), Number);
  W.define(Evaluate.getArg(1), {WideValue::Equal, Captures});
  Value *Load = W.widen(Evaluate.front());
  if (Load)
    Load = withoutSign(B, Load);
  B.SetCurrentDebugLocation(DebugLoc());
  if (Load)
    return Load;
  while (!Block->empty() && &Block->back() != Before)
    Block->back().eraseFromParent();
  return nullptr;
}

} // namespace usersched
