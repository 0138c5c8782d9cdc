//===- LoopReduction.cpp - makes the reductions of a loop reproducible ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clang's code stays: the copies, their initialization, the functions that
// combine them. Between the blocks of a range, code that is added here stores
// the bytes of the copies as the block's values, and gives the copies the bytes
// again that they had before the loop. It stands where Clang asks for the next
// range, so the loop over the iterations of a block is the one that Clang
// emitted, and LLVM can vectorize it. A block costs little: what changes from
// block to block are a few numbers that are added up, in registers.
//
//===----------------------------------------------------------------------===//
#include "dispatch/LoopReduction.h"
#include "dispatch/CombineFunction.h"
#include "dispatch/DispatchCalls.h"
#include "dispatch/LoopMarkers.h"
#include "dispatch/LoopRewriter.h"
#include "inspect/BlockFunctions.h"
#include "usersched_abi.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include <cstddef>

using namespace llvm;

namespace usersched {

namespace {

class ReductionRewriter {
public:
  ReductionRewriter(LoopReduction &R, const DispatchCalls &Calls,
                    const FunctionState &State)
      : R(R), Calls(Calls), Init(*Calls.Init), State(State),
        B(Init.getContext()), I64(B.getInt64Ty()), Lower(Init.getArgOperand(3)),
        Before(Init.getParent()) {}

  void run(Value &Descriptor);

private:
  AllocaInst *create(Type *T, uint64_t Count, const char *Name);
  void createStorage();
  void replaceInit(Value &Descriptor);
  void replaceNext(CallInst &Next);
  void storeBlock(BasicBlock &At, const DebugLoc &Location);
  void giveBlock(CallInst &Next, Value *From, Value *AtEnd);
  void hideCopies();
  void replaceReduce();

  Value *field(size_t Offset) {
    return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Object, Offset);
  }
  Value *read(size_t Offset) { return B.CreateLoad(I64, field(Offset)); }
  void write(Value *V, size_t Offset) { B.CreateStore(V, field(Offset)); }
  void copy(Value *Values, bool ToValues);

  LoopReduction &R;
  const DispatchCalls &Calls;
  CallInst &Init;
  const FunctionState &State;
  IRBuilder<> B;
  Type *I64;
  Value *Lower;       // the bound of the loop
  BasicBlock *Before; // ends before the loop over ranges

  SmallVector<Value *, 4> Offsets; // of the variables, in a block's values
  Value *Bytes = B.getInt64(0);    // of a block's values
  AllocaInst *Object = nullptr;    // the usersched_reduction
  // The bytes of the copies before the loop, as a block's values.
  AllocaInst *Identity = nullptr;
  // Where the values of the block that runs are to be stored; null if they are
  // not, and before the first block.
  AllocaInst *Place = nullptr;
  // The iteration at which the next block begins, and that at the end of the
  // range; usersched_reduction::position of the next block.
  AllocaInst *Next = nullptr, *End = nullptr, *Position = nullptr;
};

} // namespace

AllocaInst *ReductionRewriter::create(Type *T, uint64_t Count,
                                      const char *Name) {
  BasicBlock &Entry = Init.getFunction()->getEntryBlock();
  IRBuilder<> AtEntry(&Entry, Entry.begin());
  AllocaInst *New = AtEntry.CreateAlloca(ArrayType::get(T, Count), nullptr,
                                         Twine("usersched.") + Name);
  New->setAlignment(Align(USERSCHED_VALUE_ALIGNMENT));
  return New;
}

// Makes what the loop over blocks needs.
void ReductionRewriter::createStorage() {
  Object = create(B.getInt8Ty(), sizeof(usersched_reduction), "reduction");
  Place = create(B.getPtrTy(), 1, "place");
  Next = create(I64, 1, "next");
  End = create(I64, 1, "end");
  Position = create(I64, 1, "position");
  const uint64_t Count = R.Entries.size();
  AllocaInst *Sizes = create(I64, Count, "sizes"),
             *Lengths = create(B.getPtrTy(), Count, "lengths");
  // A thread that returns without having been in the loop has no values.
  B.SetInsertPoint(Object->getNextNode());
  write(ConstantPointerNull::get(B.getPtrTy()),
        offsetof(usersched_reduction, values));

  B.SetInsertPoint(&Init);
  for (auto [I, Entry] : enumerate(R.Entries)) {
    Value *Null = ConstantPointerNull::get(B.getPtrTy());
    B.CreateStore(Entry.Size ? Entry.Size : B.getInt64(0),
                  B.CreateConstInBoundsGEP1_64(I64, Sizes, I));
    B.CreateStore(Entry.Size ? Null : Entry.Pointer,
                  B.CreateConstInBoundsGEP1_64(B.getPtrTy(), Lengths, I));
    Offsets.push_back(Bytes);
    if (Entry.Size)
      Bytes = B.CreateAdd(Bytes, alignedSize(B, *Entry.Size));
  }
  write(B.getInt64(Count), offsetof(usersched_reduction, entries));
  write(Sizes, offsetof(usersched_reduction, sizes));
  write(Lengths, offsetof(usersched_reduction, lengths));
  write(createCombineFunction(R, *Init.getFunction()),
        offsetof(usersched_reduction, combine));
  write(Bytes, offsetof(usersched_reduction, bytes));
  if (auto *Known = dyn_cast<ConstantInt>(Bytes))
    Identity = create(B.getInt8Ty(), Known->getZExtValue(), "identity");
  else
    Identity = B.CreateAlloca(B.getInt8Ty(), Bytes, "usersched.identity");
  Identity->setAlignment(Align(USERSCHED_VALUE_ALIGNMENT));
}

// Copies the variables to or from Values, which are a block's.
void ReductionRewriter::copy(Value *Values, bool ToValues) {
  const MaybeAlign Aligned(USERSCHED_VALUE_ALIGNMENT);
  for (auto [Entry, Offset] : zip_equal(R.Entries, Offsets)) {
    if (!Entry.Size)
      continue;
    Value *Place = B.CreateInBoundsGEP(B.getInt8Ty(), Values, Offset);
    const auto *Local = dyn_cast<AllocaInst>(Entry.Pointer);
    const MaybeAlign Own = Local ? MaybeAlign(Local->getAlign()) : MaybeAlign();
    if (ToValues)
      B.CreateMemCpy(Place, Aligned, Entry.Pointer, Own, Entry.Size);
    else
      B.CreateMemCpy(Entry.Pointer, Own, Place, Aligned, Entry.Size);
  }
}

void ReductionRewriter::replaceInit(Value &Descriptor) {
  B.SetInsertPoint(&Init);
  B.SetCurrentDebugLocation(Init.getDebugLoc());
  copy(Identity, /*ToValues=*/true);
  Value *Upper = Init.getArgOperand(4);
  const bool IsUnsigned = iterationTypeSuffix(Init).back() == 'u';
  Value *Count =
      B.CreateZExt(B.CreateAdd(B.CreateSub(Upper, Lower),
                               ConstantInt::get(Lower->getType(), 1)),
                   I64);
  Value *IsEmpty = B.CreateICmp(
      IsUnsigned ? CmpInst::ICMP_ULT : CmpInst::ICMP_SLT, Upper, Lower);
  write(B.CreateSelect(IsEmpty, B.getInt64(0), Count),
        offsetof(usersched_reduction, trip_count));
  B.CreateStore(ConstantPointerNull::get(B.getPtrTy()), Place);
  for (AllocaInst *Number : {Next, End, Position})
    B.CreateStore(B.getInt64(0), Number);
  B.CreateStore(Object, B.CreateConstInBoundsGEP1_64(
                            B.getPtrTy(), State.Captures, ReductionSlot));
  replaceCall(Init, "__usersched_reduction_init",
              {Init.getArgOperand(0), Init.getArgOperand(1), State.Frame,
               &Descriptor, State.Team, Object});
}

// At the end of At, where a block has run: stores its values, and resets the
// copies. This stands at the way back to where Clang asks for the next range.
// LLVM takes an empty way back for a part of the loop over iterations, and then
// does not unroll this one, because the loop over ranges is not to be unrolled.
void ReductionRewriter::storeBlock(BasicBlock &At, const DebugLoc &Location) {
  B.SetInsertPoint(At.getTerminator());
  B.SetCurrentDebugLocation(Location);
  Value *To = B.CreateLoad(B.getPtrTy(), Place);
  B.SetInsertPoint(SplitBlockAndInsertIfThen(
      B.CreateIsNotNull(To), At.getTerminator(), /*Unreachable=*/false));
  B.SetCurrentDebugLocation(Location);
  copy(To, /*ToValues=*/true);
  copy(Identity, /*ToValues=*/false);
  B.CreateStore(B.CreateInBoundsGEP(B.getInt8Ty(), To, Bytes), Place);
}

// Gives the loop the iterations of one block, or of the whole range if the
// reductions are not reproducible. From is the first iteration of what remains
// of the range, and AtEnd its end.
void ReductionRewriter::giveBlock(CallInst &Call, Value *From, Value *AtEnd) {
  Value *NewPosition =
      B.CreateAdd(B.CreateLoad(I64, Position),
                  read(offsetof(usersched_reduction, step_in_range)));
  B.CreateStore(NewPosition, Position);
  Value *To = B.CreateBinaryIntrinsic(
      Intrinsic::umin,
      B.CreateAnd(
          B.CreateLShr(NewPosition, read(offsetof(usersched_reduction, shift))),
          read(offsetof(usersched_reduction, mask))),
      AtEnd);
  B.CreateStore(To, Next);
  B.CreateStore(AtEnd, End);
  auto SetBound = [&](unsigned Argument, Value *Number) {
    B.CreateStore(B.CreateAdd(Lower, B.CreateTrunc(Number, Lower->getType())),
                  Call.getArgOperand(Argument));
  };
  SetBound(3, From);
  SetBound(4, B.CreateSub(To, B.getInt64(1)));
  Call.replaceAllUsesWith(
      B.CreateZExt(B.CreateICmpNE(From, AtEnd), Call.getType()));
  Call.eraseFromParent();
}

void ReductionRewriter::replaceNext(CallInst &Call) {
  BasicBlock *Header = Call.getParent();
  for (BasicBlock *From : SmallVector<BasicBlock *, 2>(predecessors(Header)))
    if (From != Before)
      storeBlock(*SplitEdge(From, Header), Call.getDebugLoc());

  B.SetInsertPoint(&Call);
  Value *OldNext = B.CreateLoad(I64, Next), *OldEnd = B.CreateLoad(I64, End);
  B.SetCurrentDebugLocation(Call.getDebugLoc());
  BasicBlock *Known = Call.getParent();
  B.SetInsertPoint(SplitBlockAndInsertIfThen(B.CreateICmpEQ(OldNext, OldEnd),
                                             &Call, /*Unreachable=*/false));
  auto [First, Count] =
      createNextRange(B, State.Frame, Call, *Before, *Header, Object);
  Value *NewEnd = B.CreateAdd(First, Count);
  B.CreateStore(
      B.CreateLoad(B.getPtrTy(), field(offsetof(usersched_reduction, place))),
      Place);
  B.CreateStore(read(offsetof(usersched_reduction, position)), Position);
  BasicBlock *Asked = B.GetInsertBlock();

  B.SetInsertPoint(&Call);
  PHINode *From = B.CreatePHI(I64, 2, "usersched.block"),
          *AtEnd = B.CreatePHI(I64, 2, "usersched.end");
  for (auto [Phi, Old, New] :
       {std::tuple(From, OldNext, First), std::tuple(AtEnd, OldEnd, NewEnd)}) {
    Phi->addIncoming(Old, Known);
    Phi->addIncoming(New, Asked);
  }
  giveBlock(Call, From, AtEnd);
}

// Gives __kmpc_reduce pointers to variables that stand for the copies. Reason:
// LLVM keeps a copy in registers only if no pointer to it is stored. A copy
// that is an array would not be kept there anyway.
void ReductionRewriter::hideCopies() {
  for (StoreInst *Store : R.Stores) {
    auto *Copy = dyn_cast<AllocaInst>(Store->getValueOperand());
    if (!Copy || Copy->isArrayAllocation() ||
        Copy->getAllocatedType()->isArrayTy())
      continue;
    AllocaInst *Shown = cast<AllocaInst>(Copy->clone());
    Shown->insertBefore(Copy->getIterator());
    Shown->setName("usersched.shown");
    const uint64_t Size = Init.getModule()->getDataLayout().getTypeAllocSize(
        Copy->getAllocatedType());
    B.SetInsertPoint(Store);
    B.CreateMemCpy(Shown, Copy->getAlign(), Copy, Copy->getAlign(), Size);
    Store->setOperand(0, Shown);
    B.SetInsertPoint(R.Reduce->getNextNode());
    B.CreateMemCpy(Copy, Copy->getAlign(), Shown, Copy->getAlign(), Size);
  }
}

void ReductionRewriter::replaceReduce() {
  SmallVector<CallInst *, 4> All = R.Ends;
  All.push_back(R.Reduce);
  for (CallInst *Call : All) {
    SmallVector<Value *, 8> Args(Call->args());
    Args.push_back(Object);
    replaceCall(
        *Call, "__usersched_" + calleeName(*Call).drop_front(strlen("__kmpc_")),
        Args);
  }
}

void ReductionRewriter::run(Value &Descriptor) {
  createStorage();
  for (CallInst *Call : Calls.Nexts)
    replaceNext(*Call);
  for (ReturnInst *Return : Calls.Returns) {
    B.SetInsertPoint(Return);
    callRuntime(B, "__usersched_reduction_cancel", B.getVoidTy(), {Object});
  }
  hideCopies();
  replaceReduce();
  replaceInit(Descriptor);
}

void rewriteReduction(LoopReduction &R, const DispatchCalls &Calls,
                      const FunctionState &State, Value &Descriptor) {
  ReductionRewriter(R, Calls, State).run(Descriptor);
}

} // namespace usersched
