"""Tells what the page costs a browser that has nothing of it yet: requests, bytes received, first paint.

    page_bytes.py URL
"""

import json
import shutil
import sys
import time

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

OPTIONS = ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage")
SECONDS = 60  # to wait for the page at most
PAINTED = """
const [first] = performance.getEntriesByName('first-contentful-paint');
return document.querySelector('.shares') && first?.startTime;"""


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    options = webdriver.ChromeOptions()
    for option in OPTIONS:
        options.add_argument(option)
    options.binary_location = shutil.which("chromium")
    options.set_capability("goog:loggingPrefs", {"performance": "ALL"})
    browser = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
    try:
        browser.get_log("performance")
        browser.get(sys.argv[1])
        ends = time.monotonic() + SECONDS
        while not (painted := browser.execute_script(PAINTED)):
            if time.monotonic() > ends:
                sys.exit(f"{sys.argv[1]} shows no values of a position after {SECONDS} s: "
                         "is the start on file?")
            time.sleep(0.1)
        time.sleep(1)
        events = [json.loads(entry["message"])["message"] for entry in browser.get_log("performance")]
    finally:
        browser.quit()
    sizes = [event["params"]["encodedDataLength"] for event in events
             if event["method"] == "Network.loadingFinished"]
    print(f"{len(sizes)} requests, {sum(sizes)} bytes, first paint after {painted / 1000:.2f} s")


if __name__ == "__main__":
    main()
