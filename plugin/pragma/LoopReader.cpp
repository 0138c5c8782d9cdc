//===- LoopReader.cpp - reads a directive and the headers of its loops ----===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Works on tokens, before Sema has seen any of them. It finds the loops that
// Clang will find: those of a nest may stand in braces, have attributes and
// loop transformations, and have statements around them.
//
// If the number of associated loops is not known yet, the nest is read as deep
// as it certainly goes. The lowering, which knows the number, then finds the
// markers in the innermost of these loops.
//
//===----------------------------------------------------------------------===//
#include "pragma/LoopReader.h"
#include "base/Diagnostics.h"
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
    if (!Loop.hasDirective() && !readWholeDirective())
      return false;
    for (Needed = Loop.Count; Number < Needed; ++Number) {
      if (!readToFor())
        return mayEnd();
      HasLoop = true;
      if (!readHeader())
        return mayEnd();
      Loop.BodyBegin = Tokens.size();
    }
    return true;
  }

private:
  // Reads a token that is known to be there.
  Token &next() {
    Tokens.emplace_back();
    PP.Lex(Tokens.back());
    return Tokens.back();
  }
  // Reads a token if one certainly follows in the file. At its end, returns an
  // eof that is not handed back.
  Token nextInFile() {
    Next = nextToken(PP, Last, Loop.File);
    if (Next == NextToken::Certain) {
      Last = next().getLocation();
      assert(Tokens.back().isNot(tok::eof) && "the main file has ended");
      return Tokens.back();
    }
    Loop.GoesOn = Loop.MayGoOn && Next == NextToken::Absent;
    Token End;
    End.startToken();
    End.setKind(tok::eof);
    return End;
  }
  void readToDirectiveEnd() {
    while (next().isNot(tok::annot_pragma_openmp_end))
      ;
  }
  // Returns true if the nest may end with the loops that have been read.
  bool mayEnd() const {
    return Number > 0 && Needed == LoopTokens::Unknown && !Loop.GoesOn;
  }
  void reportNoDirective(const Token &Found);
  bool readWholeDirective();
  bool readToFor();
  bool readHeader();
  void reportOpenHeader();
  void reportNoLoop(size_t Found);
  void noteFileEnd();
  bool isTransformation(size_t I) const;
  bool readTransformation(size_t I);
  size_t findClause(size_t I, StringRef Clause) const;
  unsigned countArguments(size_t I, StringRef Clause) const;

  CompilerInstance &CI;
  Preprocessor &PP;
  DiagnosticsEngine &Diags;
  const Directive &D;
  LoopTokens &Loop;
  SmallVectorImpl<Token> &Tokens;
  SourceLocation Last; // of the token that nextInFile read
  NextToken Next = NextToken::Certain;
  unsigned Number = 0; // of loops whose headers have been read
  unsigned Needed = 0; // loops to read, or LoopTokens::Unknown
};

} // namespace

// Reports Found, which stands behind the pragma.
void LoopReader::reportNoDirective(const Token &Found) {
  if (Loop.GoesOn)
    return;
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
  if (Found.is(tok::l_square))
    report(Diags, DiagnosticsEngine::Note, Found.getLocation(),
           "a directive in an attribute is not read; write it as '#pragma omp "
           "...'");
  noteFileEnd();
}

// Says why the reader has stopped, if the text may go on.
void LoopReader::noteFileEnd() {
  if (Next == NextToken::Unknown)
    report(Diags, DiagnosticsEngine::Note,
           CI.getSourceManager().getLocForEndOfFile(Loop.File),
           "the loop is not looked for in the rest of this file, which macros, "
           "'#if' or '#include' may leave empty");
}

// Reads the directive.
bool LoopReader::readWholeDirective() {
  if (Token Found = nextInFile(); Found.isNot(tok::annot_pragma_openmp)) {
    reportNoDirective(Found);
    return false;
  }
  readToDirectiveEnd();
  Loop.DirectiveEnd = Tokens.size() - 1;
  Loop.Directives.push_back({0, Tokens.size()});
  const bool IsRight = readDirective(CI, D, Loop);
  if (!IsRight)
    Loop.MayGoOn = false;
  return IsRight;
}

// Returns true if the directive with the words from I on transforms loops.
bool LoopReader::isTransformation(size_t I) const {
  return isOpenMPLoopTransformationDirective(
      omp::getOpenMPDirectiveKind(StringRef(Loop.directiveName(I)).trim()));
}

// Returns where a clause of the last directive stands, which begins at I;
// behind the tokens if it has no such clause.
size_t LoopReader::findClause(size_t I, StringRef Clause) const {
  while (I < Tokens.size() && Loop.word(I) != Clause)
    ++I;
  return I;
}

// Returns the number of the clause's arguments; 0 without the clause.
unsigned LoopReader::countArguments(size_t I, StringRef Clause) const {
  unsigned Count = 0, Depth = 0;
  for (I = findClause(I, Clause); I < Tokens.size(); ++I) {
    if (Tokens[I].is(tok::l_paren) && Depth++ == 0)
      Count = 1;
    else if (Tokens[I].is(tok::comma) && Depth == 1)
      ++Count;
    else if (Tokens[I].is(tok::r_paren) && --Depth == 0)
      break;
  }
  return Count;
}

// Reads the loop transformation with the words from I on: it takes loops and
// makes others of them, of which the directives above it take some. Returns
// false for another directive, and for a transformation after which nothing
// could be scheduled or that has loops side by side.
bool LoopReader::readTransformation(size_t I) {
  const StringRef Name = Loop.word(I);
  unsigned Taken = 1, Made = 1;
  if (Name == "tile" || Name == "stripe") {
    Taken = std::max(countArguments(I, "sizes"), 1u);
    Made = 2 * Taken;
  } else if (Name == "interchange") {
    Made = Taken = std::max(countArguments(I, "permutation"), 2u);
  } else if (Name != "reverse" &&
             !(Name == "unroll" && findClause(I, "partial") < Tokens.size())) {
    return false;
  }
  Loop.Directives.push_back({I - 1, Tokens.size()});
  if (Needed != LoopTokens::Unknown)
    Needed =
        Number + Taken + (Needed - Number > Made ? Needed - Number - Made : 0);
  return true;
}

// Reports the token at Found, which stands in the loop's place; at the end of
// the file there is none.
void LoopReader::reportNoLoop(size_t Found) {
  if (mayEnd() || Loop.GoesOn)
    return;
  SourceLocation At =
      Found < Tokens.size() ? Tokens[Found].getLocation() : D.Loc;
  Loop.IsWrong = true;
  if (Found < Tokens.size() && Tokens[Found].is(tok::annot_pragma_openmp)) {
    const std::string Name = Loop.directiveName(Found + 1);
    if (Name == " unroll")
      error(Diags, At,
            "'#pragma omp unroll' without 'partial' leaves no loop that "
            "'#pragma ompx usersched' could schedule; write 'unroll "
            "partial(4)', or remove one of the two pragmas");
    else
      error(Diags, At,
            "'#pragma omp%0' cannot stand between '#pragma ompx usersched' and "
            "its loop; remove one of the two pragmas")
          << Name;
  } else if (Number == 0) {
    error(Diags, At,
          "expected a 'for' loop for '#pragma ompx usersched' to schedule");
  } else {
    error(Diags, At,
          "expected loop %0 of the %1 nested 'for' loops that '#pragma ompx "
          "usersched' is to schedule; a loop of a nest stands directly in the "
          "body of the one around it")
        << Number + 1 << Needed;
    report(Diags, DiagnosticsEngine::Note,
           Loop.Directives.size() == 1
               ? Loop.Collapse.getLocation()
               : Tokens[Loop.Directives.back().Begin].getLocation(),
           "their number is given here");
  }
  noteFileEnd();
}

// Reads the `for` of the next associated loop. Clang looks for it among the
// statements of the body around it, and of blocks in that, but not in other
// statements.
bool LoopReader::readToFor() {
  unsigned Blocks = 0; // open braces in which the loop may stand
  unsigned Depth = 0;  // open brackets of a statement that is not the loop
  bool Begins = true;  // a statement begins here
  while (true) {
    Token Tok = nextInFile();
    const size_t Index = Tok.is(tok::eof) ? Tokens.size() : Tokens.size() - 1;
    bool IsDirective = Tok.is(tok::annot_pragma_openmp);
    bool MayFollow = Tok.isNot(tok::eof);
    if (IsDirective) {
      readToDirectiveEnd();
      if (Depth == 0 && Begins && readTransformation(Index + 1))
        continue;
      // In a nest of unknown depth, a loop behind another directive may be that
      // directive's own.
      MayFollow = Depth || !(mayEnd() || isTransformation(Index + 1));
    }
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
      reportNoLoop(Index);
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

// Reports a header that may go on behind the end of the file. Where the main
// file ends, Clang reports it.
void LoopReader::reportOpenHeader() {
  const FileID Main = CI.getSourceManager().getMainFileID();
  const bool IsAtEnd = Next == NextToken::Absent && Loop.File == Main;
  if (mayEnd() || Loop.GoesOn || IsAtEnd)
    return;
  error(Diags, D.Loc,
        "expected the whole header of the 'for' loop for '#pragma ompx "
        "usersched' to schedule");
  noteFileEnd();
}

// Reads the parentheses behind `for`. Clang reports a malformed header.
bool LoopReader::readHeader() {
  unsigned Depth = 0;
  do {
    Token Tok = nextInFile();
    if (Tok.is(tok::l_paren))
      ++Depth;
    else if (Tok.is(tok::r_paren) && Depth)
      --Depth;
    else if (Tok.is(tok::eof)) {
      reportOpenHeader();
      return false;
    }
  } while (Depth);
  return true;
}

bool readLoop(CompilerInstance &CI, const Directive &D, LoopTokens &Loop,
              bool &HasLoop) {
  return LoopReader(CI, D, Loop).run(HasLoop);
}

} // namespace usersched
