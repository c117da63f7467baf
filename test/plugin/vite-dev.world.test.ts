import { setImmediate } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { describeInChromium } from "../browser/chromium.js";
import { eventually, project, shop, staleCopy, type Project } from "./project.js";

const files = {
  "index.html": '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/main.js"></script>',
  "vite.config.js": `import * as ashlar from "ashlar/plugin";
export default { plugins: [ashlar.vite()] };
`,
};

const misspelt = shop(1).replace("UInt32", "UInt3");

/** An application on Vite's development server, and a page that shows it. */
interface Visit {
  readonly application: Project;
  /** What the server has written to its terminal. */
  readonly output: () => string;
  readonly page: Page;
}

async function visit(browser: Browser, changed: Readonly<Record<string, string>> = {}): Promise<Visit> {
  const application = project({ ...files, ...changed });
  const { output } = application.start("node_modules/vite/bin/vite.js", "--host", "127.0.0.1", "--port", "0");
  let url: string | undefined;
  await eventually(() => {
    url = /http:\/\/127\.0\.0\.1:\d+/.exec(output())?.[0];
    expect(url, output()).toBeDefined();
  });
  const context = await browser.newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(url ?? "");
  return { application, output, page };
}

function expectText(page: Page, text: string): Promise<void> {
  return eventually(async () => expect(await page.innerText("body")).toBe(text));
}

function expectOverlay(page: Page, isThere: boolean): Promise<void> {
  return eventually(async () => expect(await page.locator("vite-error-overlay").count()).toBe(isThere ? 1 : 0));
}

/** The parts of what Vite lays over a page. */
async function overlay(page: Page): Promise<{ plugin: string; message: string; file: string; frame: string }> {
  await expectOverlay(page, true);
  const text = (part: string): Promise<string> => page.locator(`vite-error-overlay ${part}`).innerText();
  return {
    plugin: await text(".plugin"),
    message: await text(".message-body"),
    file: await text(".file"),
    frame: await text(".frame"),
  };
}

describeInChromium("with the plug-in Vite's development server", (browser) => {
  test("Vite's development server with the plug-in shows a change of the specification in the page, whatever lies in node_modules", async () => {
    const { application, page } = await visit(browser(), staleCopy);
    await expectText(page, "ink costs 1");
    application.write("spec/shop.stone", shop(2));
    await expectText(page, "ink costs 2");
    application.write("spec/shop.stone", shop(3));
    await expectText(page, "ink costs 3");
  });

  test("Vite's development server with the plug-in shows a mistake in its place over the page until it is repaired", async () => {
    const { application, page, output } = await visit(browser());
    await expectText(page, "ink costs 1");
    application.write("spec/shop.stone", misspelt);
    expect(await overlay(page)).toEqual({
      plugin: "[plugin:ashlar] ",
      message: "No type is named 'UInt3'. Did you mean 'UInt32'?",
      file: `${application.folder}/spec/shop.stone:5:11`,
      frame: expect.stringMatching(/^5 \| {5}price UInt3 = 1\n {2}\| {11}\^{5}$/m) as string,
    });
    expect(output()).toContain("No type is named 'UInt3'. Did you mean 'UInt32'?");
    await page.reload();
    expect(await overlay(page)).toMatchObject({ file: `${application.folder}/spec/shop.stone:5:11` });

    // What is generated is what was there before: the overlay goes nevertheless.
    application.write("spec/shop.stone", shop(1));
    await expectOverlay(page, false);
    await expectText(page, "ink costs 1");

    application.write("spec/shop.stone", misspelt);
    await expectOverlay(page, true);
    application.write("spec/shop.stone", shop(2));
    await expectText(page, "ink costs 2");
    await expectOverlay(page, false);
  });

  test("Vite's development server with the plug-in shows several mistakes at once", async () => {
    const { application, page } = await visit(browser());
    await expectText(page, "ink costs 1");
    application.write("spec/shop.stone", `${misspelt}route sell(Itm, Void, Void)\n`);
    const { message, frame } = await overlay(page);
    expect(message).toBe("2 errors in 1 file.");
    expect(frame).toContain("error[unknown-type]: No type is named 'UInt3'. Did you mean 'UInt32'?");
    expect(frame).toContain("error[unknown-type]: No type is named 'Itm'. Did you mean 'Item'?");
  });

  test("Vite's development server with the plug-in starts with a specification that is wrong and a package that was never there", async () => {
    const { application, page } = await visit(browser(), { "spec/shop.stone": misspelt });
    expect(await overlay(page)).toMatchObject({ message: "No type is named 'UInt3'. Did you mean 'UInt32'?" });
    application.write("spec/shop.stone", shop(4));
    await expectText(page, "ink costs 4");
    await expectOverlay(page, false);
  });

  test("Vite's development server with the plug-in follows new and removed specifications and the configuration", async () => {
    const { application, page } = await visit(browser());
    await expectText(page, "ink costs 1");
    application.write("spec/deep/extra.stone", "namespace extra\n\nalias Name = String\n");
    await eventually(() => expect(application.has("generated/dist/extra/index.js")).toBe(true));
    application.remove("spec/deep/extra.stone");
    await eventually(() => expect(application.has("generated/dist/extra/index.js")).toBe(false));

    application.write("ashlar.config.json", '{ "specs": 1 }');
    await expectOverlay(page, true);
    application.write("elsewhere/shop.stone", shop(9));
    application.write("ashlar.config.json", '{ "specs": "elsewhere", "package": { "name": "shop-api" } }');
    await expectText(page, "ink costs 9");
    application.write("elsewhere/shop.stone", shop(10));
    await expectText(page, "ink costs 10");
    await expectOverlay(page, false);
  });

  test("Vite's development server with the plug-in takes each of two changes that follow upon each other, though the watcher reports one", async () => {
    const { application, page, output } = await visit(browser());
    await expectText(page, "ink costs 1");
    for (const price of [2, 3, 4, 5, 6]) {
      const before = output().length;
      application.write("spec/shop.stone", misspelt);
      while (!output().includes("No type is named", before)) {
        await setImmediate();
      }
      application.write("spec/shop.stone", shop(price)); // within the 50 ms in which chokidar drops a second change
      await expectText(page, `ink costs ${price}`);
      await expectOverlay(page, false);
    }
  });

  test("Vite's development server with the plug-in follows specifications outside of its root", async () => {
    const config = (folder: string): string =>
      `import * as ashlar from "ashlar/plugin";
const config = { specs: "../spec", out: "../${folder}", package: { name: "shop-api" } };
export default { root: "site", plugins: [ashlar.vite({ config })] };
`;
    const { application, page } = await visit(browser(), {
      "vite.config.js": config("api"),
      "site/index.html": files["index.html"].replace("/main.js", "/page.js"),
      "site/page.js":
        'import { decodeItem } from "shop-api/shop";\ndocument.body.append(decodeItem({ name: "ink" }).price);\n',
    });
    await expectText(page, "1");
    application.write("spec/shop.stone", shop(2));
    await expectText(page, "2");
  });
});
