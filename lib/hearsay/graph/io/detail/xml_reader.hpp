// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <hearsay/graph/io/detail/input_file.hpp>

namespace hearsay::graph {

/// The elements of an XML file, one after the other (libxml2). Nothing but the file itself is read, and entities of the
/// file's own are refused: they may stand for anything.
class XmlReader {
 public:
  /// @throws Error(Errc::file) if the file cannot be opened.
  explicit XmlReader(const InputFile& file);
  ~XmlReader();
  XmlReader(const XmlReader&) = delete;
  XmlReader& operator=(const XmlReader&) = delete;

  /// Goes on to the next element, or to the end of one that holds others. @return false at the end of the file.
  /// @throws Error(Errc::syntax) with the line for what is no XML.
  bool next();
  [[nodiscard]] bool ends() const;         ///< whether this is the end of an element
  [[nodiscard]] bool has_content() const;  ///< whether an end of this element will come
  [[nodiscard]] std::string name() const;  ///< of the element, without a namespace's prefix
  [[nodiscard]] std::size_t line() const;
  [[nodiscard]] std::optional<std::string> attribute(const char* key) const;
  /// The text of this element, and of those in it. Goes on behind it.
  std::string take_text();
  /// Goes on behind this element.
  void skip();
  /// @throws Error(Errc::syntax) always, with the line.
  [[noreturn]] void refuse(std::string_view message) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace hearsay::graph
