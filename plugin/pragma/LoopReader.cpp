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
    if (!readWholeDirective())
      return false;
    for (unsigned Number = 0; Number < Loop.Count; ++Number) {
      if (!readToFor(Number))
        return false;
      HasLoop = true;
      if (!readHeader())
        return false;
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
  // Reads a token from the file. At its end, returns an eof that is not handed
  // back.
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
  void readToDirectiveEnd() {
    while (next().isNot(tok::annot_pragma_openmp_end))
      ;
  }
  void reportNoDirective(const Token &Found);
  bool readWholeDirective();
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
  SourceLocation Last; // of the token that nextInFile read
};

} // namespace

// Reports Found, which stands behind the pragma.
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

// Reads the directive.
bool LoopReader::readWholeDirective() {
  if (Token Found = nextInFile(); Found.isNot(tok::annot_pragma_openmp)) {
    reportNoDirective(Found);
    return false;
  }
  readToDirectiveEnd();
  Loop.DirectiveEnd = Tokens.size() - 1;
  const bool IsRight = readDirective(CI, D, Loop);
  if (Loop.IsWrong)
    nextInFile(); // A token to hand back in the directive's place.
  return IsRight;
}

// Reports the token at Found, which stands in the loop's place; at the end of
// the file there is none.
void LoopReader::reportNoLoop(unsigned Number, size_t Found) {
  SourceLocation At =
      Found < Tokens.size() ? Tokens[Found].getLocation() : D.Loc;
  Loop.IsWrong = true;
  if (Found < Tokens.size() && Tokens[Found].is(tok::annot_pragma_openmp)) {
    error(Diags, At,
          "'#pragma omp%0' cannot stand between '#pragma ompx usersched' and "
          "its loop; remove one of the two pragmas")
        << Loop.directiveName(Found + 1);
  } else if (Number == 0) {
    error(Diags, At,
          "expected a 'for' loop, in the same file, for '#pragma ompx "
          "usersched' to schedule");
  } else {
    error(Diags, At,
          "expected loop %0 of the %1 nested 'for' loops that '#pragma ompx "
          "usersched' is to schedule; a loop of a nest stands directly in the "
          "body of the one around it")
        << Number + 1 << Loop.Count;
    report(Diags, DiagnosticsEngine::Note, Loop.Collapse.getLocation(),
           "their number is given here");
  }
}

// Reads the rest of an OpenMP directive. Returns true if the loop may follow
// it.
bool LoopReader::readInnerDirective() {
  const size_t First = Tokens.size();
  readToDirectiveEnd();
  return !isOpenMPLoopTransformationDirective(
      omp::getOpenMPDirectiveKind(StringRef(Loop.directiveName(First)).trim()));
}

// Reads the `for` of the next associated loop. Clang looks for it among the
// statements of the body around it, and of blocks in that, but not in other
// statements.
bool LoopReader::readToFor(unsigned Number) {
  unsigned Blocks = 0; // open braces in which the loop may stand
  unsigned Depth = 0;  // open brackets of a statement that is not the loop
  bool Begins = true;  // a statement begins here
  while (true) {
    Token Tok = nextInFile();
    const size_t Index = Tok.is(tok::eof) ? Tokens.size() : Tokens.size() - 1;
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
      reportNoLoop(Number, Index);
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

// Reads the parentheses behind `for`. Clang reports a malformed header.
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
