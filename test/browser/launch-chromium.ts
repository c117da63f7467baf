import { existsSync } from "node:fs";
import { chromium, type Browser } from "playwright-core";

/** Where Debian has it: without the interface of the desktop, where a page takes a fifth of the processor time, or whole. */
const executablePath = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));

export const hasChromium = executablePath !== undefined;

/** Starts it without a window and with an empty profile of its own, which goes when it is closed. */
export async function launchChromium(): Promise<Browser> {
  const args = [
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    headless: true,
    chromiumSandbox: false,
    args,
  });
  // Only the limits of tests count: how long a page takes depends on the machine.
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext(options);
    context.setDefaultTimeout(0);
    return context;
  };
  return browser;
}
