# SPDX-License-Identifier: GPL-3.0-or-later
"""Headless Chromium by the DevTools protocol over two pipes: Debian's chromium and the standard library are all it takes."""
import json
import os
import shutil
import subprocess
import tempfile

CHROMIUM = shutil.which("chromium")
FLAGS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe", "--no-first-run", "--disable-background-networking")


class Page:
    """One page of a browser of its own. `with Page(address) as page: page.value("1 + 1")`."""

    def __init__(self, address):
        self.address, self.folder, self.number, self.events = address, tempfile.TemporaryDirectory(), 0, []

    def __enter__(self):
        (here_read, there_write), (there_read, here_write) = os.pipe(), os.pipe()
        # Chromium reads file descriptor 3 and writes 4; the shell puts the pipes there.
        flags = " ".join([*FLAGS, f"--user-data-dir={self.folder.name}"])
        command = ["sh", "-c", f"exec {CHROMIUM} {flags} 3<&{there_read} 4>&{there_write}"]
        self.process = subprocess.Popen(command, pass_fds=(there_read, there_write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(there_read)
        os.close(there_write)
        self.requests, self.answers = os.fdopen(here_write, "wb"), os.fdopen(here_read, "rb")
        self.session, self.buffer = None, b""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.send(f"{domain}.enable")
        self.send("Page.navigate", url=self.address)
        while not any(event["method"] == "Page.loadEventFired" for event in self.events):
            self.read()
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.requests.close()
        self.answers.close()
        self.folder.cleanup()

    def read(self):
        """The next message; an event is kept."""
        while b"\0" not in self.buffer:
            data = self.answers.read1(1 << 20)
            assert data, "chromium has ended"
            self.buffer += data
        message, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(message)
        if "method" in message:
            self.events.append(message)
        return message

    def send(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters, **({"sessionId": self.session} if self.session else {})}
        self.requests.write(json.dumps(request).encode() + b"\0")
        self.requests.flush()
        while True:
            message = self.read()
            if message.get("id") == self.number:
                assert "error" not in message, message
                return message["result"]

    def value(self, expression):
        """What a JavaScript expression gives, a promise once it is kept."""
        done = self.send("Runtime.evaluate", expression=expression, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in done, done["exceptionDetails"]
        return done["result"].get("value")

    def wait(self, condition):
        """Until a JavaScript condition holds."""
        self.value(f"new Promise(done => {{ const look = () => ({condition}) ? done(true) : setTimeout(look, 20); look(); }})")

    def choose(self, selector, *paths):
        """Files for an <input type="file">."""
        document = self.send("DOM.getDocument")["root"]["nodeId"]
        node = self.send("DOM.querySelector", nodeId=document, selector=selector)["nodeId"]
        self.send("DOM.setFileInputFiles", nodeId=node, files=[str(path) for path in paths])

    def complaints(self):
        """Errors of scripts and of loading."""
        errors = [event["params"] for event in self.events if event["method"] in ("Runtime.exceptionThrown", "Log.entryAdded")]
        return errors + [event["params"] for event in self.events if event["method"] == "Runtime.consoleAPICalled"]

    def addresses(self):
        """Of everything that the page asked for."""
        return [event["params"]["request"]["url"] for event in self.events if event["method"] == "Network.requestWillBeSent"]
