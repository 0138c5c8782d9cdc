//===- Directive.cpp - the grammar of the usersched pragma ----------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One pass over the tokens of the line, with a look-ahead of two tokens: a key
// and its colon.
//
//===----------------------------------------------------------------------===//
#include "pragma/Directive.h"
#include "base/Diagnostics.h"
#include "pragma/Keys.h"
#include "clang/Basic/CharInfo.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/Preprocessor.h"

using namespace clang;
using namespace llvm;

namespace usersched {

namespace {

class DirectiveParser {
public:
  DirectiveParser(Preprocessor &PP, SourceLocation Loc, ArrayRef<Token> Tokens,
                  SourceLocation End)
      : PP(PP), Diags(PP.getDiagnostics()), Tokens(Tokens), End(End) {
    Result.Loc = Loc;
  }

  std::optional<Directive> parse();

private:
  bool at(size_t I, tok::TokenKind Kind) const {
    return I < Tokens.size() && Tokens[I].is(Kind);
  }
  SourceLocation location(size_t I) const {
    return I < Tokens.size() ? Tokens[I].getLocation() : End;
  }
  // Accepts keywords as well, so that an unknown key gets a message.
  bool startsItem(size_t I) const {
    return I < Tokens.size() && Tokens[I].getIdentifierInfo() &&
           at(I + 1, tok::colon);
  }
  std::optional<StringRef> readKey(const Token &Tok);
  std::string spellingOf(ArrayRef<Token> Value) const;
  std::string textOf(ArrayRef<Token> Value) const;
  std::optional<size_t> readValue(size_t First, DirectiveItem &Item);
  bool mayContinue(size_t I, const DirectiveItem &Item);
  void addInferredLoad();
  bool check();
  const DirectiveItem *find(StringRef Key) const;

  Preprocessor &PP;
  DiagnosticsEngine &Diags;
  ArrayRef<Token> Tokens;
  SourceLocation End;
  Directive Result;
};

} // namespace

std::optional<StringRef> DirectiveParser::readKey(const Token &Tok) {
  StringRef Name = Tok.getIdentifierInfo()->getName();
  StringRef Nearest;
  unsigned Distance = 3; // letters; fewer are a slip
  for (const Key &K : keys()) {
    if (K.Name == Name)
      return K.Name;
    unsigned D = Name.edit_distance(K.Name, true, Distance);
    if (D < Distance && D < K.Name.size()) {
      Distance = D;
      Nearest = K.Name;
    }
  }
  if (!Nearest.empty())
    error(Diags, Tok.getLocation(),
          "unknown usersched key '%0'; did you mean "
          "'%1'?")
        << Name << Nearest
        << FixItHint::CreateReplacement(Tok.getLocation(), Nearest);
  else
    error(Diags, Tok.getLocation(),
          "unknown usersched key '%0'; the keys are %1")
        << Name << listOfKeys();
  return std::nullopt;
}

// Returns true if the value of Item, outside all brackets and conditional
// operators, can go on with the token I. Reported here, because the parser
// would point at tokens that the user did not write.
bool DirectiveParser::mayContinue(size_t I, const DirectiveItem &Item) {
  const Token &Tok = Tokens[I];
  if (Tok.is(tok::semi)) {
    auto D = error(Diags, Tok.getLocation(),
                   "expected ',' or ')' behind the value of '%0', not ';'")
             << Item.Key;
    if (startsItem(I + 1))
      D << FixItHint::CreateReplacement(Tok.getLocation(), ",");
    else
      D << FixItHint::CreateRemoval(Tok.getLocation());
    return false;
  }
  if (Item.Value.empty() || !startsItem(I))
    return true;
  error(Diags, Tok.getLocation(), "expected ',' in front of '%0:'")
      << Tok.getIdentifierInfo()->getName()
      << FixItHint::CreateInsertion(
             Lexer::getLocForEndOfToken(Tokens[I - 1].getLocation(), 0,
                                        PP.getSourceManager(),
                                        PP.getLangOpts()),
             ",");
  return false;
}

// Collects the value that starts at First; returns the index of the comma or
// the parenthesis behind it.
std::optional<size_t> DirectiveParser::readValue(size_t First,
                                                 DirectiveItem &Item) {
  SmallVector<const Token *, 8> Open;
  unsigned Questions = 0; // conditional operators without their colon so far
  size_t I = First;
  for (; I < Tokens.size(); ++I) {
    const Token &Tok = Tokens[I];
    if (Open.empty()) {
      if (Tok.is(tok::r_paren))
        break;
      if (Tok.is(tok::comma) && Questions == 0 && startsItem(I + 1))
        break;
      if (Questions == 0 && !mayContinue(I, Item))
        return std::nullopt;
      if (Tok.is(tok::question))
        ++Questions;
      else if (Tok.is(tok::colon) && Questions)
        --Questions;
    }
    // Clang 19 hangs at this in C.
    if (Tok.is(tok::coloncolon) && !PP.getLangOpts().CPlusPlus) {
      error(Diags, Tok.getLocation(), "'::' means nothing in C; remove it");
      return std::nullopt;
    }
    if (Tok.isOneOf(tok::l_paren, tok::l_square, tok::l_brace)) {
      Open.push_back(&Tok);
    } else if (Tok.isOneOf(tok::r_paren, tok::r_square, tok::r_brace)) {
      tok::TokenKind Partner = Tok.is(tok::r_paren)    ? tok::l_paren
                               : Tok.is(tok::r_square) ? tok::l_square
                                                       : tok::l_brace;
      if (Open.empty() || Open.back()->isNot(Partner)) {
        error(Diags, Tok.getLocation(), "unmatched '%0' in the value of '%1'")
            << PP.getSpelling(Tok) << Item.Key;
        return std::nullopt;
      }
      Open.pop_back();
    }
    Item.Value.push_back(Tok);
  }
  if (I == Tokens.size()) {
    const Token *Unclosed = Open.empty() ? &Tokens.front() : Open.back();
    error(Diags, End, "expected ')' at the end of '#pragma ompx usersched'");
    report(Diags, DiagnosticsEngine::Note, Unclosed->getLocation(),
           "to match this '%0'")
        << PP.getSpelling(*Unclosed);
    return std::nullopt;
  }
  if (Item.Value.empty() || Item.Value.front().is(tok::l_brace)) {
    error(Diags, location(I), "expected an expression after '%0:'") << Item.Key;
    return std::nullopt;
  }
  Item.EndLoc = location(I);
  Item.IsInferred = Item.Key == "load" && Item.Value.size() == 1 &&
                    Item.Value.front().is(tok::kw_auto);
  // If the key stands in a macro or in _Pragma, the source text would be all of
  // the macro's use.
  Item.Text = Item.KeyLoc.isMacroID() || isWord(Item.Key)
                  ? spellingOf(Item.Value)
                  : textOf(Item.Value);
  return I;
}

// Returns the value after the preprocessor.
std::string DirectiveParser::spellingOf(ArrayRef<Token> Value) const {
  std::string Text;
  for (const Token &Tok : Value) {
    if (&Tok != Value.begin() && Tok.hasLeadingSpace())
      Text += ' ';
    Text += PP.getSpelling(Tok);
  }
  return Text;
}

// Returns the value as the user wrote it, with white space and continued lines
// folded. Macros are expanded if Clang cannot tell what was written.
std::string DirectiveParser::textOf(ArrayRef<Token> Value) const {
  const SourceManager &SM = PP.getSourceManager();
  StringRef Written = Lexer::getSourceText(
      Lexer::makeFileCharRange(
          CharSourceRange::getTokenRange(Value.front().getLocation(),
                                         Value.back().getLocation()),
          SM, PP.getLangOpts()),
      SM, PP.getLangOpts());
  if (Written.empty())
    return spellingOf(Value);
  std::string Text;
  for (size_t I = 0; I < Written.size(); ++I) {
    bool Continued = Written[I] == '\\' && I + 1 < Written.size() &&
                     (Written[I + 1] == '\n' || Written[I + 1] == '\r');
    if (!Continued && !isWhitespace(Written[I]))
      Text += Written[I];
    else if (!Text.empty() && Text.back() != ' ')
      Text += ' ';
  }
  return Text;
}

std::optional<Directive> DirectiveParser::parse() {
  auto *Annotation =
      find_if(Tokens, [](const Token &Tok) { return Tok.isAnnotation(); });
  if (Annotation != Tokens.end()) {
    error(Diags, Annotation->getLocation(),
          "a directive cannot stand inside '#pragma ompx usersched'; write "
          "it in a line of its own");
    return std::nullopt;
  }
  Result.End = End;
  if (Tokens.empty()) {
    addInferredLoad();
    return std::move(Result);
  }
  if (!at(0, tok::l_paren)) {
    error(Diags, location(0),
          "expected '(' after 'usersched'; write '#pragma ompx usersched(load: "
          "EXPRESSION)'");
    return std::nullopt;
  }
  Result.Open = location(0);
  size_t I = 0; // the parenthesis or comma in front of an item
  while (!at(I, tok::r_paren)) {
    ++I;
    if (!startsItem(I)) {
      auto D = error(Diags, location(I),
                     "expected a key and ':'; write 'load: EXPRESSION', the "
                     "work of one iteration");
      // In usersched(EXPRESSION) only the key is missing.
      if (Result.Items.empty() && I < Tokens.size() && !at(I, tok::r_paren))
        D << FixItHint::CreateInsertion(location(I), "load: ");
      return std::nullopt;
    }
    std::optional<StringRef> Key = readKey(Tokens[I]);
    if (!Key)
      return std::nullopt;
    if (const DirectiveItem *Earlier = find(*Key)) {
      error(Diags, location(I), "'%0' is given twice; remove one") << *Key;
      report(Diags, DiagnosticsEngine::Note, Earlier->KeyLoc,
             "the first one is here");
      return std::nullopt;
    }
    DirectiveItem Item;
    Item.Key = *Key;
    Item.KeyLoc = location(I);
    std::optional<size_t> Next = readValue(I + 2, Item);
    if (!Next)
      return std::nullopt;
    I = *Next;
    Result.Items.push_back(std::move(Item));
  }
  if (I + 1 < Tokens.size()) {
    error(Diags, location(I + 1),
          "extra tokens after '#pragma ompx usersched(...)'; remove them")
        << SourceRange(location(I + 1), Tokens.back().getLocation());
    return std::nullopt;
  }
  if (!check())
    return std::nullopt;
  return std::move(Result);
}

const DirectiveItem *DirectiveParser::find(StringRef Key) const {
  for (const DirectiveItem &Item : Result.Items)
    if (Item.Key == Key)
      return &Item;
  return nullptr;
}

// Adds what the user left out: `load: auto`.
void DirectiveParser::addInferredLoad() {
  DirectiveItem Item;
  Item.Key = "load";
  Item.KeyLoc = Item.EndLoc = Result.Loc;
  Item.Text = "auto";
  Item.IsInferred = true;
  Result.Items.push_back(std::move(Item));
}

bool DirectiveParser::check() {
  if (!find("load") && !find("prefix"))
    addInferredLoad();
  for (const DirectiveItem &Item : Result.Items) {
    const SourceLocation At =
        Item.Value.empty() ? Item.KeyLoc : Item.Value.front().getLocation();
    if (isSwitch(Item.Key) && Item.Text != "on" && Item.Text != "off") {
      error(Diags, At, "'%0' is 'on' or 'off', not '%1'")
          << Item.Key << Item.Text;
      return false;
    }
    if (isWord(Item.Key) &&
        (Item.Value.size() != 1 || !Item.Value.front().getIdentifierInfo())) {
      error(Diags, At,
            "'%0' is a word of letters, digits and '_' that begins with no "
            "digit, not '%1'; write it without quotes")
          << Item.Key << Item.Text;
      return false;
    }
  }
  return true;
}

std::optional<Directive> parseDirective(Preprocessor &PP, SourceLocation Loc,
                                        ArrayRef<Token> Tokens,
                                        SourceLocation End) {
  return DirectiveParser(PP, Loc, Tokens, End).parse();
}

} // namespace usersched
