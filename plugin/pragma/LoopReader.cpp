//===- LoopReader.cpp - reads a directive and the headers of its loops ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works on tokens, before Sema has seen any of them. It finds the loops that
// Clang will find: those of a nest may stand in braces, have attributes and
// have statements around them.
//
//===----------------------------------------------------------------------===//
#include "pragma/LoopReader.h"
#include "base/Diagnostics.h"
#include "pragma/CollapseCount.h"
#include "pragma/Directive.h"
#include "pragma/FileEnd.h"
#include "pragma/PragmaPlaces.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Frontend/OpenMP/OMP.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

class LoopReader {
public:
  LoopReader(CompilerInstance &CI, const Directive &D, LoopTokens &Loop)
      : CI(CI), PP(CI.getPreprocessor()), Diags(PP.getDiagnostics()), D(D),
        Loop(Loop), Tokens(Loop.Tokens), Last(D.Introducer) {}

  bool run(bool &HasLoop) {
    if (!readDirective())
      return false;
    for (unsigned Number = 0; Number < Loops; ++Number) {
      if (!readToFor(Number))
        return false;
      HasLoop = true;
      if (!readHeader())
        return false;
    }
    return true;
  }

private:
  using Range = LoopTokens::Range;

  // Reads a token that is known to be there.
  Token &next() {
    Tokens.emplace_back();
    PP.Lex(Tokens.back());
    return Tokens.back();
  }
  // Reads a token from the file; eof, which is not handed back, at its end.
  Token nextInFile() {
    if (tokenFollowsInFile(PP, Last)) {
      Last = next().getLocation();
      return Tokens.back();
    }
    Token End;
    End.startToken();
    End.setKind(tok::eof);
    return End;
  }
  StringRef word(size_t I) const {
    const IdentifierInfo *II = I < Tokens.size() && !Tokens[I].isAnnotation()
                                   ? Tokens[I].getIdentifierInfo()
                                   : nullptr;
    return II ? II->getName() : "";
  }
  std::string name(size_t I) const;
  void reportNoDirective(const Token &Found);
  bool readDirective();
  std::optional<size_t> readName();
  bool readClauses(size_t I);
  void readOrder(Range Arguments);
  bool readCollapse(Range Arguments);
  Range readParentheses(size_t I) const;
  bool readToFor(unsigned Number);
  bool readHeader();
  bool readInnerDirective();
  void reportNoLoop(unsigned Number, size_t Found);

  CompilerInstance &CI;
  Preprocessor &PP;
  DiagnosticsEngine &Diags;
  const Directive &D;
  LoopTokens &Loop;
  SmallVectorImpl<Token> &Tokens;
  bool IsRegion = false; // of which the loop is all
  unsigned Loops = 1;    // associated loops
  Token Collapse;        // the argument that says so
  SourceLocation Last;   // of what nextInFile read
};

} // namespace

// Found stands behind the pragma.
void LoopReader::reportNoDirective(const Token &Found) {
  const bool IsLoop = Found.is(tok::kw_for);
  if (IsLoop && moveBeforeDirective(PP, D))
    return;
  error(Diags, D.Loc,
        "'#pragma ompx usersched' must stand directly before '#pragma omp "
        "for' or '#pragma omp parallel for'");
  if (IsLoop)
    report(Diags, DiagnosticsEngine::Note, Found.getLocation(),
           "nothing divides this loop among threads; '#pragma omp parallel "
           "for' in front of it does, if its iterations are independent")
        << FixItHint::CreateInsertion(Found.getLocation(),
                                      "\n#pragma omp parallel for\n");
}

// Reads up to the end of the directive.
bool LoopReader::readDirective() {
  if (Token Found = nextInFile(); Found.isNot(tok::annot_pragma_openmp)) {
    reportNoDirective(Found);
    return false;
  }
  while (next().isNot(tok::annot_pragma_openmp_end))
    ;
  Loop.DirectiveEnd = Tokens.size() - 1;
  std::optional<size_t> Clauses = readName();
  if (!Clauses)
    return false;
  Loop.NameEnd = *Clauses;
  return readClauses(*Clauses);
}

// The name of the directive whose words start at I: as many of them as make a
// directive; all, if none do.
std::string LoopReader::name(size_t I) const {
  std::string Words, Name;
  for (; !word(I).empty(); ++I) {
    Words += " " + word(I).str();
    if (omp::getOpenMPDirectiveKind(StringRef(Words).drop_front()) !=
        omp::OMPD_unknown)
      Name = Words;
  }
  return Name.empty() ? Words : Name;
}

// The name must be [parallel] for [simd]. Returns the index behind it.
std::optional<size_t> LoopReader::readName() {
  size_t I = 1;
  IsRegion = word(I) == "parallel";
  if (IsRegion)
    ++I;
  bool Accepted = word(I) == "for";
  if (Accepted) {
    ++I;
    if (word(I) == "simd")
      ++I;
    return I;
  }
  error(Diags, D.Loc,
        "'#pragma ompx usersched' applies to the directives 'for', 'for simd', "
        "'parallel for' and 'parallel for simd', not to 'omp%0'")
      << name(1);
  report(Diags, DiagnosticsEngine::Note, Tokens[1].getLocation(),
         "the directive is here");
  return std::nullopt;
}

// The range from the parenthesis at I to behind its partner; empty if none.
LoopTokens::Range LoopReader::readParentheses(size_t I) const {
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

// Looks at the clauses that matter here. Malformed ones are Clang's to report.
bool LoopReader::readClauses(size_t I) {
  while (I < Loop.DirectiveEnd) {
    StringRef Clause = word(I);
    Range Arguments = readParentheses(I + 1);
    if (Clause == "ordered") {
      error(Diags, Tokens[I].getLocation(),
            "a loop with an 'ordered' clause cannot be scheduled by load, "
            "because the clause prescribes an order; remove it or '#pragma "
            "ompx usersched'");
      return false;
    }
    // In C++ it does what it should.
    if (Clause == "lastprivate" && !PP.getLangOpts().CPlusPlus &&
        word(Arguments.Begin + 1) == "conditional" && !Arguments.empty()) {
      error(Diags, Tokens[Arguments.Begin + 1].getLocation(),
            "clang 19 compiles 'lastprivate(conditional: ...)' in C as if the "
            "modifier were absent, which is wrong for any schedule but a "
            "static one; remove the modifier or '#pragma ompx usersched'");
      return false;
    }
    if (Clause == "reduction" && word(Arguments.Begin + 1) == "inscan" &&
        !Arguments.empty()) {
      error(Diags, Tokens[Arguments.Begin + 1].getLocation(),
            "a loop with an 'inscan' reduction cannot be scheduled by load, "
            "because its scan prescribes who runs what; remove the modifier "
            "or '#pragma ompx usersched'");
      return false;
    }
    if (Clause == "order" && !Arguments.empty())
      readOrder(Arguments);
    if (Clause == "schedule" && Loop.Schedule.empty() && !Arguments.empty())
      Loop.Schedule = {I, Arguments.End};
    if (Clause == "collapse" && !Arguments.empty() && !readCollapse(Arguments))
      return false;
    I = Arguments.empty() ? I + 1 : Arguments.End;
  }
  return true;
}

// From OpenMP 5.1 on, `order(concurrent)` makes a schedule reproducible unless
// it says `unconstrained`: loops of the same region and the same length are
// divided alike, and a nowait between them may rely on that. (5.2 asks for the
// word `reproducible`.) A region with nothing but a loop has no other loop.
void LoopReader::readOrder(Range Arguments) {
  const size_t First = Arguments.Begin + 1;
  if (IsRegion || PP.getLangOpts().OpenMP < 51 ||
      word(First) == "unconstrained")
    return;
  Loop.IsReproducible = true;
  const bool HasModifier = word(First) == "reproducible";
  const SourceLocation Where = Tokens[First].getLocation();
  warning(
      Diags, Where,
      "'order(%select{|reproducible: }0concurrent)' promises that such loops "
      "of a region are divided alike, so this one is left to "
      "'schedule(static)' and its load is not used; with "
      "'order(unconstrained: concurrent)' it is scheduled by load")
      << HasModifier
      << (HasModifier ? FixItHint::CreateReplacement(Where, "unconstrained")
                      : FixItHint::CreateInsertion(Where, "unconstrained: "));
}

bool LoopReader::readCollapse(Range Arguments) {
  ArrayRef<Token> Argument(Tokens.begin() + Arguments.Begin + 1,
                           Tokens.begin() + Arguments.End - 1);
  if (Argument.empty())
    return true; // Clang's to report.
  std::optional<unsigned> Count = collapseCount(CI, Argument);
  if (!Count) {
    error(Diags, Argument.front().getLocation(),
          "with '#pragma ompx usersched' the argument of 'collapse' must be a "
          "number or the name of a constant that is known here, because the "
          "loops are found before Clang evaluates it; write the number");
    Loop.IsWrong = true;
    nextInFile(); // Something to hand back in the directive's place.
    return false;
  }
  Loops = *Count;
  Collapse = Argument.front();
  return true;
}

// Found is the index of what stands in the loop's place, or behind the tokens.
void LoopReader::reportNoLoop(unsigned Number, size_t Found) {
  SourceLocation At =
      Found < Tokens.size() ? Tokens[Found].getLocation() : D.Loc;
  Loop.IsWrong = true;
  if (Found < Tokens.size() && Tokens[Found].is(tok::annot_pragma_openmp)) {
    error(Diags, At,
          "'#pragma omp%0' cannot stand between '#pragma ompx usersched' and "
          "its loop; remove one of the two pragmas")
        << name(Found + 1);
  } else if (Number == 0) {
    error(Diags, At,
          "expected a 'for' loop, in the same file, for '#pragma ompx "
          "usersched' to schedule");
  } else {
    error(Diags, At,
          "expected loop %0 of the %1 nested 'for' loops that '#pragma ompx "
          "usersched' is to schedule; a loop of a nest stands directly in the "
          "body of the one around it")
        << Number + 1 << Loops;
    report(Diags, DiagnosticsEngine::Note, Collapse.getLocation(),
           "their number is given here");
  }
}

// Reads the rest of an OpenMP directive; whether the loop may follow it.
bool LoopReader::readInnerDirective() {
  size_t First = Tokens.size();
  while (next().isNot(tok::annot_pragma_openmp_end))
    ;
  return !isOpenMPLoopTransformationDirective(
      omp::getOpenMPDirectiveKind(StringRef(name(First)).trim()));
}

// Reads the `for` of the next associated loop. Clang looks for it among the
// statements of the body around it, and of blocks in that, but not in other
// statements.
bool LoopReader::readToFor(unsigned Number) {
  unsigned Blocks = 0; // open braces in which the loop may stand
  unsigned Depth = 0;  // open brackets of a statement that is not the loop
  bool Begins = true;  // whether a statement begins here
  while (true) {
    Token Tok = nextInFile();
    size_t Last = Tok.is(tok::eof) ? Tokens.size() : Tokens.size() - 1;
    bool IsDirective = Tok.is(tok::annot_pragma_openmp);
    bool MayFollow = Tok.isNot(tok::eof);
    if (IsDirective && !readInnerDirective() && Depth == 0)
      MayFollow = false;
    if (Depth == 0 && Begins) {
      if (Tok.is(tok::kw_for))
        return true;
      if (Tok.is(tok::annot_pragma_loop_hint) ||
          (IsDirective && MayFollow && Blocks))
        continue;
      if (Tok.is(tok::l_brace)) {
        ++Blocks;
        continue;
      }
    }
    if (Depth == 0 && Tok.is(tok::r_brace) && Blocks > 1) {
      --Blocks;
      Begins = true;
      continue;
    }
    // Attributes may stand in front of the loop.
    bool InAttribute = Tok.is(tok::l_square) && Depth == 0 && Begins;
    if (!MayFollow ||
        (!InAttribute && Depth == 0 && (Blocks == 0 || Tok.is(tok::r_brace)))) {
      reportNoLoop(Number, Last);
      return false;
    }
    if (Tok.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
      if (Depth++ == 0)
        Begins = InAttribute;
    } else if (Tok.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) {
      if (Depth)
        --Depth;
      // `else` behind a block is no loop, so this is not too early.
      Begins |= Depth == 0 && Tok.is(tok::r_brace);
    } else if (Depth == 0) {
      Begins = Tok.is(tok::semi);
    }
  }
}

// Reads the parentheses behind `for`. A malformed header is Clang's to report.
bool LoopReader::readHeader() {
  unsigned Depth = 0;
  do {
    Token Tok = nextInFile();
    if (Tok.is(tok::l_paren))
      ++Depth;
    else if (Tok.is(tok::r_paren) && Depth)
      --Depth;
    else if (Tok.is(tok::eof))
      return false;
  } while (Depth);
  return true;
}

bool readLoop(CompilerInstance &CI, const Directive &D, LoopTokens &Loop,
              bool &HasLoop) {
  return LoopReader(CI, D, Loop).run(HasLoop);
}

} // namespace usersched
