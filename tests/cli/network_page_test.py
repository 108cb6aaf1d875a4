#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""The page of `audit gossip --report` and `account gossip --report`, used as a reader would in headless Chromium: clicks, keys, a telephone.
Usage: network_page_test.py HEARSAY

Every number that is read off the page is compared with the JSON of the command that computes it. Skipped, and says so, where no Chromium is installed.
"""
import datetime
import hashlib
import json
import pathlib
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import chromium  # noqa: E402

HEARSAY = str(pathlib.Path(sys.argv.pop(1)).resolve())
GRAPH = ("--graph", "erdos-renyi:n=12,p=0.3,seed=4", "--component", "largest")
DESKTOP, PHONE = (1280, 900), (360, 740)


def hearsay(*arguments, cwd, expect=(0, 1, 3)):
    run = subprocess.run([HEARSAY, *map(str, arguments)], capture_output=True, text=True, cwd=cwd, timeout=300)
    if run.returncode not in expect:
        raise AssertionError(f"exit {run.returncode}: {run.stderr}")
    return run


class Reader(unittest.TestCase):
    """A scratch folder, and a browser for all tests of a class."""

    @classmethod
    def setUpClass(cls):
        if not chromium.PATH:
            raise unittest.SkipTest("no chromium on this machine")
        cls.scratch = tempfile.TemporaryDirectory()
        cls.folder = pathlib.Path(cls.scratch.name)
        cls.browser = chromium.Chromium()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.scratch.cleanup()

    def report(self, name, *command):
        """Writes a page and opens it. The result as --json has it."""
        hearsay(*command, "--report", name, "--json", f"{name}.json", cwd=self.folder)
        self.open(name)
        return json.loads((self.folder / f"{name}.json").read_text())

    def open(self, name, size=DESKTOP, dark=False):
        self.browser.screen(*size, dark=dark, phone=size == PHONE)
        self.browser.open((self.folder / name / "index.html").as_uri())

    def account(self, observer, steps, *more, graph=GRAPH):
        run = hearsay("account", "gossip", *graph, "--observer", observer, "--steps", steps, *more, "--json", "-", cwd=self.folder, expect=(0,))
        return json.loads(run.stdout)

    def rows(self, place):
        """The table of a place: of every row its cells, numbers with all their digits."""
        return self.browser.run(f"[...document.querySelectorAll('#{place} tbody tr')].map(tr => [...tr.children].map(c => c.title || c.textContent))")

    def text_rows(self, place):
        """The same as a reader sees it."""
        return self.browser.run(f"[...document.querySelectorAll('#{place} tbody tr')].map(tr => [...tr.children].map(c => c.textContent))")

    def text(self, selector):
        return self.browser.run(f"document.querySelector({json.dumps(selector)}).textContent")

    def nodes(self):
        """What the picture's table says of every node: published, exact, own noise."""
        self.browser.run("[...document.querySelectorAll('#nodes-table .more button')].filter(b => b.textContent.startsWith('Show all')).forEach(b => b.click())")
        return {row[0]: [float(x) for x in row[2:5]] for row in self.rows("nodes-table")}

    def assertShows(self, account):
        """That the picture's table has the losses of an account, in its unit, and no others."""
        shown = self.nodes()
        self.assertEqual(sorted(shown), sorted(loss["target"] for loss in account["losses"]))
        for loss in account["losses"]:
            for found, key in zip(shown[loss["target"]], ("published", "exact", "exact_own_noise")):
                self.assertAlmostEqual(found, loss[key], delta=2e-9 * max(1, loss["local"]), msg=f"{loss['target']} {key}")

    def click_node(self, node, panel="exact", shift=False):
        place = self.browser.run("window.hearsay.data.graph.labels").index(str(node))
        self.browser.click(f'.panel[data-quantity="{panel}"] [data-node="{place}"]', shift=shift)

    def to_step(self, index):
        """Moves the slider by keys."""
        self.browser.run("document.getElementById('steps').focus()")
        self.browser.key("Home")
        for _ in range(index):
            self.browser.key("ArrowRight")


class Audit(Reader):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.command = ("audit", "gossip", *GRAPH, "--observer", "each", "--steps", "5", "--promise", "renyi(2) <= 0.3", "--sigma", "1.5")
        run = hearsay(*cls.command, "--report", "audit", "--json", "audit.json", cwd=cls.folder)
        cls.found, cls.code = json.loads((cls.folder / "audit.json").read_text()), run.returncode

    def setUp(self):
        self.open("audit")

    def test_verdict_and_every_number_of_the_result(self):
        self.assertEqual((self.code, self.found["verdict"]), (1, "refuted"))
        self.assertIn("refuted", self.text("#verdict"))
        self.assertIn("renyi(2) <= 0.3", self.text("h1"))
        self.assertEqual(self.text("#worst").lower(), self.found["worst"]["sentence"].lower() + ".")
        self.assertIn(f"{self.found['violations']} of {self.found['pairs']} pairs break it", self.text("#words"))
        self.assertEqual(self.browser.run("window.hearsay.data.result"), self.found)
        rows = self.rows("result-table")
        self.assertEqual(len(rows), len(self.found["nodes"]))
        for row, node in zip(rows, self.found["nodes"]):
            self.assertEqual(row, [node["node"], node["worst_observer"], *(repr_js(node[key]) for key in ("published", "exact", "exact_own_noise")), node["verdict"]])

    def test_first_every_node_has_its_worst_listener(self):
        shown = self.nodes()
        for node in self.found["nodes"]:
            for found, key in zip(shown[node["node"]], ("published", "exact", "exact_own_noise")):
                self.assertAlmostEqual(found, node[key], delta=1e-12)
        for index in (0, 2):
            self.to_step(index)
            accounts = [self.account(node["node"], index + 1, "--sigma", "1.5") for node in self.found["nodes"]]
            for target, (_, _, own) in self.nodes().items():
                truth = max(loss["exact_own_noise"] for account in accounts for loss in account["losses"] if loss["target"] == target)
                self.assertAlmostEqual(own, truth, delta=1e-9)

    def test_a_click_chooses_the_observer_and_the_slider_the_steps(self):
        for node in (self.found["nodes"][0]["node"], self.found["nodes"][7]["node"]):
            self.click_node(node)
            self.assertRegex(self.text("#says"), f"^Node {node} \u00d7 observes ")
            for index in (4, 0, 2):
                self.to_step(index)
                account = self.account(node, index + 1, "--sigma", "1.5")
                self.assertShows(account)
                self.assertIn(f"receives {account['messages']:,} message", self.text("#says"))
                self.assertEqual(self.text("#steps-shown"), str(index + 1))

    def test_shift_click_makes_a_coalition_and_a_chip_ends_it(self):
        first, second = (self.found["nodes"][k]["node"] for k in (1, 6))
        self.click_node(first)
        self.click_node(second, shift=True)
        self.assertShows(self.account(f"{first},{second}", 5, "--sigma", "1.5"))
        self.browser.click(".chip")
        self.assertShows(self.account(second, 5, "--sigma", "1.5"))
        self.browser.click("#everyone")
        self.assertIn("learns most about it", self.text("#says"))

    def test_names_are_searched_and_unknown_ones_refused(self):
        node = self.found["nodes"][3]["node"]
        self.browser.type("#observer", node)
        self.browser.key("Enter")
        self.assertShows(self.account(node, 5, "--sigma", "1.5"))
        self.browser.type("#observer", "nobody")
        self.browser.key("Enter")
        self.assertEqual(self.browser.run("document.getElementById('observer').validationMessage"), "no node is called 'nobody'")
        self.assertShows(self.account(node, 5, "--sigma", "1.5"))

    def test_keys_alone_choose_an_observer(self):
        self.browser.run("document.querySelector('.panel[data-quantity=exact] svg').focus()")
        for key in ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"):
            self.browser.key(key)
        node = re.match(r"(?:Node|Target) (\S+)", self.text("#about h3"))[1]
        self.browser.key("Enter")
        self.assertShows(self.account(node, 5, "--sigma", "1.5"))

    def test_units_are_those_of_the_result(self):
        worst, units = self.found["worst"], self.found["worst"]["units"]
        self.click_node(worst["observer"])
        self.browser.select("#clicks", "target")
        self.click_node(worst["target"])
        expected = {"share": units["share"], "renyi": units["renyi"]["loss"], "mu": units["mu"], "epsilon": units["epsilon"]["loss"], "accuracy": units["attack_accuracy"],
                    **{f"attack_tpr({entry['false_positive_rate']})": entry["rate"] for entry in units["attack_tpr"]}}
        shown = self.browser.run("Object.fromEntries([...document.querySelectorAll('#about [data-unit]')].map(tr => [tr.dataset.unit, Number(tr.querySelector('[data-key=exact_own_noise]').title)]))")
        self.assertEqual(set(shown), set(expected))
        for unit, value in expected.items():
            self.assertAlmostEqual(shown[unit], value, delta=1e-9 * max(1, value), msg=unit)
        self.assertIn(f"distance {worst['distance']}", self.text("#about"))
        # Large, small and no losses; the account rounds epsilon upwards.
        for sigma in (0.05, 1, 40):
            account = self.account(worst["observer"], 3, "--sigma", sigma, "--delta", "1e-5")
            for loss in account["losses"]:
                mu = (loss["exact"] / loss["local"]) ** 0.5 / sigma
                found = self.browser.run(f"window.hearsay.UNITS.find(u => u.id === 'epsilon').of(({mu!r} * 1.5) ** 2)")
                self.assertAlmostEqual(found, loss["epsilon"]["exact"], delta=2e-9 * max(1, found))

    def test_the_unit_and_the_knowledge_that_are_asked_for(self):
        node = self.found["nodes"][0]["node"]
        self.click_node(node)
        self.browser.select("#unit", "mu")
        account = self.account(node, 5, "--sigma", "1.5")
        for loss in account["losses"]:
            self.assertAlmostEqual(self.nodes()[loss["target"]][1] ** 2, loss["exact"], delta=1e-9)
        self.assertIn("own noise known", self.text(".panel[data-quantity=exact] figcaption"))
        self.browser.select("#knowledge", "exact")
        self.assertIn("all noise unknown", self.text(".panel[data-quantity=exact] figcaption"))

    def test_each_picture_shows_what_it_says(self):
        node = self.found["nodes"][2]["node"]
        self.click_node(node)
        self.browser.select("#unit", "share")
        labels, shown = self.browser.run("window.hearsay.data.graph.labels"), self.nodes()

        def classes(panel):
            return {labels[int(n)]: c for n, c in self.browser.run(f"[...document.querySelectorAll('.panel[data-quantity={panel}] .thing')].map(e => [e.dataset.node, e.getAttribute('class').split(' ')[2]])")}

        def share_class(x):
            return f"q{sum(x > most + (1e-12 if most == 0 else 0) for most in (0, 0.01, 0.1, 0.25, 0.5, 1 - 1e-9))}"

        for panel, column in (("published", 0), ("exact", 2)):
            self.assertEqual(classes(panel), {str(node): "observer", **{name: share_class(losses[column]) for name, losses in shown.items()}})
        self.browser.select("#color", "ratio")
        self.assertEqual(self.browser.run("[...document.querySelectorAll('.panel')].map(p => [p.dataset.quantity, p.hidden])"), [["published", True], ["exact", True], ["ratio", False]])
        for name, (published, _, own) in shown.items():
            ratio = own / published if published > 0 else float("inf")
            self.assertEqual(classes("ratio")[name], f"q{sum(ratio > most for most in (1 - 1e-9, 1 + 1e-9, 1.5, 3, 10, 1e300))}", name)

    def test_matrix_and_histogram(self):
        size = len(self.found["nodes"])
        pairs = self.rows("matrix-table")
        self.assertEqual(len(pairs), 50)
        self.browser.run("document.querySelector('#matrix-table .more button').click()")
        self.assertEqual(len(self.rows("matrix-table")), size * (size - 1))
        for observer in {pair[0] for pair in pairs[:5]}:
            losses = {loss["target"]: loss for loss in self.account(observer, 5, "--sigma", "1.5")["losses"]}
            for pair in (pair for pair in pairs if pair[0] == observer):
                self.assertAlmostEqual(float(pair[4]), losses[pair[1]]["exact_own_noise"], delta=1e-9)
        x, y = self.browser.middle("#matrix canvas")
        self.browser.click_at(x + 40, y - 40)
        chosen = re.match(r"Node (\S+) about node (\S+):", self.text("#matrix-cell"))
        self.assertIn(f"Node {chosen[1]} \u00d7 observes", self.text("#says"))
        self.assertShows(self.account(chosen[1], 5, "--sigma", "1.5"))
        self.assertEqual(self.text("#about h3"), f"Target {chosen[2]}")
        self.assertEqual(sum(int(row[3]) for row in self.rows("spread-table")), size - 1)

    def test_over_time(self):
        worst = self.found["worst"]
        self.click_node(worst["observer"])
        self.browser.type("#target", worst["target"])
        self.browser.key("Enter")
        rows = self.rows("time-table")
        self.assertEqual([row[0] for row in rows], ["1", "2", "3", "4", "5"])
        for row in rows:
            loss = next(loss for loss in self.account(worst["observer"], row[0], "--sigma", "1.5")["losses"] if loss["target"] == worst["target"])
            for shown, key in zip(row[1:], ("published", "exact", "exact_own_noise")):
                self.assertAlmostEqual(float(shown), loss[key], delta=1e-9)

    def test_on_a_telephone(self):
        for dark in (False, True):
            self.open("audit", PHONE, dark)
            self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), PHONE[0])
            node = self.found["nodes"][5]["node"]
            self.click_node(node)
            self.assertShows(self.account(node, 5, "--sigma", "1.5"))
            self.to_step(1)
            self.assertShows(self.account(node, 2, "--sigma", "1.5"))
            self.assertLessEqual(self.browser.run("document.documentElement.scrollWidth"), PHONE[0])
            paper = self.browser.run("getComputedStyle(document.body).backgroundColor")
            self.assertEqual(paper, "rgb(21, 24, 28)" if dark else "rgb(255, 255, 255)")

    def test_nothing_is_loaded_and_nothing_fails(self):
        self.click_node(self.found["nodes"][0]["node"])
        for color in ("ratio", "exact", "published", "both"):
            self.browser.select("#color", color)
        for unit in self.browser.run("window.hearsay.UNITS.map(u => u.id)"):
            self.browser.select("#unit", unit)
        self.assertEqual(self.browser.complaints(), [])
        self.assertEqual([url for url in self.browser.asked_for() if not url.startswith(("file:", "data:"))], [])
        self.assertEqual(self.browser.run("[...document.querySelectorAll('svg[tabindex], canvas[tabindex], input, select')].filter(e => !e.getAttribute('aria-label') && !(e.labels && e.labels.length)).length"), 0)

    def test_it_prints_with_every_table(self):
        self.browser.run("window.dispatchEvent(new Event('beforeprint'))")
        self.assertEqual(self.browser.run("[...document.querySelectorAll('details.data')].every(d => d.open)"), True)
        self.browser.run("window.dispatchEvent(new Event('afterprint'))")
        self.assertGreater(len(self.browser.print()), 50000)


def repr_js(x):
    """A number as JavaScript writes it."""
    return str(int(x)) if x == int(x) and abs(x) < 1e21 else re.sub(r"e([+-])0*", r"e\1", repr(x))


class Account(Reader):
    def test_an_account_shows_its_own_view_and_explains_it(self):
        found = self.report("path", "account", "gossip", "--graph", "path:3", "--observer", "0", "--steps", "2", "--claimed-renyi", "0.4", "--trust", "all-noise")
        self.assertIn("refuted", self.text("#verdict"))
        self.assertShows(found)
        rows = self.rows("result-table")
        self.assertEqual([row[:5] for row in rows], [[loss["target"], str(loss["distance"]), *(repr_js(loss[key]) for key in ("published", "exact", "exact_own_noise"))] for loss in found["losses"]])
        # The end of the path loses half to those who know nobody's noise, and everything to those who know their own.
        kind = "document.querySelector('.panel[data-quantity=exact] [data-node=\"2\"]').getAttribute('class').split(' ').slice(2)"
        self.assertEqual(self.browser.run(kind), ["q4", "broken"])
        self.browser.select("#knowledge", "exact_own_noise")
        self.assertEqual(self.browser.run(kind), ["q6", "broken"])
        self.browser.select("#unit", "renyi")
        self.browser.type("#observer", "2")
        self.browser.key("Enter")
        self.assertShows(self.account(2, 2, graph=("--graph", "path:3")))

    def test_the_combination_that_reveals_the_worst_pair(self):
        self.report("path2", "audit", "gossip", "--graph", "path:3", "--observer", "0", "--target", "2", "--steps", "2", "--promise", "exact <= 0.4")
        for row, expected in zip(self.rows("explanation"), ([1, 1, -1], [2, 1, 3]), strict=True):
            for shown, number in zip(row, expected, strict=True):
                self.assertAlmostEqual(float(shown), number, delta=1e-12)
        words = self.text("#explanation")
        self.assertIn("The sum is value 2 + value 0, each value with its own noise.", words)
        self.assertIn("with noise of 2 times the variance of one node. The loss is 1/2 = 0.5 of the local loss, which is the exact loss", words)
        self.report("next", "account", "gossip", "--graph", "path:3", "--observer", "0", "--steps", "2")
        self.assertIn("One message is enough.", self.text("#explanation"))

    def test_a_promise_with_a_formula_is_judged_pair_by_pair(self):
        promise = ("--steps", "2", "--promise", "exact_own_noise <= 1.2*degree_target/distance")
        marked = "[...document.querySelectorAll('.panel[data-quantity=exact] .node.broken')].map(node => node.dataset.node)"
        found = self.report("formula", "audit", "gossip", "--graph", "path:6", "--observer", "each", *promise)
        broken = {node["node"] for node in found["nodes"] if node["verdict"] == "refuted"}
        self.assertEqual(set(self.browser.run(marked)), broken)
        for observer in (0, 1, 3):
            alone = hearsay_json(self.folder, "audit", "gossip", "--graph", "path:6", "--observer", str(observer), *promise)
            self.browser.type("#observer", str(observer))
            self.browser.key("Enter")
            self.assertEqual(set(self.browser.run(marked)), {node["node"] for node in alone["nodes"] if node["verdict"] == "refuted"}, observer)
        self.assertTrue(0 < len(broken) < 6)

    def test_nodes_that_differ(self):
        (self.folder / "sigma.csv").write_text("0,1\n1,2\n2,0.5\n3,1\n4,3\n")
        common = ("audit", "gossip", "--graph", "path:5", "--sigma", "sigma.csv", "--promise", "mu <= 1.1")
        found = self.report("uneven", *common, "--observer", "each", "--steps", "3")
        self.assertIn("refuted", self.text("#verdict"))
        self.assertIn("sigma of sigma.csv", self.text("#facts"))
        self.assertEqual({node: losses[2] for node, losses in self.uneven_nodes().items()}, {node["node"]: node["exact_own_noise"] for node in found["nodes"]})
        self.browser.type("#observer", "3")
        self.browser.key("Enter")
        for stop, steps in ((2, 3), (0, 1), (1, 2)):
            self.to_step(stop)
            alone = hearsay_json(self.folder, *common, "--observer", "3", "--steps", str(steps))
            shown = self.uneven_nodes()
            for node in alone["nodes"]:
                for place, key in ((1, "exact"), (2, "exact_own_noise")):
                    self.assertAlmostEqual(shown[node["node"]][place], node[key], delta=1e-9)

    def uneven_nodes(self):
        """As nodes(), where nothing is published."""
        return {row[0]: [None, *map(float, row[3:5])] for row in self.rows("nodes-table")}

    # The data of a page as they are where no rank is proved: node 2's loss lies between 1/2 and 1.
    def test_losses_in_doubt_are_intervals(self):
        hearsay("account", "gossip", "--graph", "path:4", "--observer", "0", "--steps", "2", "--report", "doubt", cwd=self.folder)
        path = self.folder / "doubt" / "index.html"
        before, mark, rest = path.read_text().partition('id="data">')
        data, end, after = rest.partition("</script>")
        data = json.loads(data)
        here = (data["views"]["sets"].index([0]), len(data["views"]["steps"]) - 1)
        view = next(view for view in data["views"]["views"] if (view["set"], view["step"]) == here)
        for key, low, high in (("exact", 0.5, 1.0), ("exact_own_noise", 0.25, 1.0)):
            shares = view[key] if isinstance(view[key], list) else [view[key]] * 4
            view.setdefault("least", {})[key] = shares[:2] + [low] + shares[3:]
            view[key] = shares[:2] + [high] + shares[3:]
        loss = next(loss for loss in data["result"]["losses"] if loss["target"] == "2")
        loss.update(exact=None, exact_between={"lower": 0.5, "upper": 1.0}, published=0.7)
        data["worst"] = {"observers": [0], "target": 2, "share": 1.0, "least": {"share": 0.5}}
        path.write_text(before + mark + json.dumps(data).replace("<", "\\u003c") + end + after)
        self.open("doubt")
        self.assertIn("0.5 to 1", [row[3] for row in self.text_rows("nodes-table")])
        self.assertIn("0.25 to 1", [row[4] for row in self.text_rows("nodes-table")])
        self.assertIn("0.5 to 1", [row[3] for row in self.text_rows("result-table")])
        self.assertIn("0.5 to 1", self.text("#facts"))
        self.assertIn("its rank is not proved", self.text("#says"))
        # Bold is what is more than published for certain.
        worse = self.browser.run("[...document.querySelectorAll('#result-table tr.worse th')].map(cell => cell.textContent)")
        self.assertNotIn("2", worse)

    def test_any_number_of_steps(self):
        found = self.report("ever", "account", "gossip", "--graph", "ring:7", "--observer", "0", "--steps", "forever")
        self.assertShows(found)
        self.assertEqual(self.text("#steps-shown"), "any number")
        self.to_step(1)
        self.assertShows(self.account(0, 2, graph=("--graph", "ring:7")))

    def test_a_file_of_audits(self):
        audits = {"schema_version": 1, "defaults": {"observer": "each", "steps": 3},
                  "audits": [{"name": "path", "graph": "path:4", "promise": ["exact <= 0.4", "renyi(2) <= 1"]}, {"name": "a <b> & c", "graph": "ring:5", "observer": 0, "promise": "renyi(2) <= 2"}]}
        (self.folder / "audits.json").write_text(json.dumps(audits))
        hearsay("audit", "audits.json", "--report", "several", "--json", "several.json", cwd=self.folder)
        found = json.loads((self.folder / "several.json").read_text())
        self.open("several")
        self.assertEqual([row[:2] for row in self.rows("audits")], [[audit["name"], audit["verdict"]] for audit in found["audits"]])
        self.assertEqual(self.text(".badge"), "refuted")
        self.browser.follow("document.querySelectorAll('#audits a')[2].click()")
        self.assertIn("holds", self.text("#verdict"))
        self.assertShows(self.account("0", "3", graph=("--graph", "ring:5")))

    def test_a_schedule(self):
        (self.folder / "contacts.csv").write_text("step,u,v\n1,ann,bob\n2,bob,cy\n3,ann,bob\n4,cy,dan\n5,bob,cy\n")
        for observer in ("each", "ann"):
            found = self.report(f"schedule-{observer}", "audit", "gossip", "--schedule", "contacts.csv", "--observer", observer, "--promise", "exact <= 0.4")
            self.assertEqual(found["provenance"]["files"][0]["role"], "schedule")
            self.browser.type("#observer", "ann")
            self.browser.key("Enter")
            self.browser.select("#unit", "share")
            shown = self.nodes()
            for node in hearsay_json(self.folder, "audit", "gossip", "--schedule", "contacts.csv", "--observer", "ann", "--promise", "exact <= 0.4")["nodes"]:
                if node["node"] != "ann":
                    self.assertAlmostEqual(shown[node["node"]][1], node["exact"], delta=1e-12)
            self.to_step(2)
            self.assertIn("3 steps", self.text("#says"))
            self.assertEqual(self.browser.complaints(), [])

    def test_what_is_not_on_the_page_is_said_with_the_command_that_makes_it(self):
        graph = ("--graph", "barabasi-albert:n=1100,m=2,core=3,seed=1")
        self.report("large", "audit", "gossip", *graph, "--observer", "each", "--steps", "1", "--promise", "mu <= 0.9")
        self.assertTrue(self.browser.run("document.getElementById('matrix').hidden"))
        kept = self.browser.run("window.hearsay.data.views.sets.map(s => s[0])")
        node = next(v for v in range(1100) if v not in kept)
        self.browser.type("#observer", str(node))
        self.browser.key("Enter")
        self.assertIn("is not on this page", self.text("#absent"))
        self.assertIn("a page has", self.text("#holds"))
        program, *command = shlex.split(self.text("#absent code"))
        self.assertEqual(program, "hearsay")
        hearsay(*command, cwd=self.folder)
        self.open("report")
        self.assertShows(self.account(node, 1, graph=graph))

    # Three million losses are packed in single precision, rounded upwards.
    def test_of_a_thousand_nodes_every_view_is_there(self):
        graph = ("--graph", "barabasi-albert:n=1000,m=2,core=3,seed=1")
        self.report("thousand", "audit", "gossip", *graph, "--observer", "each", "--steps", "1", "--promise", "mu <= 0.9")
        self.assertLess((self.folder / "thousand" / "index.html").stat().st_size, 25e6)
        self.assertIn("the views of every node alone after 1 steps", self.text("#holds"))
        for node in (3, 512, 999):
            self.browser.type("#observer", str(node))
            self.browser.key("Enter")
            self.browser.select("#unit", "share")
            shown = self.nodes()
            for loss in self.account(node, 1, graph=graph)["losses"]:
                for found, key in zip(shown[str(loss["target"])], ("published", "exact", "exact_own_noise")):
                    share = loss[key] / loss["local"]
                    self.assertTrue(share * (1 - 1e-12) <= found <= share * (1 + 2e-7), f"{node} {loss['target']} {key}: {found} for {share}")
        self.assertEqual(self.browser.complaints(), [])

    # Before, the views of all pairs at few steps made the page take fifty times as long as its audit.
    def test_a_page_takes_as_long_as_a_few_audits(self):
        graph = ("--graph", "erdos-renyi:n=40,p=0.12,seed=4", "--component", "largest", "--observer", "each,coalitions:2", "--promise", "mu <= 0.9", "--jobs", "1")

        def seconds(steps, *more):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            hearsay("audit", "gossip", *graph, "--steps", steps, *more, cwd=self.folder)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            return after.ru_utime - before.ru_utime

        # An audit after few steps takes about a second: what a page of a fast audit may take.
        self.assertLess(seconds(50, "--report", "quick"), 3 * seconds(50) + seconds(4))
        self.open("quick")
        self.assertIn("the views of every 2 nodes together after", self.text("#holds"))

    def test_more_nodes_than_can_be_drawn_are_communities(self):
        self.report("crowd", "account", "gossip", "--graph", "barabasi-albert:n=5200,m=1,core=2,seed=2", "--observer", "7", "--steps", "2")
        self.assertIn("too many to draw", self.text("#legend"))
        groups = self.browser.run("window.hearsay.data.graph.communities.sizes")
        self.assertEqual(sum(groups), 5200)
        self.assertEqual(self.browser.run("document.querySelectorAll('.panel[data-quantity=exact] .thing').length"), len(groups))
        self.assertIn("Node 7", self.text("#says"))
        self.assertEqual(self.browser.complaints(), [])

    def test_labels_are_text(self):
        (self.folder / "odd.edges").write_text('"b&amp;" </script><img/src=x/onerror=window.hurt=1>\n\'c"{{data}} "b&amp;"\n')
        found = self.report("odd", "audit", "gossip", "--graph", "file:odd.edges", "--observer", "each", "--steps", "2", "--promise", "mu <= 0.1")
        self.assertEqual(self.browser.run("window.hearsay.data.result"), found)
        self.assertIsNone(self.browser.run("window.hurt"))
        self.assertEqual(self.browser.run("window.hearsay.data.graph.labels"), [node["node"] for node in found["nodes"]])
        self.assertEqual(self.browser.complaints(), [])


def hearsay_json(cwd, *arguments):
    return json.loads(hearsay(*arguments, "--json", "-", cwd=cwd).stdout)


class Provenance(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        (self.folder / "my office.edges").write_text("ann bob\nbob cy\n")
        (self.folder / "w.txt").write_text("ann bob 0.25\nbob cy 0.25\n")

    def test_files_counts_adversary_version_command_and_date(self):
        before = datetime.datetime.now(datetime.timezone.utc).replace(microsecond=0)
        found = hearsay_json(self.folder, "audit", "gossip", "--graph", "file:my office.edges", "--weights", "w.txt", "--observer", "each", "--steps", "2", "--promise", "mu <= 9")
        made = found["provenance"]
        self.assertEqual(made["files"], [{"role": role, "path": path, "sha256": hashlib.sha256((self.folder / path).read_bytes()).hexdigest()}
                                         for role, path in (("graph", "my office.edges"), ("weights", "w.txt"))])
        self.assertEqual((made["nodes"], made["edges"], made["version"], made["adversary"]), (3, 2, found["version"], found["adversary"]))
        self.assertGreaterEqual(datetime.datetime.fromisoformat(made["date"].replace("Z", "+00:00")), before)
        program, *command = shlex.split(made["command_line"])
        self.assertEqual((program, command[:4], command[-2:]), ("hearsay", ["audit", "gossip", "--graph", "file:my office.edges"], ["--json", "-"]))
        again = json.loads(hearsay(*command, cwd=self.folder).stdout)
        for result in (found, again):
            del result["timing"], result["provenance"]["date"]
        self.assertEqual(found, again)
        self.assertEqual(hearsay_json(self.folder, "account", "gossip", "--graph", "ring:5", "--observer", "0", "--steps", "2")["provenance"]["files"], [])

    def test_time_and_threads_are_those_of_the_whole_command(self):
        command = ("account", "gossip", "--graph", "barabasi-albert:n=80,m=2,core=3,seed=1", "--observer", "0", "--steps", "12", "--report", "page")
        began = time.monotonic()
        timing = hearsay_json(self.folder, *command, "--jobs", "2")["timing"]
        took = time.monotonic() - began
        self.assertEqual(timing["jobs"], 2)
        self.assertTrue(0.5 * took < timing["seconds"] <= took, f"{timing} of {took}")
        self.assertEqual(hearsay_json(self.folder, *command, "--jobs", "1")["timing"]["jobs"], 1)
        each = ("audit", "gossip", "--graph", "path:3", "--steps", "1", "--promise", "mu <= 9", "--jobs", "7")
        self.assertEqual(hearsay_json(self.folder, *each, "--observer", "each")["timing"]["jobs"], 3)
        self.assertEqual(hearsay_json(self.folder, "verify", "muffliato.thm1*", "--effort", "quick", "--jobs", "2")["timing"]["jobs"], 2)

    def test_a_folder_that_cannot_be_the_reports(self):
        (self.folder / "figures").mkdir()
        (self.folder / "figures/manifest.json").write_text("{}")
        (self.folder / "file").write_text("")
        common = ("--graph", "ring:5", "--observer", "0", "--steps", "2")
        for command in (("account", "gossip", *common), ("audit", "gossip", *common, "--promise", "mu <= 9")):
            for folder, why in (("figures", "holds figures"), ("file", "HS-104")):
                run = hearsay(*command, "--report", folder, cwd=self.folder, expect=(2,))
                self.assertEqual((run.stdout, run.stderr.count("\n")), ("", 1))
                self.assertIn(why, run.stderr)
            run = hearsay(*command, "--report", "page", "--json", "page/index.html", cwd=self.folder, expect=(2,))
            self.assertEqual(run.stderr.count("\n"), 1)
            run = hearsay(*command, "--steps", "0", "--report", "never", cwd=self.folder, expect=(2,))
            self.assertFalse((self.folder / "never").exists())


if __name__ == "__main__":
    unittest.main(verbosity=2)
