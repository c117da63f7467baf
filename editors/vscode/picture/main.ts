import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "playwright-core";
import { editorFolder } from "./editor.js";
import { serveEditor } from "./site.js";

/*
 * Takes the pictures of the documentation: Visual Studio Code in Chromium, with the extension that `build.ts` has made. In the first,
 * a mistake is reported, and a type is about to be completed; in the second, a call of a client has led to its route.
 */

const here = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const library = readFileSync(here("library.stone"), "utf8");

const specs = {
  "/ashlar.config.json": '{ "specs": "spec" }\n',
  "/spec/common.stone":
    'namespace common\n    "What all namespaces share."\n\nalias Day = Timestamp("%Y-%m-%d")\n    "A day."\n',
  "/spec/library.stone": library + readFileSync(here("rest.stone"), "utf8"),
};

const program = `import { createClient } from "library-api";

const client = createClient({ hosts: "https://library.example", accessToken: "secret" });

export async function borrow(isbn: string): Promise<string> {
  const { title, due } = await client.lending
    .borrow({ isbn, days: 14 });
  return \`\${title}, until \${due}\`;
}
`;

const settings = {
  "breadcrumbs.enabled": false,
  "chat.commandCenter.enabled": false,
  "editor.fontSize": 13,
  "editor.minimap.enabled": false,
  "editor.stickyScroll.enabled": false,
  "typescript.tsserver.web.projectWideIntellisense.enabled": true,
  "security.workspace.trust.enabled": false,
  "window.commandCenter": false,
  "workbench.activityBar.location": "hidden",
  "workbench.colorTheme": "Default Dark Modern",
  "workbench.layoutControl.enabled": false,
  "workbench.startupEditor": "none",
  "workbench.statusBar.visible": false,
};

const folders = { editor: editorFolder(), extension: here("../out"), sampleFiles: here("sample-files") };
await takePicture(specs, "visual-studio-code.png", { width: 900, height: 700 }, completeType);
await takePicture(programWithPackage(), "images/from-a-call.png", { width: 1180, height: 480 }, openDefinition);

/** Takes a picture for the documentation of a window with these files, by path, after some steps in it. */
async function takePicture(
  files: Readonly<Record<string, string>>,
  path: string,
  viewport: { readonly width: number; readonly height: number },
  steps: (page: Page) => Promise<void>,
): Promise<void> {
  const site = await serveEditor(folders, files, settings);
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", chromiumSandbox: false });
  try {
    const page = await browser.newPage({ viewport });
    await page.goto(site.url);
    await steps(page);
    await page.mouse.move(400, viewport.height - 5);
    await page.waitForTimeout(1500); // until the marks and the hints of the line are those of its text
    await page.screenshot({ path: here(`../../../docs/${path}`) });
  } finally {
    await browser.close();
    site.stop();
  }
}

async function completeType(page: Page): Promise<void> {
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
}

/** Opens the route of a call beside it. */
async function openDefinition(page: Page): Promise<void> {
  await openFile(page, "program.ts");
  await goTo(page, 7);
  for (let attempt = 0; attempt < 30; attempt++) {
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight"); // after the dot
    await page.keyboard.press("Control+K");
    await page.keyboard.press("F12");
    await page.waitForTimeout(4000); // TypeScript may not have read the package yet
    if (await page.getByRole("tab", { name: "lending.stone" }).isVisible()) {
      return;
    }
  }
  throw new Error("F12 on the call does not lead to the specification.");
}

/** A program with the package that it calls, and the specification of that, by path. */
function programWithPackage(): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "ashlar-picture-"));
  try {
    const paths = '{ "library-api": ["./api/dist/index.d.ts"] }';
    const files = {
      "ashlar.config.json": '{ "specs": "lending.stone", "out": "api", "package": { "name": "library-api" } }\n',
      "lending.stone": readFileSync(here("lending.stone"), "utf8"),
      "program.ts": program,
      "tsconfig.json": `{ "compilerOptions": { "moduleResolution": "bundler", "module": "esnext", "types": [], "paths": ${paths} } }\n`,
    };
    Object.entries(files).forEach(([path, text]) => writeFileSync(join(folder, path), text));
    execFileSync(process.execPath, [here("../../../dist/cli/main.js"), "generate"], { cwd: folder });
    const written = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
      statSync(join(folder, path)).isFile(),
    );
    return Object.fromEntries(written.map((path) => [`/${path}`, readFileSync(join(folder, path), "utf8")]));
  } finally {
    rmSync(folder, { recursive: true });
  }
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
