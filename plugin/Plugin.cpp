//===- Plugin.cpp - registers the stages ----------------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// `clang -fplugin=usersched.so` runs all three stages. A compilation that
// starts from IR has no AST action; for it the dispatch pass is exported as a
// pass plugin as well (`-fpass-plugin=`).
//
//===----------------------------------------------------------------------===//
#include "Arguments.h"
#include "dispatch/DispatchPass.h"
#include "lowering/LoopLowering.h"
#include "pragma/PragmaHandler.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

using namespace clang;
using namespace llvm;

namespace {

class UserschedAction : public PluginASTAction {
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &CI,
                                                 StringRef) override {
    usersched::addPragmaHandler(CI, Given.IsQuiet);
    CI.getCodeGenOpts().PassBuilderCallbacks.push_back(
        [AlignsAll = Given.AlignsAll](PassBuilder &PB) {
          usersched::registerDispatchPass(PB, /*HasSource=*/true, AlignsAll);
        });
    return usersched::createLoopLowering(CI);
  }
  bool ParseArgs(const CompilerInstance &CI,
                 const std::vector<std::string> &Arguments) override {
    return usersched::readArguments(CI.getDiagnostics(), Arguments, Given);
  }
  ActionType getActionType() override { return AddBeforeMainAction; }

  usersched::Arguments Given;
};

FrontendPluginRegistry::Add<UserschedAction>
    Registration("usersched", "balance OpenMP loops by their load");

} // namespace
