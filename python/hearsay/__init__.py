# SPDX-License-Identifier: GPL-3.0-or-later
"""hearsay: how private gossip and decentralized protocols are, exactly.

Accountants: gossip_losses, continual_losses, linear_losses, rumor_losses, rumor_exact, rumor_on_graph, token_losses, walk_losses, ring_losses, training_losses.
Promises:
audit_gossip, audit_rumor, audit_walk, audit_file. Attacks: attack_gossip, attack_ring, attack_rumor, attack_rumor_on, attack_stream, attack_token, attack_program,
audit_program.
Claims: claims, explain, cite, verify, refute, refute_statement. Figures: figures, reproduce. Simulation: simulate_gossip, simulate_gossip_runs, simulate_learn, simulate_ring,
simulate_rumor, simulate_walk. Losses are in natural log units. What a verb of the program answers too has to_dict(), equal to --json.
hearsay.strategies (Hypothesis), hearsay.plots (matplotlib) and hearsay.exchange are imported by name. Numbers are those of the
program `hearsay`, to the bit. docs/python.md shows each.
"""
from ._hearsay import version as __version__
from .attack import (Attack, attack_gossip, attack_program, attack_ring, attack_rumor, attack_rumor_on, attack_stream, attack_token,
                     published_mu)
from .audits import FileAudit, NetworkAudit, ProtocolAudit, audit_file, audit_gossip
from .catalogue import Claims, Verdicts, cite, claims, explain, verify
from .continual import ContinualLosses, continual_losses
from .divergence import Bracket, PrivacyLoss, gaussian_delta, gaussian_epsilon, loss_arrays
from .errors import (BudgetSpentError, ConditionsError, DomainError, Error, FileError, FormatError, Interrupted, NotConnectedError,
                     NotConvergedError, NotPrimitiveError, ShapeError, TooLargeError, UnknownNameError)
from .figures import figures, reproduce
from .first_sender import RumorAudit, audit_rumor, rumor_on_graph
from .gossip import GossipLosses, Losses, gossip_losses, simulate_gossip
from .graphs import Network, NodeValues, network
from .linear import LinearLosses, linear_losses
from .programs import ProgramAudit, audit_program
from .refutation import Refutation, refute
from .report import Report
from .rumor import rumor_exact, rumor_losses
from .scenario import Scenario
from .simulation import simulate_gossip_runs, simulate_learn, simulate_ring, simulate_rumor, simulate_walk
from .statements import refute_statement
from .table import Table
from .token import WalkAudit, WalkLosses, audit_walk, ring_losses, token_losses, walk_losses
from .training import TrainingLosses, training_losses

__all__ = [
    "Attack", "Bracket", "BudgetSpentError", "Claims", "ConditionsError", "ContinualLosses", "DomainError", "Error", "FileAudit",
    "FileError", "FormatError", "GossipLosses", "Interrupted", "LinearLosses", "Losses", "Network", "NetworkAudit", "NodeValues",
    "NotConnectedError", "NotConvergedError", "NotPrimitiveError", "PrivacyLoss", "ProgramAudit", "ProtocolAudit", "Refutation",
    "Report", "RumorAudit", "Scenario", "ShapeError", "Table", "TooLargeError", "TrainingLosses", "UnknownNameError", "Verdicts",
    "WalkAudit", "WalkLosses", "__version__", "attack_gossip", "attack_program", "attack_ring", "attack_rumor", "attack_rumor_on",
    "attack_stream", "attack_token",
    "audit_file", "audit_gossip", "audit_program", "audit_rumor", "audit_walk", "cite", "claims", "continual_losses", "explain", "figures",
    "gaussian_delta", "gaussian_epsilon", "gossip_losses", "linear_losses", "loss_arrays", "network", "published_mu", "refute",
    "refute_statement", "reproduce", "ring_losses", "rumor_exact", "rumor_losses", "rumor_on_graph", "simulate_gossip",
    "simulate_gossip_runs", "simulate_learn", "simulate_ring", "simulate_rumor", "simulate_walk", "token_losses",
    "training_losses", "verify", "walk_losses",
]
