// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include <hearsay/core/error.hpp>

namespace hearsay::empirical {

/// A JSON object of a file, read strictly: a key that is unknown, missing or of another type is an error that names
/// file and place. It refers to the JSON that it was made from.
class JsonObject {
 public:
  using Json = nlohmann::ordered_json;

  /// @param place  where in the file it stands, e.g. "picture.panels[0]"; empty for the whole.
  /// @throws Error(Errc::syntax) if it is no object; Error(Errc::unknown) if it has a key that is not among `known`.
  JsonObject(const Json& json, std::string file, std::string place, const std::vector<std::string>& known);

  [[nodiscard]] bool has(const std::string& key) const { return json_->contains(key); }
  /// @throws Error(Errc::syntax) if it is missing.
  [[nodiscard]] const Json& json(const std::string& key) const;
  /// @throws Error(Errc::syntax) if it is missing or no T.
  template <class T>
  [[nodiscard]] T get(const std::string& key) const {
    try {
      return json(key).get<T>();
    } catch (const Json::exception& error) {
      throw Error(Errc::syntax, file_, place(key) + ": " + error.what());
    }
  }
  /// The same, `fallback` if it is missing.
  template <class T>
  [[nodiscard]] T get_or(const std::string& key, T fallback) const {
    return has(key) ? get<T>(key) : fallback;
  }
  /// The object at `key`; that of an empty one if it is missing. @throws as the constructor.
  [[nodiscard]] JsonObject object(const std::string& key, const std::vector<std::string>& known) const;
  /// The objects of the list at `key`; none if it is missing. @throws as the constructor.
  [[nodiscard]] std::vector<JsonObject> objects(const std::string& key, const std::vector<std::string>& known) const;

  /// "'color' is no CURVE; known are ..." of the text at `key`. @return it. @throws Error(Errc::unknown) unless it is
  /// among `known`.
  std::string one_of(const std::string& key, const std::string& value, std::string_view what,
                     const std::vector<std::string>& known) const;
  /// "picture.panels[0].title"
  [[nodiscard]] std::string place(const std::string& key) const { return place_.empty() ? key : place_ + "." + key; }
  [[nodiscard]] const std::string& file() const noexcept { return file_; }

 private:
  const Json* json_;
  std::string file_, place_;
};

}  // namespace hearsay::empirical
