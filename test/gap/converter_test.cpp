//===- converter_test.cpp - the program that writes .csr files ------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// From its command line to a kernel that reads what it wrote.
//
//===----------------------------------------------------------------------===//
#include "formats/csr.h"
#include "program.h"
#include "test_files.h"

#include <gtest/gtest.h>

namespace {

using namespace gap;
using gap_test::Result;
using gap_test::run;
using gap_test::TempFile;

TEST(Converter, WritesAFileThatAKernelReads) {
  const TempFile output("graph.csr.xz", "");
  const Result written =
      run(CONVERTER, {"-f", BUNDLED_GRAPH, "-o", output.path()});
  EXPECT_EQ(written.status, 0) << written.err;
  EXPECT_EQ(written.out,
            output.path() + ": 61603 vertices, 340025 edges (directed)\n");
  const Result read = run(PR, {"-f", output.path(), "-n", "1", "-v"});
  EXPECT_EQ(read.status, 0) << read.err;
  EXPECT_EQ(
      read.out.rfind("graph: 61603 vertices, 340025 edges (directed), ", 0), 0u)
      << read.out;
}

TEST(Converter, SymmetrizesNowOrLater) {
  const TempFile text("a.wel", "0 1 5\n1 0 5\n1 1 0\n2 1 0.5\n");
  const TempFile now("now.csr", ""), later("later.csr", "");
  ASSERT_EQ(run(CONVERTER, {"-f", text.path(), "-s", "-o", now.path()}).status,
            0);
  ASSERT_EQ(run(CONVERTER, {"-f", text.path(), "-o", later.path()}).status, 0);
  EXPECT_FALSE(read_csr(now.path()).is_directed());
  EXPECT_EQ(read_csr(later.path()).num_edges(), 3);
  for (const TempFile *file : {&now, &later}) {
    const Result result = run(PR, {"-f", file->path(), "-s", "-n", "1", "-v"});
    EXPECT_EQ(result.status, 0) << result.err;
    EXPECT_NE(result.out.find(": 3 vertices, 2 edges (undirected), "),
              std::string::npos)
        << result.out;
  }
}

TEST(Converter, WritesGeneratedGraphs) {
  for (const std::string generator :
       {"--kronecker", "--uniform", "--attachment", "--grid"}) {
    const TempFile output("a.csr", "");
    ASSERT_EQ(run(CONVERTER, {generator, "6", "-o", output.path()}).status, 0);
    EXPECT_EQ(read_csr(output.path()).num_nodes(), 64);
  }
}

TEST(Converter, ExplainsWrongUsage) {
  const std::pair<std::vector<std::string>, std::string> cases[] = {
      {{"-g", "4"}, "wrong usage: --output is required"},
      {{"-o", "a.csr"}, "wrong usage: "},
      {{"-g", "4", "-o", "a.el"},
       "wrong usage: --output: a.el does not end in .csr, .csr.zst, .csr.xz, "
       "..."},
      {{"--grid", "4", "-k", "3", "-o", "a.csr"},
       "wrong usage: --degree excludes --grid"},
      {{"-f", "a.el", "--hubs-first", "-o", "a.csr"},
       "wrong usage: --hubs-first excludes --file"},
      {{"-f", "no/such.csr", "-o", "a.csr"},
       "no/such.csr: cannot be opened: No such file or directory"}};
  for (const auto &[args, message] : cases) {
    const Result result = run(CONVERTER, args);
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.err.rfind(message, 0), 0u) << result.err;
  }
}

} // namespace
