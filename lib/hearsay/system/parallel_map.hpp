// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/system/execution.hpp>
#include <hearsay/system/parallel.hpp>
#include <hearsay/system/ranks.hpp>

namespace hearsay {

/// Appends a value's bytes; for use between processes of the same program.
template <class T>
  requires std::is_trivially_copyable_v<T>
void pack(std::string& out, const T& value) {
  out.append(reinterpret_cast<const char*>(&value), sizeof value);
}
inline void pack(std::string& out, const std::string& text) {
  pack(out, text.size());
  out += text;
}
template <class T>
void pack(std::string& out, const std::vector<T>& values) {
  pack(out, values.size());
  for (const auto& value : values) pack(out, value);
}

/// Takes a value from the front of `in`. @pre written by pack().
template <class T>
  requires std::is_trivially_copyable_v<T>
void unpack(std::string_view& in, T& value) {
  std::memcpy(&value, in.data(), sizeof value);
  in.remove_prefix(sizeof value);
}
inline void unpack(std::string_view& in, std::string& text) {
  std::size_t size = 0;
  unpack(in, size);
  text = in.substr(0, size);
  in.remove_prefix(size);
}
template <class T>
void unpack(std::string_view& in, std::vector<T>& values) {
  std::size_t size = 0;
  unpack(in, size);
  values.resize(size);
  for (auto& value : values) unpack(in, value);
}

/// {body(0), ..., body(count - 1)}, computed by all processes of the run (ranks::share) on `execution.jobs` threads
/// each (parallel_for). The result depends on neither. T is trivially copyable, a string, a vector of such, or has
/// pack() and unpack() in its namespace.
///
/// A caller that gives `execution.stop` can use fewer: once it says true no further item starts, or when a process is
/// lost, the result is the items before the first that is not finished. @throws Interrupted if that is none.
template <class T>
[[nodiscard]] std::vector<T> parallel_map(std::size_t count, const Execution& execution, std::string_view what,
                                          const std::function<T(std::size_t)>& body) {
  std::vector<T> results(count);
  std::vector<char> finished(count, 0);
  if (ranks::alone()) {
    parallel_for(count, execution.unstopped(), what, [&](std::size_t i) {
      if (execution.stop && execution.stop()) return;
      results[i] = body(i);
      finished[i] = 1;
    });
  } else {
    // Blocks keep messages few; some a process, so that none waits long for another.
    const std::size_t block = std::max<std::size_t>(1, count / (64 * static_cast<std::size_t>(ranks::count())));
    const std::size_t blocks = (count + block - 1) / block;
    const auto packed = ranks::share(
        blocks, execution, what,
        [&](std::size_t b) {
          std::string bytes;
          for (std::size_t i = b * block; i < std::min(count, (b + 1) * block); ++i) pack(bytes, body(i));
          return bytes;
        },
        static_cast<bool>(execution.stop));
    for (std::size_t b = 0; b < blocks; ++b) {
      const auto& bytes = packed[b];
      if (!bytes) continue;
      std::string_view rest = *bytes;
      for (std::size_t i = b * block; i < std::min(count, (b + 1) * block); ++i) {
        unpack(rest, results[i]);
        finished[i] = 1;
      }
    }
  }
  results.resize(static_cast<std::size_t>(std::ranges::find(finished, 0) - finished.begin()));
  if (results.empty() && count > 0) throw Interrupted();
  return results;
}

}  // namespace hearsay
