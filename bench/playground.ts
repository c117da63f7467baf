import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { hasChromium, launchChromium } from "../test/browser/launch-chromium.js";
import { serveFolder } from "../test/support/serve-folder.js";
import { repository } from "./measured-api.js";
import type { Row, Table } from "./table.js";
import { judgeTarget } from "./target.js";

/** The number of keys that are typed for each row. */
const keys = 40;

/** Measures how much the playground loads, and the time from a key press to the change on the page (PLAY-2). */
export async function playground(): Promise<Table> {
  const rows = hasChromium ? await measure() : [];
  const notes = hasChromium
    ? [`A specification of ${specification.split("\n").length} lines.`]
    : ["Skipped: there is no Chromium."];
  return { title: "The playground", columns: ["p50", "p95", "target", "met"], rows, notes };
}

async function measure(): Promise<Row[]> {
  const server = await serveFolder(join(repository, "dist/playground"));
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 2000 } });
    const load = await firstLoad(page, server.url);
    await page.getByRole("textbox", { name: "Specification" }).fill(specification);
    // The tabs last: a line that grows in them is wrapped, and lines below it are not found any more.
    return [load, await completionRow(page), await underlineRow(page), ...(await tabRows(page))];
  } finally {
    await browser.close();
    server.close();
  }
}

/** Returns the bytes of all files that the page loads before anybody touches it, after gzip. */
async function firstLoad(page: Page, url: string): Promise<Row> {
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => sizes.push(response.body().then((body) => gzipSync(body).length)));
  await page.goto(url);
  await page.locator(".left .tok-keyword").first().waitFor();
  await page.locator(".right .tok-keyword").first().waitFor();
  const all = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return { name: "first load, bytes", values: [all, null, ...judgeTarget(all, { atMost: 1.5 * 2 ** 20 })] };
}

/** Measures the time from a key in the documentation of the first route, whose summary the tabs show. */
async function tabRows(page: Page): Promise<Row[]> {
  const tabs = { TypeScript: "#panel-0 .cm-content", Docs: "#panel-1 iframe", OpenAPI: "#panel-4 .cm-content" };
  const rows: Row[] = [];
  let text = "First";
  await moveTo(page, "First");
  for (const [tab, selector] of Object.entries(tabs)) {
    await page.getByRole("tab", { name: tab }).click();
    await page.getByRole("textbox", { name: "Specification" }).focus();
    const times: number[] = [];
    for (let count = -5; count < keys; count++) {
      text += "a";
      const time = await timeOf(page, "a", selector, text);
      times.push(...(count < 0 ? [] : [time])); // the first ones load and compile what the tab needs
    }
    rows.push(row(`${tab}, ms`, times, 100));
  }
  return rows;
}

async function completionRow(page: Page): Promise<Row> {
  await moveTo(page, "size UInt64");
  await page.keyboard.insertText(" = 0\n    other ");
  const times: number[] = [];
  for (let count = 0; count < keys; count++) {
    times.push(await timeOf(page, "S", ".cm-tooltip-autocomplete", "String"));
    await page.keyboard.press("Escape");
    await page.keyboard.press("Backspace");
    await page.waitForTimeout(50);
  }
  return row("completion, ms", times, 100);
}

async function underlineRow(page: Page): Promise<Row> {
  const times: number[] = [];
  await page.keyboard.insertText("Strin");
  for (let count = 0; count < 5; count++) {
    const start = performance.now();
    await page.keyboard.press("x");
    await page.locator(".cm-lintRange-error", { hasText: "Strinx" }).waitFor();
    times.push(performance.now() - start);
    await page.keyboard.press("Backspace");
    await page.keyboard.press("g");
    await page.locator(".cm-lintRange-error").waitFor({ state: "detached" });
    await page.keyboard.press("Backspace");
  }
  await page.keyboard.press("g");
  return row("underlines, ms", times, 1000);
}

/** Puts the cursor after the first occurrence of a text of the specification. */
async function moveTo(page: Page, text: string): Promise<void> {
  const editor = page.getByRole("textbox", { name: "Specification" });
  await editor.press("Control+Home");
  const lines = specification.split("\n");
  for (let line = lines.findIndex((each) => each.includes(text)); line > 0; line--) {
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Home");
  for (
    let at = (lines.find((each) => each.includes(text))?.trimStart() ?? "").indexOf(text) + text.length;
    at > 0;
    at--
  ) {
    await page.keyboard.press("ArrowRight");
  }
}

/** Returns the milliseconds from a key press until an element contains a text. */
async function timeOf(page: Page, key: string, selector: string, text: string): Promise<number> {
  const measured = await page.evaluateHandle(
    ([wanted, expected]) => ({
      time: new Promise<number>((done) => {
        document.addEventListener(
          "keydown",
          () => {
            const start = performance.now();
            const look = (): void => {
              const element = document.querySelector(wanted);
              const shown = element instanceof HTMLIFrameElement ? element.contentDocument?.body : element;
              if (shown?.textContent.includes(expected) === true || performance.now() - start > 5000) {
                done(performance.now() - start);
              } else {
                setTimeout(look, 1);
              }
            };
            look();
          },
          { capture: true, once: true },
        );
      }),
    }),
    [selector, text] as const,
  );
  await page.keyboard.press(key);
  return measured.evaluate(({ time }) => time);
}

function row(name: string, times: number[], atMost: number): Row {
  times.sort((a, b) => a - b);
  const at = (part: number): number => Math.round(times[Math.floor(times.length * part)] ?? NaN);
  return { name, values: [at(0.5), at(0.95), ...judgeTarget(at(0.95), { atMost })] };
}

const specification = `namespace big
    "Many routes."

route a (Void, Void, Void)
    "First."

struct S
    size UInt64
${Array.from(
  { length: 15 },
  (_, index) => `
struct Arg${index}
    "What number ${index} takes."

    name String(min_length=1)
        "A name."
    size UInt64
        "A size."

    example default
        name = "n${index}"
        size = 1

union Error${index}
    "Why it failed."

    bad
        "Bad."

route call${index} (Arg${index}, Arg${index}, Error${index})
    "Calls ${index}."
`,
).join("")}`;
