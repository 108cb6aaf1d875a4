// SPDX-License-Identifier: GPL-3.0-or-later
#include <hearsay/formula/expression.hpp>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <boost/spirit/home/x3.hpp>
#include <cctype>
#include <functional>
#include <utility>
#include <vector>

#include <hearsay/core/error.hpp>
#include <hearsay/core/nearest.hpp>
#include <hearsay/exact/fraction.hpp>

namespace hearsay::formula {

namespace {

namespace x3 = boost::spirit::x3;
using Kind = Expression::Kind;

/// The exact value of "0.25" or "1e-5".
exact::Rational decimal(const std::string& text) {
  if (const auto value = exact::parse_fraction(text)) return *value;
  throw Error(Errc::syntax, "bound", fmt::format("the exponent of {} is beyond {}", text, exact::largest_exponent));
}

const auto set = [](auto& context) { x3::_val(context) = x3::_attr(context); };
const auto add_part = [](auto& context) { x3::_val(context).parts.push_back(x3::_attr(context)); };

/// The text that is read, and the columns, from 1, of its operators that still wait for what stands behind them.
struct Reading {
  std::string_view text;
  std::vector<std::size_t> operators = {};

  /// @param end  of a character.
  [[nodiscard]] std::size_t column_of_last(std::string_view::const_iterator end) const {
    return static_cast<std::size_t>(end - text.begin());
  }
};
struct Read;  ///< names the Reading in a context

template <class Context>
Reading& reading(const Context& context) {
  return x3::get<Read>(context).get();
}

const auto note_operator = [](auto& context) {
  auto& all = reading(context);
  all.operators.push_back(all.column_of_last(x3::_where(context).begin()));
};
/// An operator, whose column is kept for the action on what stands behind it.
auto sign(const char* text) { return x3::lit(text)[note_operator]; }

template <class Context>
std::size_t take_operator(const Context& context) {
  auto& all = reading(context).operators;
  const auto column = all.back();
  all.pop_back();
  return column;
}

/// Notes where what a rule reads begins. Its definition may have no actions: they would take the value.
struct Located {
  template <class Iterator, class Context>
  void on_success(const Iterator& begin, const Iterator&, Expression& e, const Context& context) {
    e.column = reading(context).column_of_last(begin) + 1;
  }
};

/// Puts what was read so far and what was read now below an operator.
auto join(Kind kind, const char* name) {
  return [kind, name](auto& context) {
    auto& value = x3::_val(context);
    value = Expression{.kind = kind,
                       .number = 0,
                       .name = name,
                       .parts = {std::move(value), x3::_attr(context)},
                       .column = take_operator(context)};
  };
}
auto apply(const char* name) { return join(Kind::call, name); }
auto compare(const char* name) { return join(Kind::compare, name); }

const auto set_number = [](auto& context) {
  auto& e = x3::_val(context);
  e.kind = Kind::number;
  e.number = decimal(x3::_attr(context));
};
const auto set_name = [](auto& context) {
  auto& e = x3::_val(context);
  e.kind = Kind::name;
  e.name = x3::_attr(context);
};
const auto set_call = [](auto& context) { x3::_val(context).kind = Kind::call; };
const auto negate = [](auto& context) {
  x3::_val(context) = Expression{
      .kind = Kind::call, .number = 0, .name = "neg", .parts = {x3::_attr(context)}, .column = take_operator(context)};
};

const x3::rule<class Number, std::string> number = "a number";
const x3::rule<class Identifier, std::string> identifier = "a name";
const x3::rule<class Sum, Expression> sum = "an expression";
const x3::rule<class Product, Expression> product = "an expression";
const x3::rule<class Signed, Expression> with_sign = "an expression";
const x3::rule<class Power, Expression> power = "an expression";
const x3::rule<class Named, Expression> named = "a name";
const x3::rule<class Literal, Expression> literal = "a number";
const x3::rule<Located, Expression> located = "a number or a name";
const x3::rule<class Primary, Expression> primary = "a number, a name or '('";
const x3::rule<class Comparison, Expression> comparison = "a comparison";
const x3::rule<class Statement, Expression> statement = "a comparison";
const x3::rule<class Alone, Expression> alone = "an expression";

const auto number_def = x3::raw[x3::lexeme[((+x3::digit >> -('.' >> *x3::digit)) | ('.' >> +x3::digit)) >>
                                           -(x3::char_("eE") >> -x3::char_("+-") >> +x3::digit)]];
const auto identifier_def = x3::raw[x3::lexeme[x3::char_("a-zA-Z_") >> *x3::char_("a-zA-Z0-9_")]];
const auto named_def = identifier[set_name] >>
                       -(x3::lit('(')[set_call] > sum[add_part] > *(',' > sum[add_part]) > x3::lit(')'));
const auto literal_def = number[set_number];
const auto located_def = literal | named;
const auto primary_def = located[set] | ('(' > sum[set] > ')');
const auto power_def = primary[set] >> -(sign("^") > with_sign[apply("^")]);
const auto with_sign_def = (sign("-") > with_sign[negate]) | power[set];
const auto product_def = with_sign[set] >> *((sign("*") > with_sign[apply("*")]) | (sign("/") > with_sign[apply("/")]));
const auto sum_def = product[set] >> *((sign("+") > product[apply("+")]) | (sign("-") > product[apply("-")]));
const auto comparison_def = sum[set] > ((sign("<=") > sum[compare("<=")]) | (sign(">=") > sum[compare(">=")]) |
                                        (sign("==") > sum[compare("==")]) | (sign("<") > sum[compare("<")]) |
                                        (sign(">") > sum[compare(">")]));
const auto and_word = x3::lexeme[x3::lit("and") >> !x3::char_("a-zA-Z0-9_")];
const auto statement_def = comparison[add_part] > *(and_word > comparison[add_part]) > x3::eoi;
const auto alone_def = sum[set] > x3::eoi;

BOOST_SPIRIT_DEFINE(number, literal, identifier, named, located, primary, power, with_sign, product, sum, comparison,
                    statement, alone)

constexpr std::array<std::pair<std::string_view, std::size_t>, 9> arithmetic = {
    {{"min", 2}, {"max", 2}, {"sqrt", 1}, {"exp", 1}, {"ln", 1}, {"abs", 1}, {"floor", 1}, {"ceil", 1}, {"sum", 4}}};
constexpr std::array<std::string_view, 6> operators = {"+", "-", "*", "/", "^", "neg"};

/// Checks one expression after the other; knows the indices of the sums around it.
class Checker {
 public:
  explicit Checker(const Vocabulary& known) : known_(known) {}

  void check(const Expression& e) {
    if (e.kind == Kind::name) check_name(e.name);
    if (e.kind == Kind::call && std::ranges::count(operators, e.name) == 0) return check_call(e);
    for (const auto& part : e.parts) check(part);
  }

 private:
  void check_name(const std::string& name) const {
    if (std::ranges::count(known_.names, name) > 0 || std::ranges::count(indices_, name) > 0) return;
    auto all = known_.names;
    all.insert(all.end(), indices_.begin(), indices_.end());
    throw Error(
        Errc::unknown, "bound",
        fmt::format("unknown name '{}'{}; known: {}", name, did_you_mean(nearest(name, all)), fmt::join(all, " ")));
  }

  void check_call(const Expression& e) {
    std::vector<std::string> all;
    std::size_t wanted = 0;
    const auto offer = [&](std::string_view name, std::size_t arguments) {
      all.emplace_back(name);
      if (name == e.name) wanted = arguments;
    };
    for (const auto& [name, arguments] : arithmetic) offer(name, arguments);
    for (const auto& [name, arguments] : known_.functions) offer(name, arguments);
    if (wanted == 0)
      throw Error(Errc::unknown, "bound",
                  fmt::format("unknown function '{}'{}; known: {}", e.name, did_you_mean(nearest(e.name, all)),
                              fmt::join(all, " ")));
    const bool more = e.name == "min" || e.name == "max";
    if (e.parts.size() != wanted && !(more && e.parts.size() > wanted))
      throw Error(
          Errc::syntax, "bound",
          fmt::format("{}() takes {}{} arguments, not {}", e.name, wanted, more ? " or more" : "", e.parts.size()));
    if (e.name == "sum") return check_sum(e);
    for (const auto& part : e.parts) check(part);
  }

  void check_sum(const Expression& e) {
    const auto& index = e.parts[0];
    if (index.kind != Kind::name || std::ranges::count(known_.names, index.name) > 0 ||
        std::ranges::count(indices_, index.name) > 0)
      throw Error(Errc::syntax, "bound",
                  "the first argument of sum() must be a new name, as in sum(t, 0, T-1, w(t,1,0))");
    check(e.parts[1]);
    check(e.parts[2]);
    indices_.push_back(index.name);
    check(e.parts[3]);
    indices_.pop_back();
  }

  const Vocabulary& known_;
  std::vector<std::string> indices_;
};

/// Refuses a text that nests deeper than the parser shall call itself.
void require_shallow(std::string_view text) {
  std::vector<std::size_t> levels = {0};  // of each open bracket: powers and signs that wait for their operand
  std::size_t depth = 0;
  char before = '(';
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (std::isspace(static_cast<unsigned char>(c)) != 0) continue;
    const bool in_exponent = (c == '-' || c == '+') && (before == 'e' || before == 'E');  // or may be, as in 1e-5
    if (in_exponent) continue;
    if (c == '(') levels.push_back(0), ++depth;
    if (c == ')' && levels.size() > 1) depth -= levels.back() + 1, levels.pop_back();
    const bool operand = c == '-' && std::string_view("(,+-*/^<>=").find(before) != std::string_view::npos;
    if (c == '^' || operand) {
      ++levels.back(), ++depth;
    } else if (std::string_view("+-*/,<>=").find(c) != std::string_view::npos) {
      depth -= std::exchange(levels.back(), 0);
    }
    if (depth > deepest_statement)
      throw Error(Errc::syntax, "bound",
                  fmt::format("column {}: nests deeper than {} levels", i + 1, deepest_statement));
    before = c;
  }
}

/// @param wanted  what the text must be.
template <class Rule>
Expression read(std::string_view text, const Rule& rule, std::string_view wanted) {
  if (text.size() > longest_statement)
    throw Error(Errc::syntax, "bound", fmt::format("the statement has more than {} characters", longest_statement));
  require_shallow(text);
  Expression result{.kind = Kind::together, .number = 0, .name = {}, .parts = {}, .column = 1};
  Reading state{.text = text};
  auto at = text.begin();
  const auto complain = [&](auto where) {
    where = std::find_if_not(where, text.end(), [](char c) { return c == ' '; });
    const std::string_view rest(where, text.end());
    throw Error(
        Errc::syntax, "bound",
        fmt::format("it {}; it must be {}",
                    rest.empty() ? "ends too early" : fmt::format("cannot be read from '{}' on", rest.substr(0, 40)),
                    wanted));
  };
  try {
    if (!x3::phrase_parse(at, text.end(), x3::with<Read>(std::ref(state))[rule], x3::space, result)) complain(at);
  } catch (const x3::expectation_failure<std::string_view::const_iterator>& failure) {
    complain(failure.where());
  }
  return result;
}

}  // namespace

Expression parse(std::string_view text) {
  return read(text, statement, "comparisons joined by 'and', as in 'exact <= 2^(1-distance)'");
}

Expression parse_expression(std::string_view text) { return read(text, alone, "a formula such as 2^(1-distance)"); }

bool is_arithmetic(std::string_view name) {
  return std::ranges::count(operators, name) > 0 ||
         (name != "sum" && std::ranges::count(arithmetic, name, &decltype(arithmetic)::value_type::first) > 0);
}

void require_known(const Expression& expression, const Vocabulary& known) { Checker(known).check(expression); }

bool mentions(const Expression& expression, std::string_view name) {
  return expression.name == name ||
         std::ranges::any_of(expression.parts, [&](const Expression& part) { return mentions(part, name); });
}

}  // namespace hearsay::formula
