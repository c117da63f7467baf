import type { Browser } from "playwright-core";
import { beforeAll, describe, test } from "vitest";
import { hasChromium, launchChromium } from "./launch-chromium.js";

const missing = "there is no Chromium: apt-get install -y chromium-headless-shell";

/** Defines tests, which get the browser from a function while they run. */
type BrowserTests = (browser: () => Browser) => void | Promise<void>;

/** Like `describe`, with a browser. Where there is none the tests are left out, with a warning; in CI they fail. */
export function describeInChromium(name: string, tests: BrowserTests): void {
  if (hasChromium) {
    describe(name, () => withBrowser(tests));
  } else if (process.env["CI"] === undefined) {
    console.warn(`\n*** SKIPPED: "${name}", for ${missing} ***\n`);
    test.skip(`${name} (no Chromium)`, () => undefined);
  } else {
    test(name, () => Promise.reject(new Error(missing)));
  }
}

/** The browser of this worker, which ends with it. */
let launching: Promise<Browser> | undefined;

function withBrowser(tests: BrowserTests): void | Promise<void> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await (launching ??= launchChromium());
  });
  return tests(() => {
    if (browser === undefined) {
      throw new Error("The browser runs only while the tests do");
    }
    return browser;
  });
}
