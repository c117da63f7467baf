import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compile, format, lint } from "../../src/index.js";
import { describeInChromium } from "../browser/chromium.js";
import { serveFolder } from "../support/serve-folder.js";
import { ashlar, folderWith } from "../cli/command-line.js";
import { violations, visit } from "../site/visit-site.js";

let url: string;
let close: () => void;

beforeAll(async () => {
  ({ url, close } = await serveFolder("dist/playground"));
});
afterAll(() => close());

/** Replaces the program and runs it. Returns what it prints. */
async function run(page: Page, program: string): Promise<string> {
  await page.getByRole("textbox", { name: "Program" }).fill(program);
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByRole("button", { name: "Run", disabled: false }).waitFor();
  return page.getByRole("log").innerText();
}

test("the examples of the playground have no errors and no warnings, and are formatted", () => {
  const folder = "src/playground/page/examples";
  const paths = readdirSync(folder).filter((path) => path.endsWith(".stone"));
  const files = paths.map((path) => ({ path, text: readFileSync(join(folder, path), "utf8") }));
  expect(compile(files).diagnostics).toEqual([]);
  expect(files.filter(({ text }) => format(text).text !== text)).toEqual([]);
  expect(lint(files).findings.filter(({ severity }) => severity !== "info")).toEqual([]);
});

test("ashlar playground writes static files, and removes them with --clean", async () => {
  const cwd = folderWith({});
  expect(await ashlar(["playground", "--out", "page"], { cwd })).toMatchObject({ code: 0, stderr: "" });
  expect(readFileSync(join(cwd, "page/THIRD-PARTY-LICENSES.txt"), "utf8")).toContain("@codemirror/view");
  expect(readFileSync(join(cwd, "page/index.html"), "utf8")).toContain("connect-src 'none'");
  expect((await ashlar(["docs", "--out", "page"], { cwd })).code).toBe(2);
  expect((await ashlar(["playground", "--out", "page", "--clean"], { cwd })).stdout).toMatch(
    /^Removed \d+ files from page/,
  );
  expect(existsSync(join(cwd, "page/index.html"))).toBe(false);
});

describeInChromium("the playground in Chromium", (browser) => {
  test("PLAY-1, PLAY-2: a mistake is underlined and fixed, a route is called, and a link has everything", async () => {
    const page = await visit(browser(), url);
    const specification = page.getByRole("textbox", { name: "Specification" });
    await specification.press("Control+End");
    await page.keyboard.insertText("\nunion Mood\n    glad Strng");
    const underlined = page.locator(".cm-lintRange-error");
    await underlined.hover();
    expect(await underlined.textContent()).toBe("Strng");
    await page.getByRole("button", { name: "Change to 'String'" }).click();
    const code = page.getByRole("textbox", { name: "TypeScript" });
    await code.getByText('export type Mood = { ".tag": "glad"; glad: string }').waitFor();

    await page.getByRole("tab", { name: "Docs" }).click();
    const documentation = page.frameLocator("#panel-1 iframe");
    await documentation.getByRole("link", { name: "greeter", exact: true }).first().click();
    await documentation.getByRole("heading", { name: "greeter", level: 1 }).waitFor();

    await page.getByRole("tab", { name: "Call" }).click();
    const program = page.getByRole("textbox", { name: "Program" });
    await program.getByText("client.greeter.greet").first().waitFor();
    await page.getByRole("button", { name: "Run" }).click();
    await page.getByRole("log").getByText('".tag": "unwelcome"').waitFor();

    await page.getByRole("tab", { name: "JSON" }).click();
    await page.getByRole("combobox", { name: "Type" }).selectOption("greeter.GreetArg");
    await page.getByRole("textbox", { name: "JSON" }).fill('{ "name": "" }');
    await page.getByText("name: expected a string of at least 1 character").first().waitFor();

    await page.getByRole("tab", { name: "Changes" }).click();
    await page.frameLocator("#panel-5 iframe").getByText("greeter.Mood").first().waitFor();

    await page.getByRole("button", { name: "Share" }).click();
    await page.getByText(/^The link/).waitFor();
    const shared = await visit(browser(), page.url(), { viewport: { width: 390, height: 700 }, colorScheme: "dark" });
    await shared.getByRole("textbox", { name: "Specification" }).press("Control+End");
    await shared.getByText("glad String").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await violations(shared)).toEqual([]);
  });

  test("PLAY-1: another file can be shown while a dialog of the editor is open", async () => {
    const page = await visit(browser(), url);
    const specification = page.getByRole("textbox", { name: "Specification" });
    await specification.locator(".tok-typeName").first().click();
    await page.keyboard.press("F2");
    await page.locator(".cm-lsp-rename-panel").waitFor();
    await page.getByRole("combobox", { name: "Example" }).selectOption("shop");
    await specification.getByText("namespace shop").waitFor();
  });

  test("PLAY-3: programs of the playground reach nothing outside, and end", async () => {
    const page = await visit(browser(), url);
    const outside: string[] = [];
    page.on("request", (request) => {
      outside.push(...(/^(?:blob:|http:\/\/127\.0\.0\.1)/.test(request.url()) ? [] : [request.url()]));
    });
    await page.getByRole("tab", { name: "Call" }).click();
    await page.getByRole("textbox", { name: "Program" }).getByText("createTwin").first().waitFor();
    expect(await run(page, `await fetch("http://example.com/").catch((error) => console.log(error.name));`)).toBe(
      "TypeError",
    );
    expect(
      await run(page, `try { importScripts("http://example.com/a.js"); } catch (error) { console.log(error.name); }`),
    ).toBe("NetworkError");
    expect(await run(page, "for (let count = 0; count < 5000; count++) postMessage(count);")).toBe(
      "The program was stopped after 2000 messages.",
    );
    expect(await run(page, "await new Promise(() => undefined);")).toBe("The program was stopped after 5 seconds.");
    expect(outside).toEqual([]);
  });

  test("PLAY-3: a language server that crashes is started again, with the text as it is", async () => {
    const page = await visit(browser(), url);
    const specification = page.getByRole("textbox", { name: "Specification" });
    await specification.fill("namespace a\n\nstruct S\n    f Strng");
    await page.getByText("Strng", { exact: true }).and(page.locator(".cm-lintRange-error")).waitFor();
    const worker = page.workers().find((each) => each.url().endsWith("/worker.js"));
    await worker?.evaluate(() => {
      setTimeout(() => {
        throw new Error("Broken");
      });
    });
    await page.getByText("The language server has crashed and was started again: Uncaught Error: Broken.").waitFor();
    await specification.press("Control+End");
    await page.keyboard.type("x");
    await page.getByText("Strngx", { exact: true }).and(page.locator(".cm-lintRange-error")).waitFor();
  });
});
