// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <string>

namespace hearsay::graph {

/// Closes an open file.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor();

  [[nodiscard]] int number() const { return number_; }  ///< negative: none

 private:
  int number_;
};

/// What a reader opens: a regular file; what gzip made of one, unpacked into memory; or, named "-", what standard input
/// holds, packed or not.
class InputFile {
 public:
  /// @throws Error(Errc::file) for what is none of them, cannot be opened, is empty, or is packed and damaged;
  /// Error(Errc::too_large) for what needs more than a gigabyte once it is unpacked.
  explicit InputFile(std::string name);
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;

  /// As the user gave it, for errors; standard input has a name of its own.
  [[nodiscard]] const std::string& name() const { return name_; }
  /// What to open.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// The first bytes, of which there is one at least.
  [[nodiscard]] const std::string& beginning() const { return beginning_; }
  /// Whether the name, less ".gz", ends so.
  [[nodiscard]] bool is_named(const std::string& ending) const;

 private:
  /// Copies what `source`, an open file, holds into memory, unpacked if it is packed. Takes `source` over.
  void unpack(int source);

  std::string name_, path_, beginning_;
  std::unique_ptr<const Descriptor> memory_;  ///< of the copy
};

/// What names standard input where a file is asked for.
inline constexpr const char* standard_input = "-";

}  // namespace hearsay::graph
