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
// emitted, and LLVM can vectorize it.
//
//===----------------------------------------------------------------------===//
#include "dispatch/LoopReduction.h"
#include "dispatch/DispatchCalls.h"
#include "dispatch/LoopMarkers.h"
#include "dispatch/LoopRewriter.h"
#include "inspect/BlockFunctions.h"
#include "usersched_abi.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include <cstddef>
#include <map>

using namespace llvm;

namespace usersched {

// Calls Visit for each call on the paths behind From. Visit returns false where
// a path ends.
static void walkCalls(Instruction &From,
                      function_ref<bool(CallInst &Call)> Visit) {
  SmallPtrSet<BasicBlock *, 16> Seen;
  SmallVector<Instruction *, 16> Work = {From.getNextNode()};
  while (!Work.empty()) {
    Instruction *I = Work.pop_back_val();
    for (; I; I = I->getNextNode()) {
      auto *Call = dyn_cast<CallInst>(I);
      if (Call && !Visit(*Call))
        break;
      if (I->isTerminator())
        for (BasicBlock *Next : successors(I->getParent()))
          if (Seen.insert(Next).second)
            Work.push_back(&Next->front());
    }
  }
}

// Returns the size in bytes of the storage at Copy, which Clang made in this
// function; null if this is not where storage begins.
static Value *sizeOfStorage(Value &Copy, Instruction &Before) {
  IRBuilder<> B(&Before);
  const DataLayout &Layout = Before.getModule()->getDataLayout();
  if (auto *Local = dyn_cast<AllocaInst>(&Copy)) {
    Value *Count = B.CreateZExtOrTrunc(Local->getArraySize(), B.getInt64Ty());
    return B.CreateMul(
        Count, B.getInt64(Layout.getTypeAllocSize(Local->getAllocatedType())));
  }
  // `allocate(reduction variable)`
  if (auto *Call = dyn_cast<CallInst>(&Copy))
    if (calleeName(*Call) == "__kmpc_alloc" ||
        calleeName(*Call) == "__kmpc_aligned_alloc")
      return Call->getArgOperand(Call->arg_size() - 2);
  return nullptr;
}

// Reads the list that Reduce gets. Returns false if it is not as Clang makes
// it.
static bool readEntries(LoopReduction &R, Instruction &Init) {
  const auto *List = dyn_cast<AllocaInst>(
      R.Reduce->getArgOperand(4)->stripInBoundsConstantOffsets());
  if (!List)
    return false;
  const DataLayout &Layout = Init.getModule()->getDataLayout();
  std::map<int64_t, Value *> Stored;
  for (Instruction &I : instructions(*Init.getFunction())) {
    auto *Store = dyn_cast<StoreInst>(&I);
    if (!Store)
      continue;
    APInt Offset(64, 0);
    if (Store->getPointerOperand()->stripAndAccumulateConstantOffsets(
            Layout, Offset, /*AllowNonInbounds=*/true) == List)
      Stored[Offset.getSExtValue()] = Store->getValueOperand();
  }
  AllocaInst *Array = nullptr; // the copy in front of a length
  for (auto [Offset, Pointer] : Stored) {
    Value *Copy = Pointer->stripPointerCasts();
    if (Value *Size = sizeOfStorage(*Copy, Init)) {
      R.Entries.push_back({Copy, Size});
      Array = dyn_cast<AllocaInst>(Copy);
    } else if (Array && isa<IntToPtrInst, ConstantExpr>(Pointer)) {
      // Clang computes the pointer behind the loop.
      IRBuilder<> B(&Init);
      R.Entries.push_back(
          {B.CreateIntToPtr(Array->getArraySize(), B.getPtrTy()), nullptr});
    } else {
      return false;
    }
  }
  return !R.Entries.empty();
}

std::optional<LoopReduction> findReduction(const DispatchCalls &Calls) {
  LoopReduction R;
  for (CallInst *Deinit : Calls.Deinits)
    walkCalls(*Deinit, [&](CallInst &Call) {
      StringRef Name = calleeName(Call);
      if (Name.starts_with("__kmpc_reduce") && !R.Reduce)
        R.Reduce = &Call;
      return !Name.starts_with("__kmpc_reduce") &&
             !Name.starts_with("__kmpc_dispatch_init_");
    });
  if (!R.Reduce)
    return std::nullopt;
  walkCalls(*R.Reduce, [&](CallInst &Call) {
    StringRef Name = calleeName(Call);
    if (Name.starts_with("__kmpc_end_reduce"))
      R.Ends.push_back(&Call);
    return !Name.starts_with("__kmpc_end_reduce") &&
           !Name.starts_with("__kmpc_reduce");
  });
  if (!readEntries(R, *Calls.Init))
    return std::nullopt;
  return R;
}

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
  void storeBlock(Value *Running);
  void giveRange(CallInst &Next, Value *From, Value *End);
  void replaceReduce();

  Value *field(size_t Offset) {
    return B.CreateConstInBoundsGEP1_64(B.getInt8Ty(), Object, Offset);
  }
  Value *read(size_t Offset) { return B.CreateLoad(I64, field(Offset)); }
  void write(Value *V, size_t Offset) { B.CreateStore(V, field(Offset)); }
  Value *readValues() {
    return B.CreateLoad(B.getPtrTy(),
                        field(offsetof(usersched_reduction, values)));
  }
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
  AllocaInst *Object = nullptr;    // the usersched_reduction
  // The bytes of the copies before the loop, as a block's values.
  AllocaInst *Identity = nullptr;
  // Numbers of blocks: the one that runs, or -1 if its values are not to be
  // stored; the next one and the end of the range.
  AllocaInst *Running = nullptr, *Next = nullptr, *End = nullptr;
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
  Running = create(I64, 1, "running");
  Next = create(I64, 1, "next");
  End = create(I64, 1, "end");
  const uint64_t Count = R.Entries.size();
  AllocaInst *Sizes = create(I64, Count, "sizes"),
             *Lengths = create(B.getPtrTy(), Count, "lengths");
  // A thread that returns without having been in the loop has no values.
  B.SetInsertPoint(Object->getNextNode());
  write(ConstantPointerNull::get(B.getPtrTy()),
        offsetof(usersched_reduction, values));

  B.SetInsertPoint(&Init);
  Value *Bytes = B.getInt64(0);
  const uint64_t Mask = USERSCHED_VALUE_ALIGNMENT - 1;
  for (auto [I, Entry] : enumerate(R.Entries)) {
    Value *Null = ConstantPointerNull::get(B.getPtrTy());
    B.CreateStore(Entry.Size ? Entry.Size : B.getInt64(0),
                  B.CreateConstInBoundsGEP1_64(I64, Sizes, I));
    B.CreateStore(Entry.Size ? Null : Entry.Pointer,
                  B.CreateConstInBoundsGEP1_64(B.getPtrTy(), Lengths, I));
    Offsets.push_back(Bytes);
    if (Entry.Size)
      Bytes = B.CreateAdd(Bytes,
                          B.CreateAnd(B.CreateAdd(Entry.Size, B.getInt64(Mask)),
                                      B.getInt64(~Mask)));
  }
  write(B.getInt64(Count), offsetof(usersched_reduction, entries));
  write(Sizes, offsetof(usersched_reduction, sizes));
  write(Lengths, offsetof(usersched_reduction, lengths));
  write(R.Reduce->getArgOperand(5), offsetof(usersched_reduction, combine));
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
  B.CreateStore(B.getInt64(-1), Running);
  B.CreateStore(B.getInt64(0), Next);
  B.CreateStore(B.getInt64(0), End);
  B.CreateStore(Object, B.CreateConstInBoundsGEP1_64(
                            B.getPtrTy(), State.Captures, ReductionSlot));
  replaceCall(Init, "__usersched_reduction_init",
              {Init.getArgOperand(0), Init.getArgOperand(1), State.Frame,
               &Descriptor, State.Team, Object});
}

// Stores the values of the block Running, and resets the copies.
void ReductionRewriter::storeBlock(Value *Running) {
  Value *Offset =
      B.CreateMul(Running, read(offsetof(usersched_reduction, bytes)));
  copy(B.CreateInBoundsGEP(B.getInt8Ty(), readValues(), Offset),
       /*ToValues=*/true);
  copy(Identity, /*ToValues=*/false);
}

// Gives the loop the iterations of one block, or of the whole range if the
// reductions are not reproducible. From is the first block of what remains of
// the range, and AtEnd its end.
void ReductionRewriter::giveRange(CallInst &Call, Value *From, Value *AtEnd) {
  Value *Together = read(offsetof(usersched_reduction, together));
  Value *To = B.CreateAdd(
      From, B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateSub(AtEnd, From),
                                    Together));
  Value *IsAny = B.CreateICmpNE(From, AtEnd);
  B.CreateStore(To, Next);
  B.CreateStore(AtEnd, End);
  Value *IsStored = B.CreateAnd(IsAny, B.CreateIsNotNull(readValues()));
  B.CreateStore(B.CreateSelect(IsStored, From, B.getInt64(-1)), Running);
  Value *Size = read(offsetof(usersched_reduction, block_size));
  Value *EndOfBlock =
      B.CreateBinaryIntrinsic(Intrinsic::umin, B.CreateMul(To, Size),
                              read(offsetof(usersched_reduction, trip_count)));
  auto SetBound = [&](unsigned Argument, Value *Number) {
    B.CreateStore(B.CreateAdd(Lower, B.CreateTrunc(Number, Lower->getType())),
                  Call.getArgOperand(Argument));
  };
  SetBound(3, B.CreateMul(From, Size));
  SetBound(4, B.CreateSub(EndOfBlock, B.getInt64(1)));
  Call.replaceAllUsesWith(B.CreateZExt(IsAny, Call.getType()));
  Call.eraseFromParent();
}

void ReductionRewriter::replaceNext(CallInst &Call) {
  BasicBlock *Header = Call.getParent();
  B.SetInsertPoint(&Call);
  B.SetCurrentDebugLocation(Call.getDebugLoc());
  Value *Last = B.CreateLoad(I64, Running);
  B.SetInsertPoint(SplitBlockAndInsertIfThen(
      B.CreateICmpNE(Last, B.getInt64(-1)), &Call, /*Unreachable=*/false));
  storeBlock(Last);

  B.SetInsertPoint(&Call);
  Value *OldNext = B.CreateLoad(I64, Next), *OldEnd = B.CreateLoad(I64, End);
  BasicBlock *Known = Call.getParent();
  B.SetInsertPoint(SplitBlockAndInsertIfThen(B.CreateICmpEQ(OldNext, OldEnd),
                                             &Call, /*Unreachable=*/false));
  auto [First, Count] =
      createNextRange(B, State.Frame, Call, *Before, *Header, Object);
  Value *NewEnd = B.CreateAdd(First, Count);
  BasicBlock *Asked = B.GetInsertBlock();

  B.SetInsertPoint(&Call);
  PHINode *From = B.CreatePHI(I64, 2, "usersched.block"),
          *AtEnd = B.CreatePHI(I64, 2, "usersched.end");
  for (auto [Phi, Old, New] :
       {std::tuple(From, OldNext, First), std::tuple(AtEnd, OldEnd, NewEnd)}) {
    Phi->addIncoming(Old, Known);
    Phi->addIncoming(New, Asked);
  }
  giveRange(Call, From, AtEnd);
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
    B.CreateCall(
        Init.getModule()->getOrInsertFunction("__usersched_reduction_cancel",
                                              B.getVoidTy(), B.getPtrTy()),
        {Object});
  }
  replaceReduce();
  replaceInit(Descriptor);
}

void rewriteReduction(LoopReduction &R, const DispatchCalls &Calls,
                      const FunctionState &State, Value &Descriptor) {
  ReductionRewriter(R, Calls, State).run(Descriptor);
}

} // namespace usersched
