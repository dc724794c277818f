"""A headless Chromium that draws one page: what programs do that render web pages to video."""

import base64
import json
import os
import shutil
import signal
import subprocess
import sys
import time
import urllib.request


class Chromium:
    """A page with a function `show` in a browser of its own. FOLDER takes the page and the browser's profile."""

    def __init__(self, page, width, height, folder):
        import websocket

        names = ["chromium-headless-shell", "chromium", "google-chrome"]
        binary = next(path for path in map(shutil.which, names) if path)
        path = os.path.abspath(f"{folder}/page.html")
        with open(path, "w") as file:
            file.write(page)
        self.count = 0
        # So that the browser is closed too.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))
        self.process = subprocess.Popen(
            [binary, "--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", "--remote-allow-origins=*",
             f"--user-data-dir={folder}/profile", f"--window-size={width},{height}", "file://" + path],
            stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, start_new_session=True)
        try:
            address = wait_for(lambda: next(
                target["webSocketDebuggerUrl"]
                for target in json.load(urllib.request.urlopen(f"http://127.0.0.1:{port(folder)}/json"))
                if target["type"] == "page"))
            self.socket = websocket.create_connection(address, max_size=None)
            self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
            # The browser begins with an empty page. The frames begin when this one and its pictures are there.
            wait_for(lambda: self.evaluate("if (document.readyState != 'complete' || !window.show) throw Error('the page is not there')"))
            self.evaluate("Promise.all([...document.images].map(image => image.decode()))", awaitPromise=True)
        except BaseException:
            self.close()
            raise

    def call(self, method, **parameters):
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.recv())
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise RuntimeError(answer["error"]["message"])
                return answer["result"]

    def evaluate(self, expression, **more):
        answer = self.call("Runtime.evaluate", expression=expression, **more)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["result"].get("description", expression).splitlines()[0])
        return answer["result"]

    def screenshot(self, expression):
        """The data of a PNG file of the page after an expression of JavaScript."""
        self.evaluate(expression)
        return base64.b64decode(self.call("Page.captureScreenshot", format="png", optimizeForSpeed=True)["data"])

    def close(self):
        # Debian's command is a script that starts the browser: both end, and what they have started.
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def port(folder):
    with open(f"{folder}/profile/DevToolsActivePort") as file:
        return file.readline().strip()


def wait_for(body, seconds=60):
    end = time.time() + seconds
    while True:
        try:
            return body()
        except Exception:
            if time.time() > end:
                raise
            time.sleep(0.02)
