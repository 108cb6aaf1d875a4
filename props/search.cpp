#include "props/search.hpp"

namespace hearsay::props {

rc::Random search_random(random::Seed seed, std::string_view claim_id) {
  std::uint32_t hash = 2166136261u;  // FNV-1a: the claim's address
  for (const char c : claim_id) hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  random::Stream stream(seed, random::Purpose::search, 0, hash);
  return rc::Random(stream.word64());
}

}  // namespace hearsay::props
