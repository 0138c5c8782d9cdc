//===- main.cpp - usersched-suggest ---------------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the worksharing loops of a program, says which of them are irregular,
// and which pragma to write. Parses each file once.
//
//===----------------------------------------------------------------------===//
#include "Finder.h"
#include "Options.h"
#include "Output.h"
#include "clang/Basic/Diagnostic.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include <cerrno>
#include <cstring>
#include <set>
#include <unistd.h>

using namespace clang;
using namespace clang::tooling;
using namespace llvm;
using namespace usersched;

namespace {

// Prints mistakes of the files, and nothing else that Clang says.
class MistakePrinter : public DiagnosticConsumer {
public:
  void HandleDiagnostic(DiagnosticsEngine::Level Level,
                        const Diagnostic &Info) override {
    DiagnosticConsumer::HandleDiagnostic(Level, Info);
    if (Level < DiagnosticsEngine::Error || ++Printed > 3)
      return;
    SmallString<128> Text;
    Info.FormatDiagnostic(Text);
    std::string Place;
    if (Info.hasSourceManager() && Info.getLocation().isValid()) {
      const PresumedLoc Loc =
          Info.getSourceManager().getPresumedLoc(Info.getLocation());
      if (Loc.isValid())
        Place = std::string(Loc.getFilename()) + ":" +
                std::to_string(Loc.getLine()) + ": ";
    }
    usersched::error(Place + Text);
  }
  void BeginSourceFile(const LangOptions &, const Preprocessor *) override {
    Printed = 0;
  }

private:
  unsigned Printed = 0; // of this file
};

class Action : public ASTFrontendAction {
public:
  Action(Loops &Found, bool TryUnknown)
      : Found(Found), TryUnknown(TryUnknown) {}

private:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    CI.getFrontendOpts().SkipFunctionBodies = true; // those that Finder names
    return createFinder(CI, Found, TryUnknown);
  }

  Loops &Found;
  const bool TryUnknown;
};

class Actions : public FrontendActionFactory {
public:
  Actions(Loops &Found, bool TryUnknown)
      : Found(Found), TryUnknown(TryUnknown) {}
  std::unique_ptr<FrontendAction> create() override {
    return std::make_unique<Action>(Found, TryUnknown);
  }

private:
  Loops &Found;
  const bool TryUnknown;
};

} // namespace

// The folder of Clang's own headers, which are not beside this program.
static std::string resourceFolder() {
  const std::string Folder = USERSCHED_RESOURCES;
  return sys::fs::is_directory(Folder) ? Folder : "";
}

// The commands were made for another compiler run. Plugins are not loaded, and
// loops are looked for even if OpenMP is switched on elsewhere, as by
// usersched-cc.
static CommandLineArguments adjusted(const CommandLineArguments &Given,
                                     StringRef) {
  CommandLineArguments Result;
  bool HasOpenMP = false, HasResources = false;
  for (size_t I = 0; I < Given.size(); ++I) {
    const StringRef Word = Given[I];
    if (Word.starts_with("-fplugin=") || Word.starts_with("-fplugin-arg-") ||
        Word.starts_with("-fpass-plugin="))
      continue;
    HasOpenMP |= Word == "-fopenmp" || Word.starts_with("-fopenmp=") ||
                 Word == "-fno-openmp";
    HasResources |= Word.starts_with("-resource-dir");
    Result.push_back(Given[I]);
  }
  std::vector<std::string> More = {"-w", "-Wno-unknown-warning-option",
                                   "-Qunused-arguments",
                                   "-fno-caret-diagnostics"};
  if (!HasOpenMP)
    More.push_back("-fopenmp");
  if (!HasResources && !resourceFolder().empty())
    More.push_back("-resource-dir=" + resourceFolder());
  Result.insert(Result.begin() + std::min<size_t>(1, Result.size()),
                More.begin(), More.end());
  return Result;
}

static std::unique_ptr<CompilationDatabase> findDatabase(const Options &Given) {
  if (Given.HasBehind)
    return std::make_unique<FixedCompilationDatabase>(".", Given.Behind);
  std::string Why;
  std::unique_ptr<CompilationDatabase> Found;
  const std::string Folder =
      !Given.BuildFolder.empty() ? Given.BuildFolder : std::string(".");
  if (!Given.BuildFolder.empty())
    Found = CompilationDatabase::loadFromDirectory(Folder, Why);
  else if (Given.Files.empty())
    Found = CompilationDatabase::autoDetectFromDirectory(Folder, Why);
  else
    Found = CompilationDatabase::autoDetectFromSource(Given.Files.front(), Why);
  if (!Found)
    usersched::error(
        (Given.BuildFolder.empty()
             ? "there is no compile_commands.json that can be read, neither "
               "here "
               "nor in a folder above"
             : "there is no compile_commands.json that can be read in '" +
                   Folder + "'") +
        Twine(
            "; make one with cmake -DCMAKE_EXPORT_COMPILE_COMMANDS=ON and name "
            "its folder with -p, or write the compiler's options behind the "
            "files: usersched-suggest FILE.cpp -- -std=c++17"));
  return Found;
}

// Returns a folder of File's commands that cannot be entered, or "". ClangTool
// would end the program there.
static std::string missingFolder(const CompilationDatabase &Database,
                                 const std::string &File) {
  for (const CompileCommand &Command : Database.getCompileCommands(File))
    if (!sys::fs::is_directory(Command.Directory) ||
        access(Command.Directory.c_str(), X_OK) != 0)
      return Command.Directory;
  return "";
}

// Becomes the program that runs a command before and after.
static int tryCommand(const Options &Given, const char *Name) {
  const std::string Self =
      sys::fs::getMainExecutable(Name, reinterpret_cast<void *>(&tryCommand));
  SmallString<256> Script(sys::path::parent_path(sys::path::parent_path(Self)));
  sys::path::append(Script, "share", "usersched", "report", "attempt.py");
  std::vector<std::string> Words = {"python3", Script.str().str(), Self,
                                    Given.Source.empty() ? "." : Given.Source,
                                    Given.Unknown ? "--unknown"
                                                  : "--irregular"};
  Words.insert(Words.end(), Given.Behind.begin(), Given.Behind.end());
  std::vector<char *> Arguments;
  for (std::string &Word : Words)
    Arguments.push_back(Word.data());
  Arguments.push_back(nullptr);
  execvp(Arguments.front(), Arguments.data());
  usersched::error("--try needs python3: " + Twine(std::strerror(errno)));
  return 2;
}

int main(int Count, char **Words) {
  int Status = 0;
  const std::optional<Options> Given = readOptions(Count, Words, Status);
  if (!Given)
    return Status;
  if (Given->Try)
    return tryCommand(*Given, Words[0]);
  const std::unique_ptr<CompilationDatabase> Database = findDatabase(*Given);
  if (!Database)
    return 2;
  std::vector<std::string> Files = Given->Files;
  if (Files.empty())
    Files = Database->getAllFiles();
  if (Files.empty()) {
    usersched::error(Given->HasBehind ? "no file is given"
                                      : "compile_commands.json names no file");
    return 2;
  }
  // A file that is built twice is read once.
  std::set<std::string> Seen;
  llvm::erase_if(Files, [&](const std::string &File) {
    return !Seen.insert(getAbsolutePath(File)).second;
  });

  Loops Found;
  MistakePrinter Printer;
  Actions All(Found, Given->Unknown);
  bool HasFailed = false;
  for (const std::string &File : Files) {
    if (const std::string Folder = missingFolder(*Database, File);
        !Folder.empty()) {
      HasFailed = true;
      usersched::error("'" + File + "' is compiled in the folder '" + Folder +
                       "', which cannot be opened; its loops are left out");
      continue;
    }
    Printer.clear();
    ClangTool Tool(*Database, {File}); // of several it would print the names
    Tool.setDiagnosticConsumer(&Printer);
    Tool.setPrintErrorMessage(false);
    Tool.clearArgumentsAdjusters();
    Tool.appendArgumentsAdjuster(getClangStripOutputAdjuster());
    Tool.appendArgumentsAdjuster(getClangStripDependencyFileAdjuster());
    Tool.appendArgumentsAdjuster(getClangSyntaxOnlyAdjuster());
    Tool.appendArgumentsAdjuster(adjusted);
    if (Tool.run(&All) == 0)
      continue;
    HasFailed = true;
    usersched::error("'" + File +
                     "' cannot be read as it is compiled; its loops "
                     "are left out");
  }
  if (Given->As == Options::Yaml)
    printYaml(outs(), Found);
  else if (Given->As == Options::Sarif)
    printSarif(outs(), Found, Given->Check);
  else
    printText(outs(), Found, Given->Check);
  if (Given->Apply) {
    const unsigned Written = writePragmas(Found, HasFailed);
    if (Given->As == Options::Text)
      outs() << Written << (Written == 1 ? " pragma" : " pragmas")
             << " written\n";
  }
  outs().flush();
  if (outs().has_error()) {
    usersched::error("cannot write the output: " + outs().error().message());
    outs().clear_error();
    return 2;
  }
  if (HasFailed)
    return 2;
  const bool Differs = any_of(Found, [](const auto &Entry) {
    return differenceOf(Entry.second) != Difference::None;
  });
  return Given->Check && Differs;
}
