// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/io/detail/input_file.hpp>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <functional>
#include <memory>
#include <new>
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
  std::string start(4096, '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(in.gcount()));
  return start;
}

/// The bytes of an open file, block by block.
class Source {
 public:
  Source(const std::string& name, int descriptor) : name_(name), descriptor_(descriptor), block_(1 << 16) { fill(); }

  /// Those that were read and not taken; none at the end of the file.
  [[nodiscard]] std::string_view waiting() const { return {block_.data() + begin_, end_ - begin_}; }
  void take(std::size_t bytes) { begin_ += bytes; }

  /// Reads more. @return false at the end of the file. @throws Error(Errc::file).
  bool fill() {
    std::memmove(block_.data(), block_.data() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
    ssize_t got = -1;
    do got = ::read(descriptor_, block_.data() + end_, block_.size() - end_);
    while (got < 0 && errno == EINTR);
    if (got < 0) throw Error(Errc::file, name_, fmt::format("cannot be read: {}", std::strerror(errno)));
    end_ += static_cast<std::size_t>(got);
    return got > 0;
  }

  /// Whether what is waiting, with what may have to be read for that, begins so.
  [[nodiscard]] bool begins_with(std::string_view bytes) {
    while (waiting().size() < bytes.size() && fill()) {
    }
    return waiting().starts_with(bytes);
  }

 private:
  const std::string& name_;
  int descriptor_;
  std::vector<char> block_;
  std::size_t begin_ = 0, end_ = 0;
};

/// Unpacks what gzip made of one file, to its end.
/// @param keep  gets the bytes of it, block by block.
void unpack_member(const std::string& name, Source& in, const std::function<void(std::string_view)>& keep) {
  constexpr int gzip_header_and_largest_window = 16 + MAX_WBITS;
  const auto damaged = [&](const char* why) { return Error(Errc::file, name, fmt::format("is damaged: {}", why)); };
  z_stream stream{};
  if (inflateInit2(&stream, gzip_header_and_largest_window) != Z_OK) throw std::bad_alloc();
  const std::unique_ptr<z_stream, int (*)(z_stream*)> release(&stream, inflateEnd);
  std::vector<char> block(1 << 16);
  for (int state = Z_OK; state != Z_STREAM_END;) {
    if (in.waiting().empty() && !in.fill()) throw damaged("it ends too early");
    const auto waiting = in.waiting();
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(waiting.data()));
    stream.avail_in = static_cast<uInt>(waiting.size());
    stream.next_out = reinterpret_cast<Bytef*>(block.data());
    stream.avail_out = static_cast<uInt>(block.size());
    state = inflate(&stream, Z_NO_FLUSH);
    if (state != Z_OK && state != Z_STREAM_END) throw damaged(stream.msg == nullptr ? "no gzip data" : stream.msg);
    in.take(waiting.size() - stream.avail_in);
    keep({block.data(), block.size() - stream.avail_out});
  }
}

}  // namespace

Descriptor::~Descriptor() {
  if (number_ >= 0) ::close(number_);
}

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

bool InputFile::is_named(const std::string& ending) const {
  return name_.ends_with(ending) || name_.ends_with(ending + ".gz");
}

void InputFile::unpack(int source) {
  if (source < 0) cannot_be_opened(name_, errno);
  const Descriptor descriptor(source);
  memory_ = std::make_unique<const Descriptor>(memfd_create("graph", MFD_CLOEXEC));
  const int memory = memory_->number();
  if (memory < 0) throw Error(Errc::file, name_, fmt::format("cannot be unpacked: {}", std::strerror(errno)));
  Source in(name_, source);
  std::size_t total = 0;
  const auto keep = [&](std::string_view bytes) {
    total += bytes.size();
    if (total > most_unpacked) throw Error(Errc::too_large, name_, "unpacked, it has more than a gigabyte");
    if (::write(memory, bytes.data(), bytes.size()) != static_cast<ssize_t>(bytes.size()))
      throw Error(Errc::file, name_, fmt::format("cannot be unpacked: {}", std::strerror(errno)));
  };
  if (in.begins_with(gzip_magic)) {
    do {
      unpack_member(name_, in, keep);
    } while (in.begins_with(gzip_magic));
    if (!in.waiting().empty())
      throw Error(Errc::file, name_, "has more data after the gzip data; compress all of it, or nothing");
  } else {
    for (; !in.waiting().empty(); in.fill()) {
      keep(in.waiting());
      in.take(in.waiting().size());
    }
  }
  if (total == 0) throw Error(Errc::file, name_, "is empty");
  path_ = fmt::format("/proc/self/fd/{}", memory);
  beginning_ = first_bytes(name_, path_);
}

}  // namespace hearsay::graph
