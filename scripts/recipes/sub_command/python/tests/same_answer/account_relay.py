# SPDX-License-Identifier: GPL-3.0-or-later
import hearsay

CASES = [("account relay", ["--nodes", 4], lambda folder: hearsay.relay_losses(4))]
