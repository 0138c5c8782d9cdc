//===- LoadSource.cpp - where loads come from -----------------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See LoadSource.h.
//
//===----------------------------------------------------------------------===//
#include "LoadSource.h"
#include "Loop.h"

#include "base/error.h"
#include "formats/graph_options.h"

#include <charconv>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

using namespace usersched;
using gap::InputError;

static std::vector<double> readText(const std::string &File,
                                    std::istream &Input) {
  std::vector<double> Loads;
  std::string Line;
  for (uint64_t Number = 1; std::getline(Input, Line); ++Number) {
    const char *Begin = Line.data(), *End = Begin + Line.size();
    while (Begin < End && std::isspace(static_cast<unsigned char>(*Begin)))
      ++Begin;
    while (Begin < End && std::isspace(static_cast<unsigned char>(End[-1])))
      --End;
    if (Begin == End)
      continue;
    double Load = 0;
    const auto Read = std::from_chars(Begin, End, Load);
    if (Read.ec != std::errc() || Read.ptr != End || !(Load >= 0) ||
        !std::isfinite(Load))
      throw InputError(File + ":" + std::to_string(Number) + ": '" +
                       std::string(Begin, End).substr(0, 40) +
                       "' is no load; expected a number of at least 0");
    Loads.push_back(Load);
  }
  return Loads;
}

/// What each iteration has of the loads of ranges, see readLoads.
static std::vector<double> spread(const std::string &File,
                                  const std::vector<double> &Loads,
                                  const nlohmann::json &Begin) {
  const std::string Expected =
      "; expected one number more than loads: 0, where each other range "
      "begins, and the number of iterations, each larger than the one before";
  if (!Begin.is_array() || Begin.size() != Loads.size() + 1)
    throw InputError(File + ": \"begin\" does not fit the loads" + Expected);
  std::vector<uint64_t> Bounds;
  for (const nlohmann::json &Value : Begin) {
    if (!Value.is_number_unsigned() ||
        (Bounds.empty() ? Value != 0 : Value <= Bounds.back()))
      throw InputError(File + ": \"begin\" does not rise from 0 at entry " +
                       std::to_string(Bounds.size()) + Expected);
    Bounds.push_back(Value.get<uint64_t>());
  }
  if (Bounds.back() > simulator::MaxIterations)
    throw InputError(File + ": there are " + std::to_string(Bounds.back()) +
                     " iterations; expected at most " +
                     std::to_string(simulator::MaxIterations));
  std::vector<double> Result;
  Result.reserve(Bounds.back());
  for (std::size_t I = 0; I < Loads.size(); ++I) {
    const uint64_t Count = Bounds[I + 1] - Bounds[I];
    Result.insert(Result.end(), Count, Loads[I] / static_cast<double>(Count));
  }
  return Result;
}

static std::vector<double> readJson(const std::string &File,
                                    std::istream &Input) {
  const char *Expected = "; expected [1, 2, ...] or {\"loads\": [1, 2, ...]} "
                         "with numbers of at least 0";
  std::vector<double> Loads;
  try {
    nlohmann::json Whole = nlohmann::json::parse(Input);
    const nlohmann::json &Array = Whole.is_object() ? Whole.at("loads") : Whole;
    if (!Array.is_array())
      throw InputError(File + ": the loads are no array" + Expected);
    for (const nlohmann::json &Load : Array) {
      const double Value = Load.get<double>();
      if (!(Value >= 0) || !std::isfinite(Value))
        throw InputError(File + ": load " + std::to_string(Loads.size()) +
                         " is negative or too large" + Expected);
      Loads.push_back(Value);
    }
    if (Whole.is_object() && Whole.contains("begin"))
      return spread(File, Loads, Whole["begin"]);
  } catch (const nlohmann::json::exception &E) {
    throw InputError(File + ": " + E.what() + Expected);
  }
  return Loads;
}

std::vector<double> simulator::readLoads(const std::string &File) {
  std::ifstream Bytes(File, std::ios::binary);
  std::ostringstream Copy; // nobody can go back in a pipe
  Copy << Bytes.rdbuf();
  std::string Text = Copy.str();
  if (!Bytes || Text.empty())
    throw InputError(File + ": cannot be read or is empty; expected a file of "
                            "loads, one number a line, or JSON");
  if (Copy.fail()) // so the stream says that reading threw
    throw InputError(File + ": cannot be read to the end");
  // The mark of UTF-8 that some editors put in front of a text.
  if (Text.compare(0, 3, "\xef\xbb\xbf") == 0)
    Text.erase(0, 3);
  const std::size_t First = Text.find_first_not_of(" \t\n\v\f\r");
  std::istringstream Input(Text);
  if (First != std::string::npos && (Text[First] == '[' || Text[First] == '{'))
    return readJson(File, Input);
  std::vector<double> Loads = readText(File, Input);
  if (Loads.empty())
    throw InputError(File + ": has no loads; expected one number a line");
  return Loads;
}

std::vector<double> simulator::graphLoads(const std::string &File,
                                          bool Symmetrize, bool Out) {
  gap::GraphOptions Options;
  Options.file = File;
  Options.symmetrize = Symmetrize;
  const gap::Graph Graph = gap::load_graph(Options);
  std::vector<double> Loads;
  for (gap::NodeID V = 0; V < Graph.num_nodes(); ++V)
    Loads.push_back(
        static_cast<double>(Out ? Graph.out_degree(V) : Graph.in_degree(V)));
  if (Loads.empty())
    throw InputError(File + ": the graph has no vertices");
  return Loads;
}

const char *const simulator::Shapes =
    "flat: all equal; triangle: iteration I has the load N - I; zipf: N / (I + "
    "1), rounded; giant: one in the middle as heavy as all others; sawtooth: "
    "rising from 1 to 100 again and again";

std::vector<double> simulator::generateLoads(const std::string &Text) {
  const std::size_t Colon = Text.find(':');
  const std::string Shape = Text.substr(0, Colon);
  uint64_t N = 0;
  std::from_chars_result Read = {Text.data(), std::errc::invalid_argument};
  const char *End = Text.data() + Text.size();
  if (Colon != std::string::npos)
    Read = std::from_chars(Text.data() + Colon + 1, End, N);
  if (Read.ec != std::errc() || Read.ptr != End || N == 0 || N > 100000000)
    throw InputError("'" + Text +
                     "' is no generated loop; expected SHAPE:N with N from 1 "
                     "to 100000000, as in triangle:10000");
  std::vector<double> Loads(N, 1);
  const auto Real = static_cast<double>(N);
  for (uint64_t I = 0; I < N; ++I) {
    const auto Place = static_cast<double>(I);
    if (Shape == "triangle")
      Loads[I] = Real - Place;
    else if (Shape == "zipf")
      Loads[I] = std::round(Real / (Place + 1));
    else if (Shape == "sawtooth")
      Loads[I] = static_cast<double>(1 + I % 100);
    else if (Shape == "giant")
      Loads[I] = I == N / 2 ? std::max(Real - 1, 1.0) : 1;
    else if (Shape != "flat")
      throw InputError("'" + Shape + "' is no shape; expected one of " +
                       Shapes);
  }
  return Loads;
}
