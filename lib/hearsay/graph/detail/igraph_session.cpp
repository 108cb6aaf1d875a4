// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/graph/detail/igraph_session.hpp>

#include <igraph.h>

#include <mutex>
#include <string>

#include <hearsay/core/error.hpp>

namespace hearsay::graph {
namespace {

std::string last_message, first_warning;  // guarded by the session's mutex

void remember_error(const char* reason, const char*, int, igraph_error_t) {
  last_message = reason;
  IGRAPH_FINALLY_FREE();
}

void remember_warning(const char* reason, const char*, int) {
  if (first_warning.empty()) first_warning = reason;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

[[noreturn]] void throw_fatal(const char* reason, const char* file, int line) {
  throw std::logic_error(fmt::format("igraph {}:{}: {}", file, line, reason));
}

igraph_uint_t next_word(void* stream) { return static_cast<random::Stream*>(stream)->word(); }
igraph_error_t refuse_seed(void*, igraph_uint_t) { return IGRAPH_UNIMPLEMENTED; }

const igraph_rng_type_t stream_generator = {.name = "hearsay stream",
                                            .bits = 32,
                                            .init = nullptr,
                                            .destroy = nullptr,
                                            .seed = refuse_seed,
                                            .get = next_word,
                                            .get_int = nullptr,
                                            .get_real = nullptr,
                                            .get_norm = nullptr,
                                            .get_geom = nullptr,
                                            .get_binom = nullptr,
                                            .get_exp = nullptr,
                                            .get_gamma = nullptr,
                                            .get_pois = nullptr};

/// Installs the handlers and the generator; puts the previous ones back when it dies.
class Handlers {
 public:
  explicit Handlers(random::Stream* draws)
      : generator_{&stream_generator, draws, true},
        error_(igraph_set_error_handler(remember_error)),
        warning_(igraph_set_warning_handler(remember_warning)),
        fatal_(igraph_set_fatal_handler(throw_fatal)),
        default_generator_(igraph_rng_default()) {
    if (draws != nullptr) igraph_rng_set_default(&generator_);
  }
  Handlers(const Handlers&) = delete;
  Handlers& operator=(const Handlers&) = delete;
  ~Handlers() {
    igraph_rng_set_default(default_generator_);
    igraph_set_fatal_handler(fatal_);
    igraph_set_warning_handler(warning_);
    igraph_set_error_handler(error_);
  }

 private:
  igraph_rng_t generator_;
  igraph_error_handler_t* error_;
  igraph_warning_handler_t* warning_;
  igraph_fatal_handler_t* fatal_;
  igraph_rng_t* default_generator_;
};

}  // namespace

void igraph_session(std::string_view where, random::Stream* draws, const std::function<int()>& body) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  last_message.clear();
  first_warning.clear();
  const Handlers handlers(draws);
  const int code = body();
  if (code == IGRAPH_SUCCESS && first_warning.empty()) return;
  if (code == IGRAPH_ENOMEM) throw Error(Errc::too_large, where, "not enough memory");
  if (code == IGRAPH_SUCCESS) throw Error(Errc::domain, where, first_line(first_warning));
  throw Error(code == IGRAPH_PARSEERROR ? Errc::syntax : Errc::domain, where, first_line(last_message));
}

}  // namespace hearsay::graph
