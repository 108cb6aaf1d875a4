// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <hearsay/graph/io/detail/text_lines.hpp>

namespace hearsay::graph {

/// What the first comments of a KONECT file say of the list of edges below them (Kunegis: KONECT, the Koblenz network
/// collection, 2013): `% sym unweighted`, and perhaps `% EDGES NODES NODES`.
class Konect {
 public:
  /// Takes a comment before the first edge, without its mark.
  /// @throws Error(Errc::syntax) for a bipartite network, whose two kinds of nodes have the same numbers.
  void note_comment(const std::string& path, std::size_t line, std::string_view text);
  [[nodiscard]] bool found() const { return found_; }
  [[nodiscard]] bool directed() const { return directed_; }
  /// Adds the nodes without edges. @throws Error(Errc::syntax) for another number of edges or nodes than announced.
  void finish(const std::string& path, std::size_t edges, LabelNumbers& labels) const;

 private:
  bool found_ = false, directed_ = false;
  std::int64_t edges_ = -1, nodes_ = -1;  ///< announced, if not negative
  std::size_t line_ = 0;                  ///< of the sizes
};

}  // namespace hearsay::graph
