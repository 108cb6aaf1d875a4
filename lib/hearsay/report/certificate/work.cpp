// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/work.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include <hearsay/linalg/fraction.hpp>

namespace hearsay::report {

namespace {

using boost::multiprecision::cpp_int;
using nlohmann::ordered_json;

double bits_of(const cpp_int& x) { return x == 0 ? 0.0 : static_cast<double>(msb(x)) + 1.0; }
double words_of(double bits) { return 1.0 + bits / 64.0; }

/// The least common denominator of the fractions in a value.
void add_denominators(const ordered_json& json, std::set<cpp_int>& denominators) {
  if (json.is_structured()) {
    for (const auto& value : json) add_denominators(value, denominators);
  } else if (json.is_string()) {
    const auto& text = json.get_ref<const std::string&>();
    const auto slash = text.find('/');
    if (slash != std::string::npos) denominators.insert(cpp_int(text.substr(slash + 1)));
  }
}
double common_bits(const std::vector<const ordered_json*>& values) {
  std::set<cpp_int> denominators;
  for (const auto* value : values) add_denominators(*value, denominators);
  cpp_int common = 1;
  for (const auto& denominator : denominators) common = lcm(common, denominator);
  return bits_of(common);
}

std::size_t fractions(const ordered_json& json) {
  if (!json.is_structured()) return json.is_string() ? 1 : 0;
  std::size_t count = 0;
  for (const auto& value : json) count += fractions(value);
  return count;
}

/// An index or count; the variables of an expression are texts.
double number(const ordered_json& instance, const char* key, double otherwise = 0.0) {
  const auto at = instance.find(key);
  return at != instance.end() && at->is_number() ? at->get<double>() : otherwise;
}

/// A gossip matrix as the checker has it: how many entries, and the bits of the denominator that they have in common.
struct Shape {
  double size = 0.0, bits = 1.0;
  std::vector<double> degrees;  ///< by node; of given weights, entries in a row
};

Shape shape_of_edges(const ordered_json& edges, std::size_t nodes, bool metropolis) {
  Shape shape{.degrees = std::vector<double>(nodes, 0.0)};
  for (const auto& edge : edges) {
    for (const auto& end : edge) ++shape.degrees[end.get<std::size_t>()];
  }
  std::set<int> shares;
  for (const auto& edge : edges) {
    const double most = std::max(shape.degrees[edge[0].get<std::size_t>()], shape.degrees[edge[1].get<std::size_t>()]);
    shares.insert(static_cast<int>(most) + (metropolis ? 1 : 0));
  }
  cpp_int common = 1;
  for (const int share : shares) common = lcm(common, cpp_int(share));
  shape.size = static_cast<double>(nodes) + 2.0 * static_cast<double>(edges.size());
  shape.bits = bits_of(common);
  return shape;
}

/// The largest of the rounds' matrices, each number on its own.
Shape shape_of(const ordered_json& instance) {
  const auto nodes = instance.at("nodes").get<std::size_t>();
  if (instance.contains("entries")) {
    const auto& entries = instance.at("entries");
    Shape shape{.size = static_cast<double>(entries.size()),
                .bits = common_bits({&entries}),
                .degrees = std::vector<double>(nodes, 0.0)};
    for (const auto& entry : entries) ++shape.degrees[entry[0].get<std::size_t>()];
    return shape;
  }
  const bool metropolis = instance.at("weights") == "metropolis";
  if (instance.contains("edges")) return shape_of_edges(instance.at("edges"), nodes, metropolis);
  Shape largest{.degrees = std::vector<double>(nodes, 0.0)};
  for (const auto& edges : instance.at("rounds")) {
    const auto shape = shape_of_edges(edges, nodes, metropolis);
    largest.size = std::max(largest.size, shape.size);
    largest.bits = std::max(largest.bits, shape.bits);
    for (std::size_t v = 0; v < nodes; ++v) largest.degrees[v] = std::max(largest.degrees[v], shape.degrees[v]);
  }
  return largest;
}

/// Products of a matrix and a vector.
class Products {
 public:
  Products(Shape shape, const ordered_json& evidence) : shape_(std::move(shape)) {
    if (evidence.contains("bits")) rounded_ = evidence.at("bits").get<double>() + 1.0;
  }
  /// `count` of them one after the other, from a unit of `bits`.
  [[nodiscard]] double chain(double count, double bits) const {
    if (rounded_ > 0.0) return count * shape_.size * words_of(rounded_);
    return count * shape_.size * words_of(bits + count / 2.0 * shape_.bits);
  }
  /// Backwards and forwards through all steps, for a test and what it is a test of.
  [[nodiscard]] double passes(double steps, const std::vector<const ordered_json*>& numbers) const {
    const double bits = rounded_ > 0.0 ? rounded_ : common_bits(numbers);
    std::size_t count = 0;
    for (const auto* value : numbers) count += fractions(*value);
    return chain(2.0 * steps, bits) + static_cast<double>(count) * words_of(bits);
  }
  /// Equation (6) of what the observers are sent, two chains a message; with a walk of as many steps.
  [[nodiscard]] double published(double steps, const ordered_json& observers) const {
    double senders = 0.0;
    for (const auto& o : observers) senders += shape_.degrees[o.get<std::size_t>()];
    senders = std::min(senders, static_cast<double>(shape_.degrees.size()));
    return (2.0 * senders * steps + 1.0) * chain(steps, rounded_);
  }
  [[nodiscard]] double rounded_words() const { return words_of(rounded_); }

 private:
  Shape shape_;
  double rounded_ = 0.0;  ///< bits of a unit, if numbers are rounded
};

/// Those of a sender to the observers, each step.
double messages_of(const Certificate& c) {
  const auto shape = shape_of(c.instance);
  std::set<std::size_t> senders;
  const std::set<std::size_t> observers = c.instance.at("observers").get<std::set<std::size_t>>();
  for (const auto& edge : c.instance.at("edges")) {
    const auto u = edge[0].get<std::size_t>(), v = edge[1].get<std::size_t>();
    if (observers.contains(u) && !observers.contains(v)) senders.insert(v);
    if (observers.contains(v) && !observers.contains(u)) senders.insert(u);
  }
  return static_cast<double>(senders.size()) * number(c.instance, "steps");
}

double view_work(const Certificate& c) {
  const auto& i = c.instance;
  const double nodes = number(i, "nodes"),
               steps = i.contains("steps") ? number(i, "steps") : static_cast<double>(i.at("rounds").size());
  const Products products(shape_of(i), c.evidence);
  double work = nodes * (i.contains("rounds") ? steps : 1.0);
  if (c.evidence.contains("combinations")) {
    for (const auto& combination : c.evidence.at("combinations")) work += products.passes(steps, {&combination});
  }
  if (c.evidence.contains("gram_lower")) {
    const double messages = messages_of(c);
    work += products.chain(2.0 * messages, 0.0) + std::pow(messages, 3) * products.rounded_words();
  }
  if (c.evidence.contains("gap")) work += std::pow(nodes, 4);
  if (c.claim || c.quantity == "eq6_sum") work += 3.0 * products.published(steps, i.at("observers"));
  return work;
}

double stream_work(const Certificate& c) {
  const double rounds = number(c.instance, "rounds"), steps = rounds * number(c.instance, "steps_per_round", 1.0);
  const Products products(shape_of(c.instance), c.evidence);
  double work = number(c.instance, "nodes");
  for (const char* key : {"lower", "upper", "constant"}) {
    if (!c.evidence.contains(key)) continue;
    const auto& part = c.evidence.at(key);
    if (part.contains("terms")) work += products.passes(steps, {&part});
    if (!part.contains("columns")) continue;
    for (const auto& column : part.at("columns")) work += products.passes(steps, {&column});
  }
  if (c.claim) work += products.published(steps, c.instance.at("observers"));
  return work;
}

double rate_work(const Certificate& c) {
  const auto& adjoint = c.evidence.at("adjoint");
  const double bits = common_bits({&adjoint});
  return number(c.instance, "nodes") + static_cast<double>(adjoint.size()) * shape_of(c.instance).size * words_of(bits);
}

/// Blocks of hidden states, and the laws after each message of each transcript from each source.
double rumor_work(const Certificate& c) {
  const double nodes = number(c.instance, "nodes"), honest = nodes - number(c.instance, "curious");
  const bool ends = c.instance.at("transcript") == "terminated", delayed = c.instance.at("delayed_start") != false;
  const double late = delayed ? nodes + 2.0 : 1.0, states = std::pow(ends ? 3.0 : 2.0, nodes) * late;
  const double sources = c.quantity == "delta" ? 2.0
                         : c.quantity == "map" ? static_cast<double>(c.instance.at("suspects").size())
                                               : honest;
  double laws = 0.0;
  const auto words = [](const ordered_json& transcript) {
    const auto& text = transcript.get_ref<const std::string&>();
    return text.empty() ? 0.0 : 1.0 + static_cast<double>(std::ranges::count(text, ' '));
  };
  if (c.evidence.contains("expanded")) laws += static_cast<double>(c.evidence.at("expanded").size());
  if (c.evidence.contains("transcript")) laws += words(c.evidence.at("transcript"));
  if (c.evidence.contains("event")) {
    for (const auto& transcript : c.evidence.at("event")) laws += words(transcript);
  }
  return late * std::pow(ends ? 17.0 : 16.0, nodes) + 1000.0 * states * sources * laws;
}

double ring_work(const Certificate& c) { return 100.0 * number(c.instance, "users") * number(c.instance, "rounds"); }

double walk_work(const Certificate& c) {
  const double users = number(c.instance, "users"), steps = number(c.instance, "steps"),
               words = words_of(steps * (std::floor(std::log2(users)) + 1.0));
  if (c.quantity == "visits") {
    const double least = std::min(number(c.instance, "at_least"), steps + 1.0);
    return 20.0 * (least + 1.0) * std::pow(least + 10.0 + words, 2);
  }
  if (c.quantity == "spotted") return steps * std::pow(number(c.instance, "contributions") + 1.0, 2) * words;
  if (c.quantity == "contributions") {
    const auto slack = linalg::parse_fraction(c.instance.at("delta_hat").get<std::string>());
    const double mean = steps / users,
                 least = mean + std::sqrt(3.0 * mean * -std::log(linalg::to_double(*slack))) + 2.0;
    return 10.0 * steps * std::min(least, steps);
  }
  return 0.0;
}

double spectrum_work(const Certificate& c) {
  if (c.quantity == "descent") return 0.0;
  const double nodes = number(c.instance, "nodes"), steps = number(c.instance, "steps"),
               edges = static_cast<double>(c.instance.at("edges").size());
  return std::pow(nodes, 4) +
         steps * nodes * nodes * (1.0 + steps) * (c.quantity == "randomized_error" ? 30.0 * edges : 1.0);
}

double linear_work(const Certificate& c) {
  if (!c.instance.contains("noise")) return 0.0;
  const auto &signal = c.instance.at("signal"), &noise = c.instance.at("noise");
  const double entries = static_cast<double>(signal.size() + 2 * noise.size());
  return entries * words_of(common_bits({&signal, &noise, &c.instance.at("direction"), &c.evidence}));
}

double sample_work(const Certificate& c) {
  const double nodes = number(c.instance, "nodes");
  return 10.0 * nodes * (nodes - 1.0) * number(c.instance, "graphs");
}

/// Of kinds whose work has a limit of its own.
double no_work(const Certificate& certificate) {
  (void)certificate;
  return 0.0;
}

/// The longest text of a value.
std::size_t longest(const ordered_json& json) {
  if (json.is_string()) return json.get_ref<const std::string&>().size();
  std::size_t most = 0;
  if (json.is_structured()) {
    for (const auto& value : json) most = std::max(most, longest(value));
  }
  return most;
}

}  // namespace

double checker_work(const Certificate& certificate) {
  static const std::map<std::string, double (*)(const Certificate&), std::less<>> kinds = {
      {"view", view_work},     {"stream", stream_work}, {"rate", rate_work},     {"rumor", rumor_work},
      {"ring", ring_work},     {"walk", walk_work},     {"sample", sample_work}, {"spectrum", spectrum_work},
      {"linear", linear_work}, {"expression", no_work}};
  return kinds.at(certificate.kind)(certificate);
}

std::string beyond_checker(const Certificate& c) {
  const auto longest_number =
      std::max({longest(c.instance), longest(c.evidence), c.proves.lower.size(), c.proves.upper.size()});
  if (longest_number > limits::rational_characters)
    return fmt::format("a number of it has more than {} characters", limits::rational_characters);
  if (number(c.instance, "nodes") > limits::nodes) return fmt::format("it has more than {} nodes", limits::nodes);
  if (number(c.instance, "steps") > limits::steps) return fmt::format("it has more than {} steps", limits::steps);
  if (checker_work(c) > limits::work) return fmt::format("it takes more than {} products of words", limits::work);
  return {};
}

std::vector<std::string> keep_judged(std::vector<Certificate>& certificates, double most) {
  std::map<std::string, std::size_t> left_out;
  double left = most;
  std::vector<Certificate> kept;
  for (auto& certificate : certificates) {
    auto why = beyond_checker(certificate);
    const double work = why.empty() ? checker_work(certificate) : 0.0;
    if (why.empty() && work > left) why = fmt::format("with the others it takes more than {} products of words", most);
    if (why.empty()) {
      left -= work;
      kept.push_back(std::move(certificate));
    } else {
      ++left_out[why];
    }
  }
  const auto all = certificates.size();
  certificates = std::move(kept);
  std::vector<std::string> sentences;
  for (const auto& [why, count] : left_out)
    sentences.push_back(
        fmt::format("{} of {} proofs are beyond check_certificates.py and left out: {}", count, all, why));
  return sentences;
}

}  // namespace hearsay::report
