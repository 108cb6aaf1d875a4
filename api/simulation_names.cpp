// SPDX-License-Identifier: GPL-3.0-or-later
#include "api/simulation_names.hpp"

#include "api/names.hpp"

namespace hearsay::api {

namespace {

using accounting::CycleRule;
using protocol::Perturb;
using protocol::RingNoise;
using protocol::RumorRules;
using Timing = RumorRules::Timing;
using Exchange = RumorRules::Exchange;

constexpr Names<RingNoise, 2> ring_noises = {
    {{"counter", RingNoise::counter}, {"distributed", RingNoise::distributed}}};
constexpr Names<Perturb::Law, 2> laws = {{{"gaussian", Perturb::Law::gaussian}, {"laplace", Perturb::Law::laplace}}};
constexpr Names<Timing, 2> timings = {{{"asynchronous", Timing::asynchronous}, {"synchronous", Timing::synchronous}}};
constexpr Names<Exchange, 3> exchanges = {
    {{"push", Exchange::push}, {"pull", Exchange::pull}, {"push-pull", Exchange::push_pull}}};
constexpr Names<CycleRule, 3> cycle_rules = {
    {{"repaired", CycleRule::repaired}, {"published", CycleRule::published}, {"shuffled", CycleRule::shuffled}}};

}  // namespace

RingNoise ring_noise_named(std::string_view name) { return named(ring_noises, "`noise`", name); }
std::string_view name_of(RingNoise noise) { return name_in(ring_noises, noise); }

Perturb::Law law_named(std::string_view name) { return named(laws, "`law`", name); }
std::string_view name_of(Perturb::Law law) { return name_in(laws, law); }

Timing timing_named(std::string_view name) { return named(timings, "`timing`", name); }
std::string_view name_of(Timing timing) { return name_in(timings, timing); }

Exchange exchange_named(std::string_view name) { return named(exchanges, "`exchange`", name); }
std::string_view name_of(Exchange exchange) { return name_in(exchanges, exchange); }

CycleRule cycle_rule_named(std::string_view name) { return named(cycle_rules, "`rule`", name); }
std::string_view name_of(CycleRule rule) { return name_in(cycle_rules, rule); }

}  // namespace hearsay::api
