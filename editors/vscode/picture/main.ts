import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright-core";
import { editorFolder } from "./editor.js";
import { serveEditor } from "./site.js";

/*
 * Takes the picture of the README: Visual Studio Code in Chromium, with the extension that `build.ts` has made. A mistake is
 * reported, and a type is about to be completed.
 */

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const library = readFileSync(here("library.stone"), "utf8");

const files = {
  "/ashlar.config.json": '{ "specs": "spec" }\n',
  "/spec/common.stone":
    'namespace common\n    "What all namespaces share."\n\nalias Day = Timestamp("%Y-%m-%d")\n    "A day."\n',
  "/spec/library.stone": library + readFileSync(here("rest.stone"), "utf8"),
};

const settings = {
  "breadcrumbs.enabled": false,
  "chat.commandCenter.enabled": false,
  "editor.fontSize": 13,
  "editor.minimap.enabled": false,
  "editor.stickyScroll.enabled": false,
  "security.workspace.trust.enabled": false,
  "window.commandCenter": false,
  "workbench.activityBar.location": "hidden",
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.layoutControl.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.statusBar.visible": false,
};

const folders = { editor: editorFolder(), extension: here("../out"), sampleFiles: here("sample-files") };
const site = await serveEditor(folders, files, settings);
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", chromiumSandbox: false });
try {
  const page = await browser.newPage({ viewport: { width: 900, height: 700 } });
  await page.goto(site.url);
  await openFile(page, "spec", "library.stone");
  await page.getByText("used by 1 route").first().waitFor();
  await page.getByText(": Timestamp").waitFor();
  await runCommand(page, "View: Focus Problems");
  await page.getByText("No type is named 'Autor'").waitFor();
  await runCommand(page, "View: Focus Active Editor Group");
  await goTo(page, library.split("\n").length - 1);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Backspace"); // back to the level of fields
  await page.keyboard.type("sequel Bo", { delay: 50 });
  await page.locator(".suggest-widget.visible").waitFor();
  await page.mouse.move(600, 5);
  await page.waitForTimeout(1500); // until the marks and the hints of the line are those of its text
  await page.screenshot({ path: here("../../../docs/visual-studio-code.png") });
} finally {
  await browser.close();
  site.stop();
}

async function openFile(page: Page, ...path: readonly string[]): Promise<void> {
  for (const name of path) {
    const entry = page.locator(".explorer-folders-view").getByText(name, { exact: true });
    await entry.waitFor({ timeout: 60_000 });
    await (name === path.at(-1) ? entry.dblclick() : entry.click());
  }
  await page.locator(".view-lines").first().waitFor();
  await page.keyboard.press("Control+B");
}

async function runCommand(page: Page, name: string): Promise<void> {
  await page.keyboard.press("F1");
  await page.locator(".quick-input-widget input").first().waitFor();
  await page.keyboard.type(name);
  await page.locator(".quick-input-list .focused").waitFor();
  await page.waitForTimeout(300);
  await page.keyboard.press("Enter");
}

/** Puts the cursor at the end of a line. */
async function goTo(page: Page, line: number): Promise<void> {
  await page.keyboard.press("Control+G");
  await page.keyboard.type(String(line));
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
}
