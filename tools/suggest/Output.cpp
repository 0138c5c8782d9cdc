//===- Output.cpp - what is printed and written ---------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Output.h"
#include "clang/Tooling/ReplacementsYaml.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace usersched {

void error(const Twine &Message) {
  errs() << "usersched-suggest: error: " << Message << "\n";
}

// Below the current folder, names are shorter from there.
static std::string shownName(StringRef File) {
  SmallString<256> Here;
  if (!sys::fs::current_path(Here) && File.consume_front(Here) &&
      File.consume_front("/"))
    return File.str();
  return File.str();
}

static std::string insertion(const Loop &L) {
  return L.Indentation + pragmaFor(L) + L.LineEnd;
}

static std::string messageOf(const Loop &L, bool IsCheck) {
  const Difference D = differenceOf(L);
  std::string Text = IsCheck ? nameOf(D) : nameOf(L.Verdict);
  if (IsCheck && D == Difference::Different)
    Text += ": there is '" + L.Present + "'";
  return Text + ": " + L.Reason;
}

void printText(raw_ostream &OS, const Loops &All, bool IsCheck) {
  std::map<Loop::Kind, unsigned> Verdicts;
  unsigned Different = 0, Missing = 0;
  for (const auto &[Place, L] : All) {
    const Difference D = differenceOf(L);
    ++Verdicts[L.Verdict];
    Different += D != Difference::None;
    Missing += D == Difference::Missing;
    if (IsCheck && D == Difference::None)
      continue;
    OS << shownName(L.File) << ":" << L.Line << ":" << L.Column << ": "
       << messageOf(L, IsCheck) << "\n";
    if (!pragmaFor(L).empty())
      OS << "    " << pragmaFor(L) << "\n";
  }
  OS << All.size() << (All.size() == 1 ? " loop: " : " loops: ");
  if (IsCheck) {
    OS << Different << " with another pragma than usersched-suggest would "
       << "write\n";
    return;
  }
  OS << Verdicts[Loop::Irregular] << " irregular, " << Verdicts[Loop::Regular]
     << " regular, " << Verdicts[Loop::Unknown] << " unknown, "
     << Verdicts[Loop::LeftAlone] << " left alone; " << Missing
     << (Missing == 1 ? " pragma is" : " pragmas are") << " missing\n";
}

void printYaml(raw_ostream &OS, const Loops &All) {
  clang::tooling::TranslationUnitReplacements Whole;
  for (const auto &[Place, L] : All) {
    if (differenceOf(L) != Difference::Missing)
      continue;
    if (Whole.MainSourceFile.empty())
      Whole.MainSourceFile = L.File;
    Whole.Replacements.emplace_back(L.File, L.Offset, 0, insertion(L));
  }
  yaml::Output Output(OS);
  Output << Whole;
}

// Returns the address of a file, in which only a few characters stand for
// themselves.
static std::string uriOf(StringRef File) {
  std::string Result = "file://";
  for (const char C : File)
    if (isAlnum(C) || StringRef("/-._~").contains(C))
      Result += C;
    else
      Result += "%" + toHex(StringRef(&C, 1));
  return Result;
}

static json::Object resultOf(const Loop &L, bool IsCheck) {
  const Difference D = differenceOf(L);
  const std::string Uri = uriOf(L.File);
  json::Object Region{{"startLine", L.Line}, {"startColumn", L.Column}};
  json::Object Physical{{"artifactLocation", json::Object{{"uri", Uri}}},
                        {"region", std::move(Region)}};
  // Only what fails has a level.
  const bool IsOpen = L.Verdict == Loop::Unknown && D == Difference::None;
  const bool HasFailed = D != Difference::None;
  std::string Rule = IsCheck ? nameOf(D) : nameOf(L.Verdict);
  std::replace(Rule.begin(), Rule.end(), ' ', '-');
  json::Object Properties{{"verdict", nameOf(L.Verdict)},
                          {"pragma", pragmaFor(L)},
                          {"present", json::fixUTF8(L.Present)},
                          {"construct", L.Construct}};
  json::Object Result{
      {"ruleId", Rule},
      {"kind", HasFailed ? "fail"
               : IsOpen  ? "open"
                         : "pass"},
      {"level", HasFailed ? "warning" : "none"},
      {"message",
       json::Object{{"text", json::fixUTF8(messageOf(L, IsCheck))}}},
      {"locations",
       json::Array{json::Object{{"physicalLocation", std::move(Physical)}}}},
      {"properties", std::move(Properties)}};
  if (D != Difference::Missing)
    return Result;
  json::Object Replacement{
      {"deletedRegion", json::Object{{"startLine", L.Line},
                                     {"startColumn", 1},
                                     {"endLine", L.Line},
                                     {"endColumn", 1}}},
      {"insertedContent", json::Object{{"text", insertion(L)}}}};
  json::Object Change{{"artifactLocation", json::Object{{"uri", Uri}}},
                      {"replacements", json::Array{std::move(Replacement)}}};
  Result["fixes"] = json::Array{json::Object{
      {"description", json::Object{{"text", "write " + pragmaFor(L)}}},
      {"artifactChanges", json::Array{std::move(Change)}}}};
  return Result;
}

void printSarif(raw_ostream &OS, const Loops &All, bool IsCheck) {
  json::Array Results;
  for (const auto &[Place, L] : All)
    if (!IsCheck || differenceOf(L) != Difference::None)
      Results.push_back(resultOf(L, IsCheck));
  json::Array Rules;
  auto AddRule = [&](StringRef Id, StringRef Text) {
    Rules.push_back(json::Object{
        {"id", Id}, {"shortDescription", json::Object{{"text", Text}}}});
  };
  if (IsCheck) {
    AddRule("missing", "An irregular loop has no pragma.");
    AddRule("different", "The load is not the one to write.");
    AddRule("unneeded", "The pragma does not help this loop.");
  } else {
    AddRule("regular", "All iterations do equally much.");
    AddRule("irregular", "Iterations do differently much.");
    AddRule("unknown", "Not enough of the loop is seen.");
    AddRule("left-alone", "The loop cannot be scheduled by load.");
  }
  json::Object Driver{{"name", "usersched-suggest"},
                      {"version", USERSCHED_VERSION},
                      {"rules", std::move(Rules)}};
  json::Object Run{{"tool", json::Object{{"driver", std::move(Driver)}}},
                   {"results", std::move(Results)}};
  const json::Value Log =
      json::Object{{"$schema", "https://json.schemastore.org/sarif-2.1.0.json"},
                   {"version", "2.1.0"},
                   {"runs", json::Array{std::move(Run)}}};
  OS << formatv("{0:2}", Log) << "\n";
}

// Writes the pragmas of one file, the last one first, so that offsets hold.
static bool applyTo(StringRef File, ArrayRef<const Loop *> Missing) {
  auto Buffer = MemoryBuffer::getFile(File, /*IsText=*/false);
  if (!Buffer) {
    error(File + ": " + Buffer.getError().message());
    return false;
  }
  std::string Text = (*Buffer)->getBuffer().str();
  for (const Loop *L : reverse(Missing)) {
    const size_t Directive = L->Offset + L->Indentation.size();
    if (Directive >= Text.size() || Text[Directive] != '#') {
      error(File + ": the file has changed while it was read; run again");
      return false;
    }
    Text.insert(L->Offset, insertion(*L));
  }
  std::error_code Why;
  raw_fd_ostream OS(File, Why, sys::fs::CD_OpenExisting);
  if (!Why) {
    OS << Text;
    OS.close();
    Why = OS.error();
    OS.clear_error();
  }
  if (Why)
    error(File + ": " + Why.message());
  return !Why;
}

unsigned writePragmas(const Loops &All, bool &HasFailed) {
  std::map<std::string, std::vector<const Loop *>> Files;
  for (const auto &[Place, L] : All)
    if (differenceOf(L) == Difference::Missing)
      Files[L.File].push_back(&L);
  unsigned Written = 0;
  for (const auto &[File, Missing] : Files)
    if (applyTo(File, Missing))
      Written += Missing.size();
    else
      HasFailed = true;
  return Written;
}

} // namespace usersched
