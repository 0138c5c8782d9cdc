//===- Place.h - where directives and pragmas stand -----------------------===//
//
// Part of usersched, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef USERSCHED_SUGGEST_PLACE_H
#define USERSCHED_SUGGEST_PLACE_H

#include "Loop.h"
#include "clang/Basic/SourceLocation.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace clang {
class Preprocessor;
} // namespace clang

namespace usersched {

/// Notes each `#pragma ompx usersched` as it is preprocessed, and says where a
/// directive stands.
class PragmaPlaces {
public:
  struct Pragma {
    clang::SourceLocation Begin; // of the line, or of the macro
    std::string Text;
  };

  explicit PragmaPlaces(clang::Preprocessor &PP);

  /// Returns a loop with the place of the directive that begins at \p Begin,
  /// and the pragma in front of it. LineEnd is empty if no line can be added
  /// there. Returns nothing for a place in a header of the system.
  std::optional<Loop> placeOf(clang::SourceLocation Begin) const;

private:
  clang::Preprocessor &PP;
  std::shared_ptr<std::vector<Pragma>> Found;
};

} // namespace usersched

#endif
