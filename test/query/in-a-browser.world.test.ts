import { build } from "esbuild";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { describeInChromium } from "../browser/chromium.js";

async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ["test/query/page.ts"],
    bundle: true,
    write: false,
    format: "esm",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "error",
  });
  return outputFiles.map(({ text }) => text).join("");
}

/** What the Twin in a page has received: the arguments of a route. */
function calls(page: Page, route: string): Promise<unknown[]> {
  return page.evaluate(
    (name) =>
      (Reflect.get(window, "twin") as { calls(): { route: string; arg: unknown }[] })
        .calls()
        .flatMap((call) => (call.route === name ? [call.arg] : [])),
    route,
  );
}

describeInChromium("QRY-6: with React in a browser, TanStack Query", async (browser) => {
  const script = await bundle();

  test("QRY-6: TanStack Query with React in a browser caches, narrows errors, aborts, lists pages and mutates", async () => {
    const page = await browser().newPage();
    onTestFinished(() => page.close());
    await page.setContent("<body></body>");
    await page.addScriptTag({ content: script, type: "module" });

    await expect.poll(() => page.textContent("#one")).toMatch(/\.txt \d+$/);
    expect(await page.textContent("#same")).toBe(await page.textContent("#one"));
    // QRY-2, QRY-5: one call for both spellings, and one for the error.
    await expect.poll(() => page.textContent("#missing")).toBe("not_found");
    const paths = (await calls(page, "files/get_metadata")).map((arg) => (arg as { path: string }).path);
    expect(paths.sort()).toEqual(["/a", "/missing", "/slow"]);

    await page.click("#hide");
    await expect.poll(() => page.evaluate(() => (Reflect.get(window, "aborted") as string[]).length)).toBe(1);

    // QRY-3: seven items in pages of three.
    await expect.poll(() => page.textContent("#list")).toBe("3 true");
    await page.click("#list");
    await expect.poll(() => page.textContent("#list")).toBe("6 true");
    await page.click("#list");
    await expect.poll(() => page.textContent("#list")).toBe("7 false");

    await expect.poll(() => page.textContent("#job")).toBe("complete");
    expect(await calls(page, "files/copy_batch/check")).toHaveLength(3);

    await page.click("#create");
    await expect.poll(() => page.textContent("#create")).not.toBe("create");
    await expect.poll(async () => (await calls(page, "files/get_metadata")).length).toBeGreaterThan(3);
  });
});
