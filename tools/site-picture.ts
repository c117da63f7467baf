import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { execFileSync } from "node:child_process";
import { chromium } from "playwright-core";

/*
 * Takes the picture of a documentation site: the page of a route of `spec/`, with an error that the Twin has answered.
 */

const folder = mkdtempSync(join(tmpdir(), "ashlar-picture-"));
try {
  const site = join(folder, "site");
  execFileSync(process.execPath, ["dist/cli/main.js", "docs", "--out", site]);
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", chromiumSandbox: false });
  const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
  await page.goto(pathToFileURL(join(site, "files/routes/get_metadata.html")).href);
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByLabel("Answer with").selectOption("path/not_found");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await page.locator(".answer .status").waitFor();
  await page.locator("body").click({ position: { x: 1, y: 400 } });
  await page.screenshot({ path: "docs/images/documentation-site.png" });
  await browser.close();
} finally {
  rmSync(folder, { recursive: true });
}
