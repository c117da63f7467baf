import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";
import { beforeAll, describe, test } from "vitest";

/** Where Debian has it: without the interface of the desktop, where a page takes a fifth of the processor time, or whole. */
const executablePath = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));
const missing = "there is no Chromium: apt-get install -y chromium-headless-shell";

/** Defines tests, which get the browser from a function while they run. */
type BrowserTests = (browser: () => Browser) => void | Promise<void>;

/** Like `describe`, with a browser. Where there is none the tests are left out, with a warning; in CI they fail. */
export function describeInChromium(name: string, tests: BrowserTests): void {
  if (executablePath !== undefined) {
    describe(name, () => withBrowser(executablePath, tests));
  } else if (process.env["CI"] === undefined) {
    console.warn(`\n*** SKIPPED: "${name}", for ${missing} ***\n`);
    test.skip(`${name} (no Chromium)`, () => undefined);
  } else {
    test(name, () => Promise.reject(new Error(missing)));
  }
}

/** The browser of this worker, which ends with it. */
let launching: Promise<Browser> | undefined;

function withBrowser(executablePath: string, tests: BrowserTests): void | Promise<void> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await (launching ??= launch(executablePath));
  });
  return tests(() => {
    if (browser === undefined) {
      throw new Error("The browser runs only while the tests do");
    }
    return browser;
  });
}

/** Starts it without a window and with an empty profile of its own, which goes when it is closed. */
function launch(executablePath: string): Promise<Browser> {
  const args = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  return chromium.launch({ executablePath, headless: true, chromiumSandbox: false, args });
}
