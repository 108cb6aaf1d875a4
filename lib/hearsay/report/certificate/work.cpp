// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/report/certificate/work.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include <hearsay/exact/fraction.hpp>
#include <hearsay/report/certificate/rumor_work.hpp>

namespace hearsay::report {

namespace {

using exact::Integer;
using nlohmann::ordered_json;

double bits_of(const Integer& x) { return x == 0 ? 0.0 : static_cast<double>(msb(x)) + 1.0; }
double words_of(double bits) { return 1.0 + bits / 64.0; }

/// The least common denominator of the fractions in a value.
void add_denominators(const ordered_json& json, std::set<Integer>& denominators) {
  if (json.is_structured()) {
    for (const auto& value : json) add_denominators(value, denominators);
  } else if (json.is_string()) {
    const auto& text = json.get_ref<const std::string&>();
    const auto slash = text.find('/');
    if (slash != std::string::npos) denominators.insert(Integer(text.substr(slash + 1)));
  }
}
double common_bits(const std::vector<const ordered_json*>& values) {
  std::set<Integer> denominators;
  for (const auto* value : values) add_denominators(*value, denominators);
  Integer common = 1;
  for (const auto& denominator : denominators) common = lcm(common, denominator);
  return bits_of(common);
}

std::size_t fractions(const ordered_json& json) {
  if (!json.is_structured()) return json.is_string() ? 1 : 0;
  std::size_t count = 0;
  for (const auto& value : json) count += fractions(value);
  return count;
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

/// An index or count; the variables of an expression are texts.
double number(const ordered_json& instance, const char* key, double otherwise = 0.0) {
  const auto at = instance.find(key);
  return at != instance.end() && at->is_number() ? at->get<double>() : otherwise;
}

/// A gossip matrix as the checker has it: how many entries, and the bits of the denominator that they have in common.
struct Shape {
  double size = 0.0, bits = 1.0;
  double growth = 0.0;          ///< bits by which a product may lengthen what is multiplied, of given weights
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
  Integer common = 1;
  for (const int share : shares) common = lcm(common, Integer(share));
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
    std::vector<double> rows(nodes, 0.0), columns(nodes, 0.0);
    for (const auto& entry : entries) {
      ++shape.degrees[entry[0].get<std::size_t>()];
      const double size = std::abs(exact::to_double(*exact::parse_fraction(entry[2].get_ref<const std::string&>())));
      rows[entry[0].get<std::size_t>()] += size, columns[entry[1].get<std::size_t>()] += size;
    }
    shape.growth = std::log2(1.0 + std::max(std::ranges::max(rows), std::ranges::max(columns)));
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

/// The price of operations on numbers of so many bits together: the square of their words.
double toll(double bits) { return std::pow(std::floor(bits / 64.0), 2); }

/// Whole numbers in a unit: what products of a matrix and a vector, squares and sums of them take.
class Passes {
 public:
  /// @param steps  products from one end to the other.
  Passes(const ordered_json& instance, const ordered_json& evidence, double steps)
      : shape_(shape_of(instance)), steps_(steps), given_(instance.contains("entries")) {
    if (evidence.contains("bits")) rounded_ = evidence.at("bits").get<double>() + 1.0;
  }
  [[nodiscard]] double nodes() const { return static_cast<double>(shape_.degrees.size()); }
  [[nodiscard]] double rounded() const { return rounded_; }
  /// Of the denominator that entries of the matrices have in common.
  [[nodiscard]] double bits() const { return shape_.bits; }

  /// What making the matrices takes, of each round's if they differ.
  [[nodiscard]] double preparation(double matrices) const {
    return 2.0 * matrices * (shape_.size + 2.0 * nodes()) * toll(2.0 * shape_.bits + 4.0);
  }
  /// `count` products one after the other, from a unit of `bits`, of numbers that are `more` bits longer.
  [[nodiscard]] double chain(double count, double bits, double more) const {
    const double entry = std::floor((shape_.bits + 1.0) / 64.0), size = shape_.size * (1.0 + 2.0 * entry);
    if (rounded_ > 0.0) return count * size * (1.0 + std::floor((rounded_ + more + 2.0) / 64.0));
    const double mean = bits + more + 2.0 + count / 2.0 * (shape_.bits + (given_ ? shape_.growth : 0.0));
    return count * (size + nodes() * entry) * words_of(mean);
  }
  /// A test by the weights of `numbers`, and what is left of what it is a test of: adjoint, forwards, and squares.
  /// @param rounds  with noise of their own.
  [[nodiscard]] double test(const std::vector<const ordered_json*>& numbers, double rounds) const {
    std::set<Integer> denominators;
    double sum = 1.0, longest_bits = 0.0;
    std::size_t count = 0;
    for (const auto* value : numbers) {
      add_denominators(*value, denominators);
      count += fractions(*value);
      add_sizes(*value, sum, longest_bits);
    }
    const double unit = rounded_ > 0.0 ? rounded_ : common_bits(numbers), more = std::log2(sum) + 2.0;
    const double last =
        rounded_ > 0.0 ? rounded_ : unit + 2.0 * steps_ * (shape_.bits + (given_ ? shape_.growth : 0.0));
    const double long_words = 1.0 + std::pow(std::floor((last + more + 2.0) / 64.0), 2);
    double work = chain(2.0 * steps_, unit, more);
    if (rounded_ == 0.0) work += static_cast<double>(denominators.size()) * toll(unit + longest_bits + 4.0);
    work += rounds * nodes() * long_words + steps_ * nodes() * long_words;                // squares of lengths
    work += steps_ * toll(8.0 * (last + more));                                           // their sum
    return work + static_cast<double>(count) * toll(4.0 * (unit + longest_bits) + more);  // of the squares of weights
  }
  /// Equation (6) of each of `targets`, two chains a message, and a walk of as many steps.
  [[nodiscard]] double published(const ordered_json& observers, double targets) const {
    double senders = 0.0;
    for (const auto& o : observers) senders += shape_.degrees[o.get<std::size_t>()];
    senders = std::min(senders, nodes());
    const double messages = senders * steps_, last = rounded_ > 0.0 ? rounded_ : steps_ * shape_.bits + 1.0;
    const double square = 1.0 + std::pow(std::floor((last + 2.0) / 64.0), 2), sums = 4.0 * (messages + 2.0) * last;
    return (2.0 * messages + 1.0) * chain(steps_, rounded_, 1.0) + messages * (nodes() + targets) * square +
           (messages + steps_ + 1.0) * targets * toll(8.0 * last + sums);
  }

 private:
  /// The sum of the sizes of the numbers, and the bits of the longest.
  static void add_sizes(const ordered_json& json, double& sum, double& most) {
    if (json.is_structured()) {
      for (const auto& value : json) add_sizes(value, sum, most);
    } else if (const auto x = json.is_string() ? exact::parse_fraction(json.get_ref<const std::string&>())
                                               : std::optional<exact::Rational>()) {
      sum += std::abs(exact::to_double(*x));
      most = std::max(most, bits_of(abs(numerator(*x))) + bits_of(denominator(*x)));
    }
  }

  Shape shape_;
  double steps_ = 0.0;
  bool given_ = false;
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

/// (1 - gap) I -+ (W - J) >= 0 by pivots, the k-th as long as k entries.
double gap_work(double nodes, double bits) {
  return 4.0 *
         (std::pow(nodes, 3) + std::pow(bits / 64.0, 2) * std::pow(nodes, 5) / 30.0 + nodes * nodes * toll(2.0 * bits));
}

double view_work(const Certificate& c) {
  const auto& i = c.instance;
  const double steps = i.contains("steps") ? number(i, "steps") : static_cast<double>(i.at("rounds").size());
  const Passes passes(i, c.evidence, steps);
  const double matrices = i.contains("rounds") ? steps : 1.0, nodes = passes.nodes();
  double work = matrices * nodes + passes.preparation(matrices);
  if (c.evidence.contains("combinations")) {
    for (const auto& combination : c.evidence.at("combinations")) work += passes.test({&combination}, 1.0);
  }
  if (c.quantity != "loss") work += 2.0 * nodes * toll(static_cast<double>(c.proves.lower.size()) * 8.0 * nodes);
  if (c.evidence.contains("gram_lower")) {
    const double messages = messages_of(c), words = std::floor(passes.rounded() / 64.0);
    work += passes.chain(2.0 * messages, 0.0, 1.0) + std::pow(messages, 3) * (1.0 + std::floor(words * words / 16.0));
  }
  if (c.evidence.contains("gap"))
    work += gap_work(nodes, common_bits({&c.evidence.at("gap")}) + shape_of(i).bits + 10.0);
  if (c.claim || c.quantity == "eq6_sum") {
    const double targets = c.quantity != "loss"  ? nodes
                           : i.contains("group") ? static_cast<double>(i.at("group").size())
                                                 : 1.0;
    work += 3.0 * passes.published(i.at("observers"), targets);
  }
  return work;
}

/// Whether a diagonal is above the matrix that columns make, every entry of which is a sum of products of blocks.
double matrix_work(const Passes& passes, const ordered_json& upper, double rounds, double steps) {
  const double last = common_bits({&upper}) + 2.0 * steps * passes.bits();
  const double products = 2.0 * steps * (1.0 + passes.nodes()) * std::pow(words_of(last + 2.0), 2);
  return rounds * rounds * (products + 2.0 * steps * toll(16.0 * last)) + std::pow(rounds, 3) +
         std::pow(4.0 * last / 64.0, 2) * std::pow(rounds, 5) / 30.0 + rounds * rounds * toll(8.0 * last);
}

double stream_work(const Certificate& c) {
  const double rounds = number(c.instance, "rounds"), steps = rounds * number(c.instance, "steps_per_round", 1.0);
  const Passes passes(c.instance, c.evidence, steps);
  double work = number(c.instance, "nodes") + passes.preparation(1.0);
  for (const char* key : {"lower", "upper", "constant"}) {
    if (!c.evidence.contains(key)) continue;
    const auto& part = c.evidence.at(key);
    if (part.contains("terms")) work += passes.test({&part}, rounds);
    if (!part.contains("columns")) continue;
    for (const auto& column : part.at("columns")) work += passes.test({&column}, rounds);
    work += matrix_work(passes, part, rounds, steps);
  }
  if (c.claim) work += passes.published(c.instance.at("observers"), 1.0);
  return work;
}

double rate_work(const Certificate& c) {
  const auto& adjoint = c.evidence.at("adjoint");
  const Passes passes(c.instance, ordered_json::object(), static_cast<double>(adjoint.size()));
  const double bits = common_bits({&adjoint, &c.evidence.at("stream")}),
               numbers = static_cast<double>(fractions(adjoint));
  return passes.nodes() + passes.preparation(1.0) + passes.test({&adjoint}, 0.0) +
         3.0 * numbers * toll(12.0 * bits + 64.0);
}

double rumor_counted(const Certificate& c) { return rumor_work(c, limits::work); }

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
    const auto slack = exact::parse_fraction(c.instance.at("delta_hat").get<std::string>());
    const double mean = steps / users, least = mean + std::sqrt(3.0 * mean * -std::log(exact::to_double(*slack))) + 2.0;
    return 10.0 * steps * std::min(least, steps);
  }
  return 0.0;
}

double spectrum_work(const Certificate& c) {
  if (c.quantity == "descent") return 0.0;
  const double nodes = number(c.instance, "nodes"), steps = number(c.instance, "steps"),
               edges = static_cast<double>(c.instance.at("edges").size());
  const double bits = common_bits({&c.evidence, &c.instance}) + 64.0 + 8.0 * static_cast<double>(longest(c.evidence)),
               vectors = nodes * 8.0 * static_cast<double>(std::max(longest(c.evidence), longest(c.instance)));
  const double loops = c.quantity == "randomized_error" ? 30.0 * edges : 1.0;
  return std::pow(nodes, 4) + steps * nodes * nodes * (1.0 + steps) * loops + gap_work(nodes, bits) +
         8.0 * nodes * toll(vectors) + 30.0 * edges * (1.0 + steps) * toll(2.0 * vectors + bits) +
         2.0 * steps * nodes * nodes * toll(4.0 * 1200.0 + bits * (2.0 + steps));
}

double linear_work(const Certificate& c) {
  if (!c.instance.contains("noise")) return 0.0;
  const auto &signal = c.instance.at("signal"), &noise = c.instance.at("noise");
  const double matrix = common_bits({&signal, &noise, &c.instance.at("direction")}),
               vectors = common_bits({&c.evidence}),
               size = 8.0 * static_cast<double>(std::max(longest(c.instance), longest(c.evidence)));
  const double entry = 3.0 * (matrix + vectors + size), sums = 4.0 * (matrix + vectors + size);
  return static_cast<double>(signal.size() + 2 * noise.size()) * toll(entry) +
         static_cast<double>(fractions(c.evidence) + 2 * noise.size()) * toll(2.0 * sums);
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

/// The square of the words of every number that is read, which has a limit of its own.
double reading_of(const ordered_json& json) {
  if (json.is_string())
    return std::pow(std::floor(static_cast<double>(json.get_ref<const std::string&>().size()) / 19.0), 2);
  double work = 0.0;
  if (json.is_structured()) {
    for (const auto& value : json) work += reading_of(value);
  }
  return work;
}
double reading_of(const Certificate& c) {
  const double says = c.says ? reading_of(ordered_json(c.says->bound)) : 0.0;
  return reading_of(c.instance) + reading_of(c.evidence) + reading_of(ordered_json(c.proves.lower)) +
         reading_of(ordered_json(c.proves.upper)) + says;
}

}  // namespace

double checker_work(const Certificate& certificate) {
  static const std::map<std::string, double (*)(const Certificate&), std::less<>> kinds = {
      {"view", view_work},     {"stream", stream_work}, {"rate", rate_work},     {"rumor", rumor_counted},
      {"ring", ring_work},     {"walk", walk_work},     {"sample", sample_work}, {"spectrum", spectrum_work},
      {"linear", linear_work}, {"expression", no_work}};
  const auto kind = kinds.find(certificate.kind);
  if (kind == kinds.end()) return std::numeric_limits<double>::infinity();
  return std::max(kind->second(certificate), reading_of(certificate));
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
    sentences.push_back(fmt::format(
        "{} of {} certificates are beyond the limits of check_certificates.py and left out: {}", count, all, why));
  return sentences;
}

}  // namespace hearsay::report
