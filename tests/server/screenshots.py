"""Pictures of the page for the documents: light, dark, in Chinese, on a phone.

    screenshots.py PROGRAM DIRECTORY

With MILLSTONE_PAGE=DIRECTORY the page is served from there, as in the browser tests.
"""

import base64
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import quote

TARGET = Path(sys.argv.pop()) if len(sys.argv) == 3 else sys.exit(__doc__)

from browser_helpers import BrowserTest, By, Select, WAIT, start_browser  # noqa: E402
from selenium.webdriver.support.ui import WebDriverWait  # noqa: E402
from served import PROGRAM, Server  # noqa: E402

# The longest win with five stones each: one turn of ten wins, two turns into it.
POSITION = "**@**O**/**O*OO**/O@@@@*** w m s 5 0 5 0 0 0 0 0 0 0 0 0 1"

SHOTS = {  # name: width, height, colours, language, tab
    "page-light": (1280, 900, "light", "en", "analysis"),
    "page-dark": (1280, 900, "dark", "en", "analysis"),
    "page-chinese": (1280, 900, "light", "zh", "variants"),
    "page-phone": (360, 740, "light", "de", "analysis"),
}


# Whether all that is asked of the server has come.
COMPLETE = """return document.body.dataset.shown && (document.body.dataset.tab !== 'analysis'
  || document.querySelector('.line') && document.querySelector('.shares'))"""


def wait_until_shown(browser):
    """Until values are there and nothing moves any more."""
    WebDriverWait(browser, WAIT).until(lambda _: browser.execute_script(COMPLETE))
    time.sleep(1)


def shoot(browser, url, name):
    width, height, colours, language, tab = SHOTS[name]
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": colours}]})
    browser.get("about:blank")
    browser.get(f"{url}#/nine-mens-morris?fen={quote(POSITION.replace(' ', '_'), safe='*@/')}&tab={tab}")
    wait_until_shown(browser)
    Select(browser.find_element(By.ID, "language-choice")).select_by_value(language)
    wait_until_shown(browser)
    picture = browser.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
    (TARGET / f"{name}.png").write_bytes(base64.b64decode(picture["data"]))


def main():
    TARGET.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="millstone-screenshots-") as directory:
        subprocess.run([PROGRAM, "build", "--db", directory, "5-5"], check=True, capture_output=True)
        server, browser = Server("--db", directory, *BrowserTest.arguments), start_browser()
        try:
            for name in SHOTS:
                shoot(browser, server.url, name)
        finally:
            browser.quit()
            server.stop()


if __name__ == "__main__":
    main()
