// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/detail/input_file.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <memory>
#include <string_view>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>

namespace hearsay::graph {

namespace {

constexpr std::string_view gzip_magic = "\x1f\x8b";
constexpr std::size_t most_unpacked = std::size_t{1} << 30;

[[noreturn]] void cannot_be_opened(const std::string& name, int why) {
  throw Error(
      Errc::file, name,
      fmt::format("cannot be opened: {}{}", std::strerror(why), did_you_mean(why == ENOENT ? nearest_file(name) : "")));
}

void require_regular(const std::string& name) {
  struct stat status {};
  if (::stat(name.c_str(), &status) != 0) cannot_be_opened(name, errno);
  if (S_ISDIR(status.st_mode)) throw Error(Errc::file, name, "is a directory, not a graph file");
  if (!S_ISREG(status.st_mode)) throw Error(Errc::file, name, "is not a regular file");
  if (status.st_size == 0) throw Error(Errc::file, name, "is empty");
}

std::string first_bytes(const std::string& name, const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) cannot_be_opened(name, errno);
  std::string start(64, '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(in.gcount()));
  return start;
}

}  // namespace

InputFile::InputFile(std::string name) : name_(std::move(name)), path_(name_) {
  if (name_ == standard_input) {
    name_ = "standard input";
    unpack(::dup(STDIN_FILENO));
    return;
  }
  require_regular(name_);
  beginning_ = first_bytes(name_, path_);
  if (beginning_.starts_with(gzip_magic)) unpack(::open(path_.c_str(), O_RDONLY | O_CLOEXEC));
}

InputFile::~InputFile() {
  if (memory_ >= 0) ::close(memory_);
}

bool InputFile::is_named(const std::string& ending) const {
  return name_.ends_with(ending) || name_.ends_with(ending + ".gz");
}

void InputFile::unpack(int source) {
  if (source < 0) cannot_be_opened(name_, errno);
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> in(gzdopen(source, "rb"), gzclose);
  if (!in) {
    ::close(source);
    throw Error(Errc::file, name_, "cannot be unpacked");
  }
  memory_ = memfd_create("graph", MFD_CLOEXEC);
  if (memory_ < 0) throw Error(Errc::file, name_, fmt::format("cannot be unpacked: {}", std::strerror(errno)));
  std::vector<char> block(1 << 16);
  std::size_t total = 0;
  int read = 0;
  while ((read = gzread(in.get(), block.data(), static_cast<unsigned>(block.size()))) > 0) {
    const auto size = static_cast<std::size_t>(read);
    total += size;
    if (total > most_unpacked) throw Error(Errc::too_large, name_, "unpacked, it has more than a gigabyte");
    if (::write(memory_, block.data(), size) != read)
      throw Error(Errc::file, name_, fmt::format("cannot be unpacked: {}", std::strerror(errno)));
  }
  int state = Z_OK;
  std::string_view why = gzerror(in.get(), &state);
  why.remove_prefix(why.starts_with('<') ? std::min(why.find(' ') + 1, why.size()) : 0);  // the descriptor's number
  if (read < 0 || (state != Z_OK && state != Z_STREAM_END))
    throw Error(Errc::file, name_, state == Z_ERRNO ? "cannot be read" : fmt::format("is damaged: {}", why));
  if (total == 0) throw Error(Errc::file, name_, "is empty");
  path_ = fmt::format("/proc/self/fd/{}", memory_);
  beginning_ = first_bytes(name_, path_);
}

}  // namespace hearsay::graph
