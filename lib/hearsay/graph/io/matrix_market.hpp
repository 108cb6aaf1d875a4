// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace hearsay::graph {

class InputFile;

/// A Matrix Market file (Boisvert, Pozo, Remington: The Matrix Market exchange formats, 1996), entry by entry. What an
/// entry's number means is decided by the caller, which gets its text. Reading holds one line in memory.
class MatrixMarket {
 public:
  /// Which headers the caller can use: `pattern` only coordinates (a header of numbers is read, without its entries,
  /// for the caller to refuse); `numbers` coordinates and arrays of real or integer numbers.
  enum class Content { pattern, numbers };

  struct Entry {
    std::int64_t row = 0, column = 0;  ///< from 0
    std::string_view value;            ///< until the next call; empty in a pattern
  };

  /// Reads the header. @throws Error(Errc::syntax) if it is another; as InputFile.
  MatrixMarket(const InputFile& file, Content content);
  MatrixMarket(const std::string& path, Content content);
  ~MatrixMarket();
  MatrixMarket(const MatrixMarket&) = delete;
  MatrixMarket& operator=(const MatrixMarket&) = delete;

  [[nodiscard]] const std::string& field() const;  ///< pattern, real or integer
  [[nodiscard]] bool symmetric() const;            ///< entries (i, j) with i > j also stand for (j, i)

  /// Reads the size line; `entries` are those that the file announces, or that an array has.
  /// @throws Error(Errc::syntax) if it is none, or has a negative number; Error(Errc::too_large) for an array of more
  /// than 10^8 entries. How much of the rest is too much is the caller's to say.
  struct Size {
    std::int64_t rows = 0, columns = 0, entries = 0;
  };
  [[nodiscard]] Size size();

  /// The next entry, after size(); false after the last. Those of a symmetric array are of its lower triangle.
  /// @throws Error(Errc::syntax) with the line for what is no entry, is outside the matrix, or for more or fewer than
  /// announced.
  [[nodiscard]] bool next(Entry& entry);

  /// Refuses the line that was read last. @throws Error(Errc::syntax) always.
  [[noreturn]] void refuse(std::string_view message) const;
  [[nodiscard]] const std::string& name() const;  ///< the file's, for errors
  [[nodiscard]] std::size_t line() const;
  [[nodiscard]] std::size_t comments() const;  ///< lines, so far

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hearsay::graph
