// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/accounting/rumor/transcript_tree.hpp>

#include <algorithm>
#include <sstream>

#include <hearsay/core/error.hpp>

namespace hearsay::accounting {

namespace {

using Law = RumorLaw<Rational>;

/// A prefix, and the hidden states after it from either source.
struct Leaf {
  std::string name;
  Law::Vector first, second;
  bool ended = false;
  Rational lower = 0, upper = 0;  ///< its shares of the two bounds
};

Leaf make_leaf(const Law& law, std::string name, Law::Vector first, Law::Vector second, bool ended,
               const Rational& factor) {
  Leaf leaf{.name = std::move(name), .first = std::move(first), .second = std::move(second), .ended = ended};
  Rational gain = 0;
  for (std::size_t x = 0; x < leaf.first.size(); ++x) {
    const Rational here = leaf.first[x] - factor * leaf.second[x];
    gain += here;
    if (!ended && law.everyone_informed(x)) {
      leaf.upper += leaf.first[x];  // of several sets of active nodes
    } else if (here > 0) {
      leaf.upper += here;
    }
  }
  if (gain > 0) leaf.lower = gain;
  if (ended) leaf.upper = leaf.lower;
  return leaf;
}

bool possible(const Law::Vector& mu) {
  return std::ranges::any_of(mu, [](const Rational& p) { return p != 0; });
}

/// The leaves below an expanded one.
void expand(const Law& law, const Leaf& leaf, const Rational& factor, std::vector<Leaf>& leaves) {
  const auto first = law.visits(leaf.first), second = law.visits(leaf.second);
  for (std::size_t label = 0; label < law.labels().size(); ++label) {
    auto p = law.observe(first, label), q = law.observe(second, label);
    if (!possible(p) && !possible(q)) continue;
    const auto& seen = law.labels()[label];
    leaves.push_back(make_leaf(law, leaf.name + (leaf.name.empty() ? "" : " ") + to_string(seen), std::move(p),
                               std::move(q), seen.kind == RumorLabel::Kind::end, factor));
  }
}

}  // namespace

std::vector<std::size_t> read_transcript(const Law& law, const std::string& text) {
  std::vector<std::size_t> transcript;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    const auto found =
        std::ranges::find_if(law.labels(), [&](const RumorLabel& label) { return to_string(label) == word; });
    if (found == law.labels().end())
      throw Error(Errc::unknown, "read_transcript", fmt::format("'{}' cannot be observed", word));
    transcript.push_back(static_cast<std::size_t>(found - law.labels().begin()));
  }
  return transcript;
}

TranscriptTree transcript_tree(const Law& law, int i, int j, const Rational& factor, std::size_t expansions) {
  std::vector<Leaf> leaves;
  leaves.push_back(make_leaf(law, "", law.start(i), law.start(j), false, factor));
  TranscriptTree tree;
  for (std::size_t done = 0; done < expansions; ++done) {
    const auto widest = std::ranges::max_element(
        leaves, {}, [](const Leaf& leaf) -> Rational { return leaf.ended ? Rational(-1) : leaf.upper - leaf.lower; });
    if (widest == leaves.end() || (done > 0 && widest->upper == widest->lower)) break;
    const Leaf leaf = std::move(*widest);
    leaves.erase(widest);
    tree.expanded.push_back(leaf.name);
    expand(law, leaf, factor, leaves);
  }
  for (const auto& leaf : leaves) {
    tree.lower += leaf.lower;
    tree.upper += leaf.upper;
    if (leaf.lower > 0) tree.event.push_back(leaf.name);
  }
  return tree;
}

}  // namespace hearsay::accounting
