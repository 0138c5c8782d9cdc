//===- Options.cpp - the command line -------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Options.h"
#include "Output.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace usersched {

static constexpr char Usage[] =
    R"(usage: usersched-suggest [OPTION]... [FILE]... [-- COMPILER OPTION...]
       usersched-suggest --try [OPTION]... -- COMMAND [ARGUMENT]...
Lists the OpenMP loops of the FILEs, or of all files that compile_commands.json
names: whether their iterations do differently much, why, and the pragma to write.
  -p, --build FOLDER     where compile_commands.json is; if it is not given, the
                         folder of the first FILE or a folder above it. What stands
                         behind -- replaces it
      --apply            write the missing pragmas into the files
      --check            list only loops whose pragma is missing, different or
                         unneeded, and return 1 if there are any
      --format FORMAT    text, yaml (for clang-apply-replacements) or sarif
      --unknown          write a pragma for loops that are not fully seen, too
      --try              run COMMAND in a copy of the sources without and with the
                         pragmas, and say which of them earn their keep
      --source FOLDER    the sources that --try copies; if it is not given, the
                         current folder
      --version          print the version
      --help             print this
exit status: 0; 1 if --check lists a loop, or COMMAND fails; 2 if something is
wrong with the options or the files, or the output cannot be written
)";

std::optional<Options> readOptions(int Count, char **Words, int &Status) {
  Options Given;
  auto Wrong = [&](const Twine &Message) {
    error(Message + "; try usersched-suggest --help");
    Status = 2;
    return std::nullopt;
  };
  for (int I = 1; I < Count; ++I) {
    StringRef Word = Words[I];
    if (Word == "--") {
      Given.HasBehind = true;
      Given.Behind.assign(Words + I + 1, Words + Count);
      break;
    }
    // The value stands behind "=" or is the next word.
    auto [Name, Value] = Word.split('=');
    const bool HasValue = Word.contains('=');
    const bool TakesValue = Name == "-p" || Name == "--build" ||
                            Name == "--format" || Name == "--source";
    if (Word.starts_with("-") && !TakesValue && HasValue)
      return Wrong("'" + Name + "' is no option that takes a value");
    if (TakesValue && !HasValue) {
      if (++I == Count)
        return Wrong("'" + Name + "' needs a value");
      Value = Words[I];
    }
    if (Name == "-p" || Name == "--build")
      Given.BuildFolder = Value.str();
    else if (Name == "--source")
      Given.Source = Value.str();
    else if (Name == "--format") {
      if (Value != "text" && Value != "yaml" && Value != "sarif")
        return Wrong("the formats are text, yaml and sarif, not '" + Value +
                     "'");
      Given.As = Value == "text"   ? Options::Text
                 : Value == "yaml" ? Options::Yaml
                                   : Options::Sarif;
    } else if (Word == "--apply")
      Given.Apply = true;
    else if (Word == "--check")
      Given.Check = true;
    else if (Word == "--unknown")
      Given.Unknown = true;
    else if (Word == "--try")
      Given.Try = true;
    else if (Word == "--help" || Word == "-h") {
      outs() << Usage;
      Status = 0;
      return std::nullopt;
    } else if (Word == "--version") {
      outs() << "usersched-suggest " USERSCHED_VERSION "\n";
      Status = 0;
      return std::nullopt;
    } else if (Word.starts_with("-"))
      return Wrong("'" + Word + "' is no option");
    else
      Given.Files.push_back(Word.str());
  }
  if (Given.Apply && Given.Check)
    return Wrong("--apply writes what --check only compares; choose one");
  if (Given.Check && Given.As == Options::Yaml)
    return Wrong("--format=yaml has replacements, not what --check finds; use "
                 "text or sarif");
  if (Given.Try && (Given.Apply || Given.Check || Given.As != Options::Text))
    return Wrong("--try goes with --source and --unknown only");
  if (Given.Try && Given.Behind.empty())
    return Wrong(
        "--try needs a command, as in: usersched-suggest --try -- make "
        "test");
  if (!Given.Source.empty() && !Given.Try)
    return Wrong("--source is for --try");
  return Given;
}

} // namespace usersched
