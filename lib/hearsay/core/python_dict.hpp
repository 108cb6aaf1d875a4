// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hearsay {

/// A key of a Python dictionary and the text of its value, as it stands there, without blanks around it.
struct PythonItem {
  std::string key;
  std::string_view value;
};

/// The items of a dictionary as Python writes one, keys being texts without escapes: {'weight': 0.5, 'tags': ['a',
/// 'b']}. Networkx ends the lines of its edge lists so, NumPy describes its arrays so. Values may hold brackets and
/// texts.
/// @return nothing for other text, and for a key that stands there twice.
[[nodiscard]] std::optional<std::vector<PythonItem>> parse_python_dict(std::string_view text);

}  // namespace hearsay
