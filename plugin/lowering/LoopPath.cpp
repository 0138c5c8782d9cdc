//===- LoopPath.cpp - the way from a directive to its markers -------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A path has up to four parts, in this order: the associated loops, with what
// stands between them; loops that Clang has generated inside these; an
// iteration that the user wrote, if the markers stand in a loop of it; the
// marker.
//
//===----------------------------------------------------------------------===//
#include "lowering/LoopPath.h"
#include "base/TreeWalk.h"
#include "lowering/LoopItems.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"

using namespace clang;
using namespace llvm;

namespace usersched {

static bool isTransformation(const Stmt *S) {
  const auto *D = dyn_cast<OMPExecutableDirective>(S);
  return D && isOpenMPLoopTransformationDirective(D->getDirectiveKind());
}

static Stmt *bodyOf(Stmt *Loop) {
  auto *For = dyn_cast<ForStmt>(Loop);
  return For ? For->getBody() : cast<CXXForRangeStmt>(Loop)->getBody();
}

// Returns the statements directly in S that a path may lead to. A
// transformation has no generated loops in a pattern, and if it unrolls all.
static SmallVector<Stmt *, 4> partsOf(Stmt *S) {
  if (isa<ForStmt, CXXForRangeStmt>(S))
    return {bodyOf(S)};
  if (auto *Attributed = dyn_cast<AttributedStmt>(S))
    return {Attributed->getSubStmt()};
  if (auto *Block = dyn_cast<CompoundStmt>(S))
    return {Block->body_begin(), Block->body_end()};
  if (!isTransformation(S))
    return {};
  SmallVector<Stmt *, 4> Parts;
  if (Stmt *Generated =
          cast<OMPLoopTransformationDirective>(S)->getTransformedStmt())
    Parts.push_back(Generated);
  Parts.push_back(cast<OMPExecutableDirective>(S)->getRawStmt());
  return Parts;
}

static bool findMarker(Stmt *S, SmallVectorImpl<Stmt *> &Path) {
  if (!S)
    return false;
  Path.push_back(S);
  if (markerCall(S) ||
      any_of(partsOf(S), [&](Stmt *Part) { return findMarker(Part, Path); }))
    return true;
  Path.pop_back();
  return false;
}

SmallVector<Stmt *, 8> pathToMarker(Stmt *Root) {
  SmallVector<Stmt *, 8> Path;
  findMarker(Root, Path);
  return Path;
}

void replaceEverywhere(Stmt *Root, Stmt *Old, Stmt *New) {
  for (Stmt *&Child : Root->children())
    if (Child == Old)
      Child = New;
  for (Stmt *Part : partsOf(Root))
    if (Part)
      replaceEverywhere(Part, Old, New);
}

bool isGenerated(const Stmt &Loop) {
  const auto *For = dyn_cast<ForStmt>(&Loop);
  const auto *Init = For ? dyn_cast_or_null<DeclStmt>(For->getInit()) : nullptr;
  return Init && Init->isSingleDecl() && Init->getSingleDecl()->isImplicit();
}

namespace {

class LoopPathReader {
public:
  explicit LoopPathReader(AnnotatedLoop &Loop) : Loop(Loop) {}

  bool read(ArrayRef<Stmt *> Path);

private:
  bool isPastNest() const { return Passed == Loop.Nest.size(); }
  bool enterLoop(Stmt *S);
  void enterBlock(CompoundStmt &Block, const Stmt *Next);
  void addGenerated(Stmt *S);
  void addElement(Decl *Variable);
  void addDeclarations(Stmt *S);

  AnnotatedLoop &Loop;
  size_t Passed = 0;                   // associated loops
  bool IsInside = false;               // an iteration that the user wrote
  const Stmt *GeneratedBody = nullptr; // of the last loop, if Clang made it
};

} // namespace

void LoopPathReader::addElement(Decl *Variable) {
  Loop.Elements.push_back(cast<VarDecl>(Variable));
  Loop.Variables.insert(Variable);
  if (auto *Decomposition = dyn_cast<DecompositionDecl>(Variable))
    Loop.Variables.insert(Decomposition->bindings().begin(),
                          Decomposition->bindings().end());
}

// Adds a statement that stands in front of the iteration in a loop that Clang
// made: it declares a variable of Clang's, sets counters, or declares the
// element of a range-based loop.
void LoopPathReader::addGenerated(Stmt *S) {
  if (auto *Declaration = dyn_cast<DeclStmt>(S);
      Declaration && !Declaration->getSingleDecl()->isImplicit())
    return addElement(Declaration->getSingleDecl());
  Loop.Generated.push_back(S);
  walkStatements(S, [&](Stmt &Part) {
    Expr *Target = nullptr;
    if (auto *Assignment = dyn_cast<BinaryOperator>(&Part);
        Assignment && Assignment->getOpcode() == BO_Assign)
      Target = Assignment->getLHS();
    else if (auto *Assignment = dyn_cast<CXXOperatorCallExpr>(&Part);
             Assignment && Assignment->getOperator() == OO_Equal)
      Target = Assignment->getArg(0);
    if (auto *Counter = dyn_cast_or_null<DeclRefExpr>(Target)) {
      Loop.GeneratedCounters.push_back(Counter);
      Loop.Variables.insert(Counter->getDecl());
    }
    return true;
  });
}

// Adds what S itself declares. Between the loops of the nest, an enumerator is
// a constant that an item may name.
void LoopPathReader::addDeclarations(Stmt *S) {
  auto *Declaration = dyn_cast_or_null<DeclStmt>(S);
  if (!Declaration)
    return;
  auto &Decls = IsInside ? Loop.Inside : Loop.Between;
  for (Decl *D : Declaration->decls()) {
    Decls.insert(D);
    if (auto *Decomposition = dyn_cast<DecompositionDecl>(D))
      Decls.insert(Decomposition->bindings().begin(),
                   Decomposition->bindings().end());
    if (auto *Enum = dyn_cast<EnumDecl>(D); Enum && IsInside)
      Decls.insert(Enum->enumerator_begin(), Enum->enumerator_end());
  }
}

bool LoopPathReader::enterLoop(Stmt *S) {
  auto *RangeFor = dyn_cast<CXXForRangeStmt>(S);
  GeneratedBody = isGenerated(*S) ? bodyOf(S) : nullptr;
  if (!isPastNest()) {
    if (RangeFor)
      addElement(RangeFor->getLoopVariable());
    return S == Loop.Nest[Passed++];
  }
  if (GeneratedBody && !IsInside) {
    Loop.Generated.push_back(S);
    return true;
  }
  IsInside = true;
  addDeclarations(RangeFor ? RangeFor->getInit() : cast<ForStmt>(S)->getInit());
  if (RangeFor)
    addDeclarations(RangeFor->getLoopVarStmt());
  return true;
}

// The names that an inner statement declares are out of scope at the marker.
void LoopPathReader::enterBlock(CompoundStmt &Block, const Stmt *Next) {
  const bool IsGenerated = &Block == GeneratedBody && !IsInside;
  IsInside |= isPastNest() && !IsGenerated;
  for (Stmt *S : Block.body()) {
    if (S == Next)
      return;
    if (IsGenerated)
      addGenerated(S);
    else
      addDeclarations(S);
  }
}

// Past the nest, a transformation is the user's own: what counts then is what
// stands in the source, not the loops that Clang makes of it.
bool LoopPathReader::read(ArrayRef<Stmt *> Path) {
  for (size_t I = 0; I + 1 < Path.size(); ++I) {
    Stmt *S = Path[I];
    if (isTransformation(S)) {
      auto *T = cast<OMPExecutableDirective>(S);
      if (isPastNest()) {
        IsInside = true;
        return read(pathToMarker(T->getRawStmt()));
      }
      Loop.Transformations.push_back(T);
    } else if (auto *Block = dyn_cast<CompoundStmt>(S)) {
      enterBlock(*Block, Path[I + 1]);
    } else if (isa<ForStmt, CXXForRangeStmt>(S) && !enterLoop(S)) {
      return false;
    }
  }
  return isPastNest();
}

bool readPath(ArrayRef<Stmt *> Path, AnnotatedLoop &Loop) {
  return LoopPathReader(Loop).read(Path);
}

} // namespace usersched
