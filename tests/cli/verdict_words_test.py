#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The words of verdicts: audits, which compute every loss, say `holds`; searches for counterexamples never do. Usage: verdict_words_test.py HEARSAY"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
UNREFUTED, REFUTED = "dp.iteration", "muffliato.thm1"


def hearsay(*words):
    run = subprocess.run([HEARSAY, *words], capture_output=True, text=True, timeout=240)
    assert run.returncode in (0, 1), run
    return " ".join(run.stdout.split())


class VerdictWords(unittest.TestCase):
    def test_a_claim_is_not_refuted_and_never_holds(self):
        with tempfile.TemporaryDirectory() as folder:
            markdown, page, result = (pathlib.Path(folder) / name for name in ("rows.md", "report", "rows.json"))
            command = ["verify", UNREFUTED, REFUTED, "--effort", "quick"]
            said = hearsay(*command, "--all", "--markdown", str(markdown), "--report", str(page), "--json", str(result))
            rows = {row["id"]: row for row in json.loads(result.read_text())["claims"]}
            told = {"--all": (said, f"{UNREFUTED} not refuted theorem"), "markdown": (markdown.read_text(), "| not refuted | theorem |"),
                    "page": ((page / "index.html").read_text(), ">not refuted</span>")}
        short = hearsay(*command)
        told |= {"verify": (short, "1 not refuted, 1 refuted"), "claims": (hearsay("claims", UNREFUTED), f"{UNREFUTED} not refuted theorem"),
                 "explain": (hearsay("explain", UNREFUTED), "expected not refuted")}
        self.assertEqual([rows[claim]["verdict"] for claim in (UNREFUTED, REFUTED)], ["holds", "refuted"])
        for name, (text, words) in told.items():
            with self.subTest(name):
                self.assertIn(words, text)
        self.assertIn("`not refuted`: no counterexample among the instances tried, which is evidence, not proof.", short)

    def test_a_bound_of_ones_own_has_no_counterexample_in_so_many_instances(self):
        words = ["refute", "exact <= 1", "--effort", "quick"]
        instances = json.loads(subprocess.run([HEARSAY, *words, "--json", "-"], capture_output=True, text=True, timeout=240, check=True).stdout)["instances"]
        said = hearsay(*words)
        self.assertIn(f"'exact <= 1': no counterexample in {instances} instances (evidence, not proof)", said)
        self.assertNotIn("holds", said)

    def test_an_audit_holds_and_says_first_that_local_privacy_settles_it(self):
        network = ["audit", "gossip", "--graph", "ring:8", "--observer", "each", "--steps", "1"]
        self.assertIn("promise 'renyi(2) <= 1': holds, by the noise of each node alone, whoever observes; 0 of 56 pairs break it", hearsay(*network, "--promise", "renyi(2) <= 1"))
        by_gossip = hearsay(*network[:-2], "--steps", "0", "--promise", "renyi(2) <= 0.5")
        self.assertIn("promise 'renyi(2) <= 0.5': holds; 0 of 56 pairs break it", by_gossip)

    def test_a_greedy_search_over_coalitions_counts_what_it_tried(self):
        words = ["audit", "gossip", "--graph", "grid:6x7", "--observer", "coalitions:8", "--steps", "2", "--promise", "renyi(2) <= 0.4"]
        said = hearsay(*words)
        tried = re.search(r"(\d+) coalitions, grown greedily from every node, were tried, and other coalitions may learn more", said)
        self.assertTrue(tried, said)
        self.assertIn(f"worst of {tried[1]} tried: nodes", said)
        self.assertIn("worst: node", hearsay(*words[:4], "--observer", "each", *words[6:]))


if __name__ == "__main__":
    unittest.main()
