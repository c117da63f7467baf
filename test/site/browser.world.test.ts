import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { describeInChromium } from "../browser/chromium.js";
import { siteUrl, violations, visit } from "./visit-site.js";

async function found(page: Page, query: string): Promise<string[]> {
  await page.getByRole("combobox", { name: "Search" }).fill(query);
  await page.waitForFunction(() => !document.querySelector(".results")?.textContent.includes("Loading"));
  return page.locator(".results a").evaluateAll((links) => links.map((link) => link.firstChild?.textContent ?? ""));
}

const kinds = {
  start: "index.html",
  guide: "guides/files.html",
  namespace: "files/index.html",
  route: "files/routes/get_metadata.html",
  upload: "files/routes/upload.html",
  struct: "files/types/FileMetadata.html",
  union: "files/types/GetMetadataError.html",
  errors: "errors.html",
  permissions: "permissions.html",
  privacy: "privacy.html",
  changes: "changes.html",
  "not found": "404.html",
};

describeInChromium("a documentation site in Chromium, from file://", (browser) => {
  test.each(Object.entries(kinds))(
    "SITE-22, SITE-23: axe finds nothing on the page of kind %s in both themes, and it fits 320 pixels",
    async (_, path) => {
      const page = await visit(browser(), path);
      expect(await violations(page)).toEqual([]);
      await page.emulateMedia({ colorScheme: "dark" });
      expect(await violations(page)).toEqual([]);
      await page.setViewportSize({ width: 320, height: 700 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    },
  );

  test.each([320, 390, 600])("SITE-23: at %i pixels, the name of each header is on one line", async (width) => {
    const page = await visit(browser(), "files/routes/download.html", { viewport: { width, height: 800 } });
    const names = page.locator(".headers tbody th code");
    const lines = await names.evaluateAll((all) => all.map((one) => one.getClientRects().length));
    expect(lines).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test("SITE-20, SITE-21: the search finds names, then words, by keyboard alone", async () => {
    const page = await visit(browser(), kinds.struct);
    await page.keyboard.press("/");
    expect((await found(page, "work with"))[0]).toBe("Work with files");
    expect((await found(page, "get-METADATA"))[0]).toBe("files/get_metadata");
    expect(await found(page, "filemetadata")).toContain("files.FileMetadata");
    expect(await found(page, "path_lower")).toContain("files.Metadata.path_lower");
    expect(await found(page, "path/not_found")).toContain("path/not_found/…");
    await page.getByRole("combobox", { name: "Search" }).fill("copies");
    await page.locator(".results a", { hasText: "files/copytext" }).first().waitFor();
    await found(page, "files/get_metadata");
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.waitForURL(/files\/routes\/get_metadata\.html$/);
    await page.keyboard.press("/");
    await page.keyboard.press("Escape");
    expect(await page.locator("dialog[open]").count()).toBe(0);
  });

  test("SITE-16: the chosen language holds for the next page", async () => {
    const page = await visit(browser(), kinds.route);
    await page.getByRole("tab", { name: "curl" }).click();
    await page.goto(`${await siteUrl()}/${kinds.upload}`);
    expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("curl");
    await page.keyboard.press("Tab");
    expect(await page.getByRole("tabpanel").filter({ visible: true }).textContent()).toContain("curl --request POST");
  });

  test("SITE-22: the chosen theme holds for the next page", async () => {
    const page = await visit(browser(), kinds.route, { colorScheme: "light" });
    await page.getByRole("button", { name: "Switch between light and dark" }).click();
    await page.goto(`${await siteUrl()}/${kinds.start}`);
    expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe("dark");
  });

  test("SITE-3: a page is readable without scripts", async () => {
    const page = await visit(browser(), kinds.route, { javaScriptEnabled: false });
    await page.getByText("curl --request POST").waitFor();
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole("link", { name: "Menu" }).click();
    await page.getByRole("link", { name: "Overview" }).waitFor();
  });
});
