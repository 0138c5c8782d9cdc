//===- LoopDirective.cpp - the directive that the pragma stands before ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "pragma/LoopDirective.h"
#include "base/Ast19And22.h"
#include "base/Diagnostics.h"
#include "pragma/Constructs.h"
#include "pragma/Directive.h"
#include "pragma/OtherDirective.h"
#include "clang/Basic/DiagnosticFrontend.h"
#include "clang/Basic/OpenMPKinds.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Frontend/OpenMP/OMP.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

class DirectiveReader {
public:
  DirectiveReader(CompilerInstance &CI, const Directive &D, LoopTokens &Loop)
      : CI(CI), LangOpts(CI.getLangOpts()), Diags(CI.getDiagnostics()), D(D),
        Loop(Loop), Tokens(Loop.Tokens) {}

  bool run() { return readName() && readClauses(); }

private:
  using Range = LoopTokens::Range;

  bool readName();
  bool checkTaskloopKeys() const;
  bool readClauses();
  const DirectiveItem *item(StringRef Key, StringRef Value) const;
  void checkSchedule() const;
  void remarkDevice(StringRef Name);
  bool isLeftToClang(StringRef Clause) const;
  bool readBind(size_t I, Range Arguments);
  void readOrder(Range Arguments);
  void readCollapse(Range Arguments);
  Range readParentheses(size_t I) const;

  CompilerInstance &CI;
  const LangOptions &LangOpts;
  DiagnosticsEngine &Diags;
  const Directive &D;
  LoopTokens &Loop;
  const SmallVectorImpl<Token> &Tokens;
};

} // namespace

StringRef LoopTokens::word(size_t I) const {
  const IdentifierInfo *II = I < Tokens.size() && !Tokens[I].isAnnotation()
                                 ? Tokens[I].getIdentifierInfo()
                                 : nullptr;
  return II ? II->getName() : "";
}

std::string LoopTokens::directiveName(size_t I) const {
  const std::string Name =
      longestDirective([&](size_t J) { return word(I + J); });
  return Name.empty() ? "" : " " + Name;
}

// Returns the item `Key: Value`; null if there is none.
const DirectiveItem *DirectiveReader::item(StringRef Key,
                                           StringRef Value) const {
  for (const DirectiveItem &Item : D.Items)
    if (Item.Key == Key && Item.Text == Value)
      return &Item;
  return nullptr;
}

// Says that a loop stays as it is: in a remark, because a load is a hint, or in
// a warning if results depend on it. As Clang compiles the directive, there is
// no loop in the IR to which stage 3 could attach the remark.
void DirectiveReader::remarkDevice(StringRef Name) {
  if (LangOpts.OpenMPIsTargetDevice)
    return;
  if (const DirectiveItem *Key = item("reproducible", "on"))
    warning(Diags, Key->KeyLoc,
            "'reproducible' does nothing, because 'omp%0' is for a device, "
            "where Clang alone divides the loop; remove 'target' or "
            "'reproducible'")
        << Name;
  if (!CI.getCodeGenOpts().OptimizationRemarkMissed.patternMatches("usersched"))
    return;
  Diags.Report(Tokens[0].getLocation(),
               diag::remark_fe_backend_optimization_remark_missed)
      << AddFlagValue("usersched")
      << ("loop is not scheduled by load: 'omp" + Name +
          "' is for a device, where Clang alone divides it; without 'target' "
          "it is for the host")
             .str();
}

// Reports a key that only a loop of a team's threads can have.
bool DirectiveReader::checkTaskloopKeys() const {
  for (const DirectiveItem &Item : D.Items) {
    if (Item.Key == "load" || Item.Key == "prefix" || Item.Key == "chunk" ||
        Item.Key == "reproducible")
      continue;
    error(Diags, Item.KeyLoc,
          "'omp%0' has no '%1' in '#pragma ompx usersched', because OpenMP "
          "decides which thread runs a task, and nothing is kept for the next "
          "execution; remove the key")
        << Loop.directiveName(1) << Item.Key;
    return false;
  }
  return true;
}

// Reads the name.
bool DirectiveReader::readName() {
  const std::string Name = Loop.directiveName(1);
  Loop.NameEnd = 1 + StringRef(Name).count(' ');
  Loop.Kind = &findConstruct(StringRef(Name).ltrim());
  Loop.IsTaskloop = isOpenMPTaskLoopDirective(
      omp::getOpenMPDirectiveKind(StringRef(Name).ltrim()));
  if (Loop.IsTaskloop)
    return checkTaskloopKeys();
  if (!Loop.Kind->Compiled.empty())
    return true;
  if (isDeviceLoop(StringRef(Name).ltrim())) {
    remarkDevice(Name);
    return false;
  }
  reportOtherDirective(CI.getPreprocessor(), D, Loop);
  return false;
}

// Returns the range from the parenthesis at I to behind its partner; empty if
// none.
LoopTokens::Range DirectiveReader::readParentheses(size_t I) const {
  if (I >= Loop.DirectiveEnd || Tokens[I].isNot(tok::l_paren))
    return {I, I};
  unsigned Depth = 0;
  for (size_t J = I; J < Loop.DirectiveEnd; ++J) {
    if (Tokens[J].is(tok::l_paren))
      ++Depth;
    else if (Tokens[J].is(tok::r_paren) && --Depth == 0)
      return {I, J + 1};
  }
  return {I, I};
}

// Returns true for a clause that Clang rejects, but would accept on the
// directive that the parser gets.
bool DirectiveReader::isLeftToClang(StringRef Clause) const {
  const omp::Clause Kind = omp::getOpenMPClauseKind(Clause);
  if (!Loop.Kind->isReplaced() || Kind == omp::OMPC_unknown)
    return false;
  const omp::Directive Written =
      omp::getOpenMPDirectiveKind(Loop.Kind->Written);
  return !omp::isAllowedClauseForDirective(Written, Kind, LangOpts.OpenMP);
}

// Reads a bind clause. It says which threads run the iterations. A clause that
// says what the construct means anyway is not handed back.
bool DirectiveReader::readBind(size_t I, Range Arguments) {
  const StringRef Binding = Loop.word(Arguments.Begin + 1);
  const bool IsKnown =
      Binding == "parallel" || Binding == "teams" || Binding == "thread";
  if (!IsKnown || Arguments.empty() || !Loop.Bind.empty())
    return false; // Clang reports it.
  if (Binding == Loop.Kind->Binding) {
    Loop.Bind = {I, Arguments.End};
    return true;
  }
  error(Diags, Tokens[I].getLocation(),
        "a loop with 'bind(%0)' cannot be scheduled by load, because the "
        "threads of a team do not divide it; write 'bind(%1)'%select{| or the "
        "directive 'distribute parallel for'}2")
      << Binding << Loop.Kind->Binding
      << (Binding == "teams" && Loop.Kind->Written == "loop");
  return false;
}

// Reads the clauses that matter here. Clang reports malformed ones.
bool DirectiveReader::readClauses() {
  for (size_t I = Loop.NameEnd; I < Loop.DirectiveEnd;) {
    StringRef Clause = Loop.word(I);
    Range Arguments = readParentheses(I + 1);
    if (isLeftToClang(Clause))
      return false;
    if (Clause == "ordered") {
      error(Diags, Tokens[I].getLocation(),
            "a loop with an 'ordered' clause cannot be scheduled by load, "
            "because the clause prescribes an order; remove it or '#pragma "
            "ompx usersched'");
      return false;
    }
    if (Clause == "lastprivate" && !LangOpts.CPlusPlus &&
        !release::HasConditionalInC &&
        Loop.word(Arguments.Begin + 1) == "conditional" && !Arguments.empty()) {
      error(Diags, Tokens[Arguments.Begin + 1].getLocation(),
            "clang 19 compiles 'lastprivate(conditional: ...)' in C as if the "
            "modifier were absent, which is wrong for any schedule but a "
            "static one; remove the modifier or '#pragma ompx usersched'");
      return false;
    }
    if (Clause == "reduction" && Loop.word(Arguments.Begin + 1) == "inscan" &&
        !Arguments.empty()) {
      error(Diags, Tokens[Arguments.Begin + 1].getLocation(),
            "a loop with an 'inscan' reduction cannot be scheduled by load, "
            "because its scan prescribes who runs what; remove the modifier "
            "or '#pragma ompx usersched'");
      return false;
    }
    if (Clause == "bind" && !Loop.Kind->Binding.empty() &&
        !readBind(I, Arguments))
      return false;
    if (Clause == "order" && !Arguments.empty() && !Loop.IsTaskloop)
      readOrder(Arguments);
    const bool Divides = Loop.IsTaskloop
                             ? Clause == "grainsize" || Clause == "num_tasks"
                             : Clause == "schedule";
    if (Divides && Arguments.empty())
      return false; // Clang reports it.
    if (Divides && Loop.Schedule.empty())
      Loop.Schedule = {I, Arguments.End};
    if (Clause == "collapse" && !Arguments.empty())
      readCollapse(Arguments);
    I = Arguments.empty() ? I + 1 : Arguments.End;
  }
  checkSchedule();
  return true;
}

// Warns of `monotonic`, unless the loop keeps it: the iterations of each thread
// rise under `steal: off`, unless it names the subspace that a thread looks at
// first; and where the user's schedule stays.
void DirectiveReader::checkSchedule() const {
  const bool IsOff = item("steal", "off");
  const bool HasSubspace = llvm::any_of(
      D.Items, [](const DirectiveItem &I) { return I.Key == "subspace"; });
  if (Loop.IsTaskloop || Loop.IsReproducible || (IsOff && !HasSubspace))
    return;
  // The modifiers stand in front of the kind.
  for (size_t I = Loop.Schedule.Begin + 2;
       I < Loop.Schedule.End &&
       (Loop.word(I).ends_with("monotonic") || Loop.word(I) == "simd");
       I += 2) {
    if (Loop.word(I) != "monotonic")
      continue;
    const SourceLocation Where = Tokens[I].getLocation();
    if (IsOff)
      warning(Diags, Where,
              "'monotonic' is not kept, because a thread that begins with its "
              "'subspace' may go back to earlier iterations; remove 'subspace' "
              "from '#pragma ompx usersched', or remove the modifier");
    else
      warning(Diags, Where,
              "'monotonic' is not kept, because a thread that steals may go "
              "back to earlier iterations; add 'steal: off' to '#pragma ompx "
              "usersched', or remove the modifier");
  }
}

// Reads an order clause. From OpenMP 5.1 on, `order(concurrent)` makes a
// schedule reproducible unless it says `unconstrained`: loops of the same
// region and the same length are divided alike, and a nowait between them may
// rely on that. (5.2 asks for the word `reproducible`.) A combined construct
// has no other loop in its region.
void DirectiveReader::readOrder(Range Arguments) {
  const size_t First = Arguments.Begin + 1;
  if (Loop.Kind->Compiled.contains("parallel") || LangOpts.OpenMP < 51 ||
      Loop.word(First) == "unconstrained")
    return;
  Loop.IsReproducible = true;
  const bool HasModifier = Loop.word(First) == "reproducible";
  const SourceLocation Where = Tokens[First].getLocation();
  warning(
      Diags, Where,
      "'order(%select{|reproducible: }0concurrent)' promises that such loops "
      "of a region are divided alike, so this one is left to "
      "'schedule(static)' and its %select{load is|'reproducible' and load "
      "are}1 not used; with 'order(unconstrained: concurrent)' it is scheduled "
      "by load")
      << HasModifier << (item("reproducible", "on") != nullptr)
      << (HasModifier ? FixItHint::CreateReplacement(Where, "unconstrained")
                      : FixItHint::CreateInsertion(Where, "unconstrained: "));
}

// Reads a collapse clause. Only a literal says here how many loops there are:
// any other constant may mean something else to the parser, which has not seen
// the rest of the class or the template's arguments.
void DirectiveReader::readCollapse(Range Arguments) {
  const Token &Argument = Tokens[Arguments.Begin + 1];
  unsigned Count = 0;
  const bool IsLiteral = Arguments.End - Arguments.Begin == 3 &&
                         Argument.is(tok::numeric_constant) &&
                         !StringRef(CI.getPreprocessor().getSpelling(Argument))
                              .getAsInteger(0, Count);
  Loop.Count = IsLiteral && Count > 0 ? Count : LoopTokens::Unknown;
  Loop.Collapse = Argument;
}

bool readDirective(CompilerInstance &CI, const Directive &D, LoopTokens &Loop) {
  return DirectiveReader(CI, D, Loop).run();
}

} // namespace usersched
