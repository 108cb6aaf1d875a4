# SPDX-License-Identifier: GPL-3.0-or-later
"""Headless Chromium as a reader of a page: clicks, keys, screen sizes, through the DevTools protocol over a pipe."""
import base64
import json
import os
import shutil
import subprocess
import tempfile

PATH = shutil.which("chromium")


class Chromium:
    """A browser with one page. What it asked of the network and what it complained of are kept."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)  # processes that the browser started may still write
        from_browser, to_us = os.pipe()
        from_us, to_browser = os.pipe()

        def move():  # DevTools reads from 3 and writes to 4
            reading, writing = os.dup(from_us), os.dup(to_us)
            os.dup2(reading, 3)
            os.dup2(writing, 4)

        command = [PATH, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--remote-debugging-pipe", "--hide-scrollbars",
                   f"--user-data-dir={self.folder.name}", "--no-first-run", "--disable-extensions", "about:blank"]
        self.process = subprocess.Popen(command, preexec_fn=move, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(from_us)
        os.close(to_us)
        self.reading, self.writing = os.fdopen(from_browser, "rb"), to_browser
        self.buffer, self.last, self.session, self.events = b"", 0, None, []
        target = next(t for t in self.call("Target.getTargets")["targetInfos"] if t["type"] == "page")
        self.session = self.call("Target.attachToTarget", targetId=target["targetId"], flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Network", "Log"):
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)

    def receive(self):
        while b"\0" not in self.buffer:
            part = os.read(self.reading.fileno(), 1 << 20)
            if not part:
                raise RuntimeError("Chromium is gone")
            self.buffer += part
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.last += 1
        request = {"id": self.last, "method": method, "params": parameters, **({"sessionId": self.session} if self.session else {})}
        data = json.dumps(request).encode() + b"\0"
        while data:
            data = data[os.write(self.writing, data):]
        while True:
            message = self.receive()
            if message.get("id") == self.last:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def screen(self, width, height, dark=False, phone=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=phone)
        self.call("Emulation.setTouchEmulationEnabled", enabled=phone)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def open(self, address):
        self.events.clear()
        self.loaded(self.call("Page.navigate", url=address)["loaderId"])

    def follow(self, script):
        """Runs a JavaScript expression that leads to another page, and waits for that."""
        self.events.clear()
        self.run(script)
        self.loaded()

    def loaded(self, loader=None):
        """Waits until a page has loaded: the one of this navigation, not one that was still on its way."""
        seen = 0
        while True:
            for event in self.events[seen:]:
                what = event.get("params", {})
                if event.get("method") == "Page.lifecycleEvent" and what["name"] == "load" and loader in (None, what["loaderId"]):
                    return
            seen = len(self.events)
            self.events.append(self.receive())

    def run(self, script):
        """The value of a JavaScript expression."""
        found = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in found:
            raise RuntimeError(found["exceptionDetails"].get("exception", found["exceptionDetails"]))
        return found["result"].get("value")

    def wait(self, condition):
        """Until a JavaScript condition holds."""
        self.run(f"new Promise(done => {{ const look = () => ({condition}) ? done(true) : setTimeout(look, 20); look(); }})")

    def choose(self, selector, *paths):
        """Files for an <input type="file">."""
        document = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=document, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[str(path) for path in paths])

    def complaints(self):
        """Errors of scripts and of loading, and what scripts wrote to the console."""
        self.run("1")
        return [event["params"] for event in self.events
                if event.get("method") in ("Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled")]

    def asked_for(self):
        """The addresses that were loaded."""
        return [event["params"]["request"]["url"] for event in self.events if event.get("method") == "Network.requestWillBeSent"]

    def middle(self, selector):
        """Where an element is on the screen, scrolled there."""
        return self.run(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.scrollIntoView({{block: 'center'}}); const b = e.getBoundingClientRect();"
                        " return [b.left + b.width / 2, b.top + b.height / 2]; })()")

    def click(self, selector, shift=False):
        self.click_at(*self.middle(selector), shift=shift)

    def click_at(self, x, y, shift=False):
        for kind, buttons in (("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)):
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="none" if kind == "mouseMoved" else "left", buttons=buttons,
                      clickCount=0 if kind == "mouseMoved" else 1, modifiers=8 if shift else 0)

    def hover(self, selector):
        x, y = self.middle(selector)
        self.call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def key(self, key, shift=False):
        code = {"Enter": 13, "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40, "Home": 36, "End": 35, "Tab": 9}.get(key, ord(key[0].upper()))
        text = {"text": "\r"} if key == "Enter" else {"text": key} if len(key) == 1 else {}
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, modifiers=8 if shift else 0, **(text if kind == "keyDown" else {}))

    def type(self, selector, text):
        self.run(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.focus(); e.value = ''; }})()")
        self.call("Input.insertText", text=text)

    def select(self, selector, value):
        self.run(f"(() => {{ const e = document.querySelector({json.dumps(selector)}); e.value = {json.dumps(value)}; e.dispatchEvent(new Event('change', {{bubbles: true}})); }})()")

    def screenshot(self, path, whole=True):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]))

    def print(self):
        return base64.b64decode(self.call("Page.printToPDF", printBackground=True)["data"])

    def close(self):
        self.process.terminate()
        self.process.wait(30)
        self.reading.close()
        os.close(self.writing)
        self.folder.cleanup()
