"""What the browser tests share: a headless Chromium that shows the page of a real server.

They are skipped where Chromium, its driver or Selenium are not installed. With MILLSTONE_PAGE=DIRECTORY
the page is served from there in place of the one compiled in, with AXE=FILE the accessibility rules of
axe-core are run as well.
"""

import json
import os
import shutil
import time
import unittest

from served import ServedTest

try:
    from selenium import webdriver
    from selenium.webdriver.chrome.service import Service
    from selenium.webdriver.common.action_chains import ActionChains
    from selenium.webdriver.common.by import By
    from selenium.webdriver.common.keys import Keys  # noqa: F401
    from selenium.webdriver.support.ui import Select  # noqa: F401
except ImportError:
    webdriver = None

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
AXE = os.environ.get("AXE")
WAIT = 20  # seconds

OPTIONS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
           "--window-size=1280,900", "--lang=en")


def start_browser():
    options = webdriver.ChromeOptions()
    for option in OPTIONS:
        options.add_argument(option)
    options.binary_location = CHROMIUM
    options.add_experimental_option("prefs", {"intl.accept_languages": "en"})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options, service=Service(DRIVER))


@unittest.skipUnless(webdriver and CHROMIUM and DRIVER, "chromium, chromedriver or selenium are not there")
class BrowserTest(ServedTest):
    """A test class with one browser. Whatever a test does, the console must stay without errors."""

    if "MILLSTONE_PAGE" in os.environ:
        arguments = ("--static", os.environ["MILLSTONE_PAGE"])

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.browser = start_browser()
        cls.addClassCleanup(cls.browser.quit)

    def setUp(self):
        super().setUp()
        self.set_size(1280, 900)
        self.set_media("light")

    def tearDown(self):
        self.assertEqual(self.console_errors(), [])
        super().tearDown()

    def console_errors(self):
        return [entry["message"] for entry in self.browser.get_log("browser")
                if entry["level"] in ("SEVERE", "WARNING")]

    # What somebody sees

    def set_size(self, width, height):
        self.browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})

    def set_media(self, scheme):
        self.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
            "features": [{"name": "prefers-color-scheme", "value": scheme}]})

    def open(self, address):
        """Shows an address such as #/five-mens-morris, as if somebody had followed a link."""
        self.browser.get("about:blank")
        self.browser.get(self.server.url + address)
        self.until(lambda: self.script("return document.body.dataset.shown"), f"{address} is shown")

    def shown(self):
        """The address of what is on display, without #/."""
        return (self.script("return document.body.dataset.shown") or "").removeprefix("#/")

    def script(self, text, *arguments):
        return self.browser.execute_script(text, *arguments)

    def until(self, condition, what):
        """Waits for a condition and returns what it gave."""
        end = time.monotonic() + WAIT
        while not (found := condition()):
            if time.monotonic() > end:
                self.fail(f"waited in vain until {what}; the page shows {self.shown()}: {self.verdict()}")
            time.sleep(0.03)
        return found

    def until_shown(self, address):
        self.until(lambda: self.shown() == address, f"{address} is shown")

    def find(self, selector):
        return self.browser.find_element(By.CSS_SELECTOR, selector)

    def find_all(self, selector):
        return self.browser.find_elements(By.CSS_SELECTOR, selector)

    def text(self, selector):
        return self.find(selector).text

    def verdict(self):
        return self.text("#verdict")

    def announced(self):
        return self.script("return document.querySelector('#announcements').textContent")

    # What somebody does

    def click(self, *points):
        for point in points:
            self.find(f'[data-point="{point}"]').click()

    def point_at(self, selector):
        ActionChains(self.browser).move_to_element(self.find(selector)).perform()

    def press(self, *keys):
        for key in keys:
            self.browser.switch_to.active_element.send_keys(key)

    def tab(self, name):
        self.find(f"#choose-{name}").click()
        self.until(lambda: self.find(f"#tab-{name}").is_displayed(), f"the tab {name} is open")

    def choose(self, selector, value):
        Select(self.find(selector)).select_by_value(value)

    def press_button(self, inside, text):
        next(button for button in self.find_all(f"{inside} button") if button.text == text).click()

    # What is on the page

    def stones(self):
        """Points with a stone, by colour."""
        return {side: sorted(stone.get_attribute("data-stone") for stone in self.find_all(f".stone.{side}"))
                for side in ("white", "black")}

    def turns_listed(self):
        """Every turn of the list with its value and the distance that is written beside it."""
        return self.script("""
            return [...document.querySelectorAll('#tab-analysis .turn')].map((turn) => [
              turn.dataset.turn, turn.dataset.value,
              Number(turn.querySelector('.plies')?.textContent.match(/\\d+/)?.[0] ?? NaN) || null]);""")

    def values_of_program(self, database, variant, fen):
        """The same from `millstone probe`."""
        report = self.json_of("probe", "--db", database, "--variant", variant, fen)
        return [[move["move"], move["value"], move["distance"]] for move in report["moves"]]

    def bytes_received(self):
        """By the network, for all that was asked since the last call."""
        events = [json.loads(entry["message"])["message"] for entry in self.browser.get_log("performance")]
        return sum(event["params"]["encodedDataLength"] for event in events
                   if event["method"] == "Network.loadingFinished")
